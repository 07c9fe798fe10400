//! Rules of the judgement: texts of core.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;

    DX_C_PROGRAM = "DX-C-PROGRAM", "a text of core is a list of types and definitions that follow the grammar", "own",
        [form: "the text follows the grammar"];
    DX_C_DATA = "DX-C-DATA", "types, constructors, classes, effects and primitives have the names of some", "own",
        [name: "there is one of this name",
         once: "no type and no constructor of this name stands before"];
    DX_C_NEST = "DX-C-NEST", "texts nest within limits, which no program by hand reaches", "own",
        [depth: "constructs nest at most 500 deep",
         length: "the text is not larger than 4 GiB"];
}
