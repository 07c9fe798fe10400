//! Rules of accumulation: what is added to accumulators becomes reductions and maps.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_AC_JOIN = "CORE-AC-JOIN", "two additions to one place, one behind the other, are one", "own", [];
    CORE_AC_COND = "CORE-AC-COND", "what a branch adds is neutral in the other one", "own", [];
    CORE_AC_REDUCE = "CORE-AC-REDUCE", "what all elements of a map add to one place is reduced and added once", "notes on Dex, DX-P-PATTERN; device-road 6", [];
    CORE_AC_SWAP = "CORE-AC-SWAP", "maps within each other are exchanged if the place that is added to changes in the inner one only", "device-road 6", [];
    CORE_AC_OWN = "CORE-AC-OWN", "what maps add to each place once is an array that is added to the old one", "device-road 6", [];
    CORE_AC_ONCE = "CORE-AC-ONCE", "what is added outside of maps is an update", "own", [];
    CORE_AC_FRESH = "CORE-AC-FRESH", "what is added to neutral values is what is added", "own", [];
}
