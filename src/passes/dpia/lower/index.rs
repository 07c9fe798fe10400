//! Index terms in C, and indexes that are computed or read from memory.

use super::environment::{Binding, Environment};
use super::memory::malformed;
use super::text::{Done, Text};
use super::trap;
use crate::analyses::path::{Path, Step};
use crate::analyses::views::{self, Indexes};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{BinOp, IndexTest, Name, Nat, NatExpression, Node, Phrase, Prim, PrimType, PrimValue};
use elder_kernel::c::{BinaryOp, Declaration, Expr, Space, StmtKind, Type, Width};
use elder_kernel::make;
use elder_kernel::plan::Site;
use elder_syntax::prim::PrimFn;
use elder_syntax::{Diagnostic, Span};

/// The indexes of a kernel: terms, of what the variables of the program stand for.
struct Terms<'t, 'h, 'e> {
    text: &'t mut Text<'h>,
    env: &'e Environment,
}

impl Indexes for Terms<'_, '_, '_> {
    type Index = Nat;
    type Error = Box<Diagnostic>;

    fn size(&mut self, n: &Nat) -> Done<Nat> {
        self.text.nat(n, self.env)
    }

    fn scaled(&mut self, i: Nat, n: &Nat) -> Nat {
        i.times(n)
    }

    fn shifted(&mut self, i: Nat, n: &Nat) -> Nat {
        i.plus(n)
    }

    fn flat(&mut self, i: Nat, n: &Nat, j: Nat) -> Nat {
        i.times(n).plus(&j).shortened()
    }

    fn cut(&mut self, i: Nat, n: &Nat) -> [Nat; 2] {
        let known = &self.text.known;
        [i.quotient(n, known), i.remainder(n, known)]
    }
}

impl Text<'_> {
    /// What a view does to a path: in which of its phrases that leads on, or `None` if this is no view of the table or the path is too short for
    /// it.
    pub fn through(&mut self, prim: &Prim, env: &Environment, path: &mut Path<Nat>) -> Done<Option<usize>> {
        let Some((rule, turn)) = views::row(prim) else {
            return Ok(None);
        };
        let part = turn.apply(path, &mut Terms { text: self, env })?;
        if part.is_some() {
            rule.apply();
        }
        if let Prim::CutAcc { n, .. } = prim {
            let n = self.nat(n, env)?;
            self.owe_place(path, &n);
        }
        Ok(part)
    }

    /// Notes that somebody owes that the path leads to one of n elements, unless that is seen (DPIA-G-A-CUT).
    fn owe_place(&mut self, path: &mut Path<Nat>, n: &Nat) {
        if let Some(i) = path.pop_index() {
            self.uses.owed |= !i.is_below(n, &self.known);
            path.push(Step::Index(i));
        }
    }

    /// A nat of the program as a nat of the kernel: index variables are replaced by what they stand for.
    pub fn nat(&mut self, nat: &Nat, env: &Environment) -> Done<Nat> {
        let mut out = nat.clone();
        let mut values = Vec::new();
        for x in nat.variables() {
            match env.get(&x).cloned() {
                Some(Binding::Index(value)) => values.push((x, value)),
                Some(Binding::Phrase(phrase, inner)) => {
                    let value = self.index(&phrase, &inner, None)?;
                    values.push((x, value));
                }
                Some(Binding::Cell(cell)) => {
                    let place = self.place(&cell, Path::empty(), self.span)?;
                    let value = self.load(&place, self.span)?;
                    let bound = place.part.component.index_of.clone();
                    let value = self.computed_index(value, bound.as_ref(), x.text());
                    values.push((x, value));
                }
                None => {}
            }
        }
        if !values.is_empty() {
            let find = |y: &Name| {
                values
                    .iter()
                    .find(|(x, _)| x == y)
                    .map(|(_, value)| value.clone())
            };
            out = out.rebuild(&mut { find }, &self.known);
        }
        Ok(out)
    }

    /// A nat of the kernel in C.
    pub fn index_text(&mut self, nat: &Nat, span: Span) -> Done<Expr> {
        let tree = nat.factored(&|x| !self.indexes.contains_key(x));
        self.note(&tree, span);
        match nat.as_constant() {
            // As an operator on constants it would be of type `int`, whatever the type of indexes is.
            Some(value) => Ok(make::int(value)),
            None => self.arithmetic(&tree, span),
        }
    }

    fn arithmetic(&mut self, tree: &NatExpression, span: Span) -> Done<Expr> {
        elder_syntax::effort::deeper(|| self.arithmetic_here(tree, span))
    }

    fn arithmetic_here(&mut self, tree: &NatExpression, span: Span) -> Done<Expr> {
        let operator = match tree {
            NatExpression::Lit(value) => return Ok(make::int(*value)),
            NatExpression::Var(x) => return self.index_variable(x, span),
            NatExpression::Overflow => {
                let refusal = rules::DPIA_G_WIDTH.refuse("fits");
                let message = "a number in this index term does not fit 64 bits";
                return Err(Box::new(Diagnostic::error(refusal, span, message)));
            }
            NatExpression::Pow(a, b) => return self.power(a, b, span),
            NatExpression::Min(a, b) => return self.extreme(BinOp::Min, a, b, span),
            NatExpression::Max(a, b) => return self.extreme(BinOp::Max, a, b, span),
            NatExpression::Add(..) => BinaryOp::Add,
            NatExpression::Sub(..) => BinaryOp::Sub,
            NatExpression::Mul(..) => BinaryOp::Mul,
            NatExpression::Div(..) | NatExpression::DivExact(..) => BinaryOp::Div,
            NatExpression::Rem(..) => BinaryOp::Rem,
        };
        match tree {
            NatExpression::Add(a, b)
            | NatExpression::Sub(a, b)
            | NatExpression::Mul(a, b)
            | NatExpression::Div(a, b)
            | NatExpression::DivExact(a, b)
            | NatExpression::Rem(a, b) => {
                let (a, b) = (self.arithmetic(a, span)?, self.arithmetic(b, span)?);
                Ok(make::binary(operator, a, b))
            }
            _ => Err(malformed(span, "an index term is out of form")),
        }
    }

    fn extreme(&mut self, op: BinOp, a: &NatExpression, b: &NatExpression, span: Span) -> Done<Expr> {
        let (a, b) = (self.arithmetic(a, span)?, self.arithmetic(b, span)?);
        let operands = vec![self.typed(a), self.typed(b)];
        Ok(Expr::Prim(
            PrimFn::Bin(op, self.host.index_type()),
            None,
            operands,
        ))
    }

    /// Powers of two are shifts.
    fn power(&mut self, a: &NatExpression, b: &NatExpression, span: Span) -> Done<Expr> {
        let exponent = self.arithmetic(b, span)?;
        if let NatExpression::Lit(base) = a
            && *base > 0
            && base.count_ones() == 1
        {
            let log = i64::from(base.trailing_zeros());
            let shift = if log == 1 {
                exponent
            } else {
                make::mul(make::int(log), exponent)
            };
            return Ok(make::binary(BinaryOp::Shl, self.typed(make::int(1)), shift));
        }
        let base = self.arithmetic(a, span)?;
        Ok(Expr::Prim(
            PrimFn::Bin(BinOp::Pow, self.host.index_type()),
            None,
            vec![base, exponent],
        ))
    }

    fn index_variable(&mut self, x: &Name, span: Span) -> Done<Expr> {
        if let Some(text) = self.indexes.get(x) {
            return Ok(text.clone());
        }
        match self.host.size_word(x) {
            Some(word) => {
                self.uses.sizes.insert(x.clone());
                Ok(make::var(word))
            }
            None => Err(malformed(span, &format!("the size `{x}` is not known here"))),
        }
    }

    /// A new index variable that C calls `text`.
    pub fn new_index(&mut self, wanted: &str, text: Expr) -> Nat {
        let x = Name::fresh(wanted);
        self.indexes.insert(x.clone(), text);
        Nat::var(&x)
    }

    /// A new index variable that is below `n` in the rest of the block.
    fn tested_index(&mut self, wanted: &str, text: Expr, n: Option<&Nat>) -> Nat {
        let i = self.new_index(wanted, text);
        if let Some(n) = n {
            self.learn_below(&i, n);
        }
        i
    }

    /// ⟦J⟧ where an index is wanted: an index term, or the name of a computed one.
    pub fn index(&mut self, phrase: &Phrase, env: &Environment, n: Option<&Nat>) -> Done<Nat> {
        match &*phrase.node {
            Node::Var(x) => match env.get(x).cloned() {
                Some(Binding::Index(value)) => return Ok(value),
                Some(Binding::Phrase(phrase, inner)) => return self.index(&phrase, &inner, n),
                _ => {}
            },
            Node::Prim(Prim::IndexLiteral { value, .. }, _) => return self.nat(value, env),
            Node::Prim(Prim::AsIndex { n, from, test }, arguments) => {
                let bound = self.nat(n, env)?;
                let number = &arguments[0];
                return match trap::no_index(*test, phrase.span) {
                    Some(site) => self.checked_index(number, *from, env, &bound, site),
                    None if *test == IndexTest::Clamp => self.clamped_index(number, *from, env, &bound),
                    None => self.owed_index(number, *from, env, &bound),
                };
            }
            _ => {}
        }
        match self.expression(phrase, env, Path::empty())? {
            super::expression::Value::Index(index) => Ok(index),
            value => {
                let bound = match (&value, n) {
                    (super::expression::Value::Place(place), None) => place.part.component.index_of.clone(),
                    (_, n) => n.cloned(),
                };
                let value = self.read(value, phrase.span)?;
                Ok(self.computed_index(value, bound.as_ref(), hint(phrase)))
            }
        }
    }

    /// The index that an expression of C is; it gets a name unless it is one.
    pub fn computed_index(&mut self, value: Expr, n: Option<&Nat>, wanted: &str) -> Nat {
        match value {
            Expr::Int(value) => Nat::lit(value),
            Expr::Var(_) => self.tested_index(wanted, value, n),
            _ => {
                let name = self.names.fresh(wanted);
                let declaration = Declaration {
                    ty: Type::Scalar(self.host.index_type()),
                    space: Space::Private,
                    name: name.clone(),
                    dims: vec![],
                    init: Some(value),
                    is_const: true,
                };
                self.push_kind(StmtKind::Declare(declaration));
                self.tested_index(wanted, make::var(name), n)
            }
        }
    }

    /// ⟦asIndex E⟧ (DPIA-E-IDX, DPIA-G-TRAP).
    fn checked_index(
        &mut self,
        number: &Phrase,
        from: PrimType,
        env: &Environment,
        n: &Nat,
        site: Site,
    ) -> Done<Nat> {
        let span = site.span;
        if let Node::Prim(Prim::NatValue { value, .. }, _) = &*number.node {
            let value = self.nat(value, env)?;
            if value.is_nonnegative(&self.known) && value.is_below(n, &self.known) {
                return Ok(value);
            }
        }
        let value = self.expression(number, env, Path::empty())?;
        let value = self.read(value, number.span)?;
        let value = match &value {
            Expr::Literal(literal) => match super::expression::integer_of(*literal) {
                Some(k) if k >= 0 && Nat::lit(k).is_below(n, &self.known) => return Ok(Nat::lit(k)),
                _ => value,
            },
            _ => value,
        };
        let index = self.host.index_type();
        let limit = self.index_text(n, span)?;
        // A number that is wider than indexes is tested before it is converted; others wrap to negative ones at worst.
        let is_wide = from.bytes() > index.bytes();
        let value = match is_wide {
            true => self.named(value, &elder_dpia::DataType::Num(from), hint(number)),
            false => value,
        };
        let name = self.names.fresh(if is_wide { "at" } else { hint(number) });
        let tested = if is_wide {
            value.clone()
        } else {
            make::var(name.clone())
        };
        let converted = if is_wide {
            Expr::Cast(Type::Scalar(index), Box::new(value))
        } else {
            value
        };
        self.push(make::declare(name.clone(), make::scalar(index), Some(converted)));
        let own = exactly(from, tested.clone());
        let below = make::binary(BinaryOp::Ge, tested.clone(), limit.clone());
        let never_negative = from.is_unsigned() && (is_wide || from.bytes() < index.bytes());
        let outside = if never_negative {
            below
        } else {
            let negative = make::binary(BinaryOp::Lt, tested, make::int(0));
            make::binary(BinaryOp::Or, negative, below)
        };
        let fail = self.fail(site, vec![own, limit]);
        let reset = make::assign(make::var(name.clone()), make::int(0));
        self.push(make::if_then(outside, vec![fail, reset]));
        Ok(self.tested_index(hint(number), make::var(name), Some(n)))
    }

    /// ⟦known E⟧ (DPIA-G-KNOWN): the number, of which the rest of the block may rely on that it is in range.
    fn owed_index(&mut self, number: &Phrase, from: PrimType, env: &Environment, n: &Nat) -> Done<Nat> {
        rules::DPIA_G_KNOWN.apply();
        self.uses.owed = true;
        let index = match &*number.node {
            Node::Prim(Prim::NatValue { value, .. }, _) => self.nat(value, env)?,
            _ => {
                let value = self.expression(number, env, Path::empty())?;
                let value = self.read(value, number.span)?;
                let literal = match &value {
                    Expr::Literal(literal) => super::expression::integer_of(*literal),
                    _ => None,
                };
                let own = self.host.index_type();
                match literal {
                    Some(k) => Nat::lit(k),
                    None if from == own => self.computed_index(value, None, hint(number)),
                    None => {
                        let cast = Expr::Cast(Type::Scalar(own), Box::new(value));
                        self.computed_index(cast, None, hint(number))
                    }
                }
            }
        };
        let owed = match index.as_variable() {
            Some(x) => self.known.below(x, n),
            None => {
                let room = n.minus(&Nat::one()).minus(&index);
                self.known.assuming_all([index.clone(), room])
            }
        };
        self.known.learn(owed.nonzero(n));
        Ok(index)
    }

    /// ⟦clamp E⟧ (DPIA-G-CLAMP): the number if it is in range, otherwise 0.
    fn clamped_index(&mut self, number: &Phrase, from: PrimType, env: &Environment, n: &Nat) -> Done<Nat> {
        rules::DPIA_G_CLAMP.apply();
        let value = self.value(number, env, Path::empty())?;
        let value = self.typed(value);
        let value = self.named(value, &elder_dpia::DataType::Num(from), hint(number));
        let limit = self.index_text(n, number.span)?;
        let index = self.host.index_type();
        let below = make::binary(BinaryOp::Lt, value.clone(), limit);
        let never_negative = from.is_unsigned();
        let inside = match never_negative {
            true => below,
            false => {
                let natural = make::binary(BinaryOp::Ge, value.clone(), make::int(0));
                make::binary(BinaryOp::And, natural, below)
            }
        };
        let converted = match from == index {
            true => value,
            false => Expr::Cast(Type::Scalar(index), Box::new(value)),
        };
        let clamped = Expr::Conditional(Box::new(inside), Box::new(converted), Box::new(make::int(0)));
        let index = self.computed_index(clamped, None, "at");
        self.learn_below(&index, n);
        Ok(index)
    }

    /// What `f` gives where the condition has this truth value: what it says of indexes is known there (DPIA-K-FACTS).
    pub fn knowing<T>(
        &mut self,
        condition: &Phrase,
        holds: bool,
        env: &Environment,
        f: impl FnOnce(&mut Self) -> Done<T>,
    ) -> Done<T> {
        let mut facts = Vec::new();
        for fact in elder_dpia::facts::of(condition, holds) {
            // Kernels with narrow indexes run only where `int` holds all nats.
            if !fact.is_exact(&self.known) && (self.is_wide() || !fact.is_exact_in_int()) {
                continue;
            }
            // Only what has a value without any code.
            let plain = |x: &Name| matches!(env.get(x), None | Some(Binding::Index(_)));
            if fact.nat.variables().iter().all(plain) {
                let given = fact.given.map(|given| self.nat(&given, env)).transpose()?;
                facts.push((self.nat(&fact.nat, env)?, given));
            }
        }
        self.where_known(&|known| elder_dpia::facts::assumed(known, facts.clone()), f)
    }

    /// ⟦E⟧ as a size of at most `most` (DPIA-G-SIZE, DPIA-G-TRAP), tested at that place: a constant of the block, unless it is known already.
    pub fn checked_size(
        &mut self,
        k: &Name,
        number: &Phrase,
        of: PrimType,
        most: &Nat,
        env: &Environment,
        span: Span,
    ) -> Done<Nat> {
        let beyond = most.plus(&Nat::one());
        if let Node::Prim(Prim::NatValue { value, .. }, _) = &*number.node {
            let value = self.nat(value, env)?;
            if value.is_index_below(&beyond, &self.known) {
                return Ok(value);
            }
        }
        let value = self.value(number, env, Path::empty())?;
        if let Expr::Literal(literal) = &value
            && let Some(value) = super::expression::integer_of(*literal)
            && value >= 0
            && Nat::lit(value).is_below(&beyond, &self.known)
        {
            return Ok(Nat::lit(value));
        }
        let name = self.names.fresh(k.text());
        let index = self.host.index_type();
        // An index into an array that is not longer is in bounds by its type; a wide one may not be the number that it was made.
        if !self.is_wide()
            && let Node::Prim(
                Prim::Convert {
                    from: elder_dpia::DataType::Index(n),
                    ..
                },
                _,
            ) = &*number.node
            && self.nat(n, env)?.is_below(&beyond.plus(&Nat::one()), &self.known)
        {
            self.push_kind(StmtKind::Declare(Declaration {
                ty: Type::Scalar(index),
                space: Space::Private,
                name: name.clone(),
                dims: vec![],
                init: Some(value),
                is_const: true,
            }));
            return Ok(self.tested_index(k.text(), make::var(name), Some(&beyond)));
        }
        let limit = self.index_text(most, span)?;
        let own = make::var(name.clone());
        // A number that is wider than indexes is tested before it is converted; others wrap to negative ones at worst.
        let is_wide = of.bytes() > index.bytes();
        let (tested, value) = match is_wide {
            true => {
                let tested = self.named(value, &elder_dpia::DataType::Num(of), "number");
                (tested.clone(), Expr::Cast(Type::Scalar(index), Box::new(tested)))
            }
            false => (own.clone(), value),
        };
        self.push(make::declare(name, make::scalar(index), Some(value)));
        let beyond_limit = make::binary(BinaryOp::Gt, tested.clone(), limit.clone());
        let outside = match of.is_unsigned() && (is_wide || of.bytes() < index.bytes()) {
            true => beyond_limit,
            false => make::binary(
                BinaryOp::Or,
                make::binary(BinaryOp::Lt, tested.clone(), make::int(0)),
                beyond_limit,
            ),
        };
        let fail = self.fail(trap::no_size(span), vec![exactly(of, tested), limit]);
        let reset = make::assign(own.clone(), make::int(0));
        self.push(make::if_then(outside, vec![fail, reset]));
        Ok(self.tested_index(k.text(), own, Some(&beyond)))
    }

    /// A value under a name of its own, unless it is a name or a constant.
    pub fn named(&mut self, value: Expr, data: &elder_dpia::DataType, wanted: &str) -> Expr {
        if matches!(value, Expr::Var(_) | Expr::Int(_) | Expr::Literal(_)) {
            return value;
        }
        let ty = match data {
            elder_dpia::DataType::Vector(w, t) => match Width::of(u64::from(*w)) {
                Some(width) => Type::Vector(*t, width),
                None => Type::Scalar(*t),
            },
            elder_dpia::DataType::Num(t) => Type::Scalar(*t),
            _ => Type::Scalar(self.host.index_type()),
        };
        let name = self.names.fresh(wanted);
        self.push_kind(StmtKind::Declare(Declaration {
            ty,
            space: Space::Private,
            name: name.clone(),
            dims: vec![],
            init: Some(value),
            is_const: true,
        }));
        make::var(name)
    }
}

/// What a number of type `from` was, in 64 bits, from the index that it became; the largest of what is larger still.
fn exactly(from: PrimType, index: Expr) -> Expr {
    let unsigned = |index| Expr::Cast(Type::Scalar(from), Box::new(index));
    match from {
        PrimType::U32 => unsigned(index),
        PrimType::U64 => {
            let most = Expr::Literal(PrimValue::U64(i64::MAX as u64));
            Expr::Prim(PrimFn::Bin(BinOp::Min, from), None, vec![unsigned(index), most])
        }
        _ => index,
    }
}

/// A name for the value of a phrase: that of the variable it is read from.
pub fn hint(phrase: &Phrase) -> &str {
    match &*phrase.node {
        Node::Var(x) => x.text(),
        Node::Proj(p, _) => hint(p),
        Node::Prim(_, _) => "at",
        _ => "x",
    }
}
