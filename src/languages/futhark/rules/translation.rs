//! Rules of the arrows from Futhark to Core, as far as they go within Futhark's checked tree.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Translation;
    FUT_MO_INST = "FUT-MO-INST",
        "a use of a definition at types is a use of its copy for those types; the sizes in them are size parameters of the copy",
        "notes, FUT-DF-MONO", [];
    FUT_MO_NAMED = "FUT-MO-NAMED",
        "an abstract type is what it stands for; the sizes that it hides are read off each value of it", "own", [];
    FUT_MO_LOCAL = "FUT-MO-LOCAL", "a local function has its copies where it stood", "own", [];
    FUT_MO_HELD = "FUT-MO-HELD",
        "a size that is an element of an array has a name from where a value shows it, as the array may be consumed", "own", [];
    FUT_MO_REACH = "FUT-MO-REACH", "what the entry point does not reach is left out", "own", [];
    FUT_DF_VAR = "FUT-DF-VAR", "a variable stays, and its static value is what the environment says", "slides, D-Var", [];
    FUT_DF_CONST = "FUT-DF-CONST", "a literal stays", "slides, D-Num, D-True", [];
    FUT_DF_PLUS = "FUT-DF-PLUS",
        "an operator stays, and so does any other form of expression whose value is no function: its parts are translated", "slides, D-Plus, D-Array, D-Update; notes", [];
    FUT_DF_IF = "FUT-DF-IF", "a conditional stays, and so does a match; their branches have one static value", "slides, D-If", [];
    FUT_DF_LET = "FUT-DF-LET", "a bound name has the static value of what is bound; sizes that mention it are hidden outside", "slides, D-Let", [];
    FUT_DF_LAM = "FUT-DF-LAM", "a function is the record of its free variables, under labels that are all different", "slides, D-Lam; notes, FUT-Z-27", [];
    FUT_DF_APP = "FUT-DF-APP",
        "an application that gives a function is the function's body, with its argument and what it captured bound before; the argument first",
        "slides, D-App; notes, FUT-Z-26", [];
    FUT_DF_LIFT = "FUT-DF-LIFT",
        "an application that gives no function is a call of the lifted function, which takes the record and the arguments; there is one for each occurrence with the same captured values and functions as arguments",
        "slides, by example", [apart: "no two functions that have to be lifted call each other"];
    FUT_DF_DYN = "FUT-DF-DYN", "a top-level function that takes and gives no functions stays what it is", "compiler", [];
    FUT_DF_RCD = "FUT-DF-RCD", "a record has the static values of its fields", "slides, D-Rcd", [];
    FUT_DF_PROJ = "FUT-DF-PROJ", "a field has its static value", "slides, D-Proj", [];
    FUT_DF_UPDREC = "FUT-DF-UPDREC", "an update of a record may change the static value of a field", "compiler", [];
    FUT_DF_MAP = "FUT-DF-MAP", "a function that is written as the operand of a combinator stays there, its body translated", "slides, D-Map", [];
    FUT_DF_SOAC = "FUT-DF-SOAC", "any other operand of a combinator that is a function becomes a function that applies it", "compiler", [];
    FUT_DF_LOOP = "FUT-DF-LOOP", "a loop stays", "slides, D-Loop", [];
    FUT_DF_SUM = "FUT-DF-SUM",
        "of a sum with functions it is known which constructors may be there, and the static values of their arguments; cases for others are left out",
        "compiler", [];
    FUT_DF_SIZE = "FUT-DF-SIZE",
        "a function captures the sizes that it mentions: those that a captured array shows are read off that, others are fields",
        "compiler", [];
    FUT_DF_COERCE = "FUT-DF-COERCE",
        "a coerced function is a function that coerces its argument back, applies it, and coerces what it gives; sizes are computed where the coercion stands",
        "own, FUT-E-PROXY", [];
    FUT_DF_BLANK = "FUT-DF-BLANK", "a blank function is a function that gives blank values", "own, FUT-E-ATTR", [];
    FUT_DF_OR_TYPE = "FUT-DF-OR-TYPE",
        "where the type checker is told so, branches, loops and arrays may give functions", "slides, Or; own for loops and arrays", [];
    FUT_DF_J_EQ = "FUT-DF-J-EQ",
        "joined with itself a function stays what it is; the sizes in which what was captured differs are hidden", "slides, Or; notes", [];
    FUT_DF_J_RCD = "FUT-DF-J-RCD", "records are joined field by field, sums and arrays by their parts", "notes", [];
    FUT_DF_J_LAM = "FUT-DF-J-LAM",
        "different functions are joined to Or, which has each of them once; a value of it is the constructor of one with its record", "slides, Or; notes", [];
    FUT_DF_IF_OR = "FUT-DF-IF-OR", "branches that give functions are joined, and coerced to the join", "slides, Or; notes", [];
    FUT_DF_APP_OR = "FUT-DF-APP-OR", "an application of one of several functions sees which it is; what the cases give is joined", "slides, Or; notes", [];
    FUT_DF_OR_LOOP = "FUT-DF-OR-LOOP",
        "the static value of a loop's parameter is the join of the initial one with the body's", "own",
        [finite: "after two rounds for each function in the program and one for each place of such in the loop's parameter, the functions of the join do not change any more"];
    FUT_DF_OR_ARRAY = "FUT-DF-OR-ARRAY",
        "the elements of an array are joined; an index gives the join, and an update joins with it what is written", "own",
        [regular: "what the functions capture has the same sizes in all elements"];
    FUT_DF_BESIDE = "FUT-DF-BESIDE", "what functions in an array capture alike stands beside its elements", "own", [];
    FUT_PA_SUM = "FUT-PA-SUM",
        "a sum is the record of its constructor's number and of the arguments of all constructors, where those of others are blank",
        "notes, FUT-DF-OR-SUM", [blank: "what may be absent is no accumulator"];
    FUT_PA_MATCH = "FUT-PA-MATCH",
        "the cases of a match are tested in their order; the last one, and one that asks nothing, is taken without a test", "own", [];
    FUT_PA_TANGENT = "FUT-PA-TANGENT", "a tangent, or an adjoint, has the numbers of constructors that its value has", "own", [];
    FUT_PA_BIND = "FUT-PA-BIND", "what the pattern of a case names is a projection of what is matched", "own", [];
}
