//! Rules of the judgement: syntax.  A text is a file of Dex if its lines make items, the characters of its code make tokens, lines and columns
//! make blocks, and the tokens follow the grammar (notes, section 1).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;

    DX_SYN_ITEM = "DX-SYN-ITEM", "a file is a sequence of items, each prose, code or a command, with the output that is expected of it", "notes 1.1, dex-lang",
        [command: "the command is `:p`, `:t`, `:html` or `:export`",
         output: "expected output stands under the code that it is of",
         end: "the item does not end within what it begins",
         token: "the item goes on as its grammar says"];
    DX_SYN_CHARACTER = "DX-SYN-CHARACTER", "every character of code outside comments belongs to a token", "notes 1.1",
        [known: "the character begins a token",
         closed: "the text in quotes is closed"];
    DX_SYN_NUMBER = "DX-SYN-NUMBER", "an integer has digits only, a float a point or an exponent", "notes 1.1",
        [suffix: "nothing that could go on a name follows the digits",
         range: "the integer has at most 64 bits, the float is finite"];
    DX_SYN_STRING = "DX-SYN-STRING", "characters and strings have escapes as in C, decimal or hexadecimal codes, and the name `\\NUL`", "dex-lang",
        [escape: "the escape is known",
         byte: "a character is one byte"];
    DX_SYN_LAYOUT = "DX-SYN-LAYOUT", "lines that are indented deeper go on a line, or make a block where one may stand; the lines of a block begin in one column", "notes 1.1",
        [block: "what is written on several lines is indented deeper than that to which it belongs"];
    DX_SYN_BLOCK = "DX-SYN-BLOCK", "a block is a sequence of declarations and expressions, the last an expression", "notes 1.1",
        [result: "the last line of a block is an expression",
         top: "data types and interfaces are declared at the top of a file"];
    DX_SYN_DECLARATION = "DX-SYN-DECLARATION", "declarations follow their grammar", "notes 1.1",
        [token: "the declaration goes on as its grammar says",
         name: "a name stands here",
         effects: "what takes no arguments has no effects"];
    DX_SYN_EXPRESSION = "DX-SYN-EXPRESSION", "an expression, or a type, follows the grammar of expressions", "notes 1.1",
        [expression: "an expression stands here",
         token: "the expression goes on as its grammar says",
         lambda: "a function begins with `\\` and binders and a point, a table with `for`"];
    DX_SYN_OPERATOR = "DX-SYN-OPERATOR", "operators bind by nine levels, and to the left or to the right", "notes 1.1",
        [mixed: "operators of one level bind to the same side",
         inside: "`,`, `&` and `|` stand in parentheses"];
    DX_SYN_PATTERN = "DX-SYN-PATTERN", "patterns follow their grammar", "notes 1.1",
        [form: "a pattern stands here"];
    DX_SYN_EFFECTS = "DX-SYN-EFFECTS", "a row of effects names each with its region, and the rest of the row by a variable", "notes 1.1",
        [form: "an effect stands here"];
    DX_SYN_RECORD = "DX-SYN-RECORD", "records and variants follow their grammar: `=` for values, `:` for types, `&` between the fields of records and `|` between those of variants", "dex-lang",
        [field: "a field stands here",
         separator: "the fields are separated as the first two are"];
    DX_SYN_NEST = "DX-SYN-NEST", "programs nest within limits, which no program by hand reaches", "own",
        [depth: "constructs nest at most 500 deep",
         length: "the chains of operators, arguments and lines in an item are not longer than 4,000"];
}
