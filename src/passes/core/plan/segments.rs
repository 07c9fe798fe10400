//! Combinators over spaces as entries, by a skeleton each (`src/passes/core/skeletons`).

use super::elementwise;
use super::entry::Known;
use super::entry::{Arguments, Size};
use super::host::Host;
use super::item::{Array, Block, Items, Local, component};
use super::place::{Place, volume};
use super::schedule::{Choice, Lengths, Operands, Skeleton, Together};
use super::{Made, refused};
use crate::core::elements::{is_cheap, makes_arrays};
use elder_core::analyses::effects::is_pure;
use elder_core::names::Name;
use elder_core::rules::plan::{
    CORE_K_HOST, CORE_K_MAP, CORE_K_ONE, CORE_K_REDUCE, CORE_K_SCAN, CORE_K_SEVERAL,
};
use elder_core::tree::{Atom, Body, Exp as Term, Lambda, Operator, Pat, Screma, Segmented, Shape, Stm, Type};
use elder_dpia::ast::make::Make;
use elder_dpia::ast::{self, Exp, NatOp};
use elder_dpia::{Entry, UpdateOp};
use elder_kernel::host::{Body as Steps, Interface, Kind, Operand, Step, Var};
use elder_sizes::Nat;
use elder_syntax::prim::{BinOp, PrimType};
use std::ops::Range;

/// The most groups whose sums are combined by one that holds no places in local memory.
const LAST: i64 = 2048;

/// What an item gives for each place: the sizes of a row, none of a scalar, and the type of its elements.
pub type Row = (Vec<Nat>, PrimType);

/// The data type of rows: flat arrays and scalars, as a nest of pairs.
pub(super) fn data(items: &mut Items<'_, '_>, rows: &[Row]) -> Made<ast::Type> {
    let make = items.make;
    let mut types = Vec::new();
    for (dims, element) in rows {
        let element = make.number_type(*element);
        types.push(match dims.is_empty() {
            true => element,
            false => make.array(items.size(&volume(dims))?.ty(make), element),
        });
    }
    match make.tuple(types) {
        Some(ty) => Ok(ty),
        None => refused(&CORE_K_HOST, "form", make.0, "a combinator that gives nothing"),
    }
}

/// A skeleton applied to the type of its elements, if it has any, to sizes and to arguments.
pub(super) fn skeleton(
    make: Make,
    name: &str,
    of: Option<ast::Type>,
    sizes: &[ast::Type],
    arguments: Vec<Exp>,
) -> Exp {
    let applied = make.var(name);
    let applied = of.into_iter().fold(applied, |applied, of| make.at(applied, of));
    let applied = sizes
        .iter()
        .fold(applied, |applied, size| make.at(applied, size.clone()));
    make.call(applied, arguments)
}

/// `(n + c - 1) / c`
pub(super) fn rounded_up(make: Make, n: &Size, c: &ast::Type) -> ast::Type {
    let sum = make.nat_op(NatOp::Add, n.ty(make), c.clone());
    let before = make.nat_op(NatOp::Sub, sum, make.nat(1));
    make.nat_op(NatOp::Div, before, c.clone())
}

/// The values of an operand of rows.
pub(super) fn operands<'p>(name: &str, make: Make, rows: &[Row]) -> Vec<Local<'p>> {
    let count = rows.len();
    let each = rows
        .iter()
        .enumerate()
        .map(|(k, (dims, element))| match dims.is_empty() {
            true => Local::Scalar(component(make, make.var(name), k, count)),
            false => {
                let block = Block::Operand(name.to_owned(), k, count);
                Local::Array(Array::At(Place::whole(block, dims.clone())), *element)
            }
        });
    each.collect()
}

/// The places of a space as a skeleton has them.
struct Domain {
    /// The dimensions whose places are counted together, for each number that an item has.
    launched: Vec<Vec<Nat>>,
    /// Which dimension of the space each of these is, in their order.
    dimensions: Vec<usize>,
    /// The extents of what is written, which are sizes of the skeleton.
    written: Vec<Nat>,
    /// The sizes that stand behind them.
    constants: Vec<i64>,
}

impl Domain {
    fn of(skeleton: Skeleton, space: &[Nat]) -> Domain {
        let each = || space.iter().map(|size| vec![size.clone()]).collect();
        let whole = Domain {
            launched: each(),
            dimensions: (0..space.len()).collect(),
            written: space.to_vec(),
            constants: vec![],
        };
        match (skeleton, space.split_last()) {
            (Skeleton::Turned(rows, of_tile, along), Some((last, others))) => {
                let (outer, from) = others.split_at(along.min(others.len()));
                let (first, between) = from.split_at(from.len().min(1));
                let counted = [outer, between].concat();
                let dimensions = (0..outer.len()).chain(along + 1..others.len());
                Domain {
                    launched: vec![counted, first.to_vec(), vec![last.clone()]],
                    dimensions: dimensions.chain([along, others.len()]).collect(),
                    written: vec![volume(outer), volume(first), volume(between), last.clone()],
                    constants: vec![rows, of_tile],
                }
            }
            (Skeleton::MapGroups(items, of_item), _) => Domain {
                constants: vec![items, of_item],
                ..whole
            },
            (Skeleton::MapGroups2(columns, rows, of_item), _) => Domain {
                constants: vec![columns, rows, of_item],
                ..whole
            },
            (skeleton, _) if skeleton.is_counted() => Domain {
                launched: vec![space.to_vec()],
                written: vec![volume(space)],
                ..whole
            },
            _ => whole,
        }
    }

    /// The numbers of dimensions in the order of the space.
    fn in_order(&self, at: Vec<Exp>) -> Vec<Exp> {
        let mut numbered: Vec<(usize, Exp)> = self.dimensions.iter().copied().zip(at).collect();
        numbered.sort_by_key(|(dimension, _)| *dimension);
        numbered.into_iter().map(|(_, number)| number).collect()
    }
}

/// What an item does at a place, of which it is handed the numbers, for results that it is to give to an acceptor.
pub type At<'a, 'p> = dyn FnMut(&mut Items<'p, '_>, &[Exp], &Exp) -> Made<()> + 'a;

/// What the items of an entry have at a place, whose indexes it is handed.
pub type Elements<'a, 'p> = dyn FnMut(&mut Items<'p, '_>, &[Exp]) -> Made<Vec<Local<'p>>> + 'a;

/// Places that items update together, with the types of their elements.
pub type Shared = [(Place<Block>, PrimType)];

/// What an item does at a place where items update others together, which it is handed first.
pub type Updating<'a, 'p> = dyn FnMut(&mut Items<'p, '_>, &Shared, &[Exp], &Exp) -> Made<()> + 'a;

/// An entry and what it is called.
type Named = (String, (Entry, Interface, Arguments));

impl<'p> Host<'p, '_> {
    /// CORE-K-MAP: what items give for all places of a space.
    ///
    /// # Errors
    /// What an item refuses.
    pub fn map(
        &mut self,
        choice: Choice,
        text: &str,
        space: &[Nat],
        rows: &[Row],
        body: &mut At<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        self.map_with(choice, text, (space, rows), &[], &mut |items, _, at, to| {
            body(items, at, to)
        })
    }

    /// The same where items update places together, by an operation each.
    pub(super) fn map_with(
        &mut self,
        choice: Choice,
        text: &str,
        (space, rows): (&[Nat], &[Row]),
        together: &[Together],
        body: &mut Updating<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        CORE_K_MAP.apply();
        let name = self.entries.called(&format!("{}_{text}", self.point));
        let mut items = self.items();
        let make = items.make;
        let skeleton_name = choice.skeleton.name();
        let domain = Domain::of(choice.skeleton, space);
        let shared = together.iter().map(|together| items.share(together));
        let (shared, lent): (Vec<_>, Vec<_>) = shared.unzip();
        let mut sizes = Vec::new();
        for size in &domain.written {
            sizes.push(items.size(size)?.ty(make));
        }
        let extents = sizes.clone();
        sizes.extend(domain.constants.iter().map(|n| make.nat(*n)));
        let indexes: Vec<String> = domain
            .launched
            .iter()
            .map(|_| items.parameters.called("i"))
            .collect();
        let numbers: Vec<Exp> = indexes.iter().map(|i| items.number_of_index(i)).collect();
        let own = items.parameters.called("o");
        let to = make.var(&own);
        let command = items.inner(&mut |items| {
            let mut at = Vec::new();
            for (counted, number) in domain.launched.iter().zip(&numbers) {
                at.extend(unflattened(items, counted, std::slice::from_ref(number))?);
            }
            body(items, &shared, &domain.in_order(at), &to)
        })?;
        let mut names: Vec<&str> = indexes.iter().map(String::as_str).collect();
        let (whole, outputs) = match rows.is_empty() {
            true => {
                let arguments = vec![make.function(&names, command)];
                (skeleton(make, skeleton_name, None, &sizes, arguments), vec![])
            }
            false => {
                let of = data(&mut items, rows)?;
                let out = items.parameters.called("out");
                names.push(&own);
                let mut arguments = vec![make.function(&names, command), make.var(&out)];
                if matches!(choice.skeleton, Skeleton::Turned(..)) {
                    arguments.insert(0, copy(&mut items, rows)?);
                }
                let whole = skeleton(make, skeleton_name, Some(of.clone()), &sizes, arguments);
                let ty = extents
                    .iter()
                    .rev()
                    .fold(of, |of, size| make.array(size.clone(), of));
                (whole, vec![(out, ty)])
            }
        };
        let whole = lent.iter().rev().fold(whole, |whole, lent| {
            make.accumulate(lent.op, make.field(make.var(&lent.of), "wr"), &lent.own, whole)
        });
        let writes = rows.iter().map(|(_, element)| *element).collect();
        let made = items
            .parameters
            .entry((&name, choice.skeleton), make, outputs, writes, whole)?;
        let mut places = Vec::new();
        for (dims, element) in rows {
            let dims: Vec<Nat> = space.iter().chain(dims).cloned().collect();
            places.push(self.alloc(text, dims, *element)?);
        }
        self.run(name, choice, made, &places)?;
        Ok(places)
    }

    /// The rows that a function gives.
    pub(super) fn rows(&self, types: &[Type]) -> Made<Vec<Row>> {
        let rows = types.iter().map(|ty| match ty.element() {
            Some(element) => Ok((self.dims(ty)?, element)),
            None => self.malformed("an element that is neither scalar nor array"),
        });
        rows.collect()
    }

    /// A combinator over a space.
    ///
    /// # Errors
    /// What has no counterpart.
    pub fn segmented(&mut self, pat: &Pat, it: &'p Segmented) -> Made<()> {
        let space: Made<Vec<Nat>> = it.space.iter().map(|size| self.term(*size)).collect();
        let space = space?;
        self.constants_of(it)?;
        let screma = &it.screma;
        let text = pat
            .values
            .first()
            .map_or_else(String::new, |value| self.text(value.name));
        if !screma.accs.is_empty() {
            return self.accumulating(pat, &text, it, &space);
        }
        let function = &screma.function;
        let rows = self.rows(&function.results)?;
        let names: Vec<Name> = pat.values.iter().map(|value| value.name).collect();
        let alone = screma.combined() == function.results.len();
        if is_little(function, &rows)
            && let Some(deferred) = self.deferred(&text, &names, it, &rows)
        {
            let given = Given::Again(function);
            self.reductions(&names, &text, screma, &space, (&given, &rows))?;
            let array = names.get(screma.singles()..).and_then(|arrays| arrays.first());
            self.deferred.extend(array.map(|array| (*array, deferred)));
            return Ok(());
        }
        match screma.shape() {
            Shape::Map => {
                let places = self.mapped(&text, &space, function, &rows)?;
                self.put_rows(&names, places, &rows);
            }
            Shape::Redomap(operator) if alone => {
                let of = Asked {
                    operator,
                    reads_rows: self.reads_rows(function),
                    makes_arrays: makes_arrays(function),
                    gives: Gives::Last,
                };
                let made = self.reduced(&text, &space, of, &rows, &mut |items, at| {
                    applied(items, function, at)
                })?;
                self.put_rows_or_scalars(&names, made, &rows)?;
            }
            // A scan asks for its elements twice.
            Shape::Scanomap(operator) if alone && is_little(function, &rows) => {
                let asked = self.scan_of(operator, &Given::Again(function));
                let places = self.scanned(&text, &space, asked, &rows, &mut |items, at| {
                    applied(items, function, at)
                })?;
                self.put_rows(&names, places, &rows);
            }
            _ => {
                let given = match is_little(function, &rows) {
                    true => Given::Again(function),
                    false => Given::Kept(self.mapped(&text, &space, function, &rows)?),
                };
                self.several(&names, &text, screma, &space, (given, rows))?;
            }
        }
        Ok(())
    }

    /// CORE-K-SEVERAL: what a combinator makes of what its function gave, which was kept, or is computed again by who asks.
    pub(super) fn several(
        &mut self,
        names: &[Name],
        text: &str,
        screma: &'p Screma,
        space: &[Nat],
        (given, rows): (Given<'p>, Vec<Row>),
    ) -> Made<()> {
        if !matches!(screma.shape(), Shape::Map) {
            CORE_K_SEVERAL.apply();
        }
        self.reductions(names, text, screma, space, (&given, &rows))?;
        let singles = screma.singles() - screma.accs.len();
        let (_, arrays) = names.split_at(singles.min(names.len()));
        self.scans(arrays, text, screma, space, (&given, &rows))
    }

    /// What the reductions of a combinator make.
    pub(super) fn reductions(
        &mut self,
        names: &[Name],
        text: &str,
        screma: &'p Screma,
        space: &[Nat],
        (given, rows): (&Given<'p>, &[Row]),
    ) -> Made<()> {
        let reads_rows = match given {
            Given::Kept(_) => true,
            Given::Again(function) => self.reads_rows(function),
        };
        let mut from = 0;
        let mut names = names.iter().copied();
        for operator in &screma.reductions {
            let own = next(&mut from, operator.operands(), rows.len());
            let row = rows.get(own.clone()).unwrap_or_default();
            let asked = Asked {
                operator,
                reads_rows,
                makes_arrays: false,
                gives: Gives::Last,
            };
            let made = self.reduced(text, space, asked, row, &mut |items, at| {
                given.at(items, own.clone(), rows, at)
            })?;
            let names: Vec<Name> = names.by_ref().take(row.len()).collect();
            self.put_rows_or_scalars(&names, made, row)?;
        }
        Ok(())
    }

    /// What the scans of a combinator make, and the function behind them.
    pub(super) fn scans(
        &mut self,
        names: &[Name],
        text: &str,
        screma: &'p Screma,
        space: &[Nat],
        (given, rows): (&Given<'p>, &[Row]),
    ) -> Made<()> {
        let mut places: Vec<Place<Var>> = Vec::new();
        let mut from: usize = screma.reductions.iter().map(|own| own.operands()).sum();
        let combined = from;
        for operator in &screma.scans {
            let own = next(&mut from, operator.operands(), rows.len());
            let row = rows.get(own.clone()).unwrap_or_default();
            let asked = self.scan_of(operator, given);
            let made = self.scanned(text, space, asked, row, &mut |items, at| {
                given.at(items, own.clone(), rows, at)
            })?;
            places.extend(made);
        }
        let scanned = rows.get(combined..from).unwrap_or_default();
        let (rest, others) = (from..rows.len(), rows.get(from..).unwrap_or_default());
        let mut of = rows.get(combined..).unwrap_or_default().to_vec();
        if let Some(after) = &screma.after {
            let last = self.rows(&after.results)?;
            let choice = self.schedule().map(space.len(), !last.is_empty());
            places = self.map(choice, text, space, &last, &mut |items, at, to| {
                let mut values = elements(items, &places, scanned, at)?;
                values.extend(given.at(items, rest.clone(), rows, at)?);
                for (param, value) in after.params.iter().zip(values) {
                    items.set(param.name, value);
                }
                let results = items.body(&after.body)?;
                items.give(to, &results)
            })?;
            of = last;
        } else if !others.is_empty() {
            match given {
                Given::Kept(kept) => places.extend(kept.get(rest).unwrap_or_default().iter().cloned()),
                Given::Again(_) => {
                    let choice = self.schedule().map(space.len(), true);
                    places.extend(self.map(choice, text, space, others, &mut |items, at, to| {
                        let values = given.at(items, rest.clone(), rows, at)?;
                        items.give(to, &values)
                    })?);
                }
            }
        }
        self.put_rows(names, places, &of);
        Ok(())
    }

    fn mapped(
        &mut self,
        text: &str,
        space: &[Nat],
        function: &'p Lambda,
        rows: &[Row],
    ) -> Made<Vec<Place<Var>>> {
        let schedule = self.schedule();
        let is_scalar = !rows.is_empty() && rows.iter().all(|(dims, _)| dims.is_empty());
        let choice = match straight_line(function).filter(|_| is_scalar) {
            Some(statements) => schedule.map_cheap(space.len(), statements),
            None => schedule.map(space.len(), !rows.is_empty()),
        };
        self.map(choice, text, space, rows, &mut |items, at, to| {
            let results = applied(items, function, at)?;
            items.give(to, &results)
        })
    }

    fn put_rows(&mut self, names: &[Name], places: Vec<Place<Var>>, rows: &[Row]) {
        for ((name, place), (_, element)) in names.iter().zip(places).zip(rows) {
            self.put(*name, place, *element);
        }
    }

    /// Arrays, or what is read back of arrays of no dimensions.
    fn put_rows_or_scalars(&mut self, names: &[Name], places: Vec<Place<Var>>, rows: &[Row]) -> Made<()> {
        for ((name, place), (_, element)) in names.iter().zip(places).zip(rows) {
            match place.dims.is_empty() {
                true => {
                    let text = self.text(*name);
                    let index = self.value(&place.offset)?;
                    let var = self.read(&text, place.block, index, *element);
                    self.scalar(*name, var.into(), *element);
                }
                false => self.put(*name, place, *element),
            }
        }
        Ok(())
    }

    /// How many chunks so many places have, and of how many places each is; if each has copies of so many elements, all have at most twice as many as there
    /// are places.
    pub(super) fn chunks(&mut self, count: &Nat, copied: Option<&Nat>) -> Made<(Nat, Nat)> {
        let count = self.value(count)?;
        let one = Operand::i64(1);
        let schedule = self.schedule();
        let mut chunks = self.compute("chunks", BinOp::Quot, count, Operand::i64(schedule.grain));
        if let Some(copied) = copied {
            let copied = self.value(copied)?;
            let copied = self.compute("copied", BinOp::Max, copied, one);
            let room = self.compute("room", BinOp::Mul, count, Operand::i64(2));
            let room = self.compute("room", BinOp::Quot, room, copied);
            chunks = self.compute("chunks", BinOp::Min, chunks, room);
        }
        let chunks = self.compute("chunks", BinOp::Max, chunks, one);
        let chunks = self.compute("chunks", BinOp::Min, chunks, Operand::i64(schedule.chunks));
        let each = self.compute("each", BinOp::Add, count, chunks);
        let each = self.compute("each", BinOp::Sub, each, one);
        let each = self.compute("each", BinOp::Quot, each, chunks);
        // Of no places a chunk is one long: there are none of it.
        let each = self.compute("each", BinOp::Max, each, one);
        Ok((self.number("chunks", chunks), self.number("each", each)))
    }

    /// How many tiles of so many places a group has, so that there are not more groups than chunks may be, nor than this.
    pub(super) fn tiles(&mut self, count: &Nat, tile: i64, groups: i64) -> Made<Nat> {
        let count = self.value(count)?;
        let one = Operand::i64(1);
        let most = Operand::i64(tile.saturating_mul(groups.min(self.schedule().chunks)));
        let tiles = self.compute("tiles", BinOp::Add, count, most);
        let tiles = self.compute("tiles", BinOp::Sub, tiles, one);
        let tiles = self.compute("tiles", BinOp::Quot, tiles, most);
        let tiles = self.compute("tiles", BinOp::Max, tiles, one);
        Ok(self.number("tiles", tiles))
    }

    /// How many tiles of so many places a chunk has of each of so many segments, so that all of them together have no more chunks than there may be.
    fn tiles_of_chunks(&mut self, width: &Nat, segments: &Nat, tile: i64) -> Made<Nat> {
        let one = Operand::i64(1);
        let mut each = self.chunks(width, None)?.1;
        if segments.as_constant() != Some(1) {
            let (count, segments) = (self.value(width)?, self.value(segments)?);
            let segments = self.compute("segments", BinOp::Max, segments, one);
            let most = self.compute(
                "most",
                BinOp::Quot,
                Operand::i64(self.schedule().chunks),
                segments,
            );
            let most = self.compute("most", BinOp::Max, most, one);
            let least = self.compute("least", BinOp::Add, count, most);
            let least = self.compute("least", BinOp::Sub, least, one);
            let least = self.compute("least", BinOp::Quot, least, most);
            let chunk = self.value(&each)?;
            let chunk = self.compute("each", BinOp::Max, chunk, least);
            each = self.number("each", chunk);
        }
        let each = self.value(&each)?;
        let tiles = self.compute("tiles", BinOp::Add, each, Operand::i64(tile - 1));
        let tiles = self.compute("tiles", BinOp::Quot, tiles, Operand::i64(tile));
        Ok(self.number("tiles", tiles))
    }

    /// CORE-K-REDUCE: what an operator makes of the operands of the last dimension.
    fn reduced(
        &mut self,
        text: &str,
        space: &[Nat],
        asked: Asked<'p>,
        rows: &[Row],
        element: &mut Elements<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        CORE_K_REDUCE.apply();
        let Some((width, outer)) = space.split_last() else {
            return self.malformed("a space without dimensions");
        };
        let Asked {
            operator,
            reads_rows,
            makes_arrays,
            gives,
        } = asked;
        let is_few = self.is_narrow(width);
        let known = operands_of(operator, rows, !makes_arrays && !is_few);
        let choice = self.schedule().reduce(outer.len(), known);
        if matches!(choice.skeleton, Skeleton::ReduceLanes(_)) {
            return self.by_segments(choice, text, space, (operator, gives, rows), element);
        }
        if !choice.skeleton.is_divided() {
            let ways = match reads_rows {
                true => self.schedule().rows(known),
                false => vec![],
            };
            let ways: Vec<(Choice, Lengths)> = ways
                .into_iter()
                .map(|(choice, least)| (choice, Lengths::of(least)))
                .collect();
            return self.by_length(text, space, (operator, gives, rows), (&ways, choice), element);
        }
        let (name, entry) = self.chunked(text, choice.skeleton, width, (operator, rows), element)?;
        let mut places = Vec::new();
        for (dims, element) in rows {
            places.push(self.alloc(text, dims.clone(), *element)?);
        }
        self.run(name, choice, entry, &places)?;
        Ok(places)
    }

    /// What an operator makes of each segment, by the first of these ways that is for such segments, else by an item each.
    fn by_length(
        &mut self,
        text: &str,
        space: &[Nat],
        (operator, gives, rows): (&'p Operator, Gives, &[Row]),
        (ways, by_items): (&[(Choice, Lengths)], Choice),
        element: &mut Elements<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        let Some((width, outer)) = space.split_last() else {
            return self.malformed("segments without places");
        };
        let given = gives.rows(width, rows);
        let Some(((choice, lengths), shorter)) = ways.split_first() else {
            return self.map(by_items, text, outer, &given, &mut |items, at, to| {
                let sum =
                    items.fold(
                        operator,
                        width,
                        rows,
                        at,
                        element,
                        &mut |items, number, sum| match gives {
                            Gives::Last => Ok(()),
                            Gives::All => items.give_row(to, &given, number, sum),
                        },
                    )?;
                match gives {
                    Gives::Last => items.give(to, &sum),
                    Gives::All => Ok(()),
                }
            });
        };
        let long = self.value(width)?;
        let mut long = self.compute("long", BinOp::Le, Operand::i64(lengths.least), long);
        if let Some(most) = lengths.segments {
            let segments = self.value(&volume(outer))?;
            let few = self.compute("few", BinOp::Le, segments, Operand::i64(most));
            long = self.both("few", long, few);
        }
        let of = (operator, gives, rows);
        let then = self.side(&mut |host| host.by_segments(choice.clone(), text, space, of, element))?;
        let otherwise =
            self.side(&mut |host| host.by_length(text, space, of, (shorter, by_items.clone()), element))?;
        self.chosen(text, long, [then, otherwise], outer, &given)
    }

    /// Whether the text says that these are a few places.
    fn is_narrow(&self, width: &Nat) -> bool {
        let narrow = self.schedule().narrow;
        width.as_constant().is_some_and(|places| places <= narrow)
    }

    /// A scan of the operands that are given so.
    fn scan_of(&self, operator: &'p Operator, given: &Given<'p>) -> Asked<'p> {
        Asked {
            operator,
            reads_rows: match given {
                Given::Kept(_) => true,
                Given::Again(function) => self.reads_rows(function) || !self.reads(function, [1, 0]),
            },
            makes_arrays: false,
            gives: Gives::All,
        }
    }

    /// Whether neighbours of a segment lie side by side where places of different segments do not, in an array that a function reads.
    fn reads_rows(&self, function: &Lambda) -> bool {
        self.reads(function, [0, 1])
    }

    /// The same of the numbers of a place that are so many before the last one: the first goes on by one.
    fn reads(&self, function: &Lambda, numbers: [usize; 2]) -> bool {
        let number = |before: usize| {
            function
                .params
                .iter()
                .nth_back(before)
                .map(|param| Atom::from(param.name))
        };
        let [Some(place), Some(segment)] = numbers.map(number) else {
            return false;
        };
        function.body.stms.iter().any(|stm| {
            let Term::Index { array, at } = &stm.exp else {
                return false;
            };
            let Some(Known::Array(own, _)) = self.known.get(array) else {
                return false;
            };
            let stride = |number: Atom| {
                let at = at.iter().position(|index| *index == number)?;
                own.strides.get(at)
            };
            stride(place).is_some_and(Nat::is_one) && stride(segment).is_some_and(|stride| !stride.is_one())
        })
    }

    /// What one of two bodies gives for all places of a space.
    pub(super) fn chosen(
        &mut self,
        text: &str,
        condition: Operand,
        [then, otherwise]: [Steps; 2],
        space: &[Nat],
        rows: &[Row],
    ) -> Made<Vec<Place<Var>>> {
        let mut results = Vec::new();
        let mut places = Vec::new();
        for (dims, element) in rows {
            let var = self.fresh(text);
            results.push((var, Kind::Block(*element)));
            let dims = space.iter().chain(dims).cloned().collect();
            places.push(Place::whole(var, dims));
        }
        self.steps.push(Step::If {
            condition,
            then,
            otherwise,
            results,
        });
        Ok(places)
    }

    /// What an operator makes of each segment, by groups that have one or several, or by items or groups that have a chunk of one.
    fn by_segments(
        &mut self,
        choice: Choice,
        text: &str,
        space: &[Nat],
        (operator, gives, rows): (&'p Operator, Gives, &[Row]),
        element: &mut Elements<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        let Some((width, outer)) = space.split_last() else {
            return self.malformed("segments without places");
        };
        let shape = match choice.skeleton {
            Skeleton::Rows(items, own)
            | Skeleton::RowsApart(items, own)
            | Skeleton::ScanRows(items, own)
            | Skeleton::ScanSplit(items, own) => vec![items, own],
            Skeleton::RowsSeveral(segments, items, own) | Skeleton::ScanSeveral(segments, items, own) => {
                vec![segments, items, own]
            }
            Skeleton::ReduceLanes(lanes) => vec![lanes],
            _ => return self.malformed("a skeleton that has no segments"),
        };
        let tiles = match choice.skeleton {
            Skeleton::ReduceLanes(lanes) => {
                Some((self.tiles_of_chunks(width, &volume(outer), lanes)?, lanes))
            }
            Skeleton::ScanRows(items, own) => {
                let tile = items.saturating_mul(own);
                Some((self.tiles(width, tile, 1)?, tile))
            }
            Skeleton::ScanSplit(items, own) => {
                let tile = items.saturating_mul(own);
                Some((self.tiles(&volume(space), tile, i64::MAX)?, tile))
            }
            _ => None,
        };
        let name = self.entries.called(&format!("{}_{text}", self.point));
        let mut items = self.items();
        let make = items.make;
        let of = data(&mut items, rows)?;
        let (b, n) = (items.size(&volume(outer))?.ty(make), items.size(width)?);
        let mut arguments = functions(&mut items, operator, rows, 2, &mut |items, at| {
            let (Some(segment), Some(place)) = (at.first(), at.get(1)) else {
                return items.malformed("a place without a segment");
            };
            let mut whole = unflattened(items, outer, std::slice::from_ref(segment))?;
            whole.push(place.clone());
            element(items, &whole)
        })?;
        let out = items.parameters.called("out");
        let mut target = make.var(&out);
        let mut sizes = vec![b.clone(), n.ty(make)];
        if let Some((tiles, lanes)) = tiles {
            let tiles = items.size(&tiles)?;
            let places = make.nat_op(NatOp::Mul, tiles.ty(make), make.nat(lanes));
            sizes.extend([rounded_up(make, &n, &places), tiles.ty(make)]);
            if gives == Gives::All {
                // Of each segment the last chunk is cut.
                let places = make.binary(BinOp::Mul, tiles.exp(make), Size::Known(lanes).exp(make));
                let row = items.parameters.called("row");
                let cut = make.call(make.var("cutAcc"), vec![places, make.var(&row)]);
                target = make.apply("mapAcc", vec![make.function(&[&row], cut), target]);
            }
        }
        arguments.push(target);
        sizes.extend(shape.into_iter().map(|n| make.nat(n)));
        let body = skeleton(make, choice.skeleton.name(), Some(of.clone()), &sizes, arguments);
        let of_segment = match gives {
            Gives::Last => of,
            Gives::All => make.array(n.ty(make), of),
        };
        let outputs = vec![(out, make.array(b, of_segment))];
        let writes = rows.iter().map(|(_, element)| *element).collect();
        let entry = items
            .parameters
            .entry((&name, choice.skeleton), make, outputs, writes, body)?;
        let mut places = Vec::new();
        for (dims, element) in gives.rows(width, rows) {
            let dims = outer.iter().chain(&dims).cloned().collect();
            places.push(self.alloc(text, dims, element)?);
        }
        self.run(name, choice, entry, &places)?;
        Ok(places)
    }

    /// The entry of a skeleton that divides places into chunks: what an operator makes of the operands of so many places.  A scan
    /// gives all places, of which the last chunk is cut.
    fn chunked(
        &mut self,
        text: &str,
        chosen: Skeleton,
        width: &Nat,
        (operator, rows): (&'p Operator, &[Row]),
        element: &mut Elements<'_, 'p>,
    ) -> Made<Named> {
        let (each, tile) = match chosen {
            Skeleton::ScanLanes(lanes) => {
                let tiles = self.tiles_of_chunks(width, &Nat::one(), lanes)?;
                (tiles, Some((lanes, vec![lanes])))
            }
            Skeleton::ReduceGroups(items, own)
            | Skeleton::ReduceApart(items, own)
            | Skeleton::ScanGroups(items, own) => {
                let tile = items.saturating_mul(own);
                // What one group combines in the end is read with nothing else under way.
                let groups = match chosen {
                    Skeleton::ReduceApart(..) => LAST,
                    _ => i64::MAX,
                };
                (self.tiles(width, tile, groups)?, Some((tile, vec![items, own])))
            }
            _ => (self.chunks(width, None)?.1, None),
        };
        let name = self.entries.called(&format!("{}_{text}", self.point));
        let mut items = self.items();
        let make = items.make;
        let of = data(&mut items, rows)?;
        let (n, c) = (items.size(width)?, items.size(&each)?);
        // What a chunk or a group has.
        let (places, places_exp) = match &tile {
            None => (c.ty(make), c.exp(make)),
            Some((tile, _)) => (
                make.nat_op(NatOp::Mul, c.ty(make), make.nat(*tile)),
                make.binary(BinOp::Mul, c.exp(make), Size::Known(*tile).exp(make)),
            ),
        };
        // Not one chunk more: an operator is not asked what it makes of one that holds nothing.
        let k = rounded_up(make, &n, &places);
        let mut arguments = functions(&mut items, operator, rows, 1, element)?;
        let out = items.parameters.called("out");
        let whole = make.var(&out);
        let (target, count) = match matches!(
            chosen,
            Skeleton::Scan | Skeleton::ScanLanes(_) | Skeleton::ScanGroups(..)
        ) {
            true => (make.call(make.var("cutAcc"), vec![places_exp, whole]), n.ty(make)),
            false => (whole, make.nat(1)),
        };
        arguments.push(target);
        let mut sizes = vec![n.ty(make), k, c.ty(make)];
        let shape = tile.into_iter().flat_map(|(_, shape)| shape);
        sizes.extend(shape.map(|n| make.nat(n)));
        let body = skeleton(make, chosen.name(), Some(of.clone()), &sizes, arguments);
        let outputs = vec![(out, make.array(count, of))];
        let writes = rows.iter().map(|(_, element)| *element).collect();
        let entry = items
            .parameters
            .entry((&name, chosen), make, outputs, writes, body)?;
        Ok((name, entry))
    }

    /// CORE-K-SCAN: all that an operator makes of the operands of the last dimension.
    fn scanned(
        &mut self,
        text: &str,
        space: &[Nat],
        asked: Asked<'p>,
        rows: &[Row],
        element: &mut Elements<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        CORE_K_SCAN.apply();
        let Some((width, outer)) = space.split_last() else {
            return self.malformed("a space without dimensions");
        };
        let Asked {
            operator,
            reads_rows,
            gives,
            ..
        } = asked;
        let known = operands_of(operator, rows, true);
        let choice = self.schedule().scan(outer.len(), known);
        if !choice.skeleton.is_divided() {
            let ways = match self.is_narrow(width) {
                true => vec![],
                false => self.schedule().scans(known, !reads_rows),
            };
            return self.by_length(text, space, (operator, gives, rows), (&ways, choice), element);
        }
        let (name, entry) = self.chunked(text, choice.skeleton, width, (operator, rows), element)?;
        let mut places = Vec::new();
        for (dims, element) in gives.rows(width, rows) {
            places.push(self.alloc(text, dims, element)?);
        }
        self.run(name, choice, entry, &places)?;
        Ok(places)
    }

    /// CORE-K-ONE: what one item does to blocks.
    ///
    /// # Errors
    /// What an item refuses.
    pub fn one(
        &mut self,
        choice: Choice,
        text: &str,
        updates: &[(Var, PrimType)],
        body: &mut dyn FnMut(&mut Items<'p, '_>) -> Made<()>,
    ) -> Made<()> {
        CORE_K_ONE.apply();
        let name = self.entries.called(&format!("{}_{text}", self.point));
        let mut items = self.items();
        let make = items.make;
        for (var, element) in updates {
            let text = items.outer.text(*var);
            items.parameters.update(*var, *element, &text);
        }
        let command = items.inner(&mut |items| body(items))?;
        let made = items
            .parameters
            .entry((&name, choice.skeleton), make, vec![], vec![], command)?;
        self.run(name, choice, made, &[])
    }
}

/// What of a fold from the left is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    /// What there is in the end: a reduction.
    Last,
    /// What there is behind each place: a scan.
    All,
}

impl Gives {
    /// What is given for a segment of this width.
    fn rows(self, width: &Nat, rows: &[Row]) -> Vec<Row> {
        let of_row = |(dims, element): &Row| match self {
            Gives::Last => (dims.clone(), *element),
            Gives::All => (std::iter::once(width).chain(dims).cloned().collect(), *element),
        };
        rows.iter().map(of_row).collect()
    }
}

/// A reduction or a scan that is asked for.
struct Asked<'p> {
    operator: &'p Operator,
    /// Whether neighbours of a segment lie side by side, and places of different segments do not.
    reads_rows: bool,
    /// Whether the function that gives the operands makes arrays.
    makes_arrays: bool,
    /// What of the fold.
    gives: Gives,
}

/// What a function gives for the places of a space.
pub(super) enum Given<'p> {
    /// Arrays that it was written to.
    Kept(Vec<Place<Var>>),
    /// Nothing that was kept: it is applied where it is asked for.
    Again(&'p Lambda),
}

impl<'p> Given<'p> {
    /// These results at a place.
    pub(super) fn at(
        &self,
        items: &mut Items<'p, '_>,
        own: Range<usize>,
        rows: &[Row],
        at: &[Exp],
    ) -> Made<Vec<Local<'p>>> {
        match self {
            Given::Kept(places) => {
                let places = places.get(own.clone()).unwrap_or_default();
                elements(items, places, rows.get(own).unwrap_or_default(), at)
            }
            Given::Again(function) => {
                let results = applied(items, function, at)?;
                Ok(results.into_iter().skip(own.start).take(own.len()).collect())
            }
        }
    }
}

/// The most statements of a function that is applied again rather than that what it gives is kept.
pub(super) const LITTLE: usize = 8;

/// Whether a function costs less to be applied than its results to be written and read: it is short, does nothing but give scalars, and cannot fail.
fn is_little(function: &Lambda, rows: &[Row]) -> bool {
    rows.iter().all(|(dims, _)| dims.is_empty())
        && straight_line(function).is_some_and(|count| count <= LITTLE)
        && function.body.stms.iter().all(is_little_itself)
}

pub(super) fn is_little_itself(stm: &Stm) -> bool {
    is_pure(stm) && !matches!(stm.exp, Term::Prim(function, _) if !is_cheap(function))
}

/// So many results behind those before, of so many.
fn next(from: &mut usize, count: usize, all: usize) -> Range<usize> {
    let until = (*from + count).min(all);
    std::mem::replace(from, until)..until
}

/// What a function gives at a place.
fn applied<'p>(items: &mut Items<'p, '_>, function: &'p Lambda, at: &[Exp]) -> Made<Vec<Local<'p>>> {
    for (param, number) in function.params.iter().zip(at) {
        items.set(param.name, Local::Scalar(number.clone()));
    }
    items.body(&function.body)
}

/// What arrays have at a place.
pub(super) fn elements<'p>(
    items: &mut Items<'p, '_>,
    places: &[Place<Var>],
    rows: &[Row],
    at: &[Exp],
) -> Made<Vec<Local<'p>>> {
    let at = items.all_fixed(at);
    let mut given = Vec::new();
    for (place, (dims, element)) in places.iter().zip(rows) {
        let row = place.part(&at);
        let array = Array::At(items.block(row, *element));
        given.push(match dims.is_empty() {
            true => Local::Scalar(items.read(&array, &[])?),
            false => Local::Array(array, *element),
        });
    }
    Ok(given)
}

/// What is known of an operator of rows, and whether who gives the operands makes no arrays.
pub(super) fn operands_of(operator: &Operator, rows: &[Row], makes_none: bool) -> Operands {
    let stms = &operator.function.body.stms;
    let bytes = rows
        .iter()
        .map(|(dims, element)| dims.is_empty().then(|| element.bytes() as i64));
    Operands {
        bytes: bytes.sum(),
        statements: straight_line(&operator.function).filter(|_| makes_none && stms.iter().all(is_pure)),
        commutative: operator.commutative || commutes(operator, rows),
    }
}

/// Whether an operator is one of the device's at each scalar, which all commute; of floats only sums and products do to the bit, since of two zeros, the least
/// and the greatest are the one that stands first.
fn commutes(operator: &Operator, rows: &[Row]) -> bool {
    let is_exact = |(op, (_, element)): (UpdateOp, &Row)| {
        !element.is_float() || matches!(op, UpdateOp::Add | UpdateOp::Mul)
    };
    elementwise::operations(operator).is_some_and(|ops| ops.into_iter().zip(rows).all(is_exact))
}

/// How many statements a function has, if there is no loop among them, and it makes no arrays: an array of an item has a place for each item that there may be.
pub(super) fn straight_line(function: &Lambda) -> Option<usize> {
    straight(&function.body).filter(|_| !makes_arrays(function))
}

fn straight(body: &Body) -> Option<usize> {
    let each = body.stms.iter().map(|stm| match &stm.exp {
        Term::If { then, otherwise, .. } => Some(1 + straight(then)? + straight(otherwise)?),
        Term::Loop(_) | Term::WithAcc { .. } | Term::Call { .. } => None,
        _ => Some(1),
    });
    each.sum()
}

/// A function that copies an operand of rows.
fn copy(items: &mut Items<'_, '_>, rows: &[Row]) -> Made<Exp> {
    let make = items.make;
    let (x, to) = (items.parameters.called("x"), items.parameters.called("o"));
    let body = items.inner(&mut |items| {
        let values = operands(&x, make, rows);
        items.give(&make.var(&to), &values)
    })?;
    Ok(make.function(&[&x, &to], body))
}

/// The functions that a skeleton of operators takes: what writes the neutral element, the operator, a copy, the operand of a place that has so many numbers.
pub(super) fn functions<'p>(
    items: &mut Items<'p, '_>,
    operator: &'p Operator,
    rows: &[Row],
    indexes: usize,
    element: &mut Elements<'_, 'p>,
) -> Made<Vec<Exp>> {
    let make = items.make;
    let function = |names: &[&String], body: Exp| {
        let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        make.function(&names, body)
    };
    let to = items.parameters.called("o");
    let zero = items.inner(&mut |items| {
        let neutral = items.operands(&operator.neutral)?;
        items.give(&make.var(&to), &neutral)
    })?;
    let zero = function(&[&to], zero);
    let (x, y, to) = (
        items.parameters.called("x"),
        items.parameters.called("y"),
        items.parameters.called("o"),
    );
    let body = items.inner(&mut |items| {
        let both = [operands(&x, make, rows), operands(&y, make, rows)].concat();
        for (param, value) in operator.function.params.iter().zip(both) {
            items.set(param.name, value);
        }
        let results = items.body(&operator.function.body)?;
        items.give(&make.var(&to), &results)
    })?;
    let combine = function(&[&x, &y, &to], body);
    let copy = copy(items, rows)?;
    let at: Vec<String> = (0..indexes).map(|_| items.parameters.called("i")).collect();
    let to = items.parameters.called("o");
    let body = items.inner(&mut |items| {
        let numbers: Vec<Exp> = at.iter().map(|i| make.var(i)).collect();
        let values = element(items, &numbers)?;
        items.give(&make.var(&to), &values)
    })?;
    let names: Vec<&String> = at.iter().chain([&to]).collect();
    let body = function(&names, body);
    Ok(vec![zero, combine, copy, body])
}

/// The numbers of a place from its number among all places of a space.
pub(super) fn unflattened(items: &mut Items<'_, '_>, space: &[Nat], numbers: &[Exp]) -> Made<Vec<Exp>> {
    let make = items.make;
    let Some(number) = numbers.first() else {
        return Ok(vec![]);
    };
    let mut rest = number.clone();
    let mut at = Vec::new();
    for (k, size) in space.iter().enumerate().rev() {
        if k == 0 {
            at.push(rest.clone());
            continue;
        }
        let size = items.number(size)?;
        let own = items.named("i", make.binary(BinOp::Rem, rest.clone(), size.clone()));
        rest = items.named("q", make.binary(BinOp::Quot, rest, size));
        at.push(own);
    }
    at.reverse();
    Ok(at)
}
