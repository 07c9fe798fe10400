//! Expressions.

use super::types::declared;
use super::{Checker, Gives, Judged, array, array_of, erased, is_data};
use crate::names::{FunName, Name};
use crate::rules::memory::CORE_M_ALIVE;
use crate::rules::typing::{
    CORE_T_ARRAY, CORE_T_ASSERT, CORE_T_CALL, CORE_T_FLAT, CORE_T_IF, CORE_T_INDEX, CORE_T_LOOP, CORE_T_OP,
    CORE_T_PRIM, CORE_T_PROG, CORE_T_SLICE, CORE_T_TUNED, CORE_T_UPDATE, CORE_T_WHILE,
};
use crate::tree::{Atom, Cut, Exp, Form, Loop, Step, Tuned, Type};
use elder_syntax::Rule;
use elder_syntax::prim::{PrimFn, PrimType};

impl Checker<'_> {
    /// What an expression gives.
    pub fn exp(&mut self, exp: &Exp) -> Judged<Gives> {
        Ok(Gives::one(match exp {
            Exp::Atom(atom) => self.atom(*atom),
            Exp::Prim(function, operands) => self.prim(*function, operands)?,
            Exp::Index { array, at } => self.index(*array, at)?,
            Exp::Slice { array, at } => self.slice(*array, at)?,
            Exp::Update { array, at, value } => self.update(*array, at, *value)?,
            Exp::FlatIndex { array, offset, dims } => self.flat(*array, *offset, dims)?,
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let part = self.flat(*array, *offset, dims)?;
                let found = self.variable(*value);
                self.require(found == part, &CORE_T_FLAT, "value", || {
                    format!(
                        "{} is put where {} stands",
                        self.type_text(&found),
                        self.type_text(&part)
                    )
                })?;
                self.variable(*array)
            }
            Exp::Literal { row, elements } => self.literal(row, elements)?,
            Exp::Iota(_)
            | Exp::Replicate { .. }
            | Exp::Blank(_)
            | Exp::Size { .. }
            | Exp::Reshape { .. }
            | Exp::Coerce { .. }
            | Exp::Rearrange { .. }
            | Exp::Concat { .. }
            | Exp::Copy(_)
            | Exp::Opaque(_) => self.operator(exp)?,
            Exp::Assert { holds, numbers } => self.assertion(*holds, numbers)?,
            Exp::Tuned(tuned) => self.tuned(tuned)?,
            // CORE-M-ALIVE: more is asked where arrays have places.
            Exp::Release(block) => {
                self.require(!self.program.memory.is_empty(), &CORE_M_ALIVE, "own", || {
                    format!(
                        "{} is released in a program without places",
                        self.name_text(*block)
                    )
                })?;
                return Ok(Gives::values(vec![]));
            }
            Exp::Call { function, arguments } => return self.call(*function, arguments),
            Exp::If {
                condition,
                then,
                otherwise,
                results,
            } => {
                // CORE-T-IF
                CORE_T_IF.apply();
                let found = self.atom(*condition);
                self.require(found == Type::BOOL, &CORE_T_IF, "condition", || {
                    format!(
                        "the condition {} is of type {}",
                        self.atom_text(*condition),
                        self.type_text(&found)
                    )
                })?;
                let (existential, types) = (usize::from(results.existential), declared(results));
                self.body(then, existential, &types)?;
                self.body(otherwise, existential, &types)?;
                return Ok(Gives { existential, types });
            }
            Exp::Loop(inside) => return self.repetition(inside),
            Exp::Soac { width, inputs, soac } => return self.soac(*width, inputs, soac),
            Exp::Segmented(segmented) => return self.segmented(segmented),
            Exp::WithAcc { updates, function } => return self.with_acc(updates, function),
            Exp::AccUpdate { acc, at, values } => self.acc_update(*acc, at, values)?,
        }))
    }

    /// CORE-T-PRIM
    fn prim(&self, function: PrimFn, operands: &[Atom]) -> Judged<Type> {
        CORE_T_PRIM.apply();
        let takes = function.parameters();
        let (wanted, found) = (takes.len(), operands.len());
        self.require(wanted == found, &CORE_T_PRIM, "count", || {
            format!("`{function}` takes {wanted} operands, not {found}")
        })?;
        for (operand, t) in operands.iter().zip(takes) {
            let found = self.atom(*operand);
            self.require(found == Type::Prim(t), &CORE_T_PRIM, "operand", || {
                format!(
                    "`{function}` takes {t}, {} is of type {}",
                    self.atom_text(*operand),
                    self.type_text(&found)
                )
            })?;
        }
        Ok(Type::Prim(function.result()))
    }

    /// The rank and the elements of what has to be an array.
    fn array_by(&self, name: Name, rule: &'static Rule, premise: &str) -> Judged<(usize, PrimType)> {
        match self.variable(name) {
            Type::Array { dims, element } => Ok((dims.len(), element)),
            other => self.refuse(
                rule,
                premise,
                format!(
                    "{} is of type {}, no array",
                    self.name_text(name),
                    self.type_text(&other)
                ),
            ),
        }
    }

    /// CORE-T-INDEX
    fn index(&self, array: Name, at: &[Atom]) -> Judged<Type> {
        CORE_T_INDEX.apply();
        let (rank, element) = self.array_by(array, &CORE_T_INDEX, "array")?;
        self.ranks(at.len(), rank, &CORE_T_INDEX)?;
        self.numbers(at, &CORE_T_INDEX, "index")?;
        Ok(Type::Prim(element))
    }

    fn ranks(&self, found: usize, rank: usize, rule: &'static Rule) -> Judged {
        self.require(found == rank, rule, "rank", || {
            format!("{found} of an array's {rank} dimensions are named")
        })
    }

    /// How many dimensions are left, of cuts for `rank` dimensions.
    fn cuts(&self, cuts: &[Cut], rank: usize, rule: &'static Rule) -> Judged<usize> {
        self.ranks(cuts.len(), rank, rule)?;
        let mut left = 0;
        for cut in cuts {
            match cut {
                Cut::At(at) => self.numbers(&[*at], rule, "index")?,
                Cut::Section { start, count, stride } => {
                    self.numbers(&[*start, *count, *stride], rule, "index")?;
                    left += 1;
                }
            }
        }
        Ok(left)
    }

    /// CORE-T-SLICE
    fn slice(&self, name: Name, at: &[Cut]) -> Judged<Type> {
        CORE_T_SLICE.apply();
        let (rank, element) = self.array_by(name, &CORE_T_SLICE, "array")?;
        let left = self.cuts(at, rank, &CORE_T_SLICE)?;
        self.require(left > 0, &CORE_T_SLICE, "rank", || {
            "a slice has a section".to_owned()
        })?;
        Ok(array(left, element))
    }

    /// CORE-T-UPDATE
    fn update(&self, name: Name, at: &[Cut], value: Atom) -> Judged<Type> {
        CORE_T_UPDATE.apply();
        let (rank, element) = self.array_by(name, &CORE_T_UPDATE, "array")?;
        let part = array(self.cuts(at, rank, &CORE_T_UPDATE)?, element);
        let found = self.atom(value);
        self.require(found == part, &CORE_T_UPDATE, "value", || {
            format!(
                "{} is put where {} stands",
                self.type_text(&found),
                self.type_text(&part)
            )
        })?;
        Ok(self.variable(name))
    }

    /// CORE-T-FLAT: the type of the part.
    fn flat(&self, name: Name, offset: Atom, dims: &[Step]) -> Judged<Type> {
        CORE_T_FLAT.apply();
        let (rank, element) = self.array_by(name, &CORE_T_FLAT, "array")?;
        self.require(rank == 1, &CORE_T_FLAT, "array", || {
            format!(
                "{} has {rank} dimensions, a flat index goes into one",
                self.name_text(name)
            )
        })?;
        self.numbers(&[offset], &CORE_T_FLAT, "index")?;
        for step in dims {
            self.numbers(&[step.count, step.stride], &CORE_T_FLAT, "index")?;
        }
        self.require(!dims.is_empty(), &CORE_T_FLAT, "index", || {
            "a flat index has no stride".to_owned()
        })?;
        Ok(array(dims.len(), element))
    }

    /// CORE-T-ARRAY
    fn literal(&self, row: &Type, elements: &[Atom]) -> Judged<Type> {
        CORE_T_ARRAY.apply();
        let row = erased(row);
        let Some(whole) = array_of(&row) else {
            let message = format!("there are no arrays of {}", self.type_text(&row));
            return self.refuse(&CORE_T_ARRAY, "element", message);
        };
        for element in elements {
            let found = self.atom(*element);
            self.require(found == row, &CORE_T_ARRAY, "element", || {
                format!(
                    "the element {} is of type {}, not {}",
                    self.atom_text(*element),
                    self.type_text(&found),
                    self.type_text(&row)
                )
            })?;
        }
        Ok(whole)
    }

    /// CORE-T-OP, a scheme each.
    fn operator(&self, exp: &Exp) -> Judged<Type> {
        CORE_T_OP.apply();
        let rule = &CORE_T_OP;
        let array_of_rank = |name| self.array_by(name, rule, "argument");
        let data = |ty: Type| match is_data(&ty) {
            true => Ok(ty),
            false => self.refuse(
                rule,
                "argument",
                format!("{} is no scalar and no array", self.type_text(&ty)),
            ),
        };
        match exp {
            Exp::Iota(count) => {
                self.numbers(&[*count], rule, "argument")?;
                Ok(array(1, PrimType::I64))
            }
            Exp::Replicate { count, value } => {
                self.numbers(&[*count], rule, "argument")?;
                let row = data(self.atom(*value))?;
                Ok(array_of(&row).unwrap_or(row))
            }
            Exp::Blank(ty) => data(erased(ty)),
            Exp::Size { dimension, array } => {
                let (rank, _) = array_of_rank(*array)?;
                self.require(usize::from(*dimension) < rank, rule, "rank", || {
                    format!("dimension {dimension} of an array of {rank}")
                })?;
                Ok(Type::SIZE)
            }
            Exp::Reshape { dims, array: name } => {
                let (_, element) = array_of_rank(*name)?;
                self.numbers(dims, rule, "argument")?;
                self.require(!dims.is_empty(), rule, "rank", || {
                    "an array has a dimension at least".to_owned()
                })?;
                Ok(array(dims.len(), element))
            }
            Exp::Coerce { dims, array: name } => {
                let (rank, element) = array_of_rank(*name)?;
                self.numbers(dims, rule, "argument")?;
                self.ranks(dims.len(), rank, rule)?;
                Ok(array(rank, element))
            }
            Exp::Rearrange { order, array: name } => {
                let (rank, element) = array_of_rank(*name)?;
                self.ranks(order.len(), rank, rule)?;
                let all = |k: usize| order.iter().any(|dimension| usize::from(*dimension) == k);
                self.require((0..rank).all(all), rule, "permutation", || {
                    format!("{order:?} does not name each of {rank} dimensions once")
                })?;
                Ok(array(rank, element))
            }
            Exp::Concat { total, arrays } => {
                self.numbers(&[*total], rule, "argument")?;
                let Some((first, others)) = arrays.split_first() else {
                    return self.refuse(rule, "argument", "nothing is put one after the other");
                };
                array_of_rank(*first)?;
                let ty = self.variable(*first);
                for other in others {
                    let found = self.variable(*other);
                    self.require(found == ty, rule, "argument", || {
                        format!(
                            "{} stands behind an array of type {}",
                            self.type_text(&found),
                            self.type_text(&ty)
                        )
                    })?;
                }
                Ok(ty)
            }
            Exp::Copy(name) => data(self.variable(*name)),
            Exp::Opaque(atom) => data(self.atom(*atom)),
            // No other expression is an operator of Figure 29.
            _ => Ok(Type::Cert),
        }
    }

    /// CORE-T-TUNED
    fn tuned(&mut self, tuned: &Tuned) -> Judged<Type> {
        CORE_T_TUNED.apply();
        let is_positive = tuned.default.is_none_or(|default| default > 0);
        self.require(is_positive, &CORE_T_TUNED, "positive", || {
            format!("`{}` is not above zero by default", tuned.name)
        })?;
        let first = self.tuned.entry(tuned.name.clone());
        let is_one = *first.or_insert_with(|| tuned.clone()) == *tuned;
        self.require(is_one, &CORE_T_TUNED, "one", || {
            format!("`{}` is another number elsewhere", tuned.name)
        })?;
        Ok(Type::SIZE)
    }

    /// CORE-T-ASSERT
    fn assertion(&self, holds: Atom, numbers: &[Atom]) -> Judged<Type> {
        CORE_T_ASSERT.apply();
        let found = self.atom(holds);
        self.require(found == Type::BOOL, &CORE_T_ASSERT, "condition", || {
            format!(
                "{} of type {} is asserted",
                self.atom_text(holds),
                self.type_text(&found)
            )
        })?;
        let message = self.program.site(self.at).message.as_ref();
        let places = message.map_or(0, |message| message.count());
        self.require(places == numbers.len(), &CORE_T_ASSERT, "message", || {
            format!(
                "the message has {places} places, {} numbers are given",
                numbers.len()
            )
        })?;
        self.numbers(numbers, &CORE_T_ASSERT, "message")?;
        Ok(Type::Cert)
    }

    /// CORE-T-CALL, and CORE-T-PROG of what is called.
    fn call(&self, name: FunName, arguments: &[Atom]) -> Judged<Gives> {
        CORE_T_CALL.apply();
        let program = self.program;
        let callee = program.function(name).filter(|_| name.index() <= self.function);
        let Some(callee) = callee else {
            let text = program.function(name).map_or("?", |f| f.name.as_str());
            let message = format!("`{text}` is called before it is defined");
            return self.refuse(&CORE_T_PROG, "earlier", message);
        };
        let (wanted, found) = (callee.params.len(), arguments.len());
        self.require(wanted == found, &CORE_T_CALL, "count", || {
            format!("`{}` takes {wanted} arguments, not {found}", callee.name)
        })?;
        for (param, argument) in callee.params.iter().zip(arguments) {
            let (wanted, found) = (erased(&param.binder.ty), self.atom(*argument));
            self.require(wanted == found, &CORE_T_CALL, "argument", || {
                format!(
                    "`{}` takes {} as {}, not {}",
                    callee.name,
                    self.type_text(&wanted),
                    self.name_text(param.binder.name),
                    self.type_text(&found)
                )
            })?;
        }
        Ok(Gives {
            existential: usize::from(callee.results.existential),
            types: declared(&callee.results),
        })
    }

    /// CORE-T-LOOP
    fn repetition(&mut self, inside: &Loop) -> Judged<Gives> {
        CORE_T_LOOP.apply();
        let first: Vec<Atom> = inside.sizes.iter().map(|(_, first)| *first).collect();
        self.numbers(&first, &CORE_T_LOOP, "initial")?;
        let mut types = Vec::with_capacity(inside.params.len());
        for (param, first) in &inside.params {
            let (wanted, found) = (erased(&param.binder.ty), self.atom(*first));
            self.require(wanted == found, &CORE_T_LOOP, "initial", || {
                format!(
                    "{} of type {} begins as {}",
                    self.name_text(param.binder.name),
                    self.type_text(&wanted),
                    self.type_text(&found)
                )
            })?;
            types.push(wanted);
        }
        if let Form::For { ty, bound, .. } = &inside.form {
            let found = self.atom(*bound);
            self.require(
                ty.is_integer() && found == Type::Prim(*ty),
                &CORE_T_LOOP,
                "bound",
                || {
                    format!(
                        "an index of type {ty} runs to {} of type {}",
                        self.atom_text(*bound),
                        self.type_text(&found)
                    )
                },
            )?;
        }
        for (size, _) in &inside.sizes {
            self.bind(*size, Type::SIZE);
        }
        for (param, _) in &inside.params {
            self.bind_binder(&param.binder);
        }
        match &inside.form {
            Form::For { index, ty, .. } => self.bind(*index, Type::Prim(*ty)),
            Form::While { condition } => self.condition(inside, *condition)?,
        }
        let existential = inside.sizes.len();
        self.body(&inside.body, existential, &types)?;
        Ok(Gives { existential, types })
    }

    /// CORE-T-WHILE
    fn condition(&self, inside: &Loop, condition: Name) -> Judged {
        CORE_T_WHILE.apply();
        let is_param = inside
            .params
            .iter()
            .any(|(param, _)| param.binder.name == condition);
        let is_bool = self.variable(condition) == Type::BOOL;
        self.require(is_param && is_bool, &CORE_T_WHILE, "condition", || {
            format!(
                "{} is no parameter of type bool of the loop",
                self.name_text(condition)
            )
        })
    }
}
