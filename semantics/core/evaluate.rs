//! The judgements E ⊢ body ⇓ n̄; v̄ and E ⊢ exp ⇓ n̄; v̄, by the form of the expression.

use super::value::Value;
use super::{Given, Interpreter, MORE_STACK, RED_ZONE, rules};
use crate::failure::{Fail, Kind, Run};
use crate::numeric::convert::convert;
use crate::numeric::{self, NumericError};
use crate::sides;
use elder_core::FunName;
use elder_core::memory::Lying;
use elder_core::rules::memory::CORE_M_ALIVE;
use elder_core::tree::{Atom, Body, Cut, Definition, Exp, Form, Loop, Param, Stm};
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};

impl<'p> Interpreter<'p> {
    /// CORE-E-LET, CORE-E-TUP: the statements in their order, then the witnesses and the results.
    pub(super) fn body(&mut self, body: &'p Body) -> Run<Given> {
        elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || {
            self.scope(|this| {
                for stm in &body.stms {
                    this.statement(stm)?;
                }
                rules::CORE_E_TUP.apply();
                Ok(Given {
                    existential: this.numbers(&body.witnesses)?.to_vec(),
                    values: this.atoms(&body.results)?,
                })
            })
        })
    }

    /// CORE-E-LET: the sizes that the expression hides are bound first.
    fn statement(&mut self, stm: &'p Stm) -> Run<()> {
        rules::CORE_E_LET.apply();
        let outer = std::mem::replace(&mut self.site, self.program.site(stm.at));
        let result = self.executed(stm);
        self.site = outer;
        result
    }

    fn executed(&mut self, stm: &'p Stm) -> Run<()> {
        for cert in &stm.certs {
            self.variable(*cert)?;
        }
        match stm.safe {
            true => rules::CORE_E_SAFE.apply(),
            false => self.cost.test(premises(&stm.exp)),
        }
        if !stm.at.is_plain() {
            rules::CORE_E_ATTR.apply();
        }
        let given = match self.expression(&stm.exp) {
            Ok(given) => given,
            Err(failure) => return Err(self.failed(stm, failure)),
        };
        if given.existential.len() != stm.pat.sizes.len() {
            return Err(self.malformed("another number of existential sizes than the pattern has"));
        }
        for (size, number) in stm.pat.sizes.iter().zip(given.existential) {
            self.name(*size, Value::from(number));
        }
        self.show(&stm.pat.values, &given.values);
        if stm.pat.values.len() != given.values.len() {
            return Err(self.malformed("another number of values than of names"));
        }
        for (number, (binder, value)) in stm.pat.values.iter().zip(given.values).enumerate() {
            self.bind_lying(Lying::of(&stm.exp, number), binder, value)?;
        }
        Ok(())
    }

    /// CORE-E-ERR: an error ends the run; CORE-E-SAFE: a statement that is marked safe has none.
    fn failed(&self, stm: &Stm, failure: Fail) -> Fail {
        rules::CORE_E_ERR.apply();
        if !stm.safe || failure.kind != Kind::Error {
            return failure;
        }
        let message = format!(
            "a statement that was proved not to fail fails: {}",
            failure.message
        );
        self.unsound(&rules::CORE_E_SAFE, "fails", message)
    }

    /// E ⊢ exp ⇓ n̄; v̄
    fn expression(&mut self, exp: &'p Exp) -> Run<Given> {
        match exp {
            Exp::Atom(atom) => {
                let rule = match atom {
                    Atom::Var(_) => &rules::CORE_E_VAR,
                    Atom::Const(_) => &rules::CORE_E_CONST,
                };
                self.rule(rule, |this| Ok(this.atom(*atom)?.into()))
            }
            Exp::Prim(function, operands) => {
                self.rule(&rules::CORE_E_PRIM, |this| this.prim(*function, operands))
            }
            Exp::Index { array, at } => self.rule(&rules::CORE_E_INDEX, |this| this.element(*array, at)),
            Exp::Slice { array, at } => self.rule(&rules::CORE_E_SLICE, |this| this.slice(*array, at)),
            Exp::Update { array, at, value } => {
                self.rule(&rules::CORE_E_UPDATE, |this| this.update(*array, at, *value))
            }
            Exp::FlatIndex { array, offset, dims } => {
                self.rule(&rules::CORE_E_FLAT, |this| this.flat_index(*array, *offset, dims))
            }
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => self.rule(&rules::CORE_E_FLAT, |this| {
                this.flat_update(*array, *offset, dims, *value)
            }),
            Exp::Literal { row, elements } => {
                self.rule(&rules::CORE_E_ARRAY, |this| this.literal(row, elements))
            }
            Exp::Iota(count) => self.rule(&rules::CORE_E_IOTA, |this| this.iota(*count)),
            Exp::Replicate { count, value } => {
                self.rule(&rules::CORE_E_REPL, |this| this.replicate(*count, *value))
            }
            Exp::Blank(ty) => self.rule(&rules::CORE_E_BLANK, |this| this.blank(ty)),
            Exp::Size { dimension, array } => {
                self.rule(&rules::CORE_E_SIZE, |this| this.size(*dimension, *array))
            }
            Exp::Reshape { dims, array } => {
                self.rule(&rules::CORE_E_RESHAPE, |this| this.reshape(dims, *array))
            }
            Exp::Coerce { dims, array } => self.rule(&rules::CORE_E_COERCE, |this| this.coerce(dims, *array)),
            Exp::Rearrange { order, array } => {
                self.rule(&rules::CORE_E_REARR, |this| this.rearrange(order, *array))
            }
            Exp::Concat { total, arrays } => {
                self.rule(&rules::CORE_E_CONCAT, |this| this.concat(*total, arrays))
            }
            Exp::Copy(array) => self.rule(&rules::CORE_E_COPY, |this| {
                let array = this.array(*array)?;
                let copy = Value::Array(this.copied(&array)?);
                this.made(&copy);
                Ok(copy.into())
            }),
            Exp::Opaque(atom) => self.rule(&rules::CORE_E_OPAQUE, |this| Ok(this.atom(*atom)?.into())),
            Exp::Tuned(tuned) => self.rule(&rules::CORE_E_TUNED, |this| {
                let number = match this.tuned.get(tuned.name.as_str()) {
                    Some(number) => *number,
                    None => this.choice.tuned(&tuned.name, tuned.default),
                };
                Ok(Value::from(number).into())
            }),
            Exp::Assert { holds, numbers } => {
                self.rule(&rules::CORE_E_ASSERT, |this| this.assert(*holds, numbers))
            }
            Exp::Release(block) => self.rule(&CORE_M_ALIVE, |this| this.release(*block)),
            Exp::Call { function, arguments } => self.call(*function, arguments),
            Exp::If {
                condition,
                then,
                otherwise,
                results,
            } => self.rule(&rules::CORE_E_IF, |this| {
                let holds = this.truth(*condition)?;
                sides::taken(this.span(), usize::from(!holds), 2);
                let branch = match holds {
                    true => then,
                    false => otherwise,
                };
                let given = this.body(branch)?;
                this.results(results, &given)?;
                Ok(given)
            }),
            Exp::Loop(it) => self.repeat(it),
            Exp::Soac { width, inputs, soac } => self.combined(|this| this.soac(*width, inputs, soac)),
            Exp::Segmented(it) => self.rule(&rules::CORE_E_SEG, |this| {
                this.combined(|this| this.segmented(it))
            }),
            Exp::WithAcc { updates, function } => {
                self.rule(&rules::CORE_E_ACC_NEW, |this| this.with_acc(updates, function))
            }
            Exp::AccUpdate { acc, at, values } => {
                self.rule(&rules::CORE_E_ACC_UPD, |this| this.acc_update(*acc, at, values))
            }
        }
    }

    /// CORE-E-PRIM
    fn prim(&mut self, function: PrimFn, operands: &[Atom]) -> Run<Given> {
        let scalar = |atom: &Atom| match self.atom(*atom)?.number() {
            Some(number) => Ok(number),
            None => Err(self.malformed("a scalar was expected")),
        };
        let scalars: Run<Vec<PrimValue>> = operands.iter().map(scalar).collect();
        self.cost.count(1);
        match numeric::apply(function, &scalars?) {
            Ok(value) => Ok(Value::from(value).into()),
            Err(NumericError::Operands) => Err(self.malformed("operands of wrong type")),
            Err(error) => {
                error.refusal();
                Err(self.broken(&rules::CORE_E_PRIM, "defined", &error.to_string(), &[]))
            }
        }
    }

    /// CORE-E-ASSERT
    fn assert(&mut self, holds: Atom, numbers: &[Atom]) -> Run<Given> {
        let holds = self.truth(holds)?;
        let numbers = self.numbers(numbers)?;
        match holds {
            true => Ok(Value::Cert.into()),
            false => Err(self.broken(
                &rules::CORE_E_ASSERT,
                "holds",
                "the assertion does not hold",
                &numbers,
            )),
        }
    }

    /// CORE-E-CALL, CORE-E-ONCE
    fn call(&mut self, name: FunName, arguments: &'p [Atom]) -> Run<Given> {
        let Some(function) = self.program.function(name) else {
            return Err(self.malformed("there is no such function"));
        };
        if function.params.is_empty() {
            return self.rule(&rules::CORE_E_ONCE, |this| this.once(name, function));
        }
        self.rule(&rules::CORE_E_CALL, |this| {
            let arguments = this.atoms(arguments)?;
            this.called(function, arguments)
        })
    }

    /// CORE-E-CALL: the body, in an environment of the parameters.
    fn called(&mut self, function: &'p Definition, arguments: Vec<Value>) -> Run<Given> {
        self.tick()?;
        let from = self.span();
        let result = self.deeper(|this| {
            this.scope(|this| {
                let params = function.params.iter();
                let arguments = handed(params.clone(), arguments);
                this.bind_all(params.map(|param| &param.binder), arguments)?;
                let given = this.body(&function.body)?;
                this.results(&function.results, &given)?;
                Ok(given)
            })
        });
        result.map_err(|mut failure| {
            failure.calls.push(from);
            failure
        })
    }

    /// CORE-E-ONCE: what a unique result shares with is consumed by none of those who call.
    fn once(&mut self, name: FunName, function: &'p Definition) -> Run<Given> {
        let given = match self.constants.get(&name.index()) {
            Some(given) => given.clone(),
            None => {
                let given = self.called(function, Vec::new())?;
                self.constants.insert(name.index(), given.clone());
                given
            }
        };
        let results = given.values.iter().zip(&function.results.given);
        let values = results.map(|(value, result)| match result.unique {
            true => self.copy(value),
            false => Ok(value.clone()),
        });
        Ok(Given {
            values: values.collect::<Run<_>>()?,
            existential: given.existential,
        })
    }

    /// CORE-E-LOOP0, CORE-E-LOOPN, CORE-E-WHILE
    fn repeat(&mut self, it: &'p Loop) -> Run<Given> {
        let existential: Run<Vec<i64>> = it
            .sizes
            .iter()
            .map(|(_, initial)| self.number(*initial))
            .collect();
        let initial: Run<Vec<Value>> = it.params.iter().map(|(_, initial)| self.atom(*initial)).collect();
        let initial = Given {
            existential: existential?,
            values: handed(it.params.iter().map(|(param, _)| param), initial?),
        };
        match &it.form {
            Form::For { index, ty, bound } => {
                let rounds = self.rounds(*bound)?;
                sides::rounds(self.span(), rounds);
                let rule = match rounds {
                    0 => &rules::CORE_E_LOOP0,
                    _ => &rules::CORE_E_LOOPN,
                };
                self.rule(rule, |this| {
                    let mut given = initial;
                    for round in 0..rounds {
                        let number = Value::from(of_type(round, *ty));
                        given = this.round(it, given, |this| this.name(*index, number))?;
                    }
                    this.ended(it, given)
                })
            }
            Form::While { condition } => self.rule(&rules::CORE_E_WHILE, |this| {
                let mut params = it.params.iter();
                let position = params.position(|(param, _)| param.binder.name == *condition);
                let Some(position) = position else {
                    return Err(this.malformed("the condition is none of the loop's parameters"));
                };
                let mut given = initial;
                let holds = |given: &Given| given.values.get(position).and_then(Value::number);
                let mut rounds = 0;
                while let Some(PrimValue::Bool(true)) = holds(&given) {
                    rounds += 1;
                    given = this.round(it, given, |_| ())?;
                }
                sides::rounds(this.span(), rounds);
                this.ended(it, given)
            }),
        }
    }

    /// E, p ↦ w̄ ⊢ body ⇓ w̄′
    fn round(&mut self, it: &'p Loop, given: Given, also: impl FnOnce(&mut Self)) -> Run<Given> {
        self.tick()?;
        let next = self.scope(|this| {
            this.at_round(it, given)?;
            also(this);
            this.body(&it.body)
        })?;
        Ok(Given {
            values: handed(it.params.iter().map(|(param, _)| param), next.values),
            existential: next.existential,
        })
    }

    /// Sizes and parameters stand for what the round begins with.
    fn at_round(&mut self, it: &'p Loop, given: Given) -> Run<()> {
        if given.existential.len() != it.sizes.len() {
            return Err(self.malformed("another number of witnesses than of sizes of the loop"));
        }
        for ((size, _), number) in it.sizes.iter().zip(given.existential) {
            self.name(*size, Value::from(number));
        }
        self.bind_all(it.params.iter().map(|(param, _)| &param.binder), given.values)
    }

    /// What a loop gives has the sizes that its parameters say, as what a round begins with has.
    fn ended(&mut self, it: &'p Loop, given: Given) -> Run<Given> {
        self.scope(|this| this.at_round(it, given.clone()))?;
        Ok(given)
    }

    /// How often a loop runs.
    fn rounds(&self, bound: Atom) -> Run<u64> {
        let natural = |number: i64| u64::try_from(number).unwrap_or(0);
        Ok(match self.atom(bound)?.number() {
            Some(PrimValue::I8(n)) => natural(n.into()),
            Some(PrimValue::I16(n)) => natural(n.into()),
            Some(PrimValue::I32(n)) => natural(n.into()),
            Some(PrimValue::I64(n)) => natural(n),
            Some(PrimValue::U8(n)) => n.into(),
            Some(PrimValue::U16(n)) => n.into(),
            Some(PrimValue::U32(n)) => n.into(),
            Some(PrimValue::U64(n)) => n,
            _ => return Err(self.malformed("the bound of a loop is an integer")),
        })
    }
}

/// The number of a round, which is below a bound of that type.
fn of_type(round: u64, ty: PrimType) -> PrimValue {
    convert(PrimValue::U64(round), ty)
}

/// Values that are handed to parameters: the unique ones are consumed.
fn handed<'b>(params: impl Iterator<Item = &'b Param>, values: Vec<Value>) -> Vec<Value> {
    let unique = params.map(|param| param.unique).chain(std::iter::repeat(false));
    let pairs = values.into_iter().zip(unique);
    pairs
        .map(|(value, unique)| match unique {
            true => value.consumed(),
            false => value,
        })
        .collect()
}

/// How many premises an expression has, by its form: sections and flat steps have several for each dimension.  Those of operators are of their work.
fn premises(exp: &Exp) -> usize {
    let of_cut = |cut: &Cut| match cut {
        Cut::At(_) => 1,
        Cut::Section { .. } => 3,
    };
    match exp {
        Exp::Index { at, .. } => at.len(),
        Exp::Slice { at, .. } => at.iter().map(of_cut).sum(),
        Exp::Update { at, .. } => at.iter().map(|cut| of_cut(cut) + 1).sum(),
        Exp::FlatIndex { dims, .. } => 2 * dims.len() + 2,
        Exp::FlatUpdate { dims, .. } => 3 * dims.len() + 2,
        Exp::Iota(_) | Exp::Replicate { .. } => 1,
        Exp::Blank(ty) => ty.dims().len(),
        Exp::Reshape { dims, .. } => dims.len() + 1,
        Exp::Coerce { dims, .. } => dims.len(),
        Exp::Concat { arrays, .. } => arrays.len(),
        _ => 0,
    }
}
