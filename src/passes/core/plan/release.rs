//! Who drops a block, and who hands it over.
//!
//! Steps are made as if blocks were values.  Here each count gets its end: a block that a body binds is dropped behind the last step that uses it, or
//! handed over by the body's results or to a loop.  What is handed over while it is used elsewhere, or is not the body's own, is shared before.

use elder_kernel::host::{Body, Constant, Kind, Operand, Point, Step, Var};
use elder_syntax::Name;
use elder_syntax::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};

/// Drops and shares blocks of a constant.
pub fn constant(constant: &mut Constant) {
    let mut release = Release {
        kinds: FxHashMap::default(),
        names: std::mem::take(&mut constant.names),
    };
    release.body(&mut constant.body, vec![]);
    constant.names = release.names;
}

/// Drops and shares blocks of an entry point.
pub fn point(point: &mut Point) {
    let mut release = Release {
        kinds: FxHashMap::default(),
        names: std::mem::take(&mut point.names),
    };
    for parameter in &point.parameters {
        if !parameter.shape.is_empty() {
            release.kinds.insert(parameter.var, parameter.element);
        }
    }
    let own: Vec<Var> = (point.parameters.iter())
        .filter(|parameter| !parameter.shape.is_empty())
        .map(|parameter| parameter.var)
        .collect();
    release.body(&mut point.body, own);
    point.names = release.names;
}

struct Release {
    /// The blocks, with the types of their elements.
    kinds: FxHashMap<Var, PrimType>,
    names: Vec<Name>,
}

impl Release {
    fn note(&mut self, bound: &[(Var, Kind)]) -> Vec<Var> {
        let mut blocks = Vec::new();
        for (var, kind) in bound {
            if let Kind::Block(element) = kind {
                self.kinds.insert(*var, *element);
                blocks.push(*var);
            }
        }
        blocks
    }

    /// A body that owns these blocks from the outset.  What it uses of what is bound outside of it.
    fn body(&mut self, body: &mut Body, own: Vec<Var>) -> FxHashSet<Var> {
        let mut owned: FxHashSet<Var> = own.iter().copied().collect();
        let mut order = own;
        // Where each is used last: the number of the step, or behind all of them.
        let end = body.steps.len();
        let mut last: FxHashMap<Var, usize> = FxHashMap::default();
        // What the bodies of each step use.
        let mut within: Vec<FxHashSet<Var>> = Vec::with_capacity(end);
        for (at, step) in body.steps.iter_mut().enumerate() {
            let binds = step.binds();
            let blocks = self.note(&binds);
            let inside = match step {
                Step::If { then, otherwise, .. } => {
                    let mut inside = self.body(then, vec![]);
                    inside.extend(self.body(otherwise, vec![]));
                    inside
                }
                Step::Loop(it) => {
                    let params: Vec<(Var, Kind)> =
                        it.params.iter().map(|(var, kind, _)| (*var, *kind)).collect();
                    let own = self.note(&params);
                    self.body(&mut it.body, own)
                }
                _ => FxHashSet::default(),
            };
            let used = step.operands().into_iter().filter_map(Operand::var);
            last.extend(used.chain(inside.iter().copied()).map(|var| (var, at)));
            for (var, _) in binds {
                owned.insert(var);
                last.entry(var).or_insert(at);
            }
            within.push(inside);
            order.extend(blocks);
        }
        for result in &body.results {
            if let Operand::Var(var) = result {
                last.insert(*var, end);
            }
        }
        let mut steps = Vec::with_capacity(body.steps.len());
        // What nobody uses is dropped at once.
        for var in &order {
            if !last.contains_key(var) {
                steps.push(Step::Drop(*var));
            }
        }
        let made = std::mem::take(&mut body.steps).into_iter().zip(within);
        for (at, (mut step, inside)) in made.enumerate() {
            let mut gone = FxHashSet::default();
            if let Step::Loop(it) = &mut step {
                for (_, kind, first) in &mut it.params {
                    let (Kind::Block(_), Operand::Var(var)) = (*kind, *first) else {
                        continue;
                    };
                    let is_last =
                        last.get(&var) == Some(&at) && owned.contains(&var) && !inside.contains(&var);
                    match is_last && gone.insert(var) {
                        true => {}
                        false => *first = Operand::Var(self.share(var, &mut steps)),
                    }
                }
            }
            steps.push(step);
            for var in &order {
                if last.get(var) == Some(&at) && !gone.contains(var) {
                    steps.push(Step::Drop(*var));
                }
            }
        }
        let mut gone = FxHashSet::default();
        for result in &mut body.results {
            let Operand::Var(var) = *result else { continue };
            if !self.kinds.contains_key(&var) {
                continue;
            }
            if !owned.contains(&var) || !gone.insert(var) {
                *result = Operand::Var(self.share(var, &mut steps));
            }
        }
        body.steps = steps;
        let used = last.into_keys();
        used.filter(|var| !owned.contains(var)).collect()
    }

    fn share(&mut self, of: Var, steps: &mut Vec<Step>) -> Var {
        let var = Var(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        let text = self.names.get(of.index()).cloned().unwrap_or_else(|| "b".into());
        self.names.push(text);
        let element = self.kinds.get(&of).copied().unwrap_or(PrimType::Bool);
        self.kinds.insert(var, element);
        steps.push(Step::Share { var, element, of });
        var
    }
}
