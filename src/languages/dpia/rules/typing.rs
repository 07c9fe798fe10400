//! Rules of the judgement: phrases have types.  The rules of the paper (T) and those of the checker that decides them (Q)
//! are applied at the same places: Q carries one context and two sets of identifiers where T splits contexts.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;
    DPIA_T_VAR = "DPIA-T-VAR", "an identifier has the type of its binder", "paper Figure 3", [bound: "the identifier is bound"];
    DPIA_T_CONV = "DPIA-T-CONV", "equal types are interchangeable", "paper Figure 3", [equal: "the type is the expected one"];
    DPIA_T_PRIM = "DPIA-T-PRIM", "a primitive has the type of its table", "paper Figure 3", [];
    DPIA_T_LAM = "DPIA-T-LAM", "an abstraction is a function from the type of its binder to that of its body", "paper Figure 3", [];
    DPIA_T_APP = "DPIA-T-APP", "function and argument share no identifier that either uses actively", "paper Figure 3",
        [function: "what is applied is a function"];
    DPIA_T_TLAM = "DPIA-T-TLAM", "an abstraction over a nat or a data type is a dependent function", "paper Figure 3", [];
    DPIA_T_TAPP = "DPIA-T-TAPP", "a dependent function is applied to a nat or a data type", "paper Figure 3",
        [function: "what is applied is a function over that kind"];
    DPIA_T_PAIR = "DPIA-T-PAIR", "the halves of a pair share all identifiers", "paper Figure 3", [];
    DPIA_T_PROJ = "DPIA-T-PROJ", "a projection has the type of that half", "paper Figure 3", [pair: "what is projected is a pair"];
    DPIA_T_COMPONENT = "DPIA-T-COMPONENT", "a component of a tuple is a chain of halves", "own",
        [component: "the tuple has that component"];
    DPIA_T_PATTERN = "DPIA-T-PATTERN", "a pattern names the components of a tuple, of an acceptor of tuples or of a pair of phrases", "own",
        [components: "what a tuple of patterns is bound to has as many components"];
    DPIA_T_ACTIVATE = "DPIA-T-ACTIVATE", "an identifier that is used passively may count as used actively", "paper Figure 3", [];
    DPIA_T_PASSIFY = "DPIA-T-PASSIFY", "in a phrase of passive type all identifiers are used passively", "paper Figure 3", [];
    DPIA_T_PROMOTE = "DPIA-T-PROMOTE", "a function that uses no identifier actively is a passive function", "paper Figure 3",
        [passive: "the function uses no identifier from outside actively"];
    DPIA_T_DERELICT = "DPIA-T-DERELICT", "a passive function is a function", "paper Figure 3", [];
    DPIA_T_ZONES = "DPIA-T-ZONES", "an identifier that one side of an application uses actively does not occur in the other at all",
        "the standard reading of syntactic control of interference",
        [interference: "no identifier that one side uses actively occurs in the other"];
    DPIA_Q_VAR = "DPIA-Q-VAR", "an identifier of active type is used actively where it stands", "own", [];
    DPIA_Q_PRIM = "DPIA-Q-PRIM", "a primitive uses no identifiers", "own", [];
    DPIA_Q_LAM = "DPIA-Q-LAM", "an abstraction uses what its body uses without its binder; it is passive if nothing active is left", "own", [];
    DPIA_Q_APP = "DPIA-Q-APP", "an application uses what both sides use, if they do not interfere", "own", [];
    DPIA_Q_PAIR = "DPIA-Q-PAIR", "a pair uses what its halves use", "own", [];
    DPIA_Q_PROJ = "DPIA-Q-PROJ", "a projection of passive type uses nothing actively", "own", [];
    DPIA_Q_TLAM = "DPIA-Q-TLAM", "abstraction over nats and data types leaves the uses as they are", "own", [];
    DPIA_Q_TAPP = "DPIA-Q-TAPP", "application to nats and data types leaves the uses as they are", "own", [];
    DPIA_Q_SUB = "DPIA-Q-SUB", "the type of an argument is below that of the parameter: equal, or passive where the parameter need not be", "own", [];
    DPIA_T_EFFORT = "DPIA-T-EFFORT", "a program is judged within the limits of the command", "own",
        [steps: "there are steps left", memory: "there is memory left"];
}
