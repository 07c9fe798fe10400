//! Rules of the judgement: simplification (paper, Figures 5 and 11; notes, sections 6 and 14).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    DX_S_DEF = "DX-S-DEF", "a definition of data stays, a function from data to data keeps its parameters, all else stands for its value", "own", [];
    DX_S_INSTANCE = "DX-S-INSTANCE", "what makes a declared type an index set stays, and has the parameters of the type, which may be types", "own", [];
    DX_S_NEED = "DX-S-NEED", "a definition that may fail is looked up where it was first needed", "own", [];
    DX_S_VAL = "DX-S-VAL", "a value is what is left of itself", "paper Figure 11", [];
    DX_S_EXPR = "DX-S-EXPR", "an expression without functions stays, and its name is left", "paper Figure 11",
        [data: "an operand is data, or a reference"];
    DX_S_LET = "DX-S-LET", "what is left of a statement stands for its name", "paper Figure 11", [];
    DX_S_APP = "DX-S-APP", "an application is the body of the function, with the argument for the parameter", "paper Figure 5",
        [size: "the program stays within a million applications"];
    DX_S_VIEW = "DX-S-VIEW", "an element of a view is its body, with the index for the parameter", "paper Figure 5", [];
    DX_S_FST = "DX-S-FST", "a part of a pair, a record or of data that is there is that part", "paper Figure 11", [];
    DX_S_CASE_L = "DX-S-CASE-L", "a case of Left is its first alternative", "paper Figure 11", [];
    DX_S_CASE_R = "DX-S-CASE-R", "a case of Right is its second alternative", "paper Figure 11", [];
    DX_S_CASE_CON = "DX-S-CASE-CON", "a case of another constructor, or of a label, is the alternative of that", "own", [];
    DX_S_DATA = "DX-S-DATA", "a loop, a case or a handler that gives data gives what is left of its body", "dex-lang; notes 6", [];
    DX_S_FOR = "DX-S-FOR", "a loop that gives functions gives what they captured, and a view makes them of it", "paper Figure 5", [];
    DX_S_TABLE = "DX-S-TABLE", "a table in brackets of functions is one of tags, and a view chooses by them", "own", [];
    DX_S_CASE = "DX-S-CASE", "a case that gives functions gives what they captured as a sum, and a value case makes them of it", "paper Figure 5",
        [types: "the alternatives give one type, where they give types"];
    DX_S_CASEPROD = "DX-S-CASEPROD", "the same with a product for the sum: what the other alternatives captured has values of no matter", "notes 6; DX-Z-01", [];
    DX_S_COMMUTE = "DX-S-COMMUTE", "what is done with a value case is done in each of its alternatives", "notes 6", [];
    DX_S_RUNSTATE = "DX-S-RUNSTATE", "a state whose action gives functions gives what they captured", "paper Figure 11", [];
    DX_S_RUNREADER = "DX-S-RUNREADER", "a reader likewise", "own", [];
    DX_S_RUNACCUM = "DX-S-RUNACCUM", "an accumulator likewise", "paper Figure 11; DX-Z-09", [];
    DX_S_CATCH = "DX-S-CATCH", "what is caught likewise, where there is something", "own", [];
    DX_S_FAIL = "DX-S-FAIL", "what fails, or is thrown, where functions are wanted, is so of Unit, and any function stands for it", "own",
        [value: "there is a value of the type"];
    DX_S_LEFT = "DX-S-LEFT", "a derivative that a later pass takes stays, with its function simplified; a function that it gives is handed on as data is", "own", [];
    DX_S_DELAY = "DX-S-DELAY", "a view whose elements may fail is no data that a loop, a case or a handler gives: it is made again of what it captured", "own", [];
    DX_S_END = "DX-S-END", "a value with views that is an end of a range keeps its name, which types have", "own", [];
    DX_F_DCE = "DX-F-DCE", "a statement that does nothing outside and cannot fail is left out if nobody needs it", "notes 9", [];
    DX_F_PARTIAL = "DX-F-PARTIAL", "what may fail stays: a member made of a number, most of all", "notes 9; C17", [];
    DX_S_HOFARG = "DX-S-HOFARG", "the action of a handler is written where the handler is", "notes 6", [];
    DX_S_TYPES = "DX-S-TYPES", "types have what is left for their variables", "notes 6", [];
    DX_S_COLLECT = "DX-S-COLLECT", "what a value captures are the names of the body that it has, in their order", "paper Figure 5; DX-Z-07",
        [local: "the type of what is captured depends on nothing else of the body"];
    DX_S_REF = "DX-S-REF", "a captured reference is sliced once more where it is needed", "DX-Z-20",
        [chosen: "a reference that an alternative sliced is used by functions only"];
}
