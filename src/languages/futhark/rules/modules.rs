//! Rules of the judgement: modules.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Modules;
    FUT_M_NAMES = "FUT-M-NAMES", "values and modules share a name space; types have one, module types another",
        "language reference, Modules",
        [module: "the module is in scope", ty: "the type is in scope", module_type: "the module type is in scope",
         duplicate: "no name is defined twice by one sequence of declarations or specifications",
         parametric: "names are only taken from a module that is not parametric",
         intrinsics: "the module of the intrinsics stands only before a dot"];
    FUT_M_BODY = "FUT-M-BODY", "a sequence of declarations defines every name that is not local, opened ones included",
        "language reference, Module Expressions", [];
    FUT_M_OPEN = "FUT-M-OPEN", "open brings the names of a module into scope",
        "language reference, Declarations", [parametric: "the module is not parametric"];
    FUT_M_IMPORT = "FUT-M-IMPORT", "a file is a module, found relative to the file that imports it, and local when opened by import",
        "language reference, Referencing Other Files",
        [found: "the file can be read", cycle: "no file needs itself", builtin: "the prelude is not imported explicitly"];
    FUT_M_ASCRIBE = "FUT-M-ASCRIBE", "a module seen through a module type has what the type says, its abstract types made anew",
        "language reference, Module Expressions", [];
    FUT_M_APPLY = "FUT-M-APPLY", "an application makes the functor's abstract types anew and gives its result for the argument",
        "language reference, Module Expressions", [parametric: "what is applied is parametric"];
    FUT_M_VAL = "FUT-M-VAL", "a specified value is implemented by one of a type at least as general",
        "language reference, Module Type Expressions",
        [present: "the module has a value of that name", general: "its type is at least as general as the specified one"];
    FUT_M_VALSIZE = "FUT-M-VALSIZE", "a fixed size implements an existential one, not the other way",
        "language reference, Size Types", [fixed: "the sizes of the implementation are those of the specification"];
    FUT_M_VALUNIQ = "FUT-M-VALUNIQ", "an implementation consumes no more and promises no less than the specification",
        "language reference, In-place Updates",
        [consume: "a parameter that the implementation consumes is specified as consumed",
         result: "a result that is specified as unique is unique in the implementation"];
    FUT_M_TYPE = "FUT-M-TYPE", "an abstract type is implemented by one of the same parameters that hides no more, an abbreviation by an equal type",
        "language reference, Module Type Expressions",
        [present: "the module has a type of that name", params: "it has the same parameters",
         lifted: "it hides no more than the specification allows", sizes: "it hides no sizes unless the specification allows them",
         constructive: "size parameters are sizes of arrays in it", equal: "it is the specified type"];
    FUT_M_WITH = "FUT-M-WITH", "with replaces an abstract type of a module type",
        "language reference, Module Type Expressions",
        [abstract_type: "the type is abstract in the module type", params: "it has the same parameters"];
    FUT_M_INCLUDE = "FUT-M-INCLUDE", "include splices the specifications of another module type",
        "language reference, Module Type Expressions", [parametric: "the module type is not parametric"];
    FUT_M_SUB = "FUT-M-SUB", "specified modules are implemented recursively, parametric ones contravariantly",
        "language reference, Module Type Expressions",
        [present: "the module has a module of that name", parametric: "both are parametric or neither"];
    FUT_M_DEP = "FUT-M-DEP", "types may mention values that a module type specifies, in sizes",
        "language reference, Size Types", [];
    FUT_M_HO = "FUT-M-HO", "functors may take and give functors",
        "language reference, Modules", [];
    FUT_M_TOPSIZE = "FUT-M-TOPSIZE", "ascription does not replace a size-lifted type in the type of a specified constant",
        "language reference, Module Expressions", [hidden: "the type of the constant hides no size"];
    FUT_M_ELIM = "FUT-M-ELIM", "modules are eliminated while checking; a functor's body is elaborated once per application",
        "Futhark compiler, defunctorisation", [size: "what is made of the modules is not excessively large"];
}
