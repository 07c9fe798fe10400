//! Expressions.

use super::{Doc, Place, Printer};
use crate::{Base, Expression, Node, ScalarOperator, Side, Variable};
use pretty::DocAllocator;

/// How strongly an infix operator binds; `None` if it is written as a function.
fn infix(operator: ScalarOperator) -> Option<u8> {
    Some(match operator {
        ScalarOperator::Or => 1,
        ScalarOperator::Xor => 2,
        ScalarOperator::And => 3,
        ScalarOperator::Equal
        | ScalarOperator::NotEqual
        | ScalarOperator::Less
        | ScalarOperator::LessEqual
        | ScalarOperator::Greater
        | ScalarOperator::GreaterEqual => 4,
        ScalarOperator::ShiftLeft | ScalarOperator::ShiftRight => 5,
        ScalarOperator::Add | ScalarOperator::Subtract => 6,
        ScalarOperator::Multiply | ScalarOperator::Divide | ScalarOperator::Modulo => 7,
        _ => return None,
    })
}

impl<'a> Printer<'a> {
    /// An expression at a place.
    pub(super) fn expression(&mut self, e: &Expression, place: Place) -> Doc<'a> {
        elder_syntax::effort::deeper(|| match &*e.node {
            Node::Base(value) => self.base(*value, place),
            Node::Setting(setting) => self.text(setting.name()),
            Node::Var(x) => self.text(self.names.of(x).to_owned()),
            Node::Array(parts) => self.array(parts),
            Node::Pair(a, b) => {
                let items = vec![
                    self.expression(a, Place::EXPRESSION),
                    self.expression(b, Place::EXPRESSION),
                ];
                self.list("(", items, ")")
            }
            Node::Operator {
                operator,
                level,
                arguments,
            } => {
                let mut head = operator.name().to_owned();
                if let Some(level) = level {
                    head += &format!(" <{}>", self.names.level(level));
                }
                let own = if arguments.is_empty() && level.is_none() {
                    Place::ATOM
                } else {
                    Place::APPLICATION
                };
                let head = self.text(head);
                let doc = self.call(head, arguments.iter());
                self.bracketed(doc, own, place)
            }
            Node::Scalar(operator, arguments) => self.scalar(*operator, arguments, place),
            Node::Fn(..) | Node::LevelFn(..) => self.abstraction(e, place),
            Node::Apply(..) => {
                let mut arguments = Vec::new();
                let mut head = e;
                while let Node::Apply(function, argument) = &*head.node {
                    arguments.push(argument);
                    head = function;
                }
                let head = self.expression(head, Place::APPLICATION);
                let doc = self.call(head, arguments.into_iter().rev());
                self.bracketed(doc, Place::APPLICATION, place)
            }
            Node::LevelApply(function, level) => {
                let function = match &*function.node {
                    // A number before `<` is compared.
                    Node::Base(value) => {
                        let number = self.base(*value, Place::EXPRESSION);
                        self.text("(").append(number).append(self.text(")"))
                    }
                    _ => self.expression(function, Place::APPLICATION),
                };
                let level = self.names.level(level);
                let doc = function.append(self.text(format!(" <{level}>")));
                self.bracketed(doc, Place::APPLICATION, place)
            }
            Node::Let(..) => self.bindings(e, place),
            Node::Project(side, pair) => {
                let word = match side {
                    Side::First => "fst",
                    Side::Second => "snd",
                };
                self.function(word, &[pair], place)
            }
            Node::If(condition, yes, no) => {
                let doc = self
                    .text("if ")
                    .append(self.expression(condition, Place::EXPRESSION).nest(2))
                    .append(self.arena.line())
                    .append(self.text("then "))
                    .append(self.expression(yes, Place::EXPRESSION).nest(2))
                    .append(self.arena.line())
                    .append(self.text("else "))
                    .append(self.expression(no, Place::EXPRESSION).nest(2))
                    .group();
                self.bracketed(doc, Place::EXPRESSION, place)
            }
            Node::PushArray(parts, level) => {
                let level = self.names.level(level);
                self.array(parts).append(self.text(format!("<{level}>")))
            }
            Node::ConcatDelay(n, parts) => self.function("concatDelay", &[n, parts], place),
            Node::InterleaveDelay(n, f, parts) => self.function("interleaveDelay", &[n, f, parts], place),
            Node::InterleaveIntoDelay(total, n, f, parts) => {
                self.function("interleaveIntoDelay", &[total, n, f, parts], place)
            }
            Node::Loop(condition, step, state) => self.function("loop", &[condition, step, state], place),
        })
    }

    fn base(&self, value: Base, place: Place) -> Doc<'a> {
        let text = base(value);
        let own = if text.starts_with('-') {
            Place::PREFIX
        } else {
            Place::ATOM
        };
        self.bracketed(self.text(text), own, place)
    }
    /// Between brackets, items separated by commas; broken all or not.
    fn list(&self, open: &'static str, items: Vec<Doc<'a>>, close: &'static str) -> Doc<'a> {
        let separator = self.text(",").append(self.arena.line());
        let inside = self
            .arena
            .line_()
            .append(self.arena.intersperse(items, separator))
            .nest(2);
        self.text(open)
            .append(inside)
            .append(self.arena.line_())
            .append(self.text(close))
            .group()
    }

    fn array(&mut self, parts: &[Expression]) -> Doc<'a> {
        let items: Vec<Doc<'a>> = parts
            .iter()
            .map(|part| self.expression(part, Place::EXPRESSION))
            .collect();
        if items.is_empty() {
            return self.text("[]");
        }
        // As many on a line as there is room for.
        let separator = self.text(",").append(self.arena.softline());
        let inside = self.arena.intersperse(items, separator).nest(1);
        self.text("[").append(inside).append(self.text("]")).group()
    }

    fn function(&mut self, word: &'static str, arguments: &[&Expression], place: Place) -> Doc<'a> {
        let head = self.text(word);
        let doc = self.call(head, arguments.iter().copied());
        self.bracketed(doc, Place::APPLICATION, place)
    }

    /// A head and its arguments.
    fn call<'e>(&mut self, head: Doc<'a>, arguments: impl Iterator<Item = &'e Expression>) -> Doc<'a> {
        let mut rest = self.arena.nil();
        for argument in arguments {
            rest = rest
                .append(self.arena.line())
                .append(self.expression(argument, Place::ATOM));
        }
        head.append(rest.nest(2)).group()
    }

    fn scalar(&mut self, operator: ScalarOperator, arguments: &[Expression], place: Place) -> Doc<'a> {
        match (infix(operator), arguments) {
            (Some(strength), [left, right]) => {
                let left = self.expression(left, Place(strength));
                let right = self.expression(right, Place(strength + 1));
                let doc = left
                    .append(self.text(format!(" {operator}")))
                    .append(self.arena.line())
                    .append(right)
                    .group();
                self.bracketed(doc, Place(strength), place)
            }
            (Some(_), _) => {
                let text = match operator {
                    // `(*` begins a comment.
                    ScalarOperator::Multiply => "( * )".to_owned(),
                    _ => format!("({operator})"),
                };
                let head = self.text(text);
                let own = if arguments.is_empty() {
                    Place::ATOM
                } else {
                    Place::APPLICATION
                };
                let doc = self.call(head, arguments.iter());
                self.bracketed(doc, own, place)
            }
            (None, [operand])
                if operator == ScalarOperator::Negate && !matches!(&*operand.node, Node::Base(_)) =>
            {
                let doc = self
                    .text("-")
                    .append(self.expression(operand, Place::APPLICATION));
                self.bracketed(doc, Place::PREFIX, place)
            }
            (None, []) => self.text(operator.name()),
            (None, _) => {
                let head = self.text(operator.name());
                let doc = self.call(head, arguments.iter());
                self.bracketed(doc, Place::APPLICATION, place)
            }
        }
    }

    fn abstraction(&mut self, e: &Expression, place: Place) -> Doc<'a> {
        let mut head = "fn".to_owned();
        let mut scopes = Vec::new();
        let mut body = e;
        loop {
            body = match &*body.node {
                Node::Fn(x, inner) => {
                    let text = self.names.bind(x);
                    head += &format!(" {text}");
                    scopes.push(text);
                    inner
                }
                Node::LevelFn(x, inner) => {
                    let text = self.names.bind_level(x);
                    head += &format!(" <{text}>");
                    scopes.push(text);
                    inner
                }
                _ => break,
            };
        }
        let inside = self.expression(body, Place::EXPRESSION);
        for text in scopes {
            self.names.release(&text);
        }
        let doc = self
            .text(head + " =>")
            .append(self.arena.line().append(inside).nest(2))
            .group();
        self.bracketed(doc, Place::EXPRESSION, place)
    }

    fn bindings(&mut self, e: &Expression, place: Place) -> Doc<'a> {
        let mut scopes = Vec::new();
        let mut lines: Vec<Doc<'a>> = Vec::new();
        let mut body = e;
        while let Node::Let(x, value, inner) = &*body.node {
            lines.push(self.binding(x, value, &mut scopes));
            body = inner;
        }
        let inside = self.expression(body, Place::EXPRESSION);
        for text in scopes {
            self.names.release(&text);
        }
        let lines = self.arena.intersperse(lines, self.arena.hardline()).nest(4);
        let doc = self
            .text("let ")
            .append(lines)
            .append(self.arena.line())
            .append(self.text("in "))
            .append(inside.nest(3))
            .group();
        self.bracketed(doc, Place::EXPRESSION, place)
    }

    fn binding(&mut self, x: &Variable, value: &Expression, scopes: &mut Vec<String>) -> Doc<'a> {
        // The value does not see the variable.
        let value = self.expression(value, Place::EXPRESSION);
        let text = self.names.bind(x);
        scopes.push(text.clone());
        self.text(format!("{text} ="))
            .append(self.arena.line().append(value).nest(2))
            .group()
    }
}

/// A base value as it is written.
pub fn base(value: Base) -> String {
    match value {
        Base::Bool(b) => b.to_string(),
        Base::I8(i) => format!("{i}i8"),
        Base::I16(i) => format!("{i}i16"),
        Base::I32(i) => i.to_string(),
        Base::I64(i) => format!("{i}i64"),
        Base::U8(i) => format!("{i}u8"),
        Base::U16(i) => format!("{i}u16"),
        Base::U32(i) => format!("{i}u32"),
        Base::U64(i) => format!("{i}u64"),
        Base::F16(x) => float(x.to_f64(), "16", || format!("{x:?}")),
        Base::F32(x) => float(x.into(), "32", || format!("{x:?}")),
        Base::F64(x) if x.is_nan() => "nan".to_owned(),
        Base::F64(x) => format!("{x:?}"),
    }
}

/// A float of these bits; of those that are no number, by name.
fn float(x: f64, bits: &str, finite: impl FnOnce() -> String) -> String {
    match x {
        _ if x.is_nan() => format!("nan{bits}"),
        _ if x.is_infinite() && x < 0.0 => format!("-inf{bits}"),
        _ if x.is_infinite() => format!("inf{bits}"),
        _ => format!("{}f{bits}", finite()),
    }
}
