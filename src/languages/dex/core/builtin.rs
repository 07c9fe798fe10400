//! The sums that every program has.

use super::{Binder, Constructor, Data, DataName, Program};
use crate::core::Value;
use elder_syntax::Span;
use elder_syntax::names::Names;

/// `data Bool = False | True`
pub const BOOL: DataName = DataName(0);
/// `data Either a b = Left a | Right b`
pub const EITHER: DataName = DataName(1);
/// `data Maybe a = Nothing | Just a`
pub const MAYBE: DataName = DataName(2);
/// `data MonoidLifter b w = MakeMonoidLifter`: shows that `w` is `b` behind some indices (DX-T-LIFT).
pub const LIFTER: DataName = DataName(3);

/// How many declared types every program has.
pub(super) const COUNT: usize = 4;

impl Default for Program {
    /// The program without definitions.
    fn default() -> Program {
        let mut names = Names::default();
        let data = vec![
            sum(&mut names, "Bool", &[], &[("False", None), ("True", None)]),
            sum(
                &mut names,
                "Either",
                &["a", "b"],
                &[("Left", Some(0)), ("Right", Some(1))],
            ),
            sum(
                &mut names,
                "Maybe",
                &["a"],
                &[("Nothing", None), ("Just", Some(0))],
            ),
            sum(
                &mut names,
                "MonoidLifter",
                &["b", "w"],
                &[("MakeMonoidLifter", None)],
            ),
        ];
        Program {
            names,
            data,
            definitions: vec![],
        }
    }
}

/// A sum whose constructors hold nothing, or a value of the parameter of this number.
fn sum(names: &mut Names, name: &str, parameters: &[&str], constructors: &[(&str, Option<usize>)]) -> Data {
    let parameters: Vec<Binder> = parameters
        .iter()
        .map(|text| Binder {
            name: names.fresh(*text),
            ty: Value::TYPE,
        })
        .collect();
    let constructors = constructors
        .iter()
        .map(|(name, held)| Constructor {
            name: (*name).into(),
            fields: held
                .iter()
                .map(|held| Binder {
                    name: names.fresh("elt"),
                    ty: Value::Var(parameters[*held].name),
                })
                .collect(),
        })
        .collect();
    Data {
        name: name.into(),
        parameters,
        constructors,
        index_set: None,
        at: Span::NONE,
    }
}
