//! What an item combines: folds from the left, and additions to accumulators.

use super::super::schedule::Together;
use super::*;

/// A block that the items of an entry update together.
pub struct Lent {
    /// What the entry calls it.
    pub of: String,
    /// What items call the accumulator.
    pub own: String,
    /// By which operation they update it.
    pub op: UpdateOp,
}

impl<'h, 'o> Items<'h, 'o> {
    /// An accumulator of the host is the item's, which adds to these arrays.
    pub fn lend(
        &mut self,
        name: Name,
        acc: &super::super::host::Accumulation<'h>,
        arrays: Vec<(Place<Block>, PrimType)>,
    ) {
        let local = Accumulation {
            space: acc.space.clone(),
            from: None,
            arrays,
            operator: acc.operator,
        };
        self.env.insert(name, Local::Acc(Rc::new(local)));
    }

    /// The same of an accumulator of one dimension, to which the item adds at the indexes of a range only.
    pub fn lend_range(
        &mut self,
        name: Name,
        operator: Option<&'h Operator>,
        (from, until): (Nat, Nat),
        arrays: Vec<(Place<Block>, PrimType)>,
    ) {
        let local = Accumulation {
            space: vec![until],
            from: Some(from),
            arrays,
            operator,
        };
        self.env.insert(name, Local::Acc(Rc::new(local)));
    }

    /// What the arrays of an accumulator are to the only item.
    pub fn alone(&mut self, acc: &super::super::host::Accumulation<'h>) -> Vec<(Place<Block>, PrimType)> {
        let arrays = acc.arrays.iter();
        arrays
            .map(|(place, element)| (self.block(place.clone(), *element), *element))
            .collect()
    }

    /// What a place of the host is to this item and others that update it together, and how it is lent to them.
    pub fn share(&mut self, (place, element, op): &Together) -> ((Place<Block>, PrimType), Lent) {
        let text = self.outer.text(place.block);
        let of = self.parameters.update(place.block, *element, &text);
        let own = self.parameters.called("u");
        let place = place.clone().in_block(Block::Shared(own.clone(), *op));
        ((place, *element), Lent { of, own, op: *op })
    }

    /// Each scalar of a part that items share is updated by that of a value.
    pub fn update(&mut self, part: &Place<Block>, value: &Local<'h>) -> Made<()> {
        let Block::Shared(text, op) = &part.block else {
            return self.malformed("what is updated together is not shared");
        };
        let dims = match value {
            Local::Array(array, _) => array.dims(),
            _ => vec![],
        };
        let command = self.each(&dims, &mut |this, at| {
            this.inner(&mut |this| {
                let value = match value {
                    Local::Scalar(value) => value.clone(),
                    Local::Array(array, _) => this.read(array, at)?,
                    _ => return this.malformed("a part of an array is updated by neither scalar nor array"),
                };
                let index = this.index(&part.element(at))?;
                let to = this.make.index(this.make.var(text), index);
                let updated = match op.operator() {
                    Some(_) => this.make.update(*op, to, value),
                    None => this.make.assign(to, value),
                };
                this.push(updated);
                Ok(())
            })
        })?;
        self.push(command);
        Ok(())
    }

    /// The number of a part that items share becomes what an operator makes of it and a value, in one step.
    fn swap(&mut self, operator: &'h Operator, part: &Place<Block>, value: Local<'h>) -> Made<()> {
        let Block::Shared(text, _) = &part.block else {
            return self.malformed("what is updated together is not shared");
        };
        let index = self.index(&part.offset)?;
        let to = self.make.index(self.make.var(text), index);
        let own = self.parameters.called("v");
        let body = self.inner(&mut |this| {
            let (write, read) = this.halves(&own);
            let made = this.combined(operator, vec![Local::Scalar(read)], vec![value.clone()])?;
            let [Local::Scalar(made)] = made.as_slice() else {
                return this.malformed("an operator of a number gives something else");
            };
            this.push(this.make.assign(write, made.clone()));
            Ok(())
        })?;
        self.push(self.make.swap_at(to, &own, body));
        Ok(())
    }

    /// New cells for the arrays of an accumulator, which begin with neutral elements.
    ///
    /// # Errors
    /// What is not known of a neutral element.
    pub fn neutral(
        &mut self,
        acc: &super::super::host::Accumulation<'h>,
    ) -> Made<Vec<(Place<Block>, PrimType)>> {
        let neutral = acc.operator.map_or(&[][..], |operator| &operator.neutral);
        let neutral = self.operands(neutral)?;
        let mut cells = Vec::new();
        for ((place, element), neutral) in acc.arrays.iter().zip(neutral) {
            let cell = self.fresh("own", place.dims.clone(), *element)?;
            let command = self.each(&cell.dims, &mut |this, at| {
                let value = match &neutral {
                    Local::Array(array, _) => {
                        this.read(array, at.get(acc.space.len()..).unwrap_or_default())?
                    }
                    Local::Scalar(value) => value.clone(),
                    _ => return this.malformed("a neutral element is neither scalar nor array"),
                };
                this.write(&Sink::Cell(&cell), &[], at, value)
            })?;
            self.push(command);
            cells.push((cell, *element));
        }
        Ok(cells)
    }

    /// What an operator makes of two groups of operands.
    ///
    /// # Errors
    /// What has no command.
    pub fn combined(
        &mut self,
        operator: &'h Operator,
        left: Vec<Local<'h>>,
        right: Vec<Local<'h>>,
    ) -> Made<Vec<Local<'h>>> {
        let (first, second) = operator.function.params.split_at(operator.operands());
        for (param, value) in first.iter().zip(left) {
            match value {
                Local::Scalar(value) => self.keep(param, value)?,
                // The operator may write to its operand, and gives the next one.
                value => self.set(param.name, value),
            }
        }
        for (param, value) in second.iter().zip(right) {
            self.set(param.name, value);
        }
        self.body(&operator.function.body)
    }

    /// One more addition.
    pub(super) fn accumulate(&mut self, pat: &Pat, acc: Name, at: &[Atom], values: &[Atom]) -> Made<()> {
        let Some(Local::Acc(acc)) = self.env.get(&acc).cloned() else {
            return self.malformed("an accumulator that is not known here");
        };
        let at: Made<Vec<Nat>> = at.iter().map(|i| self.term(*i)).collect();
        let at = at?;
        let mut inside: Option<Exp> = None;
        for (i, size) in at.iter().zip(&acc.space) {
            let first = match &acc.from {
                None => self.make.integer(0, PrimType::I64),
                Some(from) => self.number(from)?,
            };
            let (index, size) = (self.number(i)?, self.number(size)?);
            let low = self.make.binary(BinOp::Le, first, index.clone());
            let high = self.make.binary(BinOp::Lt, index, size);
            for test in [low, high] {
                inside = Some(match inside {
                    Some(before) => self.make.binary(BinOp::And, before, test),
                    None => test,
                });
            }
        }
        let command = self.inner(&mut |this| {
            let parts: Vec<(Place<Block>, PrimType)> = acc
                .arrays
                .iter()
                .map(|(place, element)| {
                    let part = place.part(&at);
                    (part, *element)
                })
                .collect();
            match (parts.as_slice(), acc.operator, values) {
                ([(part, _)], Some(operator), [value])
                    if matches!(part.block, Block::Shared(_, UpdateOp::Swap)) =>
                {
                    let value = this.local(*value)?;
                    return this.swap(operator, part, value);
                }
                ([(part, _), ..], ..) if matches!(part.block, Block::Shared(..)) => {
                    for ((part, _), value) in parts.iter().zip(values) {
                        let value = this.local(*value)?;
                        this.update(part, &value)?;
                    }
                    return Ok(());
                }
                _ => {}
            }
            let given = this.operands(values)?;
            let new = match acc.operator {
                None => given,
                Some(operator) => {
                    let mut current = Vec::new();
                    for (param, (part, element)) in operator.function.params.iter().zip(&parts) {
                        current.push(match param.ty.rank() {
                            0 => Local::Scalar(this.element(&part.block, &part.offset)?),
                            // The operator may consume its operand.
                            _ => {
                                let own = this.fresh_copy("old", &Array::At(part.clone()), *element)?;
                                Local::Array(Array::At(own), *element)
                            }
                        });
                    }
                    this.combined(operator, current, given)?
                }
            };
            for ((part, _), new) in parts.iter().zip(new) {
                this.put_local(part, new)?;
            }
            Ok(())
        })?;
        let command = match inside {
            Some(inside) => self.make.choose(inside, command, None),
            None => command,
        };
        self.push(command);
        if let Some(value) = pat.values.first() {
            self.env.insert(value.name, Local::Acc(acc));
        }
        Ok(())
    }

    /// What an operator makes of the operands of so many places, from the left, behind `at`.  `then` is handed the number of each round and what there is
    /// by then.
    ///
    /// # Errors
    /// What has no command.
    pub fn fold(
        &mut self,
        operator: &'h Operator,
        width: &Nat,
        rows: &[(Vec<Nat>, PrimType)],
        at: &[Exp],
        element: &mut Element<'_, 'h, 'o>,
        then: &mut Then<'_, 'h, 'o>,
    ) -> Made<Vec<Local<'h>>> {
        let neutral = self.operands(&operator.neutral)?;
        let mut states = Vec::new();
        for (first, (dims, ty)) in neutral.into_iter().zip(rows) {
            states.push(match first {
                Local::Array(array, element) => {
                    let place = self.fresh("sum", dims.clone(), element)?;
                    let command = self.copy(&array, &Sink::Cell(&place))?;
                    self.push(command);
                    Local::Array(Array::At(place), element)
                }
                Local::Scalar(first) => {
                    let (write, read) = self.cell("sum", *ty);
                    self.push(self.make.assign(write, first));
                    Local::Scalar(read)
                }
                other => other,
            });
        }
        let command = self.rounds(width, "j", &mut |this, index| {
            let number = this.number_of_index(index);
            let round = this.fixed("j", number.clone());
            let mut places = at.to_vec();
            places.push(number);
            let given = element(this, &places)?;
            let next = this.combined(operator, states.clone(), given)?;
            let arrays = states.iter().zip(&next).filter_map(|both| match both {
                (Local::Array(Array::At(place), element), Local::Array(from, _)) => {
                    Some((place, *element, from))
                }
                _ => None,
            });
            let arrays: Vec<_> = arrays.collect();
            this.advance(&arrays)?;
            for (state, next) in states.iter().zip(next) {
                if let (Local::Scalar(read), Local::Scalar(next)) = (state, next) {
                    let write = this.written(read);
                    this.push(this.make.assign(write, next));
                }
            }
            then(this, &round, &states)
        })?;
        self.push(command);
        Ok(states)
    }

    /// Where the cell is written of which this is read.
    pub(super) fn written(&self, read: &Exp) -> Exp {
        match &read.kind {
            ExpKind::Field(cell, _) => self.make.field((**cell).clone(), "wr"),
            _ => read.clone(),
        }
    }

    /// What operands stand for.
    ///
    /// # Errors
    /// If one stands for nothing, which the checker excludes.
    pub fn operands(&mut self, atoms: &[Atom]) -> Made<Vec<Local<'h>>> {
        atoms.iter().map(|atom| self.local(*atom)).collect()
    }
}
