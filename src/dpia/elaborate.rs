//! Surface syntax to phrases.
