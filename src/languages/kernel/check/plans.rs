//! Plans: what they speak of is there and has the types that it is used at.

use super::{Judged, refused};
use crate::c::{Type, Width};
use crate::layout;
use crate::plan::{Argument, Buffer, BufferId, Launch, Place, Plan, ScalarAt, Source, Step};
use crate::rules as rule;
use crate::size::Size;
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

/// The judgement of a plan without its kernels.
pub(super) fn check(plan: &Plan) -> Judged {
    rule::KER_P_REFER.apply();
    for parameter in &plan.parameters {
        if let Some(place) = &parameter.place {
            component(plan, place, parameter.element, parameter.span)?;
        }
    }
    for result in &plan.results {
        component(plan, &result.place, result.element, Span::NONE)?;
    }
    for index in &plan.indexes {
        let parameter = plan.parameters.get(index.parameter);
        if parameter.is_none_or(|p| p.element != PrimType::I32) {
            return refused(
                &rule::KER_P_REFER,
                "parameter",
                Span::NONE,
                "there is no parameter of indexes of that number",
            );
        }
    }
    if let Some(failures) = &plan.failures {
        let record = buffer(plan, failures.record)?;
        if record.element != Type::Scalar(PrimType::I32)
            || record.count != Size::Const(failures.words() as i64)
        {
            return refused(
                &rule::KER_P_STEP,
                "value",
                Span::NONE,
                "the record of failures is not as long as it has to be",
            );
        }
    }
    steps(plan, &plan.steps)
}

fn buffer(plan: &Plan, id: BufferId) -> Judged<&Buffer> {
    match plan.buffers.get(id.0) {
        Some(buffer) => Ok(buffer),
        None => refused(
            &rule::KER_P_REFER,
            "buffer",
            Span::NONE,
            format!("there is no buffer number {}", id.0),
        ),
    }
}

fn component(plan: &Plan, place: &Place, element: PrimType, span: Span) -> Judged {
    let of = buffer(plan, place.buffer)?;
    match layout::component(&of.element, &place.path, &plan.structs) {
        Some(component) if component.element == element => Ok(()),
        _ => refused(
            &rule::KER_P_REFER,
            "component",
            span,
            format!("`{}` has no such component of {element}", of.name),
        ),
    }
}

fn steps(plan: &Plan, all: &[Step]) -> Judged {
    rule::KER_P_STEP.apply();
    for step in all {
        match step {
            Step::Launch(launch) => self::launch(plan, launch)?,
            Step::Copy { from: a, to: b } | Step::Swap(a, b) => {
                let (a, b) = (buffer(plan, *a)?, buffer(plan, *b)?);
                if a.element != b.element || a.count != b.count {
                    let message = format!("`{}` and `{}` are not of one type and size", a.name, b.name);
                    return refused(&rule::KER_P_STEP, "same", Span::NONE, message);
                }
            }
            Step::Fill { buffer: id, value } => {
                let of = buffer(plan, *id)?;
                let t = value.prim_type();
                let fits = match of.element {
                    Type::Scalar(element) => element == t,
                    Type::Vector(element, width) => element == t && width != Width::W3,
                    _ => false,
                };
                if !fits {
                    let message = format!("`{}` cannot be filled with a {t}", of.name);
                    return refused(&rule::KER_P_STEP, "value", Span::NONE, message);
                }
            }
            Step::Read { scalar, site, .. } => source(plan, scalar, site.span)?,
            Step::For { body, .. } => steps(plan, body)?,
            Step::While { condition, body } => {
                scalar(plan, condition, Span::NONE)?;
                steps(plan, body)?;
            }
            Step::If {
                condition,
                then,
                otherwise,
            } => {
                source(plan, condition, Span::NONE)?;
                steps(plan, then)?;
                steps(plan, otherwise)?;
            }
        }
    }
    Ok(())
}

fn source(plan: &Plan, source: &Source, span: Span) -> Judged {
    match source {
        Source::At(at) => scalar(plan, at, span),
        Source::Known(_) => Ok(()),
    }
}

fn scalar(plan: &Plan, at: &ScalarAt, span: Span) -> Judged {
    let of = buffer(plan, at.buffer)?;
    match of.element {
        Type::Scalar(t) if t == PrimType::Bool || t.is_integer() => Ok(()),
        _ => refused(
            &rule::KER_P_STEP,
            "scalar",
            span,
            format!("the host reads a number of `{}`, which has none", of.name),
        ),
    }
}

fn launch(plan: &Plan, launch: &Launch) -> Judged {
    rule::KER_P_ARGUMENT.apply();
    let Some(kernel) = plan.kernels.get(launch.kernel.0) else {
        let message = format!("there is no kernel number {}", launch.kernel.0);
        return refused(&rule::KER_P_REFER, "kernel", Span::NONE, message);
    };
    let function = &kernel.function;
    if function.params.len() != launch.arguments.len() {
        let message = format!(
            "kernel `{}` is given {} arguments",
            function.name,
            launch.arguments.len()
        );
        return refused(&rule::KER_P_ARGUMENT, "count", function.span, message);
    }
    for (param, argument) in function.params.iter().zip(&launch.arguments) {
        let fits = match (argument, &param.ty) {
            (Argument::Buffer(id), Type::Pointer(pointer)) => {
                pointer.space != crate::c::Space::Local && alike(&pointer.to, &buffer(plan, *id)?.element)
            }
            (Argument::Local { element, .. }, Type::Pointer(pointer)) => {
                pointer.space == crate::c::Space::Local && alike(&pointer.to, element)
            }
            (Argument::Size(_, t), Type::Scalar(wanted)) => t == wanted,
            (Argument::Value(value), Type::Scalar(wanted)) => value.prim_type() == *wanted,
            (Argument::Input(number), Type::Scalar(wanted)) => match plan.parameters.get(*number) {
                Some(parameter) => parameter.shape.is_empty() && parameter.element == *wanted,
                None => {
                    let message = format!("there is no parameter number {number}");
                    return refused(&rule::KER_P_REFER, "parameter", function.span, message);
                }
            },
            _ => false,
        };
        if !fits {
            let message = format!(
                "`{}` of kernel `{}` is not given what it takes",
                param.name, function.name
            );
            return refused(&rule::KER_P_ARGUMENT, "kind", function.span, message);
        }
    }
    Ok(())
}

/// Whether elements of the one type are those of the other; vectors may be reached by their components, and the other way round.
fn alike(a: &Type, b: &Type) -> bool {
    let scalar = |ty: &Type| match ty {
        Type::Scalar(t) | Type::Vector(t, _) => Some(*t),
        _ => None,
    };
    a == b || (scalar(a).is_some() && scalar(a) == scalar(b))
}
