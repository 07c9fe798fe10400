//! Rules of the judgement: typing.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;
    FUT_T_TYPE = "FUT-T-TYPE", "type expressions denote types: names, applied to sizes and types, arrays, records, sums, functions",
        "language reference, Compound Types and Values",
        [constructor: "what is applied is the name of a type", arity: "it gets as many arguments as it has parameters",
         argument: "a size parameter gets a size, a type parameter a type",
         fields: "the fields of a record have different names", constructors: "the constructors of a sum have different names",
         few: "a sum has fewer than 256 constructors", element: "array elements contain no functions",
         regular: "array elements hide no sizes", names: "names bound in one type or parameter list differ",
         shown: "a size bound by ?[n] is the size of an array"];
    FUT_T_ABBR = "FUT-T-ABBR", "a type definition is an abbreviation; it says how much it hides and uses its size parameters",
        "language reference, Type Abbreviations",
        [used: "every size parameter is used", constructive: "a hidden size is the size of an array",
         functions: "only type^ contains functions", sizes: "only type~ and type^ hide sizes"];
    FUT_T_TOP = "FUT-T-TOP", "definitions are checked from top to bottom, each fully inferred before the next",
        "language reference, Declarations", [];
    FUT_T_MATCH = "FUT-T-MATCH", "the cases of a match leave no value out; the first that matches is taken",
        "language reference, Pattern Matching", [exhaustive: "every value is matched by some case", decided: "the patterns are simple enough to find out"];
    FUT_T_ENTRY = "FUT-T-ENTRY", "an entry point is a first-order function of the root file without type parameters, its sizes known from its arguments",
        "language reference, Entry Points",
        [nested: "it stands at the top level", polymorphic: "it has no type parameters", higher: "no function is among its parameters and results",
         ret: "no size parameter occurs in the result alone", constructive: "every size parameter is the size of an array among the parameters"];
}
