//! Stars: which parameters of a loop its body consumes, and which results of a function are the caller's alone (FUT-U-LOOP, FUT-U-INFER).
//!
//! Futhark's checker infers both and writes neither down, and records are taken apart since.  So they are found again on what was made: an array has a
//! token, a variable the tokens that it may share, as in Core's own judgement of consumption, which comes afterwards and decides.

use super::Pass;
use elder_core::tree::{Atom, Body, Entry, Exp, Function, Given, Lambda, Loop, Operator, Param, Soac, Type};
use elder_core::{FunName, Name};
use rustc_hash::FxHashSet;

type Tokens = FxHashSet<u32>;

/// The token of what every call of a constant gives.
const FOREIGN: u32 = 0;

/// What shares with what, and what was consumed.
struct Ownership<'f> {
    functions: &'f [Function],
    /// The tokens of variables, by name.
    of: Vec<Tokens>,
    consumed: Tokens,
    next: u32,
}

impl Pass<'_> {
    /// Stars the loops and the results of a function.
    pub fn star(&mut self, name: FunName) {
        let at = name.index();
        let Some(made) = self.functions.get_mut(at) else {
            return;
        };
        let mut body = std::mem::take(&mut made.body);
        let (params, mut given) = (made.params.clone(), made.results.given.clone());
        let is_constant = params.is_empty();
        let mut ownership = Ownership::of(&self.functions);
        ownership.definition(&params, &mut given, &mut body, is_constant);
        if let Some(made) = self.functions.get_mut(at) {
            made.body = body;
            made.results.given = given;
        }
    }

    /// Stars the loops and the parameters of an entry point, whose arguments nobody else has.
    pub fn star_entry(&self, entry: &mut Entry) {
        let mut ownership = Ownership::of(&self.functions);
        let mut given = Vec::new();
        let own = ownership.definition(&entry.params, &mut given, &mut entry.body, false);
        for (param, token) in entry.params.iter_mut().zip(own) {
            param.unique = param.binder.ty.rank() > 0 && ownership.consumed.contains(&token);
        }
    }
}

impl<'f> Ownership<'f> {
    fn of(functions: &'f [Function]) -> Ownership<'f> {
        Ownership {
            functions,
            of: Vec::new(),
            consumed: Tokens::default(),
            next: 0,
        }
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn bind(&mut self, name: Name, ty: &Type, tokens: Tokens) {
        if self.of.len() <= name.index() {
            self.of.resize(name.index() + 1, Tokens::default());
        }
        self.of[name.index()] = match ty {
            Type::Array { .. } => tokens,
            Type::Prim(_) | Type::Acc(_) | Type::Cert => Tokens::default(),
        };
    }

    fn bind_fresh(&mut self, name: Name, ty: &Type) -> u32 {
        let token = self.fresh();
        self.bind(name, ty, Tokens::from_iter([token]));
        token
    }

    fn name(&self, name: Name) -> Tokens {
        self.of.get(name.index()).cloned().unwrap_or_default()
    }

    fn atom(&self, atom: Atom) -> Tokens {
        atom.name().map(|name| self.name(name)).unwrap_or_default()
    }

    fn consume(&mut self, name: Name) {
        let tokens = self.name(name);
        self.consumed.extend(tokens);
    }

    /// The tokens of the parameters.  A result is starred if it shares with no unstarred parameter, no constant and no other result.
    fn definition(
        &mut self,
        params: &[Param],
        given: &mut [Given],
        body: &mut Body,
        is_constant: bool,
    ) -> Vec<u32> {
        let own: Vec<u32> = params
            .iter()
            .map(|param| self.bind_fresh(param.binder.name, &param.binder.ty))
            .collect();
        let results = self.body(body);
        let mut kept: Tokens = params
            .iter()
            .zip(&own)
            .filter(|(param, _)| !param.unique)
            .map(|(_, token)| *token)
            .collect();
        kept.insert(FOREIGN);
        for (k, result) in given.iter_mut().enumerate() {
            let Some(tokens) = results.get(k) else { continue };
            let others = results.iter().enumerate().filter(|(other, _)| *other != k);
            let alone =
                tokens.is_disjoint(&kept) && others.clone().all(|(_, theirs)| tokens.is_disjoint(theirs));
            result.unique |= alone && result.ty.rank() > 0 && !is_constant;
        }
        own
    }

    /// What the results of a body share.
    fn body(&mut self, body: &mut Body) -> Vec<Tokens> {
        for stm in &mut body.stms {
            let given = elder_futhark::check::traverse::deep(|| self.exp(&mut stm.exp));
            for (k, value) in stm.pat.values.iter().enumerate() {
                match given.as_ref().and_then(|given| given.get(k)) {
                    Some(tokens) => self.bind(value.name, &value.ty, tokens.clone()),
                    None => {
                        self.bind_fresh(value.name, &value.ty);
                    }
                }
            }
        }
        body.results.iter().map(|atom| self.atom(*atom)).collect()
    }

    /// What an expression gives; nothing if that is fresh.
    fn exp(&mut self, exp: &mut Exp) -> Option<Vec<Tokens>> {
        match exp {
            Exp::Atom(atom) | Exp::Opaque(atom) => Some(vec![self.atom(*atom)]),
            Exp::Slice { array, .. }
            | Exp::FlatIndex { array, .. }
            | Exp::Reshape { array, .. }
            | Exp::Coerce { array, .. }
            | Exp::Rearrange { array, .. } => Some(vec![self.name(*array)]),
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } => {
                self.consume(*array);
                None
            }
            Exp::Call { function, arguments } => self.call(*function, arguments),
            Exp::If { then, otherwise, .. } => {
                let yes = self.body(then);
                let no = self.body(otherwise);
                let both = yes.into_iter().zip(no);
                Some(both.map(|(yes, no)| yes.union(&no).copied().collect()).collect())
            }
            Exp::Loop(inside) => Some(self.repetition(inside)),
            Exp::Soac { inputs, soac, .. } => {
                self.soac(inputs, soac);
                None
            }
            Exp::WithAcc { updates, function } => {
                for update in updates.iter_mut() {
                    for array in &update.arrays {
                        self.consume(*array);
                    }
                    if let Some(operator) = &mut update.operator {
                        self.operator(operator);
                    }
                }
                self.lambda(function);
                None
            }
            Exp::Prim(..)
            | Exp::Index { .. }
            | Exp::Literal { .. }
            | Exp::Iota(_)
            | Exp::Replicate { .. }
            | Exp::Blank(_)
            | Exp::Size { .. }
            | Exp::Concat { .. }
            | Exp::Copy(_)
            | Exp::Assert { .. }
            | Exp::AccUpdate { .. } => None,
        }
    }

    fn call(&mut self, function: FunName, arguments: &[Atom]) -> Option<Vec<Tokens>> {
        let callee = self.functions.get(function.index())?;
        let mut shared = Tokens::from_iter([match callee.params.is_empty() {
            true => FOREIGN,
            false => self.fresh(),
        }]);
        for (param, argument) in callee.params.iter().zip(arguments) {
            match (param.unique, argument) {
                (true, Atom::Var(name)) => self.consume(*name),
                _ => shared.extend(self.atom(*argument)),
            }
        }
        let results = callee.results.given.iter();
        let results = results.map(|given| match given.unique {
            true => Tokens::from_iter([self.fresh()]),
            false => shared.clone(),
        });
        Some(results.collect())
    }

    /// Parameters are starred until no more of them are consumed, or shared by the next value of a starred one.
    fn repetition(&mut self, inside: &mut Loop) -> Vec<Tokens> {
        let first: Vec<Tokens> = inside.params.iter().map(|(_, first)| self.atom(*first)).collect();
        loop {
            let before = self.consumed.clone();
            let mut own = Vec::with_capacity(inside.params.len());
            for ((param, _), first) in inside.params.iter().zip(&first) {
                let token = self.bind_fresh(param.binder.name, &param.binder.ty);
                if !param.unique {
                    let tokens = first.iter().copied().chain([token]).collect();
                    self.bind(param.binder.name, &param.binder.ty, tokens);
                }
                own.push(token);
            }
            let next = self.body(&mut inside.body);
            let mut changed = false;
            let starred: Vec<bool> = inside.params.iter().map(|(param, _)| param.unique).collect();
            for (k, (param, _)) in inside.params.iter_mut().enumerate() {
                let handed = starred
                    .iter()
                    .zip(&next)
                    .any(|(starred, next)| *starred && next.contains(&own[k]));
                let is_array = param.binder.ty.rank() > 0;
                if is_array && !param.unique && (self.consumed.contains(&own[k]) || handed) {
                    param.unique = true;
                    changed = true;
                }
            }
            if changed {
                self.consumed = before;
                continue;
            }
            let mut given = Vec::with_capacity(first.len());
            for (k, (param, initial)) in inside.params.iter().enumerate() {
                given.push(match param.unique {
                    true => {
                        if let Atom::Var(name) = initial {
                            self.consume(*name);
                        }
                        Tokens::from_iter([self.fresh()])
                    }
                    false => first[k].union(&next[k]).copied().collect(),
                });
            }
            return given;
        }
    }

    /// A function whose parameters have tokens of their own.
    fn lambda(&mut self, function: &mut Lambda) -> Vec<u32> {
        let own = function
            .params
            .iter()
            .map(|param| self.bind_fresh(param.name, &param.ty))
            .collect();
        self.body(&mut function.body);
        own
    }

    fn operator(&mut self, operator: &mut Operator) {
        self.lambda(&mut operator.function);
    }

    fn soac(&mut self, inputs: &[Name], soac: &mut Soac) {
        let own = match soac {
            Soac::Map { accs, function } => self.lambda(function).split_off(accs.len()),
            Soac::Filter { predicate } => self.lambda(predicate),
            Soac::Redomap { operator, function } | Soac::Scanomap { operator, function } => {
                self.operator(operator);
                self.lambda(function)
            }
            Soac::Scatter { function, into } => {
                into.iter().for_each(|target| self.consume(target.array));
                self.lambda(function)
            }
            Soac::Hist { function, into } => {
                for (targets, operator) in into {
                    targets.iter().for_each(|target| self.consume(target.array));
                    self.operator(operator);
                }
                self.lambda(function)
            }
            Soac::StreamPar { operator, function } => {
                self.operator(operator);
                self.lambda(&mut function.function)
            }
            Soac::StreamSeq { initial, function } => {
                let many = initial.len();
                self.lambda(&mut function.function).split_off(many)
            }
        };
        for (input, token) in inputs.iter().zip(own) {
            if self.consumed.contains(&token) {
                self.consume(*input);
            }
        }
    }
}
