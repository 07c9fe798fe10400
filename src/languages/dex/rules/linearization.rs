//! Rules of the judgement: linearization (paper, Figure 6; notes, sections 7 and 14).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    DX_S_LIN = "DX-S-LIN", "linearize is what linearization makes of the simplified function, simplified in turn", "paper Figure 5", [];
    DX_L_TAN = "DX-L-TAN", "floats have tangents; what holds several values has a tangent for each of those that have one", "paper 5.1; own",
        [dependent: "what moves is of no type that depends on a value beside it"];
    DX_L_ZERO = "DX-L-ZERO", "what does not move has the tangent zero, which is no table but a view", "dex-lang; notes 7", [];
    DX_L_REIFY = "DX-L-REIFY", "a block gives its value, and the function from tangents to the tangent of it", "paper Figure 6", [];
    DX_L_RESULT = "DX-L-RESULT", "the tangent of a value is made of the tangents of its variables", "paper Figure 6", [];
    DX_L_VIEW = "DX-L-VIEW", "the tangent of a view is a view, which computes the element once more", "dex-lang; notes 7", [];
    DX_L_AHEAD = "DX-L-AHEAD", "members, whole numbers and answers that need nothing of a block within are computed before it", "own; DX-Z-07", [];
    DX_L_LET = "DX-L-LET", "what is computed stays where it is, tangents are computed behind it in the same order", "paper Figure 6", [];
    DX_L_SKIP = "DX-L-SKIP", "what uses nothing that moves stays as it is", "dex-lang; notes 7", [];
    DX_L_DISC = "DX-L-DISC", "what gives nothing that could move, and changes nothing that moves, stays as it is", "dex-lang; notes 7", [];
    DX_L_ADD = "DX-L-ADD", "the tangent of a sum is the sum of the tangents; likewise differences and the negative", "paper Figure 6", [];
    DX_L_MUL = "DX-L-MUL", "the tangent of a product is the sum of the tangents, each times the other factor", "paper Figure 6", [];
    DX_L_PRIM = "DX-L-PRIM", "another primitive function has the sum of the tangents, each through the slope, which is computed with the value", "notes 7; own",
        [slope: "primitive functions compute the slope"];
    DX_L_INDEX = "DX-L-INDEX", "an element has the element of the tangent", "dex-lang; notes 7", [];
    DX_L_TABLE = "DX-L-TABLE", "a table in brackets has the table of the tangents", "own", [];
    DX_L_PROJ = "DX-L-PROJ", "a part has the part of the tangent, of references too", "dex-lang; notes 7", [];
    DX_L_FOR = "DX-L-FOR", "a loop keeps with each element the function of its tangent; another loop of the same order applies them", "paper Figure 6", [];
    DX_L_CASE = "DX-L-CASE", "a case gives with its value the function of the tangent of the alternative that was taken", "dex-lang; notes 7", [];
    DX_L_SLICE = "DX-L-SLICE", "a slice of a reference has the slice of the tangent reference", "paper Figure 6", [];
    DX_L_GET = "DX-L-GET", "what is read has the tangent that is read", "paper Figure 6; DX-Z-04", [];
    DX_L_ASK = "DX-L-ASK", "what is asked of a reader has the tangent that is asked", "own", [];
    DX_L_PUT = "DX-L-PUT", "where a value is put its tangent is put", "paper Figure 6", [];
    DX_L_ACC = "DX-L-ACC", "where a value is added its tangent is added", "dex-lang; notes 7",
        [monoid: "what is accumulated by another operation than addition does not move"];
    DX_L_RUNSTATE = "DX-L-RUNSTATE", "a state has a state of tangents, within which the function of the action's tangent is applied", "paper Figure 6; DX-Z-06", [];
    DX_L_RUNREADER = "DX-L-RUNREADER", "a reader of what moves has a reader of the tangent", "own", [];
    DX_L_RUNACCUM = "DX-L-RUNACCUM", "an accumulator has an accumulator of tangents", "dex-lang; notes 7; DX-Z-17",
        [monoid: "the neutral element and the operation do not move"];
    DX_L_CATCH = "DX-L-CATCH", "what is caught gives with its value the function of its tangent, if there is something", "own", [];
    DX_L_THROW = "DX-L-THROW", "what may throw and changes what moves gives Maybe, and each step goes on where there is something", "own", [];
}
