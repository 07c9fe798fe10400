//! Branches and loops of an item.

use super::*;
use crate::core::elements::is_cheap as at_once;
use elder_core::analyses::effects::is_pure;

impl<'h, 'o> Items<'h, 'o> {
    /// A loop of so many rounds, the pieces of which `body` makes; it is handed the index of the round.
    ///
    /// # Errors
    /// What `body` refuses.
    pub fn rounds(
        &mut self,
        count: &Nat,
        text: &str,
        body: &mut dyn FnMut(&mut Self, &str) -> Made<()>,
    ) -> Made<Exp> {
        if let Some(size) = self.known_size(count) {
            let index = self.parameters.called(text);
            let body = self.inner(&mut |this| body(this, &index))?;
            return Ok(self.make.repeat(&index, size.exp(self.make), body));
        }
        // Only the item knows how often.
        let (bound, zero) = (self.number(count)?, self.make.integer(0, PrimType::I64));
        let bound = self.make.binary(BinOp::Max, bound, zero);
        let (size, index) = (self.parameters.called("count"), self.parameters.called(text));
        let body = self.inner(&mut |this| body(this, &index))?;
        let whole = self.make.repeat(&index, self.make.var(&size), body);
        Ok(self.make.size(&size, bound, whole))
    }

    /// The command of the pieces that `body` makes.
    pub fn inner(&mut self, body: &mut dyn FnMut(&mut Self) -> Made<()>) -> Made<Exp> {
        let (_, pieces) = self.open(body)?;
        Ok(close(self.make, pieces))
    }

    /// The same, where pieces may still be put behind.
    pub(super) fn open<T>(&mut self, body: &mut dyn FnMut(&mut Self) -> Made<T>) -> Made<(T, Vec<Piece>)> {
        let (around, rooms) = (std::mem::take(&mut self.out), self.rooms.len());
        let made = body(self);
        let pieces = std::mem::replace(&mut self.out, around);
        // What is known there is of those items that come there.
        self.rooms.truncate(rooms);
        Ok((made?, pieces))
    }

    /// What one of two bodies gives.
    pub(super) fn choose(
        &mut self,
        pat: &Pat,
        condition: Atom,
        then: &'h Body,
        otherwise: &'h Body,
    ) -> Made<()> {
        let condition = self.scalar(condition)?;
        let is_scalar = pat.values.iter().all(|value| matches!(value.ty, Type::Prim(_)));
        if is_scalar && pat.sizes.is_empty() && is_cheap(then) && is_cheap(otherwise) {
            let both = self.body(then)?.into_iter().zip(self.body(otherwise)?);
            for (value, given) in pat.values.iter().zip(both) {
                let (Local::Scalar(a), Local::Scalar(b)) = given else {
                    return super::super::malformed(self.make.0, "a number that is none");
                };
                let chosen = self.make.choose(condition.clone(), a, Some(b));
                self.bind(value, chosen)?;
            }
            return Ok(());
        }
        self.hidden(pat, &condition, then, otherwise)?;
        self.roomy(pat.values.iter());
        let branch = |this: &mut Self, body: &'h Body| this.open(&mut |this| this.body(body));
        let (left, mut then_out) = branch(self, then)?;
        let (right, mut else_out) = branch(self, otherwise)?;
        let is_let = |pieces: &[Piece]| pieces.iter().all(|piece| matches!(piece, Piece::Let(..)));
        // Of one number that both sides only compute, an expression.
        if let ([value], [], [Local::Scalar(a)], [Local::Scalar(b)]) = (
            pat.values.as_slice(),
            pat.sizes.as_slice(),
            left.as_slice(),
            right.as_slice(),
        ) && is_let(&then_out)
            && is_let(&else_out)
        {
            let whole = |pieces: Vec<Piece>, result: Exp| {
                pieces.into_iter().rev().fold(result, |rest, piece| match piece {
                    Piece::Let(name, ty, exp) => {
                        self.make
                            .bind(&name, self.make.read(self.make.number_type(ty)), exp, rest)
                    }
                    _ => rest,
                })
            };
            let (a, b) = (whole(then_out, a.clone()), whole(else_out, b.clone()));
            let chosen = self.make.choose(condition, a, Some(b));
            return self.bind(value, chosen);
        }
        let values = pat.values.iter().map(|value| (value.name, value.ty.clone()));
        let mut bound = Vec::new();
        for ((name, ty), (a, b)) in values.zip(left.into_iter().zip(right)) {
            let text = self.text(name);
            match (a, b) {
                (Local::Scalar(a), Local::Scalar(b)) => {
                    let (write, read) = self.cell(&text, self.prim(&ty)?);
                    then_out.push(Piece::Do(self.make.assign(write.clone(), a)));
                    else_out.push(Piece::Do(self.make.assign(write, b)));
                    // What the types behind say of it.
                    self.set(name, Local::Scalar(read.clone()));
                    bound.push((name, Local::Scalar(read)));
                }
                (Local::Array(a, element), Local::Array(b, _))
                    if a == b && is_outside(&a, &then_out, &else_out) =>
                {
                    bound.push((name, Local::Array(a, element)));
                }
                (Local::Array(a, element), Local::Array(b, _)) => {
                    let dims = self.dims(&ty)?;
                    let place = self.fresh(&text, dims, element)?;
                    for (from, out) in [(a, &mut then_out), (b, &mut else_out)] {
                        let command = self.copy(&from, &Sink::Cell(&place))?;
                        out.push(Piece::Do(command));
                    }
                    bound.push((name, Local::Array(Array::At(place), element)));
                }
                (local, _) => bound.push((name, local)),
            }
        }
        let (then, otherwise) = (close(self.make, then_out), close(self.make, else_out));
        let is_skip = matches!(otherwise.kind, ExpKind::Skip);
        let command = self.make.choose(condition, then, (!is_skip).then_some(otherwise));
        self.push(command);
        for (name, local) in bound {
            self.env.insert(name, local);
        }
        Ok(())
    }

    /// The hidden sizes of what one of two bodies gives: they are computed before, by what they depend on, as the cells of arrays need them.
    pub(super) fn hidden(
        &mut self,
        pat: &Pat,
        condition: &Exp,
        then: &'h Body,
        otherwise: &'h Body,
    ) -> Made<()> {
        if pat.sizes.is_empty() {
            return Ok(());
        }
        let mut cells = Vec::new();
        for size in &pat.sizes {
            let text = self.text(*size);
            cells.push(self.cell(&text, PrimType::I64));
        }
        let side = |this: &mut Self, body: &'h Body| {
            this.inner(&mut |this| {
                for stm in needed(body, &body.witnesses) {
                    this.stm(stm)?;
                }
                for (witness, (write, _)) in body.witnesses.iter().zip(&cells) {
                    let value = this.scalar(*witness)?;
                    this.push(this.make.assign(write.clone(), value));
                }
                Ok(())
            })
        };
        let (then, otherwise) = (side(self, then)?, side(self, otherwise)?);
        let command = self.make.choose(condition.clone(), then, Some(otherwise));
        self.push(command);
        for (size, (_, read)) in pat.sizes.iter().zip(cells) {
            self.set(*size, Local::Scalar(read));
        }
        Ok(())
    }

    /// A loop.
    pub(super) fn repeat(&mut self, pat: &Pat, it: &'h Loop) -> Made<()> {
        /// What changes.
        enum State {
            Scalar(PrimType, Exp, Box<Exp>),
            Array(Place<Block>, PrimType),
            Other,
        }
        let mut states = Vec::new();
        let sizes = it
            .sizes
            .iter()
            .map(|(size, first)| (*size, Type::SIZE, false, *first));
        let params = it
            .params
            .iter()
            .map(|(param, first)| (param.binder.name, param.binder.ty.clone(), param.unique, *first));
        let all: Vec<(Name, Type, bool, Atom)> = sizes.chain(params).collect();
        self.roomy(it.params.iter().map(|(param, _)| &param.binder));
        for (name, ty, unique, first) in &all {
            let text = self.text(*name);
            states.push(match self.local(*first)? {
                Local::Scalar(first) => {
                    let ty = self.prim(ty)?;
                    let (write, read) = self.cell(&text, ty);
                    let command = self.make.assign(write.clone(), first);
                    self.push(command);
                    State::Scalar(ty, write, Box::new(read))
                }
                Local::Array(array, element) => match array {
                    Array::At(place)
                        if *unique && place.is_whole() && matches!(place.block, Block::Cell(_)) =>
                    {
                        State::Array(place, element)
                    }
                    array => {
                        let dims = array.dims();
                        // A size that changes from round to round is none that a cell can have.
                        let place = self.fresh(&text, dims, element)?;
                        let command = self.copy(&array, &Sink::Cell(&place))?;
                        self.push(command);
                        State::Array(place, element)
                    }
                },
                other => {
                    self.env.insert(*name, other);
                    State::Other
                }
            });
        }
        if !it.sizes.is_empty() && states.iter().any(|state| matches!(state, State::Array(..))) {
            let message = "a loop of an item carries arrays whose sizes change";
            return refused(&CORE_K_ITEM, "size", self.span(), message);
        }
        let round = &mut |this: &mut Self| -> Made<()> {
            for ((name, ..), state) in all.iter().zip(&states) {
                match state {
                    State::Scalar(ty, _, read) => {
                        let text = this.text(*name);
                        let (write_own, read_own) = this.cell(&text, *ty);
                        this.push(this.make.assign(write_own, (**read).clone()));
                        this.set(*name, Local::Scalar(read_own));
                    }
                    State::Array(place, element) => {
                        this.env
                            .insert(*name, Local::Array(Array::At(place.clone()), *element));
                    }
                    State::Other => {}
                }
            }
            let given = this.body(&it.body)?;
            let sizes: Made<Vec<Local>> = it.body.witnesses.iter().map(|size| this.local(*size)).collect();
            let next = [sizes?, given].concat();
            let arrays = states.iter().zip(&next).filter_map(|both| match both {
                (State::Array(place, element), Local::Array(from, _)) => Some((place, *element, from)),
                _ => None,
            });
            let arrays: Vec<_> = arrays.collect();
            this.advance(&arrays)?;
            for (state, next) in states.iter().zip(next) {
                if let (State::Scalar(_, write, _), Local::Scalar(next)) = (state, next) {
                    this.push(this.make.assign(write.clone(), next));
                }
            }
            Ok(())
        };
        let command = match &it.form {
            Form::For { index, ty, bound } => {
                let count = self.count(*bound, *ty)?;
                let text = self.text(*index);
                let (index, ty) = (*index, *ty);
                self.rounds(&count, &text, &mut |this, own| {
                    let number = match ty {
                        PrimType::I64 => this.number_of_index(own),
                        ty => this.make.apply(ty.name(), vec![this.make.var(own)]),
                    };
                    this.set(index, Local::Scalar(number));
                    round(this)
                })?
            }
            Form::While { condition } => {
                let at = all.iter().position(|(name, ..)| name == condition);
                let Some(State::Scalar(_, _, read)) = at.and_then(|at| states.get(at)) else {
                    return self.malformed("a loop whose condition it does not carry");
                };
                let condition = (**read).clone();
                let body = self.inner(round)?;
                self.make.repeat_while(condition, body)
            }
        };
        self.push(command);
        let last = states
            .into_iter()
            .zip(&all)
            .map(|(state, (name, ..))| match state {
                State::Scalar(_, _, read) => Local::Scalar(*read),
                State::Array(place, element) => Local::Array(Array::At(place), element),
                State::Other => self.env.get(name).cloned().unwrap_or(Local::Cert),
            });
        let mut last: Vec<Local> = last.collect();
        let values = last.split_off(it.sizes.len().min(last.len()));
        self.bind_all(pat, last, values);
        Ok(())
    }

    /// How many rounds a loop has, as a term.
    pub(super) fn count(&mut self, bound: Atom, ty: PrimType) -> Made<Nat> {
        if ty == PrimType::I64 {
            return self.term(bound);
        }
        if let Some(n) = bound.integer().and_then(|n| i64::try_from(n).ok()) {
            return Ok(Nat::lit(n));
        }
        let bound = self.scalar(bound)?;
        let variable = Variable::fresh("bound");
        let wide = self.make.apply("i64", vec![bound]);
        self.local.insert(variable.clone(), wide);
        Ok(Nat::var(&variable))
    }
}

/// The statements of a body on which operands depend, with the assertions that they rely on, in their order.
fn needed<'b>(body: &'b Body, operands: &[Atom]) -> Vec<&'b Stm> {
    let mut names: FxHashSet<Name> = operands.iter().filter_map(|operand| operand.name()).collect();
    let mut found = Vec::new();
    for stm in body.stms.iter().rev() {
        if stm.pat.names().any(|name| names.contains(&name)) {
            names.extend(elder_core::analyses::free::of_exp(&stm.exp));
            names.extend(&stm.certs);
            found.push(stm);
        }
    }
    found.reverse();
    found
}

/// Whether an array lies in none of the cells that these pieces make.
fn is_outside(array: &Array, then: &[Piece], otherwise: &[Piece]) -> bool {
    let Array::At(place) = array else { return true };
    let Block::Cell(text) = &place.block else {
        return true;
    };
    let makes = |piece: &Piece| matches!(piece, Piece::Cell(own, ..) if own == text);
    !then.iter().chain(otherwise).any(makes)
}

/// The most statements of a branch that is computed whether it is taken or not.
const CHEAP: usize = 4;

/// Whether a branch costs less than to branch: a few operations that every device does at once, and cannot fail.
fn is_cheap(body: &Body) -> bool {
    let is_scalar =
        |stm: &Stm| matches!(&stm.exp, Core::Prim(function, _) if at_once(*function)) && is_pure(stm);
    body.stms.len() <= CHEAP && body.stms.iter().all(is_scalar)
}
