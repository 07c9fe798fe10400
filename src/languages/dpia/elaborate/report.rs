//! Messages of the elaborator, and how they show types with unknowns.

use super::Elaborator;
use super::metas::{Data, Type};
use super::unify::Clash;
use crate::Nat;
use crate::rules::kinding::DPIA_K_EQ;
use crate::rules::primitives::{DPIA_P_ASSIGN, DPIA_P_IDX};
use crate::rules::typing::DPIA_T_CONV;
use elder_syntax::{Diagnostic, Refusal, Span, spelling};

/// Where a type is not the expected one.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// Anywhere.
    Plain,
    /// This argument of this function.
    Argument(usize, &'a str),
    /// An index.
    Index,
    /// A side of an assignment.
    Assignment,
}

const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

impl Elaborator {
    /// A name that means nothing.
    pub(super) fn unbound(&self, refusal: Refusal, sort: &str, name: &str, span: Span) -> Diagnostic {
        let error = Diagnostic::error(refusal, span, format!("there is no {sort} `{name}`"));
        let primitives = super::primitives::names().map(str::to_owned);
        let known = self.scope.names().map(str::to_owned).chain(primitives);
        match spelling::closest(name, known) {
            Some(close) => error.with_help(format!("is `{close}` meant?")),
            None => error,
        }
    }

    /// A type that is not the expected one.
    pub(super) fn mismatch(
        &mut self,
        expected: &Type,
        found: &Type,
        clash: &Clash,
        span: Span,
        place: Place<'_>,
    ) {
        let (wanted, given) = (self.show(expected), self.show(found));
        let error = match clash {
            Clash::Sizes(a, b) => self.sizes_clash(a, b, span, place),
            Clash::Form => {
                let refusal = match place {
                    Place::Assignment => DPIA_P_ASSIGN.refuse("sides"),
                    Place::Index => DPIA_P_IDX.refuse("index"),
                    _ => DPIA_T_CONV.refuse("equal"),
                };
                Diagnostic::error(
                    refusal,
                    span,
                    format!("this is {given} where {wanted} should stand"),
                )
            }
        };
        let mut error = error.with_note(format!("expected: {wanted}\nfound:    {given}"));
        if let Place::Argument(i, of) = place
            && let Some(ordinal) = ORDINALS.get(i)
        {
            error = error.with_note(format!("it is the {ordinal} argument of `{of}`"));
        }
        if let Some(help) = self.way_out(expected, found) {
            error = error.with_help(help);
        }
        self.error(error);
    }

    fn way_out(&self, expected: &Type, found: &Type) -> Option<String> {
        match (self.metas.type_head(expected), self.metas.type_head(found)) {
            (Type::Exp(_), Type::Product(a, b)) if matches!((&*a, &*b), (Type::Acc(_), Type::Exp(_))) => {
                Some("`.rd` reads a variable".to_owned())
            }
            (Type::Acc(_), Type::Product(a, b)) if matches!((&*a, &*b), (Type::Acc(_), Type::Exp(_))) => {
                Some("`.wr` writes a variable".to_owned())
            }
            (Type::Exp(d), Type::Exp(e)) => match (self.metas.head(&d), self.metas.head(&e)) {
                (Data::Num(t), Data::Index(_) | Data::Num(_)) => Some(format!("`{t}(..)` converts")),
                (Data::Vector(w, _), Data::Num(_)) => {
                    Some(format!("`splat({w}, ..)` makes a vector of equal components"))
                }
                (Data::Index(_), Data::Num(_)) => {
                    Some("`asIndex(..)` makes an index of a number; when it runs, it is tested".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn sizes_clash(&self, a: &Nat, b: &Nat, span: Span, place: Place<'_>) -> Diagnostic {
        let (a, b) = (self.metas.nat(a), self.metas.nat(b));
        let refusal = match place {
            Place::Index => DPIA_P_IDX.refuse("index"),
            _ => DPIA_K_EQ.refuse("sizes"),
        };
        let unknown = [&a, &b]
            .into_iter()
            .flat_map(Nat::variables)
            .find(|x| self.metas.nats.contains_key(x));
        let message = match unknown {
            Some(x) => format!("there is no size {x} for which {a} is {b}"),
            None => format!("the sizes {a} and {b} are not equal"),
        };
        Diagnostic::error(refusal, span, message)
    }

    /// An equation that turned out not to hold.
    pub(super) fn sizes_differ(&mut self, equation: &super::metas::Equation) {
        let error = self.sizes_clash(&equation.left, &equation.right, equation.span, Place::Plain);
        self.error(error);
    }

    pub(super) fn show_nat(&self, nat: &Nat) -> String {
        self.metas.nat(nat).to_string()
    }

    /// A data type for messages.
    pub(super) fn show_data(&self, data: &Data) -> String {
        elder_syntax::effort::deeper(|| self.show_data_here(data))
    }

    fn show_data_here(&self, data: &Data) -> String {
        match self.metas.head(data) {
            Data::Num(t) => t.to_string(),
            Data::Index(n) => format!("idx({})", self.show_nat(&n)),
            Data::Array(n, d) => {
                let n = self.show_nat(&n);
                let plain = n
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | b'?'));
                if plain {
                    format!("{n}.{}", self.show_data(&d))
                } else {
                    format!("({n}).{}", self.show_data(&d))
                }
            }
            Data::Pair(a, b) => {
                let mut text = format!("({}", self.show_data(&a));
                let mut rest = self.metas.head(&b);
                while let Data::Pair(next, others) = rest {
                    text = format!("{text}, {}", self.show_data(&next));
                    rest = self.metas.head(&others);
                }
                format!("{text}, {})", self.show_data(&rest))
            }
            Data::Vector(w, t) => format!("{}<{w}>", self.show_data(&t)),
            Data::Var(x) => x.text().to_owned(),
            Data::Meta(i) => match self.metas.data.get(i).map(|m| m.class) {
                Some(class) if class.float => "a float".to_owned(),
                Some(class) if class.number => "a number".to_owned(),
                _ => "?".to_owned(),
            },
        }
    }

    /// A phrase type for messages; the middle of a long one is left out.
    pub(super) fn show(&self, ty: &Type) -> String {
        let text = elder_syntax::effort::deeper(|| self.show_here(ty));
        match (text.char_indices().nth(200), text.char_indices().rev().nth(20)) {
            (Some((start, _)), Some((end, _))) => {
                format!("{} .. {}", &text[..start], &text[end.max(start)..])
            }
            _ => text,
        }
    }

    fn show_here(&self, ty: &Type) -> String {
        match self.metas.type_head(ty) {
            Type::Exp(d) => format!("exp[{}]", self.show_data(&d)),
            Type::Acc(d) => format!("acc[{}]", self.show_data(&d)),
            Type::Upd(op, d) => format!("upd[{}, {}]", crate::print::update_op(op), self.show_data(&d)),
            Type::Comm => "comm".to_owned(),
            Type::Product(a, b) => match (&*a, &*b) {
                (Type::Acc(d), Type::Exp(_)) => format!("var[{}]", self.show_data(d)),
                _ => format!("{{{}, {}}}", self.show(&a), self.show(&b)),
            },
            Type::Fun { passive, from, to } => {
                let arrow = if passive { "->p" } else { "->" };
                let left = self.show(&from);
                let left = if matches!(self.metas.type_head(&from), Type::Fun { .. } | Type::NatFun(..)) {
                    format!("({left})")
                } else {
                    left
                };
                format!("{left} {arrow} {}", self.show(&to))
            }
            Type::NatFun(x, t) => format!("({x}: nat) -> {}", self.show(&t)),
            Type::DataFun(x, t) => format!("({x}: data) -> {}", self.show(&t)),
            Type::Meta(_) => "?".to_owned(),
        }
    }
}
