//! Kernels and launch plans.
