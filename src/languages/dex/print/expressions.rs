//! Expressions.

use super::Printer;
use crate::ast::{
    Alternative, Arrow, ArrowKind, Block, Exp, ExpKind, Lens, Limit, Loop, Statement, is_symbol,
};
use crate::lexer::literal::escaped;
use crate::parser::{Level, Side, fixity};

/// What may stand at a place without parentheses.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// What binds more strongly than this.
    least: Level,
    /// What binds so strongly, to this side.
    side: Option<Side>,
    /// What reaches as far to the right as it can: nothing follows that it would take.
    open: bool,
    /// Pairs: parentheses are there.
    pairing: bool,
}

impl Place {
    /// All but pairs; nothing follows.
    pub(super) const WHOLE: Place = Place {
        least: Level::Pair,
        side: None,
        open: true,
        pairing: false,
    };
    /// All but pairs; something follows.
    pub(super) const CLOSED: Place = Place {
        open: false,
        ..Place::WHOLE
    };
    /// What is between parentheses.
    const INSIDE: Place = Place {
        least: Level::Pair,
        side: Some(Side::Right),
        open: true,
        pairing: true,
    };
    /// What can be applied and indexed, and be an argument.
    pub(super) const ATOM: Place = Place::tighter(Level::Index);

    /// What binds more strongly than this; something follows.
    const fn tighter(than: Level) -> Place {
        Place {
            least: than,
            side: None,
            open: false,
            pairing: false,
        }
    }

    /// The left operand of an operator at this place.
    fn left(self, level: Level, side: Side) -> Place {
        Place {
            least: level,
            side: (side == Side::Left).then_some(side),
            open: false,
            pairing: self.pairing,
        }
    }

    /// The right operand of an operator at this place.
    fn right(self, level: Level, side: Side) -> Place {
        Place {
            least: level,
            side: (side == Side::Right).then_some(side),
            open: self.open,
            pairing: self.pairing,
        }
    }

    fn takes(self, level: Level, side: Side) -> bool {
        level > self.least || (level == self.least && self.side == Some(side))
    }
}

/// How strongly an expression binds that is no form and no atom.
fn level(e: &ExpKind) -> (Level, Side) {
    match e {
        ExpKind::Binary(operator, ..) => fixity(&operator.name),
        ExpKind::Arrow(arrow) => (arrow.kind.level(), Side::Right),
        ExpKind::Ascribe(..) => (Level::Ascribe, Side::Left),
        ExpKind::Range(..) => (Level::Range, Side::Neither),
        ExpKind::Negate(_) => (Level::Prefix, Side::Neither),
        ExpKind::Apply(..) | ExpKind::Foreign(..) => (Level::Apply, Side::Left),
        ExpKind::Index(..) => (Level::Index, Side::Left),
        _ => (Level::Atom, Side::Neither),
    }
}

/// Whether an expression reaches as far to the right as it can.
fn is_form(e: &Exp) -> bool {
    matches!(
        e.kind,
        ExpKind::Lambda(..)
            | ExpKind::For(..)
            | ExpKind::Case(..)
            | ExpKind::If(..)
            | ExpKind::Do(_)
            | ExpKind::Block(_)
    )
}

impl Printer {
    /// An expression at a place.
    pub(super) fn exp(&mut self, e: &Exp, place: Place) {
        self.deep(|p| {
            if is_form(e) {
                return p.parens(!place.open, |p| p.form(e));
            }
            let (level, side) = level(&e.kind);
            let pairs =
                matches!(&e.kind, ExpKind::Binary(op, ..) if matches!(op.name.as_str(), "," | "&" | "|"));
            // In a range the name of an argument would be its end.
            let ends = place.least == Level::Range
                && matches!(&e.kind, ExpKind::Arrow(arrow) if arrow.binder.is_some());
            if place.takes(level, side) && (place.pairing || !pairs) && !ends {
                p.operation(e, place);
            } else {
                p.put("(");
                p.operation(e, Place::INSIDE);
                p.put(")");
            }
        });
    }

    /// An expression directly behind symbols.
    pub(super) fn behind(&mut self, symbols: &str, e: &Exp, place: Place) {
        self.put(symbols);
        let start = self.out.len();
        self.exp(e, place);
        // They would be one operator with a symbol.
        if self.out[start..].starts_with(['-', '.']) {
            self.out.insert(start, ' ');
        }
    }

    /// What is no form, without parentheses around it.
    fn operation(&mut self, e: &Exp, place: Place) {
        match &e.kind {
            ExpKind::Binary(operator, a, b) => {
                let (level, side) = fixity(&operator.name);
                if level == Level::Index {
                    self.indexed(a);
                    self.put(&operator.name);
                    return self.index(b);
                }
                self.exp(a, place.left(level, side));
                match operator.name.as_str() {
                    "," => self.put(", "),
                    name if is_symbol(name) => {
                        self.put(" ");
                        self.put(name);
                        self.put(" ");
                    }
                    name => {
                        self.put(" `");
                        self.put(name);
                        self.put("` ");
                    }
                }
                self.exp(b, place.right(level, side));
            }
            ExpKind::Arrow(arrow) => self.arrow(arrow, place),
            ExpKind::Ascribe(e, ty) => {
                // A name before a colon would be the argument of a type.
                let is_name = matches!(e.kind, ExpKind::Name(_));
                self.parens(is_name, |p| p.exp(e, Place::tighter(Level::Prefix)));
                self.put(" : ");
                self.exp(ty, place.right(Level::Ascribe, Side::Left));
            }
            ExpKind::Range(lower, upper) => self.range(lower, upper, place),
            ExpKind::Negate(e) => {
                self.put("-");
                let operand = Place::tighter(Level::Prefix);
                self.exp(
                    e,
                    Place {
                        open: place.open,
                        ..operand
                    },
                );
            }
            ExpKind::Apply(f, x) => {
                let is_foreign = matches!(f.kind, ExpKind::Foreign(..));
                self.parens(is_foreign, |p| p.exp(f, Place::tighter(Level::Prefix)));
                self.put(" ");
                let argument = Place::tighter(Level::Apply);
                self.exp(
                    x,
                    Place {
                        open: place.open,
                        ..argument
                    },
                );
            }
            ExpKind::Index(table, index) => {
                self.indexed(table);
                self.put(".");
                self.index(index);
            }
            _ => self.atom(e),
        }
    }

    /// What stands where an index stands: there an operation would take what follows for operands.
    fn index(&mut self, e: &Exp) {
        let is_operation = matches!(e.kind, ExpKind::Primitive(_));
        self.parens(is_operation, |p| p.before_point(e));
    }

    /// An atom that a point may follow: with one, a number would be a float.
    pub(super) fn before_point(&mut self, e: &Exp) {
        let is_number = matches!(e.kind, ExpKind::Int(_) | ExpKind::Float(_));
        self.parens(is_number, |p| p.exp(e, Place::ATOM));
    }

    /// What stands before a point or `!`.
    fn indexed(&mut self, e: &Exp) {
        let is_number = matches!(e.kind, ExpKind::Int(_) | ExpKind::Float(_));
        self.parens(is_number, |p| p.exp(e, Place::tighter(Level::Apply)));
    }

    fn arrow(&mut self, arrow: &Arrow, place: Place) {
        let level = arrow.kind.level();
        match &arrow.binder {
            Some(name) => {
                self.put(&name.name);
                self.put(":");
                self.exp(&arrow.argument, Place::ATOM);
            }
            None => self.exp(&arrow.argument, place.left(level, Side::Right)),
        }
        self.put(" ");
        self.put(arrow.kind.sign());
        self.put(" ");
        self.effects(arrow.effects.as_ref());
        self.exp(&arrow.result, place.right(level, Side::Right));
    }

    fn range(&mut self, lower: &Limit, upper: &Limit, place: Place) {
        let ends = Place::tighter(Level::Range);
        match lower {
            Limit::Open => {}
            Limit::Including(e) => {
                self.exp(e, ends);
                self.put(" ");
            }
            Limit::Excluding(e) => {
                self.exp(e, ends);
                self.put(" <");
            }
        }
        self.put("..");
        match upper {
            Limit::Open => {}
            Limit::Including(e) | Limit::Excluding(e) => {
                let is_excluded = matches!(upper, Limit::Excluding(_));
                self.put(if is_excluded { "< " } else { " " });
                self.exp(
                    e,
                    Place {
                        open: place.open,
                        ..ends
                    },
                );
            }
        }
    }

    fn atom(&mut self, e: &Exp) {
        match &e.kind {
            ExpKind::Name(name) => self.parens(is_symbol(name), |p| p.put(name)),
            ExpKind::Hole => self.put("_"),
            ExpKind::Int(value) => self.put(&value.to_string()),
            ExpKind::Float(value) => self.put(&value.to_string()),
            ExpKind::Char(byte) => {
                self.put("'");
                escaped(char::from(*byte), &mut self.out);
                self.put("'");
            }
            ExpKind::String(text) => {
                self.put("\"");
                text.chars().for_each(|c| escaped(c, &mut self.out));
                self.put("\"");
            }
            ExpKind::Table(parts) => {
                self.put("[");
                self.separated(parts, ", ", |p, e| p.exp(e, Place::WHOLE));
                self.put("]");
            }
            ExpKind::Primitive(name) => {
                self.put("%");
                self.put(name);
            }
            ExpKind::Foreign(function, result, arguments) => {
                self.put("%ffi ");
                self.put(&function.name);
                for e in std::iter::once(&**result).chain(arguments) {
                    self.put(" ");
                    self.exp(e, Place::ATOM);
                }
            }
            ExpKind::Label(lens, name) => {
                self.put(match lens {
                    Lens::Field => "#",
                    Lens::Alternative => "#?",
                    Lens::Fields => "#&",
                    Lens::Alternatives => "#|",
                });
                self.put(name);
            }
            ExpKind::Record(fields, rest) => self.record(fields, rest.as_deref()),
            ExpKind::RecordType(labels) => self.row_type(labels, "&"),
            ExpKind::VariantType(labels) => self.row_type(labels, "|"),
            ExpKind::Variant(labels, label, value) => {
                self.labels(labels);
                self.put(&label.name);
                self.put(" = ");
                self.exp(value, Place::CLOSED);
                self.put(" |}");
            }
            ExpKind::Lift(labels, rest) => {
                self.labels(labels);
                self.rest(rest, Place::CLOSED);
                self.put(" |}");
            }
            // All others are operations and forms.
            _ => self.put("()"),
        }
    }

    /// What reaches as far to the right as it can, where nothing follows.
    fn form(&mut self, e: &Exp) {
        match &e.kind {
            ExpKind::Lambda(kind, binders, body) => {
                self.put("\\");
                self.separated(binders, " ", Printer::binder);
                match kind {
                    ArrowKind::Plain => self.put("."),
                    kind => {
                        self.put(" ");
                        self.put(kind.sign());
                    }
                }
                self.body(body, 2);
            }
            ExpKind::For(kind, binders, body) => {
                self.put(kind.word());
                self.binders(binders);
                self.put(".");
                self.body(body, 2);
            }
            ExpKind::Case(scrutinee, alternatives) => {
                self.put("case ");
                self.exp(scrutinee, Place::CLOSED);
                self.put(" of");
                self.lines(2, alternatives, |p, Alternative { pattern, body }| {
                    p.pattern(pattern);
                    p.put(" ->");
                    p.body(body, 2);
                });
            }
            ExpKind::If(condition, yes, no) => self.conditional(condition, yes, no.as_deref()),
            ExpKind::Do(body) => {
                self.put("do");
                self.body(body, 2);
            }
            ExpKind::Block(block) => {
                self.put("do");
                self.block(block, 2);
            }
            _ => self.atom(e),
        }
    }

    /// `if c then a else b`, on lines of their own if one of them has several.
    fn conditional(&mut self, condition: &Exp, yes: &Exp, no: Option<&Exp>) {
        self.put("if ");
        self.exp(condition, Place::CLOSED);
        // Without a block, `else` could be of another `if`.
        let is_block = |e: &Exp| matches!(e.kind, ExpKind::Block(_));
        let split = is_block(yes) || no.is_some_and(|no| is_form(yes) || is_block(no));
        let branch = |p: &mut Printer, word: &str, e: &Exp, place: Place| {
            match split {
                true => p.line(2),
                false => p.put(" "),
            }
            p.put(word);
            match &e.kind {
                ExpKind::Block(block) => p.block(block, 4),
                _ if is_form(e) && split => p.lines(4, &[e], |p, e| p.exp(e, Place::WHOLE)),
                _ => {
                    p.put(" ");
                    p.exp(e, place);
                }
            }
        };
        let before = if no.is_some() { Place::CLOSED } else { Place::WHOLE };
        branch(self, "then", yes, before);
        if let Some(no) = no {
            branch(self, "else", no, Place::WHOLE);
        }
    }

    /// A body on the same line, or a block so many columns deeper.
    pub(super) fn body(&mut self, e: &Exp, deeper: usize) {
        match &e.kind {
            ExpKind::Block(block) => self.block(block, deeper),
            _ => {
                self.put(" ");
                self.exp(e, Place::WHOLE);
            }
        }
    }

    fn block(&mut self, block: &Block, deeper: usize) {
        self.lines(deeper, &block.statements, |p, statement| match statement {
            Statement::Declaration(declaration) => p.declaration(declaration),
            Statement::Expression(e) => p.exp(e, Place::WHOLE),
        });
        self.lines(deeper, &[&block.result], |p, e| p.exp(e, Place::WHOLE));
    }
}

impl ArrowKind {
    /// How it is written in types.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            ArrowKind::Plain => "->",
            ArrowKind::Implicit => "?->",
            ArrowKind::Class => "?=>",
            ArrowKind::Linear => "--o",
            ArrowKind::Table => "=>",
            ArrowKind::Pair => "&>",
        }
    }
}

impl Loop {
    /// How it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Loop::For => "for",
            Loop::Rof => "rof",
            Loop::ForEffects => "for_",
            Loop::RofEffects => "rof_",
            Loop::View => "view",
        }
    }
}
