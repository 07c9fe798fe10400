//! Rules of the judgement: typing (paper, Figures 3 and 10; notes, section 4).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;

    DX_T_DEF = "DX-T-DEF", "a definition is pure and has its type", "notes 1.1",
        [type: "what is defined has the type that is said"];
    DX_T_DATA = "DX-T-DATA", "fields of declared types have types, made of what stands before", "own",
        [parameter: "the type of a parameter is a type",
         field: "the type of a field is a type"];
    DX_T_INDEXSET = "DX-T-INDEXSET", "what makes a declared type an index set are its size, the ordinals of its members, and the members of ordinals", "paper section 3.4",
        [defined: "all three are definitions",
         parameters: "each is a pure function of what the type takes",
         size: "the size is an Int",
         ordinal: "the ordinal is a pure function from members to Int",
         member: "the member is a pure function from Int to members",
         data: "members are data"];
    DX_T_TYEQ = "DX-T-TYEQ", "types are equal up to the names that they bind, with what is let stand for values unfolded", "notes 4; DX-Z-18", [];
    DX_T_VAR = "DX-T-VAR", "a variable has the type with which it was bound", "paper Figure 10",
        [bound: "the variable is bound where it is used",
         once: "no name is bound twice in a program"];
    DX_T_LIT = "DX-T-LIT", "numbers have the types that they are written with, `()` is of Unit", "notes 4; DX-Z-08",
        [base: "Dex has numbers of this type"];
    DX_T_TYPE = "DX-T-TYPE", "Type, Effects and Fields are types", "paper Figure 10", [];
    DX_T_BASE = "DX-T-BASE", "Unit and the types of numbers are types", "paper Figure 10", [];
    DX_T_FIN = "DX-T-FIN", "the size in Fin is an Int", "paper Figure 10",
        [size: "the size is an Int"];
    DX_T_RANGE = "DX-T-RANGE", "a range is of an index set, and its ends are members", "dex-lang",
        [set: "what it is of is an index set",
         end: "the ends are members of the set"];
    DX_T_EITHERTY = "DX-T-EITHERTY", "Either takes two types", "paper Figure 10",
        [parameter: "it is given two types"];
    DX_T_DATATY = "DX-T-DATATY", "a declared type takes what it is declared with", "own",
        [count: "it is given a value for each parameter",
         parameter: "the value has the type of the parameter"];
    DX_T_LABELS = "DX-T-LABELS", "records and variants have fields of types, each label once, and a row of fields", "dex-lang",
        [field: "a field has a type",
         once: "labels stand once, in order",
         rest: "what stands for more fields is a row of fields"];
    DX_T_FUNTY = "DX-T-FUNTY", "argument and result of a function have types", "paper Figure 10",
        [argument: "the argument has a type",
         result: "the result has a type"];
    DX_T_ARRTY = "DX-T-ARRTY", "a table is from an index set to a type", "notes 4; DX-Z-08",
        [index: "what it is from is an index set",
         element: "what it is to is a type"];
    DX_T_PAIRTY = "DX-T-PAIRTY", "both parts of a pair have types", "notes 4; DX-Z-08",
        [part: "the part has a type"];
    DX_T_REFTY = "DX-T-REFTY", "a reference has a region and a content", "notes 4; DX-Z-08",
        [region: "the region is a type",
         content: "the content has a type"];
    DX_T_ROW = "DX-T-ROW", "a row has regions, and a row for more", "notes 2",
        [region: "the region is a type",
         rest: "what stands for more effects is a row"];
    DX_T_LAM = "DX-T-LAM", "the body of a function does what its type says", "paper Figure 3",
        [argument: "the argument has a type"];
    DX_T_VIEW = "DX-T-VIEW", "the body of a view is pure, its index of an index set", "paper Figure 3",
        [index: "the index is of an index set"];
    DX_T_PAIR = "DX-T-PAIR", "a pair has the types of its parts", "paper Figure 3", [];
    DX_T_LEFT = "DX-T-LEFT", "Left holds a value of the first type", "paper Figure 10",
        [type: "the value has the first type"];
    DX_T_RIGHT = "DX-T-RIGHT", "Right holds a value of the second type", "paper Figure 10",
        [type: "the value has the second type"];
    DX_T_CON = "DX-T-CON", "a constructor holds values of the types of its fields", "own",
        [count: "there is a value for each field",
         type: "the value has the type of the field"];
    DX_T_LIFT = "DX-T-LIFT", "a monoid is lifted to its own type, and to tables of a type that it is lifted to", "DX-Z-17",
        [behind: "the type is that of the monoid behind some indices, or a dictionary at hand shows it"];
    DX_T_RECORD = "DX-T-RECORD", "a record has the types of its fields", "dex-lang",
        [once: "labels stand once, in order"];
    DX_T_VARIANT = "DX-T-VARIANT", "a variant holds a value of the type that its label has", "dex-lang",
        [label: "the type has the label",
         type: "the value has the type of the label"];
    DX_T_VCASE = "DX-T-VCASE", "all values of a choice have one type", "notes 4; DX-Z-08",
        [branch: "the values have one type"];
    DX_T_FST = "DX-T-FST", "parts are taken of pairs", "paper Figure 10",
        [pair: "it is a pair"];
    DX_T_PROJECT = "DX-T-PROJECT", "fields are taken of records, and of data with one constructor", "own",
        [field: "there is such a field"];
    DX_T_VAL = "DX-T-VAL", "a value does nothing", "notes 4", [];
    DX_T_LET = "DX-T-LET", "what is named has the type that is said, and is not in the type of the result", "paper Figure 3; DX-Z-18",
        [type: "what is named has the type that is said",
         escape: "the type of the result does not depend on what was computed"];
    DX_T_APP = "DX-T-APP", "a function is given what it takes, where its effects may be done", "paper Figure 3",
        [function: "what is applied is a function",
         argument: "the argument has the type that the function takes",
         effects: "what the function does may be done here"];
    DX_T_INDEX = "DX-T-INDEX", "an index is a member of the index set of the table", "paper Figure 3",
        [table: "what is indexed is a table",
         index: "the index is of the index set of the table"];
    DX_T_FOR = "DX-T-FOR", "a loop is over an index set and makes a table", "paper Figure 3",
        [index: "the index is of an index set"];
    DX_T_TABLE = "DX-T-TABLE", "the elements of a table in brackets have one type", "dex-lang",
        [index: "the table is from an index set",
         count: "there are as many elements as the index set has members",
         element: "the elements have one type"];
    DX_T_CASE = "DX-T-CASE", "there is an alternative for each constructor, and all have one type", "paper Figure 10",
        [sum: "what is looked at is a sum",
         complete: "there is one alternative for each constructor or label",
         held: "the alternative names what the constructor holds, with its type",
         branch: "the alternatives have one type",
         escape: "the type does not depend on what the constructor holds"];
    DX_T_FAIL = "DX-T-FAIL", "what fails is of any type", "dex-lang",
        [type: "it is of a type"];
    DX_T_SLICE = "DX-T-SLICE", "a reference to a table has a reference to each element", "paper Figure 3",
        [table: "the reference is to a table",
         index: "the index is of the index set of the table"];
    DX_T_FSTREF = "DX-T-FSTREF", "a reference to a pair has references to its parts; to a record likewise", "dex-lang",
        [pair: "the reference is to a pair, or a record with this field"];
    DX_T_GET = "DX-T-GET", "a reference is read where the state of its region may be used", "paper Figure 3",
        [reference: "what is read is a reference",
         effects: "the state of the region may be used here"];
    DX_T_ASK = "DX-T-ASK", "what a reader was given is read where its region may be read", "dex-lang",
        [reference: "what is read is a reference",
         effects: "the region may be read here"];
    DX_T_PUT = "DX-T-PUT", "a reference is written where the state of its region may be used", "paper Figure 3",
        [reference: "what is written is a reference",
         value: "the value has the type of the content",
         effects: "the state of the region may be used here"];
    DX_T_ACC = "DX-T-ACC", "a reference is added to where its region may be accumulated", "paper Figure 3",
        [reference: "what is added to is a reference",
         value: "the value has the type of the content",
         effects: "the region may be accumulated here"];
    DX_T_RUNSTATE = "DX-T-RUNSTATE", "the action of a handler takes a region and a reference, and neither leaves it", "paper Figure 3; DX-Z-08",
        [action: "the action takes a region and a reference to what the state begins with",
         data: "the state is data",
         effects: "what the action does besides may be done here",
         escape: "the region is not in the type of the result"];
    DX_T_RUNREADER = "DX-T-RUNREADER", "likewise, with a reference that is only read", "dex-lang",
        [action: "the action takes a region and a reference to what is read",
         data: "what is read is data",
         effects: "what the action does besides may be done here",
         escape: "the region is not in the type of the result"];
    DX_T_RUNACCUM = "DX-T-RUNACCUM", "likewise, with a reference to a vector, or to an element of a monoid, that is only added to", "paper Figure 3; DX-Z-17",
        [action: "the action takes a region and a reference",
         space: "the content is of a vector space, or data if a monoid is given",
         monoid: "the monoid is of the content, or of its elements behind some indices",
         effects: "what the action does besides may be done here",
         escape: "the region is not in the type of the result"];
    DX_T_THROW = "DX-T-THROW", "an exception is thrown where it may be", "dex-lang",
        [type: "it is of a type",
         effects: "exceptions may be thrown here"];
    DX_T_CATCH = "DX-T-CATCH", "an action that may throw gives a Maybe", "dex-lang",
        [action: "the action takes `()`",
         effects: "what the action does besides may be done here"];
    DX_T_ARITH = "DX-T-ARITH", "operands of a primitive function have the types that it takes", "notes 4",
        [operand: "there is an operand of each type that it takes"];
    DX_T_ORDINAL = "DX-T-ORDINAL", "members of index sets have numbers, and numbers have members", "notes 1.3",
        [index: "it is an index set, or a member of one",
         number: "the number is an Int",
         range: "what is injected is a member of a range"];
    DX_T_LIN = "DX-T-LIN", "a pure function between vector spaces is linearized at a point", "paper Figure 10",
        [function: "it is a pure function",
         space: "argument and result are of vector spaces",
         argument: "the point has the type of the argument"];
    DX_T_TRANS = "DX-T-TRANS", "a linear function between vector spaces is transposed", "paper Figure 10",
        [function: "it is a pure function",
         space: "argument and result are of vector spaces",
         argument: "the cotangent has the type of the result"];
}
