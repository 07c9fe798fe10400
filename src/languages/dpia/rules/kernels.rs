//! Rules of stage III: from commands to C (notes, sections 9, 10 and 16), and of the launch plan.

elder_syntax::rules! {
    /// The rules of kernel text.
    pub static TABLE = Translation;

    DPIA_G_SKIP = "DPIA-G-SKIP", "skip is no statement", "notes 9.1", [];
    DPIA_G_SEQ = "DPIA-G-SEQ", "One command after the other is one statement after the other", "notes 9.1", [];
    DPIA_G_ASSIGN = "DPIA-G-ASSIGN", "An assignment stores the value of the expression where the acceptor is", "notes 9.1", [];
    DPIA_G_NEW = "DPIA-G-NEW", "A private cell is a variable, or an array, without an initial value", "notes 9.1, 10.4",
        [items: "a private array that outlives a loop over work-items is accessed by each item at its own elements only",
         size: "OpenCL: the size of a private array is a number"];
    DPIA_G_FOR = "DPIA-G-FOR", "A sequential loop is a C loop", "notes 9.1", [];
    DPIA_G_PARFOR = "DPIA-G-PARFOR", "A parallel loop of C with OpenMP is a loop under a pragma; work-items are iterations of a plain loop",
        "paper 6; notes 9.1", [];
    DPIA_G_ONCE = "DPIA-G-ONCE", "A loop of no iteration is nothing, one of one iteration its body, a strided loop that runs at most once a conditional",
        "notes 9.5", [];
    DPIA_G_UNROLL = "DPIA-G-UNROLL", "A loop of few iterations that is marked, or whose index picks an element of a private array, is unrolled",
        "notes 10.4", [];
    DPIA_G_NARROW = "DPIA-G-NARROW", "In a kernel whose indexes have 32 bits, what 32 bits suffice for is computed in 32", "own", [];
    DPIA_G_WHILE = "DPIA-G-WHILE", "A while loop is a C loop", "notes 16.5", [];
    DPIA_G_ENDS = "DPIA-G-ENDS", "A loop with a condition ends once a test has failed", "own", [];
    DPIA_G_STOP = "DPIA-G-STOP", "A kernel that relies on known indexes does nothing after a launch that has failed", "own", [];
    DPIA_G_SIZE = "DPIA-G-SIZE", "A number that becomes a size is a constant of the block; the host reads it back", "own", [];
    DPIA_G_PART = "DPIA-G-PART", "The parts of a variable are views of its memory", "own", [];
    DPIA_G_IF = "DPIA-G-IF", "A conditional is a C conditional", "notes 16.5", [];
    DPIA_G_FAIL = "DPIA-G-FAIL", "A command that fails notes what it says, and the kernel goes on", "own", [];
    DPIA_G_DBLFOR = "DPIA-G-DBLFOR", "Two buffers that take turns are two pointers that are exchanged after each step", "notes 16.3",
        [memory: "both buffers lie in the same memory, since a pointer is to one of them"];
    DPIA_G_SWAP = "DPIA-G-SWAP", "A command that makes a number of an accumulator that others share is repeated until nobody came between, by compare and swap", "device-road 2.3 D5", [];
    DPIA_G_UPDATE = "DPIA-G-UPDATE", "An update of an accumulator that others share is one atomic operation", "notes 16; design, accumulation", [];
    DPIA_G_BARRIER = "DPIA-G-BARRIER", "A barrier is a barrier; where work-items are iterations of whole loops it is nothing", "notes 12", [];
    DPIA_G_FORM = "DPIA-G-FORM", "What stage III reads is a command in normal form, without functional primitives that compute", "notes 9",
        [];

    DPIA_G_A_VAR = "DPIA-G-A-VAR", "An acceptor variable is its cell, followed by the path", "notes 9.2", [];
    DPIA_G_A_IDX = "DPIA-G-A-IDX", "An element of an acceptor puts its index in front of the path", "notes 9.2", [];
    DPIA_G_A_SPLIT = "DPIA-G-A-SPLIT", "splitAcc divides the index", "notes 9.2", [];
    DPIA_G_A_JOIN = "DPIA-G-A-JOIN", "joinAcc makes one index of two", "notes 9.2", [];
    DPIA_G_A_CUT = "DPIA-G-A-CUT", "cutAcc makes one index of two, which is seen to be below the length or owed to be", "own", [];
    DPIA_G_A_PAIR = "DPIA-G-A-PAIR", "The acceptor of a component puts the field in front of the path; a pair of acceptors chooses by it",
        "notes 9.2, 16.6", [];
    DPIA_G_A_MAP = "DPIA-G-A-MAP", "mapAcc applies its function to the element of the acceptor that the first index says", "shine", [];
    DPIA_G_A_ZIP = "DPIA-G-A-ZIP", "zipAcc puts the field behind the first index, unzipAcc brings it to the front", "notes 9.2, 16.1", [];
    DPIA_G_A_VIEW = "DPIA-G-A-VIEW", "Acceptors of views map the index as the view's inverse does", "notes 16.1, 16.2", [];

    DPIA_G_E_VAR = "DPIA-G-E-VAR", "A variable is its cell, followed by the path", "notes 9.3", [];
    DPIA_G_E_LIT = "DPIA-G-E-LIT", "A number is a C constant of the same value", "notes 9.3", [];
    DPIA_G_E_ARITH = "DPIA-G-E-ARITH", "An operator is C's, or a function with the meaning of the reference semantics", "notes 9.3", [];
    DPIA_G_E_ZIP = "DPIA-G-E-ZIP", "The second part of a path into a zip chooses the array", "notes 9.3", [];
    DPIA_G_E_SPLIT = "DPIA-G-E-SPLIT", "split makes one index of two", "notes 9.3", [];
    DPIA_G_E_JOIN = "DPIA-G-E-JOIN", "join divides the index", "notes 9.3", [];
    DPIA_G_E_PAIR = "DPIA-G-E-PAIR", "The first part of a path into a pair chooses the component; fst and snd put it there", "notes 9.3", [];
    DPIA_G_E_IDX = "DPIA-G-E-IDX", "An element puts its index in front of the path; an index that is read from memory gets a name first", "notes 9.3", [];
    DPIA_G_E_VIEW = "DPIA-G-E-VIEW", "A view maps the index; where it depends on the index which array is read, it is a conditional expression",
        "notes 16.1", [];

    DPIA_G_TY = "DPIA-G-TY", "Arrays are flat, row by row; an array of pairs is a pair of arrays; an index is an int", "notes 9.4; own", [];
    DPIA_G_WIDTH = "DPIA-G-WIDTH", "Kernels compute index terms exactly: in int if it holds all of them at the launch, otherwise in long", "own",
        [fits: "no index term, nor a part of one, leaves 64 bits"];
    DPIA_G_VLOAD = "DPIA-G-VLOAD", "A vector of neighbours in an array of numbers is read by one vload", "notes 10.3", [];
    DPIA_G_VSTORE = "DPIA-G-VSTORE", "A vector of neighbours in an array of numbers is written by one vstore", "notes 10.3", [];
    DPIA_G_VELEM = "DPIA-G-VELEM", "A vector whose elements are no neighbours is put together, or written, one by one", "notes 10.3", [];
    DPIA_G_COMPONENTS = "DPIA-G-COMPONENTS", "Components of a vector in memory are read alone; other vectors are computed whole before components are taken", "own", [];
    DPIA_G_SUBGROUP = "DPIA-G-SUBGROUP", "Lanes of a sub-group hand each other values in registers, if the device was built for it and the group is made of whole sub-groups", "own", [];
    DPIA_G_VMEM = "DPIA-G-VMEM", "A cell of vectors is an array of vectors", "notes 10.3", [];
    DPIA_G_TRAP = "DPIA-G-TRAP", "What has no value (an index out of bounds, a division by zero) is noted in a cell that the host reads; the first one wins",
        "own", [];

    DPIA_G_KNOWN = "DPIA-G-KNOWN", "A number that is known to be an index is an index as it stands, without a test", "own", [];
    DPIA_G_CALL = "DPIA-G-CALL", "A function that stays one is a function of C, to which an array is handed by its place", "own", [];
    DPIA_G_CLAMP = "DPIA-G-CLAMP", "A number that is clamped is an index if it is in range, and otherwise 0", "own", [];

    DPIA_O_PARFOR = "DPIA-O-PARFOR", "A parallel loop runs through the indexes of its kind of work-item, the size of the launch apart", "paper 6.1; notes 10.1",
        [];
    DPIA_G_MEMORY = "DPIA-G-MEMORY", "Local memory is an array of the work-group, or a parameter of the kernel if its size depends on the input", "paper 6.2; notes 10.2",
        [];
    DPIA_G_PARAM = "DPIA-G-PARAM", "A kernel takes its outputs, its inputs, temporaries, and the sizes in the order of their names", "notes 10.4", [];
    DPIA_G_STATE = "DPIA-G-STATE", "A variable that the program takes is one buffer: its value goes in, and what it holds at the end is a result", "own", [];
    DPIA_G_RESTRICT = "DPIA-G-RESTRICT", "A pointer is restrict if no item sees through it what another one wrote", "own", [];
    DPIA_G_LAUNCH = "DPIA-G-LAUNCH", "A launch is a kernel and a step of the host", "notes 16.6",
        [sizes: "the size of a launch is known to the host"];
    DPIA_G_HOST = "DPIA-G-HOST", "Commands around launches are steps of the host", "notes 16.6",
        [];
    DPIA_G_HOST_NUMBER = "DPIA-G-HOST-NUMBER", "Sizes and conditions of the host that are made of sizes, numerals and scalar inputs are computed by the host", "own",
        [];
}
