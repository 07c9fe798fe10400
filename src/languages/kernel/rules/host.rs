//! The rules of host programs, by judgement.

elder_syntax::rules! {
    /// The rules of the text.
    pub static SYNTAX = Syntax;
    KER_S_HOST = "KER-S-HOST", "a host program is its entries, with what they take, and its entry points, with what they do", "own",
        [form: "the text has a form of the language", premise: "what a site names is a premise of a rule"];
}

elder_syntax::rules! {
    /// The rules of the checker.  Those of counts, and of blocks that are apart, are demanded of variables by it, and of blocks by the semantics.
    pub static TYPING = Typing;
    KER_P_VAR = "KER-P-VAR", "a variable is bound once and used in the body where it is bound, behind that", "own",
        [once: "nothing else binds the variable", scope: "the variable is bound here"];
    KER_P_KIND = "KER-P-KIND", "scalars have the type, and blocks the elements, that are asked for", "own", [same: "it is of the kind that is asked for"];
    KER_P_SITE = "KER-P-SITE", "what may fail says what is said then, and nothing else does", "own",
        [needed: "a function that may have no value has a site", needless: "a function that has one always has none", numbers: "there is a number for each place of a message"];
    KER_P_DO = "KER-P-DO", "an entry gets what its interface says", "own",
        [entry: "there is such an entry", count: "there are as many sizes, scalars and blocks as it takes",
         interface: "the entry takes what its interface says"];
    KER_P_TUNED = "KER-P-TUNED", "a number that is tuned is above zero", "CORE-E-TUNED", [above: "the number is above zero"];
    KER_P_USE = "KER-P-USE", "a constant takes nothing and uses constants that stand before it", "own",
        [before: "there is such a constant, before what uses it"];
    KER_P_BODY = "KER-P-BODY", "a body gives what is bound to it, and a loop knows its condition", "own",
        [count: "as much is given as is bound", condition: "the loop has such a parameter"];
    KER_P_POINT = "KER-P-POINT", "parameters have shapes of sizes, of scalars that are parameters, and of numbers", "own",
        [size: "the size is one of those", scalar: "a scalar is nobody's to write to"];
    KER_P_LIVE = "KER-P-LIVE", "a block is used as long as its variable has a count of it", "own", [live: "the count was not given back or handed over"];
    KER_P_LEAK = "KER-P-LEAK", "behind a body each block that it bound is dropped or handed over", "own",
        [dropped: "no variable of the body has a count", same: "both branches leave the same blocks, and a loop all that it finds"];
    KER_P_APART = "KER-P-APART", "what an entry writes is no other argument of it", "own", [apart: "no other argument is the same block"];
}

elder_syntax::rules! {
    /// The rules of the reference semantics.
    pub static EVALUATION = Evaluation;
    KER_H_ENTRY = "KER-H-ENTRY", "parameters are bound to values from outside, sizes to what the first dimension that names them has", "CORE-E-ENTRY",
        [kind: "each value has the type of its parameter", agree: "each value has the sizes that its parameter says"];
    KER_H_LET = "KER-H-LET", "a scalar is bound to what a primitive function gives", "CORE-E-PRIM", [value: "a function without a site has a value"];
    KER_H_TUNED = "KER-H-TUNED", "a number that the program leaves open is above zero, and the same in all of a run", "CORE-E-TUNED", [];
    KER_H_CHECK = "KER-H-CHECK", "the run goes on if the condition holds; else it ends with the premise of the site", "own", [];
    KER_H_ALLOC = "KER-H-ALLOC", "a new block has as many elements as are asked for, of which none was written", "own", [size: "the number is at least 0"];
    KER_H_SHARE = "KER-H-SHARE", "a shared block has a count more", "own", [];
    KER_H_USE = "KER-H-USE", "a constant is computed where it is used first, and kept; nobody writes to its blocks", "CORE-E-ONCE", [];
    KER_H_DROP = "KER-H-DROP", "a dropped block has a count less, and is gone with the last one", "own", [];
    KER_H_READ = "KER-H-READ", "a scalar is bound to an element of a block", "own",
        [inside: "the index is that of an element", written: "the element was written"];
    KER_H_WRITE = "KER-H-WRITE", "an element of a block becomes the value of a scalar", "own",
        [inside: "the index is that of an element", own: "the block is the program's to write to"];
    KER_H_COPY = "KER-H-COPY", "elements that follow each other become what others are, written or not", "own",
        [inside: "both parts lie in their blocks", apart: "no element is of both parts", own: "the block is the program's to write to"];
    KER_H_FILL = "KER-H-FILL", "elements that follow each other become the value of a scalar", "own",
        [inside: "the part lies in its block", own: "the block is the program's to write to"];
    KER_H_DO = "KER-H-DO", "an entry is run: what it writes it writes anew, and what it updates keeps what it leaves alone", "own",
        [sizes: "sizes are at least 0", fits: "the entry takes what it is given", given: "the entry gives as much as the blocks have", own: "the blocks are the program's to write to"];
    KER_H_OBSERVE = "KER-H-OBSERVE", "an array is shown where it lies, and nothing changes", "own", [inside: "each element of the array is one of the block"];
    KER_H_IF = "KER-H-IF", "a branch is done as the condition says, and what it gives is bound", "CORE-E-IF", [];
    KER_H_FOR = "KER-H-FOR", "a body is done for each number below the bound, with what the one before gave", "CORE-E-LOOP0, CORE-E-LOOPN", [];
    KER_H_WHILE = "KER-H-WHILE", "a body is done as long as the parameter is true, with what the one before gave", "CORE-E-WHILE", [];
    KER_H_RESULT = "KER-H-RESULT", "the results of a program are scalars, and blocks in the shape that the scalars before them say", "own",
        [size: "the block has the elements of the shape", written: "each element was written"];
    KER_H_LIMIT = "KER-H-LIMIT", "a run stays within its limits", "CORE-E-LIMIT", [fuel: "there is fuel, and time", memory: "there is memory"];
}
