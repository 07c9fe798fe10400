//! Effects: at which level evaluating something does work (notes, section 4.3).
//!
//! Every array has an effect, that of evaluating an element, and every function one, that of calling it: ∅ or one level.  They are
//! inferred, and compared where a value flows: ε ⊑ ε' if ε is ∅ or both are equal.

elder_syntax::rules! {
    /// Where work may be done.
    pub static TABLE = Hierarchy;

    FCL_T_EFF_JOIN = "FCL-T-EFF-JOIN", "∅ ⊔ ε = ε and ε ⊔ ε = ε; nothing does work at two levels", "notes 4.3",
        [one: "what is evaluated in one place does work at one level only"];
    FCL_T_EFF_SUB = "FCL-T-EFF-SUB", "what does less work may stand where more is allowed", "own; notes 4.3", [];
    FCL_T_EFF_GEN = "FCL-T-EFF-GEN", "generate : int → (int →ε τ) → [τ]ε", "notes 4.3", [];
    FCL_T_EFF_IDX = "FCL-T-EFF-IDX", "index : [τ]ε → int →ε τ", "notes 4.3", [];
    FCL_T_EFF_MAP = "FCL-T-EFF-MAP", "mapPull : (τ →ε τ') → [τ]ε' → [τ'](ε ⊔ ε')", "notes 4.3", [];
    FCL_T_EFF_PUSH = "FCL-T-EFF-PUSH", "push : [τ]ε → [τ]<γ>, where ε is ∅ or thread", "notes 4.3",
        [thread: "the elements of a push array do work at no level, or each in its thread"];
    FCL_T_EFF_FORCE = "FCL-T-EFF-FORCE", "force : [τ]<γ> →γ [τ]∅", "notes 4.3", [];
    FCL_T_EFF_WHILE = "FCL-T-EFF-WHILE", "while : ([τ]∅ → bool) → ([τ]∅ →ε [τ]<γ>) → [τ]<γ> →γ [τ]∅, where ε is ∅ or γ", "notes 4.3",
        [condition: "the condition does no work at any level", step: "the step does work at the level of its array only"];
    FCL_T_EFF_ITERATE = "FCL-T-EFF-ITERATE", "iterate : int → (int →ε [τ]∅ →ε' [τ]<γ>) → [τ]<γ> →γ [τ]∅, where ε and ε' are ∅ or γ", "own",
        [step: "the step does work at the level of its array only"];
    FCL_T_EFF_CONCAT = "FCL-T-EFF-CONCAT", "concat : int → [[τ]<γ>]ε → [τ]<1+γ>, where ε is ∅ or γ; interleave likewise", "notes 4.3",
        [parts: "a sub-array does work at its own level only"];
    FCL_T_EFF_FOLD = "FCL-T-EFF-FOLD", "fold : (β →ε α →ε' β) → β → [α]ε'' →(ε ⊔ ε' ⊔ ε'') β", "own", [];
    FCL_T_EFF_SCAN = "FCL-T-EFF-SCAN", "scanThread's function and elements do work at no level, or each in its thread", "own",
        [thread: "the function and the elements do work at no level, or each in its thread"];
    FCL_T_EFF_LFN = "FCL-T-EFF-LFN", "the effect of a level variable stays within the function that binds it", "own",
        [escape: "what is evaluated outside does no work at the level variable"];
    FCL_T_EFF_TOP = "FCL-T-EFF-TOP", "under the turnstile γ, work is done at γ or not at all", "notes 4.3",
        [level: "all work is at the level of the turnstile"];
}
