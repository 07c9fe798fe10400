//! Types of the built-in operators (paper, Figure 3; notes, section 5).

elder_syntax::rules! {
    /// A rule an operator.
    pub static TABLE = Typing;

    FCL_B_LENPULL = "FCL-B-LENPULL", "lengthPull : [α] → int", "paper Figure 3", [pull: "the argument is a pull array"];
    FCL_B_LENPUSH = "FCL-B-LENPUSH", "lengthPush : [α]<l> → int", "paper Figure 3", [push: "the argument is a push array"];
    FCL_B_MAPPULL = "FCL-B-MAPPULL", "mapPull : (α → β) → [α] → [β]", "paper Figure 3",
        [function: "the first argument is a function", pull: "the second argument is a pull array of what the function takes"];
    FCL_B_MAPPUSH = "FCL-B-MAPPUSH", "mapPush : (α → β) → [α]<l> → [β]<l>", "paper Figure 3",
        [function: "the first argument is a function", push: "the second argument is a push array of what the function takes"];
    FCL_B_GEN = "FCL-B-GEN", "generate : int → (int → α) → [α]", "paper Figure 3",
        [length: "the length is an int", function: "the second argument is a function of an int"];
    FCL_B_INDEX = "FCL-B-INDEX", "index : [α] → int → α", "paper Figure 3",
        [pull: "the first argument is a pull array", index: "the index is an int"];
    FCL_B_PUSH = "FCL-B-PUSH", "push : <l> → [α] → [α]<l>", "paper Figure 3", [pull: "the argument is a pull array"];
    FCL_B_FORCE = "FCL-B-FORCE", "force : [α]<l> → [α]", "paper Figure 3", [push: "the argument is a push array"];
    FCL_B_FORCE_PADDED = "FCL-B-FORCE-PADDED", "forcePadded : int → int → [α]<l> → [α]", "own",
        [size: "width and padding are ints", push: "the last argument is a push array"];
    FCL_B_WHILE = "FCL-B-WHILE", "while : ([α] → bool) → ([α] → [α]<l>) → [α]<l> → [α]", "paper Figure 3",
        [condition: "the first argument takes the array to a bool",
         step: "the second argument takes the array to a push array of the same elements",
         start: "the third argument is a push array of the step's elements and level"];
    FCL_B_ITERATE = "FCL-B-ITERATE", "iterate : int → (int → [α] → [α]<l>) → [α]<l> → [α]; iterateFrom has the first step before", "own; notes 14",
        [count: "the number of steps, and of the first one, are ints",
         step: "the function takes the number of the step and the array to a push array of the same elements",
         start: "the last argument is a push array of the step's elements and level"];
    FCL_B_CONCAT = "FCL-B-CONCAT", "concat is typed by its own rule", "paper Figure 3", [];
    FCL_B_INTERLEAVE = "FCL-B-INTERLEAVE", "interleave is typed by its own rule", "notes 5", [];
    FCL_B_FOLD = "FCL-B-FOLD", "fold : (β → α → β) → β → [α] → β", "own; notes 14",
        [function: "the first argument takes a base value and an element to a base value",
         start: "the second argument is what the function gives",
         pull: "the third argument is a pull array of what the function takes"];
    FCL_B_SCAN = "FCL-B-SCAN", "scanThread : (β → α → β) → β → [α] → [β]<thread>", "notes 14",
        [function: "the first argument takes a base value and an element to a base value",
         start: "the second argument is what the function gives",
         pull: "the third argument is a pull array of what the function takes"];
    FCL_B_SCALAR = "FCL-B-SCALAR", "a scalar operator takes operands of one of its base types", "notes 5",
        [operand: "the operator exists on the type of the operand"];
}
