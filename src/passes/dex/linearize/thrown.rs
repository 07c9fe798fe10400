//! DX-L-THROW: what may throw, as blocks that give Maybe and throw nothing.
//!
//! Where an exception ends a block that changes a state, the tangents of that state have been changed as far as the block went.  A `case`
//! tells how far that is, and has a tangent.

use super::control::cases;
use super::reified::second;
use super::{Done, Linearizer};
use elder_dex::core::rewrite::{Rewrite, exp_parts, parts, substitute};
use elder_dex::core::{
    Alternative, BOOL, Binder, Block, Construction, Effect, Exp, Lambda, Loop, MAYBE, Monoid, Projection,
    Row, Stm, Tag, Type, Value,
};
use elder_dex::rules::linearization::DX_L_THROW;
use elder_syntax::names::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::sync::Arc;

/// Whether an expression throws what nothing in it catches.
fn throws(exp: &Exp) -> bool {
    let mut search = Search(false);
    search.exp(exp);
    search.0
}

struct Search(bool);

impl Rewrite for Search {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        match exp {
            Exp::Catch(_) => exp.clone(),
            Exp::Throw(_) => {
                self.0 = true;
                exp.clone()
            }
            _ => exp_parts(self, exp),
        }
    }
}

/// Handlers' actions are said to throw nothing, but for what is caught within.
struct Unthrowing;

impl Rewrite for Unthrowing {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        match exp {
            Exp::Catch(_) => exp.clone(),
            _ => exp_parts(self, exp),
        }
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Lambda(lambda) => {
                let mut effects = lambda.effects.clone();
                effects.effects.retain(|effect| *effect != Effect::Except);
                let made = Value::Lambda(Arc::new(Lambda {
                    effects,
                    ..Lambda::clone(lambda)
                }));
                parts(self, &made)
            }
            other => parts(self, other),
        }
    }
}

/// `Nothing()` or `Just(v)`
fn maybe(ty: &Type, held: Option<Value>) -> Value {
    Value::Con(Arc::new(Construction {
        data: MAYBE,
        constructor: usize::from(held.is_some()),
        parameters: vec![ty.clone()],
        fields: held.into_iter().collect(),
    }))
}

/// `Maybe[τ]`
fn maybe_of(ty: &Type) -> Type {
    Value::DataType(MAYBE, vec![ty.clone()])
}

fn truth(is_true: bool) -> Value {
    Value::Con(Arc::new(Construction {
        data: BOOL,
        constructor: is_true.into(),
        parameters: vec![],
        fields: vec![],
    }))
}

impl Linearizer<'_> {
    /// What is caught, without exceptions: the statements and the Maybe that they give.
    pub(super) fn unthrown(&mut self, body: &Block, wanted: &Type) -> Done<Block> {
        let made = self.given(&body.stms, &body.result, wanted)?;
        Ok(Unthrowing.block(&made))
    }

    /// DX-L-THROW: M[let stms in v], of this type.
    fn given(&mut self, stms: &[Stm], result: &Value, wanted: &Type) -> Done<Block> {
        elder_syntax::effort::deeper(|| {
            let mut made = Vec::new();
            for (place, stm) in stms.iter().enumerate() {
                if !throws(&stm.exp) {
                    made.push(stm.clone());
                    continue;
                }
                DX_L_THROW.apply();
                if matches!(stm.exp, Exp::Throw(_)) {
                    let result = maybe(wanted, None);
                    return Ok(Block { stms: made, result });
                }
                let rest = |s: &mut Self| s.given(&stms[place + 1..], result, wanted);
                let last = self.joined(stm, wanted, &mut made, rest)?;
                let name = self.names.fresh("m");
                let result = self.push(&mut made, name, maybe_of(wanted), last);
                return Ok(Block { stms: made, result });
            }
            let result = maybe(wanted, Some(result.clone()));
            Ok(Block { stms: made, result })
        })
    }

    /// A statement that may throw, and the rest of the block where it did not: the expression that gives Maybe of this type.
    fn joined(
        &mut self,
        stm: &Stm,
        wanted: &Type,
        made: &mut Vec<Stm>,
        rest: impl FnOnce(&mut Self) -> Done<Block>,
    ) -> Done<Exp> {
        let nothing = || Block::from(maybe(wanted, None));
        let ty = &stm.binder.ty;
        match &stm.exp {
            Exp::Case(scrutinee, alternatives) => {
                let mut all = Vec::with_capacity(alternatives.len());
                for alternative in alternatives {
                    let body = &alternative.body;
                    all.push(Alternative {
                        body: self.given(&body.stms, &body.result, ty)?,
                        ..alternative.clone()
                    });
                }
                let name = self.names.again(stm.binder.name);
                let exp = Exp::Case(scrutinee.clone(), all);
                let either = self.push(made, name, maybe_of(ty), exp);
                Ok(cases(&either, nothing(), stm.binder.clone(), rest(self)?))
            }
            Exp::RunReader(content, action) => {
                let action = self.quiet(action, ty)?;
                let name = self.names.again(stm.binder.name);
                let exp = Exp::RunReader(content.clone(), action);
                let either = self.push(made, name, maybe_of(ty), exp);
                Ok(cases(&either, nothing(), stm.binder.clone(), rest(self)?))
            }
            Exp::RunState(_, action) | Exp::RunAccum(_, action) => {
                let given = super::reified::first(ty);
                let action = self.quiet(action, &given)?;
                let exp = match &stm.exp {
                    Exp::RunState(begin, _) => Exp::RunState(begin.clone(), action),
                    Exp::RunAccum(monoid, _) => Exp::RunAccum(monoid.clone(), action),
                    other => other.clone(),
                };
                let name = self.names.again(stm.binder.name);
                let both = Value::pair_type(maybe_of(&given), second(ty));
                let both = self.push(made, name, both, exp);
                let inner = Binder {
                    name: self.names.again(stm.binder.name),
                    ty: given,
                };
                let content = Value::project(Projection::Second, both.clone());
                let whole = Value::pair(Value::Var(inner.name), content);
                let mut body = rest(self)?;
                let exp = Exp::Value(whole);
                body.stms.insert(0, Stm { exp, ..stm.clone() });
                let either = Value::project(Projection::First, both);
                Ok(cases(&either, nothing(), inner, body))
            }
            Exp::For(l) => self.joined_loop(stm, l, wanted, made, rest),
            _ => self.unexpected("another statement that throws"),
        }
    }

    /// A loop does all of its elements; then it throws if one did.
    fn joined_loop(
        &mut self,
        stm: &Stm,
        l: &Loop,
        wanted: &Type,
        made: &mut Vec<Stm>,
        rest: impl FnOnce(&mut Self) -> Done<Block>,
    ) -> Done<Exp> {
        let Value::Table(binder, element) = &stm.binder.ty else {
            return self.unexpected("a loop that gives no table");
        };
        let of = |s: &mut Self, at: Name| substitute(s.names, binder.name, &Value::Var(at), element);
        let own = of(self, l.binder.name);
        let body = self.given(&l.body.stms, &l.body.result, &own)?;
        let index = |s: &mut Self| Binder {
            name: s.names.again(l.binder.name),
            ty: l.binder.ty.clone(),
        };
        let over = index(self);
        let table = Value::table(over.clone(), maybe_of(&of(self, over.name)));
        let looped = |binder: Binder, body| {
            Exp::For(Box::new(Loop {
                binder,
                body,
                class: None,
                descending: l.descending,
            }))
        };
        let name = self.names.again(stm.binder.name);
        let all = self.push(made, name, table, looped(l.binder.clone(), body));
        // Each element once more, with what is made of it.
        let each = |s: &mut Self, ty: &dyn Fn(&mut Self, Name) -> Type, make: &Arms<'_>| {
            let over = index(s);
            let held = of(s, over.name);
            let mut stms = Vec::new();
            let name = s.names.again(stm.binder.name);
            let exp = Exp::Index(all.clone(), Value::Var(over.name));
            let one = s.push(&mut stms, name, maybe_of(&held), exp);
            let just = Binder {
                name: s.names.again(stm.binder.name),
                ty: held,
            };
            let (nothing, something) = make(s, &just);
            let ty = ty(s, over.name);
            let name = s.names.fresh("e");
            let result = s.push(&mut stms, name, ty, cases(&one, nothing, just, something));
            looped(over, Block { stms, result })
        };
        let [h, r] = ["h", "r"].map(|text| self.names.fresh(text));
        let flag = Value::DataType(BOOL, vec![]);
        let marks = each(self, &|_, _| Value::UnitType, &|s, _| {
            let mut stms = Vec::new();
            let name = s.names.fresh("u");
            let exp = Exp::Accumulate(Value::Var(r), truth(true));
            let result = s.push(&mut stms, name, Value::UnitType, exp);
            (Block { stms, result }, Block::from(Value::Unit))
        });
        let mut stms = Vec::new();
        let over = index(self);
        let name = self.names.fresh("all");
        self.push(&mut stms, name, Value::table(over, Value::UnitType), marks);
        let effects = Row {
            effects: vec![Effect::Accum(Value::Var(h))],
            rest: None,
        };
        let reference = Binder {
            name: r,
            ty: Value::reference(Value::Var(h), flag.clone()),
        };
        let region = Binder {
            name: h,
            ty: Value::TYPE,
        };
        let result = Value::Unit;
        let action = lambda(reference, effects, Block { stms, result });
        let action = lambda(region, Row::PURE, action.into());
        let monoid = Some(Box::new(Monoid {
            zero: truth(false),
            plus: self.disjunction(&flag),
        }));
        let name = self.names.fresh("thrown");
        let both = Value::pair_type(Value::UnitType, flag);
        let both = self.push(made, name, both, Exp::RunAccum(monoid, action));
        let values = each(self, &|s, at| of(s, at), &|s, just| {
            // Nobody threw.
            let mut stms = Vec::new();
            let name = s.names.fresh("none");
            let exp = Exp::Fail(just.ty.clone(), "an element that is not there".into());
            let result = s.push(&mut stms, name, just.ty.clone(), exp);
            (Block { stms, result }, Block::from(Value::Var(just.name)))
        });
        let mut body = rest(self)?;
        let kept = Stm {
            exp: values,
            ..stm.clone()
        };
        body.stms.insert(0, kept);
        let alternative = |constructor, body| Alternative {
            tag: Tag::Constructor(BOOL, constructor),
            binders: vec![],
            body,
        };
        let nothing = Block::from(maybe(wanted, None));
        let alternatives = vec![alternative(0, body), alternative(1, nothing)];
        Ok(Exp::Case(Value::project(Projection::Second, both), alternatives))
    }

    /// `\x: Bool. \y: Bool. x or y`
    fn disjunction(&mut self, flag: &Type) -> Value {
        let [x, y] = ["x", "y"].map(|text| Binder {
            name: self.names.fresh(text),
            ty: flag.clone(),
        });
        let mut stms = Vec::new();
        let name = self.names.fresh("either");
        let operands = vec![Value::Var(x.name), Value::Var(y.name)];
        let exp = Exp::Prim(PrimFn::Bin(BinOp::Or, PrimType::Bool), operands);
        let result = self.push(&mut stms, name, flag.clone(), exp);
        let inner = lambda(y, Row::PURE, Block { stms, result });
        lambda(x, Row::PURE, inner.into())
    }

    /// The action of a handler, which gives Maybe of this type.
    fn quiet(&mut self, action: &Value, ty: &Type) -> Done<Value> {
        let Value::Lambda(outer) = action else {
            return self.unexpected("an action that is not written");
        };
        let Value::Lambda(inner) = &outer.body.result else {
            return self.unexpected("an action of no reference");
        };
        let body = self.given(&inner.body.stms, &inner.body.result, ty)?;
        let inner = lambda(inner.binder.clone(), inner.effects.clone(), body);
        Ok(lambda(outer.binder.clone(), outer.effects.clone(), inner.into()))
    }

    fn push(&mut self, stms: &mut Vec<Stm>, name: Name, ty: Type, exp: Exp) -> Value {
        let (binder, at) = (Binder { name, ty }, self.at);
        stms.push(Stm { binder, exp, at });
        Value::Var(name)
    }
}

/// What is made where an element threw, and where it gave this.
type Arms<'a> = dyn Fn(&mut Linearizer<'_>, &Binder) -> (Block, Block) + 'a;

fn lambda(binder: Binder, effects: Row, body: Block) -> Value {
    Value::Lambda(Arc::new(Lambda {
        binder,
        effects,
        body,
    }))
}
