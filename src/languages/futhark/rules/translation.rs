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
    FUT_MO_REACH = "FUT-MO-REACH", "what the entry point does not reach is left out", "own", [];
}
