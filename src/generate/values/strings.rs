//! Strings and characters with their escapes, as values and languages write them.

use crate::Choices;

/// A piece of a string: its text, its character, and whether a digit behind it would be read as a part of it.
type Piece = (String, char, bool);

/// A character, with escapes that the languages and the format of values share.
fn piece(c: &mut Choices, hexadecimal: bool) -> Piece {
    let simple = [
        ("\\n", '\n'),
        ("\\t", '\t'),
        ("\\r", '\r'),
        ("\\a", '\x07'),
        ("\\b", '\x08'),
        ("\\f", '\x0c'),
        ("\\v", '\x0b'),
        ("\\\\", '\\'),
        ("\\\"", '"'),
        ("\\'", '\''),
    ];
    let codes = [
        '\0',
        'A',
        '\u{7f}',
        '\u{80}',
        '\u{ff}',
        '\u{100}',
        '\u{20ac}',
        '\u{fffd}',
        '\u{10ffff}',
    ];
    match c.below(6) {
        0 => {
            let (text, char) = simple[c.below(simple.len())];
            (text.to_owned(), char, false)
        }
        1 => {
            let char = codes[c.below(codes.len())];
            (format!("\\{}", char as u32), char, true)
        }
        2 if hexadecimal => {
            let char = codes[c.below(codes.len())];
            (format!("\\x{:x}", char as u32), char, true)
        }
        _ => {
            let plain = ['a', ' ', '\'', '[', 'é', '-', '€', '𝄞', 'z'];
            let char = plain[c.below(plain.len())];
            (char.to_string(), char, false)
        }
    }
}

fn pieces(c: &mut Choices, mut more: impl FnMut(&mut Choices) -> Option<Piece>) -> (String, Vec<u8>) {
    let (mut text, mut out) = (String::new(), String::new());
    let mut is_open = false;
    for _ in 0..c.below(6) {
        let (written, char, opens) = c.part(|c| match more(c) {
            Some(own) => own,
            None => piece(c, true),
        });
        // A digit would belong to the number before it.
        if is_open && written.starts_with(|c: char| c.is_ascii_hexdigit()) {
            continue;
        }
        is_open = opens;
        text += &written;
        out.push(char);
    }
    (format!("\"{text}\""), out.into_bytes())
}

/// A string of the format of values, with its bytes.
pub fn data_string(c: &mut Choices) -> (String, Vec<u8>) {
    pieces(c, |_| None)
}

/// A string of Futhark, with its bytes.
pub fn futhark_string(c: &mut Choices) -> (String, Vec<u8>) {
    let named = [
        ("\\NUL", '\0'),
        ("\\SOH", '\u{1}'),
        ("\\ESC", '\u{1b}'),
        ("\\US", '\u{1f}'),
        ("\\SP", ' '),
        ("\\DEL", '\u{7f}'),
        ("\\^A", '\u{1}'),
        ("\\^@", '\0'),
        ("\\^[", '\u{1b}'),
        ("\\o101", 'A'),
    ];
    pieces(c, |c| match c.below(5) {
        0 => {
            let (text, char) = named[c.below(named.len())];
            Some((text.to_owned(), char, text.contains("\\o") || text == "\\SO"))
        }
        _ => None,
    })
}

/// A string of Dex, with its bytes.
pub fn dex_string(c: &mut Choices) -> (String, Vec<u8>) {
    pieces(c, |c| {
        (c.below(8) == 0).then(|| ("\\NUL".to_owned(), '\0', false))
    })
}
