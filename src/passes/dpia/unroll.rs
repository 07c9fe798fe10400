//! Marks the loops that the device's compiler should write out (notes 10.4).
//!
//! Private arrays lie in registers only if their indexes are constants, that is, if the loops over them are written out; and a short loop
//! of known length is faster without its counter.  A loop is marked if its length is a small constant and what it would become is
//! not too long; loops inside of it count with all their iterations.

use crate::Target;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{Entry, Node, Phrase, Prim};
use elder_syntax::{Diagnostic, Rule};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_X_UNROLL];

/// The longest loop that is marked.
const MOST_ITERATIONS: i64 = 32;

/// The most commands that a marked loop may become: for OpenCL, where arrays have no place but in registers, and for C, whose compilers take a time
/// that grows with the square of them.
const fn most_commands(target: &Target) -> i64 {
    match target {
        Target::OpenCl { .. } => 1024,
        Target::OpenMp => 512,
    }
}

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    Ok(Entry {
        body: host(&entry.body, most_commands(target)),
        ..entry.clone()
    })
}

fn host(c: &Phrase, most: i64) -> Phrase {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(Prim::Launch { .. }, _) => c.map_children(&mut |body| kernel(body, most)),
        _ => c.map_children(&mut |inner| host(inner, most)),
    })
}

fn kernel(c: &Phrase, most: i64) -> Phrase {
    elder_syntax::effort::deeper(|| {
        let c = c.map_children(&mut |inner| kernel(inner, most));
        match &*c.node {
            Node::Prim(Prim::For { unroll: false, n }, parts)
                if n.as_constant()
                    .is_some_and(|n| (2..=MOST_ITERATIONS).contains(&n))
                    && commands(&c).is_some_and(|size| size <= most) =>
            {
                rules::DPIA_X_UNROLL.apply();
                let prim = Prim::For {
                    unroll: true,
                    n: n.clone(),
                };
                Phrase::prim(prim, parts.clone(), c.span)
            }
            _ => c,
        }
    })
}

/// How many commands the text of `c` has when its loops are written out; `None` if one of them cannot be.
fn commands(c: &Phrase) -> Option<i64> {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(prim, parts) => match prim {
            Prim::Assign { .. } | Prim::UpdateBy { .. } | Prim::Fail { .. } => Some(1),
            Prim::While {} | Prim::LetSize { .. } | Prim::DoubleFor { .. } | Prim::Barrier { .. } => None,
            Prim::For { n, .. } => {
                let body = parts.first().and_then(make::open).map(|(_, body)| body)?;
                n.as_constant()?.checked_mul(commands(body)?)
            }
            // A strided loop of its own.
            Prim::Parfor { .. } | Prim::ParforInPlace { .. } | Prim::ParforEach { .. } => None,
            _ => parts.iter().try_fold(0_i64, |sum, part| {
                let inner = match make::open(part) {
                    Some((_, body)) => commands(body)?,
                    None => commands(part)?,
                };
                sum.checked_add(inner)
            }),
        },
        Node::Lambda(_, body) => commands(body),
        _ => Some(0),
    })
}
