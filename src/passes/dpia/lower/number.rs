//! What the host computes by itself: numbers made of sizes, numerals and scalar inputs (DPIA-G-HOST-NUMBER).

use super::environment::{Binding, Environment};
use super::host::{Host, host_nat};
use super::memory::Storage;
use super::sizes;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{DataType, Node, Phrase, Prim};
use elder_kernel::number::Number;
use elder_syntax::prim::PrimValue;

impl Host {
    /// The expression as a number of the host; `None` if a kernel has to compute it.
    pub(super) fn number(&self, e: &Phrase, env: &Environment) -> Option<Number> {
        let number = self.part(e, env)?;
        rules::DPIA_G_HOST_NUMBER.apply();
        Some(number)
    }

    fn part(&self, e: &Phrase, env: &Environment) -> Option<Number> {
        elder_syntax::effort::deeper(|| match &*e.node {
            Node::Var(x) => match env.get(x)? {
                Binding::Phrase(phrase, inner) => self.part(phrase, inner),
                Binding::Cell(cell) => match cell.parts.as_slice() {
                    [part] if part.component.index_of.is_none() => match &part.storage {
                        Storage::Scalar(key) => self.scalar_input(*key).map(Number::Input),
                        _ => None,
                    },
                    _ => None,
                },
                Binding::Index(_) => None,
            },
            Node::Prim(prim, parts) => match (prim, parts.as_slice()) {
                (Prim::Literal { value, .. }, _) => literal(*value).map(Number::Literal),
                (Prim::NatValue { of, value }, _) if Number::has_type(*of) => {
                    let size = sizes::size(&host_nat(value, env), &self.sizes)?;
                    Some(Number::Size(size, *of))
                }
                (
                    Prim::Binary {
                        op,
                        of: DataType::Num(t),
                    },
                    [a, b],
                ) => Number::binary(*op, *t, self.part(a, env)?, self.part(b, env)?),
                (
                    Prim::Convert {
                        to,
                        from: DataType::Num(from),
                    },
                    [inner],
                ) if Number::has_type(*to) && Number::has_type(*from) => {
                    Some(Number::Convert(*to, Box::new(self.part(inner, env)?)))
                }
                (Prim::If { .. }, [condition, yes, no]) => Some(Number::If(Box::new([
                    self.part(condition, env)?,
                    self.part(yes, env)?,
                    self.part(no, env)?,
                ]))),
                _ => None,
            },
            _ => None,
        })
    }
}

fn literal(value: PrimValue) -> Option<i64> {
    Some(match value {
        PrimValue::Bool(x) => x.into(),
        PrimValue::I8(x) => x.into(),
        PrimValue::I16(x) => x.into(),
        PrimValue::I32(x) => x.into(),
        PrimValue::I64(x) => x,
        PrimValue::U8(x) => x.into(),
        PrimValue::U16(x) => x.into(),
        PrimValue::U32(x) => x.into(),
        _ => return None,
    })
}
