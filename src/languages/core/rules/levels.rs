//! Rules of the kernel form: who executes what.  The levels are those of DPIA.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Hierarchy;

    CORE_L_HOST = "CORE-L-HOST", "the host launches: what all items of a launch or its work-groups execute stands at its level", "own, after the present compiler",
        [host: "@global and @workgroup stand in no function of a combinator"];
    CORE_L_GROUP = "CORE-L-GROUP", "the items of a work-group are there together", "own, after the present compiler",
        [within: "@local stands within @workgroup, and in the function of no other combinator"];
    CORE_L_ITEM = "CORE-L-ITEM", "an item executes its place alone", "own, after the present compiler",
        [sequential: "in the functions of @global and @local there is no combinator over a space"];
    CORE_L_SPACE = "CORE-L-SPACE", "a launch knows its extent before it begins", "own, after the present compiler",
        [outside: "the sizes of a space @local are bound outside of the launch"];
    CORE_L_DONE = "CORE-L-DONE", "in kernel form the host has no combinators", "own, after the present compiler",
        [host: "at the level of the host there are combinators over spaces, and no others",
         item: "behind `sequence`, an item has none"];
}
