//! Types annotated with aliases.
//!
//! To every array, function and abstract part of a type belongs a set of [`Alias`]es: the variables whose memory the
//! part may share.  [`Annotated`] is a type with such sets, reduced to what matters here: anything that consists of
//! scalars alone is [`Annotated::Scalar`], and arrays have no structure, since their elements cannot be told apart.

use crate::check::substitution::is_order_zero as order_zero;
use crate::rules::uniqueness::{FUT_U_ABS, FUT_U_POLY};
use crate::tree::{Arrow, Pat, PatKind, RetType, Stars, Type, TypeKind, VName};
use elder_syntax::Name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Variables with this bit are tokens: results of applications and loops, which no name denotes.
const TOKEN: u32 = 1 << 31;

/// A variable, or the part of it reached by a path of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Alias {
    /// The [`VName::id`] or token.
    pub var: u32,
    /// The part, see [`Paths`]; with [`CAPTURED`], what a function in an array has captured of it.
    path: u32,
}

impl Alias {
    /// Whether who has it need not know that it is an array (FUT-U-LENT).
    pub fn is_lent(self) -> bool {
        self.path & LENT != 0
    }

    /// The variable and its part, however it is met.
    pub fn part(self) -> (u32, u32) {
        (self.var, self.path & !(CAPTURED | LENT))
    }
}

/// In paths: functions that are elements of an array have captured this.  It is read where the array is, and is no memory of the array.
const CAPTURED: u32 = 1 << 31;

/// In paths: a token of what a function was given and applying it consumes.
const GIVEN: u32 = 1 << 30;

/// In paths: a top-level variable that is met as a value of abstract type, or as what a function gives.
const LENT: u32 = 1 << 29;

/// The token with this index.
pub(super) fn token(index: usize) -> u32 {
    TOKEN | index as u32
}

/// The index of a token; `None` for a variable.
pub(super) fn token_index(var: u32) -> Option<usize> {
    (var & TOKEN != 0).then_some((var & !TOKEN) as usize)
}

/// Field paths, numbered.
#[derive(Debug, Default)]
pub(super) struct Paths(FxHashMap<(u32, Name), u32>);

impl Paths {
    const ROOT: u32 = 0;

    fn extend(&mut self, path: u32, field: &Name) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry((path, field.clone())).or_insert(next)
    }
}

/// A set of aliases, sorted, shared.
#[derive(Clone, Debug, Default)]
pub(super) struct Aliases(Option<Rc<[Alias]>>);

impl Aliases {
    /// The empty set.
    pub const NONE: Aliases = Aliases(None);

    /// Just this variable, as a whole.
    pub fn of(var: u32) -> Aliases {
        Aliases(Some(Rc::new([Alias {
            var,
            path: Paths::ROOT,
        }])))
    }

    fn part(var: u32, path: u32) -> Aliases {
        Aliases(Some(Rc::new([Alias { var, path }])))
    }

    /// A token of what a function was given and applying it consumes.
    pub fn given(token: u32) -> Aliases {
        Aliases::part(token, GIVEN)
    }

    /// The tokens that [`Aliases::given`] made.
    pub fn only_given(&self) -> Aliases {
        Aliases::from_sorted(self.iter().filter(|a| a.path & GIVEN != 0).collect())
    }

    /// The same without these tokens.
    pub fn without_given(&self) -> Aliases {
        match self.iter().all(|a| a.path & GIVEN == 0) {
            true => self.clone(),
            false => Aliases::from_sorted(self.iter().filter(|a| a.path & GIVEN == 0).collect()),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// In ascending order of variables.
    pub fn iter(&self) -> impl Iterator<Item = Alias> + '_ {
        self.0.iter().flat_map(|set| set.iter().copied())
    }

    /// The variables, each once, ascending.
    pub fn vars(&self) -> impl Iterator<Item = u32> + '_ {
        let mut last = None;
        self.iter()
            .map(|a| a.var)
            .filter(move |&v| last.replace(v) != Some(v))
    }

    /// Whether some part of this variable is in the set.
    pub fn has_var(&self, var: u32) -> bool {
        self.0.as_ref().is_some_and(|set| {
            let at = set.partition_point(|a| a.var < var);
            set.get(at).is_some_and(|a| a.var == var)
        })
    }

    /// The union.
    pub fn union(&self, other: &Aliases) -> Aliases {
        let (a, b) = match (&self.0, &other.0) {
            (None, _) => return other.clone(),
            (_, None) => return self.clone(),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return self.clone(),
            (Some(a), Some(b)) => (a, b),
        };
        let mut merged = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
            merged.push(*x.min(y));
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        merged.extend_from_slice(a.get(i..).unwrap_or_default());
        merged.extend_from_slice(b.get(j..).unwrap_or_default());
        if merged.len() == a.len() {
            self.clone()
        } else if merged.len() == b.len() {
            other.clone()
        } else {
            Aliases(Some(merged.into()))
        }
    }

    /// The same as what elements of an array have captured (FUT-DF-OR-TYPE).
    pub fn captured(&self) -> Aliases {
        self.marked(CAPTURED)
    }

    /// The same as what functions give of top-level variables (FUT-U-LENT).
    pub fn lent(&self) -> Aliases {
        self.marked(LENT)
    }

    fn marked(&self, mark: u32) -> Aliases {
        let mut all: Vec<Alias> = self.iter().collect();
        for alias in &mut all {
            alias.path |= mark;
        }
        all.sort_unstable();
        all.dedup();
        Aliases::from_sorted(all)
    }

    /// Those that elements of arrays have captured.
    pub fn of_elements(&self) -> Aliases {
        Aliases::from_sorted(self.iter().filter(|a| a.path & CAPTURED != 0).collect())
    }

    /// Those that elements of arrays have not captured.
    pub fn own(&self) -> Aliases {
        match self.iter().all(|a| a.path & CAPTURED == 0) {
            true => self.clone(),
            false => Aliases::from_sorted(self.iter().filter(|a| a.path & CAPTURED == 0).collect()),
        }
    }

    fn from_sorted(all: Vec<Alias>) -> Aliases {
        Aliases((!all.is_empty()).then(|| all.into()))
    }

    /// One alias that both have.
    pub fn common(&self, other: &Aliases) -> Option<Alias> {
        let (a, b) = (self.0.as_ref()?, other.0.as_ref()?);
        let (mut i, mut j) = (0, 0);
        while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
            match x.cmp(y) {
                std::cmp::Ordering::Equal => return Some(*x),
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
            }
        }
        None
    }

    /// The same with tokens for these variables and parts of variables.
    pub fn renamed(&self, tokens: &FxHashMap<(u32, u32), u32>) -> Aliases {
        let mut all: Vec<Alias> = self.iter().collect();
        for alias in &mut all {
            if let Some(&token) = tokens.get(&alias.part()) {
                alias.var = token;
                alias.path &= CAPTURED | LENT;
            }
        }
        all.sort_unstable();
        all.dedup();
        Aliases::from_sorted(all)
    }

    /// Those whose variable meets a condition.
    pub fn filter(&self, keep: &dyn Fn(u32) -> bool) -> Aliases {
        if self.iter().all(|a| keep(a.var)) {
            return self.clone();
        }
        Aliases::from_sorted(self.iter().filter(|a| keep(a.var)).collect())
    }
}

/// A type annotated with aliases.
#[derive(Clone, Debug)]
pub(super) enum Annotated {
    /// Nothing in it can alias.
    Scalar,
    /// An array.
    Array(Aliases),
    /// A type variable or abstract type: perhaps an array, perhaps several.
    Abstract(Aliases),
    /// A function: what it has captured, and its type with all stars known.
    Arrow(Aliases, Type),
    /// A record or tuple.
    Record(Rc<[(Name, Annotated)]>),
    /// A sum.
    Sum(Rc<[(Name, Rc<[Annotated]>)]>),
}

/// Runs `f` with enough stack for a few more frames.
pub(super) fn deeply<T>(f: impl FnOnce() -> T) -> T {
    elder_syntax::effort::deeper(f)
}

/// Whether a value of the type cannot share memory.
pub(super) fn is_scalar(ty: &Type) -> bool {
    match &**ty {
        TypeKind::Array(..) | TypeKind::Arrow(_) | TypeKind::Var(_) | TypeKind::Named(..) => false,
        // What is made of nothing that shares does not share.
        _ => deeply(|| ty.types().all(is_scalar)),
    }
}

/// Whether no part of the type is a function.
pub(super) fn is_order_zero(ty: &Type) -> bool {
    match &**ty {
        TypeKind::Array(..) | TypeKind::Named(..) => true,
        TypeKind::Arrow(_) => false,
        _ => deeply(|| ty.types().all(is_order_zero)),
    }
}

/// What the parts of a new annotated type alias.
enum Source<'a> {
    /// All the same.
    Same(&'a Aliases),
    /// The variable with this id, by path.
    Variable(u32, &'a mut Paths),
    /// The top-level constant with this id, by path, and what functions in it share memory with.
    Global(u32, &'a Aliases, &'a mut Paths),
}

fn build(ty: &Type, stars: &Stars, source: &mut Source<'_>, path: u32) -> Annotated {
    let part = |source: &Source<'_>, mark: u32| match source {
        // What is new memory may have elements that captured other.
        Source::Same(aliases) if *stars == Stars::All && !order_zero(ty) => aliases.of_elements(),
        _ if *stars == Stars::All => Aliases::NONE,
        Source::Same(aliases) => Aliases::clone(aliases),
        Source::Variable(var, _) => Aliases::part(*var, path),
        Source::Global(var, ..) => Aliases::part(*var, path | mark),
    };
    match &**ty {
        TypeKind::Prim(_) => Annotated::Scalar,
        TypeKind::Array(..) => Annotated::Array(part(source, 0).without_given()),
        TypeKind::Var(_) => {
            FUT_U_POLY.apply();
            Annotated::Abstract(part(source, LENT))
        }
        TypeKind::Named(..) => {
            FUT_U_ABS.apply();
            Annotated::Abstract(part(source, LENT))
        }
        TypeKind::Arrow(_) => Annotated::Arrow(
            match source {
                Source::Same(aliases) | Source::Global(_, aliases, _) => Aliases::clone(aliases),
                Source::Variable(var, _) => Aliases::part(*var, path),
            },
            ty.clone(),
        ),
        _ if is_scalar(ty) => Annotated::Scalar,
        TypeKind::Record(fields) => deeply(|| {
            Annotated::Record(
                fields
                    .iter()
                    .map(|(f, t)| {
                        let path = match source {
                            Source::Same(_) => path,
                            Source::Variable(_, paths) | Source::Global(_, _, paths) => paths.extend(path, f),
                        };
                        (f.clone(), build(t, &stars.field(f), source, path))
                    })
                    .collect(),
            )
        }),
        TypeKind::Sum(constrs) => deeply(|| {
            Annotated::Sum(
                constrs
                    .iter()
                    .map(|(c, ts)| {
                        let ts = ts.iter().map(|t| build(t, stars, source, path)).collect();
                        (c.clone(), ts)
                    })
                    .collect(),
            )
        }),
    }
}

impl Annotated {
    /// The type, every part with these aliases.
    pub fn new(ty: &Type, aliases: &Aliases) -> Annotated {
        build(ty, &Stars::None, &mut Source::Same(aliases), Paths::ROOT)
    }

    /// The type of a result: these aliases on the parts that are not starred.
    pub fn result(ty: &Type, stars: &Stars, aliases: &Aliases) -> Annotated {
        build(ty, stars, &mut Source::Same(aliases), Paths::ROOT)
    }

    /// The type of a variable that aliases only itself.
    pub fn variable(ty: &Type, var: u32, paths: &mut Paths) -> Annotated {
        build(ty, &Stars::None, &mut Source::Variable(var, paths), Paths::ROOT)
    }

    /// The type of a top-level constant whose functions share memory with these.
    pub fn global(ty: &Type, var: u32, lent: &Aliases, paths: &mut Paths) -> Annotated {
        build(
            ty,
            &Stars::None,
            &mut Source::Global(var, lent, paths),
            Paths::ROOT,
        )
    }

    /// Adds a variable to every part.
    pub fn with_self(&self, var: u32, paths: &mut Paths) -> Annotated {
        self.with_self_at(var, paths, Paths::ROOT)
    }

    fn with_self_at(&self, var: u32, paths: &mut Paths, path: u32) -> Annotated {
        let own = |aliases: &Aliases| aliases.union(&Aliases::part(var, path));
        match self {
            Annotated::Scalar => Annotated::Scalar,
            Annotated::Array(a) => Annotated::Array(own(a)),
            Annotated::Abstract(a) => Annotated::Abstract(own(a)),
            Annotated::Arrow(a, ty) => Annotated::Arrow(own(a), ty.clone()),
            Annotated::Record(fields) => deeply(|| {
                Annotated::Record(
                    fields
                        .iter()
                        .map(|(f, t)| {
                            let path = paths.extend(path, f);
                            (f.clone(), t.with_self_at(var, paths, path))
                        })
                        .collect(),
                )
            }),
            Annotated::Sum(constrs) => deeply(|| {
                Annotated::Sum(
                    constrs
                        .iter()
                        .map(|(c, ts)| {
                            let ts = ts.iter().map(|t| t.with_self_at(var, paths, path)).collect();
                            (c.clone(), ts)
                        })
                        .collect(),
                )
            }),
        }
    }

    /// Calls `f` with the aliases of every part.
    pub fn each(&self, f: &mut dyn FnMut(&Aliases)) {
        match self {
            Annotated::Scalar => (),
            Annotated::Array(a) | Annotated::Abstract(a) | Annotated::Arrow(a, _) => f(a),
            Annotated::Record(fields) => deeply(|| fields.iter().for_each(|(_, t)| t.each(f))),
            Annotated::Sum(constrs) => deeply(|| {
                for (_, ts) in constrs.iter() {
                    ts.iter().for_each(|t| t.each(f));
                }
            }),
        }
    }

    /// The aliases of all parts together.
    pub fn aliases(&self) -> Aliases {
        match self {
            Annotated::Array(a) | Annotated::Abstract(a) | Annotated::Arrow(a, _) => a.clone(),
            _ => {
                let mut all = Aliases::NONE;
                self.each(&mut |a| all = all.union(a));
                all
            }
        }
    }

    /// The aliases of all parts together, except those of functions.
    pub fn data_aliases(&self) -> Aliases {
        match self {
            Annotated::Scalar | Annotated::Arrow(..) => Aliases::NONE,
            Annotated::Array(a) | Annotated::Abstract(a) => a.clone(),
            Annotated::Record(fields) => deeply(|| {
                fields
                    .iter()
                    .fold(Aliases::NONE, |all, (_, t)| all.union(&t.data_aliases()))
            }),
            Annotated::Sum(constrs) => deeply(|| {
                constrs
                    .iter()
                    .flat_map(|(_, ts)| ts.iter())
                    .fold(Aliases::NONE, |all, t| all.union(&t.data_aliases()))
            }),
        }
    }

    /// The parts that records and tuples separate.
    fn parts(&self) -> Vec<Aliases> {
        let mut parts = Vec::new();
        self.collect_parts(&mut parts);
        parts
    }

    /// An alias that two parts have.
    pub fn shared(&self) -> Option<Alias> {
        if !matches!(self, Annotated::Record(_)) {
            return None;
        }
        let mut seen = Aliases::NONE;
        self.parts().iter().find_map(|part| {
            let shared = part.common(&seen);
            seen = seen.union(part);
            shared
        })
    }

    fn collect_parts(&self, parts: &mut Vec<Aliases>) {
        match self {
            Annotated::Scalar => (),
            Annotated::Record(fields) => deeply(|| fields.iter().for_each(|(_, t)| t.collect_parts(parts))),
            other => parts.push(other.aliases()),
        }
    }

    /// The part of a field.
    pub fn field(&self, name: &str) -> Annotated {
        match self {
            Annotated::Record(fields) => fields
                .iter()
                .find(|(f, _)| f == name)
                .map_or(Annotated::Scalar, |(_, t)| t.clone()),
            other => other.clone(),
        }
    }

    /// The same with another part at the end of a path of fields.
    pub fn with_field(&self, ty: &Type, path: &[Name], value: &Annotated) -> Annotated {
        let Some((first, rest)) = path.split_first() else {
            return value.clone();
        };
        let TypeKind::Record(fields) = &**ty else {
            return self.clone();
        };
        let fields: Vec<(Name, Annotated)> = fields
            .iter()
            .map(|(f, t)| {
                let part = self.field(f);
                let part = if f == first {
                    deeply(|| part.with_field(t, rest, value))
                } else {
                    part
                };
                (f.clone(), part)
            })
            .collect();
        Annotated::record(fields)
    }

    /// A record of these fields.
    pub fn record(fields: Vec<(Name, Annotated)>) -> Annotated {
        if fields.iter().all(|(_, t)| matches!(t, Annotated::Scalar)) {
            Annotated::Scalar
        } else {
            Annotated::Record(fields.into())
        }
    }

    /// Both together: what either aliases.
    pub fn combine(&self, other: &Annotated) -> Annotated {
        match (self, other) {
            (Annotated::Scalar, t) | (t, Annotated::Scalar) => t.clone(),
            (Annotated::Record(a), Annotated::Record(b)) => deeply(|| {
                Annotated::Record(
                    a.iter()
                        .map(|(f, t)| match b.iter().find(|(g, _)| f == g) {
                            Some((_, u)) => (f.clone(), t.combine(u)),
                            None => (f.clone(), t.clone()),
                        })
                        .collect(),
                )
            }),
            (Annotated::Sum(a), Annotated::Sum(b)) => deeply(|| {
                Annotated::Sum(
                    a.iter()
                        .map(|(c, ts)| match b.iter().find(|(d, _)| c == d) {
                            Some((_, us)) => {
                                let both = ts.iter().zip(us.iter()).map(|(t, u)| t.combine(u)).collect();
                                (c.clone(), both)
                            }
                            None => (c.clone(), ts.clone()),
                        })
                        .collect(),
                )
            }),
            (Annotated::Arrow(a, ty), t) => Annotated::Arrow(a.union(&t.aliases()), ty.clone()),
            (Annotated::Array(a), t) => Annotated::Array(a.union(&t.aliases())),
            (Annotated::Abstract(a), t) | (t, Annotated::Abstract(a)) => {
                Annotated::Abstract(a.union(&t.aliases()))
            }
            (t, _) => t.clone(),
        }
    }

    /// The same with the alias sets changed.
    pub fn map(&self, f: &dyn Fn(&Aliases) -> Aliases) -> Annotated {
        match self {
            Annotated::Scalar => Annotated::Scalar,
            Annotated::Array(a) => Annotated::Array(f(a)),
            Annotated::Abstract(a) => Annotated::Abstract(f(a)),
            Annotated::Arrow(a, ty) => Annotated::Arrow(f(a), ty.clone()),
            Annotated::Record(fields) => {
                deeply(|| Annotated::Record(fields.iter().map(|(n, t)| (n.clone(), t.map(f))).collect()))
            }
            Annotated::Sum(constrs) => deeply(|| {
                Annotated::Sum(
                    constrs
                        .iter()
                        .map(|(c, ts)| (c.clone(), ts.iter().map(|t| t.map(f)).collect()))
                        .collect(),
                )
            }),
        }
    }
}

/// The names bound by a pattern that takes apart a value, each with the annotated type of its part.
pub(super) fn match_pattern(pat: &Pat, value: &Annotated, bind: &mut dyn FnMut(&VName, &Type, &Annotated)) {
    if matches!(value, Annotated::Scalar) {
        return;
    }
    match (&pat.kind, value) {
        (PatKind::Wildcard | PatKind::Lit(_), _) => (),
        (PatKind::Var(name), _) => bind(name, &pat.ty, value),
        (PatKind::Record(fields), Annotated::Record(_)) => deeply(|| {
            for (f, p) in fields {
                match_pattern(p, &value.field(f), bind);
            }
        }),
        (PatKind::Constr(c, args), Annotated::Sum(constrs)) => deeply(|| {
            let parts = constrs.iter().find(|(d, _)| c == d);
            for (p, part) in args.iter().zip(parts.iter().flat_map(|(_, ts)| ts.iter())) {
                match_pattern(p, part, bind);
            }
        }),
        (PatKind::Record(_) | PatKind::Constr(..), _) => {
            let parts = Annotated::new(&pat.ty, &value.aliases());
            if matches!(parts, Annotated::Record(_) | Annotated::Sum(_)) {
                deeply(|| match_pattern(pat, &parts, bind));
            }
        }
    }
}

/// The names of a pattern.
pub(super) fn pattern_names(pat: &Pat, f: &mut dyn FnMut(&VName, &Type)) {
    pat.each(&mut |part| {
        if let PatKind::Var(name) = &part.kind {
            f(name, &part.ty);
        }
    });
}

/// The names of a parameter's pattern with their types and the stars of their parts.
pub(super) fn starred_names(pat: &Pat, stars: &Stars, f: &mut dyn FnMut(&VName, &Type, Stars)) {
    match &pat.kind {
        PatKind::Wildcard | PatKind::Lit(_) => (),
        PatKind::Var(name) => f(name, &pat.ty, stars.clone()),
        PatKind::Record(fields) => deeply(|| {
            for (field, p) in fields {
                starred_names(p, &stars.field(field), f);
            }
        }),
        PatKind::Constr(_, args) => deeply(|| args.iter().for_each(|p| starred_names(p, stars, f))),
    }
}

/// Whether everything in the type that can alias is starred, and is no function.
pub(super) fn fully_starred(ty: &Type, stars: &Stars) -> bool {
    match &**ty {
        TypeKind::Prim(_) => true,
        TypeKind::Array(..) | TypeKind::Var(_) | TypeKind::Named(..) => *stars == Stars::All,
        TypeKind::Arrow(_) => false,
        TypeKind::Record(fields) => deeply(|| fields.iter().all(|(f, t)| fully_starred(t, &stars.field(f)))),
        TypeKind::Sum(constrs) => deeply(|| {
            constrs
                .iter()
                .all(|(_, ts)| ts.iter().all(|t| fully_starred(t, stars)))
        }),
    }
}

/// Whether a star stands on something that can be consumed.
pub(super) fn consumes(ty: &Type, stars: &Stars) -> bool {
    if *stars == Stars::None {
        return false;
    }
    match &**ty {
        TypeKind::Prim(_) | TypeKind::Arrow(_) => false,
        TypeKind::Array(..) | TypeKind::Var(_) | TypeKind::Named(..) => *stars == Stars::All,
        TypeKind::Record(fields) => deeply(|| fields.iter().any(|(f, t)| consumes(t, &stars.field(f)))),
        TypeKind::Sum(constrs) => deeply(|| {
            constrs
                .iter()
                .any(|(_, ts)| ts.iter().any(|t| consumes(t, stars)))
        }),
    }
}

/// The type of a function with the stars that its definition has: `params` on the parameters, `ret` on the result.
pub(super) fn with_stars(ty: &Type, params: &[Stars], ret: &Stars) -> Type {
    let (TypeKind::Arrow(arrow), Some((first, rest))) = (&**ty, params.split_first()) else {
        return ty.clone();
    };
    if !ret.any() && params.iter().all(|s| !s.any()) {
        return ty.clone();
    }
    let result = if rest.is_empty() {
        RetType {
            stars: ret.clone(),
            ..arrow.ret.clone()
        }
    } else {
        RetType {
            ty: with_stars(&arrow.ret.ty, rest, ret),
            ..arrow.ret.clone()
        }
    };
    Rc::new(TypeKind::Arrow(Arrow {
        param_name: arrow.param_name.clone(),
        param: arrow.param.clone(),
        param_stars: first.clone(),
        ret: result,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Size;
    use elder_syntax::prim::PrimType;
    use std::collections::BTreeSet;

    fn set(vars: &[u32]) -> Aliases {
        vars.iter()
            .fold(Aliases::NONE, |all, &v| all.union(&Aliases::of(v)))
    }

    fn array() -> Type {
        let element = Rc::new(TypeKind::Prim(PrimType::Bool));
        Rc::new(TypeKind::Array(Size::Const(1), element))
    }

    fn pair(a: Type, b: Type) -> Type {
        Rc::new(TypeKind::Record(vec![("0".into(), a), ("1".into(), b)]))
    }

    #[test]
    fn sets_behave_as_sets() {
        let samples: Vec<Vec<u32>> = (0..64_u32)
            .map(|bits| (0..6).filter(|i| bits & (1 << i) != 0).collect())
            .collect();
        for a in &samples {
            for b in &samples {
                let (x, y): (BTreeSet<u32>, BTreeSet<u32>) =
                    (a.iter().copied().collect(), b.iter().copied().collect());
                let union: Vec<u32> = set(a).union(&set(b)).vars().collect();
                assert_eq!(union, x.union(&y).copied().collect::<Vec<_>>());
                assert_eq!(
                    set(a).common(&set(b)).map(|c| c.var),
                    x.intersection(&y).next().copied()
                );
                let kept: Vec<u32> = set(a).filter(&|v| y.contains(&v)).vars().collect();
                assert_eq!(kept, x.intersection(&y).copied().collect::<Vec<_>>());
                assert!((0..6).all(|v| set(a).has_var(v) == x.contains(&v)));
            }
        }
    }

    #[test]
    fn parts_of_one_variable_are_apart_but_have_its_name() {
        let mut paths = Paths::default();
        let value = Annotated::variable(&pair(array(), array()), 7, &mut paths);
        let (a, b) = (value.field("0").aliases(), value.field("1").aliases());
        assert_eq!(a.common(&b), None);
        assert!(a.has_var(7) && b.has_var(7));
    }

    #[test]
    fn what_holds_only_scalars_has_no_aliases() {
        let scalar: Type = Rc::new(TypeKind::Prim(PrimType::Bool));
        let ty = pair(scalar.clone(), pair(scalar.clone(), scalar));
        assert!(matches!(Annotated::new(&ty, &Aliases::of(1)), Annotated::Scalar));
    }

    #[test]
    fn starred_parts_of_a_result_alias_nothing() {
        let stars = Stars::Fields(vec![("1".into(), Stars::All)]);
        let result = Annotated::result(&pair(array(), array()), &stars, &Aliases::of(3));
        assert!(result.field("0").aliases().has_var(3));
        assert!(!result.field("1").aliases().has_var(3));
    }
}
