//! Products in loops become sums: the rules of the pass `strength`.

elder_syntax::rules! {
    /// The rules of strength reduction.
    pub static TABLE = Simplification;

    CORE_SR_PRODUCT = "CORE-SR-PRODUCT", "a product of the number of a round and what the loop does not change is carried from round to round by addition", "own", [];
    CORE_SR_SUM = "CORE-SR-SUM", "what is added to what is carried, or subtracted, changes where it begins", "own", [];
    CORE_SR_AGAIN = "CORE-SR-AGAIN", "what is carried and multiplied again begins at the product, and grows by the product", "own", [];
    CORE_SR_COMMON = "CORE-SR-COMMON", "what a round computes of what it hands on is carried, where the next round would compute it again", "own", [];
}
