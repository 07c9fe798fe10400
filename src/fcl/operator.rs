//! The built-in operators (paper Figure 3; notes, section 5).  Their types are in `check`, what they do in `semantics`.

use elder_syntax::prim::{BinOp, PrimType, UnOp};
use std::fmt;

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal / $arity:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vmeta])* $variant),* }
        impl $name {
            /// All of them, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// As written in programs.
            pub const fn name(self) -> &'static str { match self { $($name::$variant => $text),* } }
            /// The one of that name.
            pub fn from_name(name: &str) -> Option<$name> { match name { $($text => Some($name::$variant),)* _ => None } }
        }
        impl $name {
            /// The number of arguments, without that of a level.
            pub const fn arity(self) -> usize { match self { $($name::$variant => $arity),* } }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.name()) }
        }
    };
}

operators! {
    /// An operator on arrays.
    Operator {
        /// `[α] → int`
        LengthPull = "lengthPull" / 1,
        /// `[α]<l> → int`
        LengthPush = "lengthPush" / 1,
        /// `lengthPull` or `lengthPush`, as the argument is (FCL-G-OVER).
        Length = "length" / 1,
        /// `(α → β) → [α] → [β]`
        MapPull = "mapPull" / 2,
        /// `(α → β) → [α]<l> → [β]<l>`
        MapPush = "mapPush" / 2,
        /// `mapPull` or `mapPush`, as the argument is (FCL-G-OVER).
        Map = "map" / 2,
        /// `int → (int → α) → [α]`
        Generate = "generate" / 2,
        /// `[α] → int → α`
        Index = "index" / 2,
        /// `<l> → [α] → [α]<l>`
        Push = "push" / 1,
        /// `[α]<l> → [α]`
        Force = "force" / 1,
        /// `int → int → [α]<l> → [α]`: `force`, with `pad` unused places after every `width` elements in memory, so that the threads
        /// of a warp that read a column meet in no bank.  The value is that of `force` (own).
        ForcePadded = "forcePadded" / 3,
        /// `([α] → bool) → ([α] → [α]<l>) → [α]<l> → [α]`: steps while the condition holds.
        While = "while" / 3,
        /// `int → [[α]<l>] → [α]<1+l>`
        Concat = "concat" / 2,
        /// `int → ((int, int) → int) → [[α]<l>] → [α]<1+l>`
        Interleave = "interleave" / 3,
        /// `int → int → ((int, int) → int) → [[α]<l>] → [α]<1+l>`: `interleaveInto total m f parts` is `interleave m f parts` cut to the
        /// positions `0..total`; what goes elsewhere is computed and dropped.  So parts of one length fill an array whose length
        /// is no multiple of it (own).
        InterleaveInto = "interleaveInto" / 4,
        /// `(β → α → β) → β → [α] → β`: left to right, by whoever evaluates it (own; the notes, section 14, `foldl`).
        Fold = "fold" / 3,
        /// `(β → α → β) → β → [α] → [β]<thread>`: the inclusive left scan (notes, section 14).
        ScanThread = "scanThread" / 3,
    }
}

impl Operator {
    /// Whether it takes a level before its arguments.
    pub fn takes_level(self) -> bool {
        self == Operator::Push
    }
}

operators! {
    /// An operator on base values.
    ScalarOperator {
        /// On `int` and `double`; `int` wraps.
        Add = "+" / 2,
        /// On `int` and `double`; `int` wraps.
        Subtract = "-" / 2,
        /// On `int` and `double`; `int` wraps.
        Multiply = "*" / 2,
        /// On `int`, rounding to zero, an error if the divisor is 0, and on `double`.
        Divide = "/" / 2,
        /// On `int`: the remainder of `/`, an error if the divisor is 0.
        Modulo = "%" / 2,
        /// On `int` and `double`.
        Min = "min" / 2,
        /// On `int` and `double`.
        Max = "max" / 2,
        /// On `int`, an error if the exponent is negative, and on `double`.
        Power = "power" / 2,
        /// On all base types.
        Equal = "==" / 2,
        /// On all base types.
        NotEqual = "!=" / 2,
        /// On `int` and `double`.
        Less = "<" / 2,
        /// On `int` and `double`.
        LessEqual = "<=" / 2,
        /// On `int` and `double`.
        Greater = ">" / 2,
        /// On `int` and `double`.
        GreaterEqual = ">=" / 2,
        /// On `int`, bit by bit, and `bool`; both operands are evaluated.
        And = "and" / 2,
        /// On `int`, bit by bit, and `bool`; both operands are evaluated.
        Or = "or" / 2,
        /// On `int`, bit by bit, and `bool`.
        Xor = "xor" / 2,
        /// On `int`; the count modulo 32.
        ShiftLeft = "<<" / 2,
        /// On `int`, arithmetic; the count modulo 32.
        ShiftRight = ">>" / 2,
        /// On `int` and `double`.
        Negate = "negate" / 1,
        /// On `int` and `double`.
        Absolute = "abs" / 1,
        /// On `int`: -1, 0 or 1.
        Sign = "sign" / 1,
        /// On `int`: the number of leading zeros.
        LeadingZeros = "clz" / 1,
        /// On `bool`.
        Not = "not" / 1,
        /// On `double`.
        SquareRoot = "sqrt" / 1,
        /// On `double`.
        Exponential = "exp" / 1,
        /// On `double`.
        Logarithm = "log" / 1,
        /// From `int` to `double`.
        IntToDouble = "i2d" / 1,
        /// From `double` to `int`, rounding to zero; what does not fit goes to the nearest end.
        DoubleToInt = "d2i" / 1,
        /// From `bool` to `int`.
        BoolToInt = "b2i" / 1,
    }
}

/// A scalar operator as an operator on primitive types; how `semantics/numeric.rs` and kernels compute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// Of one operand.
    Unary(UnOp),
    /// Of two operands.
    Binary(BinOp),
    /// A conversion.
    Convert(PrimType),
}

impl ScalarOperator {
    /// The operator on operands of this type (`I32`, `F64` or `Bool`); `None` if it does not exist there.
    pub fn primitive(self, operand: PrimType) -> Option<Primitive> {
        use PrimType::{Bool, F64, I32};
        use Primitive::{Binary, Convert, Unary};
        let primitive = match (self, operand) {
            (ScalarOperator::Add, I32 | F64) => Binary(BinOp::Add),
            (ScalarOperator::Subtract, I32 | F64) => Binary(BinOp::Sub),
            (ScalarOperator::Multiply, I32 | F64) => Binary(BinOp::Mul),
            (ScalarOperator::Divide, I32) => Binary(BinOp::Quot),
            (ScalarOperator::Divide, F64) => Binary(BinOp::Div),
            (ScalarOperator::Modulo, I32) => Binary(BinOp::Rem),
            (ScalarOperator::Min, I32 | F64) => Binary(BinOp::Min),
            (ScalarOperator::Max, I32 | F64) => Binary(BinOp::Max),
            (ScalarOperator::Power, I32 | F64) => Binary(BinOp::Pow),
            (ScalarOperator::Equal, I32 | F64 | Bool) => Binary(BinOp::Eq),
            (ScalarOperator::NotEqual, I32 | F64 | Bool) => Binary(BinOp::Ne),
            (ScalarOperator::Less, I32 | F64) => Binary(BinOp::Lt),
            (ScalarOperator::LessEqual, I32 | F64) => Binary(BinOp::Le),
            (ScalarOperator::Greater, I32 | F64) => Binary(BinOp::Gt),
            (ScalarOperator::GreaterEqual, I32 | F64) => Binary(BinOp::Ge),
            (ScalarOperator::And, I32 | Bool) => Binary(BinOp::And),
            (ScalarOperator::Or, I32 | Bool) => Binary(BinOp::Or),
            (ScalarOperator::Xor, I32 | Bool) => Binary(BinOp::Xor),
            (ScalarOperator::ShiftLeft, I32) => Binary(BinOp::Shl),
            (ScalarOperator::ShiftRight, I32) => Binary(BinOp::Shr),
            (ScalarOperator::Negate, I32 | F64) => Unary(UnOp::Neg),
            (ScalarOperator::Absolute, I32 | F64) => Unary(UnOp::Abs),
            (ScalarOperator::Sign, I32) => Unary(UnOp::Sgn),
            (ScalarOperator::LeadingZeros, I32) => Unary(UnOp::Clz),
            (ScalarOperator::Not, Bool) => Unary(UnOp::Not),
            (ScalarOperator::SquareRoot, F64) => Unary(UnOp::Sqrt),
            (ScalarOperator::Exponential, F64) => Unary(UnOp::Exp),
            (ScalarOperator::Logarithm, F64) => Unary(UnOp::Log),
            (ScalarOperator::IntToDouble, I32) => Convert(F64),
            (ScalarOperator::DoubleToInt, F64) => Convert(I32),
            (ScalarOperator::BoolToInt, Bool) => Convert(I32),
            _ => return None,
        };
        Some(primitive)
    }

    /// The type of the result on operands of this type; `None` if it does not exist there.
    pub fn result(self, operand: PrimType) -> Option<PrimType> {
        match self.primitive(operand)? {
            Primitive::Binary(op) if op.is_comparison() => Some(PrimType::Bool),
            Primitive::Convert(to) => Some(to),
            Primitive::Unary(_) | Primitive::Binary(_) => Some(operand),
        }
    }
}
