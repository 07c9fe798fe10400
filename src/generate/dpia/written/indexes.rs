//! Indexes and sizes at the ends of what is allowed: computed indexes in and out of range, empty arrays, conditions that guard an access,
//! and lengths that 32 bits do not hold.

use super::{Writer, from, one};
use crate::Choices;
use elder_dpia::{DataType, Nat, PrimType, PrimValue};
use elder_syntax::Value;

/// The body of a program that reads one or two elements at indexes that are computed, a good part of them out of range.
pub(super) fn computed(writer: &mut Writer, c: &mut Choices) -> String {
    use PrimType::{I8, I16, I32, I64, U8, U16, U32, U64};
    let length = *c.pick(&[3, 1, 0, 4, 8]).unwrap_or(&3);
    let t = *c.pick(&[I64, I8, I32, U8, U64, I16, U16, U32]).unwrap_or(&I64);
    let size = match c.one_in(2) {
        true => Nat::lit(length),
        false => writer.size(length),
    };
    let row = DataType::array(size.clone(), writer.number());
    let (xs, ys) = (writer.input(c, &row), writer.input(c, &row));
    let ends = [
        0,
        length - 1,
        length / 2,
        length,
        -1,
        length + 1,
        1 << 32,
        (1 << 32) + 1,
        -(1 << 32),
        1 << 31,
        i64::MIN,
        i64::MAX,
    ];
    let mut index = |c: &mut Choices| {
        // What is in range more often, since the first that is not ends all.
        let many = if c.one_in(3) { ends.len() } else { 3 };
        let wanted = ends[c.below(many)];
        let name = writer.name("k");
        writer.parameters.push(format!("{name}: {t}"));
        writer.inputs.push(Value::scalar(number(t, wanted)));
        name
    };
    let (k, l) = (c.part(&mut index), c.part(&mut index));
    let read = match c.below(8) {
        // From the ends of rows and columns, of which there may be none.
        6 | 7 => {
            let m = from(c, 0, 3);
            let column = match c.one_in(2) {
                true => Nat::lit(m),
                false => writer.size(m),
            };
            let of = DataType::array(size.clone(), DataType::array(column.clone(), writer.number()));
            let zs = writer.input(c, &of);
            let turned = |n: &Nat, of: &str| {
                format!("reorder(fun i. at@({n})(({n}) - 1 - i), fun i. at@({n})(({n}) - 1 - i), {of})")
            };
            let row = format!("({})[asIndex({k})]", turned(&size, &zs));
            format!("({})[asIndex({l})]", turned(&column, &row))
        }
        0 => format!("{xs}[asIndex({k})]"),
        1 => format!("{xs}[asIndex({k})] - {ys}[asIndex({l})]"),
        2 => format!("(if {k} == {l} then {xs}[asIndex({k})] else {ys}[asIndex({l})])"),
        3 => format!("(let zs = update({xs}, asIndex({k}), 3) in zs[asIndex({l})])"),
        4 => format!("reduce(fun x a. x - a, 0, (if {k} > 0 then update({xs}, asIndex({l}), 1) else {ys}))"),
        _ => format!("({xs}[asIndex({k})], {ys}[asIndex({k})])"),
    };
    match c.below(3) {
        0 => read,
        1 => format!("map(fun x. {read}, generate({}, fun i. i))", from(c, 0, 4)),
        _ => format!("mapGlobal(fun x. {read}, {xs})"),
    }
}

/// The number as one of that type, cut off.
fn number(t: PrimType, value: i64) -> PrimValue {
    match t {
        PrimType::I8 => PrimValue::I8(value as i8),
        PrimType::I16 => PrimValue::I16(value as i16),
        PrimType::I32 => PrimValue::I32(value as i32),
        PrimType::U8 => PrimValue::U8(value as u8),
        PrimType::U16 => PrimValue::U16(value as u16),
        PrimType::U32 => PrimValue::U32(value as u32),
        PrimType::U64 => PrimValue::U64(value as u64),
        _ => PrimValue::I64(value),
    }
}

/// The body of a program whose conditions say that an access is in range, on index terms and sizes.
pub(super) fn guarded(writer: &mut Writer, c: &mut Choices) -> String {
    let (a, b) = (from(c, 0, 7), from(c, 0, 7));
    let (n, m) = (writer.size(a), writer.size(b));
    let (data, index) = (writer.number(), DataType::array(n.clone(), writer.number()));
    let xs = writer.input(c, &index);
    let ys = writer.input(c, &DataType::array(m.clone(), data));
    // Each pair says of k below n where there is an element of ys.
    let (condition, at) = *c
        .pick(&[
            ("nat(k) < nat(M)", "k"),
            ("!(nat(k) >= nat(M))", "k"),
            ("nat(2 * k + 1) < nat(M)", "2 * k + 1"),
            ("nat(k) < nat(M) && nat(k) > 1", "k - 1"),
            ("nat(k + 3) <= nat(M)", "k + 2"),
            ("nat(M) > nat(k)", "M - 1 - k"),
            ("nat(M) > 0", "k % M"),
            ("nat(M) >= 4", "k % 4"),
            ("nat(N) <= nat(M)", "k"),
            ("nat(M) == nat(N)", "N - 1 - k"),
            ("nat(k / 2) < nat(M)", "k / 2"),
        ])
        .unwrap_or(&("nat(k) < nat(M)", "k"));
    let put = |text: &str| text.replace('M', &m.to_string()).replace('N', &n.to_string());
    let (condition, at) = (put(condition), put(at));
    let (yes, no) = (format!("{ys}[at({at})] - {xs}[k]"), format!("{xs}[k]"));
    let chosen = match c.below(7) {
        // Numbers of few bits say little of the sizes.
        5 | 6 => {
            let t = one(c, &["u8", "i8", "i16", "i32"]);
            let far = [0, 1, 125, 254, 256, 257, 65_534, 65_536, 65_535, 46_341, 1 << 30];
            let far = c.pick(&far).copied().unwrap_or(0);
            // A size of no array is given, before all arrays.
            writer.inputs.insert(0, Value::scalar(PrimValue::I64(far)));
            let far = writer.size(far);
            // What is less than the length, were there no end to numbers, and what is then less than that.
            let (whole, part) = match c.below(4) {
                0 | 1 => (format!("k + {far}"), format!("k + {far}")),
                2 => (format!("{far} * {far} + k"), format!("{far} + k")),
                _ => (format!("4 * {far} + k"), format!("{far}")),
            };
            let t = if whole.contains('*') { "i32" } else { t };
            format!(
                "if nat@{t}({whole}) < nat@{t}({m}) then {ys}[asIndex(nat@i32({part}))] - {xs}[k] else {xs}[k]"
            )
        }
        0 => format!("if {condition} then {yes} else {no}"),
        1 => format!("if !({condition}) then {no} else {yes}"),
        2 => format!("if !({condition}) || {xs}[k] > 4 then {no} else {yes}"),
        3 => format!("if ({condition}) & ({xs}[k] > 2) then {yes} else {no}"),
        _ => format!("if !(!({condition}) | ({xs}[k] > 2)) then {yes} else {no}"),
    };
    format!(
        "generate({n}, fun k. {chosen}) |> {}(fun x. x + 1)",
        one(c, &["map", "mapGlobal", "mapSeq"])
    )
}

/// The body of a program over lengths that 32 bits do not hold, none of which lies in memory.
pub(super) fn large(writer: &mut Writer, c: &mut Choices) -> String {
    let all = [
        (1 << 31) - 3,
        (1 << 31) - 1,
        1 << 31,
        (1 << 31) + 1,
        1 << 32,
        (1 << 32) + 2,
        1 << 30,
        46_341,
        65_536,
    ];
    let value = *c.pick(&all).unwrap_or(&(1 << 31));
    let n = writer.size(value);
    writer.inputs.push(Value::scalar(PrimValue::I64(value)));
    let small = DataType::array(Nat::lit(4), DataType::Num(PrimType::I64));
    let xs = writer.input(c, &small);
    // The square of a larger one is refused.
    let most = ["n", "2 * n", "3 * n", "n * n"][c.below(4)];
    let most = most.replace('n', &n.to_string());
    let whole = format!("generate({most} + 4, fun i. i64(i) * 3 - 1)");
    let (small, kept) = (from(c, 1, 6), one(c, &["i32", "i16", "u8", "i64", "i8"]));
    let seen = match c.below(8) {
        // A number that is cut off is small, whatever it was cut off.
        0 | 1 => format!(
            "generate(4, fun i. if {kept}(nat@i64({n})) < {small} then (generate({small}, fun j. i64(j) - 1))[at({n})] else i64(i))"
        ),
        2 => format!("take(4, drop({most}, {whole}))"),
        3 => format!(
            "take(4, reorder(fun i. at@({most} + 4)({most} + 3 - i), fun i. at@({most} + 4)({most} + 3 - i), {whole}))"
        ),
        4 => format!("map(fun w. w[3], take(4, drop({most} - 3, slide(4, 1, {whole}))))"),
        5 => format!(
            "map(fun w. w[1], take(4, drop({n}, split(2, generate(2 * ({n} + 4), fun i. i64(i) - 7)))))"
        ),
        6 => format!(
            "take(4, drop({most}, join(transpose(split(2, generate(2 * ({most} + 4), fun i. i64(i)))))))"
        ),
        _ => format!("gather(generate(4, fun i. at@({most} + 4)({most} + i)), {whole})"),
    };
    let map = one(c, &["map", "mapGlobal", "mapSeq"]);
    format!("zip({xs}, {seen}) |> {map}(fun (x, y). y - x)")
}
