//! The host level: what the program takes and gives, memory, launches, and the commands around them (DPIA-G-HOST, -LAUNCH, -PARAM).

use super::command::abstraction;
use super::environment::{Binding, Environment};
use super::expression::Value;
use super::loops::declare_in_groups;
use super::memory::{Cell, Part, Storage, malformed, room, unmet};
use super::sizes::{self, Counters, SizeWords};
use super::text::{Done, Text};
use super::width::WIDE;
use super::{branches, tidy, trap};
use crate::analyses::path::Path;
use elder_dpia::check::Obligation;
use elder_dpia::entry::{Component, components};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{
    DataType, Entry, Extent, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Ranges,
};
use elder_kernel::c::{Function, Param, Space, Type};
use elder_kernel::make;
use elder_kernel::plan::{
    Argument, BufferId, Check, Condition, Failures, IndexParameter, Kernel, Launch, NOTE, Parameter, Place,
    Plan, RECORD, ResultPart, ScalarAt, Site, Source, Step,
};
use elder_kernel::print::Dialect;
use elder_kernel::size::Size;
use elder_kernel::words::Names;
use elder_syntax::{Name as Word, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Of so many conditions of the launch kernels make use.
const MOST_KNOWN: usize = 32;

/// Where buffers and scalars stand among the parameters of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Outputs.
    Output,
    /// Inputs.
    Input,
    /// Temporaries.
    Temporary,
}

/// A buffer of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BufferKey(Rank, usize);

/// A scalar that the program takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScalarKey(usize);

struct HostScalar {
    input: usize,
    word: Word,
    ty: PrimType,
}

/// The program in the making.
pub struct Host {
    /// The plan so far.
    pub(super) plan: Plan,
    /// The language of kernels.
    pub dialect: Dialect,
    /// The names of the program: buffers, scalars, sizes, kernels, local memory.
    names: Names,
    buffers: BTreeMap<BufferKey, (BufferId, Word)>,
    scalars: BTreeMap<ScalarKey, HostScalar>,
    pub(super) sizes: SizeWords,
    /// The counters of the host's loops.
    pub(super) counters: Counters,
    /// Sizes that are known to be multiples.
    multiples: BTreeMap<Name, i64>,
    failure: Word,
    /// What kernels are called, and how many there are to be.
    kernel_name: String,
    kernel_count: usize,
    /// What the launch has tested before any kernel runs.
    pub known: Ranges,
    /// What depends on whether a test may fail.
    failing: Failing,
}

/// What of the kernels depends on whether any test of the plan may fail.
#[derive(Clone, Default)]
struct Failing {
    /// Whether one may.
    may: bool,
    /// Whether anything does depend on it.
    asked: bool,
    /// How many loops with conditions the items of a group execute together.
    together: usize,
    /// For each of those, what the word of local memory is called in which the items see that a test has failed.
    words: Vec<Word>,
}

/// The plan of an entry after all passes, with kernels that compute indexes in that type.
///
/// # Errors
/// As [`super::lower`].
pub fn program(entry: &Entry, obligations: &[Obligation], dialect: Dialect, index: PrimType) -> Done<Plan> {
    let (plan, failing) = written(entry, obligations, dialect, index, None)?;
    // Which tests there are is known only now.
    match failing.asked && plan.failures.is_some() {
        true => written(entry, obligations, dialect, index, Some(failing.together)).map(|(plan, _)| plan),
        false => Ok(plan),
    }
}

/// The plan, and what depends on whether its tests may fail: they may if it is said how many loops the items of a group execute together.
fn written(
    entry: &Entry,
    obligations: &[Obligation],
    dialect: Dialect,
    index: PrimType,
    together: Option<usize>,
) -> Done<(Plan, Failing)> {
    let mut names = Names::new();
    let mut words = SizeWords::default();
    for x in &entry.sizes {
        words.insert(x.clone(), names.fresh(x.text()));
    }
    let failure = names.fresh("failure");
    names.reserve(Word::from(NOTE));
    let failing = Failing {
        may: together.is_some(),
        words: (0..together.unwrap_or(0))
            .map(|_| names.fresh("failed"))
            .collect(),
        ..Failing::default()
    };
    let mut host = Host {
        plan: Plan::new(entry.name.text()),
        dialect,
        names,
        buffers: BTreeMap::new(),
        scalars: BTreeMap::new(),
        sizes: words,
        counters: Counters::default(),
        multiples: BTreeMap::new(),
        failure,
        kernel_name: entry.name.text().to_owned(),
        kernel_count: launches(&entry.body),
        known: Ranges::new().assuming_all(
            obligations
                .iter()
                .take(MOST_KNOWN)
                .filter_map(|o| o.condition.says()),
        ),
        failing,
    };
    if host.failing.may {
        host.failures();
    }
    host.plan.index = index;
    host.plan.width_rule = Some((&rules::DPIA_G_WIDTH, "fits"));
    host.note_multiples(&entry.body);
    let env = host.interface(entry)?;
    for obligation in obligations {
        host.plan.checks.push(sizes::check(obligation, &host.sizes)?);
    }
    let steps = host.steps(&entry.body, &env)?;
    if let Some(failures) = &host.plan.failures {
        host.plan.steps.push(Step::Fill {
            buffer: failures.record,
            value: PrimValue::I32(0),
        });
    }
    host.plan.steps.extend(steps);
    host.plan.terms = std::mem::take(&mut host.plan.terms).without_evident();
    Ok((host.plan, host.failing))
}

impl Host {
    /// The type of indexes in kernels.
    pub fn index_type(&self) -> PrimType {
        self.plan.index
    }

    /// The components of a value in memory of the program's own: indexes have the type in which they are computed.
    pub fn components(&self, data: &DataType) -> Vec<Component> {
        let mut parts = components(data);
        for part in parts.iter_mut().filter(|part| part.index_of.is_some()) {
            part.element = self.plan.index;
        }
        parts
    }

    /// What kernels call a buffer.
    pub fn buffer_name(&self, key: BufferKey) -> Word {
        self.buffers
            .get(&key)
            .map(|(_, word)| word.clone())
            .unwrap_or_else(|| "buffer".into())
    }

    /// What kernels call a scalar.
    pub fn scalar_name(&self, key: ScalarKey) -> Word {
        self.scalars
            .get(&key)
            .map(|s| s.word.clone())
            .unwrap_or_else(|| "scalar".into())
    }

    /// What kernels call a size.
    pub fn size_word(&self, x: &Name) -> Option<Word> {
        self.sizes.get(x).cloned()
    }

    /// The sizes of the program and the counters of the host's loops.
    pub fn size_names(&self) -> impl Iterator<Item = &Name> {
        self.sizes.keys()
    }

    /// What kernels call the cell for failures.
    pub fn failure_name(&self) -> Word {
        self.failure.clone()
    }

    /// A name that no later kernel takes.
    pub fn keep_name(&mut self, name: &Word) {
        self.names.reserve(name.clone());
    }

    /// The host's expression of a size.
    pub fn size(&self, nat: &Nat, span: Span) -> Done<Size> {
        sizes::required(nat, &self.sizes, span)
    }

    /// A function that kernels call, unless there is one of that name.
    pub fn function(&mut self, make: impl FnOnce() -> Function) {
        let function = make();
        if self.plan.functions.iter().all(|f| f.name != function.name) {
            self.plan.functions.push(function);
        }
    }

    /// The record of failures, which there is from the first time on that it is asked for.
    fn failures(&mut self) -> &mut Failures {
        let plan = &mut self.plan;
        let record = match &plan.failures {
            Some(failures) => failures.record,
            None => plan.add_buffer(
                self.failure.clone(),
                Type::Scalar(PrimType::I32),
                Size::Const(RECORD),
            ),
        };
        plan.failures.get_or_insert(Failures {
            record,
            sites: vec![],
        })
    }

    /// The number of a site at which kernels fail.
    pub fn site(&mut self, site: Site) -> i64 {
        let failures = self.failures();
        let known = failures.sites.iter().position(|other| *other == site);
        let position = known.unwrap_or_else(|| {
            failures.sites.push(site);
            failures.sites.len() - 1
        });
        position as i64 + 1
    }

    /// Whether a test may fail anywhere in the plan.
    pub fn may_fail(&mut self) -> bool {
        self.failing.asked = true;
        self.failing.may
    }

    /// A kernel has a loop with a condition that the items of a group execute together: the name of its word of local memory, where tests may fail.
    /// It stands at the top of the kernel, so no kernel has any other variable of that name.
    pub fn loop_together(&mut self) -> Option<Word> {
        let word = self.failing.words.get(self.failing.together).cloned();
        self.failing.together += 1;
        word
    }

    /// Whether a nat is a whole number wherever the program's types make sense.
    pub fn is_whole(&self, nat: &Nat) -> bool {
        if nat.is_integral() {
            return true;
        }
        let mut multiple = |x: &Name| self.multiples.get(x).map(|k| Nat::lit(*k).times(&Nat::var(x)));
        nat.rebuild(&mut multiple, &elder_dpia::Ranges::new())
            .is_integral()
    }

    /// An array that is read in vectors of w has a multiple of w elements; so have the sizes in it.
    fn note_multiples(&mut self, phrase: &Phrase) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            if let Node::Prim(
                Prim::AsVector { c, .. }
                | Prim::AsScalar { c, .. }
                | Prim::AsVectorAcc { c, .. }
                | Prim::AsScalarAcc { c, .. },
                _,
            ) = &*phrase.node
                && !c.is_integral()
            {
                let whole = Name::fresh("whole");
                for x in c.variables().into_iter().filter(|x| self.sizes.contains_key(x)) {
                    let solved = c.solve_for(&x, &Nat::var(&whole));
                    let factor = solved.and_then(|n| n.linear_in(&whole));
                    if let Some((k, rest)) = factor
                        && let Some(k) = k.as_constant()
                        && rest.as_constant().is_some_and(|r| k > 0 && r % k == 0)
                    {
                        let known = self.multiples.entry(x).or_insert(1);
                        if k % *known == 0 {
                            *known = k;
                        }
                    }
                }
            }
            for child in phrase.children() {
                self.note_multiples(child);
            }
        });
    }

    /// Parameters, sizes, results and their buffers; the environment of the body.
    fn interface(&mut self, entry: &Entry) -> Done<Environment> {
        let span = entry.body.span;
        let mut env = Environment::default();
        let mut given = Vec::new();
        for x in entry.given_sizes() {
            given.push((x.clone(), self.plan.parameters.len()));
            self.plan.parameters.push(Parameter {
                name: self.sizes.get(&x).cloned().unwrap_or_else(|| x.text().into()),
                element: PrimType::I64,
                shape: vec![],
                place: None,
                span,
            });
        }
        let (mut dimensions, mut indexes) = (Vec::new(), Vec::new());
        let mut inputs = Vec::new();
        for binder in &entry.inputs {
            let data = self.data_of(&binder.ty, span)?;
            let first = self.plan.parameters.len();
            let parts = components(&data);
            let many = parts.len() > 1;
            for (k, part) in parts.iter().enumerate() {
                let wanted = part_name(binder.name.text(), k, many);
                let number = self.plan.parameters.len();
                if let Some(n) = &part.index_of {
                    indexes.push((number, n.clone()));
                }
                for (d, nat) in part.outer_shape().into_iter().enumerate() {
                    dimensions.push((number, d, nat));
                }
                self.plan.parameters.push(Parameter {
                    name: self.names.fresh(&wanted),
                    element: part.element,
                    shape: vec![],
                    place: None,
                    span,
                });
            }
            inputs.push((binder, data, first));
        }
        self.plan.sizes = sizes::solve(&entry.sizes, &dimensions, &given, &self.sizes, &mut self.names);
        self.plan.checks = sizes::natural(&self.plan.sizes, span);
        for (parameter, n) in indexes {
            let below = self.size(&n, span)?;
            self.plan.indexes.push(IndexParameter { parameter, below });
        }
        for binder in &entry.outputs {
            let data = self.data_of(&binder.ty, span)?;
            let cell = self.buffers_of(binder.name.text(), &data, Rank::Output, span)?;
            for part in &cell.parts {
                if let Some(n) = part
                    .component
                    .index_of
                    .clone()
                    .filter(|_| self.plan.index == WIDE)
                {
                    self.index_fits_outside(&n, span)?;
                }
                if let Storage::Buffer(key) = &part.storage
                    && let Some((buffer, _)) = self.buffers.get(key)
                {
                    let place = Place::whole(*buffer);
                    let shape = sizes::shape(&part.component.outer_shape(), &self.sizes, span)?;
                    self.plan.results.push(ResultPart {
                        element: part.component.element,
                        shape,
                        place,
                    });
                }
            }
            env = env.with(&binder.name, Binding::Cell(cell));
        }
        for (position, (binder, data, first)) in inputs.into_iter().enumerate() {
            let cell = self.input(position, &data, first, span)?;
            env = env.with(&binder.name, Binding::Cell(cell));
        }
        Ok(env)
    }

    /// Indexes that the program gives are of 32 bits.
    fn index_fits_outside(&mut self, n: &Nat, span: Span) -> Done {
        let (n, most) = (self.size(n, span)?, Size::Const(1 << 31));
        let message = format!("indexes below {n} do not fit the 32 bits in which the program gives them");
        let rule = (&rules::DPIA_G_WIDTH, "fits");
        let condition = Condition::AtMost(n, most);
        self.plan.checks.push(Check {
            condition,
            message,
            rule,
            span,
        });
        Ok(())
    }

    fn data_of(&self, ty: &PhraseType, span: Span) -> Done<DataType> {
        match ty {
            PhraseType::Exp(data) | PhraseType::Acc(data) => Ok(data.clone()),
            _ => Err(malformed(span, "an entry takes what is no value")),
        }
    }

    fn input(&mut self, position: usize, data: &DataType, first: usize, span: Span) -> Done<Rc<Cell>> {
        let mut parts = Vec::new();
        for (k, component) in components(data).into_iter().enumerate() {
            let number = first + k;
            let word = self.plan.parameters[number].name.clone();
            let key = position * 1024 + k;
            let shape = component.outer_shape();
            let storage = if shape.is_empty() {
                let ty = component.element;
                self.scalars.insert(
                    ScalarKey(key),
                    HostScalar {
                        input: number,
                        word,
                        ty,
                    },
                );
                Storage::Scalar(ScalarKey(key))
            } else {
                let shape = sizes::shape(&shape, &self.sizes, span)?;
                let buffer = self.plan.add_buffer(
                    word.clone(),
                    Type::Scalar(component.element),
                    Size::product(&shape),
                );
                let parameter = &mut self.plan.parameters[number];
                parameter.shape = shape;
                parameter.place = Some(Place::whole(buffer));
                let key = BufferKey(Rank::Input, key);
                self.buffers.insert(key, (buffer, word));
                Storage::Buffer(key)
            };
            parts.push(Part { component, storage });
        }
        Ok(Rc::new(Cell {
            data: data.clone(),
            parts,
        }))
    }

    /// Buffers for a value of a data type.
    fn buffers_of(&mut self, wanted: &str, data: &DataType, rank: Rank, span: Span) -> Done<Rc<Cell>> {
        let mut parts = Vec::new();
        let all = match rank {
            Rank::Temporary => self.components(data),
            Rank::Output | Rank::Input => components(data),
        };
        let many = all.len() > 1;
        for (k, component) in all.into_iter().enumerate() {
            let word = self.names.fresh(&part_name(wanted, k, many));
            // One buffer serves all rounds of the loops around it.
            let shape = component.outer_shape().into_iter().map(|n| {
                let largest = sizes::largest(&room(n.clone()), &self.sizes, &self.counters);
                largest.ok_or_else(|| malformed(span, &format!("the host does not know the size `{n}`")))
            });
            let count = Size::product(&shape.collect::<Done<Vec<_>>>()?);
            let buffer = self
                .plan
                .add_buffer(word.clone(), Type::Scalar(component.element), count);
            let key = BufferKey(rank, self.buffers.len());
            self.buffers.insert(key, (buffer, word));
            parts.push(Part {
                component,
                storage: Storage::Buffer(key),
            });
        }
        Ok(Rc::new(Cell {
            data: data.clone(),
            parts,
        }))
    }

    /// The steps of a command at the level of the host.
    fn steps(&mut self, phrase: &Phrase, env: &Environment) -> Done<Vec<Step>> {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.steps_here(phrase, env))
    }

    fn steps_here(&mut self, phrase: &Phrase, env: &Environment) -> Done<Vec<Step>> {
        let span = phrase.span;
        let Node::Prim(prim, arguments) = &*phrase.node else {
            return Err(malformed(span, "a function stands where a command should"));
        };
        if launches(phrase) == 0 && !matches!(prim, Prim::Skip {}) {
            // A command that nobody made a kernel of is run by one work-item.
            let one: Extent = [Nat::one()].into_iter().collect();
            return self.kernel(phrase, env, (one.clone(), one));
        }
        match (prim, arguments.as_slice()) {
            (Prim::Skip {}, []) => Ok(vec![]),
            (Prim::Launch { local, global }, [body]) => {
                let resolve = |extent: &Extent| extent.iter().map(|n| host_nat(n, env)).collect::<Extent>();
                self.kernel(body, env, (resolve(local), resolve(global)))
            }
            (Prim::Seq {}, [first, second]) => {
                rules::DPIA_G_HOST.apply();
                let mut steps = self.steps(first, env)?;
                steps.extend(self.steps(second, env)?);
                Ok(steps)
            }
            (Prim::New { of, .. }, [f]) => {
                rules::DPIA_G_HOST.apply();
                let (x, body) = abstraction(f)?;
                let of = of.map(&mut |n| host_nat(n, env), &mut |x| DataType::Var(x.clone()));
                let cell = self.buffers_of(x.text(), &of, Rank::Temporary, span)?;
                self.steps(body, &env.with(x, Binding::Cell(cell)))
            }
            (Prim::For { n, .. }, [f]) => {
                rules::DPIA_G_HOST.apply();
                let (i, body) = abstraction(f)?;
                let n = host_nat(n, env);
                let count = self.size(&n, span)?;
                let (word, index) = self.counter(i, &n);
                let body = self.steps(body, &env.with(i, Binding::Index(index)))?;
                Ok(vec![Step::For {
                    var: word,
                    count,
                    body,
                }])
            }
            (
                Prim::If {
                    result: PhraseType::Comm,
                },
                [condition, then, otherwise],
            ) => {
                rules::DPIA_G_HOST.apply();
                let (mut steps, condition) = self.source(condition, PrimType::Bool, env)?;
                let then = self.steps(then, env)?;
                let otherwise = self.steps(otherwise, env)?;
                steps.push(Step::If {
                    condition,
                    then,
                    otherwise,
                });
                Ok(steps)
            }
            (Prim::While {}, [condition, body]) => {
                rules::DPIA_G_HOST.apply();
                let (mut steps, condition) = self.condition(condition, env)?;
                let mut body = self.steps(body, env)?;
                body.extend(steps.clone());
                steps.push(Step::While { condition, body });
                Ok(steps)
            }
            (Prim::LetSize { most }, [number, f]) => {
                rules::DPIA_G_SIZE.apply();
                let Node::NatLambda(k, body) = &*f.node else {
                    return Err(malformed(span, "the command of a size is not known"));
                };
                let most = host_nat(most, env);
                let mut bound = self.size(&most, span)?;
                if self.plan.index == WIDE {
                    // The number is an `i32`, though the cell that it is read from may hold a wide index.
                    bound = bound.min(Size::Const(i64::from(i32::MAX)));
                }
                let number = crate::dpia::lengths::cell_of(number).unwrap_or(number);
                let (mut steps, scalar) = self.source(number, PrimType::I32, env)?;
                let (word, index) = self.counter(k, &most.plus(&Nat::one()));
                steps.push(Step::Read {
                    size: word,
                    scalar,
                    most: bound,
                    site: trap::no_size(span),
                });
                steps.extend(self.steps(body, &env.with(k, Binding::Index(index)))?);
                Ok(steps)
            }
            (Prim::Part { n, m, of }, [v, f]) => {
                rules::DPIA_G_PART.apply();
                let (lo, rest) = abstraction(f)?;
                let (hi, body) = abstraction(rest)?;
                let [first, second] = crate::dpia::make::parts(n, m, of, v);
                let inner = env
                    .with(lo, Binding::Phrase(first, env.clone()))
                    .with(hi, Binding::Phrase(second, env.clone()));
                self.steps(body, &inner)
            }
            (Prim::DoubleFor { k, .. }, [b, other, body, after]) => {
                rules::DPIA_G_HOST.apply();
                self.taking_turns(k, (b, other), body, after, env, span)
            }
            (Prim::Accumulating { .. }, [a, f]) => {
                rules::DPIA_G_HOST.apply();
                let (u, body) = abstraction(f)?;
                self.steps(body, &env.with(u, Binding::Phrase(a.clone(), env.clone())))
            }
            _ => Err(malformed(
                span,
                &format!("`{}` cannot be done by the host", prim.name()),
            )),
        }
    }

    /// A counter of the host's loops, below `n`: its word, and the nat that kernels know it by.
    fn counter(&mut self, i: &Name, n: &Nat) -> (Word, Nat) {
        let own = i.renewed();
        let word = self.names.fresh(i.text());
        if let Some(high) = sizes::largest(n, &self.sizes, &self.counters) {
            let last = (high - Size::Const(1)).max(Size::Const(0));
            self.counters.insert(own.clone(), (Size::Const(0), last));
        }
        let below = self
            .counters
            .get(&own)
            .map(|(_, last)| last.clone() + Size::Const(1));
        self.plan.terms.variable(word.clone(), below);
        self.sizes.insert(own.clone(), word.clone());
        (word, Nat::var(&own))
    }

    /// Buffers that take turns: the host exchanges them after each step.
    fn taking_turns(
        &mut self,
        k: &Nat,
        (b, other): (&Phrase, &Phrase),
        body: &Phrase,
        after: &Phrase,
        env: &Environment,
        span: Span,
    ) -> Done<Vec<Step>> {
        let (i, rest) = abstraction(body)?;
        let (o, rest) = abstraction(rest)?;
        let (x, body) = abstraction(rest)?;
        let (r, after) = abstraction(after)?;
        let cell = |v: &Phrase| match &*v.node {
            Node::Var(x) => match env.get(x) {
                Some(Binding::Cell(cell)) => Some(cell.clone()),
                _ => None,
            },
            _ => None,
        };
        let (Some(input), Some(output)) = (cell(b), cell(other)) else {
            return Err(unmet(
                &rules::DPIA_G_DBLFOR,
                span,
                "only whole buffers can take turns",
            ));
        };
        let k = host_nat(k, env);
        let count = self.size(&k, span)?;
        let (word, index) = self.counter(i, &k);
        let inner = env
            .with(i, Binding::Index(index))
            .with(o, Binding::Cell(output.clone()))
            .with(x, Binding::Cell(input.clone()));
        let mut steps = self.steps(body, &inner)?;
        for (a, b) in input.parts.iter().zip(&output.parts) {
            if let (Storage::Buffer(a), Storage::Buffer(b)) = (&a.storage, &b.storage)
                && let (Some((a, _)), Some((b, _))) = (self.buffers.get(a), self.buffers.get(b))
            {
                steps.push(Step::Swap(*a, *b));
            }
        }
        let mut all = vec![Step::For {
            var: word,
            count,
            body: steps,
        }];
        all.extend(self.steps(after, &env.with(r, Binding::Cell(input)))?);
        Ok(all)
    }

    /// What the host decides by, and the steps that compute it.
    fn condition(&mut self, condition: &Phrase, env: &Environment) -> Done<(Vec<Step>, ScalarAt)> {
        self.scalar(condition, PrimType::Bool, env)
    }

    /// A number that the host needs, and the steps that compute it if the host cannot.
    fn source(&mut self, e: &Phrase, of: PrimType, env: &Environment) -> Done<(Vec<Step>, Source)> {
        if let Some(number) = self.number(e, env) {
            return Ok((vec![], Source::Known(number)));
        }
        let (steps, at) = self.scalar(e, of, env)?;
        Ok((steps, Source::At(at)))
    }

    /// The parameter that a scalar is.
    pub(super) fn scalar_input(&self, key: ScalarKey) -> Option<usize> {
        let scalar = self.scalars.get(&key)?;
        elder_kernel::number::Number::has_type(scalar.ty).then_some(scalar.input)
    }

    /// Where the host reads a number, and the steps that compute it.
    fn scalar(&mut self, condition: &Phrase, of: PrimType, env: &Environment) -> Done<(Vec<Step>, ScalarAt)> {
        let (names, words) = (self.names.clone(), self.sizes.clone());
        let one: Extent = [Nat::one()].into_iter().collect();
        let mut text = Text::new(self, names, (one.clone(), one));
        if let Value::Place(place) = text.expression(condition, env, Path::empty())?
            && let Storage::Buffer(key) = place.part.storage
            && let Some(index) = sizes::size(&text.offset(&place, false), &words)
            && let Some((buffer, _)) = self.buffers.get(&key)
        {
            return Ok((
                vec![],
                ScalarAt {
                    buffer: *buffer,
                    index,
                },
            ));
        }
        let truth = DataType::Num(of);
        let cell = self.buffers_of("condition", &truth, Rank::Temporary, condition.span)?;
        let Some(Storage::Buffer(key)) = cell.parts.first().map(|p| p.storage.clone()) else {
            return Err(malformed(condition.span, "what the host reads is no number"));
        };
        let Some((buffer, _)) = self.buffers.get(&key).cloned() else {
            return Err(malformed(condition.span, "what the host reads is no number"));
        };
        let target = Name::fresh("condition");
        let env = env.with(&target, Binding::Cell(cell));
        let acceptor = Phrase::var(&target, condition.span);
        let command = Phrase::prim(
            Prim::Assign { of: truth },
            vec![acceptor, condition.clone()],
            condition.span,
        );
        let one: Extent = [Nat::one()].into_iter().collect();
        let steps = self.kernel(&command, &env, (one.clone(), one))?;
        Ok((
            steps,
            ScalarAt {
                buffer,
                index: Size::Const(0),
            },
        ))
    }

    /// One kernel and its launch.
    fn kernel(&mut self, body: &Phrase, env: &Environment, launch: (Extent, Extent)) -> Done<Vec<Step>> {
        rules::DPIA_G_LAUNCH.apply();
        let span = body.span;
        let name = match self.kernel_count {
            0 | 1 => self.names.fresh(&self.kernel_name.clone()),
            _ => {
                let number = self.plan.kernels.len() + 1;
                self.names.fresh(&format!("{}_{number}", self.kernel_name))
            }
        };
        let names = self.names.clone();
        let mut text = Text::new(self, names, launch.clone());
        text.span = span;
        let mut block = text.inner(|text| text.command(body, env))?;
        block.splice(0..0, std::mem::take(&mut text.locals));
        let uses = std::mem::take(&mut text.uses);
        let locals = std::mem::take(&mut text.local_parameters);
        let local_bytes = text.local_bytes;
        let terms = std::mem::take(&mut text.terms);
        let mut block = tidy::block(block);
        if !text.is_openmp() {
            block = branches::flat(block, &mut text.names);
        }
        for memory in text.group_memory.iter().rev() {
            declare_in_groups(&mut block, memory);
        }
        if block.is_empty() {
            return Ok(vec![]);
        }

        self.plan.terms.extend(terms);
        rules::DPIA_G_PARAM.apply();
        rules::DPIA_G_RESTRICT.apply();
        let writes = match block.iter().any(branches::has_barrier) {
            true => make::shared_pointer,
            false => make::pointer,
        };
        let mut parameters: Vec<((Rank, usize), Param, Argument)> = Vec::new();
        for (key, written) in &uses.buffers {
            let Some((buffer, word)) = self.buffers.get(key) else {
                continue;
            };
            let element = self.plan.buffers[buffer.0].element.clone();
            let pointer = if *written {
                writes(element, Space::Global)
            } else {
                make::const_pointer(element, Space::Global)
            };
            parameters.push((
                (key.0, key.1),
                make::param(word.clone(), pointer),
                Argument::Buffer(*buffer),
            ));
        }
        for key in &uses.scalars {
            let Some(scalar) = self.scalars.get(key) else {
                continue;
            };
            let parameter = make::param(scalar.word.clone(), Type::Scalar(scalar.ty));
            parameters.push(((Rank::Input, key.0), parameter, Argument::Input(scalar.input)));
        }
        parameters.sort_by_key(|(position, ..)| *position);
        let (mut params, mut arguments): (Vec<Param>, Vec<Argument>) = parameters
            .into_iter()
            .map(|(_, param, argument)| (param, argument))
            .unzip();
        for (param, argument) in locals {
            params.push(param);
            arguments.push(argument);
        }
        if uses.failure
            && let Some(failures) = &self.plan.failures
        {
            params.push(make::param(
                self.failure.clone(),
                writes(Type::Scalar(PrimType::I32), Space::Global),
            ));
            arguments.push(Argument::Buffer(failures.record));
        }
        let mut words: Vec<Word> = uses
            .sizes
            .iter()
            .filter_map(|x| self.sizes.get(x).cloned())
            .collect();
        words.sort();
        for word in words {
            params.push(make::param(word.clone(), Type::Scalar(self.plan.index)));
            self.plan.terms.add(Size::Var(word.clone()), span);
            arguments.push(Argument::Size(Size::Var(word), self.plan.index));
        }

        let (local, global) = launch;
        let work_items = self.extent(&global, span)?;
        if self.dialect == Dialect::OpenCl {
            // Kernels ask who they are.
            for size in &work_items {
                self.plan.terms.add(size.clone(), span);
            }
        }
        let group = if local.is_empty() {
            None
        } else {
            Some(self.extent(&local, span)?)
        };
        if let Some(group) = &group {
            self.check_groups(group, &work_items, span);
        }
        let constant = |size: &Size| match size {
            Size::Const(n) => u64::try_from(*n).ok().filter(|n| *n > 0),
            _ => None,
        };
        let required = group
            .as_ref()
            .and_then(|[x, y, z]| Some([constant(x)?, constant(y)?, constant(z)?]));
        let function = Function {
            name,
            is_kernel: true,
            result: Type::Void,
            params,
            body: block,
            required_work_group: required,
            comment: None,
            span,
        };
        let kernel = self.plan.add_kernel(Kernel {
            function,
            local_bytes,
        });
        Ok(vec![Step::Launch(Launch {
            kernel,
            global: work_items,
            local: group,
            arguments,
        })])
    }
}

/// A nat of the program at the level of the host.
pub(super) fn host_nat(nat: &Nat, env: &Environment) -> Nat {
    let mut find = |x: &Name| match env.get(x) {
        Some(Binding::Index(value)) => Some(value.clone()),
        _ => None,
    };
    nat.rebuild(&mut find, &elder_dpia::Ranges::new())
}

/// How many launches a command has.
fn launches(phrase: &Phrase) -> usize {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match &*phrase.node {
        Node::Prim(Prim::Launch { .. }, _) => 1,
        _ => phrase.children().into_iter().map(launches).sum(),
    })
}

fn part_name(name: &str, k: usize, many: bool) -> String {
    if many {
        format!("{name}_{}", k + 1)
    } else {
        name.to_owned()
    }
}
