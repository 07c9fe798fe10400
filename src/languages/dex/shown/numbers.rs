//! Numbers and characters as commands print them.

use elder_syntax::prim::PrimValue;

/// A number.  A byte is a character.
pub fn number(number: PrimValue) -> String {
    match number {
        PrimValue::F32(x) => decimal(&format!("{x}")),
        PrimValue::F64(x) => decimal(&format!("{x}")),
        PrimValue::F16(x) => decimal(&format!("{x}")),
        PrimValue::Bool(x) => if x { "True" } else { "False" }.to_owned(),
        PrimValue::I8(x) => x.to_string(),
        PrimValue::I16(x) => x.to_string(),
        PrimValue::I32(x) => x.to_string(),
        PrimValue::I64(x) => x.to_string(),
        PrimValue::U8(x) => format!("'{}'", escaped(&[x], '\'')),
        PrimValue::U16(x) => x.to_string(),
        PrimValue::U32(x) => format!("0x{x:x}"),
        PrimValue::U64(x) => format!("0x{x:x}"),
    }
}

/// Digits behind the point that are printed.
const DIGITS: usize = 6;

/// The shortest text of a float, rounded to six digits behind the point, without zeros at the end; halves go up.
fn decimal(shortest: &str) -> String {
    let (sign, digits) = match shortest.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", shortest),
    };
    match digits {
        "NaN" => return digits.to_owned(),
        "inf" => return format!("{sign}Infinity"),
        _ => {}
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut kept: Vec<u8> = whole.bytes().chain(fraction.bytes().take(DIGITS)).collect();
    if fraction
        .as_bytes()
        .get(DIGITS)
        .is_some_and(|digit| *digit >= b'5')
    {
        let nines = kept.iter().rev().take_while(|digit| **digit == b'9').count();
        let from = kept.len() - nines;
        kept[from..].fill(b'0');
        match from.checked_sub(1) {
            Some(place) => kept[place] += 1,
            None => kept.insert(0, b'1'),
        }
    }
    let behind = fraction.len().min(DIGITS);
    let point = kept.len() - behind;
    let text = |digits: &[u8]| digits.iter().map(|digit| char::from(*digit)).collect::<String>();
    let fraction = text(&kept[point..]);
    format!(
        "{sign}{}.{}",
        text(&kept[..point]),
        fraction.trim_end_matches('0')
    )
}

/// The names of the characters that are not printed, up to a space.
const CONTROL: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a", "b", "t", "n", "v", "f", "r", "SO", "SI", "DLE",
    "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
];

/// Characters between quotes, those that are not printed by their names or numbers.
pub fn escaped(bytes: &[u8], quote: char) -> String {
    let mut out = String::new();
    for (place, byte) in bytes.iter().enumerate() {
        let next = bytes.get(place + 1);
        match byte {
            b'\\' => out.push_str("\\\\"),
            _ if char::from(*byte) == quote => {
                out.push('\\');
                out.push(quote);
            }
            0..32 => {
                let name = CONTROL[usize::from(*byte)];
                out.push('\\');
                out.push_str(name);
                // `\SO` and `H` are not `\SOH`.
                if name == "SO" && next == Some(&b'H') {
                    out.push_str("\\&");
                }
            }
            32..127 => out.push(char::from(*byte)),
            127 => out.push_str("\\DEL"),
            128.. => {
                out.push_str(&format!("\\{byte}"));
                if next.is_some_and(u8::is_ascii_digit) {
                    out.push_str("\\&");
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_six_digits_behind_the_point() {
        for (float, text) in [
            (3.0, "3."),
            (-4.0, "-4."),
            (0.5, "0.5"),
            (2.718_281_7, "2.718282"),
            (0.999_999_9, "1."),
            (-9.999_999_9, "-10."),
            (0.000_000_4, "0."),
            (0.000_000_5, "0.000001"),
            (1e9, "1000000000."),
            (159_378.27, "159378.27"),
            (f32::INFINITY, "Infinity"),
            (f32::NEG_INFINITY, "-Infinity"),
            (f32::NAN, "NaN"),
        ] {
            assert_eq!(number(PrimValue::F32(float)), text);
        }
        assert_eq!(number(PrimValue::F64(0.1)), "0.1");
    }

    #[test]
    fn characters_that_are_not_printed_have_names() {
        assert_eq!(number(PrimValue::U8(b'a')), "'a'");
        assert_eq!(number(PrimValue::U8(b'\'')), "'\\''");
        assert_eq!(escaped(b"a\"b\\\n\x0eH\x7f", '"'), "a\\\"b\\\\\\n\\SO\\&H\\DEL");
        assert_eq!(escaped(&[200, b'1'], '"'), "\\200\\&1");
    }
}
