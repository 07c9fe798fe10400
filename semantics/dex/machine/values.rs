//! ρ(v), definitions, and what is known of parts.

use super::code::{Block, Instruction};
use super::value::{Closure, Environment, Kind, Operand, Reference, Sum, Value, View};
use super::{Defined, Step, Stop, Translator};
use crate::dex::{MORE_STACK, RED_ZONE};
use elder_dex::core::{self as tree, Projection, Tag};
use elder_syntax::names::Name;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

impl Translator<'_> {
    /// DX-E-VAL
    pub(super) fn value(&mut self, environment: &Environment, value: &tree::Value) -> Step<Value> {
        match value {
            tree::Value::Var(name) => match environment.get(*name) {
                Some(value) => Ok(value.clone()),
                None => self.definition(*name),
            },
            tree::Value::Literal(number) => {
                Ok(Value::Number(number.prim_type(), Operand::Known(number.bits())))
            }
            tree::Value::Unit => Ok(Value::Unit),
            tree::Value::Pair(first, second) => {
                let first = self.value(environment, first)?;
                Ok(Value::pair(first, self.value(environment, second)?))
            }
            tree::Value::Con(con) => {
                let parameters = self.all_values(environment, &con.parameters)?;
                let fields = self.all_values(environment, &con.fields)?;
                self.constructed(con.data, parameters, con.constructor, fields)
            }
            tree::Value::Record(fields) => {
                let mut held = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    held.push((label.clone(), self.value(environment, value)?));
                }
                Ok(Value::Record(Rc::new(held)))
            }
            tree::Value::Variant(label, held, ty) => {
                let held = self.value(environment, held)?;
                let ty = self.ty(environment, ty)?;
                let super::types::Type::Variant(fields) = &*ty else {
                    return Err(Stop::MALFORMED);
                };
                let which = fields.iter().position(|(own, _)| own == label);
                let which = which.ok_or(Stop::MALFORMED)?;
                let mut alternatives: Vec<Option<Vec<Value>>> = fields.iter().map(|_| None).collect();
                if let Some(own) = alternatives.get_mut(which) {
                    *own = Some(vec![held]);
                }
                Ok(Value::Sum(Rc::new(Sum {
                    kind: Kind::Variant(ty.clone()),
                    tag: Operand::Known(which as u64),
                    alternatives,
                })))
            }
            tree::Value::Lambda(lambda) => Ok(Value::Closure(Rc::new(Closure {
                environment: environment.clone(),
                lambda: lambda.clone(),
            }))),
            tree::Value::View(view) => Ok(Value::View(Rc::new(View {
                environment: environment.clone(),
                view: view.clone(),
            }))),
            tree::Value::Choose(choice) => {
                let scrutinee = self.value(environment, &choice.scrutinee)?;
                let alternatives = choice.alternatives.iter();
                let alternatives: Vec<_> = alternatives
                    .map(|(tag, binders, value)| (tag, binders.as_slice(), value))
                    .collect();
                self.branches(environment, &scrutinee, &alternatives, |this, inner, value| {
                    this.value(inner, value)
                })
            }
            tree::Value::Project(part, whole) => {
                let whole = self.value(environment, whole)?;
                Self::projected(part, &whole)
            }
            // What else is there are types.
            ty => elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || {
                Ok(Value::Type(Rc::new(self.closed(environment, ty)?)))
            }),
        }
    }

    /// Values in their order.
    pub(super) fn all_values(
        &mut self,
        environment: &Environment,
        values: &[tree::Value],
    ) -> Step<Vec<Value>> {
        values
            .iter()
            .map(|value| self.value(environment, value))
            .collect()
    }

    /// The bits of an Int.
    pub(super) fn int(&mut self, environment: &Environment, value: &tree::Value) -> Step<Operand> {
        match self.value(environment, value)? {
            Value::Number(PrimType::I32, operand) => Ok(operand),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// The reference that a value is.
    pub(super) fn reference(
        &mut self,
        environment: &Environment,
        value: &tree::Value,
    ) -> Step<Rc<Reference>> {
        match self.value(environment, value)? {
            Value::Reference(reference) => Ok(reference),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// DX-E-FST, DX-E-PROJECT
    pub(super) fn projected(part: &Projection, whole: &Value) -> Step<Value> {
        let found = match (part, whole) {
            (Projection::First, Value::Pair(both)) => Some(&both.0),
            (Projection::Second, Value::Pair(both)) => Some(&both.1),
            (Projection::Field(label), Value::Record(fields)) => fields
                .iter()
                .find(|(own, _)| own == label)
                .map(|(_, value)| value),
            (Projection::Held(place), Value::Sum(sum)) => {
                let mut held = sum.alternatives.iter().flatten();
                held.next().and_then(|held| held.get(*place))
            }
            _ => None,
        };
        found.cloned().ok_or(Stop::MALFORMED)
    }

    /// DX-E-DEF: a definition is computed where it is met first, once in a run.
    fn definition(&mut self, name: Name) -> Step<Value> {
        if let Some(value) = self.known.get(&name) {
            return Ok(value.clone());
        }
        if !self.definitions.contains_key(&name) {
            let definition = self.places.definition(self.program, name);
            // What is asked of types without their indices and fields does not find these.
            let definition =
                definition.ok_or(Stop::Untaken("what is stored has a size that depends on a value"))?;
            let (block, value) = self.nested(|this| {
                this.at = definition.at;
                this.block(&Environment::default(), &definition.body)
            })?;
            let code = match block.instructions.is_empty() {
                true => None,
                false => Some((self.code.flag(), Rc::new(block))),
            };
            self.definitions.insert(name, Defined { value, code });
        }
        let defined = self.definitions.get(&name).ok_or(Stop::MALFORMED)?;
        let value = defined.value.clone();
        if let Some((flag, block)) = &defined.code {
            let instruction = Instruction::Once(*flag, block.clone());
            self.code.emit(instruction)?;
            self.code.fallible += 1;
        }
        value.ok_or(Stop::Never)
    }

    /// What is done inside of a block of its own; no value if the block never ends.
    pub(super) fn nested<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Step<T>,
    ) -> Step<(Block, Option<T>)> {
        let (depth, at, calls) = (self.code.depth(), self.at, self.calls.len());
        self.code.open();
        let result = inside(self);
        let block = self.code.close(depth);
        self.at = at;
        self.calls.truncate(calls);
        match result {
            Ok(value) => Ok((block, Some(value))),
            Err(Stop::Never) => Ok((block, None)),
            Err(stop) => Err(stop),
        }
    }

    /// DX-E-CASE
    pub(super) fn case(
        &mut self,
        environment: &Environment,
        scrutinee: &Value,
        alternatives: &[tree::Alternative],
    ) -> Step<Value> {
        let alternatives: Vec<_> = alternatives
            .iter()
            .map(|alternative| {
                (
                    &alternative.tag,
                    alternative.binders.as_slice(),
                    &alternative.body,
                )
            })
            .collect();
        self.branches(environment, scrutinee, &alternatives, |this, inner, body| {
            this.block(inner, body)
        })
    }

    /// What the alternative gives that the value names; of several that it may be, an instruction chooses.
    fn branches<T>(
        &mut self,
        environment: &Environment,
        scrutinee: &Value,
        alternatives: &[(&Tag, &[tree::Binder], &T)],
        mut inside: impl FnMut(&mut Self, &Environment, &T) -> Step<Value>,
    ) -> Step<Value> {
        let (tag, tags, held): (Operand, Vec<Tag>, Vec<Option<Vec<Value>>>) = match scrutinee {
            Value::Number(PrimType::Bool, truth) => {
                let tags = (0..2).map(|which| Tag::Constructor(tree::BOOL, which));
                (*truth, tags.collect(), vec![Some(vec![]), Some(vec![])])
            }
            Value::Sum(sum) => (sum.tag, Self::tags(sum)?, sum.alternatives.clone()),
            _ => return Err(Stop::MALFORMED),
        };
        let mut blocks = Vec::with_capacity(tags.len());
        let mut values = Vec::new();
        let mark = self.code.mark();
        for (which, (own, held)) in tags.iter().zip(&held).enumerate() {
            let known = match tag {
                Operand::Known(tag) if tag != which as u64 => continue,
                Operand::Known(_) => true,
                Operand::Register(_) => false,
            };
            let Some(held) = held else {
                blocks.push(Block::default());
                continue;
            };
            let found = alternatives.iter().find(|(tag, ..)| *tag == own);
            let (_, binders, body) = found.ok_or(Stop::MALFORMED)?;
            let mut inner = environment.clone();
            for (binder, held) in binders.iter().zip(held) {
                inner.bind(binder.name, held.clone());
            }
            if known {
                return inside(self, &inner, body);
            }
            let (block, value) = self.nested(|this| inside(this, &inner, body))?;
            blocks.push(block);
            values.extend(value.map(|value| (which, value)));
        }
        let Operand::Register(tag) = tag else {
            return Err(Stop::MALFORMED);
        };
        let joined = match values.is_empty() {
            true => None,
            false => Some(self.joined(mark, &mut blocks, values)?),
        };
        self.code.emit(Instruction::Switch(tag, blocks))?;
        joined.ok_or(Stop::Never)
    }

    fn tags(sum: &Sum) -> Step<Vec<Tag>> {
        Ok(match &sum.kind {
            Kind::Data(data, _) => (0..sum.alternatives.len())
                .map(|which| Tag::Constructor(*data, which))
                .collect(),
            Kind::Variant(ty) => match &**ty {
                super::types::Type::Variant(fields) => fields
                    .iter()
                    .map(|(label, _)| Tag::Label(label.clone()))
                    .collect(),
                _ => return Err(Stop::MALFORMED),
            },
        })
    }
}
