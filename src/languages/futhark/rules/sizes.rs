//! Rules of the judgement: sizes.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Sizes;
    FUT_SZ_ANONSPEC = "FUT-SZ-ANONSPEC", "in a module type, a size without a name is hidden by the result of a function; elsewhere sizes have names",
        "language reference, Module Type Expressions", [named: "sizes of parameters and constants have names"];
    FUT_SZ_EQ = "FUT-SZ-EQ", "sizes are equal if they are written alike once flexible sizes are resolved; there is no arithmetic",
        "language reference, Size Types",
        [equal: "the sizes are the same", occurs: "no size contains itself"];
    FUT_SZ_LINK = "FUT-SZ-LINK", "a flexible size becomes any size whose variables are in scope where it was made",
        "language reference, Size Types", [scope: "the variables are in scope"];
    FUT_SZ_INST = "FUT-SZ-INST", "size parameters are flexible at a use", "language reference, Size Types", [];
    FUT_SZ_TYVAR = "FUT-SZ-TYVAR", "an unlifted type parameter does not stand for a type whose sizes only a function's result knows",
        "language reference, Size-lifted Types", [existential: "its sizes are not existential"];
    FUT_SZ_PARAM = "FUT-SZ-PARAM", "sizes left open in a function's type are its size parameters",
        "language reference, Size Types",
        [used: "every size parameter is used", known: "a caller knows the sizes of the parameters",
         value: "what is no function has no size parameters together with an unknown size"];
    FUT_SZ_ANONRET = "FUT-SZ-ANONRET", "anonymous sizes in the annotation of a result are inferred from the body",
        "language reference, Size Types", [];
    FUT_SZ_NAMED = "FUT-SZ-NAMED", "sizes of the result may mention parameters by their names",
        "language reference, Size Types", [visible: "the name is that of a whole parameter"];
    FUT_SZ_ACCESS = "FUT-SZ-ACCESS", "the type of a parameter mentions only sizes that a caller knows",
        "error index, Sizes", [accessible: "the size is a name of a parameter before it"];
    FUT_SZ_ARG = "FUT-SZ-ARG", "an argument takes the place of the parameter's name in the sizes of the result",
        "language reference, Size Types", [];
    FUT_SZ_EXRES = "FUT-SZ-EXRES", "every application makes the existential sizes of its result anew",
        "language reference, Size Types", [];
    FUT_SZ_EXPAR = "FUT-SZ-EXPAR", "no application gives a function whose parameter has a size that nothing shows",
        "error index, Sizes", [shown: "a value shows the size"];
    FUT_SZ_LET64 = "FUT-SZ-LET64", "a variable of type i64 is replaced by its definition in the sizes of the body's type",
        "language reference, Size Types", [];
    FUT_SZ_SCOPE = "FUT-SZ-SCOPE", "a size that mentions a name going out of scope becomes unknown",
        "language reference, Size Types", [shown: "the value shows the size, if a function takes it"];
    FUT_SZ_LETSIZE = "FUT-SZ-LETSIZE", "let binds sizes of the value that its pattern shows",
        "language reference, Expressions", [used: "the size occurs in the pattern", shown: "it is the size of an array"];
    FUT_SZ_LAMRET = "FUT-SZ-LAMRET", "unknown sizes made in the body of a function are existential in its result",
        "language reference, Size Types", [];
    FUT_SZ_BRANCH = "FUT-SZ-BRANCH", "where branches differ in a size, the size of the whole is unknown",
        "language reference, Size Types", [];
    FUT_SZ_LOOP = "FUT-SZ-LOOP", "sizes that the body of a loop changes are sizes of each iteration, and unknown in the result",
        "language reference, Size Types",
        [inside: "no other size of the parameter is made inside of the loop", escape: "a changing size is no size outside of the loop"];
    FUT_SZ_SLICE = "FUT-SZ-SLICE", "the size of a slice is computed from its bounds where these are written out and the stride is 1 or -1",
        "language reference, Size Types", [];
    FUT_SZ_RANGE = "FUT-SZ-RANGE", "the size of a range of i64 is computed from its ends where the stride is 1",
        "language reference, Size Types", [];
    FUT_SZ_LITARR = "FUT-SZ-LITARR", "an array literal has as many elements as are written", "language reference, Size Types", [];
    FUT_SZ_SUMS = "FUT-SZ-SUMS", "a sum value has the sizes of all constructors", "language reference, Size Types", [];
    FUT_SZ_ASCR = "FUT-SZ-ASCR", "an annotation restates sizes", "language reference, Type Ascription", [];
    FUT_SZ_COERCE = "FUT-SZ-COERCE", "a coercion claims sizes, which are compared when run", "language reference, Type Ascription", [];
    FUT_SZ_REC = "FUT-SZ-REC", "in the body of a function whose result is not annotated, the sizes of its result are unknown",
        "own, stricter than the language reference, Recursive functions", [];
    FUT_SZ_AMBIG = "FUT-SZ-AMBIG", "every size is determined by something", "error index, Sizes",
        [determined: "the size is determined"];
    FUT_SZ_CAUSAL = "FUT-SZ-CAUSAL", "sizes are computed before they are needed", "language reference, Causality Restriction",
        [known: "the expression that makes the size comes before"];
}
