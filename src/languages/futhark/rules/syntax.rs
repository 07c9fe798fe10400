//! Rules of the judgement: syntax.  A text is a program if its characters make tokens and its tokens follow the grammar.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;

    FUT_X_CHARACTER = "FUT-X-CHARACTER", "every character outside comments belongs to a token",
        "language reference, Identifiers and Keywords",
        [known: "the character begins a token"];
    FUT_X_NUMBER = "FUT-X-NUMBER", "a number is decimal, hexadecimal, binary or Roman, with an optional suffix naming its type; \
         an integer with a suffix is taken modulo the size of its type",
        "language reference, Primitive Types and Values",
        [suffix: "what follows the digits is a suffix",
         range: "a number without a suffix fits 127 bits"];
    FUT_X_STRING = "FUT-X-STRING", "a string stands on one line and means its UTF-8 bytes",
        "language reference, Compound Types and Values",
        [closed: "the string ends on its line"];
    FUT_X_ESCAPE = "FUT-X-ESCAPE", "a backslash in a character or string begins an escape",
        "language reference, Compound Types and Values",
        [known: "the escape exists",
         code: "the number is that of a character",
         one: "a character literal is one character"];
    FUT_X_PROGRAM = "FUT-X-PROGRAM", "a file is a sequence of declarations",
        "language reference, Declarations",
        [declaration: "a declaration stands here",
         token: "the declaration goes on as its grammar says",
         end: "the file does not end within a declaration"];
    FUT_X_DOC = "FUT-X-DOC", "a documentation comment stands before what it documents",
        "language reference, Comments",
        [placed: "a declaration or an item of a module type follows"];
    FUT_X_BIND = "FUT-X-BIND", "a definition binds one name or one operator",
        "language reference, Value Declarations",
        [unqualified: "the bound operator has no module in front",
         infix: "`!` is not bound",
         name: "no pattern is bound at top level"];
    FUT_X_EXP = "FUT-X-EXP", "an expression follows the grammar of expressions",
        "language reference, Expressions",
        [expression: "an expression stands here",
         token: "the expression goes on as its grammar says"];
    FUT_X_OPERATOR = "FUT-X-OPERATOR", "an operator binds as the longest known operator that it begins with",
        "language reference, Resolving Ambiguities", [];
    FUT_X_LET = "FUT-X-LET", "the bindings of a `let` end with `in`, which may be left out before another `let`",
        "language reference, Resolving Ambiguities",
        [body: "`in` follows the last binding"];
    FUT_X_RANGE = "FUT-X-RANGE", "a range says how it ends: `...`, `..<` or `..>`",
        "language reference, Expressions",
        [end: "`..` is followed by the end"];
    FUT_X_INDEX = "FUT-X-INDEX", "an index stands directly behind the array, all dimensions in one pair of brackets or several without space",
        "language reference, Resolving Ambiguities",
        [together: "no array literal is an argument of an indexed array", dimension: "there is at least one index or slice"];
    FUT_X_OPEN = "FUT-X-OPEN", "`M.(e)` opens the module `M` in `e`",
        "language reference, Expressions",
        [name: "what stands before the dot is a module's name"];
    FUT_X_SECTION = "FUT-X-SECTION", "an operator in parentheses, with one operand or none, is a function",
        "language reference, Expressions", [];
    FUT_X_PAT = "FUT-X-PAT", "a pattern follows the grammar of patterns",
        "language reference, Patterns",
        [pattern: "a pattern stands here"];
    FUT_X_TYPE = "FUT-X-TYPE", "a type expression follows the grammar of types",
        "language reference, Primitive Types and Values",
        [form: "a type stands here"];
    FUT_X_MODULE = "FUT-X-MODULE", "modules and module types follow their grammar",
        "language reference, Module System",
        [module: "a module expression stands here",
         module_type: "a module type stands here",
         item: "a module type consists of `val`, `type`, `module` and `include`"];
    FUT_X_NEST = "FUT-X-NEST", "programs nest within limits, which no program by hand reaches",
        "own",
        [depth: "constructs nest at most 1,000 deep",
         length: "the chains of operators, bindings and conditionals in a declaration are not longer than 10,000"];
}
