//! The rules of kernels and launch plans, by judgement.
//!
//! Kernels are made by passes, so the rules say what any pass that makes them has to keep: [`TYPING`] is judged by
//! [`crate::check`] before anything runs, [`EVALUATION`] by the reference semantics while it runs.  [`SYNTAX`] is of the text in which
//! cases are written ([`crate::read`]).  Those of host programs are in [`host`].

pub mod host;

use elder_syntax::Rule;

/// All rules, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    SYNTAX,
    TYPING,
    EVALUATION,
    host::SYNTAX,
    host::TYPING,
    host::EVALUATION,
];

elder_syntax::rules! {
    /// The rules of the text.
    pub static SYNTAX = Syntax;
    KER_S_PLAN = "KER-S-PLAN", "a plan is what a program takes, its sizes and buffers, the steps of the host and what it gives, a line each", "own",
        [line: "the line has a form that lines of plans have"];
    KER_S_FUNCTION = "KER-S-FUNCTION", "beneath a plan stand its functions, in the subset of C that kernels are written in", "own, after C11",
        [form: "the text has a form of the subset"];
}

elder_syntax::rules! {
    /// The rules of the checker.
    pub static TYPING = Typing;
    KER_T_VAR = "KER-T-VAR", "a variable is declared before it is used and hides no other", "C11 6.2.1; own",
        [declared: "the variable is in scope", hides: "no variable in scope has the name of a new one"];
    KER_T_OPERATOR = "KER-T-OPERATOR", "operands have the types that their operator takes", "C11 6.5; own",
        [number: "the operand is a number that C computes with", exact: "the operand of a primitive function has its very type",
         vector: "a vector has as many components as it is given", pointer: "the operand is a pointer to what is asked for"];
    KER_T_CONDITION = "KER-T-CONDITION", "a condition is a number", "C11 6.8.4, 6.8.5", [number: "the condition is a number"];
    KER_T_CALL = "KER-T-CALL", "what is called is a function of the plan, or one that the dialect has, and gets what it takes",
        "C11 6.5.2.2, OpenCL C 6.12, 6.13", [function: "there is such a function", arguments: "the arguments are those it takes"];
    KER_T_ASSIGN = "KER-T-ASSIGN", "a value goes to a place of its type that may be written", "C11 6.5.16",
        [place: "the target is a place", constant: "the target may be written", kind: "the value converts to the type of the target"];
    KER_T_DECLARE = "KER-T-DECLARE", "variables have types of the subset, arrays one dimension, and local arrays a constant length", "own, after OpenCL C 6.5",
        [kind: "the type is a number, a vector or a pointer", space: "the variable lies where the dialect allows it",
         length: "the length is an integer, and constant in local memory"];
    KER_T_BARRIER = "KER-T-BARRIER", "barriers stand in kernels of OpenCL C", "OpenCL C 6.12.8", [kernel: "the barrier stands in a kernel"];
    KER_T_EXCHANGE = "KER-T-EXCHANGE", "what the lanes of a sub-group hand each other is computed by a statement of its own", "own",
        [apart: "the exchange does not depend on a condition within its statement"];
    KER_T_SHARED = "KER-T-SHARED", "threads assign no variable that is declared outside of the loop that they share", "OpenMP 2.21.1",
        [own: "the variable is declared within the loop"];
    KER_T_SPACE = "KER-T-SPACE", "a pointer points to one address space, whatever it is cast to", "OpenCL C 6.5",
        [same: "both pointers point to one address space"];
    KER_T_FLOW = "KER-T-FLOW", "a break stands in a loop, a value is returned by functions that have one", "C11 6.8.6",
        [inside: "there is a loop to leave", returned: "what is returned is the result"];
    KER_P_REFER = "KER-P-REFER", "a plan speaks of what it has", "own",
        [buffer: "there is such a buffer", kernel: "there is such a kernel", parameter: "there is such a parameter", component: "there is such a component"];
    KER_P_ARGUMENT = "KER-P-ARGUMENT", "a launch gives a kernel what its parameters are", "own",
        [count: "there are as many arguments as parameters", kind: "the argument has the type of the parameter"];
    KER_P_STEP = "KER-P-STEP", "what a step copies, fills, exchanges or reads has the type for it", "own",
        [same: "both buffers are of one type and size", value: "the value has the type of the elements", scalar: "the elements are truth values or integers"];
    KER_T_EFFORT = "KER-T-EFFORT", "a program is judged within the limits of the command", "own",
        [steps: "there are steps left", memory: "there is memory left"];
}

elder_syntax::rules! {
    /// The rules of the reference semantics.
    pub static EVALUATION = Evaluation;
    KER_E_READ = "KER-E-READ", "what is read was written", "C11 6.7.9p10; own", [written: "the cell was written"];
    KER_E_BOUNDS = "KER-E-BOUNDS", "an access lies in its array; every array has room for one element", "C11 6.5.6p8, DPIA-G-TRAP",
        [inside: "the access lies within the array", live: "the array still exists"];
    KER_E_ALIGN = "KER-E-ALIGN", "an access is aligned as its type asks for", "OpenCL C 6.1.5", [aligned: "the address is a multiple of the alignment"];
    KER_E_CELL = "KER-E-CELL", "memory is read as what was written: cells are not taken apart, and truth values are 0 or 1", "C11 6.5p7",
        [whole: "the access covers whole cells", truth: "the byte of a truth value is 0 or 1"];
    KER_E_RACE = "KER-E-RACE", "two items touch one cell without order only to read it, or both by atomic operations", "OpenCL 3.3.6",
        [alone: "no other item touches the cell in the same interval between barriers"];
    KER_E_BARRIER = "KER-E-BARRIER", "all items of a group come to each barrier together", "OpenCL C 6.12.8", [together: "all items of the group take the same way"];
    KER_E_EXCHANGE = "KER-E-EXCHANGE", "all lanes of a sub-group come to each exchange together", "cl_khr_subgroup_shuffle",
        [together: "all lanes are there"];
    KER_E_INT = "KER-E-INT", "C's operators on integers have the exact value", "C11 6.5p5, 6.5.5, 6.5.7",
        [overflow: "the type holds the value", divisor: "the divisor is not zero", shift: "the shift is less than the width, and none to the left is of a negative number",
         conversion: "the type holds the float's whole part"];
    KER_E_ALIAS = "KER-E-ALIAS", "memory that a kernel writes is reached through one parameter", "C11 6.7.3.1", [one: "no other argument is the same memory"];
    KER_E_HEAP = "KER-E-HEAP", "what was allocated is given back once", "C11 7.22.3", [returned: "the memory is given back at the end", once: "the memory was allocated and not given back yet"];
    KER_E_LAUNCH = "KER-E-LAUNCH", "whole groups make up a launch, and arguments fit their parameters", "OpenCL 5.8",
        [groups: "the size of a group divides that of the launch", required: "the group has the size that the kernel asks for", fits: "the type of the parameter holds the number"];
    KER_E_SIZE = "KER-E-SIZE", "sizes of the host have a value", "own", [value: "the size has a value", buffer: "a buffer has a number of elements", bounds: "a number that becomes a size is at least 0 and at most its bound"];
    KER_E_RESULT = "KER-E-RESULT", "results were written", "own", [written: "every element of a result was written", room: "the result lies in its buffer"];
}

/// The rule of this id.
pub fn find(id: &str) -> Option<&'static Rule> {
    TABLES
        .iter()
        .flat_map(|table| table.iter())
        .copied()
        .find(|rule| rule.id == id)
}
