//! Rules of the judgement: transposition (paper, Figure 7; notes, sections 8 and 14).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    DX_S_TRANS = "DX-S-TRANS", "a transpose is what its function, simplified and transposed, accumulates for the argument", "paper Figure 5", [];
    DX_TR_SPACE = "DX-TR-SPACE", "a weight is of the type of what it weighs, without the parts that have no numbers", "notes 8; DX-Z-02", [];
    DX_TR_VAR = "DX-TR-VAR", "the weight of a variable is added to what accumulates for it", "paper Figure 7", [];
    DX_TR_ZERO = "DX-TR-ZERO", "what does not depend on the argument is zero, and has no use for its weight", "paper Figure 7; notes 8", [];
    DX_TR_PAIR = "DX-TR-PAIR", "parts of a pair, a record or of data have the parts of the weight", "paper Figure 7", [];
    DX_TR_VIEW = "DX-TR-VIEW", "a view becomes a loop over the elements of its weight", "dex-lang; notes 8", [];
    DX_TR_ADD = "DX-TR-ADD", "both operands of a sum have its weight", "paper Figure 7", [];
    DX_TR_MULL = "DX-TR-MULL", "the first operand of a product has the weight times the second, which does not depend on the argument", "paper Figure 7", [];
    DX_TR_MULR = "DX-TR-MULR", "the second likewise", "paper Figure 7", [];
    DX_TR_PRIM = "DX-TR-PRIM", "differences, negations, quotients, multiples by powers of two and conversions of floats likewise", "dex-lang; notes 8", [];
    DX_TR_TABLE = "DX-TR-TABLE", "elements of a table in brackets have the elements of its weight", "own", [];
    DX_TR_FOR = "DX-TR-FOR", "a loop becomes a loop, in the other direction if it has a state from outside", "paper Figure 7; notes 8", [];
    DX_TR_CASE = "DX-TR-CASE", "a case does for its weight what its alternatives do", "dex-lang; notes 8", [];
    DX_TR_CASEPART = "DX-TR-CASEPART", "a case of data with one constructor names parts", "own", [];
    DX_TR_GET = "DX-TR-GET", "where a state is read, the weight is added to it", "paper Figure 7", [];
    DX_TR_PUT = "DX-TR-PUT", "where a state is written, its weight is taken out of it", "paper Figure 7; DX-Z-03", [];
    DX_TR_RUNSTATE = "DX-TR-RUNSTATE", "a state becomes a state that begins with the weight of its end", "paper Figure 7", [];
    DX_TR_ACC = "DX-TR-ACC", "what is added to an accumulator has the weight of the accumulator", "dex-lang; notes 8", [];
    DX_TR_RUNACCUM = "DX-TR-RUNACCUM", "an accumulator becomes a value, its weight", "dex-lang; notes 8; DX-Z-17", [];
    DX_TR_RUNREADER = "DX-TR-RUNREADER", "a reader becomes an accumulator, or stays if it does not depend on the argument", "own", [];
    DX_TR_LETNON = "DX-TR-LETNON", "a statement that does not depend on the argument stays where it is", "paper Figure 7", [];
    DX_TR_LETIDX = "DX-TR-LETIDX", "an element of a table is a slice of what accumulates for the table", "paper Figure 7; notes 8", [];
    DX_TR_LETPROJ = "DX-TR-LETPROJ", "a part of a value is a part of what accumulates for it", "notes 8", [];
    DX_TR_LETSLICE = "DX-TR-LETSLICE", "a slice or a part of a reference is one of what stands for the reference", "paper Figure 7; DX-Z-15", [];
    DX_TR_LETASK = "DX-TR-LETASK", "what a reader gives is what the reader was given", "own", [];
    DX_TR_LETOTHER = "DX-TR-LETOTHER", "what follows a statement accumulates its weight, then the statement is transposed", "paper Figure 7; DX-Z-05", [];
    DX_TR_LETHERE = "DX-TR-LETHERE", "of a variable that is used in its block only, the weights are values there, and are added", "own", [];
    DX_TR_LETTRIV = "DX-TR-LETTRIV", "a statement without numbers likewise, and nothing is accumulated", "notes 8; DX-Z-02", [];
    DX_TR_STRUCT = "DX-TR-STRUCT", "a function that is transposed is linear by its form", "notes 8",
        [operand: "what depends on the argument is only added, subtracted, negated, converted, and multiplied and divided by what does not",
         fixed: "indices, sizes, what a case looks at and what a reader chooses do not depend on the argument",
         zero: "what does not depend on the argument is zero where it is added to what does, or given",
         space: "what depends on the argument is of a vector space, and has no other parts that are used",
         handler: "where something depends on the argument, accumulators are by addition, and nothing is caught"];
}
