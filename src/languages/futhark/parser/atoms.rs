//! What is applied and what it is applied to: literals, names, everything in brackets, and what hangs on them by dots
//! and indices.

use super::Failure;
use super::expected::{EXPRESSION, FIELD, OPERATOR, token};
use super::names::{begins_operator, constructor, field, ident, operator};
use super::operators::{index_step, infix, only_fields};
use super::{
    In, Mark, Parsed, accept, advance, chained, comma_separated, expect, nested, peek, peek3, since,
};
use super::{expressions, unexpected};
use crate::ast::{DimIndex, Exp, ExpKind, Ident, Literal, QualName, RecordField, UpdateStep};
use crate::lexer::{Kind, literal as read};
use crate::rules::syntax::{FUT_X_INDEX, FUT_X_OPEN, FUT_X_SECTION};

/// An expression that may be applied, and its form where that matters to what follows it.
struct Atom {
    exp: Exp,
    form: Form,
}

/// What an expression is, not counting what stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A name, which a dot makes longer.
    Name,
    /// A constructor, which takes all arguments.
    Constructor,
    /// An indexed array, which is not applied to an array literal.
    Indexed,
    /// Anything else.
    Other,
}

pub(super) fn begins_literal(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::True | Kind::False | Kind::Nat | Kind::Int | Kind::Float | Kind::Char | Kind::String
    )
}

fn begins_atom(kind: Kind) -> bool {
    begins_literal(kind)
        || matches!(
            kind,
            Kind::Ident | Kind::Constructor | Kind::LParen | Kind::LBracket | Kind::LCurly | Kind::Hole
        )
}

/// `f x y`, `#c x y`; the last argument may be a lambda.
pub(super) fn application(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    if peek(inp) == Some(Kind::Backslash) {
        return expressions::lambda(inp);
    }
    let Atom {
        exp: mut fun,
        mut form,
    } = atom(inp)?;
    if form == Form::Constructor {
        return constructed(inp, fun, &start);
    }
    let mut length = 0;
    while let Some(kind) = peek(inp) {
        let arg = if begins_atom(kind) {
            let place = super::next_span(inp);
            let arg = atom(inp)?.exp;
            if form == Form::Indexed && kind == Kind::LBracket && matches!(arg.kind, ExpKind::Array(_)) {
                let message = "an indexed array is applied to an array literal";
                return Err(Failure::mistake(FUT_X_INDEX.refuse("together"), place, message)
                    .with_help("write all indices in one pair of brackets, as in `a[i, j]`"));
            }
            form = Form::Other;
            arg
        } else if kind == Kind::Backslash {
            expressions::lambda(inp)?
        } else {
            break;
        };
        let last = matches!(arg.kind, ExpKind::Lambda(..)) && kind == Kind::Backslash;
        length += 1;
        chained(inp, length)?;
        let span = fun.span.to(arg.span);
        fun = Exp {
            kind: ExpKind::Apply(Box::new(fun), Box::new(arg)),
            span,
        };
        if last {
            break;
        }
    }
    Ok(fun)
}

/// The arguments of a constructor.
fn constructed<'t, 'p>(inp: &mut In<'t, 'p>, constr: Exp, start: &Mark<'t, 'p>) -> Parsed<Exp> {
    let ExpKind::Constr(name, mut args) = constr.kind else {
        return Ok(constr);
    };
    loop {
        match peek(inp) {
            Some(kind) if begins_atom(kind) => args.push(atom(inp)?.exp),
            Some(Kind::Backslash) => {
                args.push(expressions::lambda(inp)?);
                break;
            }
            _ => break,
        }
    }
    let span = since(inp, start);
    Ok(Exp {
        kind: ExpKind::Constr(name, args),
        span,
    })
}

/// An argument alone, as after `assert`.
pub(super) fn argument(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    Ok(atom(inp)?.exp)
}

/// A primary expression with its fields and indices.
fn atom(inp: &mut In<'_, '_>) -> Parsed<Atom> {
    let start = inp.cursor();
    let mut atom = primary(inp)?;
    let mut length = 0;
    loop {
        let kind = match peek(inp) {
            Some(Kind::Dot) => {
                let mark = inp.save();
                inp.skip();
                match peek(inp) {
                    Some(Kind::LParen) => local_open(inp, atom)?,
                    Some(Kind::Ident | Kind::Nat) => selected(inp, atom)?,
                    Some(Kind::LBracket) => {
                        inp.rewind(mark);
                        return Ok(atom);
                    }
                    _ => return unexpected(inp, FIELD.or(token(Kind::LParen))),
                }
            }
            Some(Kind::Index) => {
                FUT_X_INDEX.apply();
                inp.skip();
                let dims = nested(inp, dim_indexes)?;
                ExpKind::Index(Box::new(atom.exp), dims)
            }
            _ => return Ok(atom),
        };
        length += 1;
        chained(inp, length)?;
        let span = since(inp, &start);
        let form = match kind {
            ExpKind::Var(_) => Form::Name,
            ExpKind::Index(..) => Form::Indexed,
            _ => Form::Other,
        };
        atom = Atom {
            exp: Exp { kind, span },
            form,
        };
    }
}

/// `e.f`: a longer name if `e` is a name.
fn selected(inp: &mut In<'_, '_>, atom: Atom) -> Parsed<ExpKind> {
    let number = peek(inp) == Some(Kind::Nat);
    let f = field(inp)?;
    match atom.exp.kind {
        ExpKind::Var(mut q) if atom.form == Form::Name && !number => {
            q.span = q.span.to(f.span);
            q.path.push(std::mem::replace(&mut q.name, f.name));
            Ok(ExpKind::Var(q))
        }
        kind => {
            let span = atom.exp.span;
            Ok(ExpKind::Field(Box::new(Exp { kind, span }), f))
        }
    }
}

/// `M.(e)` (FUT-X-OPEN)
fn local_open(inp: &mut In<'_, '_>, atom: Atom) -> Parsed<ExpKind> {
    match atom.exp.kind {
        ExpKind::Var(module) if atom.form == Form::Name => {
            FUT_X_OPEN.apply();
            inp.skip();
            let body = expressions::exp(inp)?;
            expect(inp, Kind::RParen)?;
            Ok(ExpKind::LocalOpen(module, Box::new(body)))
        }
        _ => {
            let message = "only a module can be opened in an expression";
            Err(Failure::mistake(
                FUT_X_OPEN.refuse("name"),
                super::next_span(inp),
                message,
            ))
        }
    }
}

/// An expression that is closed by itself.
fn primary(inp: &mut In<'_, '_>) -> Parsed<Atom> {
    let start = inp.cursor();
    let mut form = Form::Other;
    let kind = match peek(inp) {
        Some(kind) if begins_literal(kind) => ExpKind::Lit(literal(inp)?),
        Some(Kind::Hole) => {
            inp.skip();
            ExpKind::Hole
        }
        Some(Kind::Ident) => {
            form = Form::Name;
            let id = ident(inp)?;
            ExpKind::Var(QualName {
                path: Vec::new(),
                name: id.name,
                span: id.span,
            })
        }
        Some(Kind::Constructor) => {
            form = Form::Constructor;
            ExpKind::Constr(constructor(inp)?, Vec::new())
        }
        Some(Kind::LBracket) => {
            inp.skip();
            ExpKind::Array(nested(inp, |inp| {
                comma_separated(inp, Kind::RBracket, expressions::exp)
            })?)
        }
        Some(Kind::LCurly) => {
            inp.skip();
            ExpKind::Record(nested(inp, |inp| {
                comma_separated(inp, Kind::RCurly, record_field)
            })?)
        }
        Some(Kind::LParen) => {
            inp.skip();
            return nested(inp, |inp| parenthesis(inp, &start));
        }
        _ => return unexpected(inp, EXPRESSION),
    };
    let span = since(inp, &start);
    Ok(Atom {
        exp: Exp { kind, span },
        form,
    })
}

/// Everything that begins with a parenthesis: tuples, sections, and an expression in parentheses.
fn parenthesis<'t, 'p>(inp: &mut In<'t, 'p>, start: &Mark<'t, 'p>) -> Parsed<Atom> {
    let kind = match peek3(inp) {
        [Some(Kind::RParen), ..] => {
            inp.skip();
            ExpKind::Tuple(Vec::new())
        }
        [Some(Kind::Dot), ..] => {
            let kind = path_section(inp)?;
            expect(inp, Kind::RParen)?;
            kind
        }
        [Some(kind), after, _]
            if begins_operator(kind) && (kind != Kind::Minus || after == Some(Kind::RParen)) =>
        {
            FUT_X_SECTION.apply();
            let op = operator(inp)?;
            if accept(inp, Kind::RParen) {
                ExpKind::Var(op)
            } else {
                let right = infix(inp)?;
                expect(inp, Kind::RParen)?;
                ExpKind::SectionRight(op, Box::new(right))
            }
        }
        _ => {
            let open = super::next_span(inp).start as u32;
            let first = expressions::exp(inp)?;
            let then = token(Kind::RParen).or(token(Kind::Comma));
            match peek(inp) {
                Some(Kind::RParen) => {
                    inp.skip();
                    return Ok(Atom {
                        exp: first,
                        form: Form::Other,
                    });
                }
                Some(Kind::Comma) => {
                    inp.skip();
                    if peek(inp) == Some(Kind::RParen) {
                        return unexpected(inp, EXPRESSION);
                    }
                    let mut parts = vec![first];
                    parts.extend(comma_separated(inp, Kind::RParen, expressions::exp)?);
                    ExpKind::Tuple(parts)
                }
                Some(kind) if begins_operator(kind) && is_operand(&first, open) => {
                    FUT_X_SECTION.apply();
                    let op = operator(inp)?;
                    expect(inp, Kind::RParen)?;
                    ExpKind::SectionLeft(Box::new(first), op)
                }
                Some(kind) if begins_operator(kind) => {
                    inp.skip();
                    return unexpected(inp, EXPRESSION);
                }
                _ => return unexpected(inp, then.or(OPERATOR)),
            }
        }
    };
    let span = since(inp, start);
    // `(+)` is a name, but `(+).x` is not one.
    Ok(Atom {
        exp: Exp { kind, span },
        form: Form::Other,
    })
}

/// Whether an operator may stand behind the expression that begins at `start`: not if it reaches as far to the right
/// as it can, unless it stands in parentheses and so begins later.
fn is_operand(e: &Exp, start: u32) -> bool {
    let greedy = matches!(
        e.kind,
        ExpKind::Ascribe(..)
            | ExpKind::Coerce(..)
            | ExpKind::If(..)
            | ExpKind::Let(..)
            | ExpKind::LetFun(..)
            | ExpKind::LetWith(..)
            | ExpKind::Match(..)
            | ExpKind::Loop(_)
            | ExpKind::Lambda(..)
            | ExpKind::Assert(..)
            | ExpKind::Attr(..)
    );
    !greedy || e.span.start > start
}

/// `.f.g`, `.[i]`, `.[i].f[j]`
fn path_section(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    FUT_X_SECTION.apply();
    let mut steps = Vec::new();
    loop {
        match peek(inp) {
            Some(Kind::Dot) => {
                inp.skip();
                steps.push(match peek(inp) {
                    Some(Kind::LBracket) => index_step(inp)?,
                    _ => UpdateStep::Field(field(inp)?),
                });
            }
            Some(Kind::Index) => steps.push(index_step(inp)?),
            _ => break,
        }
    }
    if let Some(fields) = only_fields(&steps) {
        return Ok(ExpKind::SectionField(fields));
    }
    Ok(match (steps.pop(), steps.is_empty()) {
        (Some(UpdateStep::Index(dims)), true) => ExpKind::SectionIndex(dims),
        (last, _) => {
            steps.extend(last);
            ExpKind::SectionPath(steps)
        }
    })
}

/// `f = e`, or a name.
fn record_field(inp: &mut In<'_, '_>) -> Parsed<RecordField> {
    let number = peek(inp) == Some(Kind::Nat);
    let name: Ident = field(inp)?;
    if !number && peek(inp) != Some(Kind::Equals) {
        return Ok(RecordField { name, value: None });
    }
    expect(inp, Kind::Equals)?;
    let value = Some(expressions::exp(inp)?);
    Ok(RecordField { name, value })
}

/// `i, j]`
pub(super) fn dim_indexes(inp: &mut In<'_, '_>) -> Parsed<Vec<DimIndex>> {
    if peek(inp) == Some(Kind::RBracket) {
        let message = "nothing is selected here";
        let refusal = FUT_X_INDEX.refuse("dimension");
        return Err(Failure::mistake(refusal, super::next_span(inp), message)
            .with_help("write an index or a slice between the brackets: `a[:]` is all of the array"));
    }
    comma_separated(inp, Kind::RBracket, dim_index)
}

/// `i` or `a:b:s`
fn dim_index(inp: &mut In<'_, '_>) -> Parsed<DimIndex> {
    nested(inp, |inp| {
        let begin = inp.cursor();
        let part = |inp: &mut In<'_, '_>| match peek(inp) {
            Some(Kind::Colon | Kind::Comma | Kind::RBracket) => Ok(None),
            _ => infix(inp).map(Some),
        };
        let start = part(inp)?;
        if !accept(inp, Kind::Colon) {
            return match start {
                Some(e) => Ok(DimIndex::Fix(e)),
                None => unexpected(inp, EXPRESSION),
            };
        }
        let end = part(inp)?;
        let stride = if accept(inp, Kind::Colon) {
            Some(infix(inp)?)
        } else {
            None
        };
        let span = since(inp, &begin);
        Ok(DimIndex::Slice {
            start,
            end,
            stride,
            span,
        })
    })
}

/// A literal.
pub(super) fn literal(inp: &mut In<'_, '_>) -> Parsed<Literal> {
    let kind = peek(inp);
    let span = advance(inp);
    let text = inp.state().0.text(span);
    let value = match kind {
        Some(Kind::True) => Ok(Literal::Bool(true)),
        Some(Kind::False) => Ok(Literal::Bool(false)),
        Some(Kind::Nat | Kind::Int) => read::int(text).map(|(value, ty)| Literal::Int(value, ty)),
        Some(Kind::Float) => {
            let (value, ty) = read::float(text);
            Ok(Literal::Float(value, ty))
        }
        Some(Kind::Char) => read::character(text).map(Literal::Char),
        Some(Kind::String) => read::string(text).map(Literal::String),
        _ => return Err(Failure::expected(EXPRESSION, kind, span)),
    };
    value.map_err(|e| Failure::mistake(e.refusal, span, e.message))
}
