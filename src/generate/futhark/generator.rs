//! What a generator knows while it makes a program: what is in scope, what aliases what, what has been consumed.
//!
//! Aliases are overestimated: whatever is mentioned where an array comes from is an alias, unless the language says that
//! the array is new.  So what the generator consumes may be consumed by the rules of uniqueness.

use super::extent::Extent;
use super::features::{Construct, Feature, Features};
use super::library::{LIBRARY, OF_MACHINES};
use super::quote::{Part, exp, named, type_named, type_of};
use super::signature::Scheme;
use super::types::{Parameters, Size, Substitution, Ty};
use crate::Choices;
use elder_futhark::ast::{self, SizeExp, TypeArgExp, TypeExp, TypeExpKind};
use elder_futhark::print;
use elder_syntax::Span;
use elder_syntax::prim::PrimType;
use std::collections::{BTreeMap, BTreeSet};

/// Variables, by their numbers.
pub type Aliases = BTreeSet<usize>;

/// An expression.
#[derive(Clone, Debug)]
pub struct Exp {
    pub tree: ast::Exp,
    /// What its value may share memory with.
    pub aliases: Aliases,
}

/// What shares memory with nothing.
impl From<ast::Exp> for Exp {
    fn from(tree: ast::Exp) -> Exp {
        let aliases = Aliases::new();
        Exp { tree, aliases }
    }
}

impl Exp {
    /// A name, qualified or not, an operator, or a numeral as it is spelled.
    pub fn named(text: impl AsRef<str>) -> Exp {
        named(text.as_ref()).into()
    }

    /// With the aliases of others too.
    pub fn with<'a>(mut self, others: impl IntoIterator<Item = &'a Exp>) -> Exp {
        for other in others {
            self.aliases.extend(&other.aliases);
        }
        self
    }

    /// What shares memory with these only.
    pub fn sharing(mut self, aliases: Aliases) -> Exp {
        self.aliases = aliases;
        self
    }

    /// What shares memory with nothing.
    pub fn alone(self) -> Exp {
        self.tree.into()
    }

    /// With its type.
    pub fn of_type(&self, ty: impl Into<Part>) -> Exp {
        let ty: Part = ty.into();
        exp!("$ : $"; self, ty)
    }

    /// As text.
    pub fn text(&self) -> String {
        print::exp(&self.tree)
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Ty,
    /// Itself and what it may share memory with.
    pub aliases: Aliases,
    pub consumed: bool,
    /// Whether nobody may consume it: a parameter without star, a top-level array.
    pub observed: bool,
}

/// A function of the program.
#[derive(Clone, Debug)]
pub struct Function {
    pub scheme: Scheme,
    /// Free variables, and itself if it is bound by `let`.
    pub aliases: Aliases,
}

/// A type with another name.
#[derive(Clone, Debug)]
pub struct Abbreviation {
    pub name: String,
    pub sizes: Vec<String>,
    pub types: Vec<String>,
    pub stands_for: Ty,
}

/// A type that nothing is known of but a value.
#[derive(Clone, Debug)]
pub struct Abstract {
    pub name: String,
    pub value: String,
    /// What the value shares memory with, if it stands at top level (FUT-U-LENT).
    pub aliases: Aliases,
}

impl Abstract {
    /// One that no top-level value is of: a type parameter, or the type within a module type.
    pub fn without_top_level(name: impl Into<String>, value: &str) -> Abstract {
        Abstract {
            name: name.into(),
            value: value.to_owned(),
            aliases: Aliases::new(),
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub struct Generator {
    pub features: Features,
    pub variables: Vec<Variable>,
    pub visible: Vec<usize>,
    pub functions: Vec<Function>,
    pub sizes: Vec<Size>,
    pub abbreviations: Vec<Abbreviation>,
    pub abstracts: Vec<Abstract>,
    /// Variables before this one belong to an enclosing function, loop or operand, and are not consumed here.
    pub floor: usize,
    /// Variables that the function that is being made has mentioned.
    pub mentions: Aliases,
    /// More than zero where evaluating must consume nothing.
    pub quiet: u32,
    /// How many expressions may still be more than a leaf.
    pub budget: usize,
    /// How many statements an entry point has at most.
    pub statements: usize,
    /// How often constructs were made.
    pub met: BTreeMap<&'static str, u64>,
    /// Top-level arrays.
    pub globals: Aliases,
    /// Top-level values that functions may give, as nobody knows that they are arrays (FUT-U-LENT).
    pub lent: Aliases,
    /// Types of modules that hide them not.
    pub shown_types: BTreeMap<String, Ty>,
    /// The module that was opened.
    pub opened_before: Option<String>,
    /// The rule that is to be broken, until it is.
    pub fault: Option<super::refused::Fault>,
    /// The text that breaks it.
    pub broken: Option<String>,
    /// Whether `in` stands before each binding of a block, not only before what it gives.
    pub is_spelled_out: bool,
    /// Types that values have more often than others, so that they meet others of their type.
    pub common: Vec<Ty>,
    /// Whether what is made fails often.
    pub is_fragile: bool,
    /// Whether numbers that are made are 0, 1 or 2.
    pub is_small: bool,
    /// Constants that are arrays of unknown size, and of what.
    pub unsized_constants: Vec<(String, Ty)>,
    /// Modules with types that hide sizes.
    pub hiding: Vec<super::existential::Hiding>,
    /// The number that turns branches of the entry point in the making.
    pub turn: Option<String>,
    names: usize,
}

/// How much is in scope, to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    visible: usize,
    functions: usize,
    sizes: usize,
    abbreviations: usize,
    abstracts: usize,
}

impl Generator {
    pub fn new(features: Features, extent: Extent) -> Generator {
        Generator {
            features,
            budget: extent.budget,
            statements: extent.statements,
            ..Generator::default()
        }
    }

    pub fn on(&self, feature: Feature) -> bool {
        self.features.on(feature)
    }

    pub fn meet(&mut self, construct: Construct) {
        *self.met.entry(construct.name()).or_default() += 1;
    }

    /// A call of a function of the library was made.
    pub fn calls(&mut self, name: &'static str) {
        *self.met.entry(name).or_default() += 1;
    }

    /// A name that nothing else has.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        // A name of no other language.
        let primed =
            self.names.is_multiple_of(11) && matches!(stem, "v" | "k" | "n" | "w" | "fun" | "g" | "h");
        let prime = if primed { "'" } else { "" };
        format!("{stem}{}{prime}", self.names)
    }

    pub fn mark(&self) -> Mark {
        Mark {
            visible: self.visible.len(),
            functions: self.functions.len(),
            sizes: self.sizes.len(),
            abbreviations: self.abbreviations.len(),
            abstracts: self.abstracts.len(),
        }
    }

    /// What came into scope since then leaves it.
    pub fn leave(&mut self, mark: Mark) {
        self.visible.truncate(mark.visible);
        self.functions.truncate(mark.functions);
        self.sizes.truncate(mark.sizes);
        self.abbreviations.truncate(mark.abbreviations);
        self.abstracts.truncate(mark.abstracts);
    }

    /// A variable comes into scope.
    pub fn bind(&mut self, name: &str, ty: Ty, of: &Aliases, observed: bool) -> usize {
        let id = self.variables.len();
        let mut aliases = if ty.may_alias() {
            of.clone()
        } else {
            Aliases::new()
        };
        aliases.insert(id);
        self.variables.push(Variable {
            name: name.to_owned(),
            ty,
            aliases,
            consumed: false,
            observed,
        });
        self.visible.push(id);
        id
    }

    /// Something that values share memory through, and that has no name.
    pub fn shared(&mut self) -> Aliases {
        let id = self.variables.len();
        let aliases: Aliases = [id].into();
        self.variables.push(Variable {
            name: String::new(),
            ty: Ty::Tuple(Vec::new()),
            aliases: aliases.clone(),
            consumed: false,
            observed: false,
        });
        aliases
    }

    /// A top-level value of abstract type that functions may give and nobody consumes, which has no name of its own here.
    pub fn lendable(&mut self) -> Aliases {
        let aliases = self.shared();
        for &id in &aliases {
            self.variables[id].observed = true;
        }
        self.lent.extend(&aliases);
        aliases
    }

    /// A top-level function that mentions these comes into scope.
    pub fn top_level(&mut self, scheme: Scheme, mentioned: &Aliases) {
        let aliases = mentioned.intersection(&self.lent).copied().collect();
        self.functions.push(Function { scheme, aliases });
    }

    /// A local function comes into scope.  What it gives may share memory with what it captures, and by the rules with the function itself: who
    /// consumes that may not call it again, nor give it to a loop's next turn.
    pub fn local(&mut self, scheme: Scheme, captured: &Aliases) {
        let mut aliases = self.shared();
        aliases.extend(captured);
        self.functions.push(Function { scheme, aliases });
    }

    /// The variables that may be used, innermost first.
    pub fn usable(&self, fits: impl Fn(&Ty) -> bool) -> Vec<usize> {
        let mut seen: Vec<&str> = Vec::new();
        let mut out = Vec::new();
        for &id in self.visible.iter().rev() {
            let variable = &self.variables[id];
            let is_hidden = variable.consumed || seen.contains(&variable.name.as_str());
            if fits(&variable.ty) && !is_hidden {
                out.push(id);
            }
            seen.push(&variable.name);
        }
        out
    }

    /// A use of a variable.
    pub fn variable(&mut self, id: usize) -> Exp {
        let variable = &self.variables[id];
        self.mentions.extend(&variable.aliases);
        let mut exp = Exp::named(&variable.name);
        if variable.ty.may_alias() {
            exp.aliases.clone_from(&variable.aliases);
        }
        exp
    }

    /// Whether everything that these share memory with may be consumed here.
    pub fn consumable(&self, aliases: &Aliases) -> bool {
        self.quiet == 0
            && aliases.iter().all(|&id| {
                let variable = &self.variables[id];
                id >= self.floor && !variable.observed && !variable.consumed
            })
    }

    /// What shares memory with these is gone.
    pub fn consume(&mut self, aliases: &Aliases) {
        for variable in &mut self.variables {
            variable.consumed |= !variable.aliases.is_disjoint(aliases);
        }
    }

    /// What was consumed so far, to return to.
    pub fn consumed(&self) -> Vec<bool> {
        self.variables.iter().map(|v| v.consumed).collect()
    }

    /// As if nothing had been consumed since then.
    pub fn restore(&mut self, consumed: &[bool]) {
        for (variable, before) in self.variables.iter_mut().zip(consumed) {
            variable.consumed = *before;
        }
    }

    /// What is made here may only consume what is made here.
    pub fn enclosed<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let mark = self.mark();
        let floor = self.variables.len();
        let out = self.with(|g| &mut g.floor, floor, make);
        self.leave(mark);
        out
    }

    /// What is made where something is otherwise.
    pub fn with<V, T>(
        &mut self,
        of: fn(&mut Generator) -> &mut V,
        value: V,
        make: impl FnOnce(&mut Generator) -> T,
    ) -> T {
        let outer = std::mem::replace(of(self), value);
        let out = make(self);
        *of(self) = outer;
        out
    }

    /// What is made where only these sizes are known.
    pub fn with_sizes<T>(&mut self, sizes: Vec<Size>, make: impl FnOnce(&mut Generator) -> T) -> T {
        self.with(|g| &mut g.sizes, sizes, make)
    }

    /// A function's inside, with the variables from outside that it mentions.
    pub fn closed<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> (T, Aliases) {
        let first = self.variables.len();
        let outer = std::mem::take(&mut self.mentions);
        let out = self.with(|g| &mut g.quiet, 0, |g| g.enclosed(make));
        let free: Aliases = self.mentions.iter().copied().filter(|id| *id < first).collect();
        self.mentions = outer;
        self.mentions.extend(&free);
        (out, free)
    }

    /// What is made here consumes nothing.
    pub fn quietly<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let quiet = self.quiet + 1;
        self.with(|g| &mut g.quiet, quiet, make)
    }

    /// A type, at times by another name.
    pub fn show(&mut self, c: &mut Choices, ty: &Ty) -> TypeExp {
        let abbreviations = &self.abbreviations;
        let mut used = false;
        let shown = ty.show(&mut |ty| {
            if matches!(ty, Ty::Prim(_) | Ty::Opaque(_)) {
                return None;
            }
            let (abbreviation, found) = abbreviations.iter().find_map(|a| {
                let mut found = Substitution::default();
                let of = Parameters {
                    sizes: &a.sizes,
                    types: &a.types,
                };
                (found.fit(of, &a.stands_for, ty)).then_some((a, found))
            })?;
            if c.below(2) == 0 {
                return None;
            }
            used = true;
            let sizes = abbreviation.sizes.iter().map(|size| found.sizes.get(size));
            let sizes = sizes.map(|size| {
                let size = SizeExp::Exp(Box::new(size?.tree()));
                Some(TypeArgExp::Size(size, Span::NONE))
            });
            let types = abbreviation.types.iter().map(|ty| found.types.get(ty));
            let types = types.map(|ty| Some(TypeArgExp::Type(ty?.tree())));
            sizes
                .chain(types)
                .try_fold(type_named(&abbreviation.name), |ty, argument| {
                    let kind = TypeExpKind::Apply(Box::new(ty), Box::new(argument?));
                    Some(type_of(kind))
                })
        });
        if used {
            self.meet(Construct::Abbreviated);
        }
        shown
    }

    /// A size; small numbers first.
    pub fn size(&mut self, c: &mut Choices) -> Size {
        const NUMBERS: [i64; 14] = [2, 3, 1, 0, 4, 5, 7, 8, 9, 11, 13, 15, 16, 17];
        let one = |c: &mut Choices| {
            if !self.sizes.is_empty() && c.below(3) > 0 {
                let i = c.below(self.sizes.len());
                self.sizes[i].clone()
            } else {
                let range = if c.below(4) == 3 { NUMBERS.len() } else { 4 };
                Size::Number(NUMBERS[c.below(range)])
            }
        };
        if c.below(16) < 15 {
            return one(c);
        }
        // None of them is below zero.
        match c.below(6) {
            0 => Size::infix('/', one(c), Size::Number(1 + c.below(3) as i64)),
            1 => Size::infix('%', one(c), Size::Number(1 + c.below(3) as i64)),
            2 => {
                let less = c.below(4) as i64;
                Size::infix(
                    '-',
                    Size::infix('+', one(c), Size::Number(less)),
                    Size::Number(less),
                )
            }
            kind => Size::infix(if kind == 3 { '*' } else { '+' }, one(c), one(c)),
        }
    }

    /// A primitive type.
    pub fn prim(&mut self, c: &mut Choices) -> PrimType {
        use PrimType::{Bool, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
        const COMMON: [PrimType; 4] = [I64, I32, Bool, F64];
        const ALL: [PrimType; 12] = [I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64, Bool];
        if c.below(2) == 0 || !self.on(Feature::Widths) {
            return COMMON[c.below(COMMON.len())];
        }
        match ALL[c.below(ALL.len())] {
            F16 if !self.on(Feature::Machine) => F32,
            p => p,
        }
    }

    /// A type of values other than functions, with this many constructors of types at most in each other.
    pub fn data(&mut self, c: &mut Choices, depth: usize) -> Ty {
        let kind = if depth == 0 { 0 } else { c.below(10) };
        if kind < 2 && depth > 0 && !self.common.is_empty() {
            return self.common[c.below(self.common.len())].clone();
        }
        match kind {
            4..=6 if self.on(Feature::Arrays) => {
                let size = self.size(c);
                Ty::array(size, self.data(c, depth - 1))
            }
            7 => {
                let count = if c.below(16) == 15 { 0 } else { 2 + c.below(2) };
                Ty::Tuple((0..count).map(|_| self.data(c, depth - 1)).collect())
            }
            8 if self.on(Feature::Records) => {
                let names = [["a", "b"], ["b", "x"], ["a", "y"]][c.below(3)];
                Ty::Record(
                    names
                        .iter()
                        .map(|f| ((*f).to_owned(), self.data(c, depth - 1)))
                        .collect(),
                )
            }
            9 if self.on(Feature::Sums) => self.sum(c, depth - 1),
            3 if !self.abstracts.is_empty() => {
                Ty::Opaque(self.abstracts[c.below(self.abstracts.len())].name.clone())
            }
            _ => Ty::Prim(self.prim(c)),
        }
    }

    /// Types that values of the program have more often than others: records in records, sums, arrays of them.
    pub fn choose_common(&mut self, c: &mut Choices) {
        let mut common: Vec<Ty> = (0..2).map(|_| self.data(c, 2)).collect();
        if self.on(Feature::Records) {
            let mut field = |name: &str, depth| (name.to_owned(), self.data(c, depth));
            let inner = Ty::Record(vec![field("c", 0), field("d", 1)]);
            common.push(Ty::Record(vec![
                field("a", 0),
                ("b".to_owned(), inner),
                field("x", 1),
            ]));
        }
        if self.on(Feature::Sums) {
            common.push(self.sum(c, 1));
        }
        self.common = common;
    }

    fn sum(&mut self, c: &mut Choices, depth: usize) -> Ty {
        let names = ["leaf", "node", "some"];
        let count = if c.below(8) == 7 { 1 } else { 2 + c.below(2) };
        let constructors = names[..count]
            .iter()
            .map(|name| {
                let parts = (0..c.below(3)).map(|_| self.data(c, depth)).collect();
                ((*name).to_owned(), parts)
            })
            .collect();
        Ty::Sum(constructors)
    }

    /// The functions that may be called: those of the program and of the library.
    pub fn callable(&self, fits: impl Fn(&Scheme) -> bool) -> Vec<Callee> {
        // What a call or a loop gives is consumed by a call of it, though it has no name.
        let fits = |s: &Scheme| (self.quiet == 0 || !s.parameters.iter().any(|p| p.consumed)) && fits(s);
        let own = self
            .functions
            .iter()
            .enumerate()
            .filter(|(_, f)| f.aliases.iter().all(|&id| !self.variables[id].consumed) && fits(&f.scheme));
        let mut out: Vec<Callee> = own.map(|(i, _)| Callee::Own(i)).collect();
        let is_on = |s: &Scheme| self.on(Feature::Machine) || !OF_MACHINES.contains(&s.name.as_str());
        let library = LIBRARY.iter().enumerate().filter(|(_, s)| is_on(s) && fits(s));
        out.extend(library.map(|(i, _)| Callee::Library(i)));
        out
    }

    /// What is called.
    pub fn callee(&self, callee: Callee) -> (Scheme, Aliases) {
        match callee {
            Callee::Own(i) => (
                self.functions[i].scheme.clone(),
                self.functions[i].aliases.clone(),
            ),
            Callee::Library(i) => (LIBRARY[i].clone(), Aliases::new()),
        }
    }
}

/// A function that may be called.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// One of the program.
    Own(usize),
    /// One of the library.
    Library(usize),
}
