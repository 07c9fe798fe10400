//! A DPIA program that is called from outside once it is compiled: its values are those of the entry.

use super::Border;
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{Entry, Node, Phrase, Prim};
use elder_kernel::plan::Trap;
use elder_semantics::dpia::interface;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span, Value};

/// The border of an entry that a person wrote, or of one that a pass made.
pub(crate) struct Own(pub(crate) Entry);

impl Border for Own {
    fn parameters(&self) -> Vec<Option<PrimType>> {
        let parameters = interface::parameters(&self.0).into_iter();
        parameters.map(|(t, _)| Some(t)).collect()
    }

    fn arguments(&self, values: Vec<Value>) -> Result<Vec<Value>, Box<Diagnostic>> {
        Ok(values)
    }

    fn results(&self, values: Vec<Value>) -> Vec<Value> {
        values
    }

    fn refused(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic
    }

    fn error(&self, trap: Trap, span: Span) -> Diagnostic {
        failure(&self.0, trap, span)
    }
}

/// What went wrong in a kernel of a DPIA program, by the rules by which the functional reading refuses the same.
pub fn failure(entry: &Entry, trap: Trap, span: Span) -> Diagnostic {
    let said = trap.message().to_string();
    let (refusal, message) = match trap {
        Trap::Size => (rules::DPIA_S_SIZE.refuse("bounds"), said),
        // The indexes of a scatter are tested by counting them (DPIA-X-SCATTER-TEST).
        Trap::Bounds if is_scatter_at(&entry.body, span) => (
            rules::DPIA_E_SCATTER.refuse("injective"),
            "two elements go to the same index".to_string(),
        ),
        Trap::Bounds => (rules::DPIA_E_ASINDEX.refuse("bounds"), said),
        Trap::DivisionByZero | Trap::NegativeExponent => (rules::DPIA_E_OP.refuse("defined"), said),
    };
    Diagnostic::error(refusal, span, message)
}

/// Whether a scatter stands at this place.
fn is_scatter_at(phrase: &Phrase, span: Span) -> bool {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
        let is_scatter = matches!(
            &*phrase.node,
            Node::Prim(Prim::Scatter { .. } | Prim::ScatterInto { .. }, _)
        );
        is_scatter && phrase.span == span
            || phrase
                .children()
                .into_iter()
                .any(|child| is_scatter_at(child, span))
    })
}
