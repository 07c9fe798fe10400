//! The OpenCL runtime.
