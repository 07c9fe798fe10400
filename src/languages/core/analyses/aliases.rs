//! Alias classes: which arrays may share memory, and what may be consumed.
//!
//! Names that may share are in one class, found once a round without regard to order: a view and its array, what branches give and
//! what the conditional gives, the inputs of a combinator and the parameters of its function.  A class is *consumed* if any of its names is
//! updated in place, written to, passed for or given as something unique.  An array of a class that is not consumed is the
//! same at all times, so it makes no difference whether there is one of it or two.
//!
//! A class is *at home* in a body if all its names are bound in it, or further in: nobody outside sees what happens to it.

use crate::names::{FunName, Name};
use crate::tree::{
    Accumulated, Atom, Body, Chunk, Definition, Exp, Ext, Given, Lambda, Loop, Operator, Program, Screma,
    Shape, Soac, Stm, Target, Type,
};
use crate::walk::{Fold, fold};
use smallvec::SmallVec;

/// The classes of a program's names.
pub struct Aliases {
    /// The name towards the one that stands for the class.
    up: Vec<u32>,
    /// Of names that stand for classes.
    consumed: Vec<bool>,
    /// Of each name, the number of the body in which it is bound; of parameters that around.  Bodies have numbers in the order in which
    /// they begin, 0 is outside of all.
    home: Vec<u32>,
    /// Of each body, the number of the first that begins after its end.
    ends: Vec<u32>,
    /// Of names that stand for classes, the least and the greatest home; none of what is nowhere at home.
    reach: Vec<Option<(u32, u32)>>,
}

impl Aliases {
    /// The classes of a program.
    pub fn of(program: &Program) -> Aliases {
        Aliases::beside(program, &mut Nobody)
    }

    /// The classes of a program, as somebody else looks at its operands and types on the same way: it is shown no more than these and the
    /// names that are used.
    pub fn beside(program: &Program, other: &mut impl Fold) -> Aliases {
        let mut find = Find::new(program.names.len(), &program.functions, true, other);
        for definition in program.definitions() {
            fold::definition(&mut find, definition);
            find.given(&definition.body, &definition.results.given);
        }
        let constants: Vec<Name> = find.constants.iter().flatten().copied().collect();
        find.classes.settle(&constants);
        find.classes
    }

    /// The classes of the names of a function that stands anywhere: what it is handed, what it gives and what it takes from outside may be
    /// consumed outside, and so may what functions make that it calls.
    pub fn of_lambda(names: usize, functions: &[Definition], lambda: &Lambda) -> Aliases {
        let mut nobody = Nobody;
        let mut find = Find::new(names, functions, false, &mut nobody);
        find.lambda(lambda);
        let own = lambda.params.iter().map(|param| param.name);
        let given = lambda.body.results.iter().filter_map(|result| result.name());
        for name in own.chain(given).chain(super::free::of_lambda(lambda)) {
            find.classes.consume(name);
        }
        find.classes.settle(&[]);
        find.classes
    }

    /// Where each class is at home: that of what every call of a constant gives is nowhere.
    fn settle(&mut self, constants: &[Name]) {
        for at in 0..self.up.len() {
            let root = self.root(at as u32) as usize;
            if let (Some(home), Some(reach)) = (self.home.get(at), self.reach.get_mut(root)) {
                let (least, greatest) = reach.unwrap_or((*home, *home));
                *reach = Some((least.min(*home), greatest.max(*home)));
            }
        }
        for constant in constants {
            let root = self.root(constant.index() as u32) as usize;
            if let Some(reach) = self.reach.get_mut(root) {
                *reach = None;
            }
        }
    }

    /// Whether the class of an array is at home in the body in which another name is bound.
    pub fn is_at_home(&self, array: Name, beside: Name) -> bool {
        let (Some(class), Some(body)) = (self.class(array), self.home.get(beside.index())) else {
            return false;
        };
        let (Some(Some((least, greatest))), Some(end)) =
            (self.reach.get(class), self.ends.get(*body as usize))
        else {
            return false;
        };
        least >= body && greatest < end
    }

    /// The number of the class of an array; a name made since then has none.
    pub fn class(&self, array: Name) -> Option<usize> {
        let at = array.index() as u32;
        (array.index() < self.up.len()).then(|| self.root(at) as usize)
    }

    /// Whether something that may share memory with this array is consumed somewhere; of names made since then it may be.
    pub fn is_consumed(&self, name: Name) -> bool {
        let consumed = self.class(name).and_then(|class| self.consumed.get(class));
        consumed.is_none_or(|consumed| *consumed)
    }

    /// The next name towards the root, itself of a root.  A name made since then is alone.
    fn above(&self, at: u32) -> u32 {
        self.up.get(at as usize).copied().unwrap_or(at)
    }

    fn root(&self, mut at: u32) -> u32 {
        while self.above(at) != at {
            at = self.above(at);
        }
        at
    }

    fn join(&mut self, a: Name, b: Name) {
        let (a, b) = (self.shortened(a), self.shortened(b));
        if a != b {
            let (from, to) = (a.max(b), a.min(b));
            if let Some(up) = self.up.get_mut(from as usize) {
                *up = to;
            }
            if self.consumed.get(from as usize).is_some_and(|consumed| *consumed) {
                self.consume_root(to);
            }
        }
    }

    /// The root, after which the way there is half as long.
    fn shortened(&mut self, name: Name) -> u32 {
        let mut at = name.index() as u32;
        while self.above(at) != at {
            let next = self.above(self.above(at));
            if let Some(up) = self.up.get_mut(at as usize) {
                *up = next;
            }
            at = next;
        }
        at
    }

    fn consume(&mut self, name: Name) {
        let root = self.shortened(name);
        self.consume_root(root);
    }

    fn consume_root(&mut self, root: u32) {
        if let Some(consumed) = self.consumed.get_mut(root as usize) {
            *consumed = true;
        }
    }
}

/// Looks at nothing.
struct Nobody;

impl Fold for Nobody {
    fn atom(&mut self, _: &Atom) {}

    fn ty(&mut self, _: &Type) {}

    fn result(&mut self, _: &Type<Ext>) {}
}

/// Goes over a program and joins what may share.
struct Find<'p, O> {
    functions: &'p [Definition],
    /// A result of each function without parameters: all calls give the same array.
    constants: Vec<Option<Name>>,
    classes: Aliases,
    /// The body that is looked at.
    body: u32,
    /// Whether the bodies of functions are of the same names.
    is_whole: bool,
    /// Who looks at operands and types.
    other: &'p mut O,
}

impl<'p, O> Find<'p, O> {
    fn new(names: usize, functions: &'p [Definition], is_whole: bool, other: &'p mut O) -> Find<'p, O> {
        Find {
            functions,
            constants: vec![None; functions.len()],
            classes: Aliases {
                up: (0..names as u32).collect(),
                consumed: vec![false; names],
                home: vec![0; names],
                ends: vec![u32::MAX],
                reach: vec![None; names],
            },
            body: 0,
            is_whole,
            other,
        }
    }
}

impl<O> Find<'_, O> {
    fn join_all(&mut self, names: impl IntoIterator<Item = Name>) {
        let mut names = names.into_iter();
        if let Some(first) = names.next() {
            for name in names {
                self.classes.join(first, name);
            }
        }
    }

    fn join_pairs(&mut self, names: &[Name], atoms: &[Atom]) {
        for (name, atom) in names.iter().zip(atoms) {
            if let Atom::Var(other) = atom {
                self.classes.join(*name, *other);
            }
        }
    }

    /// What is given as unique is as if it were consumed.
    fn given(&mut self, body: &Body, given: &[Given]) {
        for (result, given) in body.results.iter().zip(given) {
            if let (Atom::Var(name), true) = (result, given.unique) {
                self.classes.consume(*name);
            }
        }
    }

    fn call(&mut self, results: &[Name], called: FunName, arguments: &[Atom]) {
        let Some(function) = self.functions.get(called.index()) else {
            return;
        };
        if !self.is_whole {
            for result in results {
                self.classes.consume(*result);
            }
        } else if function.params.is_empty() {
            let constant = self.constants.get_mut(called.index());
            let first = constant.and_then(|first| {
                *first = first.or(results.first().copied());
                *first
            });
            self.join_all(results.iter().copied().chain(first));
        }
        for (param, argument) in function.params.iter().zip(arguments) {
            if let (Atom::Var(name), true) = (argument, param.unique) {
                self.classes.consume(*name);
            }
        }
        // What is not its alone a caller may consume because it has seen what the function makes (CORE-A-CALL-NU).
        let made = function.body.results.iter().zip(&function.results.given);
        let made = made.filter(|_| self.is_whole);
        for (name, (result, given)) in results.iter().zip(made) {
            if let (Atom::Var(own), false) = (result, given.unique) {
                self.classes.join(*name, *own);
            }
        }
        self.join_all(
            results
                .iter()
                .copied()
                .chain(arguments.iter().filter_map(|a| a.name())),
        );
    }

    fn repeat(&mut self, results: &[Name], it: &Loop) {
        for (number, (param, initial)) in it.params.iter().enumerate() {
            let others = [results.get(number).copied(), initial.name()];
            let next = it.body.results.get(number).and_then(|next| next.name());
            let own = param.binder.name;
            self.join_all([Some(own), next].into_iter().chain(others).flatten());
            if param.unique {
                self.classes.consume(own);
            }
        }
    }

    fn screma(&mut self, results: &[Name], mut names: Vec<Name>, screma: &Screma) {
        handed(&mut names, &screma.function);
        names.extend(&screma.accs);
        if let Shape::Map = screma.shape() {
            // What it gives is written elsewhere, so it shares with nothing.
            return self.join_all(names);
        }
        for own in screma.operators() {
            combined(&mut names, own);
        }
        let given = &screma.function.body.results;
        names.extend(given.iter().filter_map(|r| r.name()));
        if let Some(after) = &screma.after {
            handed(&mut names, after);
        }
        names.extend(results);
        self.join_all(names);
    }

    /// What is written to is what is given.
    fn written<'t>(&mut self, results: &[Name], targets: impl Iterator<Item = &'t Target>) {
        for (target, result) in targets.zip(results) {
            self.classes.consume(target.array);
            self.classes.join(target.array, *result);
        }
    }

    fn soac(&mut self, results: &[Name], inputs: &[Name], soac: &Soac) {
        let mut names = Vec::from(inputs);
        match soac {
            Soac::Screma(screma) => return self.screma(results, names, screma),
            // What it gives is written elsewhere, as by a map.
            Soac::Filter { predicate } => {
                handed(&mut names, predicate);
                return self.join_all(names);
            }
            Soac::Scatter { function, into } => {
                handed(&mut names, function);
                self.join_all(names);
                return self.written(results, into.iter());
            }
            Soac::Hist { function, into } => {
                handed(&mut names, function);
                let operators = || into.iter().map(|(_, own)| own);
                let mut operands = operators().flat_map(|own| &own.function.params);
                let targets = into.iter().flat_map(|(targets, _)| targets);
                // Of scalars nothing is shared; operators of arrays may consume what the function gives.
                if operands.all(|param| param.ty.rank() == 0) {
                    self.join_all(names);
                    return self.written(results, targets);
                }
                names.extend(function.body.results.iter().filter_map(|r| r.name()));
                for own in operators() {
                    combined(&mut names, own);
                }
                for target in targets {
                    self.classes.consume(target.array);
                    names.push(target.array);
                }
            }
            Soac::StreamPar {
                operator: own,
                function: Chunk { function, .. },
            } => {
                combined(&mut names, own);
                handed(&mut names, function);
                names.extend(function.body.results.iter().filter_map(|r| r.name()));
            }
            Soac::StreamSeq {
                initial,
                function: Chunk { function, .. },
            } => {
                names.extend(initial.iter().filter_map(|i| i.name()));
                handed(&mut names, function);
                names.extend(function.body.results.iter().filter_map(|r| r.name()));
            }
        }
        names.extend(results);
        self.join_all(names);
    }
}

/// The parameters of a function.
fn handed(names: &mut Vec<Name>, function: &Lambda) {
    names.extend(function.params.iter().map(|param| param.name));
}

/// What an operator combines.
fn combined(names: &mut Vec<Name>, operator: &Operator) {
    handed(names, &operator.function);
    names.extend(operator.function.body.results.iter().filter_map(|r| r.name()));
    names.extend(operator.neutral.iter().filter_map(|n| n.name()));
}

impl<O: Fold> Fold for Find<'_, O> {
    fn used(&mut self, name: &Name) {
        self.other.used(name);
    }

    fn atom(&mut self, atom: &Atom) {
        self.other.atom(atom);
    }

    fn ty(&mut self, ty: &Type) {
        self.other.ty(ty);
    }

    fn result(&mut self, ty: &Type<Ext>) {
        self.other.result(ty);
    }

    fn bound(&mut self, name: &Name) {
        if let Some(home) = self.classes.home.get_mut(name.index()) {
            *home = self.body;
        }
    }

    fn body(&mut self, body: &Body) {
        let around = std::mem::replace(&mut self.body, self.classes.ends.len() as u32);
        self.classes.ends.push(u32::MAX);
        fold::body(self, body);
        let end = self.classes.ends.len() as u32;
        if let Some(own) = self.classes.ends.get_mut(self.body as usize) {
            *own = end;
        }
        self.body = around;
    }

    fn stm(&mut self, stm: &Stm) {
        let results: SmallVec<[Name; 4]> = stm.pat.values.iter().map(|value| value.name).collect();
        match &stm.exp {
            Exp::Atom(atom) | Exp::Opaque(atom) => self.join_pairs(&results, &[*atom]),
            Exp::Slice { array, .. }
            | Exp::FlatIndex { array, .. }
            | Exp::Reshape { array, .. }
            | Exp::Coerce { array, .. }
            | Exp::Rearrange { array, .. } => self.join_pairs(&results, &[(*array).into()]),
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } => {
                self.classes.consume(*array);
                self.join_pairs(&results, &[(*array).into()]);
            }
            Exp::AccUpdate { acc, .. } => self.join_pairs(&results, &[(*acc).into()]),
            Exp::Call { function, arguments } => self.call(&results, *function, arguments),
            Exp::If {
                then,
                otherwise,
                results: given,
                ..
            } => {
                for branch in [then, otherwise] {
                    self.join_pairs(&results, &branch.results);
                    self.given(branch, &given.given);
                }
            }
            Exp::Loop(it) => self.repeat(&results, it),
            Exp::Soac { inputs, soac, .. } => self.soac(&results, inputs, soac),
            Exp::Segmented(it) => self.screma(&results, Vec::new(), &it.screma),
            Exp::WithAcc { updates, function } => {
                let mut names = results.into_vec();
                names.extend(function.params.iter().map(|param| param.name));
                names.extend(function.body.results.iter().filter_map(|r| r.name()));
                for Accumulated { arrays, operator, .. } in updates {
                    for array in arrays {
                        self.classes.consume(*array);
                        names.push(*array);
                    }
                    if let Some(operator) = operator {
                        names.extend(operator.function.params.iter().map(|param| param.name));
                    }
                }
                self.join_all(names);
            }
            // Scalars, and what shares with nothing.
            Exp::Prim(..)
            | Exp::Index { .. }
            | Exp::Literal { .. }
            | Exp::Iota(_)
            | Exp::Replicate { .. }
            | Exp::Blank(_)
            | Exp::Size { .. }
            | Exp::Tuned(_)
            | Exp::Concat { .. }
            | Exp::Copy(_)
            | Exp::Release(_)
            | Exp::Assert { .. } => {}
        }
        fold::stm(self, stm);
    }
}
