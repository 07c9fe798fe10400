//! Combinators as loops over their elements.

use super::{Unfold, sides};
use elder_core::Name;
use elder_core::tree::{
    Atom, Binder, Body, Chunk, Cut, Exp, Lambda, Operator, Pat, Results, Screma, Soac, Stm, Target, Type,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

impl Unfold<'_> {
    /// The values of a combinator; `None` if it stays.
    pub(super) fn combinator(
        &mut self,
        pat: &Pat,
        width: Atom,
        inputs: &[Name],
        soac: &Soac,
    ) -> Option<Vec<Atom>> {
        match soac {
            Soac::Screma(screma) if screma.accs.is_empty() => self.folded(width, inputs, screma),
            Soac::Screma(_) => None,
            Soac::Filter { predicate } => self.kept(pat, width, inputs, predicate),
            Soac::Scatter { function, into } => {
                let into: Vec<_> = into.iter().map(|target| (vec![*target], None)).collect();
                self.written(width, inputs, function, &into)
            }
            Soac::Hist { function, into } => {
                let into: Vec<_> = into
                    .iter()
                    .map(|(targets, operator)| (targets.clone(), Some(operator)))
                    .collect();
                self.written(width, inputs, function, &into)
            }
            Soac::StreamPar { function, .. } => self.chunk(width, inputs, &[], function),
            Soac::StreamSeq { initial, function } => self.chunk(width, inputs, initial, function),
        }
    }

    /// A row of an array, of this type.
    fn row_of(&mut self, array: Name, ty: &Type, at: &[Atom]) -> Option<Atom> {
        match ty.rank() {
            0 => Some(self.element(array, at.to_vec())),
            _ => self.made(ty, &mut |u, own| u.element(array, [at, own].concat())),
        }
    }

    /// A function of rows of inputs.
    fn applied(&mut self, function: &Lambda, inputs: &[Name], i: Atom) -> Option<Vec<Atom>> {
        for (param, input) in function.params.iter().zip(inputs) {
            let value = self.row_of(*input, &param.ty, &[i])?;
            self.push(vec![param.clone()], Exp::Atom(value));
        }
        self.out.extend(function.body.stms.iter().cloned());
        Some(function.body.results.clone())
    }

    /// A function of these, each taken as its own.
    fn given(&mut self, function: &Lambda, operands: &[Atom]) -> Option<Vec<Atom>> {
        for (param, operand) in function.params.iter().zip(operands) {
            let own = self.copied(*operand, &param.ty)?;
            self.push(vec![param.clone()], Exp::Atom(own));
        }
        self.out.extend(function.body.stms.iter().cloned());
        let results = function.body.results.iter().zip(&function.results);
        results.map(|(result, ty)| self.copied(*result, ty)).collect()
    }

    /// What operators make of the first results of a function, from the left; rows of what scans come to, and of the other results.  Then, in
    /// a loop of its own, the function after the scans.
    fn folded(&mut self, width: Atom, inputs: &[Name], screma: &Screma) -> Option<Vec<Atom>> {
        let function = &screma.function;
        let (reduced, folded) = (screma.singles(), screma.combined());
        let mut first = Vec::new();
        let neutral = screma.operators().flat_map(|operator| &operator.neutral);
        for (neutral, ty) in neutral.zip(&function.results) {
            first.push((self.copied(*neutral, ty)?, ty.clone()));
        }
        for ty in function.results.get(reduced..)? {
            let rows = ty.rows(width);
            sides(&rows)?;
            first.push((Atom::Var(self.blank(&rows)), rows));
        }
        let arrays: Vec<Type> = first.iter().skip(folded).map(|(_, ty)| ty.clone()).collect();
        let names = self.rounds(width, first, |u, i, own| {
            let (mut states, own) = own.split_at(folded);
            let results = u.applied(function, inputs, i)?;
            let mut results = &results[..];
            let mut next = Vec::new();
            for operator in screma.operators() {
                let (left, other_states) = states.split_at(operator.operands());
                let (right, others) = results.split_at(operator.operands());
                (states, results) = (other_states, others);
                let left = left.iter().map(|state| Atom::Var(*state));
                let operands: Vec<Atom> = left.chain(right.iter().copied()).collect();
                next.extend(u.given(&operator.function, &operands)?);
            }
            let kept = [&next[reduced..], results].concat();
            let types = &function.results[reduced..];
            for (((array, rows), value), ty) in own.iter().zip(&arrays).zip(kept).zip(types) {
                next.push(Atom::Var(u.put(*array, rows, &[i], (value, ty))?));
            }
            Some(next)
        })?;
        let (single, rest) = names.split_at(reduced);
        let arrays = rest.get(folded - reduced..)?;
        let mut values = atoms(single);
        match &screma.after {
            Some(after) => {
                let mapped = Screma::map(Vec::new(), after.clone());
                values.extend(self.folded(width, arrays, &mapped)?);
            }
            None => values.extend(atoms(arrays)),
        }
        Some(values)
    }

    /// `filter`: rows are put one after the other, and the first of what there is room for are taken.
    fn kept(&mut self, pat: &Pat, width: Atom, inputs: &[Name], predicate: &Lambda) -> Option<Vec<Atom>> {
        let mut first = vec![(Atom::i64(0), Type::SIZE)];
        for param in &predicate.params {
            let rows = param.ty.rows(width);
            sides(&rows)?;
            first.push((Atom::Var(self.blank(&rows)), rows));
        }
        let types: Vec<Type> = first.iter().map(|(_, ty)| ty.clone()).collect();
        let names = self.rounds(width, first, |u, i, own| {
            let holds = *u.applied(predicate, inputs, i)?.first()?;
            let at = Atom::Var(own[0]);
            let (next, then) = u.apart(|u| {
                let mut next = vec![u.number(BinOp::Add, at, Atom::i64(1))];
                for (k, param) in predicate.params.iter().enumerate() {
                    let row = u.row_of(*inputs.get(k)?, &param.ty, &[i])?;
                    let place = (row, &param.ty);
                    next.push(Atom::Var(u.put(own[k + 1], &types[k + 1], &[at], place)?));
                }
                Some(next)
            });
            Some(u.either(holds, &types, (then, next?), own))
        })?;
        let (count, arrays) = names.split_first()?;
        for size in &pat.sizes {
            let binder = Binder::size(*size);
            self.push(vec![binder], Exp::Atom(Atom::Var(*count)));
        }
        let mut values = Vec::new();
        for (array, binder) in arrays.iter().zip(&pat.values) {
            let at = sides(&binder.ty)?.into_iter().map(Cut::whole).collect();
            values.push(Atom::Var(
                self.bind(binder.ty.clone(), Exp::Slice { array: *array, at }),
            ));
        }
        Some(values)
    }

    /// One of two lists of values.
    fn either(
        &mut self,
        condition: Atom,
        types: &[Type],
        (then, next): (Vec<Stm>, Vec<Atom>),
        otherwise: &[Name],
    ) -> Vec<Atom> {
        let exp = Exp::either(
            condition,
            [Body::of(then, next), Body::of(Vec::new(), atoms(otherwise))],
            Results::plain(types),
        );
        let values: Vec<Binder> = types.iter().map(|ty| self.fresh(ty.clone())).collect();
        let atoms = values.iter().map(|value| Atom::Var(value.name)).collect();
        self.push(values, exp);
        atoms
    }

    /// `scatter` and `hist`: one element after the other, the places of all groups, then their values.
    fn written(
        &mut self,
        width: Atom,
        inputs: &[Name],
        function: &Lambda,
        into: &[(Vec<Target>, Option<&Operator>)],
    ) -> Option<Vec<Atom>> {
        let mut first = Vec::new();
        for target in into.iter().flat_map(|(targets, _)| targets) {
            first.push((Atom::Var(target.array), self.type_of(target.array)?));
        }
        let types: Vec<Type> = first.iter().map(|(_, ty)| ty.clone()).collect();
        let names = self.rounds(width, first, |u, i, own| {
            let results = u.applied(function, inputs, i)?;
            let rank = |(targets, _): &(Vec<Target>, _)| targets.first().map_or(0, |t| usize::from(t.rank));
            let places: usize = into.iter().map(rank).sum();
            let (mut places, mut values) = results.split_at(places);
            let (mut own, mut types) = (own, &types[..]);
            let mut next = Vec::new();
            for group in into {
                let (at, left) = places.split_at(rank(group));
                let count = group.0.len();
                let (value, rest) = values.split_at(count);
                let (arrays, behind) = own.split_at(count);
                let (of, others) = types.split_at(count);
                (places, values, own, types) = (left, rest, behind, others);
                let (made, then) = u.apart(|u| u.combined(group.1, (arrays, of), at, value));
                let holds = u.within(&sides(of.first()?)?, at);
                next.extend(u.either(holds, of, (then, made?), arrays));
            }
            Some(next)
        })?;
        Some(names.into_iter().map(Atom::Var).collect())
    }

    /// Arrays with values at a place, combined with what is there if there is an operator.
    fn combined(
        &mut self,
        operator: Option<&Operator>,
        (arrays, types): (&[Name], &[Type]),
        at: &[Atom],
        values: &[Atom],
    ) -> Option<Vec<Atom>> {
        let rows: Option<Vec<Type>> = types.iter().map(|ty| ty.row(at.len())).collect();
        let rows = rows?;
        let mut values = values.to_vec();
        if let Some(operator) = operator {
            let mut operands = Vec::new();
            for (array, row) in arrays.iter().zip(&rows) {
                operands.push(self.row_of(*array, row, at)?);
            }
            operands.extend(values);
            values = self.given(&operator.function, &operands)?;
        }
        let mut next = Vec::new();
        for (k, array) in arrays.iter().enumerate() {
            let value = (*values.get(k)?, rows.get(k)?);
            next.push(Atom::Var(self.put(*array, types.get(k)?, at, value)?));
        }
        Some(next)
    }

    /// Whether indexes are those of elements.
    fn within(&mut self, sides: &[Atom], at: &[Atom]) -> Atom {
        let mut all = Atom::TRUE;
        let truth = Type::BOOL;
        for (size, i) in sides.iter().zip(at) {
            for (op, a, b) in [(BinOp::Le, Atom::i64(0), *i), (BinOp::Lt, *i, *size)] {
                let exp = Exp::Prim(PrimFn::Bin(op, PrimType::I64), vec![a, b]);
                let one = Atom::Var(self.bind(truth.clone(), exp));
                let and = Exp::Prim(PrimFn::Bin(BinOp::And, PrimType::Bool), vec![all, one]);
                all = Atom::Var(self.bind(truth.clone(), and));
            }
        }
        all
    }

    /// A function of chunks, of one chunk: all.
    fn chunk(&mut self, width: Atom, inputs: &[Name], initial: &[Atom], chunk: &Chunk) -> Option<Vec<Atom>> {
        let size = Binder::size(chunk.size);
        self.push(vec![size], Exp::Atom(width));
        let operands = initial
            .iter()
            .copied()
            .chain(inputs.iter().map(|input| Atom::Var(*input)));
        self.given(&chunk.function, &operands.collect::<Vec<_>>())
    }
}

fn atoms(names: &[Name]) -> Vec<Atom> {
    names.iter().copied().map(Atom::Var).collect()
}
