//! What is in scope, what it shares, and which sizes are known.

mod given;

use super::numbers::number;
use super::{COMMON, nowhere};
use crate::Choices;
use elder_core::tree::{Atom, Binder, Body, Dim, Exp, Lambda, Pat, Program, Stm, Type};
use elder_core::{Name, SiteId};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use std::collections::{BTreeMap, BTreeSet};

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: Name,
    pub ty: Type,
    /// What it may share.
    pub class: usize,
    /// In which body it was bound.
    born: usize,
}

/// Variables that may share.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The class that it was joined with.
    joined: Option<usize>,
    /// In which function of a combinator, or loop, the outermost of it was bound; frozen: in none.
    level: Option<usize>,
}

/// A program in the making.
pub struct Generator {
    pub program: Program,
    pub at: SiteId,
    /// The body in the making.
    out: Vec<Stm>,
    scope: Vec<Var>,
    classes: Vec<Class>,
    /// Sizes, with what they are if that is known, and in which body they were bound.
    sizes: Vec<(Name, Option<i64>, usize)>,
    depth: usize,
    level: usize,
    /// What something uses.
    used: BTreeSet<Name>,
    /// What scalars are that come from outside.
    numbers: BTreeMap<Name, PrimValue>,
    /// How many sizes each function takes, before anything else.
    pub sized_by: Vec<usize>,
    /// Whether rules of simplification are to apply everywhere.
    pub is_dense: bool,
    /// The number that turns branches.
    pub turn: Option<Name>,
}

impl Generator {
    pub fn new() -> Generator {
        let mut program = Program::default();
        let at = nowhere(&mut program);
        Generator {
            program,
            at,
            out: Vec::new(),
            scope: Vec::new(),
            classes: Vec::new(),
            sizes: Vec::new(),
            depth: 0,
            level: 0,
            used: BTreeSet::new(),
            numbers: BTreeMap::new(),
            sized_by: Vec::new(),
            is_dense: false,
            turn: None,
        }
    }

    /// Another definition begins.
    pub fn clear(&mut self) {
        self.scope.clear();
        self.sizes.clear();
        self.turn = None;
    }

    /// One of the types of scalars.
    pub fn prim_type(&mut self, c: &mut Choices) -> PrimType {
        let all = match c.below(3) {
            2 => PrimType::ALL,
            _ => &COMMON,
        };
        c.pick(all).copied().unwrap_or(PrimType::I32)
    }

    /// A size is bound.
    pub fn size(&mut self, name: Name, value: Option<i64>) {
        self.sizes.push((name, value, self.depth));
    }

    /// A scalar comes from outside.
    pub fn given_number(&mut self, name: Name, value: PrimValue) {
        self.numbers.insert(name, value);
    }

    /// What a scalar is, if that is known.
    pub fn number_of(&self, name: Name) -> Option<PrimValue> {
        let number = self.numbers.get(&name).copied();
        number.or_else(|| self.value(Atom::Var(name)).map(PrimValue::I64))
    }

    /// Something uses this: who makes an expression says it of its operands, since what nothing uses is picked first.
    pub fn uses(&mut self, atom: Atom) {
        self.used.extend(atom.name());
    }

    /// What a size is, if that is known.
    pub fn value(&self, size: Atom) -> Option<i64> {
        match size {
            Atom::Const(elder_syntax::prim::PrimValue::I64(value)) => Some(value),
            Atom::Const(_) => None,
            Atom::Var(name) => {
                let known = self.sizes.iter().find(|(size, ..)| *size == name);
                known.and_then(|(_, value, _)| *value)
            }
        }
    }

    /// A variable comes into scope; of what is frozen nothing is consumed.
    pub fn declare(&mut self, name: Name, ty: Type, frozen: bool) -> usize {
        let class = self.classes.len();
        self.classes.push(Class {
            joined: None,
            level: (!frozen).then_some(self.level),
        });
        self.enter(name, ty, class);
        class
    }

    /// A variable comes into scope that may share with a class.
    pub fn enter(&mut self, name: Name, ty: Type, class: usize) {
        let born = self.depth;
        self.scope.push(Var {
            name,
            ty,
            class,
            born,
        });
    }

    fn root(&self, class: usize) -> usize {
        let mut class = class;
        while let Some(joined) = self.classes[class].joined {
            class = joined;
        }
        class
    }

    /// Two classes may share.
    pub fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            let level = self.classes[one].level.zip(self.classes[other].level);
            self.classes[one].level = level.map(|(a, b)| a.min(b));
            self.classes[other].joined = Some(one);
        }
    }

    pub fn share(&self, one: usize, other: usize) -> bool {
        self.root(one) == self.root(other)
    }

    pub fn is_consumable(&self, class: usize) -> bool {
        self.classes[self.root(class)]
            .level
            .is_some_and(|level| level >= self.level)
    }

    /// A class goes out of scope.
    pub fn consume(&mut self, class: usize) {
        let root = self.root(class);
        let classes = std::mem::take(&mut self.classes);
        let root_of = |mut class: usize| {
            while let Some(joined) = classes[class].joined {
                class = joined;
            }
            class
        };
        self.scope.retain(|var| root_of(var.class) != root);
        self.classes = classes;
    }

    /// These are for their own statements only.
    pub fn closed(&mut self, names: impl IntoIterator<Item = Name>) {
        for name in names {
            self.scope.retain(|var| var.name != name);
        }
    }

    /// What is in scope, and may be put back by [`Generator::back`].
    pub fn scope(&self) -> Vec<Var> {
        self.scope.clone()
    }

    pub fn back(&mut self, scope: Vec<Var>) {
        self.scope = scope;
    }

    /// Only what is also in that scope.
    pub fn within(&mut self, scope: &[Var]) {
        self.scope
            .retain(|var| scope.iter().any(|other| other.name == var.name));
    }

    /// A body of its own; what it binds is not in scope behind it.
    pub fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stm>) {
        let outside = std::mem::take(&mut self.out);
        let sizes = self.sizes.len();
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        let depth = self.depth;
        self.scope.retain(|var| var.born <= depth);
        self.sizes.truncate(sizes);
        (result, std::mem::replace(&mut self.out, outside))
    }

    /// The body of something that is executed many times: nothing outside is consumed.
    pub fn repeated<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stm>) {
        self.level += 1;
        let made = self.nested(inside);
        self.level -= 1;
        made
    }

    /// A function of these parameters, whose results something picks.
    pub fn lambda(
        &mut self,
        params: Vec<(Binder, bool)>,
        inside: impl FnOnce(&mut Self, &[Name]) -> Vec<(Atom, Type)>,
    ) -> Lambda {
        let names: Vec<Name> = params.iter().map(|(param, _)| param.name).collect();
        let (results, stms) = self.repeated(|g| {
            for (param, frozen) in &params {
                g.declare(param.name, param.ty.clone(), *frozen);
            }
            inside(g, &names)
        });
        let (given, types) = results.into_iter().unzip();
        let params = params.into_iter().map(|(param, _)| param).collect();
        Lambda::new(params, Body::of(stms, given), types)
    }

    /// A new variable, which is not in scope before it is [declared](Generator::declare).
    pub fn fresh(&mut self, ty: Type) -> Binder {
        let text = match &ty {
            Type::Array { .. } => "xs",
            Type::Cert => "sure",
            Type::Acc(_) => "acc",
            Type::Prim(_) => "x",
        };
        let name = self.program.names.fresh(text);
        Binder { name, ty }
    }

    /// A statement; what it binds is not in scope yet.
    pub fn push(&mut self, sizes: Vec<Name>, values: Vec<Binder>, exp: Exp, certs: Vec<Name>) {
        let pat = Pat { sizes, values };
        self.out.push(Stm {
            pat,
            exp,
            certs,
            safe: false,
            at: self.at,
        });
    }

    /// The statements of the body in the making.
    pub fn so_far(&self) -> &[Stm] {
        &self.out
    }

    /// A statement that binds what shares with nothing.
    pub fn bind(&mut self, ty: Type, exp: Exp) -> Name {
        let binder = self.fresh(ty.clone());
        let name = binder.name;
        self.push(Vec::new(), vec![binder], exp, Vec::new());
        self.declare(name, ty, false);
        name
    }

    /// A statement that binds a view of a class.
    pub fn view(&mut self, ty: Type, exp: Exp, class: usize) -> Name {
        let binder = self.fresh(ty.clone());
        let name = binder.name;
        self.push(Vec::new(), vec![binder], exp, Vec::new());
        self.enter(name, ty, class);
        name
    }

    /// Several values that share with nothing.
    pub fn bind_all(&mut self, types: Vec<Type>, exp: Exp) -> Vec<Name> {
        let binders: Vec<Binder> = types.into_iter().map(|ty| self.fresh(ty)).collect();
        self.push(Vec::new(), binders.clone(), exp, Vec::new());
        let names = binders.iter().map(|binder| binder.name).collect();
        for binder in binders {
            self.declare(binder.name, binder.ty, false);
        }
        names
    }

    /// A statement that applies a primitive function, whose operands were [used](Generator::uses) by who asks for it.
    pub fn prim(&mut self, function: PrimFn, operands: Vec<Atom>) -> Atom {
        Atom::Var(self.bind(Type::Prim(function.result()), Exp::Prim(function, operands)))
    }

    /// The same of an operator on two numbers as sizes are.
    pub fn of_two(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        self.prim(PrimFn::Bin(op, PrimType::I64), vec![a, b])
    }

    /// A variable that this is true of; most often one that nothing uses yet.
    pub fn pick(&mut self, c: &mut Choices, is_wanted: impl Fn(&Generator, &Var) -> bool) -> Option<Var> {
        let all: Vec<&Var> = self.scope.iter().filter(|var| is_wanted(self, var)).collect();
        let unused: Vec<&Var> = all
            .iter()
            .copied()
            .filter(|var| !self.used.contains(&var.name))
            .collect();
        let from = match unused.is_empty() || c.below(4) == 3 {
            true => all,
            false => unused,
        };
        // The last is the nearest.
        let picked = c.below(from.len());
        let var = from.get(from.len().checked_sub(1 + picked)?).copied().cloned()?;
        self.used.insert(var.name);
        Some(var)
    }

    /// A scalar of the type: a variable, one that was converted, or a constant.
    pub fn scalar(&mut self, c: &mut Choices, t: PrimType) -> Atom {
        if c.below(5) > 0 {
            if let Some(var) = self.pick(c, |_, var| var.ty == Type::Prim(t)) {
                return Atom::Var(var.name);
            }
            if c.below(3) == 0
                && let Some(var) = self.pick(c, |_, var| matches!(var.ty, Type::Prim(_)))
                && let Some(from) = var.ty.element()
            {
                return self.prim(PrimFn::Convert(from, t), vec![Atom::Var(var.name)]);
            }
        }
        Atom::Const(number(c, t))
    }

    /// The size of a dimension.
    pub fn dim(ty: &Type, k: usize) -> Option<Atom> {
        match ty.dims().get(k) {
            Some(Dim::Is(atom)) => Some(*atom),
            _ => None,
        }
    }

    /// Whether the sizes of a type are known outside of this body.
    pub fn is_outer(&self, ty: &Type) -> bool {
        ty.dims().iter().all(|dim| match dim {
            Dim::Is(Atom::Var(name)) => {
                let known = self.sizes.iter().find(|(size, ..)| size == name);
                known.is_some_and(|(_, _, born)| *born < self.depth)
            }
            _ => true,
        })
    }

    /// Something of this type: a variable, or something new.
    pub fn of(&mut self, c: &mut Choices, ty: &Type) -> (Atom, usize) {
        if let Type::Prim(t) = ty {
            let atom = self.scalar(c, *t);
            return (atom, 0);
        }
        if let Some(var) = self.pick(c, |_, var| var.ty == *ty) {
            return (Atom::Var(var.name), var.class);
        }
        let (name, class) = self.new_array(c, ty);
        (Atom::Var(name), class)
    }

    /// A new array of this type.
    pub fn new_array(&mut self, c: &mut Choices, ty: &Type) -> (Name, usize) {
        let element = ty.element().unwrap_or(PrimType::I32);
        let mut value = self.scalar(c, element);
        let dims: Vec<Dim> = ty.dims().to_vec();
        for k in (0..dims.len()).rev() {
            let row = Type::array(dims[k..].iter().copied(), element);
            let count = Self::dim(&row, 0).unwrap_or(Atom::i64(0));
            self.used.extend(value.name());
            value = Atom::Var(self.bind(row, Exp::Replicate { count, value }));
        }
        let class = self.scope.last().map_or(0, |var| var.class);
        (
            value.name().unwrap_or_else(|| self.program.names.fresh("none")),
            class,
        )
    }

    pub fn copy(&mut self, var: &Var) -> Name {
        let name = self.bind(var.ty.clone(), Exp::Copy(var.name));
        self.used.insert(name);
        self.used.insert(var.name);
        name
    }

    /// An array of the type that may be consumed, taken out of scope: one that is there, or a copy.
    pub fn owned(&mut self, c: &mut Choices, is_wanted: impl Fn(&Var) -> bool) -> Option<Var> {
        let found = self.pick(c, |g, var| is_wanted(var) && g.is_consumable(var.class));
        let var = match found {
            Some(var) => var,
            None => {
                let var = self.pick(c, |_, var| is_wanted(var))?;
                self.copy(&var);
                self.scope.last().cloned()?
            }
        };
        self.consume(var.class);
        Some(var)
    }
}
