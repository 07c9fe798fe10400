//! Arrays of an item: where they lie, and what is read and written of them.

use super::*;

impl<'h, 'o> Items<'h, 'o> {
    /// An array operand.
    ///
    /// # Errors
    /// If it is none, which the checker excludes.
    pub fn array(&mut self, name: Name) -> Made<(Array, PrimType)> {
        if let Some(Local::Array(array, element)) = self.env.get(&name) {
            return Ok((array.clone(), *element));
        }
        match self.outer.known.get(&name) {
            Some(Known::Array(place, element)) => {
                let (place, element) = (place.clone(), *element);
                Ok((Array::At(self.block(place, element)), element))
            }
            _ => no_number(self.span()),
        }
    }

    /// The element of a place of the host at indexes.
    ///
    /// # Errors
    /// As [`Items::read`].
    pub fn element_of(
        &mut self,
        place: &Place<elder_kernel::host::Var>,
        element: PrimType,
        at: &[Nat],
    ) -> Made<Exp> {
        let place = self.block(place.clone(), element);
        self.element(&place.block, &place.element(at))
    }

    /// A place of the host as the entry sees it.
    pub fn block(&mut self, place: Place<elder_kernel::host::Var>, element: PrimType) -> Place<Block> {
        let block = match self.parameters.updated(place.block) {
            Some(text) => Block::Cell(text),
            None => {
                let text = self.outer.text(place.block);
                Block::Read(self.parameters.read(place.block, element, &text))
            }
        };
        place.in_block(block)
    }

    /// The element of a block at the index of this term.
    pub(super) fn element(&mut self, block: &Block, at: &Nat) -> Made<Exp> {
        let index = self.index(at)?;
        let of = match block {
            Block::Read(text) => self.make.var(text),
            Block::Cell(text) => self.halves(text).1,
            Block::Shared(..) => return self.malformed("what items update together is read"),
            Block::Operand(text, k, count) => component(self.make, self.make.var(text), *k, *count),
        };
        Ok(self.make.index(of, index))
    }

    /// The element of an array at indexes.
    ///
    /// # Errors
    /// If a number is not known.
    pub fn read(&mut self, array: &Array, at: &[Nat]) -> Made<Exp> {
        match array {
            Array::At(place) => self.element(&place.block, &place.element(at)),
            Array::Iota(_) => match at {
                [i] => self.number(i),
                _ => no_number(self.span()),
            },
        }
    }

    /// Writes an element.
    pub(super) fn write(&mut self, sink: &Sink<'_>, dims: &[Nat], at: &[Nat], value: Exp) -> Made<Exp> {
        let (to, index) = match sink {
            Sink::Cell(place) => {
                let index = self.index(&place.element(at))?;
                match &place.block {
                    Block::Cell(text) => (self.halves(text).0, index),
                    _ => return self.malformed("an array is written that is not the item's"),
                }
            }
            Sink::Acceptor(to) => {
                let place = Place::whole((), dims.to_vec());
                ((*to).clone(), self.index(&place.element(at))?)
            }
        };
        Ok(self.make.assign(self.make.index(to, index), value))
    }

    /// A command for each place of an array of these sizes.
    ///
    /// # Errors
    /// What `body` refuses.
    pub fn each(&mut self, dims: &[Nat], body: &mut dyn FnMut(&mut Self, &[Nat]) -> Made<Exp>) -> Made<Exp> {
        self.each_from(dims, &mut Vec::new(), body)
    }

    pub(super) fn each_from(
        &mut self,
        dims: &[Nat],
        at: &mut Vec<Nat>,
        body: &mut dyn FnMut(&mut Self, &[Nat]) -> Made<Exp>,
    ) -> Made<Exp> {
        let Some((dim, inner)) = dims.split_first() else {
            return body(self, at);
        };
        let variable = Variable::fresh("k");
        at.push(Nat::var(&variable));
        let made = self.rounds(dim, "k", &mut |this, index| {
            let number = this.number_of_index(index);
            this.noted(variable.clone(), number);
            let command = this.each_from(inner, at, body)?;
            this.push(command);
            Ok(())
        });
        at.pop();
        made
    }

    /// Copies an array somewhere.
    ///
    /// # Errors
    /// If a number of it is not known.
    pub fn copy(&mut self, from: &Array, sink: &Sink<'_>) -> Made<Exp> {
        let dims = from.dims();
        self.each(&dims, &mut |this, at| {
            let value = this.read(from, at)?;
            this.write(sink, &dims, at, value)
        })
    }

    /// A new private cell for an array of these sizes.
    pub(super) fn fresh(&mut self, text: &str, dims: Vec<Nat>, element: PrimType) -> Made<Place<Block>> {
        let mut whole = volume(&dims);
        if self.known_size(&whole).is_none() {
            match self.rooms.iter().find(|(count, _)| *count == whole) {
                Some((_, room)) => whole = room.clone(),
                None => self.room(&dims, element)?,
            }
        }
        let size = self.size(&whole)?;
        let text = self.parameters.called(text);
        self.out.push(Piece::Cell(text.clone(), element, Some(size)));
        Ok(Place::whole(Block::Cell(text), dims))
    }

    /// CORE-M-ROOM: arrays have these rooms, as far as their sizes are known here.
    pub(super) fn roomy<'b>(&mut self, arrays: impl Iterator<Item = &'b Binder>) {
        for array in arrays {
            let Some(room) = self.program.memory.room(array.name) else {
                continue;
            };
            if let (Ok(dims), Ok(room)) = (self.dims(&array.ty), self.term(room)) {
                self.rooms.push((volume(&dims), room));
            }
        }
    }

    /// CORE-M-ROOM: the same by the sizes that arrays have where they lie.
    pub(super) fn roomy_where_they_lie(&mut self, pat: &Pat) {
        for value in &pat.values {
            if let (Some(room), Some(Local::Array(array, _))) =
                (self.program.memory.room(value.name), self.env.get(&value.name))
                && let Ok(term) = self.term(room)
            {
                let count = volume(&array.dims());
                self.rooms.push((count, term));
            }
        }
    }

    /// CORE-K-ITEM: an array whose size only the item knows is no larger than the memory; nobody has asked before the launch.
    fn room(&mut self, dims: &[Nat], element: PrimType) -> Made<()> {
        let count = self.number(&volume(dims))?;
        let text = self.parameters.called("elements");
        self.out.push(Piece::Let(text.clone(), PrimType::I64, count));
        let all = self.handed(Operand::Var(self.outer.memory), PrimType::I64);
        let bytes = i64::try_from(element.bytes()).unwrap_or(1);
        let bytes = self.make.integer(bytes.into(), PrimType::I64);
        let most = self.make.binary(BinOp::Quot, all.clone(), bytes.clone());
        let holds = match dims {
            [_] => self.make.binary(BinOp::Le, self.make.var(&text), most),
            // A product of several sizes may be too large to be counted.
            dims => {
                let make = self.make;
                let mut product = make.apply("f64", vec![make.integer(1, PrimType::I64)]);
                for dim in dims {
                    let factor = make.apply("f64", vec![self.number(dim)?]);
                    product = make.binary(BinOp::Mul, product, factor);
                }
                make.binary(BinOp::Le, product, make.apply("f64", vec![most]))
            }
        };
        let site = Site {
            premise: KER_H_LIMIT.blamed("memory"),
            span: self.span(),
            message: "an item makes an array of {} elements of {} bytes each, and there are {} bytes".into(),
        };
        let numbers = vec![self.make.var(&text), bytes, all];
        self.out.push(Piece::Guard(holds, numbers, site));
        Ok(())
    }

    /// A new private cell that is a copy.
    pub(super) fn fresh_copy(&mut self, text: &str, array: &Array, element: PrimType) -> Made<Place<Block>> {
        let place = self.fresh(text, array.dims(), element)?;
        let command = self.copy(array, &Sink::Cell(&place))?;
        self.push(command);
        Ok(place)
    }

    /// The cell of an array that is consumed.
    pub(super) fn own(&mut self, name: Name) -> Made<(Place<Block>, PrimType)> {
        let (array, element) = self.array(name)?;
        match array {
            Array::At(place) if place.apart && matches!(place.block, Block::Cell(_)) => Ok((place, element)),
            array => {
                let text = self.text(name);
                Ok((self.fresh_copy(&text, &array, element)?, element))
            }
        }
    }

    /// Binds one value to a whole array.
    pub(super) fn put(&mut self, pat: &Pat, array: Array, element: PrimType) {
        if let Some(value) = pat.values.first() {
            self.env.insert(value.name, Local::Array(array, element));
        }
    }

    /// An array that lies somewhere: numbers that nobody keeps are put into a cell, which is there as long as what follows it here.
    pub(super) fn placed(&mut self, name: Name) -> Made<(Place<Block>, PrimType)> {
        let (array, element) = self.array(name)?;
        match array {
            Array::At(place) => Ok((place, element)),
            array => {
                let text = self.text(name);
                Ok((self.fresh_copy(&text, &array, element)?, element))
            }
        }
    }

    /// A part of a cell becomes a value.
    pub(super) fn overwrite(&mut self, part: &Place<Block>, value: Atom) -> Made<()> {
        let value = self.local(value)?;
        self.put_local(part, value)
    }

    /// The same of a value that stands in no operand.
    ///
    /// # Errors
    /// If a number is not known.
    pub fn put_local(&mut self, part: &Place<Block>, value: Local<'h>) -> Made<()> {
        let command = match value {
            Local::Scalar(value) => self.write(&Sink::Cell(part), &[], &[], value)?,
            Local::Array(from, _) => self.copy(&from, &Sink::Cell(part))?,
            _ => return self.malformed("a part of an array becomes neither scalar nor array"),
        };
        self.push(command);
        Ok(())
    }

    /// The arrays that a round keeps become what it gives, each of which is named behind its cell.  What lies in the cell of another is read before that is
    /// written.
    pub(super) fn advance(&mut self, arrays: &[(&Place<Block>, PrimType, &Array)]) -> Made<()> {
        let mut copies = Vec::new();
        for (place, element, from) in arrays {
            let from = match from {
                Array::At(from) if from == *place => continue,
                Array::At(other) if arrays.iter().any(|(own, ..)| own.block == other.block) => {
                    Array::At(self.fresh_copy("next", from, *element)?)
                }
                from => (*from).clone(),
            };
            copies.push((from, *place));
        }
        for (from, place) in copies {
            let command = self.copy(&from, &Sink::Cell(place))?;
            self.push(command);
        }
        Ok(())
    }

    pub(super) fn literal(&mut self, pat: &Pat, text: &str, row: &Type, elements: &[Atom]) -> Made<()> {
        let Some(element) = row.element() else {
            return Ok(());
        };
        let count = i64::try_from(elements.len()).unwrap_or(i64::MAX);
        let mut dims = self.dims(row)?;
        dims.insert(0, Nat::lit(count));
        let place = self.fresh(text, dims, element)?;
        for (k, value) in (0i64..).zip(elements) {
            let part = place.row(&Nat::lit(k));
            self.overwrite(&part, *value)?;
        }
        self.put(pat, Array::At(place), element);
        Ok(())
    }

    pub(super) fn concat(&mut self, pat: &Pat, text: &str, arrays: &[Name]) -> Made<()> {
        let parts: Made<Vec<(Array, PrimType)>> = arrays.iter().map(|array| self.array(*array)).collect();
        let parts = parts?;
        let Some((_, element)) = parts.first() else {
            return Ok(());
        };
        let rows = parts
            .iter()
            .filter_map(|(array, _)| array.dims().first().cloned());
        let total = rows.fold(Nat::zero(), |sum, rows| sum.plus(&rows));
        let mut dims = parts.first().map(|(array, _)| array.dims()).unwrap_or_default();
        if let Some(first) = dims.first_mut() {
            *first = total;
        }
        if let Some(value) = pat.values.first() {
            // The host may know the sum, and not the summands.
            let room = match self.program.memory.room(value.name) {
                Some(room) => self.term(room)?,
                None => volume(&self.dims(&value.ty)?),
            };
            if self.known_size(&room).is_some() {
                self.rooms.push((volume(&dims), room));
            }
        }
        let place = self.fresh(text, dims, *element)?;
        let mut begin = Nat::zero();
        for (array, _) in &parts {
            let mut part = place.row_from(&begin);
            part.dims = array.dims();
            let command = self.copy(array, &Sink::Cell(&part))?;
            self.push(command);
            if let Some(rows) = array.dims().first() {
                begin = begin.plus(rows);
            }
        }
        self.put(pat, Array::At(place), *element);
        Ok(())
    }

    /// Writes results to the components of an acceptor.
    ///
    /// # Errors
    /// If a number of them is not known.
    pub fn give(&mut self, to: &Exp, results: &[Local<'h>]) -> Made<()> {
        for (k, result) in results.iter().enumerate() {
            let to = component(self.make, to.clone(), k, results.len());
            let command = match result {
                Local::Scalar(value) => self.make.assign(to, value.clone()),
                Local::Array(array, _) => self.copy(array, &Sink::Acceptor(&to))?,
                _ => continue,
            };
            self.push(command);
        }
        Ok(())
    }

    /// Writes results to the rows of this number of the components of an acceptor, which are flat arrays of these rows.
    ///
    /// # Errors
    /// If a number of them is not known.
    pub fn give_row(
        &mut self,
        to: &Exp,
        rows: &[(Vec<Nat>, PrimType)],
        number: &Nat,
        results: &[Local<'h>],
    ) -> Made<()> {
        for (k, (result, (dims, _))) in results.iter().zip(rows).enumerate() {
            let to = component(self.make, to.clone(), k, results.len());
            let command = match result {
                Local::Scalar(value) => self.write(
                    &Sink::Acceptor(&to),
                    dims,
                    std::slice::from_ref(number),
                    value.clone(),
                )?,
                Local::Array(array, _) => {
                    let inner = array.dims();
                    self.each(&inner, &mut |this, at| {
                        let value = this.read(array, at)?;
                        let at: Vec<Nat> = std::iter::once(number).chain(at).cloned().collect();
                        this.write(&Sink::Acceptor(&to), dims, &at, value)
                    })?
                }
                _ => continue,
            };
            self.push(command);
        }
        Ok(())
    }
}
