//! An entry in the making: what it takes, under which names, and the definition in DPIA.

use super::host::Used;
use super::place::Numbers;
use super::schedule::Skeleton;
use super::texts::{Texts, spelled};
use super::{Made, mistaken};
use elder_core::names::Name;
use elder_dpia::ast::make::Make;
use elder_dpia::ast::{self, Exp, ExpKind, Param, ParamKind};
use elder_dpia::elaborate::is_taken;
use elder_dpia::{Entry, parser};
use elder_kernel::host::{Interface, Operand, Var};
use elder_sizes::Nat;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, SourceId, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// The texts of the skeletons; each is a program of its own.
static FILES: &[(&str, &str)] = &[
    ("map", include_str!("../skeletons/map.dpia")),
    ("reduce", include_str!("../skeletons/reduce.dpia")),
    ("rows", include_str!("../skeletons/rows.dpia")),
    ("scan", include_str!("../skeletons/scan.dpia")),
];

/// The definitions of all skeletons, in the order of their texts.
///
/// # Errors
/// What is wrong with a text, which is a mistake of Elder's.
pub fn skeletons() -> Result<&'static [ast::Definition], Vec<Diagnostic>> {
    static READ: LazyLock<Result<Vec<ast::Definition>, Vec<Diagnostic>>> = LazyLock::new(|| {
        let mut all = Vec::new();
        for (_, text) in FILES {
            let (tree, diagnostics) = parser::parse_program(SourceId(u32::MAX), text);
            match tree {
                Some(tree) if diagnostics.is_empty() => all.extend(tree.definitions),
                _ => return Err(diagnostics),
            }
        }
        Ok(all)
    });
    READ.as_deref().map_err(Clone::clone)
}

/// What skeletons are called, which no variable of an entry is.
static SKELETON_NAMES: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
    let all = skeletons().unwrap_or_default().iter();
    all.map(|definition| definition.name.name.to_string()).collect()
});

/// What a step has to bring for an entry, in order.
#[derive(Default)]
pub struct Arguments {
    /// Sizes, of which those that may be negative count as 0.
    pub sizes: Vec<Nat>,
    /// Scalars.
    pub scalars: Vec<Var>,
    /// Blocks that are read.
    pub reads: Vec<Var>,
    /// Blocks that are read and written.
    pub updates: Vec<Var>,
}

/// The parameters of an entry in the making.
#[derive(Default)]
pub struct Parameters {
    taken: Texts,
    sizes: Vec<(String, Nat)>,
    scalars: Vec<(String, PrimType, Var)>,
    reads: Vec<(String, PrimType, Var)>,
    updates: Vec<(String, PrimType, Var)>,
}

/// A size of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// A number.
    Known(i64),
    /// A parameter.
    Named(String),
}

impl Size {
    /// As it stands in a type.
    pub fn ty(&self, make: Make) -> ast::Type {
        match self {
            Size::Known(n) => make.nat(*n),
            Size::Named(name) => make.named(name),
        }
    }

    /// As it stands in an expression.
    pub fn exp(&self, make: Make) -> Exp {
        match self {
            Size::Known(n) => make.exp(ExpKind::Number(ast::Number::Int((*n).into(), None))),
            Size::Named(name) => make.var(name),
        }
    }
}

impl Parameters {
    /// A text for a variable that no other has in the entry and that reads as a variable.
    pub fn called(&mut self, text: &str) -> String {
        let mut text = spelled(text);
        if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            text.insert(0, 'x');
        }
        let is_free = |text: &str| {
            let is_skeleton = || SKELETON_NAMES.iter().any(|name| name == text);
            !is_taken(text) && !is_skeleton() && PrimType::from_name(text).is_none()
        };
        self.taken.fresh(&text, is_free)
    }

    /// The parameter for a size that is known before the launch.
    pub fn size(&mut self, term: &Nat) -> Size {
        if let Some(n) = term.as_constant().and_then(|n| (n >= 0).then_some(n)) {
            return Size::Known(n);
        }
        if let Some(size) = self.given_size(term) {
            return size;
        }
        let text = term.as_variable().map_or("count", Variable::text);
        let text = self.called(text);
        self.sizes.push((text.clone(), term.clone()));
        Size::Named(text)
    }

    /// The parameter for a size that the entry has already.
    pub fn given_size(&self, term: &Nat) -> Option<Size> {
        let (text, _) = self.sizes.iter().find(|(_, known)| known == term)?;
        Some(Size::Named(text.clone()))
    }

    /// The parameter for a scalar of the host.
    pub fn scalar(&mut self, var: Var, ty: PrimType, text: &str) -> String {
        let known = self.scalars.iter().find(|(_, _, known)| *known == var);
        if let Some((text, ..)) = known {
            return text.clone();
        }
        let text = self.called(text);
        self.scalars.push((text.clone(), ty, var));
        text
    }

    /// Whether a block is one that the entry writes to as well.
    pub fn updated(&self, var: Var) -> Option<String> {
        let known = self.updates.iter().find(|(_, _, known)| *known == var);
        known.map(|(text, ..)| text.clone())
    }

    /// The parameter for a block that is read.
    pub fn read(&mut self, var: Var, element: PrimType, text: &str) -> String {
        let known = self.reads.iter().find(|(_, _, known)| *known == var);
        if let Some((text, ..)) = known {
            return text.clone();
        }
        let text = self.called(text);
        self.reads.push((text.clone(), element, var));
        text
    }

    /// The parameter for a block that is read and written.
    pub fn update(&mut self, var: Var, element: PrimType, text: &str) -> String {
        if let Some(text) = self.updated(var) {
            return text;
        }
        let text = self.called(text);
        self.updates.push((text.clone(), element, var));
        text
    }

    /// The entry whose command is `body`, a skeleton with its arguments or what one item does, which writes what `outputs` names, and what a step has to
    /// bring for it.
    ///
    /// # Errors
    /// What is wrong with the definition, which is a mistake of Elder's.
    pub fn entry(
        mut self,
        (name, skeleton): (&str, Skeleton),
        make: Make,
        outputs: Vec<(String, ast::Type)>,
        writes: Vec<PrimType>,
        body: Exp,
    ) -> Made<(Entry, Interface, Arguments)> {
        let mut params: Vec<Param> = Vec::new();
        for (text, _) in &self.sizes {
            params.push(make.size_param(text));
        }
        for (text, ty, _) in &self.scalars {
            params.push(make.param(text, make.read(make.number_type(*ty))));
        }
        let (reads, updates) = (std::mem::take(&mut self.reads), std::mem::take(&mut self.updates));
        let mut lengths = Vec::new();
        let mut blocks = Vec::new();
        for (blocks_of, is_read) in [(&reads, true), (&updates, false)] {
            for (text, element, _) in blocks_of {
                let length = self.called(&format!("l_{text}"));
                let data = make.array(make.named(&length), make.number_type(*element));
                lengths.push(make.size_param(&length));
                let ty = if is_read {
                    make.read(data)
                } else {
                    make.variable(data)
                };
                blocks.push(make.param(text, ty));
            }
        }
        params.extend(lengths);
        params.extend(blocks);
        for (text, ty) in outputs {
            params.push(make.param(&text, make.written(ty)));
        }
        // A function has its sizes first, and each sort of parameter has a function of its own.
        let (sizes, others): (Vec<Param>, Vec<Param>) = params
            .into_iter()
            .partition(|param| matches!(param.kind, ParamKind::Static(_)));
        let whole = make.exp(ExpKind::Fun(
            sizes.into_iter().chain(others).collect(),
            Box::new(body),
        ));
        let all = skeletons().map_err(mistaken)?.iter();
        let taken = skeleton.definitions();
        let own = all.filter(|definition| taken.contains(&&*definition.name.name));
        let mut program = ast::Program {
            definitions: own.cloned().collect(),
        };
        program.definitions.push(ast::Definition {
            name: make.ident(name),
            body: whole,
        });
        let program =
            elder_syntax::stack::deep(64 << 20, 256 << 20, || elder_dpia::elaborate::program(&program));
        let program = program.map_err(mistaken)?;
        let entry = Entry::closed(&program, name);

        let Ok(entry) = entry else {
            return Err(mistaken(vec![Diagnostic::outside(format!(
                "`{name}` is no entry"
            ))]));
        };
        let interface = Interface {
            sizes: self.sizes.len(),
            scalars: self.scalars.iter().map(|(_, ty, _)| *ty).collect(),
            reads: reads.iter().map(|(_, ty, _)| *ty).collect(),
            writes,
            updates: updates.iter().map(|(_, ty, _)| *ty).collect(),
        };
        let arguments = Arguments {
            sizes: self.sizes.into_iter().map(|(_, term)| term).collect(),
            scalars: self.scalars.into_iter().map(|(_, _, var)| var).collect(),
            reads: reads.into_iter().map(|(_, _, var)| var).collect(),
            updates: updates.into_iter().map(|(_, _, var)| var).collect(),
        };
        Ok((entry, interface, arguments))
    }
}

/// What the host knows of a name where an entry is made.
#[derive(Clone, Debug)]
pub enum Known {
    /// A scalar.
    Scalar(Operand, PrimType),
    /// An array.
    Array(super::place::Place<Var>, PrimType),
}

/// What an entry in the making sees of the host.
pub struct Outer<'h> {
    /// What its names stand for.
    pub known: &'h FxHashMap<Name, Known>,
    /// What variables of terms stand for.
    pub values: &'h FxHashMap<Variable, Operand>,
    /// What the variables of the host are called.
    pub texts: &'h [elder_syntax::Name],
    /// Which numbers names stand for.
    pub numbers: &'h mut Numbers,
    /// Numbers that are at least 0.
    pub natural: &'h FxHashSet<Var>,
    /// How many bytes of memory there are, which the host asks for where an entry wants to know.
    pub memory: Var,
    /// The constants that the host has: what calls of them bind is known.
    pub constants: &'h Used,
}

impl Outer<'_> {
    /// What a variable of the host is called.
    pub fn text(&self, var: Var) -> String {
        self.texts
            .get(var.index())
            .map_or("x", |text| text.as_ref())
            .to_owned()
    }
}
