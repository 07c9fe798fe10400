//! Rules of the placed form: where the arrays of the host lie, and when.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Hierarchy;

    CORE_M_PLACE = "CORE-M-PLACE", "an array of the host has one place: what is made has a block of its own, a view lies in the block of its array, what was updated where it was", "thesis 5; own",
        [one: "each array that the host binds has a place, and nothing else has",
         strides: "a place has a stride for each dimension",
         made: "what is made lies in a block of its own, as a whole",
         view: "a view lies where its array and its operands say",
         updated: "what was updated lies where it was"];
    CORE_M_WHOLE = "CORE-M-WHOLE", "what is handed on lies in its block as a whole", "own",
        [received: "parameters, and what branches, loops and calls give, have blocks of their own, in which they lie as a whole",
         handed: "what is handed on lies as a whole, from the first element of its block on"];
    CORE_M_APART = "CORE-M-APART", "what is consumed has its elements apart", "SC 2022; own",
        [apart: "no two elements of what is consumed can be one"];
    CORE_M_ALIVE = "CORE-M-ALIVE", "a block is released once, behind its last use", "own",
        [own: "what is released is a block that the same body binds",
         once: "what was released is not released again",
         alive: "no array of a block that was released is used"];
    CORE_M_BOUNDS = "CORE-M-BOUNDS", "an array lies within its block", "own",
        [within: "each element is at a place that the block has"];
    CORE_M_ROOM = "CORE-M-ROOM", "an array of an item has no more elements than its room, which is a number of the host's", "thesis 6.4",
        [item: "only arrays that items bind have rooms",
         host: "a room is a number of type i64 that the host has bound",
         fits: "an array has no more elements than its room"];
    CORE_M_STORED = "CORE-M-STORED", "a placed program reads arrays where they lie", "own", [];
}

elder_syntax::rules! {
    /// Those of the pass `inspect`.
    pub static INSPECT = Simplification;

    CORE_M_INSPECT = "CORE-M-INSPECT", "the largest number of elements that any item makes an array of is found before, and is the room of the array", "thesis 6.4", [];
}

elder_syntax::rules! {
    /// Those of the pass `place`.
    pub static PASS = Simplification;

    CORE_M_COPY = "CORE-M-COPY", "what is handed on and is not the whole of its block, and what is consumed and has not its elements apart, is copied before", "own", [];
    CORE_M_RELEASE = "CORE-M-RELEASE", "a block is released behind its last use, but by who receives it if it is handed on", "device-road 5; own", [];
}
