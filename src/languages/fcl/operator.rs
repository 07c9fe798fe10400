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
        /// `int → (int → [α] → [α]<l>) → [α]<l> → [α]`: `iterate n f a` takes n steps, step k by `f k` (own; notes, section 14, `power`).
        Iterate = "iterate" / 3,
        /// `int → int → (int → [α] → [α]<l>) → [α]<l> → [α]`: `iterateFrom k n f a` takes the steps k to n - 1; what is left of an
        /// `iterate` under way.
        IterateFrom = "iterateFrom" / 4,
        /// `int → [[α]<l>] → [α]<1+l>`
        Concat = "concat" / 2,
        /// `int → [[α]<l>] → [α]<l>`: the parts one after the other, by whoever makes the whole (notes, section 14).
        ConcatSeq = "concatSeq" / 2,
        /// `int → [[α]<thread>] → [α]<1+l>`: the parts by the threads of a group of any level (own).
        ConcatThreads = "concatThreads" / 2,
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
        /// On numbers; integers wrap.
        Add = "+" / 2,
        /// On numbers; integers wrap.
        Subtract = "-" / 2,
        /// On numbers; integers wrap.
        Multiply = "*" / 2,
        /// On integers, rounding to zero, an error if the divisor is 0, and on floats.
        Divide = "/" / 2,
        /// On integers: the remainder of `/`, an error if the divisor is 0.
        Modulo = "%" / 2,
        /// On numbers.
        Min = "min" / 2,
        /// On numbers.
        Max = "max" / 2,
        /// On integers, an error if the exponent is negative, and on floats.  With three arguments it is [`Operator::Iterate`]
        /// (FCL-G-POWER).
        Power = "power" / 2,
        /// On all base types.
        Equal = "==" / 2,
        /// On all base types.
        NotEqual = "!=" / 2,
        /// On numbers.
        Less = "<" / 2,
        /// On numbers.
        LessEqual = "<=" / 2,
        /// On numbers.
        Greater = ">" / 2,
        /// On numbers.
        GreaterEqual = ">=" / 2,
        /// On integers, bit by bit, and `bool`; both operands are evaluated.
        And = "and" / 2,
        /// On integers, bit by bit, and `bool`; both operands are evaluated.
        Or = "or" / 2,
        /// On integers, bit by bit, and `bool`.
        Xor = "xor" / 2,
        /// On integers; the count modulo the bits of the type.
        ShiftLeft = "<<" / 2,
        /// On integers, arithmetic on signed ones; the count modulo the bits of the type.
        ShiftRight = ">>" / 2,
        /// On numbers.
        Negate = "negate" / 1,
        /// On numbers.
        Absolute = "abs" / 1,
        /// On integers: -1, 0 or 1.
        Sign = "sign" / 1,
        /// On `int`: the number of leading zeros.
        LeadingZeros = "clz" / 1,
        /// On `bool`.
        Not = "not" / 1,
        /// On floats.
        SquareRoot = "sqrt" / 1,
        /// On floats.
        Exponential = "exp" / 1,
        /// On floats.
        Logarithm = "log" / 1,
        /// On floats.
        Sine = "sin" / 1,
        /// On floats.
        Cosine = "cos" / 1,
        /// On floats, to minus infinity.
        Floor = "floor" / 1,
        /// From `int` to `double`.
        IntToDouble = "i2d" / 1,
        /// From `double` to `int`, rounding to zero; what does not fit goes to the nearest end.
        DoubleToInt = "d2i" / 1,
        /// From `bool` to `int`.
        BoolToInt = "b2i" / 1,
        /// From any base type to `i8` (FCL-E-CONVERT).
        ToI8 = "toI8" / 1,
        /// From any base type to `i16` (FCL-E-CONVERT).
        ToI16 = "toI16" / 1,
        /// From any base type to `int` (FCL-E-CONVERT).
        ToI32 = "toInt" / 1,
        /// From any base type to `i64` (FCL-E-CONVERT).
        ToI64 = "toI64" / 1,
        /// From any base type to `u8` (FCL-E-CONVERT).
        ToU8 = "toU8" / 1,
        /// From any base type to `u16` (FCL-E-CONVERT).
        ToU16 = "toU16" / 1,
        /// From any base type to `u32` (FCL-E-CONVERT).
        ToU32 = "toU32" / 1,
        /// From any base type to `u64` (FCL-E-CONVERT).
        ToU64 = "toU64" / 1,
        /// From any base type to `half` (FCL-E-CONVERT).
        ToF16 = "toHalf" / 1,
        /// From any base type to `float` (FCL-E-CONVERT).
        ToF32 = "toFloat" / 1,
        /// From any base type to `double` (FCL-E-CONVERT).
        ToF64 = "toDouble" / 1,
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
    /// The conversion to a type of numbers; for `bool`, which has none, that to `int`.
    pub fn conversion(to: PrimType) -> ScalarOperator {
        match to {
            PrimType::I8 => ScalarOperator::ToI8,
            PrimType::I16 => ScalarOperator::ToI16,
            PrimType::I32 | PrimType::Bool => ScalarOperator::ToI32,
            PrimType::I64 => ScalarOperator::ToI64,
            PrimType::U8 => ScalarOperator::ToU8,
            PrimType::U16 => ScalarOperator::ToU16,
            PrimType::U32 => ScalarOperator::ToU32,
            PrimType::U64 => ScalarOperator::ToU64,
            PrimType::F16 => ScalarOperator::ToF16,
            PrimType::F32 => ScalarOperator::ToF32,
            PrimType::F64 => ScalarOperator::ToF64,
        }
    }

    /// The operator on operands of this type; `None` if it does not exist there.
    pub fn primitive(self, operand: PrimType) -> Option<Primitive> {
        use PrimType::{Bool, F64, I32};
        use Primitive::{Binary, Convert, Unary};
        use ScalarOperator as S;
        let (integer, float) = (operand.is_integer(), operand.is_float());
        let number = integer || float;
        let (exists, primitive) = match self {
            S::Add => (number, Binary(BinOp::Add)),
            S::Subtract => (number, Binary(BinOp::Sub)),
            S::Multiply => (number, Binary(BinOp::Mul)),
            S::Divide if integer => (true, Binary(BinOp::Quot)),
            S::Divide => (float, Binary(BinOp::Div)),
            S::Modulo => (integer, Binary(BinOp::Rem)),
            S::Min => (number, Binary(BinOp::Min)),
            S::Max => (number, Binary(BinOp::Max)),
            S::Power => (number, Binary(BinOp::Pow)),
            S::Equal => (true, Binary(BinOp::Eq)),
            S::NotEqual => (true, Binary(BinOp::Ne)),
            S::Less => (number, Binary(BinOp::Lt)),
            S::LessEqual => (number, Binary(BinOp::Le)),
            S::Greater => (number, Binary(BinOp::Gt)),
            S::GreaterEqual => (number, Binary(BinOp::Ge)),
            S::And => (!float, Binary(BinOp::And)),
            S::Or => (!float, Binary(BinOp::Or)),
            S::Xor => (!float, Binary(BinOp::Xor)),
            S::ShiftLeft => (integer, Binary(BinOp::Shl)),
            S::ShiftRight => (integer, Binary(BinOp::Shr)),
            S::Negate => (number, Unary(UnOp::Neg)),
            S::Absolute => (number, Unary(UnOp::Abs)),
            S::Sign => (integer, Unary(UnOp::Sgn)),
            S::LeadingZeros => (integer, Unary(UnOp::Clz)),
            S::Not => (operand == Bool, Unary(UnOp::Not)),
            S::SquareRoot => (float, Unary(UnOp::Sqrt)),
            S::Exponential => (float, Unary(UnOp::Exp)),
            S::Logarithm => (float, Unary(UnOp::Log)),
            S::Sine => (float, Unary(UnOp::Sin)),
            S::Cosine => (float, Unary(UnOp::Cos)),
            S::Floor => (float, Unary(UnOp::Floor)),
            S::IntToDouble => (operand == I32, Convert(F64)),
            S::DoubleToInt => (operand == F64, Convert(I32)),
            S::BoolToInt => (operand == Bool, Convert(I32)),
            S::ToI8 => (true, Convert(PrimType::I8)),
            S::ToI16 => (true, Convert(PrimType::I16)),
            S::ToI32 => (true, Convert(PrimType::I32)),
            S::ToI64 => (true, Convert(PrimType::I64)),
            S::ToU8 => (true, Convert(PrimType::U8)),
            S::ToU16 => (true, Convert(PrimType::U16)),
            S::ToU32 => (true, Convert(PrimType::U32)),
            S::ToU64 => (true, Convert(PrimType::U64)),
            S::ToF16 => (true, Convert(PrimType::F16)),
            S::ToF32 => (true, Convert(PrimType::F32)),
            S::ToF64 => (true, Convert(PrimType::F64)),
        };
        exists.then_some(primitive)
    }

    /// The type of the result on operands of this type; `None` if it does not exist there.
    pub fn result(self, operand: PrimType) -> Option<PrimType> {
        match self.primitive(operand)? {
            Primitive::Binary(op) if op.is_comparison() => Some(PrimType::Bool),
            Primitive::Convert(to) => Some(to),
            Primitive::Unary(op) => op.result(operand),
            Primitive::Binary(_) => Some(operand),
        }
    }
}
