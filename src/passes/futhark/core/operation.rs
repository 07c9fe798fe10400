//! Intrinsics: functions of scalars, equality, and for each polymorphic one what becomes of it.

use super::flatten::components;
use super::scope::SIZE;
use super::{Made, Pass, unexpected};
use crate::futhark::total::cannot_fail;
use crate::normal::{both, named};
use elder_core::Builder;
use elder_core::tree::{Atom, Body, Dim, Exp as Core, Operator, Results, Soac, Type};
use elder_futhark::intrinsics::{Intrinsic, Op, on_bits};
use elder_futhark::rules::core::FUT_CO_OP;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::Exp;
use elder_syntax::prim::rules::{NUM_DIV, NUM_POW, NUM_QUOT};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use elder_syntax::{Diagnostic, Span};

impl Pass<'_> {
    /// An intrinsic that takes scalars, or any values to compare them.
    pub fn scalar(
        &mut self,
        b: &mut Builder<'_>,
        intrinsic: Intrinsic,
        args: Vec<Vec<Atom>>,
        span: Span,
    ) -> Made<Vec<Atom>> {
        match (intrinsic, args.as_slice()) {
            (Intrinsic::Prim(f), _) => Ok(vec![self.primitive(b, f, args.concat(), span)]),
            (Intrinsic::Futhark(f), [operands]) => {
                let parameters = f.parameters();
                let pairs = operands.iter().zip(parameters);
                let operands: Vec<Atom> = pairs.map(|(atom, t)| self.convert(b, *atom, t)).collect();
                let result = self.primitive(b, f, operands, span);
                Ok(vec![self.convert(b, result, on_bits(f.result()))])
            }
            (Intrinsic::Eq, [x, y]) => Ok(vec![self.equal(b, x, y)]),
            (Intrinsic::Ne, [x, y]) => {
                let equal = self.equal(b, x, y);
                Ok(vec![b.not("c", equal)])
            }
            _ => Err(unexpected(span, "an intrinsic of other arguments")),
        }
    }

    /// FUT-E-BINOP: the function's own rule says when it is not defined.
    fn primitive(&mut self, b: &mut Builder<'_>, f: PrimFn, operands: Vec<Atom>, span: Span) -> Atom {
        let blamed = match f {
            f if cannot_fail(f) => None,
            PrimFn::Bin(BinOp::Div | BinOp::Mod, _) => Some((&NUM_DIV, "zero")),
            PrimFn::Bin(BinOp::Quot | BinOp::Rem, _) => Some((&NUM_QUOT, "zero")),
            PrimFn::Bin(BinOp::Pow, _) => Some((&NUM_POW, "negative")),
            _ => Some((&rules::FUT_E_BINOP, "defined")),
        };
        self.at(b, span, blamed, |this, b| this.prim(b, "x", f, operands))
    }

    /// FUT-E-EQ: scalars are compared, arrays by their sizes and then by their elements.
    fn equal(&mut self, b: &mut Builder<'_>, x: &[Atom], y: &[Atom]) -> Atom {
        let mut all = Atom::TRUE;
        for (x, y) in x.iter().zip(y) {
            let same = match self.type_of(b, *x) {
                Type::Prim(p) => self.op(b, BinOp::Eq, p, *x, *y),
                _ => self.equal_arrays(b, *x, *y),
            };
            all = both(b, "c", all, same);
        }
        all
    }

    fn equal_arrays(&mut self, b: &mut Builder<'_>, x: Atom, y: Atom) -> Atom {
        let (of_x, of_y) = (self.sizes(b, x), self.sizes(b, y));
        let mut same = Atom::TRUE;
        for (m, n) in of_x.iter().zip(&of_y).filter(|(m, n)| m != n) {
            let equal = self.number(b, BinOp::Eq, *m, *n);
            same = both(b, "c", same, equal);
        }
        if same == Atom::TRUE {
            return self.equal_elements(b, x, y, &of_x);
        }
        let ty = Type::BOOL;
        let mut inner = b.inner();
        let dims: Vec<Dim> = of_x.iter().copied().map(Dim::Is).collect();
        let y = self.fit(&mut inner, y, &dims);
        let equal = self.equal_elements(&mut inner, x, y, &of_x);
        let bodies = [inner.finish(vec![equal]), Body::of(Vec::new(), vec![Atom::FALSE])];
        let exp = Core::either(same, bodies, Results::plain([&ty]));
        self.bind(b, "c", ty, exp)
    }

    /// Whether all elements of two arrays of these sizes are equal.
    fn equal_elements(&mut self, b: &mut Builder<'_>, x: Atom, y: Atom, sizes: &[Atom]) -> Atom {
        if sizes.contains(&Atom::i64(0)) {
            return Atom::TRUE;
        }
        let element = self.type_of(b, x).element().unwrap_or(PrimType::Bool);
        let (x, y, width) = match sizes {
            [one] => (x, y, *one),
            _ => {
                let total = self.product(b, sizes);
                (self.flat_of(b, x, total), self.flat_of(b, y, total), total)
            }
        };
        let (row, truth) = (Type::Prim(element), Type::BOOL);
        let function = self.function_to(b, &[row.clone(), row], &truth, |this, b, xs| {
            this.op(b, BinOp::Eq, element, xs[0], xs[1])
        });
        let both = self.function_to(b, &[truth.clone(), truth.clone()], &truth, |_, b, xs| {
            b.logic("c", BinOp::And, xs[0], xs[1])
        });
        let soac = Soac::redomap(Operator::new(both, vec![Atom::TRUE], true), function);
        self.bind(b, "c", truth, Core::soac(width, named(&[x, y]), soac))
    }

    /// An array of these sizes as one of one dimension.
    pub fn flat(&mut self, b: &mut Builder<'_>, array: Atom, sizes: &[Atom]) -> Atom {
        match sizes {
            [] | [_] => array,
            _ => {
                let total = self.product(b, sizes);
                self.flat_of(b, array, total)
            }
        }
    }

    /// An array of so many elements as one of one dimension.
    fn flat_of(&mut self, b: &mut Builder<'_>, array: Atom, total: Atom) -> Atom {
        let (ty, Atom::Var(name)) = (self.type_of(b, array), array) else {
            return array;
        };
        let element = ty.element().unwrap_or(PrimType::Bool);
        let exp = Core::Reshape {
            dims: vec![total],
            array: name,
        };
        self.bind(b, "a", Type::sized([total], element), exp)
    }

    /// A polymorphic intrinsic on its arguments.  The functions that it takes are no values: only the other arguments are evaluated.
    pub fn operation(
        &mut self,
        b: &mut Builder<'_>,
        op: Op,
        args: &[Exp],
        infix: bool,
        e: &Exp,
    ) -> Made<Vec<Atom>> {
        FUT_CO_OP.apply();
        let span = e.span;
        match (op, args) {
            (Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5, [f, arrays @ ..]) => {
                let arrays = self.arguments(b, arrays, infix)?;
                self.map(b, f, &arrays, e)
            }
            (Op::Reduce | Op::ReduceComm, [op_, neutral, xs]) => {
                let [neutral, xs] = self.two(b, neutral, xs)?;
                self.reduce(b, op_, &neutral, &xs, op == Op::ReduceComm)
            }
            (Op::Scan, [op, neutral, xs]) => {
                let [neutral, xs] = self.two(b, neutral, xs)?;
                self.scan(b, op, &neutral, &xs)
            }
            (Op::Filter, [p, xs]) => {
                let xs = self.exp(b, xs)?;
                self.filter(b, p, &xs)
            }
            (Op::Partition, [classes, f, xs]) => {
                let [classes, xs] = self.two(b, classes, xs)?;
                self.partition(b, classes[0], f, &xs, span)
            }
            (Op::Scatter | Op::Scatter2d | Op::Scatter3d, [dest, is, vs]) => {
                let made = self.arguments(b, &[dest.clone(), is.clone(), vs.clone()], false)?;
                self.scatter(b, &made[0], &made[1], &made[2], span)
            }
            (Op::Hist1d | Op::Hist2d | Op::Hist3d, [_, dest, op, neutral, is, vs]) => {
                let others = [
                    args[0].clone(),
                    dest.clone(),
                    neutral.clone(),
                    is.clone(),
                    vs.clone(),
                ];
                let made = self.arguments(b, &others, false)?;
                self.hist(b, &made[1], op, &made[2], (&made[3], &made[4]), span)
            }
            (Op::ScatterStream, [dest, f, xs]) => {
                let [dest, xs] = self.two(b, dest, xs)?;
                self.accumulate(b, &dest, None, f, &xs)
            }
            (Op::HistStream, [dest, op, neutral, f, xs]) => {
                let made = self.arguments(b, &[dest.clone(), neutral.clone(), xs.clone()], false)?;
                self.accumulate(b, &made[0], Some((op, &made[1])), f, &made[2])
            }
            (Op::StreamMap, [f, xs]) => {
                let xs = self.exp(b, xs)?;
                self.stream_map(b, f, &xs, e)
            }
            (Op::StreamRed, [op, f, xs]) => {
                let xs = self.exp(b, xs)?;
                self.stream_red(b, op, f, &xs)
            }
            (Op::Flatmap, [f, xs]) => {
                let xs = self.exp(b, xs)?;
                self.flatmap(b, f, &xs, e)
            }
            (op, _) if op.is_derivative() => {
                let message = format!(
                    "no arrow translates {} yet: only the reference semantics takes derivatives",
                    op.name()
                );
                Err(Box::new(Diagnostic::error(
                    FUT_CO_OP.refuse("derivative"),
                    span,
                    message,
                )))
            }
            _ => {
                let made = self.arguments(b, args, infix)?;
                self.first_order(b, op, args, &made, e)
            }
        }
    }

    /// Two arguments, the last one first.
    fn two(&mut self, b: &mut Builder<'_>, x: &Exp, y: &Exp) -> Made<[Vec<Atom>; 2]> {
        let y = self.exp(b, y)?;
        Ok([self.exp(b, x)?, y])
    }

    /// An intrinsic that takes no function.
    fn first_order(
        &mut self,
        b: &mut Builder<'_>,
        op: Op,
        args: &[Exp],
        made: &[Vec<Atom>],
        e: &Exp,
    ) -> Made<Vec<Atom>> {
        let span = e.span;
        match (op, made) {
            (Op::AccWrite, [acc, i, values]) => self.acc_write(b, acc, i[0], values, span),
            (Op::Iota, [n]) => {
                let blamed = Some((&rules::FUT_E_IOTA, "negative"));
                let ty = Type::sized([n[0]], SIZE);
                Ok(vec![self.at(b, span, blamed, |this, b| {
                    this.bind(b, "is", ty, Core::Iota(n[0]))
                })])
            }
            (Op::Replicate, [n, values]) => {
                let blamed = Some((&rules::FUT_E_REPL, "negative"));
                let (count, mut out) = (n[0], Vec::new());
                for value in values {
                    let value = *value;
                    let row = self.type_of(b, value);
                    let ty = row.array_of(Dim::Is(count)).unwrap_or(row);
                    out.push(self.at(b, span, blamed, |this, b| {
                        this.bind(b, "a", ty, Core::Replicate { count, value })
                    }));
                }
                Ok(out)
            }
            (Op::Copy | Op::Manifest, [values]) => Ok(self.copies(b, values)),
            // FUT-E-ZIP: the result shares nothing with the arguments.
            (Op::Zip | Op::Zip3 | Op::Zip4 | Op::Zip5, arrays) => {
                let all = arrays.concat();
                let width = self.width(b, &all, span)?;
                let all = self.of_width(b, &all, width);
                Ok(self.copies(b, &all))
            }
            (Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5, [xs]) => Ok(self.copies(b, xs)),
            (Op::Concat, [xs, ys]) => self.concat(b, xs, ys),
            (Op::Flatten, [xs]) => self.flatten(b, xs, span),
            (Op::Unflatten, [n, m, xs]) => self.reshape(b, xs, 1, &[n[0], m[0]], span),
            (Op::Reshape, [sizes, xs]) => {
                let (old, new) = (rank(&args[1].ty), rank(&e.ty));
                let replaced = (old + sizes.len()).saturating_sub(new);
                self.reshape(b, xs, replaced, sizes, span)
            }
            (Op::Transpose, [xs]) => self.rearrange(b, xs, &[1, 0], span),
            (Op::Rearrange, [order, xs]) => {
                let order: Option<Vec<u16>> = order.iter().map(|k| dimension(*k)).collect();
                let order = order.ok_or_else(|| unexpected(span, "an order that is not known"))?;
                self.rearrange(b, xs, &order, span)
            }
            (Op::FlatIndex2d | Op::FlatIndex3d | Op::FlatIndex4d, [xs, start, pairs @ ..]) => {
                let pairs: Vec<(Atom, Atom)> = pairs.chunks(2).map(|pair| (pair[0][0], pair[1][0])).collect();
                self.flat_index(b, xs, start[0], &pairs, span)
            }
            (
                Op::FlatUpdate1d | Op::FlatUpdate2d | Op::FlatUpdate3d | Op::FlatUpdate4d,
                [xs, start, strides @ .., new],
            ) => {
                let strides: Vec<Atom> = strides.iter().map(|stride| stride[0]).collect();
                self.flat_update(b, xs, start[0], &strides, new, span)
            }
            (Op::Opaque | Op::Trace | Op::Break, [values]) => {
                let opaque = values.iter().map(|value| {
                    let ty = self.type_of(b, *value);
                    self.bind(b, "x", ty, Core::Opaque(*value))
                });
                Ok(opaque.collect())
            }
            _ => Err(unexpected(span, "an intrinsic of other arguments")),
        }
    }

    /// How many elements arrays have.
    pub fn width(&mut self, b: &mut Builder<'_>, arrays: &[Atom], span: Span) -> Made<Atom> {
        match arrays.first() {
            Some(first) => Ok(self.size_of(b, *first, 0)),
            None => Err(unexpected(span, "a combinator of nothing")),
        }
    }

    /// The element type of an array type has these components.
    pub fn element_components(
        &self,
        ty: &elder_futhark::tree::Type,
        span: Span,
    ) -> Made<Vec<super::flatten::Component>> {
        match &**ty {
            elder_futhark::tree::TypeKind::Array(_, element) => components(element),
            _ => Err(unexpected(span, "an array of no array type")),
        }
    }
}

/// How many dimensions a type has.
fn rank(ty: &elder_futhark::tree::Type) -> usize {
    match &**ty {
        elder_futhark::tree::TypeKind::Array(_, element) => 1 + rank(element),
        _ => 0,
    }
}

/// The number of a dimension.
fn dimension(atom: Atom) -> Option<u16> {
    use elder_syntax::prim::PrimValue::{I8, I16, I32, I64, U8, U16, U32, U64};
    match atom {
        Atom::Const(I64(k)) => u16::try_from(k).ok(),
        Atom::Const(I32(k)) => u16::try_from(k).ok(),
        Atom::Const(I16(k)) => u16::try_from(k).ok(),
        Atom::Const(I8(k)) => u16::try_from(k).ok(),
        Atom::Const(U64(k)) => u16::try_from(k).ok(),
        Atom::Const(U32(k)) => u16::try_from(k).ok(),
        Atom::Const(U16(k)) => Some(k),
        Atom::Const(U8(k)) => Some(k.into()),
        Atom::Const(_) | Atom::Var(_) => None,
    }
}
