//! Kinds of data types and phrase types (paper Figure 1).

use super::{Checked, Checker};
use crate::rules::kinding::*;
use crate::rules::syntax::DPIA_SYN_TYPE;
use crate::{DataType, PhraseType, UpdateOp};
use elder_syntax::{Diagnostic, Span};

/// The widths of vectors.
const WIDTHS: [u8; 5] = [2, 3, 4, 8, 16];

impl Checker {
    /// Δ ⊢ δ : data
    pub(super) fn data_type(&mut self, data: &DataType, span: Span) -> Checked<()> {
        match data {
            DataType::Num(_) => DPIA_K_NUM.apply(),
            DataType::Index(n) => {
                DPIA_K_IDX.apply();
                self.nat(n, span)?;
            }
            DataType::Array(n, element) => {
                DPIA_K_ARR.apply();
                self.nat(n, span)?;
                self.data_type(element, span)?;
            }
            DataType::Pair(first, second) => {
                DPIA_K_PROD.apply();
                self.data_type(first, span)?;
                self.data_type(second, span)?;
            }
            DataType::Vector(width, element) => self.vector(*width, *element, span)?,
            DataType::Var(x) => {
                DPIA_K_VAR.apply();
                if !self.datas.contains(x) {
                    let refusal = DPIA_K_VAR.refuse("bound");
                    let message = format!("`{x}` is not bound as a data type");
                    return Err(Box::new(Diagnostic::error(refusal, span, message)));
                }
            }
        }
        Ok(())
    }

    /// Vectors have one of five widths and consist of numbers.
    pub(super) fn vector(&mut self, width: u8, element: crate::PrimType, span: Span) -> Checked<()> {
        DPIA_O_VEC_KIND.apply();
        if !WIDTHS.contains(&width) {
            let refusal = DPIA_SYN_TYPE.refuse("width");
            let message = format!("there are no vectors of {width} components");
            let error = Diagnostic::error(refusal, span, message);
            return Err(Box::new(error.with_help("the widths are 2, 3, 4, 8 and 16")));
        }
        if element == crate::PrimType::Bool {
            let refusal = DPIA_O_VEC_KIND.refuse("element");
            let message = "there are no vectors of truth values";
            return Err(Box::new(Diagnostic::error(refusal, span, message)));
        }
        Ok(())
    }

    /// Δ ⊢ θ : phrase
    pub(super) fn phrase_type(&mut self, ty: &PhraseType, span: Span) -> Checked<()> {
        match ty {
            PhraseType::Exp(data) => {
                DPIA_K_EXP.apply();
                self.data_type(data, span)
            }
            PhraseType::Acc(data) => {
                DPIA_K_ACC.apply();
                self.data_type(data, span)
            }
            PhraseType::Upd(op, data) => {
                DPIA_K_UPD.apply();
                self.data_type(data, span)?;
                self.updatable(*op, data, span)
            }
            PhraseType::Comm => {
                DPIA_K_COMM.apply();
                Ok(())
            }
            PhraseType::Product(first, second) => {
                DPIA_K_PPROD.apply();
                self.phrase_type(first, span)?;
                self.phrase_type(second, span)
            }
            PhraseType::Fun { passive, from, to } => {
                if *passive {
                    DPIA_K_PFUN.apply();
                } else {
                    DPIA_K_FUN.apply();
                }
                self.phrase_type(from, span)?;
                self.phrase_type(to, span)
            }
            PhraseType::NatFun(x, to) => {
                DPIA_K_DEP.apply();
                let fresh = self.nats.insert(x.clone());
                let result = self.phrase_type(to, span);
                if fresh {
                    self.nats.remove(x);
                }
                result
            }
            PhraseType::DataFun(x, to) => {
                DPIA_K_DEP.apply();
                let fresh = self.datas.insert(x.clone());
                let result = self.phrase_type(to, span);
                if fresh {
                    self.datas.remove(x);
                }
                result
            }
        }
    }

    /// Whether the operator updates every number of the data type.
    pub(super) fn updatable(&mut self, op: UpdateOp, data: &DataType, span: Span) -> Checked<()> {
        match data {
            DataType::Num(t) if op.operator().is_none_or(|op| op.exists_on(*t)) => Ok(()),
            DataType::Array(_, element) => self.updatable(op, element, span),
            DataType::Pair(first, second) => {
                self.updatable(op, first, span)?;
                self.updatable(op, second, span)
            }
            _ => {
                let refusal = DPIA_K_UPD.refuse("operator");
                let message = format!("`{}` does not update values of type {data}", op.symbol());
                Err(Box::new(Diagnostic::error(refusal, span, message)))
            }
        }
    }
}
