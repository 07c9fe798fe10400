//! Rules of the judgement: syntax.  A text is a program if its characters make tokens, its tokens follow the grammar (notes,
//! section 1), and its names and numbers mean something; what programs may write shorter is written out (notes, section 2).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;

    FCL_SYN_CHARACTER = "FCL-SYN-CHARACTER", "every character outside comments belongs to a token; comments `(*` nest and end", "notes 1",
        [known: "the character begins a token",
         closed: "the comment is closed"];
    FCL_SYN_NUMBER = "FCL-SYN-NUMBER", "an integer is decimal and fits 32 bits, a double has a point or an exponent; with the name of a type behind it, a number is of that type", "notes 1",
        [suffix: "nothing that could go on a name follows the digits",
         range: "the number is in the range of its type"];
    FCL_SYN_PROGRAM = "FCL-SYN-PROGRAM", "a file is a sequence of definitions with `fun`, `kernel` and `val`", "notes 1",
        [definition: "a definition stands here",
         token: "the definition goes on as its grammar says",
         end: "the file does not end within a definition",
         unique: "a file defines a name once",
         signature: "a signature stands before the definition of its name"];
    FCL_SYN_CONFIG = "FCL-SYN-CONFIG", "`config` gives sizes of the machine that a kernel is run with", "notes 1",
        [option: "the option is #BlockSize, #BlockWidth, #WarpSize or #Groups, each once, and the definition is a kernel",
         value: "1 to 1024 threads a block and a warp, a power of two a warp; a block is less than a warp or has whole ones, and whole rows of #BlockWidth threads; 1 to 2^31 - 1 groups"];
    FCL_SYN_EXPRESSION = "FCL-SYN-EXPRESSION", "an expression follows the grammar of expressions", "notes 1",
        [expression: "an expression stands here",
         token: "the expression goes on as its grammar says",
         pair: "a pair has two components"];
    FCL_SYN_TYPE = "FCL-SYN-TYPE", "types and levels follow their grammar", "notes 1",
        [form: "a type stands here",
         level: "a level stands here",
         name: "the name is that of a type, or a type variable, which begins with a small letter"];
    FCL_SYN_NEST = "FCL-SYN-NEST", "programs nest within limits, which no program by hand reaches", "own",
        [depth: "constructs nest at most 500 deep",
         length: "the chains of operators, arguments and bindings in a definition are not longer than 4,000"];
    FCL_SYN_NAME = "FCL-SYN-NAME", "a name means the innermost variable, an earlier definition, one of the library, or an operator", "notes 1",
        [bound: "there is something of that name",
         earlier: "the definition stands before its use: there is no recursion",
         level: "the level variable is bound",
         unique: "the parameters of a function have different names"];

    FCL_G_FUN = "FCL-G-FUN", "the parameters of a definition are those of functions", "notes 2", [];
    FCL_G_PIPE = "FCL-G-PIPE", "e1 |> e2 is e2 e1", "paper 3.1", [];
    FCL_G_COMP = "FCL-G-COMP", "f . g is fn x => f (g x)", "notes 2", [];
    FCL_G_INFIX = "FCL-G-INFIX", "e1 + e2 is the saturated operation; a minus before a literal belongs to it", "notes 2", [];
    FCL_G_BS = "FCL-G-BS", "#BlockSize, #BlockWidth and #WarpSize stand for sizes that the configuration gives", "paper 3.3",
        [known: "it is one of the three"];
    FCL_G_ETA = "FCL-G-ETA", "concat, interleave, interleaveInto, fst and snd with too few arguments are η-expanded", "notes 2", [];
    FCL_G_IF = "FCL-G-IF", "conditionals are expressions", "notes 2", [];
    FCL_G_POWER = "FCL-G-POWER", "power with three arguments is iterate", "notes 14", [];
    FCL_G_PATTERN = "FCL-G-PATTERN", "a pattern (x, y) is a variable whose components are bound by let", "own", [];
}
