//! Combinators: their functions are lambdas in the tree, and lambdas in Core.
//!
//! An array of records is several inputs, a record that a function gives several results.

use super::control::Hiding;
use super::{Made, Pass, unexpected};
use crate::normal::named;
use elder_core::Builder;
use elder_core::tree::{
    Atom, Binder, Chunk, Cut, Dim, Exp as Core, Ext, Lambda, Operator, Soac, Target, Type,
};
use elder_futhark::tree::{Attribute, Exp, ExpKind, Fun, Size};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType};

impl Pass<'_> {
    /// A function of these types to those, whose sizes are known around it.
    pub fn lambda(
        &mut self,
        b: &mut Builder<'_>,
        params: &[Type],
        results: &[Type],
        make: impl FnOnce(&mut Self, &mut Builder<'_>, &[Atom]) -> Made<Vec<Atom>>,
    ) -> Made<Lambda> {
        let params: Vec<Binder> = params.iter().map(|ty| b.fresh("x", ty.clone())).collect();
        let atoms: Vec<Atom> = params.iter().map(|param| Atom::Var(param.name)).collect();
        let hiding = Hiding::nothing(results);
        let body = self.body(b, &hiding, |this, b| make(this, b, &atoms))?;
        Ok(Lambda::new(params, body, results.to_vec()))
    }

    /// A function that gives one scalar.
    pub fn function_to(
        &mut self,
        b: &mut Builder<'_>,
        params: &[Type],
        result: &Type,
        make: impl FnOnce(&mut Self, &mut Builder<'_>, &[Atom]) -> Atom,
    ) -> Lambda {
        let params: Vec<Binder> = params.iter().map(|ty| b.fresh("x", ty.clone())).collect();
        let atoms: Vec<Atom> = params.iter().map(|param| Atom::Var(param.name)).collect();
        let mut inner = b.inner();
        let made = self.unasked(|this| make(this, &mut inner, &atoms));
        let body = inner.finish(vec![made]);
        Lambda::new(params, body, vec![result.clone()])
    }

    /// The function that gives what it takes.
    pub fn identity(&mut self, b: &mut Builder<'_>, types: &[Type]) -> Made<Lambda> {
        self.lambda(b, types, types, |_, _, atoms| Ok(atoms.to_vec()))
    }

    /// What a combinator of so many elements gives.
    pub fn combined(
        &mut self,
        b: &mut Builder<'_>,
        width: Atom,
        inputs: &[Atom],
        soac: Soac,
        types: Vec<Type>,
    ) -> Vec<Atom> {
        let hiding = Hiding::nothing(&types);
        let pat = self.pattern(b, &hiding);
        self.bind_pat(b, pat, Core::soac(width, named(inputs), soac))
    }

    /// A map of a function.
    pub fn mapped(
        &mut self,
        b: &mut Builder<'_>,
        width: Atom,
        inputs: &[Atom],
        function: Lambda,
    ) -> Made<Vec<Atom>> {
        let types = Type::all_rows(width, &function.results);
        let accs = Vec::new();
        Ok(self.combined(b, width, inputs, Soac::map(accs, function), types))
    }

    /// The types of the elements of arrays.
    pub fn elements(&self, b: &Builder<'_>, arrays: &[Atom]) -> Vec<Type> {
        let row = |array: &Atom| self.type_of(b, *array).row(1).unwrap_or(Type::Cert);
        arrays.iter().map(row).collect()
    }

    /// The body of a function with its parameters bound to these; `copied`: what it consumes are copies, as elements of arrays that it is applied to
    /// are (FUT-E-MAP).
    pub fn applied(
        &mut self,
        b: &mut Builder<'_>,
        f: &Exp,
        args: &[Vec<Atom>],
        copied: bool,
    ) -> Made<Vec<Atom>> {
        match &f.kind {
            ExpKind::Lambda(fun) => self.written_out(b, fun, args, copied),
            ExpKind::Intrinsic(intrinsic, _) => self.scalar(b, *intrinsic, args.to_vec(), f.span),
            ExpKind::Var(name, instance) => match self.definition_of(name).cloned() {
                Some(def) => self.call(b, &def, &instance.sizes, &args.concat()),
                None => Err(unexpected(f.span, "a function as a value")),
            },
            ExpKind::Attr(attribute, inner) => {
                let unchecked = self.unchecked || *attribute == Attribute::Unsafe;
                let outside = std::mem::replace(&mut self.unchecked, unchecked);
                let made = self.applied(b, inner, args, copied);
                self.unchecked = outside;
                made
            }
            _ => Err(unexpected(f.span, "a function as a value")),
        }
    }

    fn written_out(
        &mut self,
        b: &mut Builder<'_>,
        fun: &Fun,
        args: &[Vec<Atom>],
        copied: bool,
    ) -> Made<Vec<Atom>> {
        if args.len() < fun.params.len() {
            return Err(unexpected(fun.body.span, "an application to too few arguments"));
        }
        let (own, rest) = args.split_at(fun.params.len());
        for (param, arg) in fun.params.iter().zip(own) {
            let starred = super::flatten::stars(&param.pat.ty, &param.stars)?;
            let mut arg = arg.clone();
            for (atom, _) in arg
                .iter_mut()
                .zip(starred)
                .filter(|(_, starred)| copied && *starred)
            {
                *atom = self.copy(b, *atom);
            }
            self.bind_pattern(b, &param.pat, &arg)?;
        }
        match rest.is_empty() {
            true => self.exp(b, &fun.body),
            false => self.applied(b, &fun.body, rest, copied),
        }
    }

    /// FUT-E-MAP
    pub fn map(&mut self, b: &mut Builder<'_>, f: &Exp, arrays: &[Vec<Atom>], e: &Exp) -> Made<Vec<Atom>> {
        let all = arrays.concat();
        let width = self.width(b, &all, e.span)?;
        let all = self.of_width(b, &all, width);
        let mut results = Vec::new();
        for component in self.element_components(&e.ty, e.span)? {
            results.push(self.component(b, &component)?);
        }
        let elements = self.elements(b, &all);
        let function = self.lambda(b, &elements, &results, |this, b, atoms| {
            this.applied(b, f, &grouped(atoms, arrays), true)
        })?;
        let made = self.mapped(b, width, &all, function)?;
        self.shaped(b, width, &results, e, made)
    }

    /// FUT-E-EMPTYSHAPE: arrays of so many results `e`.  Sizes that are not known before are those of the results; only if there are none, their
    /// types say them.
    fn shaped(
        &mut self,
        b: &mut Builder<'_>,
        width: Atom,
        results: &[Type],
        e: &Exp,
        made: Vec<Atom>,
    ) -> Made<Vec<Atom>> {
        if !results.iter().any(|ty| ty.dims().contains(&Dim::Open)) {
            return Ok(made);
        }
        let elements = self.element_components(&e.ty, e.span)?;
        let mut hiding = self.hiding(&elements, &[]);
        for ty in &mut hiding.types {
            let dims = std::iter::once(Ext::Is(Dim::Is(width))).chain(ty.dims().iter().copied());
            *ty = Type::array(dims, ty.element().unwrap_or(PrimType::Bool));
        }
        let condition = self.number(b, BinOp::Eq, width, Atom::i64(0));
        let then = self.body(b, &hiding, |this, b| {
            let mut none = Vec::with_capacity(elements.len());
            for element in &elements {
                let row = this.sized(b, element)?;
                let ty = row.array_of(Dim::Is(width)).unwrap_or(row);
                none.push(this.bind(b, "a", ty.clone(), Core::Blank(ty)));
            }
            Ok(none)
        })?;
        let otherwise = self.body(b, &hiding, |_, _| Ok(made.to_vec()))?;
        let pat = self.pattern(b, &hiding);
        let exp = Core::either(condition, [then, otherwise], hiding.results());
        Ok(self.bind_pat(b, pat, exp))
    }

    /// An operator on values of these types.
    pub fn operator(
        &mut self,
        b: &mut Builder<'_>,
        op: &Exp,
        neutral: &[Atom],
        commutative: bool,
        copied: bool,
    ) -> Made<Operator> {
        let types: Vec<Type> = neutral.iter().map(|atom| self.type_of(b, *atom)).collect();
        let both = [types.clone(), types.clone()].concat();
        let many = neutral.len();
        let function = self.lambda(b, &both, &types, |this, b, atoms| {
            let (left, right) = atoms.split_at(many);
            this.applied(b, op, &[left.to_vec(), right.to_vec()], copied)
        })?;
        Ok(Operator::new(function, neutral.to_vec(), commutative))
    }

    /// Operands and neutral values of the same sizes.
    fn folded(
        &mut self,
        b: &mut Builder<'_>,
        neutral: &[Atom],
        xs: &[Atom],
    ) -> Made<(Atom, Vec<Atom>, Vec<Atom>)> {
        let span = self.place(b);
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let rows = self.elements(b, &xs);
        let fitted = self.fitted(b, neutral, &rows);
        Ok((width, fitted, xs))
    }

    /// FUT-E-REDUCE
    pub fn reduce(
        &mut self,
        b: &mut Builder<'_>,
        op: &Exp,
        neutral: &[Atom],
        xs: &[Atom],
        commutative: bool,
    ) -> Made<Vec<Atom>> {
        let (width, neutral, xs) = self.folded(b, neutral, xs)?;
        let operator = self.operator(b, op, &neutral, commutative, true)?;
        let types = operator.function.results.clone();
        let function = self.identity(b, &types)?;
        Ok(self.combined(b, width, &xs, Soac::redomap(operator, function), types))
    }

    /// FUT-E-SCAN
    pub fn scan(&mut self, b: &mut Builder<'_>, op: &Exp, neutral: &[Atom], xs: &[Atom]) -> Made<Vec<Atom>> {
        let (width, neutral, xs) = self.folded(b, neutral, xs)?;
        let operator = self.operator(b, op, &neutral, false, true)?;
        let types = operator.function.results.clone();
        let function = self.identity(b, &types)?;
        let types = Type::all_rows(width, &types);
        Ok(self.combined(b, width, &xs, Soac::scanomap(operator, function), types))
    }

    /// FUT-E-FILTER
    pub fn filter(&mut self, b: &mut Builder<'_>, p: &Exp, xs: &[Atom]) -> Made<Vec<Atom>> {
        let span = self.place(b);
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let elements = self.elements(b, &xs);
        let truth = [Type::BOOL];
        let predicate = self.lambda(b, &elements, &truth, |this, b, atoms| {
            this.applied(b, p, &[atoms.to_vec()], true)
        })?;
        let types = elements.iter().map(|row| {
            let rest = row.dims().iter().map(|dim| Ext::Is(*dim));
            let dims = std::iter::once(Ext::Existential(0)).chain(rest);
            Type::array(dims, row.element().unwrap_or(PrimType::Bool))
        });
        let hiding = Hiding {
            sizes: vec![Size::Const(0)],
            types: types.collect(),
        };
        let pat = self.pattern(b, &hiding);
        let exp = Core::soac(width, named(&xs), Soac::Filter { predicate });
        Ok(self.bind_pat(b, pat, exp))
    }

    /// FUT-E-SCATTER: the indexes stand once for each component of the destination.
    pub fn scatter(
        &mut self,
        b: &mut Builder<'_>,
        dest: &[Atom],
        is: &[Atom],
        vs: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let rank = is.len();
        let (width, inputs, values) = self.writes(b, dest, is, vs, span)?;
        let mut results = vec![Type::SIZE; rank * dest.len()];
        results.extend(values);
        let elements = self.elements(b, &inputs);
        let function = self.lambda(b, &elements, &results, |_, _, atoms| {
            let (at, values) = atoms.split_at(rank);
            let indexes = std::iter::repeat_n(at, dest.len()).flatten();
            Ok(indexes.chain(values).copied().collect())
        })?;
        let into = targets(dest, rank);
        let types = dest.iter().map(|array| self.type_of(b, *array)).collect();
        Ok(self.combined(b, width, &inputs, Soac::Scatter { function, into }, types))
    }

    /// The width and the inputs of writes, and the types of what is written.
    fn writes(
        &mut self,
        b: &mut Builder<'_>,
        dest: &[Atom],
        is: &[Atom],
        vs: &[Atom],
        span: Span,
    ) -> Made<(Atom, Vec<Atom>, Vec<Type>)> {
        let rank = is.len();
        let width = self.width(b, is, span)?;
        let mut inputs = self.of_width(b, is, width);
        let mut values = Vec::with_capacity(vs.len());
        for (array, v) in dest.iter().zip(vs) {
            let row = self.type_of(b, *array).row(rank).unwrap_or(Type::Cert);
            let dims: Vec<Dim> = std::iter::once(Dim::Is(width))
                .chain(row.dims().iter().copied())
                .collect();
            inputs.push(self.fit(b, *v, &dims));
            values.push(row);
        }
        Ok((width, inputs, values))
    }

    /// FUT-E-HIST: each value is combined with what stands there; the neutral value is for compilers.
    pub fn hist(
        &mut self,
        b: &mut Builder<'_>,
        dest: &[Atom],
        op: &Exp,
        neutral: &[Atom],
        (is, vs): (&[Atom], &[Atom]),
        span: Span,
    ) -> Made<Vec<Atom>> {
        let rank = is.len();
        let (width, inputs, values) = self.writes(b, dest, is, vs, span)?;
        let fitted = self.fitted(b, neutral, &values);
        let operator = self.operator(b, op, &fitted, true, true)?;
        let elements = self.elements(b, &inputs);
        let function = self.identity(b, &elements)?;
        let into = vec![(targets(dest, rank), operator)];
        let types = dest.iter().map(|array| self.type_of(b, *array)).collect();
        Ok(self.combined(b, width, &inputs, Soac::Hist { function, into }, types))
    }

    /// FUT-E-STREAM-MAP
    pub fn stream_map(&mut self, b: &mut Builder<'_>, f: &Exp, xs: &[Atom], e: &Exp) -> Made<Vec<Atom>> {
        let width = self.width(b, xs, e.span)?;
        let xs = self.of_width(b, xs, width);
        let mut rows = Vec::new();
        for component in self.element_components(&e.ty, e.span)? {
            rows.push(self.component(b, &component)?);
        }
        let function = self.chunk(b, f, &xs, |size| Type::all_rows(size, &rows))?;
        let operator = Operator::nothing();
        let types = Type::all_rows(width, &rows);
        let made = self.combined(b, width, &xs, Soac::StreamPar { operator, function }, types);
        self.shaped(b, width, &rows, e, made)
    }

    /// A function of chunks of arrays; results depend on the chunk's size.
    fn chunk(
        &mut self,
        b: &mut Builder<'_>,
        f: &Exp,
        xs: &[Atom],
        results: impl FnOnce(Atom) -> Vec<Type>,
    ) -> Made<Chunk> {
        let size = b.fresh("m", Type::SIZE).name;
        let chunks = Type::all_rows(Atom::Var(size), &self.elements(b, xs));
        let function = self.lambda(b, &chunks, &results(Atom::Var(size)), |this, b, atoms| {
            this.applied(b, f, &[vec![Atom::Var(size)], atoms.to_vec()], false)
        })?;
        Ok(Chunk { size, function })
    }

    /// FUT-E-STREAM-RED: what the function gives of no elements is neutral.
    pub fn stream_red(&mut self, b: &mut Builder<'_>, op: &Exp, f: &Exp, xs: &[Atom]) -> Made<Vec<Atom>> {
        let span = self.place(b);
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let none = Cut::whole(Atom::i64(0));
        let nothing: Vec<Atom> = xs.iter().map(|array| self.part(b, *array, vec![none])).collect();
        let mark = self.scope.mark();
        let neutral = self.applied(b, f, &[vec![Atom::i64(0)], nothing], false);
        self.scope.leave(mark);
        let neutral = neutral?;
        let operator = self.operator(b, op, &neutral, false, false)?;
        let types = operator.function.results.clone();
        let function = self.chunk(b, f, &xs, |_| types.clone())?;
        Ok(self.combined(b, width, &xs, Soac::StreamPar { operator, function }, types))
    }
}

/// Arrays that are written to.
pub fn targets(dest: &[Atom], rank: usize) -> Vec<Target> {
    let target = |array| Target {
        array,
        rank: rank as u16,
    };
    named(dest).into_iter().map(target).collect()
}

/// The parameters of each argument.
fn grouped(atoms: &[Atom], arguments: &[Vec<Atom>]) -> Vec<Vec<Atom>> {
    let mut rest = atoms;
    let mut out = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let (own, others) = rest.split_at(argument.len().min(rest.len()));
        out.push(own.to_vec());
        rest = others;
    }
    out
}
