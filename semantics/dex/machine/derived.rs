//! Derivatives: applied to tangents, and transposed, by the definition, in the midst of a run of the machine.
//!
//! `linearize f x` is `f x`, which the machine computes, and D(f, x), which waits for tangents.  What is computed of those, and of cotangents,
//! needs numbers that carry more than 64 bits: for that, the definition gets the function with what it captured, as values of its own, and
//! gives back the numbers of a vector.

use super::answer::read;
use super::code::Instruction;
use super::resolved::{known, layout_resolved};
use super::types::{Fields, Type};
use super::value::{Closure, Derivative, Environment, Kind, Operand, Sum, Table, Value, View};
use super::{Step, Stop, Translator};
use crate::derivative::Number;
use crate::dex::environment::Environment as Clearly;
use crate::dex::types::{End, Fields as Labelled, Range, TableType, Type as Defined};
use crate::dex::value::{self as clear, Value as Clear, Variant};
use crate::dex::{Interpreter, Step as Clearing, Stop as Ended};
use crate::failure::Failure;
use elder_dex::core::rewrite::{free, free_in_block};
use elder_dex::core::{self as tree};
use elder_syntax::names::Name;
use elder_syntax::prim::PrimValue;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What the definition is asked for.
#[derive(Debug)]
pub(super) struct Derived {
    /// D(f, w), or a function that is transposed; it has what it mentions.
    pub function: Value,
    /// A tangent, or a cotangent.
    pub argument: Value,
    /// Whether the function is transposed, rather than applied.
    pub transposed: bool,
    /// Definitions that the function may ask for, where the run has them: those with a flag once it is set.
    pub given: Vec<(Name, Option<u32>, Value)>,
    /// Where the numbers of the result go.
    pub buffer: u32,
    /// Where it stands.
    pub site: u32,
}

impl Translator<'_> {
    /// DX-E-LIN: `(f w, D(f, w))`, where `f w` is of this type.
    pub(super) fn linearize(
        &mut self,
        environment: &Environment,
        function: Value,
        point: Value,
        ty: &tree::Type,
    ) -> Step<Value> {
        let point = self.force(point)?;
        let value = match (&function, &*self.ty(environment, ty)?) {
            (Value::Derivative(_), Type::Pair(first, _)) => {
                self.derived(&function, point.clone(), false, first)?
            }
            _ => self.apply(&function, point.clone())?,
        };
        let derivative = Value::Derivative(Rc::new(Derivative { function, point }));
        Ok(Value::pair(value, derivative))
    }

    /// DX-E-TANGENT, DX-E-TRANS: a vector of this type, by the definition.
    pub(super) fn derived(
        &mut self,
        function: &Value,
        argument: Value,
        transposed: bool,
        ty: &Rc<Type>,
    ) -> Step<Value> {
        let argument = self.force(argument)?;
        let layout = self.layout_of(ty)?;
        let mut kept = Kept::default();
        let function = kept.value(function)?;
        let given = self.given_to(kept.mentioned);
        let buffer = self.allocated(&layout)?;
        let Operand::Known(number) = buffer else {
            return Err(Stop::MALFORMED);
        };
        let site = self.site();
        self.code.emit(Instruction::Derived(Box::new(Derived {
            function,
            argument,
            transposed,
            given,
            buffer: u32::try_from(number).unwrap_or(u32::MAX),
            site,
        })))?;
        self.load(&layout, buffer, Operand::Known(0))
    }

    /// The definitions of data among these and what they mention that were translated.
    fn given_to(&self, mentioned: FxHashSet<Name>) -> Vec<(Name, Option<u32>, Value)> {
        let mut seen = mentioned.clone();
        let mut next: Vec<Name> = mentioned.into_iter().collect();
        let mut given = Vec::new();
        while let Some(name) = next.pop() {
            let known = self.known.get(&name).map(|value| (None, value));
            let own = self.definitions.get(&name).and_then(|defined| {
                let flag = defined.code.as_ref().map(|(flag, _)| *flag);
                Some((flag, defined.value.as_ref()?))
            });
            if let Some((flag, value)) = known.or(own)
                && super::answer::whole(value)
            {
                given.push((name, flag, value.clone()));
            }
            if let Some(definition) = self.places.definition(self.program, name) {
                let more = free_in_block(&definition.body).into_iter();
                next.extend(more.filter(|name| seen.insert(*name)));
            }
        }
        given
    }
}

/// Functions with no more of what surrounds them than they mention.
#[derive(Default)]
struct Kept {
    seen: FxHashMap<*const Closure, Value>,
    /// Names that stand for definitions.
    mentioned: FxHashSet<Name>,
}

impl Kept {
    fn value(&mut self, value: &Value) -> Step<Value> {
        Ok(match value {
            Value::Closure(closure) => {
                if let Some(kept) = self.seen.get(&Rc::as_ptr(closure)) {
                    return Ok(kept.clone());
                }
                let names = free(&tree::Value::Lambda(closure.lambda.clone()));
                let kept = Value::Closure(Rc::new(Closure {
                    environment: self.environment(&closure.environment, names)?,
                    lambda: closure.lambda.clone(),
                }));
                self.seen.insert(Rc::as_ptr(closure), kept.clone());
                kept
            }
            Value::View(view) => {
                let names = free(&tree::Value::View(view.view.clone()));
                Value::View(Rc::new(View {
                    environment: self.environment(&view.environment, names)?,
                    view: view.view.clone(),
                }))
            }
            Value::Derivative(derivative) => Value::Derivative(Rc::new(Derivative {
                function: self.value(&derivative.function)?,
                point: self.value(&derivative.point)?,
            })),
            Value::Pair(both) => {
                let first = self.value(&both.0)?;
                Value::pair(first, self.value(&both.1)?)
            }
            Value::Record(fields) => {
                let fields = fields.iter();
                let kept = fields.map(|(label, value)| Ok((label.clone(), self.value(value)?)));
                Value::Record(Rc::new(kept.collect::<Step<_>>()?))
            }
            Value::Sum(sum) => {
                let mut alternatives = Vec::with_capacity(sum.alternatives.len());
                for held in &sum.alternatives {
                    let held = held.as_ref();
                    let kept = held.map(|held| held.iter().map(|value| self.value(value)).collect());
                    alternatives.push(kept.transpose()?);
                }
                Value::Sum(Rc::new(Sum {
                    kind: sum.kind.clone(),
                    tag: sum.tag,
                    alternatives,
                }))
            }
            Value::Reference(_) => {
                return Err(Stop::Untaken("a function that is differentiated has references"));
            }
            Value::Number(..) | Value::Unit | Value::Member(..) | Value::Table(_) | Value::Type(_) => {
                value.clone()
            }
        })
    }

    fn environment(&mut self, outer: &Environment, names: FxHashSet<Name>) -> Step<Environment> {
        let mut kept = Environment::default();
        for name in names {
            match outer.get(name) {
                Some(value) => kept.bind(name, self.value(value)?),
                None => {
                    self.mentioned.insert(name);
                }
            }
        }
        Ok(kept)
    }
}

/// What stands in registers and buffers, as the definition has it.
pub(super) struct Handed<'r> {
    pub registers: &'r [u64],
    pub buffers: &'r [Vec<u8>],
    /// Blocks that were run.
    pub flags: &'r [bool],
}

impl Handed<'_> {
    /// The numbers of the vector that is asked for.
    pub fn derived(&self, interpreter: &mut Interpreter<'_>, it: &Derived) -> Clearing<Vec<u8>> {
        let mut hand = Hand {
            from: self,
            seen: FxHashMap::default(),
        };
        for (name, flag, value) in &it.given {
            let is_there = flag.is_none_or(|flag| self.flags.get(flag as usize) == Some(&true));
            if is_there && !interpreter.definitions.contains_key(name) {
                let value = hand.value(interpreter, value)?;
                interpreter.definitions.insert(*name, value);
            }
        }
        let function = hand.value(interpreter, &it.function)?;
        let argument = hand.value(interpreter, &it.argument)?;
        let at = interpreter.at;
        let result = match it.transposed {
            true => interpreter.transpose(&function, argument),
            false => interpreter.apply(&function, argument),
        };
        interpreter.at = at;
        let mut bytes = Vec::new();
        for number in interpreter.numbers(result?)? {
            let scalar = number.scalar();
            let width = super::layout::Layout::width(scalar.prim_type());
            let all = scalar.bits().to_le_bytes();
            bytes.extend_from_slice(all.get(..width.into()).unwrap_or_default());
        }
        Ok(bytes)
    }
}

struct Hand<'h> {
    from: &'h Handed<'h>,
    seen: FxHashMap<*const Closure, Clear>,
}

impl Hand<'_> {
    fn bits(&self, operand: Operand) -> Clearing<u64> {
        match known(operand, self.from.registers) {
            Some(Operand::Known(bits)) => Ok(bits),
            _ => Err(malformed()),
        }
    }

    fn value(&mut self, interpreter: &mut Interpreter<'_>, value: &Value) -> Clearing<Clear> {
        Ok(match value {
            Value::Number(ty, operand) => {
                let bits = self.bits(*operand)?;
                Clear::of_number(Number::Plain(PrimValue::of_bits(*ty, bits)))
            }
            Value::Unit => Clear::Unit,
            Value::Member(set, ordinal) => {
                let ordinal = self.bits(*ordinal)?;
                Clear::Member(self.ty(interpreter, set)?, ordinal)
            }
            Value::Pair(both) => {
                let first = self.value(interpreter, &both.0)?;
                Clear::pair(first, self.value(interpreter, &both.1)?)
            }
            Value::Record(fields) => {
                let mut handed = Vec::with_capacity(fields.len());
                for (label, value) in fields.iter() {
                    handed.push((label.clone(), self.value(interpreter, value)?));
                }
                Clear::Record(Rc::new(handed))
            }
            Value::Sum(sum) => self.sum(interpreter, sum)?,
            Value::Table(table) => self.table(interpreter, table)?,
            Value::Closure(closure) => {
                if let Some(handed) = self.seen.get(&Rc::as_ptr(closure)) {
                    return Ok(handed.clone());
                }
                let handed = Clear::Closure(Rc::new(clear::Closure {
                    environment: self.environment(interpreter, &closure.environment)?,
                    lambda: closure.lambda.clone(),
                }));
                self.seen.insert(Rc::as_ptr(closure), handed.clone());
                handed
            }
            Value::View(view) => Clear::View(Rc::new(clear::View {
                environment: self.environment(interpreter, &view.environment)?,
                view: view.view.clone(),
            })),
            Value::Derivative(derivative) => Clear::Derivative(Rc::new(clear::Derivative {
                function: self.value(interpreter, &derivative.function)?,
                point: self.value(interpreter, &derivative.point)?,
            })),
            Value::Type(ty) => Clear::Type(self.ty(interpreter, ty)?),
            Value::Reference(_) => return Err(malformed()),
        })
    }

    fn all(&mut self, interpreter: &mut Interpreter<'_>, values: &[Value]) -> Clearing<Vec<Clear>> {
        values
            .iter()
            .map(|value| self.value(interpreter, value))
            .collect()
    }

    fn sum(&mut self, interpreter: &mut Interpreter<'_>, sum: &Sum) -> Clearing<Clear> {
        let which = usize::try_from(self.bits(sum.tag)?).unwrap_or(usize::MAX);
        let held = sum.alternatives.get(which).and_then(Option::as_ref);
        let mut held = self.all(interpreter, held.ok_or_else(malformed)?)?;
        match &sum.kind {
            Kind::Data(data, parameters) => {
                let parameters = self.all(interpreter, parameters)?;
                Ok(Clear::con(*data, which, parameters, held))
            }
            Kind::Variant(ty) => {
                let ty = self.ty(interpreter, ty)?;
                match (&*ty, held.pop()) {
                    (Defined::Variant(labels), Some(held)) => {
                        let (label, _) = labels.get(which).ok_or_else(malformed)?;
                        Ok(Clear::Variant(Rc::new(Variant {
                            label: label.clone(),
                            held,
                            ty: ty.clone(),
                        })))
                    }
                    _ => Err(malformed()),
                }
            }
        }
    }

    fn table(&mut self, interpreter: &mut Interpreter<'_>, table: &Table) -> Clearing<Clear> {
        let count = self.bits(table.count)?;
        interpreter.room(count)?;
        let (buffer, offset) = (self.bits(table.buffer)?, self.bits(table.offset)?);
        let layout = layout_resolved(&table.element, self.from.registers).ok_or_else(malformed)?;
        let width = super::answer::width(&layout).ok_or_else(malformed)?;
        let mut elements = Vec::new();
        for ordinal in 0..count as usize {
            let at = offset as usize + ordinal * width;
            let element = read(self.from.buffers, &layout, buffer, at).ok_or_else(malformed)?;
            elements.push(self.value(interpreter, &element)?);
        }
        Ok(interpreter.table_of(elements))
    }

    fn environment(&mut self, interpreter: &mut Interpreter<'_>, kept: &Environment) -> Clearing<Clearly> {
        let mut handed = Clearly::default();
        for (name, value) in kept.bindings() {
            handed.bind(name, self.value(interpreter, value)?);
        }
        Ok(handed)
    }

    fn ty(&mut self, interpreter: &mut Interpreter<'_>, ty: &Rc<Type>) -> Clearing<Rc<Defined>> {
        Ok(Rc::new(match &**ty {
            Type::Unit => Defined::Unit,
            Type::Base(base) => Defined::Base(*base),
            Type::Fin(size) => Defined::Fin(self.bits(*size)?),
            Type::Range(set, first, count) => {
                let (first, count) = (self.bits(*first)?, self.bits(*count)?);
                Defined::Range(Range {
                    set: self.ty(interpreter, set)?,
                    first,
                    count,
                    // How they were written is seen only where a range is printed.
                    ends: (End::Including(first), End::Excluding(first.saturating_add(count))),
                })
            }
            Type::Pair(first, second) => {
                let first = self.ty(interpreter, first)?;
                Defined::Pair(first, self.ty(interpreter, second)?)
            }
            Type::Data(data, parameters) => Defined::Data(*data, self.all(interpreter, parameters)?),
            Type::Record(fields) => Defined::Record(self.fields(interpreter, fields)?),
            Type::Variant(fields) => Defined::Variant(self.fields(interpreter, fields)?),
            Type::Fields(fields) => Defined::Fields(self.fields(interpreter, fields)?),
            Type::Table(environment, binder, element) => {
                let whole = tree::Value::Table(binder.clone(), element.clone());
                let kept = Kept::default().environment(environment, free(&whole));
                let kept = kept.map_err(|_| malformed())?;
                Defined::Table(TableType {
                    environment: self.environment(interpreter, &kept)?,
                    binder: binder.clone(),
                    element: element.clone(),
                })
            }
            Type::Reference(content) => Defined::Reference(self.ty(interpreter, content)?),
            Type::Opaque => Defined::Opaque,
        }))
    }

    fn fields(&mut self, interpreter: &mut Interpreter<'_>, fields: &Fields) -> Clearing<Labelled> {
        let mut handed = Vec::with_capacity(fields.len());
        for (label, ty) in fields {
            handed.push((label.clone(), self.ty(interpreter, ty)?));
        }
        Ok(handed)
    }
}

fn malformed() -> Ended {
    Failure::internal(
        elder_syntax::Span::NONE,
        "what is differentiated has no form outside of the machine",
    )
    .into()
}
