//! How a kernel is called (FCL-M-PARAM), and what it gives (FCL-M-KERNEL, FCL-M-OUT).

use super::assumed::Assumed;
use super::builder::{Item, index_lambda};
use super::evaluate::{Environment, fitted};
use super::rows::Rows;
use super::value::{Pull, Scalar, Staged, Target, Value, as_is};
use super::{Place, Stager, Tests, Unseen, internal};
use crate::dpia::make;
use elder_dpia::check::Obligation;
use elder_dpia::{
    Binder, DataType, Entry, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue, Strategy,
};
use elder_fcl::rules::translation::*;
use elder_fcl::{Configuration, Type};
use elder_syntax::value::Value as Data;
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A kernel as a command.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The command: its sizes, inputs and outputs.
    pub entry: Entry,
    /// What the launch has to test.
    pub obligations: Vec<Obligation>,
    /// What the tests of both stand for.
    pub tests: Tests,
    /// What becomes of each value from outside, in order.
    pub arguments: Vec<Argument>,
    /// Whether the last output says how many elements of the others are the result.
    pub cut: bool,
}

/// What a value from outside becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The size of that number among [`Entry::given_sizes`].  A launch refuses a negative one, also where the run would come to no
    /// array whose length depends on it.
    Size(usize),
    /// The input of that number, counting components.
    Input(usize),
}

impl Translated {
    /// The values from outside that are sizes, by their position.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        let numbered = self.arguments.iter().enumerate();
        numbered.filter_map(|(k, argument)| matches!(argument, Argument::Size(_)).then_some(k))
    }

    /// The values that [`Translated::entry`] is run on.
    ///
    /// # Errors
    /// The number of an argument that is missing or not of the parameter's type.
    pub fn inputs(&self, values: &[Data]) -> Result<Vec<Data>, usize> {
        let sizes = self.sizes().count();
        let mut out: Vec<Option<Data>> = vec![None; self.arguments.len()];
        for (number, argument) in self.arguments.iter().enumerate() {
            let value = values.get(number).ok_or(number)?;
            let (position, value) = match argument {
                Argument::Size(k) => match value.as_scalar() {
                    Some(PrimValue::I32(i)) => (*k, Data::scalar(PrimValue::I64(i64::from(i)))),
                    _ => return Err(number),
                },
                Argument::Input(k) => (sizes + *k, value.clone()),
            };
            *out.get_mut(position).ok_or(number)? = Some(value);
        }
        out.into_iter().enumerate().map(|(k, v)| v.ok_or(k)).collect()
    }

    /// The components of the result, from the outputs of [`Translated::entry`].
    pub fn results(&self, mut outputs: Vec<Data>) -> Vec<Data> {
        if !self.cut {
            return outputs;
        }
        let length = match outputs.pop().and_then(|value| value.as_scalar()) {
            Some(PrimValue::I32(length)) => usize::try_from(length).unwrap_or(0),
            _ => return outputs,
        };
        let outputs = outputs.into_iter();
        outputs.map(|array| array.prefix(length)).collect()
    }
}

/// A kernel staged with some of its numbers as sizes.
pub(super) struct Staging {
    /// The command.
    pub(super) translated: Translated,
    /// The parameters that lengths depend on, by their position.
    pub(super) needed: FxHashSet<usize>,
    /// What is not seen, and where.
    pub(super) unseen: FxHashSet<(Unseen, Span)>,
    /// Where lengths and indexes are numbers that are computed, or tested, when the program runs.
    pub(super) tested: FxHashSet<Span>,
    /// Where it is left to the launch that a number fits.
    pub(super) ranges: FxHashSet<Span>,
}

/// The kernel staged, where this is assumed.
pub(super) fn staged(
    kernel: &elder_fcl::entry::Entry,
    configuration: &Configuration,
    assumed: &Assumed,
) -> Staged<Staging> {
    let span = kernel.body.span;
    let mut stager = Stager::new(configuration, span);
    stager.wrapping = assumed.wrapping.clone();
    stager.group_size = match kernel.level.height() {
        Some(0) => 1,
        Some(1) => configuration.warp_size.min(configuration.block_size.max(1)),
        _ => configuration.block_size,
    };
    let level = kernel.level.height();
    stager.rows = (configuration.height() > 1 && level.is_none_or(|height| height > 1)).then(|| Rows {
        width: configuration.width(),
        height: configuration.height(),
    });
    let mut parameters = Parameters {
        stager: &mut stager,
        sizes: assumed.sizes.as_ref(),
        given: vec![],
        of_inputs: vec![],
        inputs: vec![],
        arguments: vec![],
        components: 0,
        span,
    };
    let mut values = Vec::new();
    for (x, ty) in &kernel.parameters {
        values.push(parameters.value(x.text(), ty)?);
    }
    let Parameters {
        given,
        of_inputs,
        inputs,
        arguments,
        ..
    } = parameters;
    let out = Name::fresh("out");
    let result = stager.kernel(kernel, values, &out, span)?;
    let items = std::mem::take(&mut stager.block);
    let mut outputs = vec![Binder {
        name: out,
        ty: PhraseType::Acc(result.of),
    }];
    let cut = result.length.is_some();
    outputs.extend(result.length.map(|name| Binder {
        name,
        ty: PhraseType::Acc(DataType::Num(PrimType::I32)),
    }));
    let needed = given
        .iter()
        .filter(|(x, _)| stager.needed.contains(x))
        .map(|(_, position)| *position)
        .collect();
    let entry = Entry {
        name: Name::fresh(kernel.name.text()),
        sizes: given.iter().map(|(x, _)| x.clone()).chain(of_inputs).collect(),
        inputs,
        outputs,
        body: stager.folded(items, span),
        result: None,
    };
    FCL_M_KERNEL.apply();
    let translated = Translated {
        entry,
        obligations: stager.obligations,
        tests: stager.tests,
        arguments,
        cut,
    };
    Ok(Staging {
        translated,
        needed,
        unseen: stager.unseen,
        tested: stager.tested,
        ranges: stager.ranges,
    })
}

struct Parameters<'a> {
    stager: &'a mut Stager,
    sizes: Option<&'a FxHashSet<usize>>,
    /// Numbers that are sizes, with the position of the argument.
    given: Vec<(Name, usize)>,
    /// Lengths of inputs.
    of_inputs: Vec<Name>,
    inputs: Vec<Binder>,
    arguments: Vec<Argument>,
    components: usize,
    span: Span,
}

impl Parameters<'_> {
    /// A parameter as a value, from what comes from outside.
    fn value(&mut self, text: &str, ty: &Type) -> Staged<Value> {
        FCL_M_PARAM.apply();
        match ty {
            Type::Pair(a, b) => {
                let first = self.value(&format!("{text}_1"), a)?;
                Ok(Value::pair(first, self.value(&format!("{text}_2"), b)?))
            }
            Type::Pull(element, _) => {
                let of = data(element).ok_or_else(|| self.foreign(text))?;
                let length = Name::fresh(format!("{text}_length"));
                let n = Nat::var(&length);
                self.of_inputs.push(length.clone());
                self.stager.sizes.insert(length);
                self.stager.lengths.push(n.clone());
                let array = DataType::array(n.clone(), of.clone());
                let name = self.input(text, &array);
                let (span, count) = (self.span, n.clone());
                let element = move |_: &mut Stager, i: &Nat, span: Span| {
                    let at = make::index(i, &count, span);
                    Ok(Value::of(
                        &of,
                        make::idx(&count, &of, Phrase::var(&name, span), at),
                    ))
                };
                let _ = span;
                Ok(Value::Pull(Pull {
                    length: n,
                    element: Rc::new(element),
                }))
            }
            Type::Base(base) => {
                let position = self.arguments.len();
                let is_size = self.sizes.is_none_or(|sizes| sizes.contains(&position));
                if *base == PrimType::I32 && is_size {
                    let name = Name::fresh(text);
                    self.arguments.push(Argument::Size(self.given.len()));
                    self.given.push((name.clone(), position));
                    self.stager.sizes.insert(name.clone());
                    self.stager.lengths.push(Nat::var(&name));
                    return Ok(Value::Scalar(Scalar::of_nat(&Nat::var(&name), self.span)));
                }
                let name = self.input(text, &DataType::Num(*base));
                Ok(Value::Scalar(Scalar::of(*base, Phrase::var(&name, self.span))))
            }
            _ => Err(self.foreign(text)),
        }
    }

    fn input(&mut self, text: &str, data: &DataType) -> Name {
        let name = Name::fresh(text);
        for _ in elder_dpia::entry::components(data) {
            self.arguments.push(Argument::Input(self.components));
            self.components += 1;
        }
        self.inputs.push(Binder {
            name: name.clone(),
            ty: PhraseType::Exp(data.clone()),
        });
        name
    }

    fn foreign(&self, text: &str) -> Box<Diagnostic> {
        internal(
            self.span,
            &format!("`{text}` is no base value and no array of base values"),
        )
    }
}

/// A type of base values.
fn data(ty: &Type) -> Option<DataType> {
    match ty {
        Type::Base(base) => Some(DataType::Num(*base)),
        Type::Pair(a, b) => Some(DataType::pair(data(a)?, data(b)?)),
        _ => None,
    }
}

/// The result of a kernel.
struct Outcome {
    /// The type of the output.
    of: DataType,
    /// The output that says how long the result is, if that is not known before.
    length: Option<Name>,
}

impl Stager {
    /// The whole kernel at its level (FCL-E-TOP).
    fn kernel(
        &mut self,
        kernel: &elder_fcl::entry::Entry,
        values: Vec<Value>,
        out: &Name,
        span: Span,
    ) -> Staged<Outcome> {
        match kernel.level.height() {
            Some(3) => self.result(kernel, values, out, span),
            Some(0) => self.alone(Place::Item, Strategy::Global(0), kernel, values, out, span),
            Some(height @ (1 | 2)) => {
                let place = Place::Group {
                    height,
                    lanes: vec![],
                };
                self.alone(place, Strategy::Workgroup(0), kernel, values, out, span)
            }
            _ => Err(internal(span, "a kernel of no level")),
        }
    }

    /// A kernel of one work-group or one item.
    fn alone(
        &mut self,
        place: Place,
        strategy: Strategy,
        kernel: &elder_fcl::entry::Entry,
        values: Vec<Value>,
        out: &Name,
        span: Span,
    ) -> Staged<Outcome> {
        let (outcome, items) = self.at(place, |stager| stager.result(kernel, values, out, span))?;
        let one = Nat::one();
        let body = index_lambda(&Name::fresh("g"), &one, self.folded(items, span), span);
        let once = Prim::ParforEach {
            strategy,
            n: one.clone(),
        };
        let body = Item::Command(Phrase::prim(once, vec![body], span));
        let rows = self.rows.filter(|_| strategy == Strategy::Workgroup(0));
        self.launch(&one, rows, vec![body], span);
        Ok(outcome)
    }

    /// Evaluates the body and writes its array.
    fn result(
        &mut self,
        kernel: &elder_fcl::entry::Entry,
        values: Vec<Value>,
        out: &Name,
        span: Span,
    ) -> Staged<Outcome> {
        let mut value = self.evaluate(&kernel.body, &Environment::default())?;
        for argument in values {
            value = self.apply(&value, argument, span)?;
        }
        let push = self.pushed(value, span)?;
        let target = Target::variable(out, span);
        let Some(most) = self.capacity(&push.length) else {
            let message = "the length of the result has no bound that is known when the program is launched";
            let error = Diagnostic::error(FCL_M_FORCE.refuse("length"), span, message);
            return Err(Box::new(error.with_note(format!("the length: {}", push.length))));
        };
        self.need(&most);
        let exact = most == push.length;
        let of = (push.write)(self, &fitted(self, &target, &push.length, &most), &as_is())?;
        let length = (!exact).then(|| {
            let name = Name::fresh("length");
            let number = make::nat_value(PrimType::I32, &push.length, span);
            let acceptor = Phrase::var(&name, span);
            self.emit(make::assign(&DataType::Num(PrimType::I32), acceptor, number));
            name
        });
        Ok(Outcome {
            of: DataType::array(most, of),
            length,
        })
    }
}
