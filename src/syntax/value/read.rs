//! Reading values: the two formats mixed, with positions in every error.
//!
//! The reader walks the bytes once and by hand; nothing is allocated on the word of
//! a header before the bytes it promises are known to be there.  The type of an
//! array is that of its first element; from there on a loop specialised to that type
//! runs, so that arrays of millions of elements are read at the speed of the scanner.

use super::number::{self, Fault, Scan};
use super::rules::{FMT_ARRAY, FMT_BINARY, FMT_BOOL, FMT_EMPTY, FMT_FLOAT, FMT_INPUT, FMT_INT, FMT_STRING};
use super::{Data, Element, Value, binary, element_count};
use crate::prim::PrimType;
use crate::{Refusal, with_prim_type};

/// A value could not be read.
#[derive(Clone, Debug)]
pub struct FormatError {
    /// The rule and premise that refused.
    pub refusal: Refusal,
    /// The byte in the input where the trouble is, from 0.
    pub offset: usize,
    /// Line and column of that byte, both from 1; `None` in binary values.
    pub line_column: Option<(usize, usize)>,
    /// What is wrong, as a clause.
    pub message: String,
    /// The way out, where there is an obvious one.
    pub help: Option<String>,
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((line, column)) = self.line_column {
            write!(f, "line {line}, column {column} ")?;
        }
        write!(
            f,
            "(byte {}): {} [{}]",
            self.offset,
            self.message,
            self.refusal.id()
        )?;
        if let Some(help) = &self.help {
            write!(f, "\nhelp: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for FormatError {}

/// Shorthand of this module.
type Read<T> = Result<T, FormatError>;

/// No value has more dimensions: the binary format has one byte for their number.
const MAX_RANK: usize = 255;

/// A number without a suffix that has its type from the parameter that it is given for.  Futhark's own readers do not know
/// the parameter: they give such a number the type `i32` or `f64`, and then refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// The byte at which it begins, from 0.
    pub offset: usize,
    /// The type that it was given here.
    pub given: PrimType,
    /// The type that it has elsewhere.
    pub elsewhere: PrimType,
}

/// What is looked for besides the values.
#[derive(Clone, Debug, PartialEq)]
enum Watch {
    /// Nothing.
    Off,
    /// The first number whose type is assumed.
    On(Option<Assumed>),
}

/// Reads values one after another.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    watch: Watch,
}

/// All values of an input; numbers without a suffix are `i32` or `f64`.
pub fn read_values(bytes: &[u8]) -> Result<Vec<Value>, FormatError> {
    let mut reader = Reader::new(bytes);
    let mut values = Vec::new();
    while let Some(value) = reader.read(None)? {
        values.push(value);
    }
    Ok(values)
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            bytes,
            at: 0,
            watch: Watch::Off,
        }
    }

    /// Starts at the first byte, and looks for numbers whose type is assumed.
    pub fn watching(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            watch: Watch::On(None),
            ..Reader::new(bytes)
        }
    }

    /// The first number so far whose type was assumed, if the reader looks for them.
    pub fn assumed(&self) -> Option<Assumed> {
        match self.watch {
            Watch::On(found) => found,
            Watch::Off => None,
        }
    }

    /// How many bytes have been read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Reads the next value, `None` at the end of the input.
    ///
    /// Numbers without a suffix are of type `default` if they can be; otherwise, and
    /// if there is no default, they are `i32`, or `f64` with a fraction or an exponent.
    pub fn read(&mut self, default: Option<PrimType>) -> Result<Option<Value>, FormatError> {
        self.white();
        let Some(first) = self.peek() else {
            return Ok(None);
        };
        let value = match first {
            b'b' => self.binary()?,
            b'"' => Value::vector(self.string()?),
            b'[' => self.array(default)?,
            b'e' if self.word() == b"empty" => self.empty()?,
            _ => self.scalar(default)?,
        };
        if first != b'b'
            && let Some(next) = self.peek()
            && !(is_white(next) || next == b'[' || self.rest().starts_with(b"--"))
        {
            return Err(self.error(
                FMT_INPUT.refuse("separate"),
                self.at,
                "white space must follow a value",
            ));
        }
        FMT_INPUT.apply();
        Ok(Some(value))
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The letters, digits and underscores that follow.
    fn word(&self) -> &'a [u8] {
        let rest = self.rest();
        let n = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
            .count();
        &rest[..n]
    }

    /// Skips white space and comments.
    #[inline]
    fn white(&mut self) {
        while let Some(b) = self.peek() {
            match b {
                b if is_white(b) => self.at += 1,
                b'-' if self.bytes.get(self.at + 1) == Some(&b'-') => {
                    let rest = self.rest();
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    #[cold]
    fn error(&self, refusal: Refusal, at: usize, message: impl Into<String>) -> FormatError {
        let before = &self.bytes[..at.min(self.bytes.len())];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        FormatError {
            refusal,
            offset: at,
            line_column: Some((line, column)),
            message: message.into(),
            help: None,
        }
    }

    /// What stands at `at`, for messages.
    fn found(&self, at: usize) -> String {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let n = rest
            .iter()
            .take_while(|b| !b.is_ascii_whitespace() && !b",[](){}".contains(b))
            .count();
        match rest.first() {
            None => "the end of the input".to_string(),
            Some(_) => format!(
                "`{}`",
                String::from_utf8_lossy(&rest[..n.clamp(1, 40).min(rest.len())])
            ),
        }
    }

    #[cold]
    fn fault(&self, at: usize, fault: Fault) -> FormatError {
        let found = self.found(at);
        match fault {
            Fault::NoValue => {
                let found_word = &self.bytes[at..];
                let mut e = self.error(
                    FMT_INPUT.refuse("value"),
                    at,
                    format!("expected a value, found {found}"),
                );
                if found_word.starts_with(b"(") || found_word.starts_with(b"{") {
                    e.help = Some("write the components of a tuple or record one after another".into());
                } else if found_word.starts_with(b"nan") || found_word.starts_with(b"inf") {
                    e.help = Some("write f64.nan, f64.inf, f32.nan or f32.inf".into());
                }
                e
            }
            Fault::IntDigits => self.error(
                FMT_INT.refuse("digits"),
                at,
                format!("expected the digits of an integer, found {found}"),
            ),
            Fault::FloatDigits => self.error(
                FMT_FLOAT.refuse("digits"),
                at,
                format!("expected a floating-point number, found {found}"),
            ),
            Fault::Suffix(text) => self.error(
                FMT_INT.refuse("suffix"),
                at,
                format!("`{text}` is not a numeric type that {found} can have"),
            ),
            Fault::FloatSuffix(text) => self.error(
                FMT_FLOAT.refuse("suffix"),
                at,
                format!("`{text}` is not a float type, as {found} needs"),
            ),
            Fault::OtherType { expected, found: t } => self.error(
                FMT_ARRAY.refuse("same_type"),
                at,
                format!("the first element has type {expected}, this one {t}"),
            ),
        }
    }

    fn scalar(&mut self, default: Option<PrimType>) -> Read<Value> {
        let t = self.type_of_scalar(self.at, default)?;
        with_prim_type!(t, E => {
            let x = self.element::<E>()?;
            applied_to_elements(t);
            Ok(Value::scalar(x.prim()))
        })
    }

    /// The type of the scalar that begins at `at`.
    fn type_of_scalar(&self, at: usize, default: Option<PrimType>) -> Read<PrimType> {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        number::type_of(rest, default).map_err(|fault| self.fault(at, fault))
    }

    /// One scalar of type `E`.
    #[inline]
    fn element<E: Scan>(&mut self) -> Read<E> {
        match E::scan(self.rest()) {
            Ok((x, length)) => {
                if self.watch == Watch::On(None) {
                    let text = &self.rest()[..length];
                    self.watch = Watch::On(number::elsewhere(text, E::TYPE).map(|elsewhere| Assumed {
                        offset: self.at,
                        given: E::TYPE,
                        elsewhere,
                    }));
                }
                self.at += length;
                Ok(x)
            }
            Err(fault) => Err(self.fault(self.at, fault)),
        }
    }

    fn array(&mut self, default: Option<PrimType>) -> Read<Value> {
        let mut ahead = self.clone();
        while ahead.peek() == Some(b'[') {
            ahead.at += 1;
            ahead.white();
        }
        let t = match ahead.peek() {
            Some(b'"') => PrimType::U8,
            Some(b']') => {
                let mut e = self.error(FMT_ARRAY.refuse("element"), ahead.at, "an array without elements");
                let t = default.unwrap_or(PrimType::I32);
                e.help = Some(format!(
                    "write it with its sizes and its type, as in empty([0]{t})"
                ));
                return Err(e);
            }
            Some(b'e') if ahead.word() == b"empty" => ahead.empty()?.prim_type(),
            _ => ahead.type_of_scalar(ahead.at, default)?,
        };
        let (shape, data) = with_prim_type!(t, E => self.elements::<E>()?);
        FMT_ARRAY.apply();
        applied_to_elements(t);
        Value::new(shape, data).ok_or_else(|| {
            self.error(
                FMT_ARRAY.refuse("regular"),
                self.at,
                "the rows have different shapes",
            )
        })
    }

    /// The elements of an array from its opening bracket on.
    fn elements<E: Scan>(&mut self) -> Read<(Vec<usize>, Data)> {
        let start = self.at;
        let mut elements: Vec<E> = Vec::new();
        // How many elements each open bracket has had so far, and the sizes as far as closed brackets fixed them.
        let mut counts: Vec<usize> = Vec::new();
        let mut shape: Vec<Option<usize>> = Vec::new();
        // The depth at which scalars stand, once one was met.
        let mut rank: Option<usize> = None;
        loop {
            self.white();
            match self.peek() {
                Some(b'[') => {
                    if rank.is_some_and(|r| counts.len() >= r) {
                        return Err(self.irregular(self.at, "an array stands where a scalar is expected"));
                    }
                    if counts.len() >= MAX_RANK {
                        let refusal = FMT_ARRAY.refuse("rank");
                        return Err(self.error(refusal, self.at, "more than 255 dimensions"));
                    }
                    counts.push(0);
                    if shape.len() < counts.len() {
                        shape.push(None);
                    }
                    self.at += 1;
                    continue;
                }
                Some(b'"') if E::TYPE == PrimType::U8 => {
                    let at = self.at;
                    let string = self.string()?;
                    let whole = Whole {
                        what: "a string",
                        at,
                        sizes: &[string.len()],
                    };
                    self.whole(whole, counts.len(), &mut rank, &mut shape)?;
                    elements.extend(E::from_bytes(&string));
                }
                Some(b'e') if self.word() == b"empty" => {
                    let at = self.at;
                    let empty = self.empty()?;
                    let found = empty.prim_type();
                    if found != E::TYPE {
                        let expected = E::TYPE;
                        return Err(self.fault(at, Fault::OtherType { expected, found }));
                    }
                    let whole = Whole {
                        what: "an empty array",
                        at,
                        sizes: empty.shape(),
                    };
                    self.whole(whole, counts.len(), &mut rank, &mut shape)?;
                }
                Some(b']') => {
                    let refusal = FMT_ARRAY.refuse("element");
                    return Err(self.error(refusal, self.at, "expected an element, found `]`"));
                }
                None => {
                    let refusal = FMT_ARRAY.refuse("element");
                    return Err(self.error(
                        refusal,
                        self.at,
                        "expected an element, found the end of the input",
                    ));
                }
                Some(_) => {
                    let depth = counts.len();
                    if *rank.get_or_insert(depth) != depth {
                        return Err(self.irregular(self.at, "a scalar stands where an array is expected"));
                    }
                    elements.push(self.element::<E>()?);
                    let mut n = 1;
                    // The run of scalars of one innermost row.
                    loop {
                        self.white();
                        if self.peek() != Some(b',') {
                            break;
                        }
                        let comma = self.at;
                        self.at += 1;
                        self.white();
                        if matches!(self.peek(), None | Some(b'[' | b'"' | b']' | b'e')) {
                            self.at = comma;
                            break;
                        }
                        elements.push(self.element::<E>()?);
                        n += 1;
                    }
                    if let Some(count) = counts.last_mut() {
                        *count += n - 1;
                    }
                }
            }
            // An element of the innermost open bracket is complete.
            loop {
                let Some(count) = counts.last_mut() else {
                    return Err(self.irregular(start, "not an array"));
                };
                *count += 1;
                self.white();
                if self.peek() == Some(b',') {
                    self.at += 1;
                    self.white();
                    // A comma may also stand after the last element.
                    if self.peek() != Some(b']') {
                        break;
                    }
                }
                match self.peek() {
                    Some(b']') => {
                        let n = *count;
                        counts.pop();
                        let size = &mut shape[counts.len()];
                        let expected = *size.get_or_insert(n);
                        if expected != n {
                            let message =
                                format!("this row has {n} elements, the first of its kind {expected}");
                            return Err(self.irregular(self.at, &message));
                        }
                        self.at += 1;
                        if counts.is_empty() {
                            let shape = shape.into_iter().map(|s| s.unwrap_or(0)).collect();
                            return Ok((shape, E::wrap(elements)));
                        }
                    }
                    _ => {
                        let message = format!(
                            "expected `,` or `]` after an element, found {}",
                            self.found(self.at)
                        );
                        return Err(self.error(FMT_ARRAY.refuse("separator"), self.at, message));
                    }
                }
            }
        }
    }

    /// An array that is one element, inside of so many brackets: where scalars stand, and the sizes, are as it says.
    fn whole(
        &self,
        whole: Whole<'_>,
        depth: usize,
        rank: &mut Option<usize>,
        shape: &mut Vec<Option<usize>>,
    ) -> Read<()> {
        let Whole { what, at, sizes } = whole;
        let inner = depth + sizes.len();
        if inner > MAX_RANK {
            return Err(self.error(FMT_ARRAY.refuse("rank"), at, "more than 255 dimensions"));
        }
        if *rank.get_or_insert(inner) != inner {
            let message = format!("{what} stands where another number of dimensions is expected");
            return Err(self.irregular(at, &message));
        }
        if shape.len() < inner {
            shape.resize(inner, None);
        }
        for (size, expected) in sizes.iter().zip(&mut shape[depth..]) {
            if *expected.get_or_insert(*size) != *size {
                return Err(self.irregular(at, &format!("{what} has another size than the first element")));
            }
        }
        Ok(())
    }

    #[cold]
    fn irregular(&self, at: usize, message: &str) -> FormatError {
        let mut e = self.error(FMT_ARRAY.refuse("regular"), at, message);
        e.help = Some("all rows of an array must have the same shape".into());
        e
    }

    /// `empty([0][2]i32)`, from its first letter.
    fn empty(&mut self) -> Read<Value> {
        let start = self.at;
        self.at += b"empty".len();
        let mut shape = Vec::new();
        self.expect(b'(')?;
        loop {
            self.white();
            if self.peek() != Some(b'[') {
                break;
            }
            self.at += 1;
            self.white();
            let word = self.word();
            let digits: Vec<u8> = word.iter().copied().filter(|b| *b != b'_').collect();
            let digits = digits.strip_suffix(b"i64").unwrap_or(&digits);
            let size = std::str::from_utf8(digits)
                .ok()
                .and_then(|s| s.parse::<usize>().ok());
            let Some(size) = size else {
                let message = format!("expected a size, found {}", self.found(self.at));
                return Err(self.error(FMT_EMPTY.refuse("form"), self.at, message));
            };
            self.at += word.len();
            self.expect(b']')?;
            shape.push(size);
            if shape.len() > MAX_RANK {
                return Err(self.error(FMT_ARRAY.refuse("rank"), start, "more than 255 dimensions"));
            }
        }
        let word = self.word();
        let Some(t) = std::str::from_utf8(word).ok().and_then(PrimType::from_name) else {
            let message = format!("expected a primitive type, found {}", self.found(self.at));
            return Err(self.error(FMT_EMPTY.refuse("form"), self.at, message));
        };
        self.at += word.len();
        self.expect(b')')?;
        let data = with_prim_type!(t, E => <E as Element>::wrap(Vec::new()));
        let Some(value) = (!shape.is_empty()).then(|| Value::new(shape, data)).flatten() else {
            let message = "none of the sizes of this empty array is zero";
            return Err(self.error(FMT_EMPTY.refuse("zero"), start, message));
        };
        FMT_EMPTY.apply();
        Ok(value)
    }

    fn expect(&mut self, byte: u8) -> Read<()> {
        self.white();
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        let message = format!("expected `{}`, found {}", byte as char, self.found(self.at));
        let mut e = self.error(FMT_EMPTY.refuse("form"), self.at, message);
        e.help = Some("an empty array is written as in empty([0][2]i32)".into());
        Err(e)
    }

    /// A string, from its quotation mark.
    fn string(&mut self) -> Read<Vec<u8>> {
        let start = self.at;
        let mut out = Vec::new();
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    FMT_STRING.apply();
                    return Ok(out);
                }
                Some(b'\\') => {
                    let Some((c, length)) = escape(&self.rest()[1..]) else {
                        let message = "not an escape sequence";
                        return Err(self.error(FMT_STRING.refuse("escape"), self.at, message));
                    };
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    self.at += 1 + length;
                }
                Some(b) if b != b'\n' => {
                    out.push(b);
                    self.at += 1;
                }
                _ => {
                    let message = "this string does not end on its line";
                    return Err(self.error(FMT_STRING.refuse("closed"), start, message));
                }
            }
        }
    }

    /// A binary value, from its `b`.
    fn binary(&mut self) -> Read<Value> {
        let start = self.at;
        let fail = |premise: &str, at: usize, message: String| FormatError {
            refusal: FMT_BINARY.refuse(premise),
            offset: at,
            line_column: None,
            message,
            help: None,
        };
        let header = |length: usize| {
            let message = format!("a binary value starts here, but only {length} bytes follow its `b`");
            fail("header", start, message)
        };
        let rest = &self.rest()[1..];
        let (Some([version, rank]), Some(code)) = (rest.first_chunk::<2>(), rest.get(2..6)) else {
            return Err(header(rest.len()));
        };
        if *version != binary::VERSION {
            let mut e = fail(
                "version",
                start + 1,
                format!("version {version} of the binary format, expected 2"),
            );
            e.help = Some("a text value does not begin with `b`".into());
            return Err(e);
        }
        let Some(t) = binary::type_of_code(code) else {
            let message = format!(
                "`{}` is not the code of a type",
                String::from_utf8_lossy(code).escape_debug()
            );
            return Err(fail("element_type", start + 3, message));
        };
        let sizes_end = 6 + 8 * *rank as usize;
        let Some(sizes) = rest.get(6..sizes_end) else {
            return Err(header(rest.len()));
        };
        let shape: Option<Vec<usize>> = u64::decode(sizes)
            .into_iter()
            .map(|n| usize::try_from(n).ok())
            .collect();
        let bytes = shape
            .as_deref()
            .and_then(element_count)
            .and_then(|n| n.checked_mul(t.bytes()));
        let body = &rest[sizes_end..];
        let (Some(shape), Some(bytes)) = (shape, bytes.and_then(|n| body.get(..n))) else {
            let sizes: String = u64::decode(sizes).iter().map(|n| format!("[{n}]")).collect();
            let message = format!(
                "too few bytes for a value of type {sizes}{t}: {} follow",
                body.len()
            );
            return Err(fail("length", start + 1 + sizes_end, message));
        };
        let Some(data) = binary::decode(t, bytes) else {
            let at = bytes.iter().position(|b| *b > 1).unwrap_or(0);
            let message = format!("{} is not a bool", bytes.get(at).copied().unwrap_or(0));
            return Err(fail("boolean", start + 1 + sizes_end + at, message));
        };
        let count = bytes.len();
        let value = Value::new(shape, data);
        let value = value.ok_or_else(|| fail("length", start, "the sizes do not fit the elements".into()))?;
        self.at = start + 1 + sizes_end + count;
        FMT_BINARY.apply();
        Ok(value)
    }
}

/// Whether the byte is white space.
fn is_white(b: u8) -> bool {
    matches!(b, b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// An array that stands for one element of another, in one piece.
struct Whole<'s> {
    /// What it is, for messages.
    what: &'static str,
    at: usize,
    sizes: &'s [usize],
}

/// Notes the rule of the scalars of a type, once a value.
fn applied_to_elements(t: PrimType) {
    if t == PrimType::Bool {
        FMT_BOOL.apply();
    } else if t.is_float() {
        FMT_FLOAT.apply();
    } else {
        FMT_INT.apply();
    }
}

/// The character of an escape sequence without its backslash, and the length of that.
fn escape(rest: &[u8]) -> Option<(char, usize)> {
    let simple = |c| Some((c, 1));
    match rest.first()? {
        b'n' => simple('\n'),
        b't' => simple('\t'),
        b'r' => simple('\r'),
        b'a' => simple('\x07'),
        b'b' => simple('\x08'),
        b'f' => simple('\x0c'),
        b'v' => simple('\x0b'),
        b'"' => simple('"'),
        b'\'' => simple('\''),
        b'\\' => simple('\\'),
        b'x' => coded(&rest[1..], 16).map(|(c, n)| (c, n + 1)),
        _ => coded(rest, 10),
    }
}

fn coded(digits: &[u8], radix: u32) -> Option<(char, usize)> {
    let n = digits
        .iter()
        .take(8)
        .take_while(|b| (**b as char).is_digit(radix))
        .count();
    let code = u32::from_str_radix(std::str::from_utf8(&digits[..n]).ok()?, radix).ok()?;
    Some((char::from_u32(code)?, n))
}

#[cfg(test)]
mod tests;
