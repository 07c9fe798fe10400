//! What stands in parentheses before the phrase arguments of a primitive: dimensions, widths, sizes, operators, launch sizes.

use super::Elaborator;
use super::primitives::{self, Lead, Leads};
use crate::ast::{Exp, ExpKind, Number, Operator};
use crate::rules::primitives::{DPIA_O_TYPE, DPIA_X_REDUCE_SUBGROUP};
use crate::rules::syntax::{DPIA_SYN_PHRASE, DPIA_SYN_TYPE};
use crate::{BinOp, Extent, Nat, UpdateOp};
use elder_syntax::{Diagnostic, Span};

/// What stood before the phrase arguments, the sizes among it by their numbers, and the phrase arguments.
pub(super) type Led<'a> = (Leads, Vec<(usize, Nat)>, Vec<&'a Exp>);

impl Elaborator {
    /// What stands in parentheses before the phrase arguments, and the latter.
    pub(super) fn leads<'a>(&mut self, name: &str, given: &[&'a Exp], at: Span) -> Option<Led<'a>> {
        let mut leads = Leads {
            dimension: 0,
            width: 0,
            operator: UpdateOp::Add,
            local: Extent::new(),
            global: Extent::new(),
            part: [Extent::new(), Extent::new()],
        };
        let mut nats = Vec::new();
        let mut rest = given.iter().copied().peekable();
        for lead in primitives::leads(name)? {
            if *lead == Lead::Dimension {
                if let Some(Exp {
                    kind: ExpKind::Number(Number::Int(d, None)),
                    span,
                }) = rest.peek()
                {
                    match u8::try_from(*d).ok().filter(|d| *d < 3) {
                        Some(d) => leads.dimension = d,
                        None => {
                            let message = "the dimensions of a launch are 0, 1 and 2";
                            self.error(Diagnostic::error(DPIA_O_TYPE.refuse("dimension"), *span, message));
                        }
                    }
                    rest.next();
                }
                continue;
            }
            let Some(e) = rest.next() else {
                let what = match lead {
                    Lead::Width => "the width of its vectors",
                    Lead::Lanes => "the number of lanes of a sub-group",
                    Lead::Operator => "an operator",
                    Lead::Extents => "the local and the global size",
                    Lead::Strides => "an extent and a stride",
                    _ => "a size",
                };
                let message = format!("`{name}` needs {what} before its other arguments");
                self.error(Diagnostic::error(DPIA_SYN_PHRASE.refuse("lead"), at, message));
                return None;
            };
            match lead {
                Lead::Dimension => {}
                Lead::Nat(i) => {
                    let errors = self.errors.len();
                    nats.push((*i, self.size(e)));
                    if let Some(error) = self.errors.get_mut(errors) {
                        error
                            .notes
                            .push(format!("`{name}` takes a size before its other arguments"));
                    }
                }
                Lead::Width => match &e.kind {
                    ExpKind::Number(Number::Int(w, None)) if let Some(w) = width(*w) => leads.width = w,
                    _ => {
                        let message = "the width of a vector is 2, 3, 4, 8 or 16";
                        self.error(Diagnostic::error(DPIA_SYN_TYPE.refuse("width"), e.span, message));
                        return None;
                    }
                },
                Lead::Lanes => match &e.kind {
                    ExpKind::Number(Number::Int(w @ (2 | 4 | 8 | 16 | 32), None)) => leads.width = *w as u8,
                    _ => {
                        let message = "a sub-group has 2, 4, 8, 16 or 32 lanes";
                        let refusal = DPIA_X_REDUCE_SUBGROUP.refuse("width");
                        self.error(Diagnostic::error(refusal, e.span, message));
                        return None;
                    }
                },
                Lead::Operator => leads.operator = self.update_operator(e)?,
                Lead::Strides => {
                    let mut dimension = e;
                    loop {
                        let [extent, stride] = self.extent_and_stride(name, dimension)?;
                        let [extents, strides] = &mut leads.part;
                        extents.push(extent);
                        strides.push(stride);
                        match rest.next_if(|next| matches!(next.kind, ExpKind::Tuple(_))) {
                            Some(next) => dimension = next,
                            None => break,
                        }
                    }
                }
                Lead::Extents => {
                    leads.local = self.extent(e)?;
                    let Some(global) = rest.next() else {
                        let message = format!("`{name}` needs the global size after the local one");
                        self.error(Diagnostic::error(DPIA_SYN_PHRASE.refuse("lead"), at, message));
                        return None;
                    };
                    leads.global = self.extent(global)?;
                }
            }
        }
        Some((leads, nats, rest.collect()))
    }

    fn update_operator(&mut self, e: &Exp) -> Option<UpdateOp> {
        let op = match &e.kind {
            ExpKind::Operator(Operator::Bin(op)) => Some(*op),
            ExpKind::Var(name) => BinOp::from_name(name),
            _ => None,
        };
        let found = UpdateOp::ALL.into_iter().find(|u| u.operator() == op);
        if found.is_none() {
            let message = "an operator whose updates commute should stand here: +, *, min, max, and, or, xor";
            self.error(Diagnostic::error(DPIA_SYN_PHRASE.refuse("lead"), e.span, message));
        }
        found
    }

    /// `(n, s)`
    fn extent_and_stride(&mut self, name: &str, e: &Exp) -> Option<[Nat; 2]> {
        if let ExpKind::Tuple(parts) = &e.kind
            && let [n, s] = parts.as_slice()
        {
            return Some([self.size(n), self.size(s)]);
        }
        let message = format!("`{name}` takes a pair of an extent and a stride for each dimension");
        self.error(Diagnostic::error(DPIA_SYN_PHRASE.refuse("lead"), e.span, message));
        None
    }

    /// One to three sizes.
    fn extent(&mut self, e: &Exp) -> Option<Extent> {
        let parts = match &e.kind {
            ExpKind::Tuple(parts) => parts.as_slice(),
            _ => std::slice::from_ref(e),
        };
        self.extents(parts, e.span)
    }

    /// One to three sizes.
    pub(super) fn extents(&mut self, parts: &[Exp], span: Span) -> Option<Extent> {
        if parts.len() > 3 {
            let message = "a launch has one to three dimensions";
            self.error(Diagnostic::error(DPIA_SYN_PHRASE.refuse("pair"), span, message));
            return None;
        }
        Some(parts.iter().map(|part| self.size(part)).collect())
    }
}

fn width(w: i128) -> Option<u8> {
    i64::try_from(w).ok().and_then(crate::parser::vector_width)
}
