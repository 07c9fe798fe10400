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

    /// A body that owns these blocks from the outset.
    fn body(&mut self, body: &mut Body, own: Vec<Var>) {
        let mut owned: FxHashSet<Var> = own.iter().copied().collect();
        let mut order = own;
        // Inner bodies first: what they use is then all that counts here.
        for step in &mut body.steps {
            let bound = self.note(&step.binds());
            match step {
                Step::If { then, otherwise, .. } => {
                    self.body(then, vec![]);
                    self.body(otherwise, vec![]);
                }
                Step::Loop(it) => {
                    let params: Vec<(Var, Kind)> =
                        it.params.iter().map(|(var, kind, _)| (*var, *kind)).collect();
                    let own = self.note(&params);
                    self.body(&mut it.body, own);
                }
                _ => {}
            }
            owned.extend(&bound);
            order.extend(bound);
        }
        // Where each is used last: the number of the step, or behind all of them.
        let end = body.steps.len();
        let mut last: FxHashMap<Var, usize> = FxHashMap::default();
        for (at, step) in body.steps.iter().enumerate() {
            uses(step, &mut |var| {
                last.insert(var, at);
            });
            for (var, _) in step.binds() {
                last.entry(var).or_insert(at);
            }
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
        for (at, mut step) in std::mem::take(&mut body.steps).into_iter().enumerate() {
            let mut gone = FxHashSet::default();
            if let Step::Loop(it) = &mut step {
                let mut inside = FxHashSet::default();
                used_within(&it.body, &mut |var| {
                    inside.insert(var);
                });
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

/// Calls `f` on every variable that a step uses, also within its bodies.
fn uses(step: &Step, f: &mut dyn FnMut(Var)) {
    let mut operand = |operand: &Operand| {
        if let Operand::Var(var) = operand {
            f(*var);
        }
    };
    match step {
        Step::Let { operands, .. } => operands.iter().for_each(operand),
        Step::Check { holds, numbers, .. } => {
            operand(holds);
            numbers.iter().for_each(operand);
        }
        Step::Alloc { count, .. } => operand(count),
        Step::Share { of, .. } => f(*of),
        Step::Ask { .. } | Step::Use { .. } => {}
        Step::Drop(var) => f(*var),
        Step::Read { block, index, .. } => {
            operand(index);
            f(*block);
        }
        Step::Write { block, index, value } => {
            operand(index);
            operand(value);
            f(*block);
        }
        Step::Copy {
            from,
            from_offset,
            to,
            to_offset,
            count,
        } => {
            [from_offset, to_offset, count].into_iter().for_each(operand);
            f(*from);
            f(*to);
        }
        Step::Fill {
            block,
            offset,
            count,
            value,
        } => {
            [offset, count, value].into_iter().for_each(operand);
            f(*block);
        }
        Step::Do {
            sizes,
            scalars,
            reads,
            writes,
            updates,
            ..
        } => {
            sizes.iter().chain(scalars).for_each(operand);
            reads.iter().chain(writes).chain(updates).copied().for_each(f);
        }
        Step::If {
            condition,
            then,
            otherwise,
            ..
        } => {
            operand(condition);
            used_within(then, f);
            used_within(otherwise, f);
        }
        Step::Loop(it) => {
            it.params.iter().for_each(|(_, _, first)| operand(first));
            if let elder_kernel::host::Form::For { bound, .. } = &it.form {
                operand(bound);
            }
            used_within(&it.body, f);
        }
    }
}

fn used_within(body: &Body, f: &mut dyn FnMut(Var)) {
    for step in &body.steps {
        uses(step, f);
    }
    for result in &body.results {
        if let Operand::Var(var) = result {
            f(*var);
        }
    }
}
