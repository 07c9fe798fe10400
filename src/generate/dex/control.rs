//! Loops, views, `case`, exceptions.

use super::build;
use super::scope::{Floats, Generator};
use super::types::TRUTH;
use crate::Choices;
use elder_dex::core::{
    Alternative, Binder, Block, Choice, DataName, Effect, Exp, Loop, MAYBE, Row, Tag, Type, Value, View,
};
use elder_syntax::names::Name;

/// How often the innermost block of a program is run at most, as far as loops with known sizes say.
const ROUNDS: u64 = 400;

/// The same within a function of which a derivative is taken: tangents grow with each.
const FEW_ROUNDS: u64 = 24;

impl Generator {
    /// What is made in the body of a loop over a set, which is in scope by a new name.
    fn over<T>(
        &mut self,
        c: &mut Choices,
        row: Option<Row>,
        make: impl FnOnce(&mut Generator, &mut Choices) -> T,
    ) -> Option<(Binder, T, Vec<elder_dex::core::Stm>)> {
        let ty = self.set(c);
        let size = self.size(&ty).unwrap_or(4).max(1);
        let most = match self.floats {
            Floats::Any => ROUNDS,
            _ => FEW_ROUNDS,
        };
        if self.rounds.saturating_mul(size) > most {
            return None;
        }
        let before = self.rounds;
        self.rounds *= size;
        let name = self.fresh("i");
        let (made, stms) = self.nested(row, |g| {
            g.declare(name, ty.clone());
            make(g, c)
        });
        self.rounds = before;
        Some((Binder { name, ty }, made, stms))
    }

    /// `for i: n. ..`
    pub fn for_loop(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let count = 1 + c.below(4);
        let descending = c.below(3) == 2;
        let (binder, (value, element), stms) = self.over(c, None, |g, c| {
            let from = g.scope.len();
            let carries = c.below(2) == 0;
            if carries {
                g.carried(c, true);
            }
            g.statements(c, depth, count);
            if carries {
                g.carried(c, false);
            }
            let row = g.row.clone();
            g.left(c, from, 2, &row)
        })?;
        let ty = self.table_of(&binder, &element);
        let body = Block { stms, result: value };
        let whole = Loop {
            descending,
            class: None,
            binder,
            body,
        };
        self.bind("t", ty, Exp::For(Box::new(whole)));
        Some(())
    }

    /// `(i: n) => a`, with a name of its own.
    fn table_of(&mut self, binder: &Binder, element: &Type) -> Type {
        let name = self.program.names.again(binder.name);
        let element = self.substituted(binder.name, &Value::Var(name), element);
        let ty = binder.ty.clone();
        Value::table(Binder { name, ty }, element)
    }

    /// `view i: n. ..`
    pub fn view(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let count = 1 + c.below(2);
        let (binder, (value, element), stms) = self.over(c, Some(Row::PURE), |g, c| {
            let from = g.scope.len();
            g.statements(c, depth, count);
            g.left(c, from, 1, &Row::PURE)
        })?;
        let ty = self.table_of(&binder, &element);
        let body = Block { stms, result: value };
        let view = Value::View(std::sync::Arc::new(View { binder, body }));
        self.bind("w", ty, Exp::Value(view));
        Some(())
    }

    /// The alternatives of a sum: each tag, with the types of what it holds.
    fn alternatives(&mut self, ty: &Type) -> Vec<(Tag, Vec<Binder>)> {
        match ty {
            Value::DataType(data, parameters) => {
                let declared = self.program.data[data.index()].constructors.clone();
                let mut all = Vec::new();
                for (number, constructor) in declared.iter().enumerate() {
                    let binders = self.held(*data, parameters, &constructor.fields);
                    all.push((Tag::Constructor(*data, number), binders));
                }
                all
            }
            Value::VariantType(labels) => {
                let fields = labels.fields.iter();
                fields
                    .map(|(label, ty)| {
                        let binder = build::binder(self.program.names.fresh("x"), ty.clone());
                        (Tag::Label(label.clone()), vec![binder])
                    })
                    .collect()
            }
            _ => vec![],
        }
    }

    fn held(&mut self, data: DataName, parameters: &[Value], fields: &[Binder]) -> Vec<Binder> {
        let names: Vec<Name> = fields.iter().map(|_| self.fresh("x")).collect();
        let mut binders = Vec::new();
        for (field, name) in fields.iter().zip(&names) {
            let mut ty = self.with_parameters(data, parameters, &field.ty);
            for (earlier, name) in fields.iter().zip(&names) {
                ty = self.substituted(earlier.name, &Value::Var(*name), &ty);
            }
            binders.push(Binder { name: *name, ty });
        }
        binders
    }

    /// Whether values of a type are told apart.
    pub fn is_sum(&self, ty: &Type) -> bool {
        match ty {
            Value::DataType(data, _) => Some(*data) != self.dictionary,
            Value::VariantType(_) => true,
            _ => false,
        }
    }

    /// What to look at, and its type.
    fn scrutinee(&mut self, c: &mut Choices) -> (Value, Type) {
        let found = match c.below(4) {
            0 => None,
            1 | 2 if self.turn.is_some() => None,
            _ => self.find(c, |g, ty| g.is_sum(ty)),
        };
        found.unwrap_or_else(|| (self.truth(c, 2), TRUTH))
    }

    /// `case v of ..`, all of one type.
    pub fn case(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (scrutinee, sum) = self.scrutinee(c);
        let wanted = match (self.row.is_pure(), c.below(3)) {
            (false, 0) => Value::UnitType,
            _ => self.any_type(c, 1),
        };
        let count = c.below(3);
        self.branches(c, scrutinee, &sum, &wanted, |g, c, _, wanted| {
            g.statements(c, depth, count);
            g.make(c, wanted, 2)
        });
        Some(())
    }

    /// `case v of ..`, of what is made for each alternative.
    pub fn branches(
        &mut self,
        c: &mut Choices,
        scrutinee: Value,
        sum: &Type,
        wanted: &Type,
        mut make: impl FnMut(&mut Generator, &mut Choices, &[Binder], &Type) -> Value,
    ) -> Value {
        let mut alternatives = Vec::new();
        let is_moving = self.is_moving(&scrutinee);
        for (tag, binders) in self.alternatives(sum) {
            let body = self.block(None, |g| {
                for binder in &binders {
                    match is_moving && g.has_numbers(&binder.ty) {
                        true => g.declare_moving(binder.name, binder.ty.clone()),
                        false => g.declare(binder.name, binder.ty.clone()),
                    }
                }
                c.part(|c| make(g, c, &binders, wanted))
            });
            alternatives.push(Alternative { tag, binders, body });
        }
        self.bind("z", wanted.clone(), Exp::Case(scrutinee, alternatives))
    }

    /// `choose v of ..`, of values.
    pub fn choice(&mut self, c: &mut Choices) -> Option<()> {
        let (scrutinee, sum) = self.scrutinee(c);
        let wanted = match self.features.functions && c.below(2) == 0 {
            true => self.value_type(c, 0),
            false => Value::Base(self.base(c)),
        };
        let mut alternatives = Vec::new();
        for (tag, binders) in self.alternatives(&sum) {
            let held = binders.iter().find(|binder| binder.ty == wanted);
            let value = match held {
                Some(binder) => Value::Var(binder.name),
                None => self.make(c, &wanted, 0),
            };
            alternatives.push((tag, binders, value));
        }
        let choice = Value::Choose(std::sync::Arc::new(Choice {
            scrutinee,
            alternatives,
        }));
        self.bind("z", wanted, Exp::Value(choice));
        Some(())
    }

    /// `catch \u: Unit ! <Except>. ..`
    pub fn catch(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let mut row = self.row.clone();
        if !row.effects.contains(&Effect::Except) {
            row.effects.push(Effect::Except);
        }
        let name = self.fresh("u");
        let wanted = self.any_type(c, 1);
        let count = 1 + c.below(3);
        let body = self.block(Some(row.clone()), |g| {
            g.statements(c, depth, count);
            g.throw(c);
            g.make(c, &wanted, 2)
        });
        let binder = build::binder(name, Value::UnitType);
        let action = super::lambda(binder, row, body);
        self.bind("r", Value::DataType(MAYBE, vec![wanted]), Exp::Catch(action));
        Some(())
    }

    /// `case b of True -> throw .. end`
    pub fn throw(&mut self, c: &mut Choices) -> Option<()> {
        if !self.row.effects.contains(&Effect::Except) {
            return None;
        }
        let condition = self.truth(c, 2);
        let wanted = self.any_type(c, 1);
        let mut is_first = true;
        let throws = c.below(2) == 0;
        self.branches(c, condition, &TRUTH, &wanted, |g, c, _, wanted| {
            let now = is_first == throws;
            is_first = false;
            match now {
                true => g.bind("e", wanted.clone(), Exp::Throw(wanted.clone())),
                false => g.make(c, wanted, 1),
            }
        });
        Some(())
    }
}
