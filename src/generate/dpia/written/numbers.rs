//! Numbers: operators at the values where they go wrong, and chains of operators whose grouping only precedence says.

use super::{Writer, from, one};
use crate::Choices;
use crate::dpia::inputs;
use crate::dpia::terms::{self, numbers as operators};
use elder_dpia::{BinOp, DataType, Nat, Phrase, Prim, PrimType, PrimValue, print};
use elder_syntax::{Span, Value};
use half::f16;

/// How many pairs of numbers an operator is given.
const PAIRS: usize = 24;

/// How many operators are applied to them at most.
const OPERATORS: usize = 8;

/// The body of a program that applies operators of two types to pairs of numbers, many of them special.
pub(super) fn elements(writer: &mut Writer, c: &mut Choices) -> String {
    let (one, other) = (c.part(|c| operated(writer, c)), c.part(|c| operated(writer, c)));
    match c.below(3) {
        0 => one,
        _ => format!("({one}, {other})"),
    }
}

/// Operators of one type, applied to the same pairs of numbers.
fn operated(writer: &mut Writer, c: &mut Choices) -> String {
    let t = *c.pick(PrimType::ALL).unwrap_or(&PrimType::I32);
    let pairs = DataType::array(Nat::lit(PAIRS as i64), DataType::Num(t));
    let mut input = || {
        let name = writer.name("xs");
        writer
            .parameters
            .push(format!("{name}: {}", print::data_type(&pairs)));
        let values = (0..PAIRS).map(|_| match c.below(2) {
            0 => special(c, t),
            _ => inputs::number(c, t),
        });
        let values: Vec<PrimValue> = values.collect();
        let data = inputs::collect(t, values.into_iter());
        writer.inputs.extend(Value::new(vec![PAIRS], data));
        name
    };
    let (xs, ys) = (input(), input());
    let mut all = operators_on(t);
    let count = 1 + c.below(OPERATORS);
    let results: Vec<String> = (0..count)
        .map(|_| match all.is_empty() {
            true => "x".to_owned(),
            false => all.swap_remove(c.below(all.len())),
        })
        .collect();
    let results = match results.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    let map = one(c, &["map", "map", "mapGlobal", "mapSeq"]);
    format!("(zip({xs}, {ys}) |> {map}(fun (x, y). {results}))")
}

/// Each operator that exists on a type, of the numbers x and y.
fn operators_on(t: PrimType) -> Vec<String> {
    let of = DataType::Num(t);
    let function = |prim: Prim, operands: usize| {
        let made = Phrase::lambda("a", terms::exp(&of), Span::NONE, |a| {
            Phrase::lambda("b", terms::exp(&of), Span::NONE, |b| {
                let all = [a, b];
                Phrase::prim(prim, all.into_iter().take(operands).collect(), Span::NONE)
            })
        });
        format!("({})(x)(y)", print::phrase(&made))
    };
    let unary = operators::EXACT_UNARY
        .into_iter()
        .filter(|op| op.result(t).is_some());
    let unary = unary.map(|op| function(Prim::Unary { op, of: of.clone() }, 1));
    let conversions = PrimType::ALL.iter().map(|to| {
        let from = of.clone();
        function(Prim::Convert { to: *to, from }, 1)
    });
    let orders = [BinOp::Lt, BinOp::Le, BinOp::Eq, BinOp::Ne, BinOp::Gt, BinOp::Ge];
    let binary = operators::EXACT_BINARY.into_iter().filter(|op| op.exists_on(t));
    let binary = orders.into_iter().chain(binary).map(|op| {
        let applied = function(Prim::Binary { op, of: of.clone() }, 2);
        match t.is_integer() && matches!(op, BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Div) {
            true => format!("(if y == 0 then x else {applied})"),
            false => applied,
        }
    });
    unary.chain(binary).chain(conversions).collect()
}

/// A number at which operators go wrong: none, the least, the largest, about the width of the type.
fn special(c: &mut Choices, t: PrimType) -> PrimValue {
    let bits = 8 * t.bytes() as i64;
    let whole = *c
        .pick(&[0, 1, -1, i64::MIN, i64::MAX, bits - 1, bits, bits + 1, 2, -2])
        .unwrap_or(&0);
    let broken = c.float("0.0 -0.0 1.0 -1.0 0.5 -0.5 1.5 2.5 -2.5 inf -inf nan 65504.0 3e38 1e-45 6e-8");
    macro_rules! whole {
        ($variant:ident, $type:ty) => {
            PrimValue::$variant(match whole {
                i64::MIN => <$type>::MIN,
                i64::MAX => <$type>::MAX,
                other => other as $type,
            })
        };
    }
    match t {
        PrimType::Bool => PrimValue::Bool(whole % 2 != 0),
        PrimType::I8 => whole!(I8, i8),
        PrimType::I16 => whole!(I16, i16),
        PrimType::I32 => whole!(I32, i32),
        PrimType::I64 => whole!(I64, i64),
        PrimType::U8 => whole!(U8, u8),
        PrimType::U16 => whole!(U16, u16),
        PrimType::U32 => whole!(U32, u32),
        PrimType::U64 => whole!(U64, u64),
        PrimType::F16 => PrimValue::F16(f16::from_f64(broken)),
        PrimType::F32 => PrimValue::F32(broken as f32),
        PrimType::F64 => PrimValue::F64(broken),
    }
}

/// Operators that bind as strongly as each other, from the weakest on.
const BINDING: [&[&str]; 5] = [&["&", "|"], &["<<", ">>", ">>>"], &["+", "-"], &["*"], &["**"]];

/// An expression with as few parentheses as it needs, and with all of them; with how strongly its operator binds.
struct Chain {
    few: String,
    all: String,
    binds: usize,
}

fn chain(c: &mut Choices, depth: usize) -> Chain {
    let leaf = |text: String| Chain {
        few: text.clone(),
        all: text,
        binds: BINDING.len() + 1,
    };
    if depth == 0 || c.one_in(5) {
        return match c.below(3) {
            0 => leaf(from(c, 0, 9).to_string()),
            _ => leaf(one(c, &["x", "y"]).to_owned()),
        };
    }
    if c.one_in(6) {
        let inner = c.part(|c| chain(c, depth - 1));
        // Two signs in a row begin a comment.
        let few = match inner.binds >= BINDING.len() && !inner.few.starts_with('-') {
            true => inner.few,
            false => format!("({})", inner.few),
        };
        return Chain {
            few: format!("-{few}"),
            all: format!("(-{})", inner.all),
            binds: BINDING.len(),
        };
    }
    let binds = c.below(BINDING.len());
    let operator = one(c, BINDING[binds]);
    let (a, b) = (c.part(|c| chain(c, depth - 1)), c.part(|c| chain(c, depth - 1)));
    // Exponents and shifts are small; powers of powers are numbers.
    let b = match operator {
        "**" if c.one_in(3) => {
            let (few, all) = one_of_powers(c);
            Chain { few, all, binds }
        }
        "**" | "<<" | ">>" | ">>>" => leaf(from(c, 0, 5).to_string()),
        _ => b,
    };
    // Powers group to the right, all others to the left.
    let (left, right) = match operator {
        "**" => (a.binds > binds, b.binds >= binds),
        _ => (a.binds >= binds, b.binds > binds),
    };
    let put = |chain: &Chain, fits: bool| match fits {
        true => chain.few.clone(),
        false => format!("({})", chain.few),
    };
    Chain {
        few: format!("{} {operator} {}", put(&a, left), put(&b, right)),
        all: format!("({} {operator} {})", a.all, b.all),
        binds,
    }
}

/// A power of numerals, without parentheses and with them.
fn one_of_powers(c: &mut Choices) -> (String, String) {
    let (base, exponent) = (from(c, 0, 4), from(c, 0, 3));
    let text = format!("{base} ** {exponent}");
    (text.clone(), format!("({text})"))
}

/// The body of a program whose result is `true` if chains of operators group as their precedence says, and other forms mean what they are short for.
pub(super) fn chains(writer: &mut Writer, c: &mut Choices) -> String {
    writer.is_law = true;
    writer.definitions = "def nth(n: nat, m: nat, zs: (n + m + 1).i32) = zs[n]\n\
        def rows(n: nat, m: nat, t: data, zs: (n * m).t) = zs |> split(n) |> transpose\n\
        def both(t: data, u: data, p: (t, u)) = (snd p, fst p)\n\
        def twice(f: i32 -> i32) = fun(x: i32) f(f(x))\n\n";
    let pairs = DataType::array(Nat::lit(8), DataType::Num(PrimType::I32));
    let (xs, ys) = (writer.input(c, &pairs), writer.input(c, &pairs));
    let mut equal: Vec<String> = (0..1 + c.below(2))
        .map(|_| {
            let chain = c.part(|c| chain(c, 4));
            format!("({} == {})", chain.few, chain.all)
        })
        .collect();
    let laws: Vec<&str> = include_str!("laws.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    equal.extend((0..4 + c.below(6)).map(|_| format!("({})", one(c, &laws))));
    format!(
        "zip({xs}, {ys}) |> map(fun (x, y). let zs = {xs} in let z = 3 * x - y in {})",
        equal.join(" && ")
    )
}
