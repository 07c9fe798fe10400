//! ρ(v): values, which do nothing; and force(w), which takes views out.

use super::environment::Environment;
use super::value::{Closure, Part, Table, Value, Variant, View};
use super::{Interpreter, MORE_STACK, RED_ZONE, Step, rules};
use elder_dex::core::{self as tree, EITHER, Projection, Tag};
use elder_syntax::names::Name;
use std::rc::Rc;

impl Interpreter<'_> {
    /// DX-E-VAL: ρ(v); functions and views close over ρ.
    pub(super) fn value(&mut self, environment: &Environment, value: &tree::Value) -> Step<Value> {
        match value {
            tree::Value::Var(name) => self.variable(environment, *name),
            tree::Value::Literal(number) => Ok(Value::Number((*number).into())),
            tree::Value::Unit => Ok(Value::Unit),
            tree::Value::Pair(first, second) => {
                let first = self.value(environment, first)?;
                Ok(Value::pair(first, self.value(environment, second)?))
            }
            tree::Value::Con(con) => {
                let parameters = self.all_values(environment, &con.parameters)?;
                let fields = self.all_values(environment, &con.fields)?;
                Ok(Value::con(con.data, con.constructor, parameters, fields))
            }
            tree::Value::Record(fields) => {
                let mut held = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    held.push((label.clone(), self.value(environment, value)?));
                }
                Ok(Value::Record(Rc::new(held)))
            }
            tree::Value::Variant(label, held, ty) => Ok(Value::Variant(Rc::new(Variant {
                label: label.clone(),
                held: self.value(environment, held)?,
                ty: self.ty(environment, ty)?,
            }))),
            tree::Value::Lambda(lambda) => Ok(Value::Closure(Rc::new(Closure {
                environment: environment.clone(),
                lambda: lambda.clone(),
            }))),
            tree::Value::View(view) => Ok(Value::View(Rc::new(View {
                environment: environment.clone(),
                view: view.clone(),
            }))),
            tree::Value::Choose(choice) => self.choose(environment, choice),
            tree::Value::Project(part, whole) => {
                let whole = self.value(environment, whole)?;
                self.projected(part, &whole)
            }
            // What else is there are types.
            ty => Ok(Value::Type(Rc::new(
                self.nested(|this| this.closed(environment, ty))?,
            ))),
        }
    }

    /// Types and values are nested as deep as programs.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || inside(self))
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

    /// ρ(x); what is no local name is a definition.
    fn variable(&mut self, environment: &Environment, name: Name) -> Step<Value> {
        match environment.get(name) {
            Some(value) => Ok(value.clone()),
            None => self.definition(name),
        }
    }

    /// The number that an Int is.
    pub(super) fn int(&mut self, environment: &Environment, value: &tree::Value) -> Step<i32> {
        let value = self.value(environment, value)?;
        value
            .as_int()
            .ok_or_else(|| self.malformed("an Int was expected"))
    }

    /// DX-E-FST, DX-E-PROJECT
    fn projected(&mut self, part: &Projection, whole: &Value) -> Step<Value> {
        let found = match (part, whole) {
            (Projection::First | Projection::Second, Value::Pair(both)) => {
                rules::DX_E_FST.apply();
                match part {
                    Projection::First => Some(&both.0),
                    _ => Some(&both.1),
                }
            }
            (Projection::Field(label), _) => {
                rules::DX_E_PROJECT.apply();
                whole.part(&Part::Field(label.clone()))
            }
            (Projection::Held(place), Value::Con(con)) => {
                rules::DX_E_PROJECT.apply();
                con.fields.get(*place)
            }
            _ => None,
        };
        found
            .cloned()
            .ok_or_else(|| self.malformed("there is no such part"))
    }

    /// A choice of values, by the rules of `case`.
    fn choose(&mut self, environment: &Environment, choice: &tree::Choice) -> Step<Value> {
        let scrutinee = self.value(environment, &choice.scrutinee)?;
        let alternatives = choice.alternatives.iter();
        for (tag, binders, value) in alternatives {
            if let Some(held) = self.taken(tag, &scrutinee) {
                let mut inner = environment.clone();
                for (binder, held) in binders.iter().zip(held) {
                    inner.bind(binder.name, held);
                }
                return self.value(&inner, value);
            }
        }
        Err(self.malformed("no value of a choice is for this"))
    }

    /// DX-E-CASE-L, DX-E-CASE-R, DX-E-CASE: what a value holds, if it has this tag.
    pub(super) fn taken(&mut self, tag: &Tag, scrutinee: &Value) -> Option<Vec<Value>> {
        match (tag, scrutinee) {
            (Tag::Constructor(data, number), Value::Con(con))
                if *data == con.data && *number == con.constructor =>
            {
                match (con.data, number) {
                    (EITHER, 0) => rules::DX_E_CASE_L.apply(),
                    (EITHER, _) => rules::DX_E_CASE_R.apply(),
                    _ => rules::DX_E_CASE.apply(),
                }
                Some(con.fields.clone())
            }
            (Tag::Label(label), Value::Variant(variant)) if *label == variant.label => {
                rules::DX_E_CASE.apply();
                Some(vec![variant.held.clone()])
            }
            _ => None,
        }
    }

    /// DX-E-FORCE: force(w), where tables stand for views.
    pub(super) fn force(&mut self, value: Value) -> Step<Value> {
        if !value.is_lazy() {
            return Ok(value);
        }
        self.nested(|this| match &value {
            Value::View(view) => {
                rules::DX_E_FORCE.apply();
                let set = this.ty(&view.environment, &view.view.binder.ty)?;
                let elements = this.each(&set, |this, index| {
                    let element = this.view_at(view, index)?;
                    this.force(element)
                })?;
                Ok(this.table_of(elements))
            }
            Value::Pair(both) => {
                let first = this.force(both.0.clone())?;
                Ok(Value::pair(first, this.force(both.1.clone())?))
            }
            Value::Con(con) => {
                let fields = this.all_forced(&con.fields)?;
                Ok(Value::con(
                    con.data,
                    con.constructor,
                    con.parameters.clone(),
                    fields,
                ))
            }
            Value::Record(fields) => {
                let mut forced = Vec::with_capacity(fields.len());
                for (label, value) in fields.iter() {
                    forced.push((label.clone(), this.force(value.clone())?));
                }
                Ok(Value::Record(Rc::new(forced)))
            }
            Value::Variant(variant) => Ok(Value::Variant(Rc::new(Variant {
                held: this.force(variant.held.clone())?,
                ..Variant::clone(variant)
            }))),
            Value::Table(table) => {
                let elements = this.all_forced(table.elements())?;
                Ok(this.table_of(elements))
            }
            _ => Ok(value.clone()),
        })
    }

    fn all_forced(&mut self, values: &[Value]) -> Step<Vec<Value>> {
        values.iter().map(|value| self.force(value.clone())).collect()
    }

    /// A table of these elements.
    pub(super) fn table_of(&self, elements: Vec<Value>) -> Value {
        Value::Table(Rc::new(Table::new(&self.memory, elements)))
    }
}
