//! What the prelude is built on.
//!
//! An intrinsic is reached as `intrinsics.NAME`.  Primitive functions (`add_i32`,
//! `sqrt_f64`, `i32_to_f64`) are named by [`PrimFn`], and once more by Futhark's own names; everything polymorphic is listed
//! in [`Op`], and its type stands, in Futhark, in `prelude/intrinsics.fut`.  An operator
//! of the language such as `+` is the overloaded form of the same primitive functions.

mod primitives;

pub use primitives::{named_by_futhark, on_bits};

use elder_syntax::prim::PrimFn;
use std::fmt;

/// A function without a Futhark definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    /// A function on primitive values.
    Prim(PrimFn),
    /// A function on primitive values in the form in which Futhark names it (`udiv32`): on the signed integers that have the bits of
    /// unsigned ones, and on a tuple of its arguments if there are several.
    Futhark(PrimFn),
    /// `==` at a type that is not primitive: structural.
    Eq,
    /// `!=`, likewise.
    Ne,
    /// A polymorphic operation.
    Op(Op),
}

macro_rules! ops {
    ($($(#[$meta:meta])* $variant:ident = $name:literal),* $(,)?) => {
        /// The polymorphic intrinsics.  Argument order and types: `prelude/intrinsics.fut`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op { $($(#[$meta])* #[doc = concat!("`", $name, "`")] $variant),* }
        impl Op {
            /// All of them.
            pub const ALL: &'static [Op] = &[$(Op::$variant),*];
            /// The name after `intrinsics.`.
            pub const fn name(self) -> &'static str { match self { $(Op::$variant => $name),* } }
            /// The one with that name.
            pub fn from_name(name: &str) -> Option<Op> { match name { $($name => Some(Op::$variant),)* _ => None } }
        }
    };
}

ops! {
    Map = "map", Map2 = "map2", Map3 = "map3", Map4 = "map4", Map5 = "map5",
    Zip = "zip", Zip3 = "zip3", Zip4 = "zip4", Zip5 = "zip5",
    Unzip = "unzip", Unzip3 = "unzip3", Unzip4 = "unzip4", Unzip5 = "unzip5",
    Reduce = "reduce", ReduceComm = "reduce_comm", Scan = "scan",
    Filter = "filter",
    /// `partition k f xs`: the permuted array and the sizes of the k classes.
    Partition = "partition",
    /// `flatmap f xs`: the irregular results of `f`, concatenated, with sizes, flags and offsets, and the regular ones.
    Flatmap = "flatmap",
    Scatter = "scatter", Scatter2d = "scatter_2d", Scatter3d = "scatter_3d",
    /// `hist_1d factor dest op ne is vs`; the factor changes nothing.
    Hist1d = "hist_1d", Hist2d = "hist_2d", Hist3d = "hist_3d",
    Iota = "iota", Replicate = "replicate", Copy = "copy", Concat = "concat",
    Flatten = "flatten", Unflatten = "unflatten", Transpose = "transpose",
    StreamMap = "stream_map", StreamRed = "stream_red",
    /// The thesis's `rearrange`; its first argument is a tuple literal of constants (rule FUT-T-REARRANGE).
    Rearrange = "rearrange",
    /// The thesis's `reshape`; its first argument is a tuple of sizes (rule FUT-T-RESHAPE).
    Reshape = "reshape",
    ScatterStream = "scatter_stream", HistStream = "hist_stream", AccWrite = "acc_write",
    FlatIndex2d = "flat_index_2d", FlatIndex3d = "flat_index_3d", FlatIndex4d = "flat_index_4d",
    FlatUpdate1d = "flat_update_1d", FlatUpdate2d = "flat_update_2d", FlatUpdate3d = "flat_update_3d", FlatUpdate4d = "flat_update_4d",
    Opaque = "opaque", Trace = "trace", Break = "break", Manifest = "manifest",
    Jvp = "jvp2", Vjp = "vjp2", JvpVec = "jmp2", VjpVec = "mjp2", WithVjp = "with_vjp",
}

impl Op {
    /// Whether it takes a derivative, or says one.
    pub const fn is_derivative(self) -> bool {
        matches!(self, Op::Jvp | Op::Vjp | Op::JvpVec | Op::VjpVec | Op::WithVjp)
    }
}

impl Intrinsic {
    /// The intrinsic reached by `intrinsics.NAME`.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        if let Some(op) = Op::from_name(name) {
            return Some(Intrinsic::Op(op));
        }
        PrimFn::from_name(name).map(Intrinsic::Prim)
    }
}

impl fmt::Display for Intrinsic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Intrinsic::Prim(p) => write!(f, "{p}"),
            Intrinsic::Futhark(p) => write!(f, "{p} on bits"),
            Intrinsic::Eq => f.write_str("=="),
            Intrinsic::Ne => f.write_str("!="),
            Intrinsic::Op(op) => f.write_str(op.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_polymorphic_intrinsic_has_a_type_and_the_other_way() {
        let text = include_str!("prelude/intrinsics.fut");
        let specified: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("val "))
            .filter_map(|spec| spec.split_whitespace().next())
            .collect();
        for name in &specified {
            assert!(Op::from_name(name).is_some(), "`{name}` is not an Op");
        }
        for op in Op::ALL {
            assert!(specified.contains(&op.name()), "{op:?} has no type");
        }
        assert_eq!(specified.len(), Op::ALL.len());
    }
}
