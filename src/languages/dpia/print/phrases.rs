//! Abstractions, application, infix operators, literals.

use super::names::Hidden;
use super::{Doc, Level, Printer, WIDTH, types};
use crate::{BinOp, DataType, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Side, UnOp};
use pretty::DocAllocator;

/// How an infix operator is spelt and how strongly it binds; `None` if it is written as a function.
pub fn infix(op: BinOp) -> Option<(&'static str, u8)> {
    Some(match op {
        BinOp::Eq => ("==", 5),
        BinOp::Ne => ("!=", 5),
        BinOp::Lt => ("<", 5),
        BinOp::Le => ("<=", 5),
        BinOp::Gt => (">", 5),
        BinOp::Ge => (">=", 5),
        BinOp::And => ("&", 6),
        BinOp::Or => ("|", 6),
        BinOp::Shl => ("<<", 7),
        BinOp::Shr => (">>", 7),
        BinOp::Lshr => (">>>", 7),
        BinOp::Add => ("+", 8),
        BinOp::Sub => ("-", 8),
        BinOp::Mul => ("*", 9),
        BinOp::Div => ("/", 9),
        BinOp::Mod => ("%", 9),
        BinOp::Quot => ("//", 9),
        BinOp::Rem => ("%%", 9),
        BinOp::Pow => ("**", 10),
        _ => return None,
    })
}

impl<'a> Printer<'a> {
    /// A phrase at a place.
    pub(super) fn phrase(&mut self, p: &Phrase, place: Level) -> Doc<'a> {
        elder_syntax::effort::deeper(|| match &*p.node {
            Node::Var(x) => self.text(self.names.of(x).to_owned()),
            Node::Lambda(..) | Node::NatLambda(..) | Node::DataLambda(..) => self.abstraction(p, true, place),
            Node::Apply(..) => self.application(p),
            Node::NatApply(f, n) => {
                let n = types::nat_atom(&self.names, n);
                self.phrase(f, Level::POSTFIX).append(self.text(format!("@{n}")))
            }
            Node::DataApply(f, d) => {
                let d = types::data_type(&self.names, d);
                self.phrase(f, Level::POSTFIX)
                    .append(self.text(format!("@({d})")))
            }
            Node::Pair(a, b) => {
                let items = vec![self.phrase(a, Level::PHRASE), self.phrase(b, Level::PHRASE)];
                self.list("{", items, "}")
            }
            Node::Proj(base, side) => {
                let stored = matches!(&*base.node, Node::Var(x) if self.names.is_stored(x));
                let field = match (stored, side) {
                    (true, Side::First) => ".wr",
                    (true, Side::Second) => ".rd",
                    (false, Side::First) => ".1",
                    (false, Side::Second) => ".2",
                };
                self.phrase(base, Level::POSTFIX).append(self.text(field))
            }
            Node::Prim(prim, arguments) => self.primitive(prim, arguments, place),
        })
    }

    /// An abstraction; without types where those follow from its place.
    pub(super) fn abstraction(&mut self, p: &Phrase, typed: bool, place: Level) -> Doc<'a> {
        let mut scopes: Vec<Hidden> = Vec::new();
        let mut heads: Vec<Doc<'a>> = Vec::new();
        let mut typed_params: Vec<Doc<'a>> = Vec::new();
        let mut plain: Vec<String> = Vec::new();
        let mut body = p;
        loop {
            let (name, inner) = match &*body.node {
                Node::Lambda(binder, inner) => (&binder.name, inner),
                Node::NatLambda(x, inner) | Node::DataLambda(x, inner) => (x, inner),
                _ => break,
            };
            let ty = match &*body.node {
                Node::Lambda(binder, _) => {
                    let ty = types::phrase_type(&self.names, &binder.ty);
                    self.names.note(binder);
                    if typed { Some(ty) } else { None }
                }
                Node::NatLambda(..) => Some("nat".to_owned()),
                _ => Some("data".to_owned()),
            };
            let (text, hidden) = self.names.bind_hiding(name, inner);
            scopes.push(hidden);
            match ty {
                Some(ty) => {
                    if !plain.is_empty() {
                        heads.push(self.text(format!("fun {}.", std::mem::take(&mut plain).join(" "))));
                    }
                    typed_params.push(self.text(format!("{text}: {ty}")));
                }
                None => {
                    if !typed_params.is_empty() {
                        let params = std::mem::take(&mut typed_params);
                        heads.push(self.list("fun(", params, ")"));
                    }
                    plain.push(text);
                }
            }
            body = inner;
        }
        if !typed_params.is_empty() {
            heads.push(self.list("fun(", typed_params, ")"));
        }
        if !plain.is_empty() {
            heads.push(self.text(format!("fun {}.", plain.join(" "))));
        }
        let inside = self.phrase(body, Level::PHRASE);
        for hidden in scopes.into_iter().rev() {
            self.names.release(hidden);
        }
        let head = self.arena.intersperse(heads, self.arena.line());
        let doc = head.append(self.arena.line().append(inside).nest(2)).group();
        self.bracketed(doc, Level::PHRASE, place)
    }

    fn application(&mut self, p: &Phrase) -> Doc<'a> {
        let mut reversed = Vec::new();
        let mut head = p;
        while let Node::Apply(f, a) = &*head.node {
            reversed.push(a);
            head = f;
        }
        let head = self.phrase(head, Level::POSTFIX);
        let arguments = reversed
            .into_iter()
            .rev()
            .map(|a| self.phrase(a, Level::PHRASE))
            .collect();
        head.append(self.list("(", arguments, ")"))
    }

    /// An operator of one operand.
    pub(super) fn unary(&mut self, op: UnOp, operand: &Phrase, place: Level) -> Doc<'a> {
        let literal = matches!(
            &*operand.node,
            Node::Prim(Prim::Literal { .. } | Prim::Unary { op: UnOp::Neg, .. }, _)
        );
        match op {
            UnOp::Neg if !literal => {
                let doc = self.text("-").append(self.phrase(operand, Level::PREFIX));
                self.bracketed(doc, Level::PREFIX, place)
            }
            UnOp::Not => {
                let doc = self.text("!").append(self.phrase(operand, Level::PREFIX));
                self.bracketed(doc, Level::PREFIX, place)
            }
            _ => {
                let operand = self.phrase(operand, Level::PHRASE);
                self.text(op.name()).append(self.list("(", vec![operand], ")"))
            }
        }
    }

    /// An operator of two operands.
    pub(super) fn binary(&mut self, op: BinOp, a: &Phrase, b: &Phrase, place: Level) -> Doc<'a> {
        let Some((symbol, level)) = infix(op) else {
            let operands = vec![self.phrase(a, Level::PHRASE), self.phrase(b, Level::PHRASE)];
            return self.text(op.name()).append(self.list("(", operands, ")"));
        };
        // The power associates to the right, all others to the left.
        let power = op == BinOp::Pow;
        let fits = !outgrows_line(a);
        let a = self.phrase(a, Level(if power { level + 1 } else { level }));
        let b = self.phrase(b, Level(if power { level } else { level + 1 }));
        let right = self
            .arena
            .line()
            .append(self.text(format!("{symbol} ")))
            .append(b)
            .nest(2);
        let whole = a.append(right);
        let whole = if fits { whole.group() } else { whole };
        self.bracketed(whole, Level(level), place)
    }

    pub(super) fn conditional(&mut self, result: &PhraseType, parts: &[Phrase], place: Level) -> Doc<'a> {
        let [condition, yes, no] = parts else {
            return self.arena.nil();
        };
        // `&&` and `||` are conditionals.
        if truth(no) == Some(false) {
            return self.connective("&&", Level(4), condition, yes, place);
        }
        if truth(yes) == Some(true) {
            return self.connective("||", Level(3), condition, no, place);
        }
        let condition = self.phrase(condition, Level::PIPE);
        if *result == PhraseType::Comm {
            if let Node::Prim(Prim::Fail { notice }, numbers) = &*no.node {
                let head = self.text("guard ").append(condition).append(self.text(" "));
                let head = head.append(self.failure(notice, numbers)).append(self.text(" "));
                return head.append(self.block(yes));
            }
            let head = self.text("if ").append(condition).append(self.text(" "));
            let yes = self.block(yes);
            let doc = head.append(yes);
            return match &*no.node {
                Node::Prim(Prim::Skip {}, _) => doc,
                Node::Prim(
                    Prim::If {
                        result: PhraseType::Comm,
                    },
                    parts,
                ) => doc
                    .append(self.text(" else "))
                    .append(self.conditional(result, parts, Level::SINGLE)),
                _ => doc.append(self.text(" else ")).append(self.block(no)),
            };
        }
        let yes = self.phrase(yes, Level::PIPE);
        let no = if matches!(&*no.node, Node::Prim(Prim::If { .. }, _)) {
            self.phrase(no, Level::SINGLE)
        } else {
            self.phrase(no, Level::PIPE)
        };
        let doc = self.text("if ").append(condition);
        let yes = self.arena.line().append(self.text("then ")).append(yes);
        let no = self.arena.line().append(self.text("else ")).append(no);
        let doc = doc.append(yes.append(no).nest(2)).group();
        self.bracketed(doc, Level::SINGLE, place)
    }

    fn connective(&mut self, symbol: &str, level: Level, a: &Phrase, b: &Phrase, place: Level) -> Doc<'a> {
        let a = self.phrase(a, level);
        let b = self.phrase(b, Level(level.0 + 1));
        let right = self
            .arena
            .line()
            .append(self.text(format!("{symbol} ")))
            .append(b)
            .nest(2);
        self.bracketed(a.append(right).group(), level, place)
    }

    pub(super) fn binding(&mut self, bound: &Phrase, function: &Phrase, place: Level) -> Doc<'a> {
        let bound = self.phrase(bound, Level::PIPE);
        let Node::Lambda(binder, body) = &*function.node else {
            // `let x = e in f(x)`
            let function = self.phrase(function, Level::POSTFIX);
            let doc = self.text("let x = ").append(bound).append(self.text(" in "));
            let doc = doc.append(function).append(self.text("(x)"));
            return self.bracketed(doc, Level::PHRASE, place);
        };
        self.names.note(binder);
        let (text, hidden) = self.names.bind_hiding(&binder.name, body);
        let inside = self.phrase(body, Level::PHRASE);
        self.names.release(hidden);
        let head = self.text(format!("let {text} ="));
        let bound = self.arena.line().append(bound).nest(2).group();
        let doc = head
            .append(bound)
            .append(self.text(" in"))
            .append(self.arena.hardline())
            .append(inside);
        self.bracketed(doc, Level::PHRASE, place)
    }

    pub(super) fn literal(&self, value: PrimValue, place: Level) -> Doc<'a> {
        let text = literal(value);
        let negative = text.starts_with('-');
        self.bracketed(
            self.text(text),
            if negative { Level::PREFIX } else { Level::POSTFIX },
            place,
        )
    }

    /// A nat as a number.
    pub(super) fn nat_value(&self, of: PrimType, value: &crate::Nat) -> Doc<'a> {
        let value = types::nat(&self.names, value);
        match of {
            PrimType::I64 => self.text(format!("nat({value})")),
            _ => self.text(format!("nat@{of}({value})")),
        }
    }

    /// A phrase in the brackets of an index: an index term stands there as it is.
    pub(super) fn index(&mut self, p: &Phrase) -> Doc<'a> {
        match &*p.node {
            Node::Prim(Prim::IndexLiteral { value, .. }, _) => {
                let text = types::nat(&self.names, value);
                let variable = matches!(value.to_expression(), crate::NatExpression::Var(_));
                self.text(if variable { format!("at({text})") } else { text })
            }
            _ => self.phrase(p, Level::PHRASE),
        }
    }

    /// `f(x)` where `f` may be an abstraction: what a block has to be.
    pub(super) fn opened(
        &mut self,
        function: &Phrase,
        texts: &[(&str, PhraseType)],
    ) -> (Vec<String>, Doc<'a>) {
        let mut scopes = Vec::new();
        let mut names = Vec::new();
        let mut body = function.clone();
        for (text, ty) in texts {
            let (binder, inner) = match &*body.node {
                Node::Lambda(binder, inner) => (binder.clone(), inner.clone()),
                _ => {
                    let name = crate::Name::fresh(text);
                    let inner = body.apply(&Phrase::var(&name, body.span));
                    (crate::Binder { name, ty: ty.clone() }, inner)
                }
            };
            self.names.note(&binder);
            let (text, hidden) = self.names.bind_hiding(&binder.name, &inner);
            scopes.push(hidden);
            names.push(text);
            body = inner;
        }
        let doc = self.block(&body);
        for hidden in scopes.into_iter().rev() {
            self.names.release(hidden);
        }
        (names, doc)
    }

    /// `f(k)` where `f` may be an abstraction over a nat.
    pub(super) fn opened_nat(&mut self, function: &Phrase, text: &str) -> (String, Doc<'a>) {
        let (k, body) = match &*function.node {
            Node::NatLambda(k, body) => (k.clone(), body.clone()),
            _ => {
                let k = crate::Name::fresh(text);
                let body = function.apply_nat(&crate::Nat::var(&k));
                (k, body)
            }
        };
        let (name, hidden) = self.names.bind_hiding(&k, &body);
        let doc = self.block(&body);
        self.names.release(hidden);
        (name, doc)
    }

    pub(super) fn data(&self, data: &DataType) -> String {
        types::data_type(&self.names, data)
    }
}

/// The truth value that the phrase is.
fn truth(p: &Phrase) -> Option<bool> {
    match &*p.node {
        Node::Prim(
            Prim::Literal {
                value: PrimValue::Bool(b),
                ..
            },
            _,
        ) => Some(*b),
        _ => None,
    }
}

/// A value as a literal that reads back as the value.
fn literal(value: PrimValue) -> String {
    let float = |x: f64, shortest: String, t: PrimType| {
        let suffix = if t == PrimType::F32 {
            String::new()
        } else {
            t.to_string()
        };
        if x.is_nan() {
            format!("{t}.nan")
        } else if x == f64::INFINITY {
            format!("{t}.inf")
        } else if x == f64::NEG_INFINITY {
            format!("-{t}.inf")
        } else {
            format!("{shortest}{suffix}")
        }
    };
    match value {
        PrimValue::Bool(b) => b.to_string(),
        PrimValue::I8(n) => format!("{n}i8"),
        PrimValue::I16(n) => format!("{n}i16"),
        PrimValue::I32(n) => n.to_string(),
        PrimValue::I64(n) => format!("{n}i64"),
        PrimValue::U8(n) => format!("{n}u8"),
        PrimValue::U16(n) => format!("{n}u16"),
        PrimValue::U32(n) => format!("{n}u32"),
        PrimValue::U64(n) => format!("{n}u64"),
        PrimValue::F16(x) => float(x.to_f64(), format!("{:?}", x.to_f32()), PrimType::F16),
        PrimValue::F32(x) => float(f64::from(x), format!("{x:?}"), PrimType::F32),
        PrimValue::F64(x) => float(x, format!("{x:?}"), PrimType::F64),
    }
}

/// Whether a chain of operators cannot stand on one line, as each of them has four letters of it at least.  Whether a group fits is asked from its
/// left end on, and that of a chain is as deep as the chain is long.
fn outgrows_line(mut chain: &Phrase) -> bool {
    for _ in 0..=WIDTH / 4 {
        match &*chain.node {
            Node::Prim(Prim::Binary { op, .. }, operands) if infix(*op).is_some() => match operands.first() {
                Some(left) => chain = left,
                None => return false,
            },
            _ => return false,
        }
    }
    true
}
