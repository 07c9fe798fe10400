//! The texts of the helper functions for primitive functions that C cannot say in one operator.

use super::{Dialect, Spelling, helper_name, scalar_name, short_name, spell, unsigned, vector_name};
use crate::c::Width;
use crate::print::{Text, apply};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, TernOp, UnOp};
use rustc_hash::FxHashSet;

/// The helper functions of one text, each after those that it calls.
#[derive(Debug, Default)]
pub struct Helpers {
    done: FxHashSet<String>,
    text: String,
}

impl Helpers {
    /// Their definitions.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How a function is spelled; what it needs is added.
    pub fn spell(&mut self, f: PrimFn, width: Option<Width>, dialect: Dialect) -> Spelling {
        let spelling = spell(f, width, dialect);
        if let Spelling::Helper(name) = &spelling
            && self.done.insert(name.clone())
        {
            let definition = match width {
                None => self.scalar(f, dialect),
                Some(width) => self.by_component(f, width, dialect),
            };
            self.text.push_str(&definition);
        }
        spelling
    }

    /// The text of an application of a function to these texts.
    fn call(&mut self, f: PrimFn, arguments: &[&str], dialect: Dialect) -> String {
        let spelling = self.spell(f, None, dialect);
        apply(&spelling, arguments.iter().map(|a| Text::primary(*a)).collect()).text
    }

    fn by_component(&mut self, f: PrimFn, width: Width, dialect: Dialect) -> String {
        let parameters = f.parameters();
        let letters = ["a", "b", "c"];
        let components: Vec<String> = (0..width.count())
            .map(|i| {
                let arguments: Vec<String> = letters
                    .iter()
                    .take(parameters.len())
                    .map(|a| match dialect {
                        Dialect::OpenCl => format!("{a}.s{i:x}"),
                        Dialect::OpenMp => format!("{a}[{i}]"),
                    })
                    .collect();
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                self.call(f, &arguments, dialect)
            })
            .collect();
        let parameters: Vec<String> = (parameters.iter().zip(letters))
            .map(|(t, a)| format!("{} {a}", vector_name(*t, width)))
            .collect();
        let result = vector_name(f.result(), width);
        let (open, close) = match dialect {
            Dialect::OpenCl => ("(", ")"),
            Dialect::OpenMp => ("{", "}"),
        };
        format!(
            "{} {result} {}({}) {{\n    return ({result}){open}{}{close};\n}}\n\n",
            linkage(dialect),
            helper_name(f, Some(width)),
            parameters.join(", "),
            components.join(", "),
        )
    }

    fn scalar(&mut self, f: PrimFn, dialect: Dialect) -> String {
        let body = self.body(f, dialect);
        let parameters: Vec<String> = (f.parameters().iter().zip(["a", "b", "c"]))
            .map(|(t, a)| format!("{} {a}", scalar_name(*t, dialect)))
            .collect();
        let result = scalar_name(f.result(), dialect);
        let name = helper_name(f, None);
        format!(
            "{} {result} {name}({}) {{\n{body}}}\n\n",
            linkage(dialect),
            parameters.join(", ")
        )
    }

    fn body(&mut self, f: PrimFn, dialect: Dialect) -> String {
        match f {
            PrimFn::Convert(from, to) => self.conversion(from, to, dialect),
            PrimFn::Bin(op, PrimType::F16) => self.half_binary(op, dialect),
            PrimFn::Un(op, PrimType::F16) => self.half_unary(op, dialect),
            PrimFn::Tern(TernOp::Fma, PrimType::F16) => {
                let widened =
                    ["a", "b", "c"].map(|x| self.call(convert(PrimType::F16, PrimType::F64), &[x], dialect));
                let sum = format!("fma({})", widened.join(", "));
                let result = self.call(convert(PrimType::F64, PrimType::F16), &[&sum], dialect);
                returned(&result)
            }
            PrimFn::Ldexp(PrimType::F16) => {
                let wide = self.call(convert(PrimType::F16, PrimType::F32), &["a"], dialect);
                let scaled = self.call(PrimFn::Ldexp(PrimType::F32), &[&wide, "b"], dialect);
                returned(&self.call(convert(PrimType::F32, PrimType::F16), &[&scaled], dialect))
            }
            PrimFn::Bin(op, t) if t.is_float() => self.float_binary(op, t, dialect),
            PrimFn::Bin(op, t) => integer_binary(op, t, dialect),
            PrimFn::Un(op, t) if t.is_float() => self.float_unary(op, t, dialect),
            PrimFn::Un(op, t) => integer_unary(op, t, dialect),
            PrimFn::Tern(op, t) => self.ternary(op, t, dialect),
            PrimFn::Ldexp(t) => returned(&self.call(PrimFn::Ldexp(t), &["a", "b"], dialect)),
        }
    }

    fn ternary(&mut self, op: TernOp, t: PrimType, dialect: Dialect) -> String {
        let bin = |op| PrimFn::Bin(op, t);
        match op {
            TernOp::MadHi => {
                let high = self.call(bin(BinOp::MulHi), &["a", "b"], dialect);
                returned(&self.call(bin(BinOp::Add), &[&high, "c"], dialect))
            }
            TernOp::Lerp => {
                let (zero, one) = match t {
                    PrimType::F16 => ("0x0000", "0x3c00"),
                    PrimType::F32 => ("0.0f", "1.0f"),
                    _ => ("0.0", "1.0"),
                };
                let least = self.call(bin(BinOp::Min), &[one, "c"], dialect);
                let factor = self.call(bin(BinOp::Max), &[zero, &least], dialect);
                let difference = self.call(bin(BinOp::Sub), &["b", "a"], dialect);
                let product = self.call(bin(BinOp::Mul), &[&format!("({difference})"), &factor], dialect);
                returned(&self.call(bin(BinOp::Add), &["a", &product], dialect))
            }
            TernOp::Mad | TernOp::Fma => {
                let product = self.call(bin(BinOp::Mul), &["a", "b"], dialect);
                returned(&self.call(bin(BinOp::Add), &[&product, "c"], dialect))
            }
        }
    }

    fn float_binary(&mut self, op: BinOp, t: PrimType, dialect: Dialect) -> String {
        match op {
            BinOp::Min => returned("a < b || b != b ? a : b"),
            BinOp::Max => returned("a > b || b != b ? a : b"),
            // Only C comes here.
            BinOp::Atan2pi => returned(&format!(
                "({})(atan2((double)a, (double)b) / {PI})",
                scalar_name(t, dialect)
            )),
            _ => returned("0"),
        }
    }

    fn float_unary(&mut self, op: UnOp, t: PrimType, dialect: Dialect) -> String {
        let name = scalar_name(t, dialect);
        let one = if t == PrimType::F32 { "1.0f" } else { "1.0" };
        let over_pi = |f: &str| returned(&format!("({name})({f}((double)a) / {PI})"));
        match op {
            UnOp::Sgn => {
                let sign = self.call(PrimFn::Bin(BinOp::Copysign, t), &[one, "a"], dialect);
                returned(&format!("a != a || a == 0 ? a : {sign}"))
            }
            // Only C comes here.  Rounded once, as the definition has it.
            UnOp::Rsqrt => returned(&format!("({name})(1.0 / sqrt((double)a))")),
            UnOp::Asinpi => over_pi("asin"),
            UnOp::Acospi => over_pi("acos"),
            UnOp::Atanpi => over_pi("atan"),
            UnOp::Sinpi => {
                let zero = "(a == 0 ? (double)a : sin(rest))";
                turn(name, [zero, "cos(rest)", "-sin(rest)", "-cos(rest)"])
            }
            UnOp::Cospi => turn(name, ["cos(rest)", "-sin(rest)", "-cos(rest)", "sin(rest)"]),
            UnOp::Tanpi => {
                let sine = self.call(PrimFn::Un(UnOp::Sinpi, PrimType::F64), &["a"], dialect);
                let cosine = self.call(PrimFn::Un(UnOp::Cospi, PrimType::F64), &["a"], dialect);
                returned(&format!("({name})({sine} / {cosine})"))
            }
            UnOp::ToBits => reinterpreted(scalar_name(
                if t == PrimType::F32 {
                    PrimType::U32
                } else {
                    PrimType::U64
                },
                dialect,
            )),
            _ => returned("a"),
        }
    }

    fn half_binary(&mut self, op: BinOp, dialect: Dialect) -> String {
        let widen = convert(PrimType::F16, PrimType::F32);
        if op == BinOp::Nextafter {
            let (x, y) = (
                self.call(widen, &["a"], dialect),
                self.call(widen, &["b"], dialect),
            );
            return format!(
                "    float x = {x}, y = {y};\n    if (x != x || y != y) return 0x7e00;\n    if (x == y) return b;\n    \
                 if (x == 0) return (b & 0x8000) | 1;\n    return (x < y) == (x > 0) ? a + 1 : a - 1;\n"
            );
        }
        let (a, b) = (
            self.call(widen, &["a"], dialect),
            self.call(widen, &["b"], dialect),
        );
        let wide = self.call(PrimFn::Bin(op, PrimType::F32), &[&a, &b], dialect);
        if op.is_comparison() {
            return returned(&wide);
        }
        returned(&self.call(convert(PrimType::F32, PrimType::F16), &[&wide], dialect))
    }

    fn half_unary(&mut self, op: UnOp, dialect: Dialect) -> String {
        match op {
            UnOp::Neg => returned("a ^ 0x8000"),
            UnOp::Abs => returned("a & 0x7fff"),
            UnOp::IsNan => returned("(a & 0x7fff) > 0x7c00"),
            UnOp::IsInf => returned("(a & 0x7fff) == 0x7c00"),
            UnOp::Sgn => returned("(a & 0x7fff) == 0 || (a & 0x7fff) > 0x7c00 ? a : (a & 0x8000) | 0x3c00"),
            _ => {
                let a = self.call(convert(PrimType::F16, PrimType::F32), &["a"], dialect);
                let wide = self.call(PrimFn::Un(op, PrimType::F32), &[&a], dialect);
                returned(&self.call(convert(PrimType::F32, PrimType::F16), &[&wide], dialect))
            }
        }
    }

    fn conversion(&mut self, from: PrimType, to: PrimType, dialect: Dialect) -> String {
        use PrimType::{Bool, F16, F32, F64};
        let target = scalar_name(to, dialect);
        match (from, to) {
            (F16, Bool) => returned("(a & 0x7fff) != 0"),
            (Bool, F16) => returned("a ? 0x3c00 : 0x0000"),
            (F16, F32) => match dialect {
                Dialect::OpenCl => {
                    "    ushort bits = a;\n    return vload_half(0, (half *)&bits);\n".to_string()
                }
                Dialect::OpenMp => {
                    "    _Float16 half;\n    memcpy(&half, &a, sizeof half);\n    return half;\n".to_string()
                }
            },
            // Rounded to odd in single precision first, so that rounding twice is rounding once.
            (F64, F16) if dialect == Dialect::OpenCl => {
                let half = self.call(convert(F32, F16), &["as_float(bits)"], dialect);
                format!(
                    "    float near = (float)a;\n    uint bits = as_uint(near);\n    double error = a - (double)near;\n    \
                     if (error != 0.0 && isfinite(near) && (bits & 1) == 0) bits += (error > 0.0) == (a > 0.0) ? 1 : -1;\n    \
                     return {half};\n"
                )
            }
            (F32 | F64, F16) => match dialect {
                Dialect::OpenCl => {
                    "    ushort bits;\n    vstore_half_rte(a, 0, (half *)&bits);\n    return bits;\n"
                        .to_string()
                }
                Dialect::OpenMp => format!(
                    "    _Float16 half = (_Float16)a;\n    {target} bits;\n    memcpy(&bits, &half, sizeof bits);\n    return bits;\n"
                ),
            },
            (F16, _) => {
                let wide = self.call(convert(F16, F32), &["a"], dialect);
                returned(&self.call(convert(F32, to), &[&wide], dialect))
            }
            // An integer that a float cannot hold exactly is too large for a half anyway.
            (_, F16) => returned(&self.call(convert(F32, F16), &["(float)a"], dialect)),
            _ => {
                let signed = saturated(PrimType::I64, from, dialect);
                let whole = match to.is_unsigned() {
                    true => {
                        let word = scalar_name(PrimType::U64, dialect);
                        format!(
                            "a > 0 ? {} : ({word}){signed}",
                            saturated(PrimType::U64, from, dialect)
                        )
                    }
                    false => signed,
                };
                returned(&format!("isfinite(a) ? ({target})({whole}) : 0"))
            }
        }
    }
}

const PI: &str = "3.14159265358979323846";

fn linkage(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::OpenCl => "static",
        Dialect::OpenMp => "static inline",
    }
}

fn convert(from: PrimType, to: PrimType) -> PrimFn {
    PrimFn::Convert(from, to)
}

fn returned(e: &str) -> String {
    format!("    return {e};\n")
}

/// C: the bits of `a` as another type of the same size.
fn reinterpreted(target: &str) -> String {
    format!("    {target} bits;\n    memcpy(&bits, &a, sizeof bits);\n    return bits;\n")
}

/// C: sine and cosine of πa, the angle reduced exactly before it is multiplied; by quarter turns.
fn turn(name: &str, [q0, q1, q2, q3]: [&str; 4]) -> String {
    format!(
        "    double quarter = rint(2.0 * (double)a);\n    if (!isfinite(quarter)) return NAN;\n    \
         double rest = ((double)a - quarter / 2.0) * {PI};\n    double turn = quarter - 4.0 * floor(quarter / 4.0);\n    \
         return ({name})(turn == 0.0 ? {q0} : turn == 1.0 ? {q1} : turn == 2.0 ? {q2} : {q3});\n"
    )
}

/// A finite float rounded to zero, the nearest that the 64-bit type has.
fn saturated(to: PrimType, from: PrimType, dialect: Dialect) -> String {
    if dialect == Dialect::OpenCl {
        return format!("convert_{}_sat(a)", short_name(to));
    }
    let suffix = if from == PrimType::F32 { "f" } else { "" };
    match to {
        PrimType::U64 => format!("(a >= 0x1p64{suffix} ? UINT64_MAX : (uint64_t)a)"),
        _ => format!("(a >= 0x1p63{suffix} ? INT64_MAX : a < -0x1p63{suffix} ? INT64_MIN : (int64_t)a)"),
    }
}

fn integer_binary(op: BinOp, t: PrimType, dialect: Dialect) -> String {
    let s = scalar_name(t, dialect);
    let u = scalar_name(unsigned(t), dialect);
    // The type in which C wraps around without widening to int.
    let w = scalar_name(
        if t.bytes() == 8 {
            PrimType::U64
        } else {
            PrimType::U32
        },
        dialect,
    );
    let bits = t.bytes() * 8;
    let signed = t.is_signed();
    match op {
        BinOp::Div if signed => format!(
            "    if (b == 0) return 0;\n    if (b == -1) return ({s})-({w})a;\n    {s} q = a / b;\n    \
             return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;\n"
        ),
        BinOp::Mod if signed => format!(
            "    if (b == 0 || b == -1) return 0;\n    {s} r = a % b;\n    return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n"
        ),
        BinOp::Quot if signed => {
            format!("    if (b == 0) return 0;\n    return b == -1 ? ({s})-({w})a : a / b;\n")
        }
        BinOp::Rem if signed => returned("b == 0 || b == -1 ? 0 : a % b"),
        BinOp::Div | BinOp::Quot => returned("b == 0 ? 0 : a / b"),
        BinOp::Mod | BinOp::Rem => returned("b == 0 ? 0 : a % b"),
        BinOp::Pow => {
            let refuse = if signed { "    if (b < 0) return 0;\n" } else { "" };
            format!(
                "{refuse}    {w} base = a, product = 1;\n    for ({u} n = b; n != 0; n >>= 1) {{\n        \
                 if (n & 1) product *= base;\n        base *= base;\n    }}\n    return ({s})product;\n"
            )
        }
        BinOp::Shl => returned(&format!("({u})b < {bits} ? ({s})(({w})a << b) : 0")),
        BinOp::Shr if signed => returned(&format!("a >> (({u})b < {bits} ? b : {})", bits - 1)),
        BinOp::Shr | BinOp::Lshr => returned(&format!("({u})b < {bits} ? ({s})(({u})a >> b) : 0")),
        BinOp::Min => returned("a < b ? a : b"),
        BinOp::Max => returned("a > b ? a : b"),
        BinOp::MulHi => {
            let double = match (t.bytes(), signed) {
                (8, true) => "__int128",
                (8, false) => "unsigned __int128",
                (_, true) => scalar_name(PrimType::I64, dialect),
                (_, false) => scalar_name(PrimType::U64, dialect),
            };
            returned(&format!("({s})((({double})a * ({double})b) >> {bits})"))
        }
        _ => returned("0"),
    }
}

fn integer_unary(op: UnOp, t: PrimType, dialect: Dialect) -> String {
    let s = scalar_name(t, dialect);
    let u = scalar_name(unsigned(t), dialect);
    let w = scalar_name(
        if t.bytes() == 8 {
            PrimType::U64
        } else {
            PrimType::U32
        },
        dialect,
    );
    let bits = t.bytes() * 8;
    let opencl = dialect == Dialect::OpenCl;
    match op {
        UnOp::Neg => returned(&format!("({s})-({w})a")),
        UnOp::Not => returned(&format!("({s})~a")),
        UnOp::Abs => returned(&format!("a < 0 ? ({s})-({w})a : a")),
        UnOp::Sgn => returned("(a > 0) - (a < 0)"),
        UnOp::Popc if opencl => returned(&format!("(int)popcount(({u})a)")),
        UnOp::Popc => returned(&format!("__builtin_popcountll(({u})a)")),
        UnOp::Clz if opencl => returned(&format!("(int)clz(({u})a)")),
        UnOp::Clz => returned(&format!(
            "a == 0 ? {bits} : __builtin_clzll(({u})a) - {}",
            64 - bits
        )),
        UnOp::Ctz if opencl => returned(&format!("(int)popcount(({u})(~({u})a & (({u})a - 1)))")),
        UnOp::Ctz => returned(&format!("a == 0 ? {bits} : __builtin_ctzll(({u})a)")),
        UnOp::FromBits => reinterpreted(if t == PrimType::U32 { "float" } else { "double" }),
        _ => returned("a"),
    }
}
