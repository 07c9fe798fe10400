//! Functions that stay functions: a C function each, and its calls (DPIA-G-CALL).
//!
//! Until here the function of a call is a functional term, which the passes before have left alone: it is closed, and runs in one item.  So it goes through the
//! stages on its own, with private cells only, and its text becomes that of a function.  Where memory differs in which arrays of its calls
//! lie, or its sizes do, there are several.

use super::environment::{Binding, Environment};
use super::expression::Value;
use super::memory::{Cell, Own, Part, Place, Storage, element_type, malformed};
use super::text::{Done, Level, Text};
use crate::Target;
use crate::analyses::path::{Path, Step};
use crate::dpia::{allocate, expand, in_place, make as commands, normalise, place, translate};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{
    AddressSpace, Binder, DataType, Entry, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType,
};
use elder_kernel::c::{Expr, Function, Param, Space, StmtKind, Type, UnaryOp};
use elder_kernel::make;
use elder_syntax::{Diagnostic, Name as Word, Span};
use std::rc::Rc;

/// What a call gives for a parameter, and where the parameter is found in the function.
struct Given {
    argument: Expr,
    param: Param,
    /// How the function knows it.
    known: Known,
}

/// A parameter in its function.
enum Known {
    Index(Nat),
    Cell(Cell),
}

impl Text<'_> {
    /// ⟦call f (F, E, ..)⟧: the name of what the function gives.
    pub fn kept_call(
        &mut self,
        (label, of): (&Word, &DataType),
        f: &Phrase,
        arguments: &[Phrase],
        env: &Environment,
    ) -> Done<Value> {
        rules::DPIA_G_CALL.apply();
        let span = f.span;
        let (binders, body) = opened(f);
        if binders.len() != arguments.len() {
            return Err(malformed(span, "a function that stays one is not known"));
        }
        let target = Target::of(self.host.dialect);
        let (command, out) = stages((body, of), binders.clone(), target).map_err(first)?;
        let mut names = self.host.names();
        let all_given = self.attempt(|text| {
            let mut all: Vec<(Binder, Given)> = Vec::new();
            for (binder, argument) in binders.iter().zip(arguments) {
                let word = names.fresh(binder.name.text());
                match text.given(binder, word, argument, env)? {
                    Some(given) => all.push((binder.clone(), given)),
                    None => return Ok(None),
                }
            }
            Ok(Some(all))
        })?;
        let Some(given) = all_given else {
            return self.put_in_place((&command, &out, of), &binders, arguments, env, span);
        };
        let (function, uses) = self.function_of((&command, &out, of), &given, names, span)?;
        let name = self.host.kept(label, function);
        self.uses.failure |= uses.failure;
        self.uses.owed |= uses.owed;
        let mut all: Vec<Expr> = given.into_iter().map(|(_, given)| given.argument).collect();
        if uses.failure {
            all.push(make::var(self.host.failure_name()));
        }
        for (x, word) in &uses.sizes {
            self.uses.sizes.insert(x.clone());
            all.push(make::var(word.clone()));
        }
        let hint = label.as_str();
        Ok(Value::Computed(self.named(make::call(name, all), of, hint)))
    }

    /// What the function gives, where it is called: some array is nowhere as a whole.
    fn put_in_place(
        &mut self,
        (command, out, of): (&Phrase, &Name, &DataType),
        binders: &[Binder],
        arguments: &[Phrase],
        env: &Environment,
        span: Span,
    ) -> Done<Value> {
        let mut inner = env.clone();
        for (binder, argument) in binders.iter().zip(arguments) {
            let binding = match binder.ty.as_exp() {
                Some(DataType::Index(n)) => {
                    let n = self.nat(n, env)?;
                    Binding::Index(self.index(argument, env, Some(&n))?)
                }
                Some(data @ DataType::Num(_)) => {
                    let value = self.value(argument, env, Path::empty())?;
                    let text = binder.name.text();
                    let cell = self.allocate(text, data.clone(), AddressSpace::Private, &[], None, span)?;
                    let place = self.place(&cell, Path::empty(), span)?;
                    self.store(&place, value, span)?;
                    Binding::Cell(cell)
                }
                _ => Binding::Phrase(argument.clone(), env.clone()),
            };
            inner = inner.with(&binder.name, binding);
        }
        let cell = self.allocate("result", of.clone(), AddressSpace::Private, &[], None, span)?;
        let place = self.place(&cell, Path::empty(), span)?;
        let inner = inner.with(out, Binding::Cell(cell));
        let block = self.inner(|text| text.command(command, &inner))?;
        self.push_kind(StmtKind::Block(block));
        Ok(Value::Place(place))
    }

    /// An argument and its parameter; `None` for an array that is nowhere as a whole.
    fn given(
        &mut self,
        binder: &Binder,
        word: Word,
        argument: &Phrase,
        env: &Environment,
    ) -> Done<Option<Given>> {
        let span = argument.span;
        let Some(data) = binder.ty.as_exp() else {
            return Err(malformed(span, "a parameter is no value"));
        };
        let own = |space: Space, is_array: bool| Own {
            name: word.clone(),
            space,
            is_array,
            in_registers: false,
            dropped: vec![],
            recorded: None,
            start: None,
        };
        match data {
            DataType::Index(n) => {
                let n = self.nat(n, env)?;
                let i = self.index(argument, env, Some(&n))?;
                Ok(Some(Given {
                    argument: self.index_text(&i, span)?,
                    param: make::param(word, make::scalar(self.host.index_type())),
                    known: Known::Index(n),
                }))
            }
            DataType::Array(..) => {
                let Some((place, data)) = self.in_one_piece(argument, data, env)? else {
                    return Ok(None);
                };
                let space = match &place.part.storage {
                    Storage::Own(own) => own.space,
                    Storage::Buffer(_) | Storage::Scalar(_) => Space::Global,
                };
                let component = place.part.component.clone();
                let element = element_type(&component, span)?;
                Ok(Some(Given {
                    argument: self.address_of_place(&place, span)?,
                    param: make::param(word.clone(), make::read_pointer(element, space)),
                    known: Known::Cell(cell(data, own(space, true), &place)),
                }))
            }
            _ => {
                let value = self.value(argument, env, Path::empty())?;
                let parts = self.host.components(data);
                let Some(component) = parts.into_iter().next() else {
                    return Err(malformed(span, "a parameter of no number"));
                };
                let part = Part {
                    component,
                    storage: Storage::Own(own(Space::Private, false)),
                };
                let ty = element_type(&part.component, span)?;
                Ok(Some(Given {
                    argument: self.typed(value),
                    param: make::param(word.clone(), ty),
                    known: Known::Cell(Cell {
                        data: data.clone(),
                        parts: vec![part],
                    }),
                }))
            }
        }
    }

    /// Where an array lies row by row: where it is, or in a private copy of few elements; and its type.
    fn in_one_piece(
        &mut self,
        e: &Phrase,
        data: &DataType,
        env: &Environment,
    ) -> Done<Option<(Place, DataType)>> {
        let mut dims = Vec::new();
        let mut element = data;
        while let DataType::Array(n, of) = element {
            dims.push(self.nat(n, env)?);
            element = of;
        }
        let data = dims
            .iter()
            .rev()
            .fold(element.clone(), |of, n| DataType::array(n.clone(), of));
        if let Some(place) = self.attempt(|text| text.lying(e, &dims, env))? {
            return Ok(Some((place, data)));
        }
        if allocate::size(&data).is_none_or(|n| n > allocate::MOST_PRIVATE) {
            return Ok(None);
        }
        let cell = self.allocate("row", data.clone(), AddressSpace::Private, &[], None, e.span)?;
        let v = Name::fresh("row");
        let inner = env.with(&v, Binding::Cell(cell.clone()));
        let copied = copy(&data, Phrase::var(&v, e.span), e.clone(), e.span);
        self.command(&copied, &inner)?;
        let zeros = dims
            .iter()
            .fold(Path::empty(), |path, _| path.with_index(Nat::zero()));
        let place = self.place(&cell, zeros, e.span)?;
        Ok(Some((place, data)))
    }

    /// The place of the first element of an array, if the others follow it row by row.
    fn lying(&mut self, e: &Phrase, dims: &[Nat], env: &Environment) -> Done<Option<Place>> {
        let indexes: Vec<Name> = dims.iter().map(|_| Name::fresh("j")).collect();
        let path = indexes
            .iter()
            .rev()
            .fold(Path::empty(), |path, j| path.with(Step::Index(Nat::var(j))));
        let before = self.block.len();
        let pairs: Vec<(Name, Nat)> = indexes.iter().cloned().zip(dims.iter().cloned()).collect();
        let below = move |known: &elder_dpia::Ranges| {
            pairs
                .iter()
                .fold(known.clone(), |known, (j, n)| known.below(j, n))
        };
        let value = match self.where_known(&below, |text| text.expression(e, env, path)) {
            Ok(value) => value,
            // What needs an index that only a statement computes is no place.
            Err(_) => return Ok(None),
        };
        let Value::Place(mut place) = value else {
            return Ok(None);
        };
        if self.block.len() != before || place.lane.is_some() || place.part.component.width.is_some() {
            return Ok(None);
        }
        let at = self.offset(&place, false);
        let first = indexes
            .iter()
            .fold(at.clone(), |at, j| at.substitute(j, &Nat::zero()));
        let row = indexes
            .iter()
            .zip(dims)
            .fold(Nat::zero(), |row, (j, n)| row.times(n).plus(&Nat::var(j)));
        if !at.minus(&first).minus(&row).is_zero() {
            return Ok(None);
        }
        for index in &mut place.indexes {
            *index = indexes
                .iter()
                .fold(index.clone(), |index, j| index.substitute(j, &Nat::zero()));
        }
        Ok(Some(place))
    }

    /// The function, without a name, and what it takes beside its parameters.
    fn function_of(
        &mut self,
        (command, out, of): (&Phrase, &Name, &DataType),
        given: &[(Binder, Given)],
        names: elder_kernel::words::Names,
        span: Span,
    ) -> Done<(Function, Needs)> {
        let launch = self.launch.clone();
        let mut text = Text::new(&mut *self.host, names, launch);
        text.span = span;
        text.level = Level::Item;
        text.in_parallel = true;
        let block = text.inner(|text| {
            let mut env = Environment::default();
            for (binder, own) in given {
                let binding = match &own.known {
                    Known::Cell(cell) => Binding::Cell(Rc::new(cell.clone())),
                    Known::Index(n) => {
                        let word = make::var(own.param.name.clone());
                        Binding::Index(text.computed_index(word, Some(n), binder.name.text()))
                    }
                };
                env = env.with(&binder.name, binding);
            }
            let cell = text.allocate("result", of.clone(), AddressSpace::Private, &[], None, span)?;
            env = env.with(out, Binding::Cell(cell.clone()));
            let inside = text.inner(|text| text.command(command, &env))?;
            text.block.extend(inside);
            let place = text.place(&cell, Path::empty(), span)?;
            let value = text.load(&place, span)?;
            text.push_kind(StmtKind::Return(Some(value)));
            Ok(())
        })?;
        let uses = std::mem::take(&mut text.uses);
        let terms = std::mem::take(&mut text.terms);
        let is_closed = text.locals.is_empty() && text.local_parameters.is_empty();
        if !is_closed || !uses.buffers.is_empty() || !uses.scalars.is_empty() {
            return Err(malformed(
                span,
                "a function that stays one makes use of what it was not given",
            ));
        }
        self.host.add_terms(terms);
        let mut params: Vec<Param> = given.iter().map(|(_, given)| given.param.clone()).collect();
        if uses.failure {
            let record = make::shared_pointer(make::scalar(PrimType::I32), Space::Global);
            params.push(make::param(self.host.failure_name(), record));
        }
        let mut sizes: Vec<(Name, Word)> = Vec::new();
        for x in &uses.sizes {
            if let Some(word) = self.host.size_word(x) {
                params.push(make::param(word.clone(), make::scalar(self.host.index_type())));
                sizes.push((x.clone(), word));
            }
        }
        let function = Function {
            result: element_of(of),
            span,
            ..make::function("", params, super::tidy::block(block))
        };
        let needs = Needs {
            failure: uses.failure,
            owed: uses.owed,
            sizes,
        };
        Ok((function, needs))
    }

    /// The address of a place.
    fn address_of_place(&mut self, place: &Place, span: Span) -> Done<Expr> {
        let offset = self.offset(place, false);
        let base = self.base(&place.part.storage, false);
        if offset.is_zero() {
            return Ok(base);
        }
        let element = make::index(base, self.offset_text(&offset, &place.part.component, span)?);
        Ok(Expr::Unary(UnaryOp::AddressOf, Box::new(element)))
    }
}

/// What a function takes beside its parameters.
struct Needs {
    failure: bool,
    owed: bool,
    sizes: Vec<(Name, Word)>,
}

/// An array parameter as a cell: row by row from where it points to.
fn cell(data: DataType, own: Own, place: &Place) -> Cell {
    let mut component = place.part.component.clone();
    let mut shape = Vec::new();
    let mut rest = &data;
    while let DataType::Array(n, of) = rest {
        shape.push(n.clone());
        rest = of;
    }
    component.shape = shape;
    component.fields = vec![];
    let part = Part {
        component,
        storage: Storage::Own(own),
    };
    Cell {
        data,
        parts: vec![part],
    }
}

/// The type of a number.
fn element_of(of: &DataType) -> Type {
    match of {
        DataType::Num(t) => make::scalar(*t),
        _ => Type::Void,
    }
}

/// `acc := e`, element by element.
fn copy(of: &DataType, acc: Phrase, e: Phrase, span: Span) -> Phrase {
    match of {
        DataType::Array(n, element) => {
            let index = PhraseType::Exp(DataType::Index(n.clone()));
            let each = Phrase::lambda("i", index, span, |i| {
                let write = commands::idx_acc(n, element, acc, i.clone());
                copy(element, write, commands::idx(n, element, e, i), span)
            });
            commands::for_loop(n, each, span)
        }
        _ => commands::assign(of, acc, e),
    }
}

/// The parameters of a function and its body.
fn opened(f: &Phrase) -> (Vec<Binder>, &Phrase) {
    let (mut binders, mut body) = (Vec::new(), f);
    while let Some((binder, inner)) = commands::open(body) {
        binders.push(binder.clone());
        body = inner;
    }
    (binders, body)
}

/// Whether each cell of the function is so small that an item can have it.
pub(crate) fn is_small(f: &Phrase, of: &DataType) -> bool {
    fn all(c: &Phrase) -> bool {
        elder_syntax::effort::deeper(|| {
            let own = match &*c.node {
                Node::Prim(Prim::New { of, .. }, _) => {
                    allocate::size(of).is_some_and(|n| n <= allocate::MOST_PRIVATE)
                }
                _ => true,
            };
            own && c.children().all(all)
        })
    }
    let (binders, body) = opened(f);
    stages((body, of), binders, Target::OPENCL).is_ok_and(|(command, _)| all(&command))
}

/// The command that writes the value of a term in these variables, in the form that this stage reads, and the acceptor that it writes.
fn stages(
    (body, of): (&Phrase, &DataType),
    inputs: Vec<Binder>,
    target: Target,
) -> Result<(Phrase, Name), Vec<Diagnostic>> {
    let entry = Entry {
        name: Name::fresh("f"),
        sizes: vec![],
        inputs,
        outputs: vec![],
        body: body.clone(),
        result: Some(of.clone()),
    };
    let entry = normalise::run(&entry, &target)?;
    let entry = translate::run(&entry, &target)?;
    let entry = expand::run(&entry, &target)?;
    let entry = in_place::run(&entry, &target)?;
    let command = allocate::private(&place::of_item(&entry.body, target));
    match entry.outputs.into_iter().next() {
        Some(out) => Ok((command, out.name)),
        None => Err(vec![*malformed(body.span, "a function gives nothing")]),
    }
}

fn first(all: Vec<Diagnostic>) -> Box<Diagnostic> {
    let first = all.into_iter().next();
    Box::new(first.unwrap_or_else(|| *malformed(Span::NONE, "a function has no form that C has")))
}

/// The names of functions that stay such, in their order, a name for each call.
pub fn labels(p: &Phrase, out: &mut Vec<Word>) {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(Prim::Call { label, .. }, _) = &*p.node {
            out.push(label.clone());
        }
        p.children().for_each(|child| labels(child, out));
    });
}
