//! The statements of the host, an arm each (CORE-K-HOST).

use super::*;

impl<'p> Host<'p, '_> {
    /// The statements of a body.
    ///
    /// # Errors
    /// What has no counterpart.
    pub fn stms(&mut self, body: &'p Body) -> Made<()> {
        let taken = self.taken_within(body);
        self.taken.extend(taken);
        for stm in &body.stms {
            let around = self.span;
            let span = self.program.site(stm.at).span;
            if span != Span::NONE {
                self.span = span;
            }
            self.stm(stm)?;
            self.show(&stm.pat)?;
            self.span = around;
        }
        Ok(())
    }

    /// Shows the arrays that a statement binds, if the program is to show them.
    fn show(&mut self, pat: &Pat) -> Made<()> {
        if self.entries.shows == Shows::Results {
            return Ok(());
        }
        for value in &pat.values {
            let Some(Known::Array(place, element)) = self.known.get(&value.name).cloned() else {
                continue;
            };
            let offset = self.value(&place.offset)?;
            let mut dims = Vec::with_capacity(place.dims.len());
            for (size, stride) in place.dims.iter().zip(&place.strides) {
                dims.push((self.value(size)?, self.value(stride)?));
            }
            self.steps.push(Step::Observe(Box::new(Observed {
                name: shown_as(self.program, value.name),
                element,
                block: place.block,
                offset,
                dims,
            })));
        }
        Ok(())
    }

    pub(super) fn stm(&mut self, stm: &'p Stm) -> Made<()> {
        elder_syntax::effort::deeper(|| self.statement(stm))
    }

    pub(super) fn statement(&mut self, stm: &'p Stm) -> Made<()> {
        CORE_K_HOST.apply();
        elder_syntax::effort::steps(super::super::EFFORT);
        let pat = &stm.pat;
        // What has parts that are executed does something even if it gives nothing.
        match &stm.exp {
            Exp::Assert { .. } => return self.assert(stm),
            Exp::Call { function, arguments } => return self.call(pat, *function, arguments),
            Exp::If {
                condition,
                then,
                otherwise,
                ..
            } => return self.choose(pat, *condition, then, otherwise),
            Exp::Loop(it) => return self.repeat(pat, it),
            Exp::Segmented(it) => return self.segmented(pat, it),
            Exp::WithAcc { updates, function } => return self.with_acc(pat, updates, function),
            _ => {}
        }
        let Some(first) = pat.values.first() else {
            return Ok(());
        };
        let name = first.name;
        let text = self.text(name);
        match &stm.exp {
            Exp::Atom(atom) | Exp::Opaque(atom) => self.be(name, *atom),
            Exp::Prim(function, operands) => {
                let operands: Made<Vec<Operand>> = operands.iter().map(|atom| self.operand(*atom)).collect();
                let var = self.fresh(&text);
                let site = is_partial(*function).then(|| self.never());
                self.steps.push(Step::Let {
                    var,
                    function: *function,
                    operands: operands?,
                    site,
                });
                self.scalar(name, var.into(), function.result());
                Ok(())
            }
            Exp::Tuned(tuned) => {
                self.tuned(name, tuned);
                Ok(())
            }
            Exp::Index { array, at } => {
                let (place, element) = self.array((*array).into())?;
                let at: Made<Vec<Nat>> = at.iter().map(|i| self.term(*i)).collect();
                let index = self.value(&place.element(&at?))?;
                let var = self.read(&text, place.block, index, element);
                self.scalar(name, var.into(), element);
                Ok(())
            }
            Exp::Slice { .. }
            | Exp::FlatIndex { .. }
            | Exp::Rearrange { .. }
            | Exp::Coerce { .. }
            | Exp::Reshape { .. } => self.view(first),
            Exp::Copy(array) => {
                let (place, element) = self.array((*array).into())?;
                let copy = self.copied(&text, &place, element)?;
                self.put(name, copy, element);
                Ok(())
            }
            Exp::Blank(ty) => {
                let Some(element) = ty.element() else {
                    return Ok(());
                };
                if ty.rank() == 0 {
                    self.scalar(name, Operand::Const(element.number(0)), element);
                    return Ok(());
                }
                let dims = self.dims(ty)?;
                let place = self.alloc(&text, dims, element)?;
                let count = self.size(&volume(&place.dims))?;
                self.steps.push(Step::Fill {
                    block: place.block,
                    offset: Operand::i64(0),
                    count,
                    value: Operand::Const(element.number(0)),
                });
                self.put(name, place, element);
                Ok(())
            }
            Exp::Iota(count) => {
                let count = self.term(*count)?;
                let choice = self.schedule().iota();
                let made = self.map(
                    choice,
                    &text,
                    &[count],
                    &[(vec![], PrimType::I64)],
                    &mut |items, at, to| {
                        let numbers: Vec<Local> = at.iter().cloned().map(Local::Scalar).collect();
                        items.give(to, &numbers)
                    },
                )?;
                self.put_all(
                    &pat.values.iter().map(|value| value.name).collect::<Vec<_>>(),
                    made,
                    PrimType::I64,
                );
                Ok(())
            }
            Exp::Replicate { value, .. } => self.replicate(name, &text, &first.ty, *value),
            Exp::Literal { row, elements } => {
                let Some(element) = row.element() else {
                    return Ok(());
                };
                let dims = self.dims(&first.ty)?;
                let place = self.alloc(&text, dims, element)?;
                for (k, value) in (0i64..).zip(elements) {
                    let part = place.row(&Nat::lit(k));
                    self.overwrite(&part, *value, element)?;
                }
                self.put(name, place, element);
                Ok(())
            }
            Exp::Concat { arrays, .. } => {
                let Some(element) = first.ty.element() else {
                    return Ok(());
                };
                let dims = self.dims(&first.ty)?;
                let place = self.alloc(&text, dims, element)?;
                let mut begin = Nat::zero();
                for array in arrays {
                    let (from, _) = self.array((*array).into())?;
                    let part = Place {
                        dims: from.dims.clone(),
                        ..place.row_from(&begin)
                    };
                    self.copy_any(&from, &part, element)?;
                    if let Some(rows) = from.dims.first() {
                        begin = begin.plus(rows);
                    }
                }
                self.put(name, place, element);
                Ok(())
            }
            Exp::Update { array, at, value } => {
                let (place, element) = self.array((*array).into())?;
                let part = place.cut(at, &mut |atom| self.term(atom))?;
                self.overwrite(&part, *value, element)?;
                self.put(name, place, element);
                Ok(())
            }
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let (place, element) = self.array((*array).into())?;
                let part = place.flat(*offset, dims, &mut |atom| self.term(atom))?;
                self.overwrite(&part, (*value).into(), element)?;
                self.put(name, place, element);
                Ok(())
            }
            Exp::Size { .. } => refused(&CORE_K_HOST, "form", self.span, "a size of an open program"),
            Exp::Soac { .. } => refused(&CORE_K_HOST, "form", self.span, "the host executes a combinator"),
            // Who drops a block, [`release`] says.
            Exp::Release(_)
            | Exp::Assert { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::Segmented(_)
            | Exp::WithAcc { .. } => Ok(()),
            Exp::AccUpdate { acc, .. } => {
                let acc = *acc;
                self.one_statement(&text, stm)?;
                if let Some(own) = self.accs.get(&acc).cloned() {
                    self.accs.insert(name, own);
                }
                Ok(())
            }
        }
    }

    /// Arrays as they are after a function has added to them.
    pub(super) fn with_acc(
        &mut self,
        pat: &Pat,
        updates: &'p [Accumulated],
        function: &'p Lambda,
    ) -> Made<()> {
        let mut places = Vec::new();
        for (update, param) in updates.iter().zip(&function.params) {
            let space: Made<Vec<Nat>> = update.space.iter().map(|size| self.term(*size)).collect();
            let arrays: Made<Vec<_>> = update
                .arrays
                .iter()
                .map(|array| self.array((*array).into()))
                .collect();
            let arrays = arrays?;
            places.extend(arrays.iter().cloned());
            if let Some(operator) = &update.operator {
                self.constants_of_operator(operator)?;
            }
            let acc = Accumulation {
                space: space?,
                arrays,
                operator: update.operator.as_ref(),
            };
            self.accs.insert(param.name, Rc::new(acc));
        }
        self.stms(&function.body)?;
        let arrays = places.len();
        for (value, (place, element)) in pat.values.iter().zip(places) {
            self.put(value.name, place, element);
        }
        let others = function.body.results.iter().skip(updates.len());
        for (value, other) in pat.values.iter().skip(arrays).zip(others) {
            self.be(value.name, *other)?;
        }
        Ok(())
    }

    pub(super) fn assert(&mut self, stm: &Stm) -> Made<()> {
        if let Exp::Assert { holds, numbers } = &stm.exp {
            let holds = self.operand(*holds)?;
            let numbers: Made<Vec<Operand>> = numbers.iter().map(|atom| self.operand(*atom)).collect();
            self.steps.push(Step::Check {
                holds,
                numbers: numbers?,
                site: site(self.program, stm.at),
            });
        }
        Ok(())
    }

    /// A name stands for what an operand does.
    pub fn be(&mut self, name: Name, atom: Atom) -> Made<()> {
        match atom {
            Atom::Const(value) => self.scalar(name, Operand::Const(value), value.prim_type()),
            Atom::Var(of) => match self.known.get(&of).cloned() {
                Some(Known::Scalar(operand, ty)) => self.scalar(name, operand, ty),
                Some(array) => {
                    self.known.insert(name, array);
                }
                None => {
                    if let Some(acc) = self.accs.get(&of).cloned() {
                        self.accs.insert(name, acc);
                    }
                }
            },
        }
        Ok(())
    }
}
