//! Isomorphisms by labels (DX-EL-LENS): `#a`, `#?a`, `#&a` and `#|a` are written with records, variants and `case`.

use super::{Done, Elaborator};
use crate::ast::{
    Alternative, ArrowKind, Binder, Exp, ExpKind, FieldValue, Ident, Lens, Pattern, PatternKind, Rest,
};
use crate::core::{Type, Value};
use crate::rules::elaboration::DX_EL_LENS;
use elder_syntax::Span;
use elder_syntax::names::Text;

impl Elaborator {
    /// DX-EL-LENS
    pub(super) fn lens(&mut self, lens: Lens, label: &Text, at: Span) -> Done<(Value, Type)> {
        DX_EL_LENS.apply();
        let write = Written { label, at };
        let (forth, back) = match lens {
            Lens::Field => write.field(),
            Lens::Alternative => write.alternative(),
            Lens::Fields => write.fields(),
            Lens::Alternatives => write.alternatives(),
        };
        self.infer(&write.iso(forth, back))
    }
}

/// What is written for a label at a place.
struct Written<'l> {
    label: &'l Text,
    at: Span,
}

impl Written<'_> {
    fn exp(&self, kind: ExpKind) -> Exp {
        Exp { kind, span: self.at }
    }

    fn pattern(&self, kind: PatternKind) -> Pattern {
        Pattern { kind, span: self.at }
    }

    fn ident(&self, name: &str) -> Ident {
        Ident {
            name: name.into(),
            span: self.at,
        }
    }

    fn labels(&self, named: bool) -> Vec<Ident> {
        named.then(|| self.ident(self.label)).into_iter().collect()
    }

    fn name(&self, name: &str) -> Exp {
        self.exp(ExpKind::Name(name.into()))
    }

    fn bound(&self, name: &str) -> Pattern {
        self.pattern(PatternKind::Name(name.into()))
    }

    fn applied(&self, function: &str, argument: Exp) -> Exp {
        let function = Box::new(self.name(function));
        self.exp(ExpKind::Apply(function, Box::new(argument)))
    }

    fn pair(&self, first: Exp, second: Exp) -> Exp {
        let comma = self.ident(",");
        self.exp(ExpKind::Binary(comma, Box::new(first), Box::new(second)))
    }

    /// `{a = x, ...r}`; without the field, `{, ...r}`
    fn record(&self, named: bool, rest: &str) -> Exp {
        let fields = self.labels(named).into_iter().map(|label| FieldValue {
            label,
            value: Some(self.name("x")),
        });
        self.exp(ExpKind::Record(fields.collect(), Some(Box::new(self.name(rest)))))
    }

    /// The pattern of it.
    fn record_pattern(&self, named: bool, rest: &str) -> Pattern {
        let fields = self
            .labels(named)
            .into_iter()
            .map(|label| (label, self.bound("x")));
        let rest = Rest::Bound(Box::new(self.bound(rest)));
        self.pattern(PatternKind::Record(fields.collect(), Some(rest)))
    }

    fn pair_pattern(&self, first: Pattern, second: Pattern) -> Pattern {
        self.pattern(PatternKind::Pair(Box::new(first), Box::new(second)))
    }

    /// `{| a = x |}`
    fn variant(&self) -> Exp {
        let held = Box::new(self.name("x"));
        self.exp(ExpKind::Variant(vec![], self.ident(self.label), held))
    }

    /// `{|a| ...e |}`
    fn lifted(&self, of: &str) -> Exp {
        self.exp(ExpKind::Lift(self.labels(true), Box::new(self.name(of))))
    }

    fn function(&self, pattern: Pattern, body: Exp) -> Exp {
        let binder = Binder { pattern, ty: None };
        self.exp(ExpKind::Lambda(ArrowKind::Plain, vec![binder], Box::new(body)))
    }

    /// `case e of` two alternatives.
    fn case(&self, of: &str, alternatives: [(Pattern, Exp); 2]) -> Exp {
        let alternatives = alternatives.map(|(pattern, body)| Alternative { pattern, body });
        self.exp(ExpKind::Case(Box::new(self.name(of)), alternatives.into()))
    }

    /// The alternatives of a variant: the label, and the others as `r`.
    fn told_apart(&self, of: &str, own: Exp, others: Exp) -> Exp {
        let held = Box::new(self.bound("x"));
        let own_pattern = self.pattern(PatternKind::Variant(vec![], self.ident(self.label), held));
        let rest = Box::new(self.bound("r"));
        let others_pattern = self.pattern(PatternKind::Other(self.labels(true), rest));
        self.case(of, [(own_pattern, own), (others_pattern, others)])
    }

    /// The alternatives of a sum.
    fn either(&self, of: &str, left: (&str, Exp), right: (&str, Exp)) -> Exp {
        let side = |constructor: &str, (name, body): (&str, Exp)| {
            let held = vec![self.bound(name)];
            let pattern = PatternKind::Constructor(self.ident(constructor), held);
            (self.pattern(pattern), body)
        };
        self.case(of, [side("Left", left), side("Right", right)])
    }

    /// `#a`: a record is the field and what is left.
    fn field(&self) -> (Exp, Exp) {
        let parts = self.pair_pattern(self.bound("x"), self.bound("r"));
        (
            self.function(
                self.record_pattern(true, "r"),
                self.pair(self.name("x"), self.name("r")),
            ),
            self.function(parts, self.record(true, "r")),
        )
    }

    /// `#?a`: a variant is what the label holds, or a variant of the others.
    fn alternative(&self) -> (Exp, Exp) {
        let own = self.applied("Left", self.name("x"));
        let others = self.applied("Right", self.name("r"));
        let back = self.either("v", ("x", self.variant()), ("r", self.lifted("r")));
        (
            self.function(self.bound("v"), self.told_apart("v", own, others)),
            self.function(self.bound("v"), back),
        )
    }

    /// `#&a`: a field moves from the second record to the first.
    fn fields(&self) -> (Exp, Exp) {
        let moved = |first: bool| {
            let records =
                self.pair_pattern(self.record_pattern(!first, "l"), self.record_pattern(first, "r"));
            let moved = self.pair(self.record(first, "l"), self.record(!first, "r"));
            self.function(records, moved)
        };
        (moved(true), moved(false))
    }

    /// `#|a`: a label moves from the second variant to the first.
    fn alternatives(&self) -> (Exp, Exp) {
        let side = |constructor: &str, held: Exp| self.applied(constructor, held);
        let forth = self.told_apart("w", side("Left", self.variant()), side("Right", self.name("r")));
        let forth = self.either("v", ("l", side("Left", self.lifted("l"))), ("w", forth));
        let back = self.told_apart("w", side("Right", self.variant()), side("Left", self.name("r")));
        let back = self.either("v", ("w", back), ("r", side("Right", self.lifted("r"))));
        (
            self.function(self.bound("v"), forth),
            self.function(self.bound("v"), back),
        )
    }

    /// `MkIso {fwd = .., bwd = ..}`
    fn iso(&self, forth: Exp, back: Exp) -> Exp {
        let fields = [("fwd", forth), ("bwd", back)].map(|(label, value)| FieldValue {
            label: self.ident(label),
            value: Some(value),
        });
        self.applied("MkIso", self.exp(ExpKind::Record(fields.into(), None)))
    }
}
