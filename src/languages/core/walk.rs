//! The one traversal of programs.
//!
//! It is written once and made twice: [`Rewrite`] changes a program in place, [`Fold`] only looks.  Both have a hook for what is
//! bound, what is used, types, expressions, loops, combinators, functions, statements, bodies and definitions; each does by default what
//! [`rewrite`] or [`fold`] does for that sort of thing, which is to go on to its parts.  Whoever overrides a hook calls that function where
//! the parts are wanted too.  Where a scope begins and ends there are hooks that do nothing by default: definitions, loops behind what they
//! begin with, functions of combinators and bodies have one each.
//!
//! Parts come in the order of their scopes: what a statement executes before what it binds, parameters before the body that sees
//! them, types before the names that have them.

use crate::names::Name;
use crate::tree::*;
use elder_syntax::prim::PrimType;
use std::collections::VecDeque;
use std::rc::Rc;

/// Changes a program in place.
pub trait Rewrite {
    /// A name where it is bound.
    fn bound(&mut self, _name: &mut Name) {}

    /// A name where it is used.
    fn used(&mut self, _name: &mut Name) {}

    /// A scope begins: what is bound from here on is in scope until it ends.
    fn enter(&mut self) {}

    /// The innermost scope ends.
    fn leave(&mut self) {}

    /// A size where it is bound.
    fn size(&mut self, size: &mut Name) {
        self.bound(size);
    }

    /// A variable where it is bound with its type.
    fn binder(&mut self, binder: &mut Binder) {
        rewrite::binder(self, binder);
    }

    /// The number of a loop's iteration where it is bound, of this type.
    fn index(&mut self, index: &mut Name, _ty: PrimType) {
        self.bound(index);
    }

    /// An operand, or a size in a type.
    fn atom(&mut self, atom: &mut Atom) {
        rewrite::atom(self, atom);
    }

    /// The type of a variable.
    fn ty(&mut self, ty: &mut Type) {
        rewrite::ty(self, ty);
    }

    /// The type of a result.
    fn result(&mut self, ty: &mut Type<Ext>) {
        rewrite::result(self, ty);
    }

    /// An expression.
    fn exp(&mut self, exp: &mut Exp) {
        rewrite::exp(self, exp);
    }

    /// A statement, which becomes any number of statements.
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        out.push(stm);
    }

    /// A body.
    fn body(&mut self, body: &mut Body) {
        rewrite::body(self, body);
    }

    /// A loop.
    fn repetition(&mut self, repetition: &mut Loop) {
        rewrite::repetition(self, repetition);
    }

    /// A combinator, before its inputs.
    fn soac(&mut self, soac: &mut Soac) {
        rewrite::soac(self, soac);
    }

    /// A combinator over a space.
    fn segmented(&mut self, segmented: &mut Segmented) {
        rewrite::segmented(self, segmented);
    }

    /// An operator of a combinator.
    fn operator(&mut self, operator: &mut Operator) {
        rewrite::operator(self, operator);
    }

    /// A function that a combinator takes.
    fn lambda(&mut self, lambda: &mut Lambda) {
        rewrite::lambda(self, lambda);
    }

    /// A function of chunks.
    fn chunk(&mut self, chunk: &mut Chunk) {
        rewrite::chunk(self, chunk);
    }

    /// A function or an entry point.
    fn definition(&mut self, definition: &mut Definition) {
        rewrite::definition(self, definition);
    }
}

/// Looks at a program.
pub trait Fold {
    /// A name where it is bound.
    fn bound(&mut self, _name: &Name) {}

    /// A name where it is used.
    fn used(&mut self, _name: &Name) {}

    /// A scope begins: what is bound from here on is in scope until it ends.
    fn enter(&mut self) {}

    /// The innermost scope ends.
    fn leave(&mut self) {}

    /// A size where it is bound.
    fn size(&mut self, size: &Name) {
        self.bound(size);
    }

    /// A variable where it is bound with its type.
    fn binder(&mut self, binder: &Binder) {
        fold::binder(self, binder);
    }

    /// The number of a loop's iteration where it is bound, of this type.
    fn index(&mut self, index: &Name, _ty: PrimType) {
        self.bound(index);
    }

    /// An operand, or a size in a type.
    fn atom(&mut self, atom: &Atom) {
        fold::atom(self, atom);
    }

    /// The type of a variable.
    fn ty(&mut self, ty: &Type) {
        fold::ty(self, ty);
    }

    /// The type of a result.
    fn result(&mut self, ty: &Type<Ext>) {
        fold::result(self, ty);
    }

    /// An expression.
    fn exp(&mut self, exp: &Exp) {
        fold::exp(self, exp);
    }

    /// A statement.
    fn stm(&mut self, stm: &Stm) {
        fold::stm(self, stm);
    }

    /// A body.
    fn body(&mut self, body: &Body) {
        fold::body(self, body);
    }

    /// A loop.
    fn repetition(&mut self, repetition: &Loop) {
        fold::repetition(self, repetition);
    }

    /// A combinator, before its inputs.
    fn soac(&mut self, soac: &Soac) {
        fold::soac(self, soac);
    }

    /// A combinator over a space.
    fn segmented(&mut self, segmented: &Segmented) {
        fold::segmented(self, segmented);
    }

    /// An operator of a combinator.
    fn operator(&mut self, operator: &Operator) {
        fold::operator(self, operator);
    }

    /// A function that a combinator takes.
    fn lambda(&mut self, lambda: &Lambda) {
        fold::lambda(self, lambda);
    }

    /// A function of chunks.
    fn chunk(&mut self, chunk: &Chunk) {
        fold::chunk(self, chunk);
    }

    /// A function or an entry point.
    fn definition(&mut self, definition: &Definition) {
        fold::definition(self, definition);
    }
}

/// What is in an accumulator's type, to look at.
fn shared<T>(inside: &Rc<T>) -> &T {
    inside
}

/// Bodies nest as far as a program does.
fn nested<T>(visit: impl FnOnce() -> T) -> T {
    elder_syntax::effort::deeper(visit)
}

macro_rules! traversal {
    ($(#[$meta:meta])* $module:ident, $visitor:ident, [$($mutable:tt)?], $inside:path, $($own:tt)*) => {
        $(#[$meta])*
        pub mod $module {
            use super::*;

            $($own)*

            /// A whole program.
            pub fn program<V: $visitor + ?Sized>(v: &mut V, program: &$($mutable)? Program) {
                for function in &$($mutable)? program.functions {
                    v.definition(function);
                }
                for entry in &$($mutable)? program.entries {
                    v.definition(entry);
                }
            }

            /// A function or an entry point.
            pub fn definition<V: $visitor + ?Sized>(v: &mut V, definition: &$($mutable)? Definition) {
                v.enter();
                for size in &$($mutable)? definition.sizes {
                    v.size(size);
                }
                params(v, &$($mutable)? definition.params);
                results(v, &$($mutable)? definition.results);
                v.body(&$($mutable)? definition.body);
                v.leave();
            }

            fn params<V: $visitor + ?Sized>(v: &mut V, params: &$($mutable)? [Param]) {
                for param in params {
                    v.binder(&$($mutable)? param.binder);
                }
            }

            /// A variable with its type, where it is bound.
            pub fn binder<V: $visitor + ?Sized>(v: &mut V, binder: &$($mutable)? Binder) {
                v.ty(&$($mutable)? binder.ty);
                v.bound(&$($mutable)? binder.name);
            }

            fn results<V: $visitor + ?Sized>(v: &mut V, results: &$($mutable)? Results) {
                for given in &$($mutable)? results.given {
                    v.result(&$($mutable)? given.ty);
                }
            }

            /// What binds.
            pub fn pat<V: $visitor + ?Sized>(v: &mut V, pat: &$($mutable)? Pat) {
                for size in &$($mutable)? pat.sizes {
                    v.size(size);
                }
                for value in &$($mutable)? pat.values {
                    v.binder(value);
                }
            }

            /// An operand.
            pub fn atom<V: $visitor + ?Sized>(v: &mut V, atom: &$($mutable)? Atom) {
                match atom {
                    Atom::Var(name) => v.used(name),
                    Atom::Const(_) => {}
                }
            }

            fn atoms<V: $visitor + ?Sized>(v: &mut V, atoms: &$($mutable)? [Atom]) {
                for atom in atoms {
                    v.atom(atom);
                }
            }

            fn names<V: $visitor + ?Sized>(v: &mut V, names: &$($mutable)? [Name]) {
                for name in names {
                    v.used(name);
                }
            }

            /// The type of a variable.
            pub fn ty<V: $visitor + ?Sized>(v: &mut V, ty: &$($mutable)? Type) {
                dims(v, ty, |v, dim| match dim {
                    Dim::Is(atom) => v.atom(atom),
                    Dim::Open => {}
                });
            }

            /// The type of a result.
            pub fn result<V: $visitor + ?Sized>(v: &mut V, ty: &$($mutable)? Type<Ext>) {
                dims(v, ty, |v, dim| match dim {
                    Ext::Is(Dim::Is(atom)) => v.atom(atom),
                    Ext::Is(Dim::Open) | Ext::Existential(_) => {}
                });
            }

            fn dims<V: $visitor + ?Sized, D: Clone>(
                v: &mut V,
                ty: &$($mutable)? Type<D>,
                mut dim: impl FnMut(&mut V, &$($mutable)? D),
            ) {
                match ty {
                    Type::Prim(_) | Type::Cert => {}
                    Type::Array { dims, .. } => {
                        for size in dims {
                            dim(v, size);
                        }
                    }
                    Type::Acc(acc) => {
                        let acc = $inside(acc);
                        for size in &$($mutable)? acc.space {
                            dim(v, size);
                        }
                        for (sizes, _) in &$($mutable)? acc.elements {
                            for size in sizes {
                                dim(v, size);
                            }
                        }
                    }
                }
            }

            fn cuts<V: $visitor + ?Sized>(v: &mut V, cuts: &$($mutable)? [Cut]) {
                for cut in cuts {
                    match cut {
                        Cut::At(at) => v.atom(at),
                        Cut::Section { start, count, stride } => {
                            v.atom(start);
                            v.atom(count);
                            v.atom(stride);
                        }
                    }
                }
            }

            fn steps<V: $visitor + ?Sized>(v: &mut V, steps: &$($mutable)? [Step]) {
                for Step { count, stride } in steps {
                    v.atom(count);
                    v.atom(stride);
                }
            }

            /// An expression.
            pub fn exp<V: $visitor + ?Sized>(v: &mut V, exp: &$($mutable)? Exp) {
                match exp {
                    Exp::Atom(operand) | Exp::Iota(operand) | Exp::Opaque(operand) => v.atom(operand),
                    Exp::Prim(_, operands) | Exp::Call { arguments: operands, .. } => atoms(v, operands),
                    Exp::Index { array, at } => {
                        v.used(array);
                        atoms(v, at);
                    }
                    Exp::Slice { array, at } => {
                        v.used(array);
                        cuts(v, at);
                    }
                    Exp::Update { array, at, value } => {
                        v.used(array);
                        cuts(v, at);
                        v.atom(value);
                    }
                    Exp::FlatIndex { array, offset, dims } => {
                        v.used(array);
                        v.atom(offset);
                        steps(v, dims);
                    }
                    Exp::FlatUpdate { array, offset, dims, value } => {
                        v.used(array);
                        v.atom(offset);
                        steps(v, dims);
                        v.used(value);
                    }
                    Exp::Literal { row, elements } => {
                        v.ty(row);
                        atoms(v, elements);
                    }
                    Exp::Replicate { count, value } => {
                        v.atom(count);
                        v.atom(value);
                    }
                    Exp::Blank(ty) => v.ty(ty),
                    Exp::Tuned(_) => {}
                    Exp::Size { array, .. } | Exp::Rearrange { array, .. } | Exp::Copy(array) | Exp::Release(array) => {
                        v.used(array);
                    }
                    Exp::Reshape { dims, array } | Exp::Coerce { dims, array } => {
                        atoms(v, dims);
                        v.used(array);
                    }
                    Exp::Concat { total, arrays } => {
                        v.atom(total);
                        names(v, arrays);
                    }
                    Exp::Assert { holds, numbers } => {
                        v.atom(holds);
                        atoms(v, numbers);
                    }
                    Exp::If { condition, then, otherwise, results: given } => {
                        v.atom(condition);
                        results(v, given);
                        v.body(then);
                        v.body(otherwise);
                    }
                    Exp::Loop(inside) => v.repetition(inside),
                    Exp::Soac { width, inputs, soac: combinator } => {
                        v.atom(width);
                        v.soac(combinator);
                        names(v, inputs);
                    }
                    Exp::Segmented(inside) => v.segmented(inside),
                    Exp::WithAcc { updates, function } => {
                        for Accumulated { space, arrays, operator: combined } in updates {
                            atoms(v, space);
                            names(v, arrays);
                            if let Some(combined) = combined {
                                v.operator(combined);
                            }
                        }
                        v.lambda(function);
                    }
                    Exp::AccUpdate { acc, at, values } => {
                        v.used(acc);
                        atoms(v, at);
                        atoms(v, values);
                    }
                }
            }

            /// A loop: what it begins with, what it binds, and an iteration.
            pub fn repetition<V: $visitor + ?Sized>(v: &mut V, inside: &$($mutable)? Loop) {
                for (_, first) in &$($mutable)? inside.sizes {
                    v.atom(first);
                }
                for (_, first) in &$($mutable)? inside.params {
                    v.atom(first);
                }
                if let Form::For { bound, .. } = &$($mutable)? inside.form {
                    v.atom(bound);
                }
                v.enter();
                for (size, _) in &$($mutable)? inside.sizes {
                    v.size(size);
                }
                for (param, _) in &$($mutable)? inside.params {
                    v.binder(&$($mutable)? param.binder);
                }
                match &$($mutable)? inside.form {
                    Form::For { index, ty, .. } => v.index(index, *ty),
                    Form::While { condition } => v.used(condition),
                }
                v.body(&$($mutable)? inside.body);
                v.leave();
            }

            /// A function that a combinator takes.
            pub fn lambda<V: $visitor + ?Sized>(v: &mut V, lambda: &$($mutable)? Lambda) {
                v.enter();
                for param in &$($mutable)? lambda.params {
                    v.binder(param);
                }
                for ty in &$($mutable)? lambda.results {
                    v.ty(ty);
                }
                v.body(&$($mutable)? lambda.body);
                v.leave();
            }

            /// An operator of a combinator.
            pub fn operator<V: $visitor + ?Sized>(v: &mut V, operator: &$($mutable)? Operator) {
                v.lambda(&$($mutable)? operator.function);
                atoms(v, &$($mutable)? operator.neutral);
            }

            /// A function of chunks.
            pub fn chunk<V: $visitor + ?Sized>(v: &mut V, chunk: &$($mutable)? Chunk) {
                v.enter();
                v.size(&$($mutable)? chunk.size);
                v.lambda(&$($mutable)? chunk.function);
                v.leave();
            }

            fn targets<V: $visitor + ?Sized>(v: &mut V, targets: &$($mutable)? [Target]) {
                for Target { array, .. } in targets {
                    v.used(array);
                }
            }

            /// A combinator over a space.
            pub fn segmented<V: $visitor + ?Sized>(v: &mut V, segmented: &$($mutable)? Segmented) {
                if let Level::Workgroup(items) = &$($mutable)? segmented.level {
                    v.atom(items);
                }
                atoms(v, &$($mutable)? segmented.space);
                screma(v, &$($mutable)? segmented.screma);
            }

            fn screma<V: $visitor + ?Sized>(v: &mut V, screma: &$($mutable)? Screma) {
                let Screma { accs, reductions, scans, function, after } = screma;
                names(v, accs);
                for combined in reductions {
                    v.operator(combined);
                }
                for combined in scans {
                    v.operator(combined);
                }
                v.lambda(function);
                if let Some(after) = after {
                    v.lambda(after);
                }
            }

            /// A combinator.
            pub fn soac<V: $visitor + ?Sized>(v: &mut V, soac: &$($mutable)? Soac) {
                match soac {
                    Soac::Screma(of_elements) => screma(v, of_elements),
                    Soac::Filter { predicate } => v.lambda(predicate),
                    Soac::Scatter { function, into } => {
                        v.lambda(function);
                        targets(v, into);
                    }
                    Soac::Hist { function, into } => {
                        v.lambda(function);
                        for (group, combined) in into {
                            targets(v, group);
                            v.operator(combined);
                        }
                    }
                    Soac::StreamPar { operator: combined, function } => {
                        v.operator(combined);
                        v.chunk(function);
                    }
                    Soac::StreamSeq { initial, function } => {
                        atoms(v, initial);
                        v.chunk(function);
                    }
                }
            }

            /// A statement.
            pub fn stm<V: $visitor + ?Sized>(v: &mut V, stm: &$($mutable)? Stm) {
                elder_syntax::effort::step();
                names(v, &$($mutable)? stm.certs);
                v.exp(&$($mutable)? stm.exp);
                pat(v, &$($mutable)? stm.pat);
            }

            /// What a body gives.
            pub fn gives<V: $visitor + ?Sized>(v: &mut V, body: &$($mutable)? Body) {
                atoms(v, &$($mutable)? body.witnesses);
                atoms(v, &$($mutable)? body.results);
            }
        }
    };
}

traversal! {
    /// On to the parts, for [`Rewrite`].
    rewrite, Rewrite, [mut], Rc::make_mut,

    /// A body: its statements one after the other, and what it gives.
    pub fn body<V: Rewrite + ?Sized>(v: &mut V, body: &mut Body) {
        nested(|| {
            v.enter();
            statements(v, &mut body.stms);
            gives(v, body);
            v.leave();
        });
    }

    /// Each statement becomes any number of them, which stand where statements stood before: a list that gets no longer needs no room.
    fn statements<V: Rewrite + ?Sized>(v: &mut V, stms: &mut Vec<Stm>) {
        let (mut made, mut waiting) = (Vec::new(), VecDeque::new());
        let mut room = 0;
        for at in 0..stms.len() {
            v.stm(std::mem::replace(&mut stms[at], Stm::gone()), &mut made);
            if !waiting.is_empty() || room + made.len() > at + 1 {
                waiting.extend(made.drain(..));
            }
            let ready = made.drain(..).chain(waiting.drain(..waiting.len().min(at + 1 - room)));
            for stm in ready {
                stms[room] = stm;
                room += 1;
            }
        }
        stms.truncate(room);
        stms.extend(waiting);
    }
}

traversal! {
    /// On to the parts, for [`Fold`].
    fold, Fold, [], shared,

    /// A body: its statements one after the other, and what it gives.
    pub fn body<V: Fold + ?Sized>(v: &mut V, body: &Body) {
        nested(|| {
            v.enter();
            for stm in &body.stms {
                v.stm(stm);
            }
            gives(v, body);
            v.leave();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::site::SiteId;
    use crate::{Names, Site};
    use elder_syntax::Span;
    use elder_syntax::prim::{BinOp, PrimFn};

    /// `fun f (n: i64) (xs: [n]i32): i32 = let s: i32 = reduce n (\a b -> a + b) (0) xs in s`
    fn sum() -> Program {
        let mut program = Program::default();
        let at = program.sites.add(Site::at(Span::NONE));
        let i32 = Type::Prim(PrimType::I32);
        let names = &mut program.names;
        let n = names.fresh("n");
        let xs = names.fresh("xs");
        let (a, b) = (names.fresh("a"), names.fresh("b"));
        let binder = |name, ty: &Type| Binder { name, ty: ty.clone() };
        let mut inner = Builder::new(names, at);
        let add = PrimFn::Bin(BinOp::Add, PrimType::I32);
        let c = inner.bind("c", Exp::Prim(add, vec![a.into(), b.into()]));
        let plus = Lambda {
            params: vec![binder(a, &i32), binder(b, &i32)],
            body: inner.finish(vec![c.into()]),
            results: vec![i32.clone()],
        };
        let x = names.fresh("x");
        let same = Lambda {
            params: vec![binder(x, &i32)],
            body: Builder::new(names, at).finish(vec![x.into()]),
            results: vec![i32.clone()],
        };
        let mut outer = Builder::new(names, at);
        let operator = Operator {
            function: plus,
            neutral: vec![Atom::Const(elder_syntax::prim::PrimValue::I32(0))],
            commutative: false,
        };
        let soac = Soac::redomap(operator, same);
        let exp = Exp::Soac {
            width: n.into(),
            inputs: vec![xs],
            soac: Box::new(soac),
        };
        let s = outer.bind_as("s", i32.clone(), exp);
        let body = outer.finish(vec![s.into()]);
        let array = Type::sized([Atom::from(n)], PrimType::I32);
        let param = |name, ty| Param::plain(Binder { name, ty });
        program.functions.push(Definition {
            name: "f".into(),
            sizes: vec![],
            params: vec![param(n, Type::SIZE), param(xs, array)],
            results: Results::plain([&i32]),
            body,
            at,
        });
        program
    }

    #[derive(Default)]
    struct Count {
        bound: usize,
        used: usize,
    }

    impl Fold for Count {
        fn bound(&mut self, _: &Name) {
            self.bound += 1;
        }

        fn used(&mut self, _: &Name) {
            self.used += 1;
        }
    }

    #[test]
    fn every_name_is_met_where_it_is_bound_and_used() {
        let program = sum();
        let mut count = Count::default();
        fold::program(&mut count, &program);
        assert_eq!(count.bound, program.names.len());
        // n twice, a, b, c, x, xs, s.
        assert_eq!(count.used, 8);
    }

    /// Writes each statement twice, the second time with new names for what it binds.
    struct Twice<'n> {
        names: &'n mut Names,
        at: Option<SiteId>,
    }

    impl Rewrite for Twice<'_> {
        fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
            rewrite::stm(self, &mut stm);
            self.at = Some(stm.at);
            let mut again = stm.clone();
            for value in &mut again.pat.values {
                value.name = self.names.again(value.name);
            }
            out.extend([stm, again]);
        }
    }

    #[test]
    fn a_statement_becomes_several() {
        let mut program = sum();
        let mut names = std::mem::take(&mut program.names);
        let before = names.len();
        rewrite::program(
            &mut Twice {
                names: &mut names,
                at: None,
            },
            &mut program,
        );
        let stms = &program.functions[0].body.stms;
        assert_eq!((stms.len(), names.len()), (2, before + 2));
        let Exp::Soac { soac, .. } = &stms[1].exp else {
            panic!("{stms:?}");
        };
        let Soac::Screma(screma) = &**soac else {
            panic!("{soac:?}");
        };
        assert_eq!(screma.reductions[0].function.body.stms.len(), 2);
    }
}
