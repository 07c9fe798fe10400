//! How near the floats of a result must be to what is expected: the class of the result.
//!
//! A program of DPIA or FCL fixes the order of its operations, and kernels are built without contraction; so its results are the same bits
//! everywhere (E0), unless it applies elementary functions.  Those are the device's own: each is so many units in the last place from the correctly
//! rounded value at most (E4), by the standard of OpenCL.  What lies behind them may multiply that (E3), which nobody sees from the functions alone:
//! then the block says how many units it is.

use crate::compile::EntryPoint;
use crate::engine::{Program, Settings};
use crate::testing::blocks::Case;
use crate::tower::Language;
use elder_dpia::{BinOp, DataType, Entry, Node, Phrase, Prim, PrimType};
use elder_syntax::prim::UnOp;
use elder_syntax::value::Tolerance;

/// How near the floats of each result must be, by its number.
pub type Tolerances = Box<dyn Fn(usize) -> Tolerance>;

/// How near the floats of each result of a case must be to what is expected, if nobody asks for more.  A DPIA or FCL program fixes the order of its
/// operations, but for reductions by a group, whose random inputs are those on which the order makes no difference, so the class of a result says
/// it; what Futhark programs expect was computed by another compiler.
///
/// # Errors
/// What the block says of it cannot be.
pub(crate) fn of_case(
    program: &Program,
    language: &Language,
    (case, results): (&Case, usize),
    settings: &Settings,
) -> Result<Tolerances, String> {
    if language.floats().is_none() {
        return match case.within.is_empty() {
            true => Ok(Box::new(|_| Tolerance::FOREIGN)),
            false => Err("`within` is for programs of DPIA and FCL".to_owned()),
        };
    }
    let entry = program.entry_with(&case.entry, &settings.overrides).ok();
    let classes = Classes::of(entry.as_ref().map(EntryPoint::dpia), case, results)?;
    Ok(Box::new(move |k| classes.tolerance(k)))
}

/// How near the floats of each result must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Units in the last place, one number for all results or one for each.
    units: Vec<u32>,
}

impl Classes {
    /// The classes of the results of an entry point, as it is compiled, by its functions and by what the block says.
    ///
    /// # Errors
    /// What the block says of units cannot be: nothing in the program makes results differ, or it has another number of results.
    pub fn of(entry: Option<&Entry>, case: &Case, results: usize) -> Result<Classes, String> {
        let own = entry.map_or(0, |entry| units(&entry.body));
        let printed = &case.within;
        if printed.is_empty() {
            return Ok(Classes { units: vec![own] });
        }
        if own == 0 {
            return Err(
                "`within`: no elementary function is applied, so results are the same bits everywhere"
                    .to_owned(),
            );
        }
        if printed.len() != 1 && printed.len() != results {
            return Err(format!(
                "`within` says {} numbers of units, one for each result, but there are {results}",
                printed.len()
            ));
        }
        Ok(Classes {
            units: printed.clone(),
        })
    }

    /// How near this result must be.
    pub fn tolerance(&self, result: usize) -> Tolerance {
        let one = if self.units.len() == 1 { 0 } else { result };
        match self.units.get(one) {
            None | Some(0) => Tolerance::Bitwise,
            Some(units) => Tolerance::Units(*units),
        }
    }
}

/// The most units that a function which it applies may be off.
fn units(phrase: &Phrase) -> u32 {
    elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
        let own = match &*phrase.node {
            Node::Prim(Prim::Unary { op, of }, _) if is_float(of) => of_one(*op),
            Node::Prim(Prim::Binary { op, of }, _) if is_float(of) => of_two(*op),
            _ => 0,
        };
        phrase.children().map(units).fold(own, u32::max)
    })
}

fn is_float(of: &DataType) -> bool {
    let is_float = |t: &PrimType| t.is_float();
    match of {
        DataType::Num(t) | DataType::Vector(_, t) => is_float(t),
        _ => false,
    }
}

/// The largest error of a function of one operand in single precision, by the table of OpenCL C ("Relative Error as ULPs"); none is worse in another.
fn of_one(op: UnOp) -> u32 {
    match op {
        UnOp::Rsqrt | UnOp::Cbrt | UnOp::Log1p => 2,
        UnOp::Exp | UnOp::Log | UnOp::Log2 | UnOp::Log10 => 3,
        UnOp::Sin
        | UnOp::Cos
        | UnOp::Asin
        | UnOp::Acos
        | UnOp::Sinh
        | UnOp::Cosh
        | UnOp::Asinh
        | UnOp::Acosh
        | UnOp::Sinpi
        | UnOp::Cospi => 4,
        UnOp::Tan | UnOp::Atan | UnOp::Tanh | UnOp::Atanh | UnOp::Asinpi | UnOp::Acospi | UnOp::Atanpi => 5,
        UnOp::Tanpi => 6,
        // The standard says nothing of the logarithm of gamma.
        UnOp::Gamma | UnOp::Lgamma | UnOp::Erf | UnOp::Erfc => 16,
        _ => 0,
    }
}

/// The same of a function of two operands.
fn of_two(op: BinOp) -> u32 {
    match op {
        BinOp::Hypot => 4,
        BinOp::Atan2 | BinOp::Atan2pi => 6,
        BinOp::Pow => 16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_semantics::numeric::floats::elementary;

    /// What the semantics computes in double precision and rounds is what devices approximate.
    #[test]
    fn elementary_functions_are_those_of_the_semantics() {
        for op in UnOp::ALL {
            assert_eq!(of_one(*op) > 0, elementary(*op).is_some(), "{op:?}");
        }
    }
}
