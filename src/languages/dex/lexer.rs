//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place; what a name is called or a literal worth is read off the text when the parser needs it
//! ([`literal`]).  Lines and columns are found here: [`layout`] puts tokens between those of the text where a block begins or ends and
//! where its next line begins, so that the parser knows no columns.
//!
//! A file is lexed item by item ([`code`]), because prose has no tokens.

use crate::rules::syntax::{DX_SYN_CHARACTER, DX_SYN_NUMBER};
use elder_syntax::parsing::SimpleSpan;
use elder_syntax::parsing::scanner::{self, Scanner};
use elder_syntax::{Diagnostic, SourceId, Span, kinds};
use layout::{Layout, Step};
use std::ops::Range;

mod layout;
pub mod literal;

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--([^o\n][^\n]*)?", priority = 50, allow_greedy = true))]
    // `--o` is an arrow, unless it is the begin of a longer word.
    #[logos(skip(r"--o[\p{Alphabetic}\p{Nd}_'][^\n]*", priority = 50, allow_greedy = true))]
    words {
        Def = "def", Data = "data", Interface = "interface", Instance = "instance", NamedInstance = "named-instance",
        For = "for", ForEffects = "for_", Rof = "rof", RofEffects = "rof_", View = "view",
        Case = "case", Of = "of", If = "if", Then = "then", Else = "else", Do = "do", Import = "import",
    }
    marks 60 {
        LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LCurly = "{", RCurly = "}", LVariant = "{|",
        Comma = ",", Colon = ":", Equals = "=", Dot = ".", Underscore = "_", Backslash = "\\", Backquote = "`",
        Arrow = "->", ImplicitArrow = "?->", ClassArrow = "?=>", LinearArrow = "--o", TableArrow = "=>", PairArrow = "&>",
        Minus = "-", Bar = "|", Ampersand = "&", At = "@",
        Dots = "..", DotsLess = "..<", LessDots = "<..", LessDotsLess = "<..<", Ellipsis = "...",
    }
    sorts {
        /// A name.
        #[regex(r"\p{Alphabetic}[\p{Alphabetic}\p{Nd}_']*", priority = 3)]
        Ident = "a name",
        /// An operator of symbols.
        #[regex(r"[!$^&*:\-~+/=<>|?@.]+", priority = 4)]
        Symbol = "the operator",
        /// A primitive, `%exp`.
        #[regex(r"%[\p{Alphabetic}_][\p{Alphabetic}\p{Nd}_]*")]
        Primitive = "a primitive",
        /// A label, `#a`, `#?a`, `#&a`, `#|a`.
        #[regex(r"#[?&|]?\p{Alphabetic}[\p{Alphabetic}\p{Nd}_']*")]
        Label = "a label",
        /// An integer.
        #[regex(r"[0-9]+", priority = 5)]
        Int = "an integer",
        /// A float.
        #[regex(r"[0-9]+\.[0-9]*([eE][+\-]?[0-9]+)?")]
        #[regex(r"[0-9]+[eE][+\-]?[0-9]+")]
        Float = "a float",
        /// A character.
        #[regex(r"'([^'\\\n]|\\[^\n]|\\[a-zA-Z0-9]+)'")]
        Char = "a character",
        /// A string; it may go on on further lines.
        #[regex(r#""([^"\\]|\\[\s\S])*""#)]
        String = "a string",
        /// A command, `:p`.  Made where an item begins.
        Command = "the command",
        /// A line that is indented deeper begins a block.
        Indent = "the first line of a block",
        /// A line of a block begins, or `;`.
        #[token(";")]
        NextLine = "the next line",
        /// A block ends.
        Dedent = "the end of the block",
    }
    unmet {
        /// What looks like one token and is two: an integer and a range, `1..`; an operator and the dots of a rest, `&...`; `=` or a point
        /// and a minus.  Never given away.
        #[regex(r"[0-9]+\.\.<?", priority = 70)]
        #[token("&...", priority = 70)]
        #[token("|...", priority = 70)]
        #[token("=-", priority = 70)]
        #[token(".-", priority = 70)]
        Glued = "two tokens",
    }
}

/// A token.
pub type Token = (Kind, SimpleSpan);

/// The code of an item.
#[derive(Debug)]
pub struct Code {
    /// Its tokens, with those of layout.
    pub tokens: Vec<Token>,
    /// What could not be read.  Text that is no token is left out.
    pub errors: Vec<Diagnostic>,
    /// Where it ends: at the begin of the line that is not of it.
    pub end: usize,
}

/// The code that begins at `start`, which is the begin of a line, behind `command`, which is there if the item begins with one.
pub fn code(source: SourceId, text: &str, start: usize, command: Option<Range<usize>>) -> Code {
    DX_SYN_CHARACTER.apply();
    let mut layout = Layout::default();
    let from = command.as_ref().map_or(start, |c| c.end);
    if let Some(place) = command {
        layout.names = &text[place.clone()] == ":export";
        layout.push(Kind::Command, place);
    }
    let mut scanner = Scanner::new(source, text);
    scanner.restart(from);
    let mut end = text.len();
    while let Some((kind, place)) = scanner.read() {
        if layout.step(place.start, text) == Step::End {
            end = line_of(text, place.start);
            break;
        }
        match kind {
            Some(Kind::Glued) => {
                for (kind, part) in parts(text, place) {
                    layout.push(kind, part);
                }
            }
            Some(kind) => {
                if matches!(kind, Kind::Int | Kind::Float) {
                    scanner.run_on(&place, place.start, goes_on, |span, message| {
                        Diagnostic::error(DX_SYN_NUMBER.refuse("suffix"), span, message)
                    });
                }
                layout.push(kind, place);
            }
            None => scanner.unreadable(place, unreadable),
        }
    }
    Code {
        end,
        tokens: layout.finish(),
        errors: scanner.finish().1,
    }
}

/// Where the line begins on which this byte is.
fn line_of(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The two tokens that look like one.
fn parts(text: &str, place: Range<usize>) -> [(Kind, Range<usize>); 2] {
    let (first, length, second) = match text[place.clone()].as_bytes() {
        [b'&', ..] => (Kind::Ampersand, 1, Kind::Ellipsis),
        [b'|', ..] => (Kind::Bar, 1, Kind::Ellipsis),
        [b'=', ..] => (Kind::Equals, 1, Kind::Minus),
        [b'.', ..] => (Kind::Dot, 1, Kind::Minus),
        [digits @ .., b'<'] => (Kind::Int, digits.len() - 2, Kind::DotsLess),
        digits => (Kind::Int, digits.len() - 2, Kind::Dots),
    };
    let between = place.start + length;
    [(first, place.start..between), (second, between..place.end)]
}

/// Whether a letter can go on a name.
fn goes_on(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '\'')
}

/// Text that is no token.
fn unreadable(begins: char, span: Span) -> Diagnostic {
    let open = |message| Diagnostic::error(DX_SYN_CHARACTER.refuse("closed"), span, message);
    match begins {
        '"' => open("this string is not closed"),
        '\'' => open("this character is not closed")
            .with_help("a character is written `'c'`; prose begins with `'` at the start of a line"),
        _ => scanner::unknown(DX_SYN_CHARACTER.refuse("known"), begins, span),
    }
}
