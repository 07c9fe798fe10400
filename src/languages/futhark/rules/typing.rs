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
        [used: "every size parameter is used", constructive: "an existential size is the size of an array",
         functions: "only type^ contains functions", sizes: "only type~ and type^ hide sizes"];
    FUT_T_TOP = "FUT-T-TOP", "definitions are checked from top to bottom, each fully inferred before the next",
        "language reference, Declarations", [];
    FUT_T_MATCH = "FUT-T-MATCH", "the cases of a match leave no value out; the first that matches is taken",
        "language reference, Pattern Matching",
        [exhaustive: "every value is matched by some case", decided: "the patterns are simple enough to find out",
         branches: "the cases have one type"];
    FUT_T_VAR = "FUT-T-VAR", "a name has the type that its binding gives it",
        "language reference, Expressions",
        [bound: "the name is in scope", underscore: "it does not begin with an underscore"];
    FUT_T_INST = "FUT-T-INST", "a polymorphic name is used at types that hide no more than its type parameters allow",
        "language reference, Polymorphic Functions",
        [functions: "only '^a stands for functions", sizes: "only '~a and '^a stand for types that hide sizes"];
    FUT_T_LIT = "FUT-T-LIT", "an integer literal has any numeric type, a float literal any float type, a string is an array of bytes",
        "language reference, Literals", [range: "the number is a value of the type"];
    FUT_T_DEFAULT = "FUT-T-DEFAULT", "a number whose type nothing decides is i32, or f64 if it is written as a float",
        "language reference, Literals", [];
    FUT_T_OPS = "FUT-T-OPS", "an operator takes operands of one type out of a set of its own; nothing is converted",
        "language reference, Primitive Types and Values",
        [operands: "the operator exists on the type of the operands", same: "both operands have one type",
         equality: "== and != compare values without functions and abstract parts"];
    FUT_T_SIZE = "FUT-T-SIZE", "a size is an expression of type i64 that binds no names",
        "language reference, Size Types", [i64: "it has type i64", binding: "it binds no names"];
    FUT_T_PAT = "FUT-T-PAT", "a pattern has the type of the values that it takes apart",
        "language reference, Patterns",
        [shape: "the pattern fits the type", distinct: "no name or field occurs twice", underscore: "no field begins with an underscore"];
    FUT_T_LIMIT = "FUT-T-LIMIT", "a type has fewer than 100,000 parts", "own",
        [parts: "the type of every record and application, and every written type, has fewer parts"];
    FUT_T_REDEF = "FUT-T-REDEF", "the operators && and || keep their meaning", "error index, Other Errors",
        [logical: "neither of them is bound"];
    FUT_T_IRREF = "FUT-T-IRREF", "patterns of let, loops and functions match every value",
        "language reference, Patterns", [total: "no value is left out"];
    FUT_T_LET = "FUT-T-LET", "let binds a pattern at one type", "language reference, Expressions", [];
    FUT_T_FUN = "FUT-T-FUN", "a function's body has the type of its annotation",
        "language reference, Declarations", [result: "the body has the annotated type"];
    FUT_T_RECFUN = "FUT-T-RECFUN", "a definition with parameters may call itself, at its own types",
        "language reference, Recursive Functions",
        [monomorphic: "every use has the type of the function itself", first_order: "the result is not a function",
         saturated: "with functional parameters, every use is applied to all arguments",
         unchanged: "functional parameters are passed on unchanged"];
    FUT_T_APP = "FUT-T-APP", "a function is applied to an argument of its parameter's type",
        "language reference, Expressions", [function: "what is applied is a function", argument: "the argument has the type of the parameter"];
    FUT_T_SECT = "FUT-T-SECT", "sections are functions", "language reference, Expressions",
        [operator: "the operator takes two arguments"];
    FUT_T_IF = "FUT-T-IF", "both branches have the type of the whole", "language reference, Expressions",
        [condition: "the condition is a bool", branches: "the branches have one type"];
    FUT_T_ORDER0 = "FUT-T-ORDER0", "branches, array elements and loop parameters are not functions",
        "language reference, Higher-order Functions",
        [branch: "no branch gives a function", element: "no array element is a function or hides sizes",
         parameter: "no loop parameter is a function"];
    FUT_T_REC = "FUT-T-REC", "records have fields; a field is taken from a record that is known to have it",
        "language reference, Records", [field: "the record has the field", known: "the type of the record is known", distinct: "no field is given twice"];
    FUT_T_RECUPD = "FUT-T-RECUPD", "a field is replaced by a value of its type, sizes aside",
        "language reference, Records", [field: "the record has the field, of this type"];
    FUT_T_SUM = "FUT-T-SUM", "a constructor belongs to a sum type known from the context",
        "language reference, Compound Types and Values", [known: "the sum type is known"];
    FUT_T_ARR = "FUT-T-ARR", "the elements of an array have one type", "language reference, Expressions",
        [elements: "the elements have one type"];
    FUT_T_RANGE = "FUT-T-RANGE", "a range is made of integers of one type", "language reference, Expressions",
        [integers: "the parts are integers", same: "the parts have one type"];
    FUT_T_INDEX = "FUT-T-INDEX", "an array is indexed with signed integers and slices", "language reference, Array Indexing",
        [rank: "there are no more indices than dimensions", signed: "indices are signed integers", slice: "parts of a slice have type i64"];
    FUT_T_UPDATE = "FUT-T-UPDATE", "an update puts a value where one of the same type was",
        "language reference, In-place Updates", [value: "the new value has the type of the old"];
    FUT_T_LOOP = "FUT-T-LOOP", "initial value, loop parameter and body have one type", "language reference, Loops",
        [bound: "the bound is an integer", array: "for-in loops over an array",
         condition: "the condition is a bool", body: "the body has the type of the parameter", named: "every part of the parameter has an initial value"];
    FUT_T_ASCR = "FUT-T-ASCR", "an annotation restates a type; a coercion may change its sizes",
        "language reference, Type Ascription", [type: "the expression has the type", coercion: "nothing but sizes differs"];
    FUT_T_ASSERT = "FUT-T-ASSERT", "what is asserted is a bool", "language reference, Expressions", [condition: "the condition is a bool"];
    FUT_T_HOLE = "FUT-T-HOLE", "a hole has any type", "language reference, Expressions", [];
    FUT_T_REARRANGE = "FUT-T-REARRANGE", "rearrange permutes the outer dimensions of an array", "thesis 2.5.2",
        [saturated: "it is applied to two arguments", permutation: "the dimensions are a permutation written out",
         rank: "the array has as many dimensions", i64: "dimensions are numbers of type i64"];
    FUT_T_RESHAPE = "FUT-T-RESHAPE", "reshape gives an array of the given sizes with the same elements", "thesis 2.5.2",
        [saturated: "it is applied to two arguments", array: "what is reshaped is an array", i64: "sizes have type i64"];
    FUT_T_ENTRY = "FUT-T-ENTRY", "an entry point is a first-order function of the root file without type parameters, its sizes known from its arguments",
        "language reference, Entry Points",
        [nested: "it stands at the top level", polymorphic: "it has no type parameters", higher: "no function is among its parameters and results",
         ret: "no size parameter occurs in the result alone", constructive: "every size parameter is the size of an array among the parameters"];
    FUT_T_EFFORT = "FUT-T-EFFORT", "a program is judged within the limits of the command", "own",
        [steps: "there are steps left", memory: "there is memory left"];
}
