//! Expressions.

use super::types::Place as TypePlace;
use super::{Printer, is_symbol};
use crate::ast::{Attr, AttrKind, DimIndex, Exp, ExpKind, Literal, LoopForm, QualName, RangeEnd, UpdateStep};

/// What may stand at a place without parentheses.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Any expression.
    Top,
    /// An operand: operators of at least this level.
    Operand(Level),
    /// An application, or what is closed by itself.
    Applied,
    /// What is closed by itself.
    Atom,
}

/// Whether the expression needs parentheses at the place.
fn needs_parens(e: &ExpKind, place: Place) -> bool {
    let level = match e {
        ExpKind::Lit(_)
        | ExpKind::Var(_)
        | ExpKind::Tuple(_)
        | ExpKind::Record(_)
        | ExpKind::Array(_)
        | ExpKind::Field(..)
        | ExpKind::LocalOpen(..)
        | ExpKind::Index(..)
        | ExpKind::SectionLeft(..)
        | ExpKind::SectionRight(..)
        | ExpKind::SectionField(_)
        | ExpKind::SectionIndex(_)
        | ExpKind::SectionPath(_)
        | ExpKind::Hole => return false,
        ExpKind::Constr(_, args) if args.is_empty() => return false,
        ExpKind::Constr(..) | ExpKind::Apply(..) => return matches!(place, Place::Atom),
        ExpKind::Negate(_) | ExpKind::Not(_) => return matches!(place, Place::Atom | Place::Applied),
        ExpKind::BinOp(op, ..) => level_of(op),
        ExpKind::Range { .. } => RANGE,
        ExpKind::Update(..) | ExpKind::RecordUpdate(..) | ExpKind::UpdatePath(..) => WITH,
        ExpKind::Lambda(..)
        | ExpKind::Let(..)
        | ExpKind::LetFun(..)
        | ExpKind::LetWith(..)
        | ExpKind::If(..)
        | ExpKind::Match(..)
        | ExpKind::Loop(_)
        | ExpKind::Ascribe(..)
        | ExpKind::Coerce(..)
        | ExpKind::Assert(..)
        | ExpKind::Attr(..) => return !matches!(place, Place::Top),
    };
    match place {
        Place::Top => false,
        Place::Operand(least) => level < least,
        Place::Applied | Place::Atom => true,
    }
}

/// How tightly something binds; larger is tighter.  It is said here apart from the parser, so that what one of them has wrong shows.
type Level = u8;
const RANGE: Level = 0;
const BACKTICK: Level = 1;
const WITH: Level = 2;
const UPDATE: Level = 3;
const PIPE: Level = 4;

/// What symbols begin with, and how tightly they bind; the first that fits.
const SYMBOLS: [(&str, Level); 17] = [
    ("|>", PIPE),
    ("<|", 5),
    ("||", 6),
    ("&&", 7),
    ("<<", 10),
    (">>", 10),
    ("**", 13),
    ("<", 8),
    (">", 8),
    ("=", 8),
    ("!", 8),
    ("|", 9),
    ("&", 9),
    ("^", 9),
    ("+", 11),
    ("-", 11),
    ("", 12),
];

fn level_of(op: &QualName) -> Level {
    let fits = |(beginning, _): &&(&str, Level)| op.name.starts_with(beginning);
    let known = SYMBOLS.iter().find(fits).filter(|_| is_symbol(&op.name));
    known.map_or(BACKTICK, |(_, level)| *level)
}

/// Whether a `[` directly behind the printed expression is an index.
fn indexable(e: &ExpKind) -> bool {
    matches!(
        e,
        ExpKind::Var(_)
            | ExpKind::Tuple(_)
            | ExpKind::Array(_)
            | ExpKind::Field(..)
            | ExpKind::LocalOpen(..)
            | ExpKind::Index(..)
    )
}

impl Printer {
    /// An expression.
    pub(super) fn exp(&mut self, e: &Exp, place: Place) {
        self.deep(|p| p.parens(needs_parens(&e.kind, place), |p| p.exp_kind(&e.kind)));
    }

    fn exp_kind(&mut self, e: &ExpKind) {
        match e {
            ExpKind::Lit(l) => self.literal(l, false),
            ExpKind::Var(q) => self.parens(is_symbol(&q.name), |p| p.path(q)),
            ExpKind::Hole => self.put("???"),
            ExpKind::Tuple(es) => {
                self.put("(");
                self.commas(es, |p, e| p.exp(e, Place::Top));
                self.put(")");
            }
            ExpKind::Array(es) => {
                self.put("[");
                self.commas(es, |p, e| p.exp(e, Place::Top));
                self.put("]");
            }
            ExpKind::Record(fields) => {
                self.put("{");
                self.commas(fields, |p, f| {
                    p.put(&f.name.name);
                    if let Some(value) = &f.value {
                        p.put(" = ");
                        p.exp(value, Place::Top);
                    }
                });
                self.put("}");
            }
            ExpKind::Range {
                start,
                second,
                end,
                bound,
            } => {
                self.range_part(start);
                if let Some(second) = second {
                    self.dots("..", second);
                    self.range_part(second);
                }
                let dots = match end {
                    RangeEnd::Inclusive => "...",
                    RangeEnd::UpTo => "..<",
                    RangeEnd::DownTo => "..>",
                };
                self.dots(dots, bound);
                self.range_part(bound);
            }
            ExpKind::Field(e, f) => {
                // `x.f` would be a qualified name, `1.0` a float.
                let number = f.name.starts_with(|c: char| c.is_ascii_digit());
                let confusing = match &e.kind {
                    ExpKind::Var(q) => !number && !is_symbol(&q.name),
                    ExpKind::Lit(_) => true,
                    _ => false,
                };
                self.parens(confusing, |p| p.exp(e, Place::Atom));
                self.put(".");
                self.put(&f.name);
            }
            ExpKind::LocalOpen(m, e) => {
                self.path(m);
                self.put(".(");
                self.exp(e, Place::Top);
                self.put(")");
            }
            ExpKind::Index(e, dims) => {
                self.parens(!indexable(&e.kind) && !needs_parens(&e.kind, Place::Atom), |p| {
                    p.exp(e, Place::Atom)
                });
                self.dims(dims);
            }
            ExpKind::Update(e, dims, v) => self.update(e, v, |p| {
                p.put(" ");
                p.dims(dims);
            }),
            ExpKind::RecordUpdate(e, fields, v) => self.update(e, v, |p| {
                for (i, f) in fields.iter().enumerate() {
                    p.put(if i > 0 { "." } else { " " });
                    p.put(&f.name);
                }
            }),
            ExpKind::UpdatePath(e, steps, v) => self.update(e, v, |p| {
                p.put(" ");
                p.steps(steps, false);
            }),
            ExpKind::Constr(c, args) => {
                self.put("#");
                self.put(&c.name);
                for a in args {
                    self.put(" ");
                    self.exp(a, Place::Atom);
                }
            }
            ExpKind::Apply(f, a) => {
                // A constructor would take the argument for its own; an index would claim the array.
                let confusing = match (&f.kind, &a.kind) {
                    (ExpKind::Constr(_, args), _) => args.is_empty(),
                    (ExpKind::Index(..), ExpKind::Array(_)) => true,
                    _ => false,
                };
                let place = match &f.kind {
                    ExpKind::Apply(..) => Place::Applied,
                    _ => Place::Atom,
                };
                self.parens(confusing, |p| p.exp(f, place));
                self.put(" ");
                self.exp(a, Place::Atom);
            }
            ExpKind::BinOp(op, a, b) => {
                let level = level_of(op);
                // What binds tighter than a name in backticks, to either side, are the symbols.
                let tighter = (level + 1).max(PIPE);
                let (left, right) = if op.name.starts_with("<|") {
                    (tighter, level)
                } else {
                    (level, tighter)
                };
                self.exp(a, Place::Operand(left));
                self.put(" ");
                self.infix(op);
                self.put(" ");
                self.exp(b, Place::Operand(right));
            }
            ExpKind::Negate(e) => self.prefix("-", e),
            ExpKind::Not(e) => self.prefix("!", e),
            ExpKind::SectionLeft(e, op) => {
                self.put("(");
                self.exp(e, Place::Applied);
                self.put(" ");
                self.infix(op);
                self.put(")");
            }
            ExpKind::SectionRight(op, e) => {
                self.put("(");
                self.infix(op);
                self.put(" ");
                self.exp(e, Place::Applied);
                self.put(")");
            }
            ExpKind::SectionField(fields) => {
                self.put("(");
                for f in fields {
                    self.put(".");
                    self.put(&f.name);
                }
                self.put(")");
            }
            ExpKind::SectionIndex(dims) => {
                self.put("(.");
                self.dims(dims);
                self.put(")");
            }
            ExpKind::SectionPath(steps) => {
                self.put("(");
                if let Some(UpdateStep::Index(_)) = steps.first() {
                    self.put(".");
                }
                self.steps(steps, true);
                self.put(")");
            }
            ExpKind::Lambda(params, ret, body) => {
                self.put("\\");
                for (i, p) in params.iter().enumerate() {
                    if i > 0 {
                        self.put(" ");
                    }
                    self.param(p);
                }
                self.ascription(ret, TypePlace::Term);
                self.put(" -> ");
                self.exp(body, Place::Top);
            }
            ExpKind::Let(..) | ExpKind::LetFun(..) | ExpKind::LetWith(..) => self.lets(e),
            ExpKind::If(c, a, b) => {
                self.put("if ");
                self.exp(c, Place::Top);
                self.indented(|p| {
                    p.line();
                    p.put("then ");
                    p.exp(a, Place::Top);
                    p.line();
                    p.put("else ");
                });
                self.exp(b, Place::Top);
            }
            ExpKind::Match(e, cases) => {
                self.put("match ");
                // A match here would take all cases for its own.
                self.exp(e, Place::Operand(RANGE));
                self.indented(|p| {
                    for (i, case) in cases.iter().enumerate() {
                        p.line();
                        p.put("case ");
                        p.pat(&case.pat);
                        p.put(" -> ");
                        // An inner match would take the cases that follow for its own.
                        let last = i + 1 == cases.len();
                        p.exp(&case.body, if last { Place::Top } else { Place::Operand(RANGE) });
                    }
                });
            }
            ExpKind::Loop(l) => {
                self.put("loop ");
                self.pat(&l.pat);
                if let Some(init) = &l.init {
                    self.put(" = ");
                    self.exp(init, Place::Top);
                }
                match &l.form {
                    LoopForm::For(i, n) => {
                        self.put(" for ");
                        self.put(&i.name);
                        self.put(" < ");
                        self.exp(n, Place::Top);
                    }
                    LoopForm::ForIn(p, xs) => {
                        self.put(" for ");
                        self.pat(p);
                        self.put(" in ");
                        self.exp(xs, Place::Top);
                    }
                    LoopForm::While(c) => {
                        self.put(" while ");
                        self.exp(c, Place::Top);
                    }
                }
                self.put(" do");
                self.indented(|p| {
                    p.line();
                    p.exp(&l.body, Place::Top);
                });
            }
            ExpKind::Ascribe(e, t) => {
                self.ascribed(e);
                self.put(" : ");
                self.type_exp(t, TypePlace::Top);
            }
            ExpKind::Coerce(e, t) => {
                self.ascribed(e);
                self.put(" :> ");
                self.type_exp(t, TypePlace::Top);
            }
            ExpKind::Assert(c, e) => {
                self.put("assert ");
                self.exp(c, Place::Atom);
                self.put(" ");
                self.exp(e, Place::Top);
            }
            ExpKind::Attr(attr, e) => {
                self.attribute(attr);
                self.put(" ");
                self.exp(e, Place::Top);
            }
        }
    }

    /// What has an ascription behind it, which may be another.
    fn ascribed(&mut self, e: &Exp) {
        let place = match e.kind {
            ExpKind::Ascribe(..) | ExpKind::Coerce(..) => Place::Top,
            _ => Place::Operand(RANGE),
        };
        self.exp(e, place);
    }

    /// The dots of a range; a float behind them must be kept apart, for a number behind a dot is a field.
    fn dots(&mut self, dots: &str, next: &Exp) {
        let simple = matches!(next.kind, ExpKind::Var(_) | ExpKind::Lit(Literal::Int(..)));
        self.put(if simple { "" } else { " " });
        self.put(dots);
        self.put(if simple { "" } else { " " });
    }

    /// A part of a range.
    fn range_part(&mut self, e: &Exp) {
        self.exp(e, Place::Operand(UPDATE));
    }

    /// `e with path = v`
    fn update(&mut self, e: &Exp, value: &Exp, path: impl FnOnce(&mut Printer)) {
        self.exp(e, Place::Operand(WITH));
        self.put(" with");
        path(self);
        self.put(" = ");
        self.exp(value, Place::Operand(PIPE));
    }

    /// `-e` or `!e`, by a loop over prefixes in a row; without a space these would be another token.
    fn prefix(&mut self, op: &str, mut e: &Exp) {
        self.put(op);
        loop {
            let (next, inner) = match &e.kind {
                ExpKind::Negate(inner) => (" -", inner),
                ExpKind::Not(inner) => (" !", inner),
                _ => break,
            };
            self.put(next);
            e = inner;
        }
        self.exp(e, Place::Applied);
    }

    /// An operator between its operands.
    fn infix(&mut self, op: &QualName) {
        let symbol = is_symbol(&op.name);
        if !symbol {
            self.put("`");
        }
        self.path(op);
        if !symbol {
            self.put("`");
        }
    }

    /// A chain of bindings with its body, by a loop.
    fn lets(&mut self, mut e: &ExpKind) {
        loop {
            let body = match e {
                ExpKind::Let(sizes, pat, bound, body) => {
                    self.put("let ");
                    for s in sizes {
                        self.put("[");
                        self.put(&s.name);
                        self.put("] ");
                    }
                    self.open_pat(pat);
                    self.put(" = ");
                    self.indented(|p| p.exp(bound, Place::Top));
                    body
                }
                ExpKind::LetFun(f, body) => {
                    self.put("let ");
                    self.put(&f.name.name);
                    self.type_params(&f.type_params);
                    for param in &f.params {
                        self.put(" ");
                        self.param(param);
                    }
                    self.ascription(&f.ret, TypePlace::Top);
                    self.put(" =");
                    self.indented(|p| {
                        p.line();
                        p.exp(&f.body, Place::Top);
                    });
                    body
                }
                ExpKind::LetWith(x, dims, value, body) => {
                    self.put("let ");
                    self.put(&x.name);
                    self.dims(dims);
                    self.put(" = ");
                    self.indented(|p| p.exp(value, Place::Top));
                    body
                }
                other => {
                    self.exp_kind(other);
                    return;
                }
            };
            self.line();
            let binds = matches!(
                body.kind,
                ExpKind::Let(..) | ExpKind::LetFun(..) | ExpKind::LetWith(..)
            );
            self.put(if self.is_joined && binds { "" } else { "in " });
            e = &body.kind;
        }
    }

    /// `[i, a:b]`
    fn dims(&mut self, dims: &[DimIndex]) {
        self.put("[");
        self.commas(dims, |p, d| match d {
            DimIndex::Fix(e) => p.dim(e),
            DimIndex::Slice {
                start, end, stride, ..
            } => {
                if let Some(e) = start {
                    p.dim(e);
                }
                p.put(":");
                if let Some(e) = end {
                    p.dim(e);
                }
                if let Some(e) = stride {
                    p.put(":");
                    p.dim(e);
                }
            }
        });
        self.put("]");
    }

    /// A part of an index, which has no ascription at its end.
    fn dim(&mut self, e: &Exp) {
        self.exp(e, Place::Operand(RANGE));
    }

    /// `[i].f`; `dotted` says whether a field that comes first has a dot.
    fn steps(&mut self, steps: &[UpdateStep], dotted: bool) {
        for (i, step) in steps.iter().enumerate() {
            match step {
                UpdateStep::Index(dims) => self.dims(dims),
                UpdateStep::Field(f) => {
                    if i > 0 || dotted {
                        self.put(".");
                    }
                    self.put(&f.name);
                }
            }
        }
    }

    /// `#[attr]`
    pub(super) fn attribute(&mut self, attr: &Attr) {
        self.put("#[");
        self.attribute_body(attr);
        self.put("]");
    }

    fn attribute_body(&mut self, attr: &Attr) {
        match &attr.kind {
            AttrKind::Atom(name) => self.put(name),
            AttrKind::Int(n) => self.put(&n.to_string()),
            AttrKind::Compound(name, attrs) => {
                self.put(name);
                self.put("(");
                self.commas(attrs, |p, a| p.attribute_body(a));
                self.put(")");
            }
        }
    }
}
