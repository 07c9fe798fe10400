//! Operators applied to values (notes 7.3), save for `force`.

use super::value::{int, is_delayed_scan};
use super::{Stepper, applied};
use crate::failure::{Failure, Run};
use crate::fcl::location::Location;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Expression, Level, Node, Operator, ScalarOperator, Variable};
use elder_syntax::Span;

/// What an element takes in memory, about: for refusing arrays before they are made.
const ELEMENT: u64 = 96;

impl Stepper {
    /// One step of a saturated operator whose arguments are values.
    pub(super) fn operator(
        &mut self,
        e: &Expression,
        operator: Operator,
        level: Option<&Level>,
        arguments: &[Expression],
        at: &Location,
    ) -> Run<Option<Expression>> {
        let array = |elements: Vec<Expression>| Expression::new(Node::Array(elements), e.span);
        let stuck = || {
            Failure::internal(
                e.span,
                format!("no rule applies to `{operator}` with these arguments"),
            )
        };
        match (operator, arguments) {
            (Operator::LengthPull | Operator::LengthPush | Operator::Length, [of]) => {
                self.length(e, operator, of, at)
            }
            (Operator::MapPull | Operator::MapPush | Operator::Map, [f, of]) => match &*of.node {
                Node::Array(elements) if operator != Operator::MapPush => {
                    self.limits.touch(elements.len(), e.span)?;
                    let mapped = elements.iter().map(|x| applied(f, x.clone(), e.span));
                    self.axiom(&rules::FCL_E_36, e, at, array(mapped.collect()))
                }
                Node::PushArray(elements, level) if operator != Operator::MapPull => {
                    self.limits.touch(elements.len(), e.span)?;
                    let mapped = elements.iter().map(|x| applied(f, x.clone(), e.span));
                    let node = Node::PushArray(mapped.collect(), level.clone());
                    self.axiom(&rules::FCL_E_37, e, at, Expression::new(node, e.span))
                }
                Node::ConcatDelay(m, parts) if operator != Operator::MapPull => {
                    let node = Node::ConcatDelay(m.clone(), map_parts(f, parts, e.span));
                    self.axiom(&rules::FCL_E_MAPDELAY, e, at, Expression::new(node, of.span))
                }
                Node::InterleaveDelay(m, position, parts) if operator != Operator::MapPull => {
                    let parts = map_parts(f, parts, e.span);
                    let node = Node::InterleaveDelay(m.clone(), position.clone(), parts);
                    self.axiom(&rules::FCL_E_MAPDELAY, e, at, Expression::new(node, of.span))
                }
                Node::Operator {
                    operator: concat @ (Operator::ConcatSeq | Operator::ConcatThreads),
                    arguments,
                    ..
                } if operator != Operator::MapPull => {
                    let [m, parts] = arguments.as_slice() else {
                        return Err(stuck());
                    };
                    let node = Node::Operator {
                        operator: *concat,
                        level: None,
                        arguments: vec![m.clone(), map_parts(f, parts, e.span)],
                    };
                    self.axiom(&rules::FCL_E_MAPDELAY, e, at, Expression::new(node, of.span))
                }
                Node::InterleaveIntoDelay(n, m, position, parts) if operator != Operator::MapPull => {
                    let parts = map_parts(f, parts, e.span);
                    let node = Node::InterleaveIntoDelay(n.clone(), m.clone(), position.clone(), parts);
                    self.axiom(&rules::FCL_E_MAPDELAY, e, at, Expression::new(node, of.span))
                }
                _ => Err(stuck()),
            },
            (Operator::Generate, [n, f]) => {
                let n = int(n).ok_or_else(stuck)?;
                self.begin(&rules::FCL_E_GEN, e, at);
                let length = u64::try_from(n).map_err(|_| negative(n, e.span))?;
                let charge = self.limits.charge(length * ELEMENT, e.span)?;
                self.limits.touch(length as usize, e.span)?;
                let elements = (0..n).map(|k| applied(f, Expression::base(Base::I32(k), e.span), e.span));
                let elements = array(elements.collect());
                drop(charge);
                self.done(&rules::FCL_E_GEN, elements)
            }
            (Operator::Index, [of, i]) => {
                let (Node::Array(elements), Some(i)) = (&*of.node, int(i)) else {
                    return Err(stuck());
                };
                self.begin(&rules::FCL_E_INDEX, e, at);
                let element = usize::try_from(i).ok().and_then(|i| elements.get(i));
                let element = element.ok_or_else(|| out_of_bounds(i, elements.len(), e.span))?;
                self.done(&rules::FCL_E_INDEX, element.clone())
            }
            (Operator::Push, [of]) => {
                let (Node::Array(elements), Some(level)) = (&*of.node, level) else {
                    return Err(stuck());
                };
                self.limits.touch(elements.len(), e.span)?;
                let node = Node::PushArray(elements.clone(), level.clone());
                self.axiom(&rules::FCL_E_PUSH, e, at, Expression::new(node, e.span))
            }
            (Operator::ForcePadded, [width, pad, of]) => {
                let (Some(width), Some(pad)) = (int(width), int(pad)) else {
                    return Err(stuck());
                };
                self.begin(&rules::FCL_E_FORCE_PADDED, e, at);
                check_padding(width, pad, e.span)?;
                self.done(&rules::FCL_E_FORCE_PADDED, force(of.clone(), e.span))
            }
            (Operator::While, [condition, step, first]) => {
                let node = Node::Loop(condition.clone(), step.clone(), force(first.clone(), e.span));
                self.axiom(&rules::FCL_E_WHILE, e, at, Expression::new(node, e.span))
            }
            (Operator::Iterate, [n, f, first]) => {
                let zero = Expression::base(Base::I32(0), e.span);
                let parts = [zero, n.clone(), f.clone(), first.clone()];
                self.axiom(&rules::FCL_E_ITERATE, e, at, iterate_from(parts, e.span))
            }
            (Operator::IterateFrom, [k, n, f, array]) => {
                let (Some(turn), Some(turns)) = (int(k), int(n)) else {
                    return Err(stuck());
                };
                let forced = force(array.clone(), e.span);
                if turn >= turns {
                    return self.axiom(&rules::FCL_E_ITERATE_END, e, at, forced);
                }
                let next = applied(&applied(f, k.clone(), e.span), forced, e.span);
                let later = Expression::base(Base::I32(turn + 1), e.span);
                let parts = [later, n.clone(), f.clone(), next];
                self.axiom(&rules::FCL_E_ITERATE_STEP, e, at, iterate_from(parts, e.span))
            }
            (Operator::Concat, [m, parts]) => {
                let node = Node::ConcatDelay(m.clone(), parts.clone());
                self.axiom(&rules::FCL_E_38, e, at, Expression::new(node, e.span))
            }
            (Operator::Interleave, [m, f, parts]) => {
                let node = Node::InterleaveDelay(m.clone(), f.clone(), parts.clone());
                self.axiom(&rules::FCL_E_INTERLEAVE, e, at, Expression::new(node, e.span))
            }
            (Operator::InterleaveInto, [n, m, f, parts]) => {
                let node = Node::InterleaveIntoDelay(n.clone(), m.clone(), f.clone(), parts.clone());
                self.axiom(&rules::FCL_E_INTERLEAVE, e, at, Expression::new(node, e.span))
            }
            (Operator::Fold, [f, accumulator, of]) => {
                let Node::Array(elements) = &*of.node else {
                    return Err(stuck());
                };
                let Some((first, rest)) = elements.split_first() else {
                    return self.axiom(&rules::FCL_E_FOLD_NIL, e, at, accumulator.clone());
                };
                let next = applied(&applied(f, accumulator.clone(), e.span), first.clone(), e.span);
                let rest = Expression::new(Node::Array(rest.to_vec()), of.span);
                let node = Node::Operator {
                    operator: Operator::Fold,
                    level: None,
                    arguments: vec![f.clone(), next, rest],
                };
                self.axiom(&rules::FCL_E_FOLD, e, at, Expression::new(node, e.span))
            }
            _ => Err(stuck()),
        }
    }

    /// The lengths of arrays of all sorts.
    fn length(
        &mut self,
        e: &Expression,
        operator: Operator,
        of: &Expression,
        at: &Location,
    ) -> Run<Option<Expression>> {
        let is = |operator: Operator, of: &Expression| {
            let length = Expression::operator(operator, e.span).apply(of.clone());
            Expression {
                span: e.span,
                ..length
            }
        };
        let number = |n: usize| Expression::base(Base::I32(n as i32), e.span);
        match &*of.node {
            Node::Array(elements) if operator != Operator::LengthPush => {
                self.axiom(&rules::FCL_E_LENPULL, e, at, number(elements.len()))
            }
            Node::PushArray(elements, _) if operator != Operator::LengthPull => {
                self.axiom(&rules::FCL_E_LENPUSH, e, at, number(elements.len()))
            }
            Node::ConcatDelay(m, parts) | Node::InterleaveDelay(m, _, parts)
                if operator != Operator::LengthPull =>
            {
                let count = is(Operator::LengthPull, parts);
                let node = Node::Scalar(ScalarOperator::Multiply, vec![m.clone(), count]);
                self.axiom(&rules::FCL_E_LENDELAY, e, at, Expression::new(node, e.span))
            }
            Node::Operator {
                operator: Operator::ConcatSeq | Operator::ConcatThreads,
                arguments,
                ..
            } if operator != Operator::LengthPull => {
                let [m, parts] = arguments.as_slice() else {
                    return Err(Failure::internal(e.span, "a concatenation of nothing"));
                };
                let count = is(Operator::LengthPull, parts);
                let node = Node::Scalar(ScalarOperator::Multiply, vec![m.clone(), count]);
                self.axiom(&rules::FCL_E_LENDELAY, e, at, Expression::new(node, e.span))
            }
            Node::InterleaveIntoDelay(n, ..) if operator != Operator::LengthPull => {
                self.axiom(&rules::FCL_E_LENDELAY, e, at, n.clone())
            }
            Node::Operator {
                operator: scan,
                arguments,
                ..
            } if operator != Operator::LengthPull && is_delayed_scan(of) => {
                let inner = match scan {
                    Operator::ScanThread => Operator::LengthPull,
                    _ => Operator::LengthPush,
                };
                match arguments.last() {
                    Some(of) => self.axiom(&rules::FCL_E_SCAN_LEN, e, at, is(inner, of)),
                    None => Err(Failure::internal(e.span, "a scan of nothing")),
                }
            }
            _ => Err(Failure::internal(
                e.span,
                format!("no rule applies to `{operator}` of this"),
            )),
        }
    }
}

/// `mapPull (fn a => mapPush f a) parts`
fn map_parts(f: &Expression, parts: &Expression, span: Span) -> Expression {
    let a = Variable::fresh("a");
    let node = Node::Operator {
        operator: Operator::MapPush,
        level: None,
        arguments: vec![f.clone(), Expression::var(&a, span)],
    };
    let each = Expression::new(Node::Fn(a, Expression::new(node, span)), span);
    let node = Node::Operator {
        operator: Operator::MapPull,
        level: None,
        arguments: vec![each, parts.clone()],
    };
    Expression::new(node, span)
}

fn iterate_from(parts: [Expression; 4], span: Span) -> Expression {
    let node = Node::Operator {
        operator: Operator::IterateFrom,
        level: None,
        arguments: parts.to_vec(),
    };
    Expression::new(node, span)
}

/// `force e`
pub(super) fn force(e: Expression, span: Span) -> Expression {
    let node = Node::Operator {
        operator: Operator::Force,
        level: None,
        arguments: vec![e],
    };
    Expression::new(node, span)
}

/// FCL-E-GEN refuses.
pub(in crate::fcl) fn negative(n: i32, span: Span) -> crate::failure::Fail {
    Failure::error(
        &rules::FCL_E_GEN,
        "negative",
        span,
        format!("an array of {n} elements"),
    )
}

/// FCL-E-INDEX refuses.
pub(in crate::fcl) fn out_of_bounds(i: i32, n: usize, span: Span) -> crate::failure::Fail {
    Failure::error(
        &rules::FCL_E_INDEX,
        "bounds",
        span,
        format!("index {i} in an array of {n} elements"),
    )
}

/// FCL-E-FORCE-PADDED refuses or not.
pub(in crate::fcl) fn check_padding(width: i32, pad: i32, span: Span) -> Run<()> {
    if width > 0 && pad >= 0 {
        return Ok(());
    }
    Err(Failure::error(
        &rules::FCL_E_FORCE_PADDED,
        "padding",
        span,
        format!("{pad} unused places after every {width} elements"),
    ))
}
