//! Statements are appended, and what they bind gets a name of its own.
//!
//! The builder computes the types of what it binds, by what the [names](Names) say of the operands.  Types that only a front end knows,
//! of a program that is open still, are [stated](Builder::bind_as).

use crate::gives;
use crate::names::{FunName, Name, Names, Text, Types};
use crate::renamed::Renamed;
use crate::site::SiteId;
use crate::tree::{Atom, Binder, Body, Definition, Exp, Lambda, Operator, Pat, Results, Soac, Stm, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

/// A body in the making.
pub struct Builder<'p> {
    names: &'p mut Names,
    stms: Vec<Stm>,
    /// Where the next statements come from.
    pub at: SiteId,
}

impl<'p> Builder<'p> {
    /// An empty body, with names from this table.  Its statements are new, so they have no attributes, whatever the site has.
    pub fn new(names: &'p mut Names, at: SiteId) -> Builder<'p> {
        Builder {
            names,
            stms: Vec::new(),
            at: at.plain(),
        }
    }

    /// A new variable, called so.
    pub fn fresh(&mut self, text: impl Into<Text>, ty: Type) -> Binder {
        self.names.typed(text, ty)
    }

    /// What a variable is called.
    pub fn text(&self, name: Name) -> &Text {
        self.names.text(name)
    }

    /// A variable is called so from here on.
    pub fn rename(&mut self, name: Name, text: impl Into<Text>) {
        self.names.rename(name, text);
    }

    /// The types of the names so far.
    pub fn types(&self) -> &Types {
        self.names.types()
    }

    /// The type of an operand.
    pub fn type_of(&self, atom: Atom) -> Type {
        self.types().atom(atom)
    }

    /// A variable is of this type from here on.
    pub fn note(&mut self, name: Name, ty: &Type) {
        self.names.note(name, ty);
    }

    /// A statement that was made elsewhere.
    pub fn push(&mut self, stm: Stm) {
        self.stms.push(stm);
    }

    /// A statement that binds what is given.
    pub fn bind_pat(&mut self, pat: Pat, exp: Exp) {
        for size in &pat.sizes {
            self.names.note(*size, &Type::SIZE);
        }
        for value in &pat.values {
            self.names.note(value.name, &value.ty);
        }
        self.push(Stm::binding(pat, exp, self.at));
    }

    /// The same, and the values by name.
    pub fn bind_values(&mut self, pat: Pat, exp: Exp) -> Vec<Atom> {
        let atoms = pat.values.iter().map(|value| value.name.into()).collect();
        self.bind_pat(pat, exp);
        atoms
    }

    /// What is made here stands at this site.
    pub fn under<T>(&mut self, site: SiteId, make: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.at, site);
        let made = make(self);
        self.at = outside;
        made
    }

    /// A statement that binds a new variable of this type, called so.  The type is what an open program says of the value.
    pub fn bind_as(&mut self, text: impl Into<Text>, ty: Type, exp: Exp) -> Name {
        let binder = self.fresh(text, ty);
        let name = binder.name;
        self.bind_pat(Pat::of([binder]), exp);
        name
    }

    /// A statement that binds a new variable, called so, to the value of an operator.
    pub fn bind(&mut self, text: impl Into<Text>, exp: Exp) -> Name {
        let ty = gives::operator(self.types(), &exp);
        self.bind_as(text, ty, exp)
    }

    /// A statement that binds new variables, called so, to all that an expression gives, and names to the sizes that it hides.
    pub fn bind_all(&mut self, text: impl Into<Text>, exp: Exp) -> Vec<Name> {
        let results = gives::results(self.types(), &exp, None);
        self.bind_results(text, &results, exp)
    }

    /// A call of a function, likewise.
    pub fn call(
        &mut self,
        text: impl Into<Text>,
        (function, called): (FunName, &Definition),
        arguments: Vec<Atom>,
    ) -> Vec<Name> {
        let results = gives::call(called, &arguments);
        self.bind_results(text, &results, Exp::Call { function, arguments })
    }

    fn bind_results(&mut self, text: impl Into<Text>, results: &Results, exp: Exp) -> Vec<Name> {
        let text = text.into();
        let sizes: Vec<Name> = (0..results.existential)
            .map(|_| self.fresh("d", Type::SIZE).name)
            .collect();
        let shown: Vec<Atom> = sizes.iter().map(|size| (*size).into()).collect();
        let given = results.given.iter();
        let values: Vec<Binder> = given
            .map(|given| self.fresh(text.clone(), given.ty.instantiated(&shown)))
            .collect();
        let names = values.iter().map(|value| value.name).collect();
        self.bind_pat(Pat { sizes, values }, exp);
        names
    }

    /// A primitive function of operands.
    pub fn prim(&mut self, text: impl Into<Text>, function: PrimFn, operands: Vec<Atom>) -> Atom {
        self.bind(text, Exp::Prim(function, operands)).into()
    }

    /// An operator of two scalars of a type.
    pub fn op(
        &mut self,
        text: impl Into<Text>,
        (op, ty): (BinOp, PrimType),
        left: Atom,
        right: Atom,
    ) -> Atom {
        self.prim(text, PrimFn::Bin(op, ty), vec![left, right])
    }

    /// How two numbers of type i64 compare.
    pub fn compare(&mut self, text: impl Into<Text>, op: BinOp, left: Atom, right: Atom) -> Atom {
        self.op(text, (op, PrimType::I64), left, right)
    }

    /// An operator of two truth values.
    pub fn logic(&mut self, text: impl Into<Text>, op: BinOp, left: Atom, right: Atom) -> Atom {
        self.op(text, (op, PrimType::Bool), left, right)
    }

    /// Whether a condition does not hold.
    pub fn not(&mut self, text: impl Into<Text>, condition: Atom) -> Atom {
        self.prim(text, PrimFn::Un(UnOp::Not, PrimType::Bool), vec![condition])
    }

    /// Two numbers of type i64; of constants what they give is computed here.
    pub fn number(&mut self, op: BinOp, left: Atom, right: Atom) -> Atom {
        use PrimValue::I64;
        match (op, left, right) {
            (BinOp::Add, Atom::Const(I64(0)), other)
            | (BinOp::Add | BinOp::Sub, other, Atom::Const(I64(0)))
            | (BinOp::Mul, Atom::Const(I64(1)), other)
            | (BinOp::Mul, other, Atom::Const(I64(1))) => other,
            (BinOp::Add, Atom::Const(I64(x)), Atom::Const(I64(y))) => Atom::i64(x.wrapping_add(y)),
            (BinOp::Sub, Atom::Const(I64(x)), Atom::Const(I64(y))) => Atom::i64(x.wrapping_sub(y)),
            (BinOp::Mul, Atom::Const(I64(x)), Atom::Const(I64(y))) => Atom::i64(x.wrapping_mul(y)),
            (BinOp::Max, Atom::Const(I64(x)), Atom::Const(I64(y))) => Atom::i64(x.max(y)),
            (BinOp::Min, Atom::Const(I64(x)), Atom::Const(I64(y))) => Atom::i64(x.min(y)),
            (BinOp::Pow, Atom::Const(I64(x)), Atom::Const(I64(y))) if y >= 0 => {
                Atom::i64(x.wrapping_pow(u32::try_from(y).unwrap_or(u32::MAX)))
            }
            _ => self.prim("n", PrimFn::Bin(op, PrimType::I64), vec![left, right]),
        }
    }

    /// A certificate that this holds.
    pub fn assert(&mut self, holds: Atom, numbers: Vec<Atom>) -> Name {
        self.bind("c", Exp::Assert { holds, numbers })
    }

    /// A body within this one: its statements are not seen here.
    pub fn inner(&mut self) -> Builder<'_> {
        Builder::new(self.names, self.at)
    }

    /// What one of two bodies gives, of these types.
    pub fn choose(
        &mut self,
        text: impl Into<Text>,
        condition: Atom,
        types: &[Type],
        then: impl FnOnce(&mut Builder<'_>) -> Vec<Atom>,
        otherwise: impl FnOnce(&mut Builder<'_>) -> Vec<Atom>,
    ) -> Vec<Name> {
        let exp = self.either(condition, types, then, otherwise);
        self.bind_all(text, exp)
    }

    /// The expression that gives what one of two bodies does, of these types.
    pub fn either(
        &mut self,
        condition: Atom,
        types: &[Type],
        then: impl FnOnce(&mut Builder<'_>) -> Vec<Atom>,
        otherwise: impl FnOnce(&mut Builder<'_>) -> Vec<Atom>,
    ) -> Exp {
        let bodies = [self.body(then), self.body(otherwise)];
        Exp::either(condition, bodies, Results::plain(types))
    }

    /// A body within this one.
    pub fn body(&mut self, make: impl FnOnce(&mut Builder<'_>) -> Vec<Atom>) -> Body {
        let mut inner = self.inner();
        let results = make(&mut inner);
        inner.finish(results)
    }

    /// A function that is handed values of these types, called so.
    pub fn lambda(
        &mut self,
        text: impl Into<Text>,
        handed: &[Type],
        make: impl FnOnce(&mut Builder<'_>, &[Atom]) -> Vec<Atom>,
    ) -> Lambda {
        let text = text.into();
        let params: Vec<Binder> = handed
            .iter()
            .map(|ty| self.fresh(text.clone(), ty.clone()))
            .collect();
        let own: Vec<Atom> = params.iter().map(|param| param.name.into()).collect();
        let body = self.body(|inner| make(inner, &own));
        let results = body.results.iter().map(|result| self.type_of(*result)).collect();
        Lambda::new(params, body, results)
    }

    /// Sums of numbers of type i64.
    pub fn sum(&mut self) -> Operator {
        let add = (BinOp::Add, PrimType::I64);
        let sum = self.lambda("a", &[Type::SIZE, Type::SIZE], |b, x| {
            vec![b.op("c", add, x[0], x[1])]
        });
        Operator::new(sum, vec![Atom::i64(0)], true)
    }

    /// What a function gives of each element of arrays.
    pub fn map(
        &mut self,
        text: impl Into<Text>,
        width: Atom,
        inputs: Vec<Name>,
        make: impl FnOnce(&mut Builder<'_>, &[Atom]) -> Vec<Atom>,
    ) -> Vec<Name> {
        let rows = inputs.iter().filter_map(|input| self.types().get(*input)?.row(1));
        let rows: Vec<Type> = rows.collect();
        let function = self.lambda("x", &rows, make);
        self.bind_all(text, Exp::soac(width, inputs, Soac::map(Vec::new(), function)))
    }

    /// A function's statements, by names of their own, with these arguments.  What it gives.
    pub fn apply(&mut self, lambda: &Lambda, arguments: &[Atom]) -> Vec<Atom> {
        let params = lambda.params.iter().map(|param| param.name);
        self.splice(&lambda.body, params.zip(arguments.iter().copied()))
    }

    /// A body by names of its own, with operands for names that are free in it.
    pub fn renamed(&mut self, body: &Body, put: impl IntoIterator<Item = (Name, Atom)>) -> Body {
        Renamed::of_body(self.names, body, put)
    }

    /// A body's statements, by names of their own, with operands for names that are free in it.  What it gives.
    pub fn splice(&mut self, body: &Body, put: impl IntoIterator<Item = (Name, Atom)>) -> Vec<Atom> {
        let body = self.renamed(body, put);
        self.stms.extend(body.stms);
        body.results
    }

    /// The body that gives these and hides nothing.
    pub fn finish(self, results: Vec<Atom>) -> Body {
        self.finish_hiding(Vec::new(), results)
    }

    /// The body that gives these, with its existential sizes.
    pub fn finish_hiding(self, witnesses: Vec<Atom>, results: Vec<Atom>) -> Body {
        Body {
            stms: self.stms,
            witnesses,
            results,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Sites;
    use crate::tree::Param;
    use crate::{Program, Site, check, print};
    use elder_syntax::Span;

    #[test]
    fn statements_stand_in_the_order_in_which_they_were_made() {
        let mut sites = Sites::default();
        let at = sites.add(Site::at(Span::NONE));
        let mut names = Names::default();
        let mut builder = Builder::new(&mut names, at);
        let add = PrimFn::Bin(BinOp::Add, PrimType::I64);
        let x = builder.prim("x", add, vec![Atom::i64(1), Atom::i64(2)]);
        let inside = builder.inner().finish(vec![x]);
        let y = builder.prim("y", add, vec![x, x]);
        let body = builder.finish(vec![y]);
        assert!(inside.stms.is_empty());
        let bound = body.stms.iter().map(|stm| Atom::Var(stm.pat.values[0].name));
        assert_eq!(bound.collect::<Vec<_>>(), [x, y]);
    }

    #[test]
    fn what_is_built_without_types_has_them() {
        let mut program = Program::default();
        let at = program.sites.add(Site::at(Span::NONE));
        let mut b = Builder::new(&mut program.names, at);
        let n = b.fresh("n", Type::SIZE).name;
        let xs = b.fresh("xs", Type::sized([Atom::from(n)], PrimType::F32));
        let twice = PrimFn::Bin(BinOp::Add, PrimType::F32);
        let ys = b.map("ys", n.into(), vec![xs.name], |b, x| {
            vec![b.prim("y", twice, vec![x[0], x[0]])]
        });
        let less = b.prim(
            "c",
            PrimFn::Bin(BinOp::Lt, PrimType::I64),
            vec![Atom::i64(0), n.into()],
        );
        let sure = b.assert(less, vec![]);
        let half = b.number(BinOp::Mul, n.into(), Atom::i64(1));
        let ty = b.type_of(xs.name.into());
        let zs = b.choose(
            "zs",
            less,
            &[ty],
            |_| vec![ys[0].into()],
            |b| vec![b.bind("ws", Exp::Copy(ys[0])).into()],
        );
        let function = b.lambda("x", &[Type::Prim(PrimType::F32)], |b, x| {
            vec![b.prim("y", twice, vec![x[0], x[0]])]
        });
        let one = b.bind(
            "one",
            Exp::Index {
                array: zs[0],
                at: vec![Atom::i64(0)],
            },
        );
        let two = b.apply(&function, &[one.into()]);
        let four = b.apply(&function, &two);
        assert_eq!((half, b.type_of(sure.into())), (n.into(), Type::Cert));
        let results = Results::plain(&[b.type_of(zs[0].into()), b.type_of(four[0])]);
        let body = b.finish(vec![zs[0].into(), four[0]]);
        program.entries.push(Definition {
            name: "main".into(),
            sizes: vec![n],
            params: vec![Param::plain(xs)],
            results,
            body,
            at,
        });
        check::sized(&program).unwrap();
        assert!(
            print::program(&program).contains("let two: f32")
                || print::program(&program).contains("f32 = one + one")
        );
    }
}
