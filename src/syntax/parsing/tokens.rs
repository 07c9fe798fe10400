//! The sorts of tokens of a language, each said once: how it is written, and what messages call it.

/// The enumeration `Kind` of a language's tokens, as logos reads them.
///
/// `words` are reserved, `marks` are read before what else begins as they do (of the priority that stands there), and `sorts` are said by their own attributes.  Marks and sorts may
/// alternate: messages say them in the order in which they stand.  `unmet` is what no parser meets.
#[macro_export]
macro_rules! kinds {
    (
        $(#[$of_all:meta])*
        words { $($word:ident = $word_text:tt),* $(,)? }
        $(
            marks $priority:tt { $($mark:ident = $mark_text:tt),* $(,)? }
            sorts { $($(#[$of_sort:meta])* $sort:ident = $sort_text:tt),* $(,)? }
        )+
        $(unmet { $($(#[$of_unmet:meta])* $unmet:ident = $unmet_text:tt),* $(,)? })?
    ) => {
        /// What sort of token.
        #[derive(logos::Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        $(#[$of_all])*
        pub enum Kind {
            $(#[doc = concat!("`", $word_text, "`")] #[token($word_text, priority = 20)] $word,)*
            $(
                $(#[doc = concat!("`", $mark_text, "`")] #[token($mark_text, priority = $priority)] $mark,)*
                $($(#[$of_sort])* $sort,)*
            )+
            $($($(#[$of_unmet])* $unmet,)*)?
        }

        impl Kind {
            /// All of them that a parser meets.
            pub const ALL: &'static [Kind] = &[$(Kind::$word,)* $($(Kind::$mark,)* $(Kind::$sort,)*)+];

            /// How messages name it.
            pub fn describe(self) -> &'static str {
                match self {
                    $(Kind::$word => concat!("`", $word_text, "`"),)*
                    $(
                        $(Kind::$mark => concat!("`", $mark_text, "`"),)*
                        $(Kind::$sort => $sort_text,)*
                    )+
                    $($(Kind::$unmet => $unmet_text,)*)?
                }
            }

            /// Whether it is a reserved word.
            pub fn is_reserved(self) -> bool {
                matches!(self, $(Kind::$word)|*)
            }
        }

        /// The reserved words.
        #[allow(dead_code, reason = "a printer asks for them where names may be chosen")]
        pub const RESERVED: &[&str] = &[$($word_text),*];
    };
}

/// What a parser expects beside tokens, in the order of messages, and `TokenKind` for `Kind`.  Which rule refuses, and the way out where one is obvious, say the
/// functions `refusal` and `help` beside it.
#[macro_export]
macro_rules! expected {
    (
        $visible:vis notions { $($notion:ident = $notion_text:tt),* $(,)? }
        end = $end:tt;
        names = $names:expr;
        limits = $limits:expr;
        closing = { $($($open:ident)|+ => $close:ident),* $(,)? }
    ) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the numbers of constants of these names")]
        enum Notion { $($notion),* }

        $(
            #[doc = $notion_text]
            $visible const $notion: $crate::parsing::Expected = $crate::parsing::Expected::notion(1 + Notion::$notion as u32);
        )*

        /// A token.
        $visible const fn token(kind: Kind) -> $crate::parsing::Expected {
            $crate::parsing::Expected::token(kind as u32)
        }

        impl $crate::parsing::TokenKind for Kind {
            const ALL: &'static [Kind] = Kind::ALL;
            const COMMA: Kind = Kind::Comma;
            const NOTIONS: &'static [($crate::parsing::Expected, &'static str)] =
                &[$(($notion, $notion_text),)* ($crate::parsing::Expected::END, $end)];
            const NAMES: $crate::parsing::Expected = $names;
            const LIMITS: $crate::parsing::Limits = $limits;

            fn number(self) -> u32 {
                self as u32
            }

            fn describe(self) -> &'static str {
                Kind::describe(self)
            }

            fn is_reserved(self) -> bool {
                Kind::is_reserved(self)
            }

            fn closing(self) -> Option<Kind> {
                match self {
                    $($(Kind::$open)|+ => Some(Kind::$close),)*
                    _ => None,
                }
            }

            fn refusal(expected: $crate::parsing::Expected, found: Option<Kind>) -> $crate::Refusal {
                refusal(expected, found)
            }

            fn help(expected: $crate::parsing::Expected, found: Option<Kind>) -> Option<String> {
                help(expected, found).map(str::to_owned)
            }
        }
    };
}
