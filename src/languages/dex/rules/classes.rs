//! Rules of the judgement: classes of types (paper, Figure 9).  A type that none of them gives is not in the class; the rule that asks for the class refuses it.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Kinding;

    DX_K_VAR = "DX-K-VAR", "a variable is in the classes that its kind has", "notes 3", [];
    DX_K_IDX_UNIT = "DX-K-IDX-UNIT", "Unit is an index set", "paper Figure 9", [];
    DX_K_IDX_FIN = "DX-K-IDX-FIN", "the numbers below a size are an index set", "paper Figure 9", [];
    DX_K_IDX_RANGE = "DX-K-IDX-RANGE", "a range of an index set is an index set", "dex-lang; DX-Z-19", [];
    DX_K_IDX_PAIR = "DX-K-IDX-PAIR", "pairs and records of index sets are index sets", "paper Figure 9; records: DX-Z-19", [];
    DX_K_IDX_EITHER = "DX-K-IDX-EITHER", "sums of index sets are index sets: declared types whose fields do not depend on each other, and variants", "paper Figure 9; DX-Z-16", [];
    DX_K_IDX_INSTANCE = "DX-K-IDX-INSTANCE", "a declared type with an instance is an index set by that and not by its form, from the instance on, if its parameters are of the classes that the instance asks for", "paper section 3.4", [];
    DX_K_IDX_ARR = "DX-K-IDX-ARR", "tables from index sets to index sets are an index set", "own", [];
    DX_K_DATA_BASE = "DX-K-DATA-BASE", "Unit, numbers and members of Fin and of ranges are data", "paper Figure 9", [];
    DX_K_DATA_ARR = "DX-K-DATA-ARR", "tables of data are data", "paper Figure 9", [];
    DX_K_DATA_PAIR = "DX-K-DATA-PAIR", "pairs and records of data are data", "paper Figure 9", [];
    DX_K_DATA_EITHER = "DX-K-DATA-EITHER", "sums of data are data", "paper Figure 9", [];
    DX_K_VS_FLOAT = "DX-K-VS-FLOAT", "floats are a vector space", "paper Figure 9", [];
    DX_K_VS_PAIR = "DX-K-VS-PAIR", "pairs and records of vector spaces are a vector space", "paper Figure 9", [];
    DX_K_VS_ARR = "DX-K-VS-ARR", "tables of vectors are a vector space", "paper Figure 9", [];
}
