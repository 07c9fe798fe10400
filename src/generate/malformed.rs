//! Inputs that are no programs and no values, or hardly: cut, spliced, deep, huge, or of wrong bytes.
//!
//! They are made of what somebody wrote, by changes of bytes, of tokens and of what stands between brackets; a change knows nothing of the language
//! but how words and brackets are told apart.  What comes of them is a refusal, a limit, or, by luck, a value: never a panic, an abort or a hang.

use crate::Choices;
use crate::cases::{Kind, Pieces, closed, pieces, places};

/// How deep something is nested, and how often something stands in a row.
const TIMES: [usize; 7] = [2, 10, 100, 500, 2_000, 10_000, 100_000];

/// No input is longer: what is said of time and memory is said of such.
const LONGEST: usize = 1 << 20;

/// Bytes that texts seldom have.
const BYTES: &[&[u8]] = &[
    b"\0",
    b"\xff",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\t",
    b"\x0b",
    b"\x1b[31m",
    "\u{202e}".as_bytes(),
    "\u{301}".as_bytes(),
    "𝄞".as_bytes(),
    "é".as_bytes(),
    b"\"",
    b"'",
    b"`",
    b"\\",
    b"--",
    b"\n",
    b"$",
];

/// Numerals at the edges of what they may say, and beyond.
const NUMERALS: &str = "0 255 256 65536 2147483647 2147483648 4294967296 9223372036854775807 9223372036854775808 \
    18446744073709551615 18446744073709551616 99999999999999999999999999999999999999999 1000000000 1e400 \
    1e-400 1e99999999999999999999 0x 0xffffffffffffffff 0x1p99999999999 0b2 1__0 1i7 1. .5 1.5.5 -0 --1";

/// What may be put around a piece again and again.
const AROUND: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("(", ""),
    ("", ")"),
    ("-", ""),
    ("!", ""),
    ("\\x -> ", ""),
    ("\\x. ", ""),
    ("fun x. ", ""),
    ("fn x => ", ""),
    ("let x = ", " in x"),
    ("if true then ", " else 0"),
    ("f (", ")"),
    ("(1, ", ")"),
    ("[]", ""),
    ("*", ""),
    ("", "[0]"),
    ("", ".0"),
    ("for i. ", ""),
    ("{ x = ", " }"),
    ("-- ", ""),
    ("((", "), 1)"),
];

/// What may stand between two pieces in a long row.
const BETWEEN: &[&str] = &[
    " ", ", ", " + ", " - ", " |> ", "\n", " ; ", " -> ", " == ", " . ", " << ", " && ", "=>",
];

/// A malformed input, of one of these or of two.
pub fn malformed(c: &mut Choices, originals: &[&[u8]]) -> Vec<u8> {
    let Some(first) = c.pick(originals) else {
        return Vec::new();
    };
    let changes = *c.pick(&[1, 1, 1, 2, 3]).unwrap_or(&1);
    let mut made = first.to_vec();
    for _ in 0..changes {
        made = c.part(|c| changed(c, made, originals));
        made.truncate(LONGEST);
    }
    made
}

fn changed(c: &mut Choices, text: Vec<u8>, originals: &[&[u8]]) -> Vec<u8> {
    match c.below(16) {
        0..=2 => cut(c, text),
        3 | 4 => spliced(c, text, originals),
        5 | 6 => with_wrong_bytes(c, text),
        7..=10 => of_pieces(c, &text, tokens),
        11 | 12 => of_pieces(c, &text, groups),
        13 => of_pieces(c, &text, deep),
        14 => of_pieces(c, &text, huge),
        _ => of_pieces(c, &text, numerals),
    }
}

/// Two places of a text, in order.
fn range(c: &mut Choices, length: usize) -> (usize, usize) {
    let (a, b) = (c.below(length + 1), c.below(length + 1));
    (a.min(b), a.max(b))
}

/// Without its end, its beginning, or what is between two places.
fn cut(c: &mut Choices, mut text: Vec<u8>) -> Vec<u8> {
    let (from, to) = range(c, text.len());
    match c.below(4) {
        0 | 1 => text.truncate(to),
        2 => drop(text.drain(..from)),
        _ => drop(text.drain(from..to)),
    }
    text
}

/// The beginning of one and the end of another; or a part of another within it.
fn spliced(c: &mut Choices, mut text: Vec<u8>, originals: &[&[u8]]) -> Vec<u8> {
    let other = c.pick(originals).copied().unwrap_or_default();
    let at = c.below(text.len() + 1);
    let (from, to) = range(c, other.len());
    match c.below(2) {
        0 => {
            text.truncate(at);
            text.extend(&other[from..]);
        }
        _ => drop(text.splice(at..at, other[from..to].iter().copied())),
    }
    text
}

/// Bytes changed, put in, or swapped.
fn with_wrong_bytes(c: &mut Choices, mut text: Vec<u8>) -> Vec<u8> {
    for _ in 0..=c.below(4) {
        let at = c.below(text.len() + 1);
        match (c.below(4), text.get_mut(at)) {
            (0, Some(byte)) => *byte ^= 1 << c.below(8),
            (1, Some(byte)) => *byte = c.below(256) as u8,
            _ => {
                let bytes = c.pick(BYTES).copied().unwrap_or_default();
                drop(text.splice(at..at, bytes.iter().copied()));
            }
        }
    }
    text
}

/// A change of the pieces of a text.
fn of_pieces(c: &mut Choices, text: &[u8], change: fn(&mut Choices, &mut Pieces)) -> Vec<u8> {
    let mut pieces = pieces(&String::from_utf8_lossy(text));
    if !pieces.is_empty() {
        change(c, &mut pieces);
    }
    pieces
        .into_iter()
        .flat_map(|(_, piece)| piece.into_bytes())
        .collect()
}

/// The place of a piece that is no space.
fn token(c: &mut Choices, pieces: &Pieces) -> usize {
    let solid = places(pieces, |kind, _| kind != Kind::Blank);
    c.pick(&solid).copied().unwrap_or(0)
}

/// Tokens left out, doubled, swapped, or put for others.
fn tokens(c: &mut Choices, pieces: &mut Pieces) {
    for _ in 0..=c.below(4) {
        if pieces.is_empty() {
            return;
        }
        let (at, other) = (token(c, pieces), token(c, pieces));
        match c.below(5) {
            0 => drop(pieces.remove(at)),
            1 => pieces.swap(at, other),
            2 => {
                let copy = pieces[other].clone();
                pieces.insert(at, copy);
            }
            3 => pieces.insert(at, (Kind::Blank, " ".to_owned())),
            _ => pieces[at] = pieces[other].clone(),
        }
    }
}

/// What is between two brackets for something else, or beside itself.
fn groups(c: &mut Choices, pieces: &mut Pieces) {
    let open = places(pieces, |kind, _| kind == Kind::Open);
    let (Some(&from), to) = (c.pick(&open), token(c, pieces)) else {
        return;
    };
    let group: Pieces = pieces[from..closed(pieces, from)].to_vec();
    let end = closed(pieces, to);
    let replaced = if c.one_in(3) { to..to } else { to..end };
    drop(pieces.splice(replaced, group));
}

/// A part within itself, or within something else, many times.
fn deep(c: &mut Choices, pieces: &mut Pieces) {
    let at = token(c, pieces);
    let end = match c.one_in(2) {
        true => closed(pieces, at),
        false => at + 1,
    };
    let (before, after) = c.pick(AROUND).copied().unwrap_or_default();
    let times = c.pick(&TIMES).copied().unwrap_or(1);
    pieces.insert(end.min(pieces.len()), (Kind::Other, after.repeat(times)));
    pieces.insert(at, (Kind::Other, before.repeat(times)));
}

/// A part many times in a row, or a name or a space that is very long.
fn huge(c: &mut Choices, pieces: &mut Pieces) {
    let at = token(c, pieces);
    let times = c.pick(&TIMES).copied().unwrap_or(1);
    let end = match c.below(3) {
        0 => at + 1,
        1 => closed(pieces, at),
        // To the end of its line.
        _ => {
            let rest = pieces.iter().skip(at + 1);
            at + 1 + rest.take_while(|(_, piece)| !piece.contains('\n')).count()
        }
    };
    let part: String = pieces[at..end.min(pieces.len())]
        .iter()
        .map(|(_, piece)| piece.as_str())
        .collect();
    let between = match c.one_in(4) {
        true => "",
        false => c.pick(BETWEEN).copied().unwrap_or_default(),
    };
    let times = times.min(LONGEST / (part.len() + between.len()).max(1));
    let row = format!("{part}{between}").repeat(times);
    pieces.insert(at, (Kind::Other, row));
}

/// A numeral that is none, or none that fits.
fn numerals(c: &mut Choices, pieces: &mut Pieces) {
    let numbers = places(pieces, |kind, _| kind == Kind::Number);
    let at = c.pick(&numbers).copied().unwrap_or_else(|| token(c, pieces));
    let numeral = c.word(NUMERALS);
    let suffix: String = pieces[at]
        .1
        .trim_start_matches(|ch: char| ch.is_ascii_digit())
        .to_owned();
    pieces[at].1 = match c.one_in(2) {
        true => format!("{numeral}{suffix}"),
        false => numeral.to_owned(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_every_sort_are_made() {
        let originals: [&[u8]; 2] = [b"def main (xs: []i32) = map (\\x -> x + 1) xs\n", b"[1, 2, 3]"];
        let made: Vec<Vec<u8>> = (0..2_000)
            .map(|seed| malformed(&mut Choices::random(seed), &originals))
            .collect();
        let has = |is: &dyn Fn(&[u8]) -> bool| made.iter().filter(|text| is(text)).count();
        assert!(has(&|text| std::str::from_utf8(text).is_err()) > 10);
        assert!(has(&|text| text.len() > 50_000) > 10);
        assert!(has(&|text| text.starts_with(b"def main") && text.len() < 40) > 10);
        assert!(has(&|text| String::from_utf8_lossy(text).contains("((((((((")) > 5);
        assert!(has(&|text| originals.contains(&text)) < 200);
        assert!(made.iter().all(|text| text.len() <= LONGEST));
    }
}
