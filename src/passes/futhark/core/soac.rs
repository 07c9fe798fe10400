//! Combinators: their functions are lambdas in the tree, and lambdas in Core.
//!
//! An array of records is several inputs, a record that a function gives several results.  `partition` and `flatmap` are written out.

use super::control::Hiding;
use super::emit::{Said, named};
use super::flatten::Component;
use super::scope::SIZE;
use super::{Made, Pass, unexpected};
use elder_core::Builder;
use elder_core::tree::{
    AccType, Accumulated, Atom, Binder, Chunk, Cut, Dim, Exp as Core, Ext, Form, Lambda, Loop, Operator,
    Param, Soac, Target, Type,
};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Attribute, Exp, ExpKind, Fun, Size, TypeKind};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType, PrimValue};
use std::rc::Rc;

impl Pass<'_> {
    /// A function of these types to those, whose sizes are known around it.
    pub fn lambda(
        &mut self,
        b: &mut Builder<'_>,
        params: &[Type],
        results: &[Type],
        make: impl FnOnce(&mut Self, &mut Builder<'_>, &[Atom]) -> Made<Vec<Atom>>,
    ) -> Made<Lambda> {
        let params: Vec<Binder> = params.iter().map(|ty| self.fresh(b, "x", ty.clone())).collect();
        let atoms: Vec<Atom> = params.iter().map(|param| Atom::Var(param.name)).collect();
        let hiding = Hiding {
            sizes: Vec::new(),
            types: results.iter().map(Type::shown).collect(),
        };
        let body = self.body(b, &hiding, |this, b| make(this, b, &atoms))?;
        Ok(Lambda {
            params,
            body,
            results: results.to_vec(),
        })
    }

    /// A function that gives one scalar.
    pub fn function_to(
        &mut self,
        b: &mut Builder<'_>,
        params: &[Type],
        result: &Type,
        make: impl FnOnce(&mut Self, &mut Builder<'_>, &[Atom]) -> Atom,
    ) -> Lambda {
        let params: Vec<Binder> = params.iter().map(|ty| self.fresh(b, "x", ty.clone())).collect();
        let atoms: Vec<Atom> = params.iter().map(|param| Atom::Var(param.name)).collect();
        let mut inner = b.inner();
        let made = make(self, &mut inner, &atoms);
        let body = inner.finish(vec![made]);
        Lambda {
            params,
            body,
            results: vec![result.clone()],
        }
    }

    /// The function that gives what it takes.
    fn identity(&mut self, b: &mut Builder<'_>, types: &[Type]) -> Made<Lambda> {
        self.lambda(b, types, types, |_, _, atoms| Ok(atoms.to_vec()))
    }

    /// What a combinator of so many elements gives.
    fn combined(
        &mut self,
        b: &mut Builder<'_>,
        width: Atom,
        inputs: &[Atom],
        soac: Soac,
        types: Vec<Type>,
    ) -> Vec<Atom> {
        let hiding = Hiding {
            sizes: Vec::new(),
            types: types.iter().map(Type::shown).collect(),
        };
        let pat = self.pattern(b, &hiding);
        let exp = Core::Soac {
            width,
            inputs: named(inputs),
            soac: Box::new(soac),
        };
        self.bind_pat(b, pat, exp)
    }

    /// A map of a function.
    pub fn mapped(
        &mut self,
        b: &mut Builder<'_>,
        width: Atom,
        inputs: &[Atom],
        function: Lambda,
    ) -> Made<Vec<Atom>> {
        let types = rows_of(width, &function.results);
        let accs = Vec::new();
        Ok(self.combined(b, width, inputs, Soac::Map { accs, function }, types))
    }

    /// The types of the elements of arrays.
    fn elements(&self, arrays: &[Atom]) -> Vec<Type> {
        let row = |array: &Atom| self.type_of(*array).row(1).unwrap_or(Type::Cert);
        arrays.iter().map(row).collect()
    }

    /// The body of a function with its parameters bound to these; `copied`: what it consumes are copies, as elements of arrays that it is applied to
    /// are (FUT-E-MAP).
    fn applied(&mut self, b: &mut Builder<'_>, f: &Exp, args: &[Vec<Atom>], copied: bool) -> Made<Vec<Atom>> {
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
        let elements = self.elements(&all);
        let function = self.lambda(b, &elements, &results, |this, b, atoms| {
            this.applied(b, f, &grouped(atoms, arrays), true)
        })?;
        let made = self.mapped(b, width, &all, function)?;
        match results.iter().any(|ty| ty.dims().contains(&Dim::Open)) {
            true => self.shaped(b, width, &self.element_components(&e.ty, e.span)?, &made, e.span),
            false => Ok(made),
        }
    }

    /// FUT-E-EMPTYSHAPE: arrays of so many results whose sizes are not known before.  They are those of the results; only if there are none, their
    /// types say them.
    fn shaped(
        &mut self,
        b: &mut Builder<'_>,
        width: Atom,
        elements: &[Component],
        made: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let mut hiding = self.hiding(elements, &[]);
        for ty in &mut hiding.types {
            let dims = std::iter::once(Ext::Is(Dim::Is(width))).chain(ty.dims().iter().copied());
            *ty = Type::array(dims, ty.element().unwrap_or(PrimType::Bool));
        }
        let condition = self.number(b, BinOp::Eq, width, Atom::i64(0));
        let then = self.body(b, &hiding, |this, b| {
            let mut none = Vec::with_capacity(elements.len());
            for element in elements {
                let row = this.sized(b, element)?;
                let ty = row.array_of(Dim::Is(width)).unwrap_or(row);
                let said = Some((&rules::FUT_E_REPL, "negative"));
                none.push(this.at(b, span, said, |this, b| {
                    this.bind(b, "a", ty.clone(), Core::Blank(ty))
                }));
            }
            Ok(none)
        })?;
        let otherwise = self.body(b, &hiding, |_, _| Ok(made.to_vec()))?;
        let pat = self.pattern(b, &hiding);
        let exp = Core::If {
            condition,
            then: Box::new(then),
            otherwise: Box::new(otherwise),
            results: hiding.results(),
        };
        Ok(self.bind_pat(b, pat, exp))
    }

    /// An operator on values of these types.
    fn operator(
        &mut self,
        b: &mut Builder<'_>,
        op: &Exp,
        neutral: &[Atom],
        commutative: bool,
        copied: bool,
    ) -> Made<Operator> {
        let types: Vec<Type> = neutral.iter().map(|atom| self.type_of(*atom)).collect();
        let both = [types.clone(), types.clone()].concat();
        let many = neutral.len();
        let function = self.lambda(b, &both, &types, |this, b, atoms| {
            let (left, right) = atoms.split_at(many);
            this.applied(b, op, &[left.to_vec(), right.to_vec()], copied)
        })?;
        Ok(Operator {
            function,
            neutral: neutral.to_vec(),
            commutative,
        })
    }

    /// Operands and neutral values of the same sizes.
    fn folded(
        &mut self,
        b: &mut Builder<'_>,
        neutral: &[Atom],
        xs: &[Atom],
    ) -> Made<(Atom, Vec<Atom>, Vec<Atom>)> {
        let span = self.sites.get(b.at).span;
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let mut fitted = Vec::with_capacity(neutral.len());
        for (atom, row) in neutral.iter().zip(self.elements(&xs)) {
            fitted.push(self.fit(b, *atom, row.dims()));
        }
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
        Ok(self.combined(b, width, &xs, Soac::Redomap { operator, function }, types))
    }

    /// FUT-E-SCAN
    pub fn scan(&mut self, b: &mut Builder<'_>, op: &Exp, neutral: &[Atom], xs: &[Atom]) -> Made<Vec<Atom>> {
        let (width, neutral, xs) = self.folded(b, neutral, xs)?;
        let operator = self.operator(b, op, &neutral, false, true)?;
        let types = operator.function.results.clone();
        let function = self.identity(b, &types)?;
        let types = rows_of(width, &types);
        Ok(self.combined(b, width, &xs, Soac::Scanomap { operator, function }, types))
    }

    /// FUT-E-FILTER
    pub fn filter(&mut self, b: &mut Builder<'_>, p: &Exp, xs: &[Atom]) -> Made<Vec<Atom>> {
        let span = self.sites.get(b.at).span;
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let elements = self.elements(&xs);
        let truth = [Type::Prim(PrimType::Bool)];
        let predicate = self.lambda(b, &elements, &truth, |this, b, atoms| {
            this.applied(b, p, &[atoms.to_vec()], true)
        })?;
        let types = elements.iter().map(|row| {
            let rest = row.dims().iter().map(|dim| Ext::Is(*dim));
            let dims = std::iter::once(Ext::Hidden(0)).chain(rest);
            Type::array(dims, row.element().unwrap_or(PrimType::Bool))
        });
        let hiding = Hiding {
            sizes: vec![Size::Const(0)],
            types: types.collect(),
        };
        let pat = self.pattern(b, &hiding);
        let exp = Core::Soac {
            width,
            inputs: named(&xs),
            soac: Box::new(Soac::Filter { predicate }),
        };
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
        let elements = self.elements(&inputs);
        let function = self.lambda(b, &elements, &results, |_, _, atoms| {
            let (at, values) = atoms.split_at(rank);
            let indexes = std::iter::repeat_n(at, dest.len()).flatten();
            Ok(indexes.chain(values).copied().collect())
        })?;
        let into = targets(dest, rank);
        let types = dest.iter().map(|array| self.type_of(*array)).collect();
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
            let row = self.type_of(*array).row(rank).unwrap_or(Type::Cert);
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
        let mut fitted = Vec::with_capacity(neutral.len());
        for (atom, row) in neutral.iter().zip(&values) {
            fitted.push(self.fit(b, *atom, row.dims()));
        }
        let operator = self.operator(b, op, &fitted, true, true)?;
        let elements = self.elements(&inputs);
        let function = self.identity(b, &elements)?;
        let into = vec![(targets(dest, rank), operator)];
        let types = dest.iter().map(|array| self.type_of(*array)).collect();
        Ok(self.combined(b, width, &inputs, Soac::Hist { function, into }, types))
    }

    /// FUT-E-ACC-NEW: the function adds to what stands in the destination, or replaces it.
    pub fn accumulate(
        &mut self,
        b: &mut Builder<'_>,
        dest: &[Atom],
        operator: Option<(&Exp, &[Atom])>,
        f: &Exp,
        xs: &[Atom],
    ) -> Made<Vec<Atom>> {
        let span = self.sites.get(b.at).span;
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let space = self.width(b, dest, span)?;
        let dest = self.of_width(b, dest, space);
        let rows = self.elements(&dest);
        let operator = match operator {
            None => None,
            Some((op, neutral)) => {
                let mut fitted = Vec::with_capacity(neutral.len());
                for (atom, row) in neutral.iter().zip(&rows) {
                    fitted.push(self.fit(b, *atom, row.dims()));
                }
                Some(self.operator(b, op, &fitted, true, true)?)
            }
        };
        let elements = rows.iter();
        let acc = Type::Acc(Rc::new(AccType {
            space: vec![Dim::Is(space)],
            elements: elements
                .map(|row| (row.dims().to_vec(), row.element().unwrap_or(PrimType::Bool)))
                .collect(),
        }));
        let types = [acc];
        let function = self.lambda(b, &types, &types, |this, b, accs| {
            let handed = [types.to_vec(), this.elements(&xs)].concat();
            let function = this.lambda(b, &handed, &types, |this, b, atoms| {
                let (acc, element) = atoms.split_at(1);
                this.applied(b, f, &[acc.to_vec(), element.to_vec()], false)
            })?;
            let accs = named(accs);
            Ok(this.combined(b, width, &xs, Soac::Map { accs, function }, types.to_vec()))
        })?;
        let given = dest.iter().map(|array| self.type_of(*array).shown()).collect();
        let hiding = Hiding {
            sizes: Vec::new(),
            types: given,
        };
        let pat = self.pattern(b, &hiding);
        let updates = vec![Accumulated {
            space: vec![space],
            arrays: named(&dest),
            operator,
        }];
        let function = Box::new(function);
        Ok(self.bind_pat(b, pat, Core::WithAcc { updates, function }))
    }

    /// FUT-E-ACC-UPD
    pub fn acc_write(
        &mut self,
        b: &mut Builder<'_>,
        acc: &[Atom],
        i: Atom,
        values: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let &[Atom::Var(name)] = acc else {
            return Err(unexpected(span, "an update of no accumulator"));
        };
        let ty = self.type_of(acc[0]);
        let Type::Acc(known) = &ty else {
            return Err(unexpected(span, "an update of no accumulator"));
        };
        let mut fitted = Vec::with_capacity(values.len());
        for (value, (dims, _)) in values.iter().zip(&known.elements) {
            fitted.push(self.fit(b, *value, dims));
        }
        let exp = Core::AccUpdate {
            acc: name,
            at: vec![i],
            values: fitted,
        };
        Ok(vec![self.bind(b, "acc", ty.clone(), exp)])
    }

    /// FUT-E-STREAM-MAP
    pub fn stream_map(&mut self, b: &mut Builder<'_>, f: &Exp, xs: &[Atom], e: &Exp) -> Made<Vec<Atom>> {
        let width = self.width(b, xs, e.span)?;
        let xs = self.of_width(b, xs, width);
        let mut rows = Vec::new();
        for component in self.element_components(&e.ty, e.span)? {
            rows.push(self.component(b, &component)?);
        }
        let function = self.chunk(b, f, &xs, |size| rows_of(size, &rows))?;
        let nothing = Lambda {
            params: Vec::new(),
            body: elder_core::Body::default(),
            results: Vec::new(),
        };
        let operator = Operator {
            function: nothing,
            neutral: Vec::new(),
            commutative: false,
        };
        let types = rows_of(width, &rows);
        Ok(self.combined(b, width, &xs, Soac::StreamPar { operator, function }, types))
    }

    /// A function of chunks of arrays; results depend on the chunk's size.
    fn chunk(
        &mut self,
        b: &mut Builder<'_>,
        f: &Exp,
        xs: &[Atom],
        results: impl FnOnce(Atom) -> Vec<Type>,
    ) -> Made<Chunk> {
        let size = self.fresh(b, "m", Type::SIZE).name;
        let chunks = rows_of(Atom::Var(size), &self.elements(xs));
        let function = self.lambda(b, &chunks, &results(Atom::Var(size)), |this, b, atoms| {
            this.applied(b, f, &[vec![Atom::Var(size)], atoms.to_vec()], false)
        })?;
        Ok(Chunk { size, function })
    }

    /// FUT-E-STREAM-RED: what the function gives of no elements is neutral.
    pub fn stream_red(&mut self, b: &mut Builder<'_>, op: &Exp, f: &Exp, xs: &[Atom]) -> Made<Vec<Atom>> {
        let span = self.sites.get(b.at).span;
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let none = Cut::Section {
            start: Atom::i64(0),
            count: Atom::i64(0),
            stride: Atom::i64(1),
        };
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

    /// FUT-E-PARTITION: the class of each element; how many are in each class, and where each class begins; then each element goes to the next
    /// place of its class.
    pub fn partition(
        &mut self,
        b: &mut Builder<'_>,
        classes: Atom,
        f: &Exp,
        xs: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        const MANY: Said = (&rules::FUT_E_PARTITION, "classes");
        const CLASS: Said = (&rules::FUT_E_PARTITION, "class");
        let (zero, one) = (Atom::i64(0), Atom::i64(1));
        let classes = self.convert(b, classes, SIZE);
        let natural = self.number(b, BinOp::Le, zero, classes);
        self.assert(b, natural, span, MANY);
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let elements = self.elements(&xs);
        let function = self.lambda(b, &elements, &[Type::SIZE], |this, b, atoms| {
            let class = this.applied(b, f, &[atoms.to_vec()], true)?;
            let low = this.number(b, BinOp::Le, zero, class[0]);
            let high = this.number(b, BinOp::Lt, class[0], classes);
            let known = this.logic(b, BinOp::And, low, high);
            this.assert(b, known, span, CLASS);
            Ok(class)
        })?;
        let class = self.mapped(b, width, &xs, function)?[0];
        // How many are in each class.
        let counters = Type::array([Dim::Is(classes)], SIZE);
        let value = zero;
        let count = classes;
        let zeros = self.bind(b, "zeros", counters.clone(), Core::Replicate { count, value });
        let count = |_: &mut Self, _: &mut Builder<'_>, i: &[Atom]| Ok(vec![i[0], one]);
        let function = self.lambda(b, &[Type::SIZE], &[Type::SIZE, Type::SIZE], count)?;
        let operator = self.sum(b);
        let into = vec![(targets(&[zeros], 1), operator)];
        let counts = self.combined(
            b,
            width,
            &[class],
            Soac::Hist { function, into },
            vec![counters.clone()],
        )[0];
        // Where each class begins: the sum of those before.
        let operator = self.sum(b);
        let function = self.identity(b, &[Type::SIZE])?;
        let ends = self.combined(
            b,
            classes,
            &[counts],
            Soac::Scanomap { operator, function },
            vec![counters.clone()],
        )[0];
        let difference = |this: &mut Self, b: &mut Builder<'_>, x: &[Atom]| {
            Ok(vec![this.number(b, BinOp::Sub, x[0], x[1])])
        };
        let function = self.lambda(b, &[Type::SIZE, Type::SIZE], &[Type::SIZE], difference)?;
        let begins = self.mapped(b, classes, &[ends, counts], function)?[0];
        let places = self.places(b, class, begins, width)?;
        let mut out = Vec::with_capacity(xs.len() + 1);
        for x in &xs {
            let ty = self.type_of(*x);
            let blank = self.bind(b, "a", ty.clone(), Core::Blank(ty));
            out.extend(self.scatter(b, &[blank], &[places], &[*x], span)?);
        }
        out.push(counts);
        Ok(out)
    }

    /// The sum of numbers of type i64.
    fn sum(&mut self, b: &mut Builder<'_>) -> Operator {
        let function = self.function_to(b, &[Type::SIZE, Type::SIZE], &Type::SIZE, |this, b, x| {
            this.number(b, BinOp::Add, x[0], x[1])
        });
        Operator {
            function,
            neutral: vec![Atom::i64(0)],
            commutative: true,
        }
    }

    /// The place of each element: where its class begins, behind those of its class before it.
    fn places(&mut self, b: &mut Builder<'_>, class: Atom, begins: Atom, width: Atom) -> Made<Atom> {
        let places = Type::array([Dim::Is(width)], SIZE);
        let next = self.type_of(begins);
        let blank = self.bind(b, "places", places.clone(), Core::Blank(places.clone()));
        let params = [(begins, next), (blank, places)];
        let params: Vec<(Param, Atom)> = params
            .into_iter()
            .map(|(first, ty)| {
                let binder = self.fresh(b, "a", ty);
                (Param { binder, unique: true }, first)
            })
            .collect();
        let types: Vec<Type> = params.iter().map(|(param, _)| param.binder.ty.clone()).collect();
        let (next, places) = (params[0].0.binder.name, params[1].0.binder.name);
        let index = self.fresh(b, "i", Type::SIZE).name;
        let i = Atom::Var(index);
        let mut inner = b.inner();
        let own = self.part(&mut inner, class, vec![Cut::At(i)]);
        let place = self.part(&mut inner, Atom::Var(next), vec![Cut::At(own)]);
        let behind = self.number(&mut inner, BinOp::Add, place, Atom::i64(1));
        let put = |array, at, value| Core::Update {
            array,
            at: vec![Cut::At(at)],
            value,
        };
        let next = self.bind(&mut inner, "a", types[0].clone(), put(next, own, behind));
        let places = self.bind(&mut inner, "a", types[1].clone(), put(places, i, place));
        let body = inner.finish(vec![next, places]);
        let form = Form::For {
            index,
            ty: SIZE,
            bound: width,
        };
        let exp = Core::Loop(Box::new(Loop {
            sizes: Vec::new(),
            params,
            form,
            body,
        }));
        let hiding = Hiding {
            sizes: Vec::new(),
            types: types.iter().map(Type::shown).collect(),
        };
        let pat = self.pattern(b, &hiding);
        Ok(self.bind_pat(b, pat, exp)[1])
    }

    /// FUT-E-MAP with irregular results: how many each element gives is found first, with what is regular; then each puts its own where those
    /// before it end.
    pub fn flatmap(&mut self, b: &mut Builder<'_>, f: &Exp, xs: &[Atom], e: &Exp) -> Made<Vec<Atom>> {
        let span = e.span;
        let TypeKind::Record(fields) = &*e.ty else {
            return Err(unexpected(span, "a flatmap of another type"));
        };
        let [_, _, _, (_, data), (_, others)] = fields.as_slice() else {
            return Err(unexpected(span, "a flatmap of another type"));
        };
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let elements = self.elements(&xs);
        let regular = self.element_components(others, span)?;
        let parts = self.element_components(data, span)?;
        let mut results = vec![Type::SIZE];
        for component in &regular {
            results.push(self.component(b, component)?);
        }
        let many = parts.len();
        let function = self.lambda(b, &elements, &results, |this, b, atoms| {
            let own = this.copies(b, atoms);
            let mut given = this.applied(b, f, &[own], true)?;
            let size = this.size_of(b, given[0], 0);
            given.splice(..many, [size]);
            Ok(given)
        })?;
        let mut found = self.mapped(b, width, &xs, function)?;
        let others = found.split_off(1);
        let sizes = found[0];
        let operator = self.sum(b);
        let function = self.identity(b, &[Type::SIZE])?;
        let counters = self.type_of(sizes);
        let ends = self.combined(
            b,
            width,
            &[sizes],
            Soac::Scanomap { operator, function },
            vec![counters],
        )[0];
        let difference = |this: &mut Self, b: &mut Builder<'_>, x: &[Atom]| {
            Ok(vec![this.number(b, BinOp::Sub, x[0], x[1])])
        };
        let function = self.lambda(b, &[Type::SIZE, Type::SIZE], &[Type::SIZE], difference)?;
        let offsets = self.mapped(b, width, &[ends, sizes], function)?[0];
        let operator = self.sum(b);
        let function = self.identity(b, &[Type::SIZE])?;
        let total = self.combined(
            b,
            width,
            &[sizes],
            Soac::Redomap { operator, function },
            vec![Type::SIZE],
        )[0];
        let (flags, data) = self.put_together(b, f, &xs, (&parts, total), (offsets, sizes, width))?;
        let mut out = vec![sizes, flags, offsets];
        out.extend(data);
        out.extend(others);
        Ok(out)
    }

    /// The irregular results one after the other, in a loop over the elements, and where each begins.
    fn put_together(
        &mut self,
        b: &mut Builder<'_>,
        f: &Exp,
        xs: &[Atom],
        (parts, total): (&[Component], Atom),
        (offsets, sizes, width): (Atom, Atom, Atom),
    ) -> Made<(Atom, Vec<Atom>)> {
        let mut types = vec![Type::array([Dim::Is(total)], PrimType::Bool)];
        for part in parts {
            let row = self.sized(b, part)?;
            types.extend(row.array_of(Dim::Is(total)));
        }
        let mut params = Vec::with_capacity(types.len());
        for ty in &types {
            let blank = self.bind(b, "a", ty.clone(), Core::Blank(ty.clone()));
            let binder = self.fresh(b, "a", ty.clone());
            params.push((Param { binder, unique: true }, blank));
        }
        let index = self.fresh(b, "i", Type::SIZE).name;
        let i = Atom::Var(index);
        let into: Vec<Atom> = params
            .iter()
            .map(|(param, _)| Atom::Var(param.binder.name))
            .collect();
        let hiding = Hiding {
            sizes: Vec::new(),
            types: types.iter().map(Type::shown).collect(),
        };
        let body = self.body(b, &hiding, |this, b| {
            let row: Vec<Atom> = xs.iter().map(|x| this.part(b, *x, vec![Cut::At(i)])).collect();
            let row = this.copies(b, &row);
            let given = this.applied(b, f, &[row], true)?;
            let start = this.part(b, offsets, vec![Cut::At(i)]);
            let count = this.part(b, sizes, vec![Cut::At(i)]);
            // The first one is flagged, if there is one.
            let some = this.number(b, BinOp::Lt, Atom::i64(0), count);
            let flagged = this.convert(b, some, SIZE);
            let ty = Type::array([Dim::Is(flagged)], PrimType::Bool);
            let value = Atom::Const(PrimValue::Bool(true));
            let flag = this.bind(
                b,
                "a",
                ty,
                Core::Replicate {
                    count: flagged,
                    value,
                },
            );
            let mut next = Vec::with_capacity(into.len());
            let counts = std::iter::once(flagged).chain(std::iter::repeat(count));
            let values = std::iter::once(flag).chain(given);
            for ((array, value), count) in into.iter().zip(values).zip(counts) {
                let Atom::Var(name) = *array else { continue };
                let stride = Atom::i64(1);
                let mut at = vec![Cut::Section { start, count, stride }];
                at.extend(this.whole(b, *array, 1));
                let value = this.fit(b, value, &super::emit::counts(&at));
                let ty = this.type_of(*array);
                let exp = Core::Update {
                    array: name,
                    at,
                    value,
                };
                next.push(this.bind(b, "a", ty, exp));
            }
            Ok(next)
        })?;
        let form = Form::For {
            index,
            ty: SIZE,
            bound: width,
        };
        let exp = Core::Loop(Box::new(Loop {
            sizes: Vec::new(),
            params,
            form,
            body,
        }));
        let pat = self.pattern(b, &hiding);
        let mut made = self.bind_pat(b, pat, exp);
        let data = made.split_off(1);
        Ok((made[0], data))
    }
}

/// Arrays of these, of one length.
fn rows_of(width: Atom, rows: &[Type]) -> Vec<Type> {
    let array = |row: &Type| row.array_of(Dim::Is(width)).unwrap_or_else(|| row.clone());
    rows.iter().map(array).collect()
}

/// Arrays that are written to.
fn targets(dest: &[Atom], rank: usize) -> Vec<Target> {
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
