//! Passive types (paper Figure 2): a phrase of passive type reads the store at most.

use crate::PhraseType;
use crate::rules::kinding::*;

/// Whether phrases of this type only read.  Passive functions may change what their argument reaches; accumulators are passive
/// because their updates commute.
pub fn is_passive(ty: &PhraseType) -> bool {
    match ty {
        PhraseType::Exp(_) => {
            DPIA_K_PAS_EXP.apply();
            true
        }
        PhraseType::Upd(..) => {
            DPIA_K_PAS_UPD.apply();
            true
        }
        PhraseType::Acc(_) | PhraseType::Comm => false,
        PhraseType::Product(first, second) => {
            DPIA_K_PAS_PROD.apply();
            is_passive(first) && is_passive(second)
        }
        PhraseType::Fun { passive: true, .. } => {
            DPIA_K_PAS_PFUN.apply();
            true
        }
        PhraseType::Fun { to, .. } => {
            DPIA_K_PAS_FUN.apply();
            is_passive(to)
        }
        PhraseType::NatFun(_, to) | PhraseType::DataFun(_, to) => {
            DPIA_K_PAS_DEP.apply();
            is_passive(to)
        }
    }
}
