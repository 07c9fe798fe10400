//! The statements of an item, an arm each (CORE-K-ITEM).

use super::*;

impl<'h, 'o> Items<'h, 'o> {
    /// The statements of a body, and what it gives.
    ///
    /// # Errors
    /// What has no command.
    pub fn body(&mut self, body: &'h Body) -> Made<Vec<Local<'h>>> {
        self.overwritten.extend(overwritten(body));
        for stm in &body.stms {
            self.stm(stm)?;
        }
        body.results.iter().map(|result| self.local(*result)).collect()
    }

    /// CORE-K-ITEM: one statement.
    ///
    /// # Errors
    /// What has no command.
    pub fn stm(&mut self, stm: &'h Stm) -> Made<()> {
        let around = self.make;
        let span = self.program.site(stm.at).span;
        if span != Span::NONE {
            self.make = Make(span);
        }
        CORE_K_ITEM.apply();
        // A call is its function again, so functions that call each other twice grow: what is written out is bounded.
        elder_syntax::effort::steps(super::super::EFFORT);
        let made = elder_syntax::effort::deeper(|| self.statement(stm));
        self.roomy_where_they_lie(&stm.pat);
        self.make = around;
        made
    }

    pub(super) fn statement(&mut self, stm: &'h Stm) -> Made<()> {
        let pat = &stm.pat;
        self.roomy(pat.values.iter());
        let first = pat.values.first();
        let text = first.map_or_else(String::new, |value| self.text(value.name));
        let numbers = |this: &Self, atom: Atom| this.term(atom);
        match &stm.exp {
            Core::Atom(atom) | Core::Opaque(atom) => {
                if let Some(value) = first {
                    let local = self.local(*atom)?;
                    self.set(value.name, local);
                }
                Ok(())
            }
            Core::Prim(function, operands) => {
                let Some(value) = first else { return Ok(()) };
                CORE_K_PRIM.apply();
                let operands: Made<Vec<Exp>> = operands.iter().map(|atom| self.scalar(*atom)).collect();
                let made = self.make.prim(*function, operands?);
                self.bind(value, made)
            }
            Core::Tuned(tuned) => {
                let Some(value) = first else { return Ok(()) };
                if self.outer.known.contains_key(&value.name) {
                    // The host has asked for it, so it is one number everywhere.
                    return Ok(());
                }
                let number = tuned.default.unwrap_or(1);
                let made = self.make.integer(number.into(), PrimType::I64);
                self.bind(value, made)
            }
            Core::Index { array, at } => {
                let Some(value) = first else { return Ok(()) };
                let (array, _) = self.array(*array)?;
                let at: Made<Vec<Nat>> = at.iter().map(|i| self.term(*i)).collect();
                let element = self.read(&array, &at?)?;
                match &array {
                    Array::At(Place {
                        block: Block::Cell(_),
                        ..
                    }) => self.keep(value, element),
                    _ => self.bind(value, element),
                }
            }
            Core::Slice { array, at } => {
                let (place, element) = self.placed(*array)?;
                let part = place.cut(at, &mut |atom| numbers(self, atom))?;
                self.put(pat, Array::At(part), element);
                Ok(())
            }
            Core::FlatIndex { array, offset, dims } => {
                let (place, element) = self.placed(*array)?;
                let part = place.flat(*offset, dims, &mut |atom| numbers(self, atom))?;
                self.put(pat, Array::At(part), element);
                Ok(())
            }
            Core::Rearrange { order, array } => {
                let (place, element) = self.placed(*array)?;
                self.put(pat, Array::At(place.turned(order)), element);
                Ok(())
            }
            Core::Coerce { dims, array } => {
                let (place, element) = self.placed(*array)?;
                let dims: Made<Vec<Nat>> = dims.iter().map(|dim| self.term(*dim)).collect();
                let place = Place { dims: dims?, ..place };
                self.put(pat, Array::At(place), element);
                Ok(())
            }
            Core::Reshape { dims, array } => {
                let (place, element) = self.placed(*array)?;
                let dims: Made<Vec<Nat>> = dims.iter().map(|dim| self.term(*dim)).collect();
                let dims = dims?;
                let place = match place.regrouped(dims.clone()) {
                    Some(place) => place,
                    None => Place::whole(self.fresh_copy(&text, &Array::At(place), element)?.block, dims),
                };
                self.put(pat, Array::At(place), element);
                Ok(())
            }
            Core::Update { array, at, value } => {
                let (place, element) = self.own(*array)?;
                let part = place.cut(at, &mut |atom| numbers(self, atom))?;
                self.overwrite(&part, *value)?;
                self.put(pat, Array::At(place), element);
                Ok(())
            }
            Core::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let (place, element) = self.own(*array)?;
                let part = place.flat(*offset, dims, &mut |atom| numbers(self, atom))?;
                self.overwrite(&part, (*value).into())?;
                self.put(pat, Array::At(place), element);
                Ok(())
            }
            Core::Literal { row, elements } => self.literal(pat, &text, row, elements),
            Core::Iota(count) => {
                let count = self.term(*count)?;
                self.put(pat, Array::Iota(count), PrimType::I64);
                Ok(())
            }
            Core::Replicate { count, value } => {
                let count = self.term(*count)?;
                match self.local(*value)? {
                    Local::Scalar(value) => {
                        let Some(element) = first.and_then(|first| first.ty.element()) else {
                            return Ok(());
                        };
                        let place = self.fresh(&text, vec![count], element)?;
                        let dims = place.dims.clone();
                        let command = self.each(&dims, &mut |this, at| {
                            this.write(&Sink::Cell(&place), &dims, at, value.clone())
                        })?;
                        self.push(command);
                        self.put(pat, Array::At(place), element);
                    }
                    Local::Array(row, element) => {
                        let mut dims = row.dims();
                        dims.insert(0, count);
                        let place = self.fresh(&text, dims.clone(), element)?;
                        let command = self.each(&dims, &mut |this, at| {
                            let value = this.read(&row, at.get(1..).unwrap_or_default())?;
                            this.write(&Sink::Cell(&place), &dims, at, value)
                        })?;
                        self.push(command);
                        self.put(pat, Array::At(place), element);
                    }
                    _ => return self.malformed("an array of what is neither scalar nor array"),
                }
                Ok(())
            }
            Core::Blank(ty) => {
                let Some(element) = ty.element() else {
                    return Ok(());
                };
                if let (Some(value), 0) = (first, ty.rank()) {
                    let zero = self.make.constant(element.number(0));
                    return self.bind(value, zero);
                }
                let dims = self.dims(ty)?;
                let place = self.fresh(&text, dims, element)?;
                if !first.is_some_and(|value| self.overwritten.contains(&value.name)) {
                    let dims = place.dims.clone();
                    let zero = self.make.constant(element.number(0));
                    let command = self.each(&dims, &mut |this, at| {
                        this.write(&Sink::Cell(&place), &dims, at, zero.clone())
                    })?;
                    self.push(command);
                }
                self.put(pat, Array::At(place), element);
                Ok(())
            }
            Core::Copy(array) => {
                let (array, element) = self.array(*array)?;
                let place = self.fresh_copy(&text, &array, element)?;
                self.put(pat, Array::At(place), element);
                Ok(())
            }
            Core::Concat { arrays, .. } => self.concat(pat, &text, arrays),
            // A function that the host calls, too, releases blocks of the host's.
            Core::Release(_) => Ok(()),
            Core::Size { .. } => refused(&CORE_K_HOST, "form", self.span(), "a size of an open program"),
            Core::Assert { holds, numbers } => {
                CORE_K_CHECK.apply();
                let holds = self.scalar(*holds)?;
                let numbers: Made<Vec<Exp>> = numbers.iter().map(|atom| self.scalar(*atom)).collect();
                let site = super::super::site(self.program, stm.at);
                self.out.push(Piece::Guard(holds, numbers?, site));
                if let Some(value) = first {
                    self.env.insert(value.name, Local::Cert);
                }
                Ok(())
            }
            Core::Call { function, arguments } => {
                let program = self.program;
                let Some(called) = program.function(*function) else {
                    return self.malformed("there is no such function");
                };
                // Who calls it within a function that stays has names of its own for it.
                let mut names = pat.sizes.iter().chain(pat.values.iter().map(|value| &value.name));
                let is_known = names.all(|name| self.outer.known.contains_key(name));
                if called.params.is_empty() && is_known && self.outer.constants.contains_key(function) {
                    CORE_K_CONST.apply();
                    return Ok(());
                }
                if self.calls.contains(function) {
                    let message = format!("`{}` calls itself", called.name);
                    return refused(&CORE_K_CALL, "recursion", self.span(), message);
                }
                CORE_K_CALL.apply();
                for (param, argument) in called.params.iter().zip(arguments) {
                    let local = self.local(*argument)?;
                    self.set(param.binder.name, local);
                }
                self.calls.push(*function);
                let given = self.body(&called.body);
                let witnesses: Made<Vec<Local>> = called
                    .body
                    .witnesses
                    .iter()
                    .map(|witness| self.local(*witness))
                    .collect();
                self.calls.pop();
                self.bind_all(pat, witnesses?, given?);
                Ok(())
            }
            Core::If {
                condition,
                then,
                otherwise,
                ..
            } => self.choose(pat, *condition, then, otherwise),
            Core::Loop(it) => self.repeat(pat, it),
            Core::WithAcc { updates, function } => {
                let mut places = Vec::new();
                for (update, param) in updates.iter().zip(&function.params) {
                    let space: Made<Vec<Nat>> = update.space.iter().map(|size| self.term(*size)).collect();
                    let arrays: Made<Vec<_>> = update.arrays.iter().map(|array| self.own(*array)).collect();
                    let arrays = arrays?;
                    places.extend(arrays.iter().cloned());
                    let acc = Accumulation {
                        space: space?,
                        from: None,
                        arrays,
                        operator: update.operator.as_ref(),
                    };
                    self.env.insert(param.name, Local::Acc(Rc::new(acc)));
                }
                let given = self.body(&function.body)?;
                let others = given.into_iter().skip(updates.len());
                let arrays = places
                    .into_iter()
                    .map(|(place, element)| Local::Array(Array::At(place), element));
                let all: Vec<Local> = arrays.chain(others).collect();
                self.bind_all(pat, vec![], all);
                Ok(())
            }
            Core::AccUpdate { acc, at, values } => self.accumulate(pat, *acc, at, values),
            Core::Soac { .. } | Core::Segmented(_) => {
                refused(&CORE_K_HOST, "form", self.span(), "an item executes a combinator")
            }
        }
    }

    /// What an expression gives, for the names of a pattern.
    pub fn bind_all(&mut self, pat: &Pat, sizes: Vec<Local<'h>>, values: Vec<Local<'h>>) {
        for (size, local) in pat.sizes.iter().zip(sizes) {
            self.set(*size, local);
        }
        for (value, local) in pat.values.iter().zip(values) {
            self.set(value.name, local);
        }
    }
}

/// The blank arrays of a body that a loop writes from the first row to the last, and does not read before.
fn overwritten(body: &Body) -> Vec<Name> {
    let mut found = Vec::new();
    for stm in &body.stms {
        let Core::Loop(it) = &stm.exp else { continue };
        let Form::For { index, bound, .. } = &it.form else {
            continue;
        };
        for (k, (param, first)) in it.params.iter().enumerate() {
            let (Some(first), Some(Atom::Var(last))) = (first.name(), it.body.results.get(k)) else {
                continue;
            };
            let own = param.binder.name;
            let is_all = param.binder.ty.dims().first().and_then(|dim| dim.size()) == Some(*bound);
            let writes = |stm: &Stm| match &stm.exp {
                Core::Update { array, at, .. } => {
                    let is_row = at.first() == Some(&Cut::At((*index).into()));
                    let whole = at.iter().zip(param.binder.ty.dims()).skip(1);
                    let is_whole =
                        |(cut, dim): (&Cut, &Dim)| dim.size().is_some_and(|size| *cut == Cut::whole(size));
                    *array == own && is_row && whole.clone().all(is_whole)
                }
                _ => false,
            };
            let binds = |stm: &&Stm| stm.pat.values.first().is_some_and(|value| value.name == *last);
            let is_written = it.body.stms.iter().find(binds).is_some_and(writes);
            let is_read = it.body.stms.iter().filter(|stm| !writes(stm)).any(|stm| {
                elder_core::analyses::free::of_exp(&stm.exp)
                    .into_iter()
                    .any(|name| name == own)
            });
            if is_all && is_written && !is_read {
                found.push(first);
            }
        }
    }
    found
}
