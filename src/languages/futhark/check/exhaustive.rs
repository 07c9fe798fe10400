//! Matches are exhaustive (FUT-T-MATCH).
//!
//! The usual algorithm on a matrix of patterns (Maranget, *Warnings for pattern matching*, 2007): a vector of wildcards
//! is useful after the rows of the matrix if and only if the rows are not exhaustive.  The first column is split by its
//! constructors if all of them occur in it, and otherwise only the rows that match anything there remain.  What is
//! found is a vector of patterns that no row matches, which the message shows.

use crate::check::{Checked, Context};
use crate::rules::typing::FUT_T_MATCH;
use crate::tree::{Pat, PatKind, Type, TypeKind, is_tuple};
use elder_syntax::prim::PrimValue;
use elder_syntax::{Diagnostic, Name, Span};
use std::fmt::Write as _;

impl Context {
    /// The cases of a match on a value of type `ty` leave nothing out (FUT-T-MATCH); `span` is the match.
    pub fn check_match(&mut self, ty: &Type, cases: &[&Pat], span: Span) -> Checked<()> {
        FUT_T_MATCH.apply();
        let rows = cases.iter().map(|case| vec![Cell::Pat(case)]).collect();
        let mut steps = STEPS;
        match missing(rows, &[ty], &mut steps) {
            None if steps == 0 => {
                let message =
                    "the patterns of this match are too intricate to decide whether they are exhaustive";
                self.fail(
                    Diagnostic::error(FUT_T_MATCH.refuse("decided"), span, message)
                        .with_help("split it into several matches"),
                )
            }
            None => Ok(()),
            Some(witness) => {
                let mut shown = String::new();
                witness.iter().for_each(|w| w.show(&mut shown, false));
                let message = format!("the match has no case for `{shown}`");
                self.fail(
                    Diagnostic::error(FUT_T_MATCH.refuse("exhaustive"), span, message).with_help(
                        if shown == "_" {
                            "add `case _ -> ..` for everything that is left".to_string()
                        } else {
                            format!("add `case {shown} -> ..`, or `case _ -> ..` for everything that is left")
                        },
                    ),
                )
            }
        }
    }
}

/// Whether the pattern matches every value of its type (FUT-T-IRREF).
pub fn irrefutable(pat: &Pat) -> bool {
    let own = match &pat.kind {
        PatKind::Lit(_) => false,
        PatKind::Constr(..) => matches!(&*pat.ty, TypeKind::Sum(cs) if cs.len() == 1),
        PatKind::Wildcard | PatKind::Var(_) | PatKind::Record(_) => true,
    };
    own && elder_syntax::effort::deeper(|| pat.parts().into_iter().all(irrefutable))
}

/// How many matrices are looked at; usefulness is NP-complete, and no program may keep the checker busy for long.
const STEPS: u32 = 200_000;

/// One place of the matrix.
#[derive(Clone, Copy)]
enum Cell<'p> {
    Any,
    Pat(&'p Pat),
}

/// Values that are not matched.
#[derive(Clone, Debug)]
enum Witness {
    Any,
    Record(Vec<(Name, Witness)>),
    Constr(Name, Vec<Witness>),
    Bool(bool),
}

impl Witness {
    fn show(&self, out: &mut String, inner: bool) {
        match self {
            Witness::Any => out.push('_'),
            Witness::Bool(value) => {
                let _ = write!(out, "{value}");
            }
            Witness::Record(fields) if is_tuple(fields) => {
                out.push('(');
                for (i, (_, field)) in fields.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    field.show(out, false);
                }
                out.push(')');
            }
            Witness::Record(fields) => {
                out.push('{');
                for (i, (name, field)) in fields.iter().enumerate() {
                    let _ = write!(out, "{}{name} = ", if i == 0 { "" } else { ", " });
                    field.show(out, false);
                }
                out.push('}');
            }
            Witness::Constr(name, args) => {
                let parentheses = inner && !args.is_empty();
                out.push_str(if parentheses { "(#" } else { "#" });
                out.push_str(name);
                for arg in args {
                    out.push(' ');
                    arg.show(out, true);
                }
                out.push_str(if parentheses { ")" } else { "" });
            }
        }
    }
}

impl<'p> Cell<'p> {
    fn is_any(self) -> bool {
        match self {
            Cell::Any => true,
            Cell::Pat(pat) => matches!(pat.kind, PatKind::Wildcard | PatKind::Var(_)),
        }
    }
}

/// Patterns, one a column, that none of the rows matches.
fn missing<'p>(rows: Vec<Vec<Cell<'p>>>, types: &[&'p Type], steps: &mut u32) -> Option<Vec<Witness>> {
    *steps = steps.saturating_sub(1);
    if *steps == 0 || rows.iter().any(|row| row.iter().all(|cell| cell.is_any())) {
        return None;
    }
    elder_syntax::effort::deeper(|| missing_here(rows, types, steps))
}

fn missing_here<'p>(rows: Vec<Vec<Cell<'p>>>, types: &[&'p Type], steps: &mut u32) -> Option<Vec<Witness>> {
    let Some((ty, others)) = types.split_first() else {
        return if rows.is_empty() { Some(Vec::new()) } else { None };
    };
    if rows
        .iter()
        .all(|row| row.first().is_none_or(|cell| cell.is_any()))
    {
        return without_first(rows, others, Witness::Any, steps);
    }
    match &***ty {
        TypeKind::Record(fields) => {
            let mut columns: Vec<&Type> = fields.iter().map(|(_, ty)| ty).collect();
            columns.extend(others);
            let split = rows.into_iter().filter_map(|row| {
                specialise(row, fields.len(), |pat| match &pat.kind {
                    PatKind::Record(parts) => Some(parts.iter().map(|(_, p)| Cell::Pat(p)).collect()),
                    _ => None,
                })
            });
            let mut witness = missing(split.collect(), &columns, steps)?;
            let rest = witness.split_off(fields.len().min(witness.len()));
            let names = fields.iter().map(|(name, _)| name.clone());
            Some(prepend(Witness::Record(names.zip(witness).collect()), rest))
        }
        TypeKind::Sum(constructors) => {
            let present = |name: &Name| {
                rows.iter().any(|row| match row.first() {
                    Some(Cell::Pat(pat)) => matches!(&pat.kind, PatKind::Constr(c, _) if c == name),
                    _ => false,
                })
            };
            if let Some((name, types)) = constructors.iter().find(|(name, _)| !present(name)) {
                let witness = Witness::Constr(name.clone(), vec![Witness::Any; types.len()]);
                return without_first(rows, others, witness, steps);
            }
            constructors.iter().find_map(|(name, types)| {
                let mut columns: Vec<&Type> = types.iter().collect();
                columns.extend(others);
                let split = rows.iter().cloned().filter_map(|row| {
                    specialise(row, types.len(), |pat| match &pat.kind {
                        PatKind::Constr(c, args) if c == name => Some(args.iter().map(Cell::Pat).collect()),
                        _ => None,
                    })
                });
                let mut witness = missing(split.collect(), &columns, steps)?;
                let rest = witness.split_off(types.len().min(witness.len()));
                Some(prepend(Witness::Constr(name.clone(), witness), rest))
            })
        }
        _ => {
            // Of all primitive types only `bool` has few enough values for literals to exhaust it.
            for value in [true, false] {
                let of_value = |pat: &Pat| matches!(pat.kind, PatKind::Lit(PrimValue::Bool(b)) if b == value);
                let some = |row: &Vec<Cell<'_>>| matches!(row.first(), Some(Cell::Pat(pat)) if of_value(pat));
                if !rows.iter().any(some) {
                    let bool_column = matches!(&***ty, TypeKind::Prim(elder_syntax::prim::PrimType::Bool));
                    let witness = if bool_column {
                        Witness::Bool(value)
                    } else {
                        Witness::Any
                    };
                    return without_first(rows, others, witness, steps);
                }
            }
            [true, false].into_iter().find_map(|value| {
                let split = rows.iter().cloned().filter_map(|row| {
                    specialise(row, 0, |pat| match pat.kind {
                        PatKind::Lit(PrimValue::Bool(b)) if b == value => Some(Vec::new()),
                        _ => None,
                    })
                });
                Some(prepend(
                    Witness::Bool(value),
                    missing(split.collect(), others, steps)?,
                ))
            })
        }
    }
}

/// Only rows that match anything in the first column are left, without it.
fn without_first<'p>(
    rows: Vec<Vec<Cell<'p>>>,
    others: &[&'p Type],
    first: Witness,
    steps: &mut u32,
) -> Option<Vec<Witness>> {
    let left = rows.into_iter().filter_map(|mut row| {
        let first = row.first()?;
        first.is_any().then(|| row.split_off(1))
    });
    Some(prepend(first, missing(left.collect(), others, steps)?))
}

/// The row for values of one constructor, whose parts take the place of the first column; `None` if it has another.
fn specialise<'p>(
    mut row: Vec<Cell<'p>>,
    width: usize,
    parts: impl FnOnce(&'p Pat) -> Option<Vec<Cell<'p>>>,
) -> Option<Vec<Cell<'p>>> {
    let first = *row.first()?;
    let mut new = match first {
        Cell::Pat(pat) if !first.is_any() => parts(pat)?,
        _ => vec![Cell::Any; width],
    };
    new.extend(row.drain(1..));
    Some(new)
}

fn prepend(first: Witness, mut rest: Vec<Witness>) -> Vec<Witness> {
    rest.insert(0, first);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::VName;
    use elder_syntax::prim::PrimType;
    use std::rc::Rc;

    fn pat(ty: &Type, kind: PatKind) -> Pat {
        Pat {
            kind,
            ty: ty.clone(),
            span: Span::NONE,
        }
    }

    fn shown(ty: &Type, cases: &[Pat]) -> Option<String> {
        let rows = cases.iter().map(|case| vec![Cell::Pat(case)]).collect();
        missing(rows, &[ty], &mut 1000).map(|witness| {
            let mut out = String::new();
            witness[0].show(&mut out, false);
            out
        })
    }

    fn bool_type() -> Type {
        Rc::new(TypeKind::Prim(PrimType::Bool))
    }

    fn option_of(ty: &Type) -> Type {
        Rc::new(TypeKind::Sum(vec![
            ("none".into(), vec![]),
            ("some".into(), vec![ty.clone()]),
        ]))
    }

    fn lit(b: bool) -> Pat {
        pat(&bool_type(), PatKind::Lit(PrimValue::Bool(b)))
    }

    #[test]
    fn the_missing_constructor_is_named_with_what_its_argument_lacks() {
        let option = option_of(&bool_type());
        let none = pat(&option, PatKind::Constr("none".into(), vec![]));
        let some = |p| pat(&option, PatKind::Constr("some".into(), vec![p]));
        assert_eq!(
            shown(&option, std::slice::from_ref(&none)).as_deref(),
            Some("#some _")
        );
        assert_eq!(
            shown(&option, &[none.clone(), some(lit(true))]).as_deref(),
            Some("#some false")
        );
        assert_eq!(shown(&option, &[none, some(lit(true)), some(lit(false))]), None);
    }

    #[test]
    fn tuples_are_matched_across_columns() {
        let pair: Type = Rc::new(TypeKind::Record(vec![
            ("0".into(), bool_type()),
            ("1".into(), bool_type()),
        ]));
        let both = |a, b| pat(&pair, PatKind::Record(vec![("0".into(), a), ("1".into(), b)]));
        let any = pat(
            &bool_type(),
            PatKind::Var(VName {
                name: "x".into(),
                id: 0,
            }),
        );
        let cases = [both(lit(true), any.clone()), both(any.clone(), lit(true))];
        assert_eq!(shown(&pair, &cases).as_deref(), Some("(false, false)"));
        let cases = [
            both(lit(true), any.clone()),
            both(any, lit(true)),
            both(lit(false), lit(false)),
        ];
        assert_eq!(shown(&pair, &cases), None);
    }

    #[test]
    fn numbers_are_never_exhausted_by_literals() {
        let u8: Type = Rc::new(TypeKind::Prim(PrimType::U8));
        let cases: Vec<Pat> = (0..=255)
            .map(|n| pat(&u8, PatKind::Lit(PrimValue::U8(n))))
            .collect();
        assert_eq!(shown(&u8, &cases).as_deref(), Some("_"));
    }

    #[test]
    fn a_constructor_without_alternatives_is_irrefutable() {
        let single: Type = Rc::new(TypeKind::Sum(vec![("only".into(), vec![bool_type()])]));
        let wildcard = pat(&bool_type(), PatKind::Wildcard);
        assert!(irrefutable(&pat(
            &single,
            PatKind::Constr("only".into(), vec![wildcard.clone()])
        )));
        assert!(!irrefutable(&pat(
            &single,
            PatKind::Constr("only".into(), vec![lit(true)])
        )));
        assert!(!irrefutable(&pat(
            &option_of(&bool_type()),
            PatKind::Constr("some".into(), vec![wildcard])
        )));
    }
}
