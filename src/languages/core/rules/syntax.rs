//! Rules of the judgement: syntax.  A text is a program if it follows the grammar, and its names, operators and premises mean
//! something.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;

    CORE_S_PROGRAM = "CORE-S-PROGRAM", "a text is functions and entry points, as the grammar says", "own",
        [form: "what stands here is what the grammar wants",
         once: "a text defines a function, and an entry point, once"];
    CORE_S_NEST = "CORE-S-NEST", "programs nest within limits, which no program by hand reaches", "own",
        [depth: "bodies and functions nest at most 500 deep",
         length: "the text is shorter than 4 GiB"];
    CORE_S_NAME = "CORE-S-NAME", "a name stands for what bound it last; a function for the one of that name", "own",
        [bound: "something in scope has that name",
         function: "a function has that name"];
    CORE_S_OPERATOR = "CORE-S-OPERATOR", "an operator is the primitive function at the type of its first operand", "own",
        [exists: "the first operand is a scalar on whose type the operator exists"];
    CORE_S_ATTR = "CORE-S-ATTR", "attributes stand before a statement or a definition, and each is there once", "language reference of Futhark, Attributes", [];
    CORE_S_SAID = "CORE-S-SAID", "what stands behind # is a premise of a rule of some language", "own",
        [known: "there is such a rule, with such a premise"];
}
