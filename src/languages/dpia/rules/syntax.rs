//! Rules of the judgement: syntax.  A text is a program if its characters make tokens, its tokens follow the grammar, and its
//! names and numbers mean something.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;

    DPIA_SYN_CHARACTER = "DPIA-SYN-CHARACTER", "every character outside comments belongs to a token", "own",
        [known: "the character begins a token"];
    DPIA_SYN_NUMBER = "DPIA-SYN-NUMBER", "a number is decimal, hexadecimal or binary, with an optional suffix naming its type", "own",
        [suffix: "what follows the digits is a suffix",
         range: "the number fits 127 bits, a size 63"];
    DPIA_SYN_PROGRAM = "DPIA-SYN-PROGRAM", "a file is a sequence of definitions `def name = phrase`", "own",
        [definition: "a definition stands here",
         token: "the definition goes on as its grammar says",
         end: "the file does not end within a definition",
         unique: "a name is defined once"];
    DPIA_SYN_PROC = "DPIA-SYN-PROC", "`proc f(x: T): U = e` defines a function that stays one: it calls it", "own", [];
    DPIA_SYN_PHRASE = "DPIA-SYN-PHRASE", "a phrase follows the grammar of phrases", "own",
        [phrase: "a phrase stands here",
         token: "the phrase goes on as its grammar says",
         pair: "a tuple has two components or more, a launch size one to three",
         lead: "what a primitive needs before its phrase arguments stands there"];
    DPIA_SYN_PATTERN = "DPIA-SYN-PATTERN", "a pattern is a variable, or a tuple of patterns, in which `_` names nothing", "own",
        [tuple: "a tuple of patterns has two components or more",
         unique: "a pattern names a variable once"];
    DPIA_SYN_TYPE = "DPIA-SYN-TYPE", "types and sizes follow their grammar", "own",
        [form: "a type or a size stands here",
         width: "a vector has 2, 3, 4, 8 or 16 components"];
    DPIA_SYN_NEST = "DPIA-SYN-NEST", "programs nest within limits, which no program by hand reaches", "own",
        [depth: "constructs nest at most 500 deep in a phrase, and scopes of names at most 200,000 deep",
         length: "the chains of operators in a command or an expression are not longer than 4,000",
         types: "the types of a definition do not grow beyond 4,000,000 parts"];
    DPIA_SYN_NAME = "DPIA-SYN-NAME", "a name means the innermost variable, definition or primitive of that name", "own",
        [sort: "it names a phrase, a size or a type, as its place asks"];
    DPIA_SYN_INFER = "DPIA-SYN-INFER", "sizes and types that a text leaves out follow from the rest of it", "own",
        [size: "the size follows",
         data: "the type of data follows",
         phrase: "the type of the phrase follows"];
}
