//! Programs that somebody wrote, a little changed: other numbers, operators, types, names and parts, and other inputs.
//!
//! Cases of a definition show every rule once, in a setting in which it matters; what a generator makes towards a goal type seldom does.  A change knows nothing of the
//! language but how words are told apart, so it serves all languages, and most changed texts are no programs: who asks for one tries
//! again.

use crate::Choices;
use crate::dpia::inputs::{collect, number};
use elder_syntax::Value;
use elder_syntax::value::{self, Data};

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// White space and comments.
    Blank,
    Word,
    Number,
    Operator,
    Open,
    Close,
    /// A mark, or a text in quotes.
    Other,
}

/// A text as pieces with their kinds.
pub(crate) type Pieces = Vec<(Kind, String)>;

/// What may stand for each other without that a text becomes nonsense.
const SIBLINGS: &[&[&str]] = &[
    &[
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool",
    ],
    &[
        "+", "-", "*", "/", "%", "//", "%%", "**", "&", "|", "^", "<<", ">>", ">>>",
    ],
    &["==", "!=", "<", "<=", ">", ">="],
    &["&&", "||"],
    &["true", "false"],
    &["min", "max", "+", "*"],
    &["fst", "snd"],
    &["take", "drop"],
    &[
        "map",
        "mapSeq",
        "mapLocal",
        "mapGlobal",
        "mapWorkgroup",
        "mapSubgroup",
    ],
    &["reduce", "reduceSeq", "reduceLocal", "reduceSubgroup"],
    &["scan", "scanSeq", "scanLocal", "scanSubgroup"],
    &["toLocal", "toGlobal", "toPrivate"],
    &["thread", "warp", "block", "grid"],
    &["all", "any"],
    &["head", "last"],
    &["init", "tail"],
    &["reduce", "reduce_comm"],
    &["unsafe", "trace"],
    &["reverse", "transpose", "copy"],
];

/// A text with one change.
pub fn changed(c: &mut Choices, text: &str) -> String {
    let mut pieces = pieces(text);
    match c.below(8) {
        0..=2 => numeral(c, &mut pieces),
        3 | 4 => sibling(c, &mut pieces),
        5 | 6 => operand(c, &mut pieces),
        _ => without_stage(c, &mut pieces),
    }
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// A text without a word, wherever it stands.
pub fn without(text: &str, word: &str) -> String {
    let mut out = String::new();
    let mut pieces = pieces(text).into_iter().peekable();
    while let Some((kind, piece)) = pieces.next() {
        match kind == Kind::Word && piece == word {
            true => drop(pieces.next_if(|(kind, next)| *kind == Kind::Blank && !next.starts_with("--"))),
            false => out.push_str(&piece),
        }
    }
    out
}

/// Values of the same types with other elements, and sometimes with another length wherever there was one of that length.
pub fn values(c: &mut Choices, given: &[Value]) -> Vec<Value> {
    let lengths: Vec<usize> = given.iter().flat_map(|value| value.shape().to_vec()).collect();
    let resized = match c.one_in(3) {
        true => c.pick(&lengths).copied(),
        false => None,
    };
    let length = c.below(2 * resized.unwrap_or(0) + 2);
    let one = |c: &mut Choices, given: &Value| {
        let resize = |n: &usize| if Some(*n) == resized { length } else { *n };
        let shape: Vec<usize> = given.shape().iter().map(resize).collect();
        let count = value::element_count(&shape)?;
        let often = 1 + c.below(4);
        let t = given.prim_type();
        let elements = (0..count).map(|k| match given.data().get(k) {
            Some(old) if c.below(4) >= often => old,
            _ => number(c, t),
        });
        let data: Data = collect(t, elements);
        Value::new(shape, data)
    };
    given
        .iter()
        .map(|value| c.part(|c| one(c, value)).unwrap_or_else(|| value.clone()))
        .collect()
}

/// The pieces of a text, in order; together they are the text.
pub(crate) fn pieces(text: &str) -> Pieces {
    let mut out = Pieces::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let while_in = |is_in: &dyn Fn(char) -> bool| rest.find(|ch| !is_in(ch)).unwrap_or(rest.len());
        let (kind, end) = if rest.starts_with("--") {
            (Kind::Blank, rest.find('\n').unwrap_or(rest.len()))
        } else if first.is_whitespace() {
            (Kind::Blank, while_in(&char::is_whitespace))
        } else if first.is_alphabetic() || first == '_' {
            (
                Kind::Word,
                while_in(&|ch| ch.is_alphanumeric() || "_'".contains(ch)),
            )
        } else if first.is_ascii_digit() {
            (Kind::Number, numeral_end(rest))
        } else if first == '"' {
            let end = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
            (Kind::Other, end)
        } else if "([{".contains(first) {
            (Kind::Open, 1)
        } else if ")]}".contains(first) {
            (Kind::Close, 1)
        } else if OPERATORS.contains(first) {
            (Kind::Operator, while_in(&|ch| OPERATORS.contains(ch)))
        } else {
            (Kind::Other, first.len_utf8())
        };
        let (piece, left) = rest.split_at(end.max(first.len_utf8()));
        out.push((kind, piece.to_owned()));
        rest = left;
    }
    out
}

const OPERATORS: &str = "+-*/%<>=!&|^";

/// Where a numeral ends: a point belongs to it only before another digit.
fn numeral_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(&byte) = bytes.get(end) {
        let is_point = byte == b'.' && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_alphanumeric() || byte == b'_' || is_point) {
            break;
        }
        end += 1;
    }
    end
}

/// The places of pieces of some kinds.
pub(crate) fn places(pieces: &[(Kind, String)], wanted: impl Fn(Kind, &str) -> bool) -> Vec<usize> {
    let found = pieces.iter().enumerate();
    found
        .filter(|(_, (kind, piece))| wanted(*kind, piece))
        .map(|(k, _)| k)
        .collect()
}

/// Another number in the place of one.
fn numeral(c: &mut Choices, pieces: &mut [(Kind, String)]) {
    let Some(&at) = c.pick(&places(pieces, |kind, _| kind == Kind::Number)) else {
        return;
    };
    let piece = pieces[at].1.clone();
    let digits = piece.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(piece.len());
    let (number, suffix) = piece.split_at(digits);
    let Ok(number) = number.parse::<u64>() else {
        return;
    };
    // Larger ones make arrays that no machine holds.
    let other = match c.below(8) {
        0 => 0,
        1 => 1,
        2 | 3 => number.saturating_add(1),
        4 | 5 => number.saturating_sub(1),
        6 => number.saturating_mul(2).min(64),
        _ => c.below(9) as u64,
    };
    pieces[at].1 = format!("{other}{suffix}");
}

/// A type, an operator or a function in the place of one like it.
fn sibling(c: &mut Choices, pieces: &mut [(Kind, String)]) {
    let has = |piece: &str| SIBLINGS.iter().any(|group| group.contains(&piece));
    let Some(&at) = c.pick(&places(pieces, |kind, piece| {
        matches!(kind, Kind::Word | Kind::Operator) && has(piece)
    })) else {
        return;
    };
    let groups: Vec<&&[&str]> = SIBLINGS
        .iter()
        .filter(|group| group.contains(&pieces[at].1.as_str()))
        .collect();
    if let Some(other) = c.pick(&groups).and_then(|group| c.pick(group)) {
        pieces[at].1 = (*other).to_owned();
    }
}

/// An operand in the place of another: a word, a numeral, or all between two brackets.
fn operand(c: &mut Choices, pieces: &mut Vec<(Kind, String)>) {
    let all = places(pieces, |kind, _| {
        matches!(kind, Kind::Word | Kind::Number | Kind::Open)
    });
    let (Some(&from), Some(&to)) = (c.pick(&all), c.pick(&all)) else {
        return;
    };
    let copy: Vec<(Kind, String)> = pieces[from..closed(pieces, from)].to_vec();
    let end = closed(pieces, to);
    pieces.splice(to..end, copy);
}

/// Behind the piece, or behind what closes it.
pub(crate) fn closed(pieces: &[(Kind, String)], at: usize) -> usize {
    let mut depth = 0usize;
    for (k, (kind, _)) in pieces.iter().enumerate().skip(at) {
        match kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return k + 1;
        }
    }
    pieces.len()
}

/// Without what stands between two `|>`, or behind the last.
fn without_stage(c: &mut Choices, pieces: &mut Vec<(Kind, String)>) {
    let Some(&from) = c.pick(&places(pieces, |_, piece| piece == "|>")) else {
        return;
    };
    let mut end = from + 1;
    while let Some((kind, piece)) = pieces.get(end) {
        if *kind == Kind::Close || piece == "|>" || piece == "," || piece.contains("\n\n") {
            break;
        }
        end = closed(pieces, end);
    }
    pieces.drain(from..end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::prim::PrimType;

    const TEXT: &str =
        "-- A comment, 1.\ndef main(n: nat, xs: n.i32) = xs |> map(fun x. x + 1.5f32) |> reduce(+, 0)\n";

    #[test]
    fn pieces_are_the_text() {
        let all: String = pieces(TEXT).into_iter().map(|(_, piece)| piece).collect();
        assert_eq!(all, TEXT);
        let numbers: Vec<String> = pieces(TEXT)
            .into_iter()
            .filter(|(kind, _)| *kind == Kind::Number)
            .map(|(_, piece)| piece)
            .collect();
        assert_eq!(numbers, ["1.5f32", "0"]);
    }

    #[test]
    fn a_word_is_left_out_and_names_stay() {
        let text = "let x: i32 = safe xs[i] -- it is safe\nlet safe_x: i32 = safe <c> unsafe";
        let without = without(text, "safe");
        assert_eq!(
            without,
            "let x: i32 = xs[i] -- it is safe\nlet safe_x: i32 = <c> unsafe"
        );
    }

    #[test]
    fn most_changes_are_seen_and_brackets_stay_balanced() {
        let mut same = 0;
        for seed in 0..400 {
            let other = changed(&mut Choices::random(seed), TEXT);
            assert_eq!(other.matches('(').count(), other.matches(')').count(), "{other}");
            same += usize::from(other == TEXT);
        }
        assert!(same < 200, "{same} of 400");
    }

    #[test]
    fn lengths_that_were_equal_stay_equal() {
        let given = [Value::vector(vec![1i32, 2, 3]), Value::vector(vec![4i64, 5, 6])];
        for seed in 0..200 {
            let [a, b] = values(&mut Choices::random(seed), &given).try_into().unwrap();
            assert_eq!(a.shape(), b.shape());
            assert_eq!((a.prim_type(), b.prim_type()), (PrimType::I32, PrimType::I64));
        }
    }
}
