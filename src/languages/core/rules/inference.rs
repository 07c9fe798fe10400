//! Open programs become sized ones: the rules of the pass `sizes`.  Figures 46 and 47 of the thesis, with tests that fail as the open program does.

elder_syntax::rules! {
    /// The rules of size inference.
    pub static TABLE = Sizes;

    CORE_SI_FUN = "CORE-SI-FUN", "the open sizes of a function's parameters are parameters, those of its results are hidden", "thesis 6.4.1", [];
    CORE_SI_LET = "CORE-SI-LET", "what is bound has the sizes of its value; what its type says of them otherwise is tested", "thesis Figure 46", [];
    CORE_SI_SIZE = "CORE-SI-SIZE", "the size of a dimension is that of its type", "thesis Figure 46", [];
    CORE_SI_OP = "CORE-SI-OP", "operands of an operator whose sizes have to be equal are tested unless they are seen to be", "own", [];
    CORE_SI_CALL = "CORE-SI-CALL", "a function is passed the sizes of its arguments", "thesis Figure 46", [];
    CORE_SI_IF = "CORE-SI-IF", "of the open sizes of a conditional, each pair in which its branches differ is hidden once", "thesis Figure 46; FUT-Z-43", [];
    CORE_SI_LOOP = "CORE-SI-LOOP", "the open sizes of a loop's parameters are parameters of the loop", "notes 6", [];
    CORE_SI_SHAPEUP = "CORE-SI-SHAPEUP", "inputs of a combinator are tested to be as wide as it is", "thesis 6.4.4; FUT-Z-12", [];
    CORE_SI_LAM = "CORE-SI-LAM", "what a combinator's function gives is tested within it to have the sizes that are said outside", "thesis Figure 47", [];
    CORE_SI_MAP = "CORE-SI-MAP", "the open sizes of what a combinator maps are those for the first element, 0 if there is none", "thesis Figure 47; FUT-Z-39", [];
    CORE_SI_AFTER = "CORE-SI-AFTER", "a function after the scans that does not say its sizes is a map of its own", "own", [];
    CORE_SI_SEG = "CORE-SI-SEG", "a combinator over a space says the sizes of what it gives: it stands for sized programs", "own", [];
    CORE_SI_SLICE = "CORE-SI-SLICE", "they are found by what the function computes for them, and what can fail before that", "thesis 6.4.4; FUT-Z-39", [];
    CORE_SI_SLICECALL = "CORE-SI-SLICECALL", "of a last call of which only sizes are needed, only what these need is computed", "thesis Figure 43", [];
    CORE_SI_RED = "CORE-SI-RED", "operands have the sizes of neutral values, what is written those of its place", "thesis 6.4.4", [];
    CORE_SI_STREAM = "CORE-SI-STREAM", "what a chunk gives has its size, and rows as for the first chunk", "thesis 6.4.4", [];
    CORE_SI_ACC = "CORE-SI-ACC", "what a function gives besides accumulators has the sizes that it finds in a run on copies", "own", [];
}
