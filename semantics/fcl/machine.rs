//! Running kernels fast: for now by the small steps.
use super::*;
/// FCL-E-TOP.
pub fn run(
    body: &Expression,
    arguments: Vec<Argument>,
    element: &Type,
    location: &Location,
    limits: Limits,
    order: Order,
) -> super::Ended {
    super::steps(body, &arguments, element, location, limits, order, None)
}
