//! Stage II: maps, reductions and scans of commands become loops (paper 4.4; notes 8).
//!
//! The published `reduceI` updates its accumulator in place, which is wrong where a step reads what it has already written
//! (DPIA-Z-01).  Here only accumulators of one number are updated in place; others get a second cell.  Where each part of the next
//! state is computed from the same part of the old one, the pass [`crate::dpia::in_place`] removes that cell again.

mod group;
mod subgroup;

use crate::Target;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{DataType, Entry, Nat, Node, Phrase, PhraseType, Prim, Strategy};
use elder_syntax::{Diagnostic, Rule, Span};

/// The rules of this pass.
pub static RULES: &[&Rule] = rules::STAGE_II;

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let outside = Place {
        in_parallel: false,
        group: expected(*target),
        subgroups: matches!(target, Target::OpenCl { .. }) && in_one_dimension(&entry.body),
    };
    Ok(Entry {
        body: expand(&entry.body, outside),
        ..entry.clone()
    })
}

/// Where a command stands.
#[derive(Clone, Copy)]
struct Place {
    /// Within a parallel loop.
    in_parallel: bool,
    /// How many items of a group are expected in each dimension.
    group: [i64; 3],
    /// Whether the device may have sub-groups.
    subgroups: bool,
}

/// The items of a group that its loops are made for, in each dimension, before launches are formed: that of the one is not that of the others.
fn expected(target: Target) -> [i64; 3] {
    let ([items, ..], [_, side, _]) = (target.group(1), target.group(2));
    [items, side, side]
}

/// Whether groups and items are numbered in one dimension: lanes that follow each other in it are those of a sub-group.
fn in_one_dimension(c: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = match &*c.node {
            Node::Prim(
                Prim::MapI { strategy, .. }
                | Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. },
                _,
            ) => !matches!(
                strategy,
                Strategy::Local(1..) | Strategy::Workgroup(1..) | Strategy::Global(1..)
            ),
            _ => true,
        };
        own && c.children().all(in_one_dimension)
    })
}

/// The command without intermediate primitives.
fn expand(c: &Phrase, place: Place) -> Phrase {
    elder_syntax::effort::deeper(|| expand_node(c, place))
}

fn expand_node(c: &Phrase, place: Place) -> Phrase {
    let Node::Prim(prim, arguments) = &*c.node else {
        return c.map_children(&mut |part| expand(part, place));
    };
    let span = c.span;
    match (prim, arguments.as_slice()) {
        (
            Prim::MapI {
                strategy,
                n,
                from,
                to,
            },
            [f, xs, a],
        ) => {
            let inside = Place {
                in_parallel: place.in_parallel || !matches!(strategy, Strategy::Seq),
                ..place
            };
            match strategy {
                Strategy::Seq => rules::DPIA_I_MAPSEQI.apply(),
                _ => rules::DPIA_I_MAPI.apply(),
            }
            let index = PhraseType::Exp(DataType::Index(n.clone()));
            let body = Phrase::lambda(index_text(*strategy), index, span, |i| {
                let element = make::idx(n, from, xs.clone(), i);
                expand(&f.apply(&element), inside)
            });
            make::parfor(*strategy, n, to, a.clone(), &body, span)
        }
        (Prim::ReduceI { n, from, to }, [f, init, xs, rest]) => {
            let fold = Fold {
                n,
                from,
                to,
                f,
                xs,
                span,
            };
            if let DataType::Array(length, element) = to
                && !place.in_parallel
            {
                rules::DPIA_I_REDUCEI_SWAP.apply();
                return fold.swapping(init, rest, length, element, place);
            }
            make::new(
                None,
                to,
                Phrase::lambda(accumulator_text(f), PhraseType::var(to.clone()), span, |v| {
                    let first = expand(&make::assign_all(to, make::writes(&v), init.clone()), place);
                    let loops = fold.steps(&v, place, |_| make::skip(span));
                    let last = expand(&rest.apply(&make::reads(&v)), place);
                    make::sequence([first, loops, last], span)
                }),
                span,
            )
        }
        (Prim::ScanI { n, from, to }, [f, init, xs, a]) => {
            rules::DPIA_I_SCANI.apply();
            let fold = Fold {
                n,
                from,
                to,
                f,
                xs,
                span,
            };
            make::new(
                None,
                to,
                Phrase::lambda(accumulator_text(f), PhraseType::var(to.clone()), span, |v| {
                    let first = expand(&make::assign_all(to, make::writes(&v), init.clone()), place);
                    let loops = fold.steps(&v, place, |i| {
                        let target = make::idx_acc(n, to, a.clone(), i);
                        expand(&make::assign_all(to, target, make::reads(&v)), place)
                    });
                    make::seq(first, loops)
                }),
                span,
            )
        }
        (Prim::ReduceGroupI { dimension, n, of }, [f, init, xs, rest]) => {
            rules::DPIA_I_REDUCELOCALI.apply();
            let loops = group::Group::new(*dimension, n, of, f, init, span, place.group).reduce(xs, rest);
            expand(&loops, place)
        }
        (Prim::ScanGroupI { dimension, n, of }, [f, init, xs, a]) => {
            rules::DPIA_I_SCANLOCALI.apply();
            let loops = group::Group::new(*dimension, n, of, f, init, span, place.group).scan(xs, a);
            expand(&loops, place)
        }
        (
            Prim::ReduceSubgroupI { width, m, of }
            | Prim::ScanSubgroupI { width, m, of }
            | Prim::ShuffleI { width, m, of },
            [f, xss, a],
        ) => {
            rules::DPIA_I_SUBGROUP.apply();
            let lanes = subgroup::Subgroup {
                width: *width,
                m,
                of,
                f,
                span,
            };
            let loops = expand(&lanes.loops(prim, xss, a), place);
            let whole = place.group[0] % i64::from(*width) == 0;
            if place.subgroups && whole && lanes.have_registers(prim) {
                lanes.choice(c, loops)
            } else {
                loops
            }
        }
        (Prim::Launch { local, .. }, _) => {
            let mut inside = place;
            for (size, extent) in inside.group.iter_mut().zip(local) {
                *size = extent.as_constant().unwrap_or(*size);
            }
            inside.subgroups &= local.iter().skip(1).all(Nat::is_one);
            c.map_children(&mut |part| expand(part, inside))
        }
        // One iteration is parallel to nothing.
        (Prim::ParforEach { n, .. }, _) if n.is_one() => c.map_children(&mut |part| expand(part, place)),
        (Prim::Parfor { .. } | Prim::ParforInPlace { .. } | Prim::ParforEach { .. }, _) => {
            let inside = Place {
                in_parallel: true,
                ..place
            };
            c.map_children(&mut |part| expand(part, inside))
        }
        _ => c.map_children(&mut |part| expand(part, place)),
    }
}

/// What readers of kernels expect loop variables to be called.
fn index_text(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Workgroup(_) => "g",
        Strategy::Local(_) => "l",
        _ => "i",
    }
}

/// Whether a loop with two cells is in it, or will be: what follows such a loop is an argument of it, so it may not write what the
/// loop reads.
fn makes_double_for(c: &Phrase, place: Place) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = match &*c.node {
            Node::Prim(Prim::DoubleFor { .. }, _) => true,
            Node::Prim(Prim::ReduceI { to, .. }, _) => {
                !place.in_parallel && matches!(to, DataType::Array(..))
            }
            _ => false,
        };
        own || c.children().any(|child| makes_double_for(child, place))
    })
}

/// The name that the programmer gave the accumulator: the function's second parameter.
fn accumulator_text(f: &Phrase) -> &str {
    match make::open(f).and_then(|(_, rest)| make::open(rest)) {
        Some((binder, _)) => binder.name.text(),
        None => "acc",
    }
}

/// The loop of a reduction or a scan.
struct Fold<'a> {
    n: &'a Nat,
    from: &'a DataType,
    to: &'a DataType,
    f: &'a Phrase,
    xs: &'a Phrase,
    span: Span,
}

impl Fold<'_> {
    /// `for n (λi. v becomes f x_i v ; then i)`
    fn steps(&self, v: &Phrase, place: Place, then: impl FnOnce(Phrase) -> Phrase) -> Phrase {
        let (to, span) = (self.to, self.span);
        let index = PhraseType::Exp(DataType::Index(self.n.clone()));
        let body = Phrase::lambda("i", index, span, |i| {
            let element = make::idx(self.n, self.from, self.xs.clone(), i.clone());
            let step = self.f.apply(&element).apply(&make::reads(v));
            let update = if to.is_scalar() && !makes_double_for(self.f, place) {
                rules::DPIA_I_REDUCEI.apply();
                expand(&step.apply(&make::writes(v)), place)
            } else {
                rules::DPIA_I_REDUCEI_SAFE.apply();
                let next = Phrase::lambda("next", PhraseType::var(to.clone()), span, |w| {
                    let compute = expand(&step.apply(&make::writes(&w)), place);
                    let copy = make::assign_all(to, make::writes(v), make::reads(&w));
                    make::seq(compute, expand(&copy, place))
                });
                make::new(None, to, next, span)
            };
            make::seq(update, then(i))
        });
        make::for_loop(self.n, body, span)
    }

    /// Two cells with swapped roles, so that no step is copied.
    fn swapping(
        &self,
        init: &Phrase,
        rest: &Phrase,
        length: &Nat,
        element: &DataType,
        place: Place,
    ) -> Phrase {
        let (to, span) = (self.to, self.span);
        let text = accumulator_text(self.f);
        let variable = || PhraseType::var(to.clone());
        let front = Phrase::lambda(text, variable(), span, |front| {
            let first = expand(&make::assign_all(to, make::writes(&front), init.clone()), place);
            let back = Phrase::lambda(text, variable(), span, |back| {
                let index = PhraseType::Exp(DataType::Index(self.n.clone()));
                let body = Phrase::lambda("i", index, span, |i| {
                    Phrase::lambda("o", PhraseType::Acc(to.clone()), span, |o| {
                        Phrase::lambda("e", PhraseType::Exp(to.clone()), span, |e| {
                            let x = make::idx(self.n, self.from, self.xs.clone(), i);
                            expand(&self.f.apply(&x).apply(&e).apply(&o), place)
                        })
                    })
                });
                let prim = Prim::DoubleFor {
                    k: self.n.clone(),
                    n: length.clone(),
                    of: element.clone(),
                };
                let rest = expand(rest, place);
                Phrase::prim(prim, vec![front.clone(), back, body, rest], span)
            });
            make::seq(first, make::new(None, to, back, span))
        });
        make::new(None, to, front, span)
    }
}
