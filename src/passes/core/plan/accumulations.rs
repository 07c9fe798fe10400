//! Combinators whose items add to accumulators, as entries (CORE-K-HIST).
//!
//! Items add *together* to the arrays themselves where each number is changed in one step: by an operation that devices have, by an assignment of which any may
//! stay, or by a command that makes a number of the one that is there (DPIA-X-SWAP).  Else they add *apart*: each of several chunks of the places adds to
//! copies of its own, and each element becomes what is there and what the copies come to, in the order of the chunks.  This asks for memory only, so it does
//! for values of any width and for operators that do not commute, on any device; where there are too few places for that, one item adds.

use super::Made;
use super::entry::Size;
use super::host::{Accumulation, Host};
use super::item::{Array, Block, Items, Local, component};
use super::place::{Place, volume};
use super::schedule::{Choice, Group, Lengths, Skeleton, Together, Way};
use super::segments::{Given, LITTLE, Row, Shared, elements, straight_line, unflattened};
use crate::core::elements::makes_arrays;
use elder_core::names::Name;
use elder_core::rules::plan::CORE_K_HIST;
use elder_core::tree::{Atom, Binder, Exp, Lambda, Operator, Pat, Segmented, Stm};
use elder_core::walk::{Fold, fold};
use elder_dpia::ast::make::Make;
use elder_dpia::ast::{self, LoopTarget};
use elder_dpia::{AddressSpace, Strategy};
use elder_kernel::host::{Body as Steps, Operand, Var};
use elder_sizes::Nat;
use elder_syntax::prim::{BinOp, PrimType};
use std::rc::Rc;
use std::slice;

/// The most items of a group.
const MOST_ITEMS: i64 = 1024;

/// An array of which groups have copies in local memory, what these begin with, and by which groups, for up to how many elements.
struct Copies {
    of: Together,
    neutral: Atom,
    by: (Choice, Group, i64),
    /// How many dimensions segments have: items of a segment add behind its own indexes only.
    outer: usize,
}

/// What a group has a copy of.
enum Copied<'c> {
    /// The whole array.
    Whole,
    /// A range of so many elements.
    Range(&'c Nat),
    /// What so many segments add to, so many items for each.
    Segments(i64, i64),
}

/// Ranges, or runs of segments, of which a group has one.
struct Runs {
    make: Make,
    /// Its number.
    number: ast::Exp,
    /// How many elements, or segments, each has.
    each: Size,
    /// How many there are in all.
    all: Size,
}

impl Runs {
    /// What stands so far behind the first of the run.
    fn behind(&self, number: ast::Exp) -> ast::Exp {
        let Runs { make, each, .. } = self;
        match each {
            Size::Known(1) => self.number.clone(),
            each => {
                let first = make.binary(BinOp::Mul, self.number.clone(), each.exp(*make));
                make.binary(BinOp::Add, first, number)
            }
        }
    }
}

/// A combinator whose items add to accumulators.
pub(super) struct Adding<'a, 'p> {
    /// What its results are called.
    pub(super) text: &'a str,
    space: &'a [Nat],
    /// It takes the accumulators and the indexes of a place.
    function: &'p Lambda,
    own: Vec<Rc<Accumulation<'p>>>,
    /// How items add to each of them.
    ways: Vec<Way>,
    /// What the function gives besides.
    rows: Vec<Row>,
}

impl<'p> Adding<'_, 'p> {
    /// The arrays that items add to together.
    pub(super) fn together(&self) -> Vec<Together> {
        let ways = self.ways.iter().filter_map(|way| match way {
            Way::Together(arrays) => Some(arrays.iter().cloned()),
            Way::Apart => None,
        });
        ways.flatten().collect()
    }

    /// The accumulators of which chunks have copies.
    fn apart(&self) -> impl Iterator<Item = &Rc<Accumulation<'p>>> {
        let all = self.own.iter().zip(&self.ways);
        all.filter(|(_, way)| **way == Way::Apart).map(|(acc, _)| acc)
    }

    /// The accumulators are the items': those that they add to together, of which they are handed the arrays, and copies, which it gives.
    pub(super) fn lend(&self, items: &mut Items<'p, '_>, mut shared: &Shared) -> Made<Vec<Local<'p>>> {
        let mut copies = Vec::new();
        for ((param, acc), way) in self.function.params.iter().zip(&self.own).zip(&self.ways) {
            let arrays = match way {
                Way::Together(own) => {
                    let Some((arrays, others)) = shared.split_at_checked(own.len()) else {
                        return items.malformed("an accumulator without its places");
                    };
                    shared = others;
                    arrays.to_vec()
                }
                Way::Apart => {
                    let own = items.neutral(acc)?;
                    let cells = own.iter().cloned();
                    copies.extend(cells.map(|(cell, element)| Local::Array(Array::At(cell), element)));
                    own
                }
            };
            items.lend(param.name, acc, arrays);
        }
        Ok(copies)
    }

    /// The only accumulator is the item's in a range of its indexes, for which it adds there.
    fn lend_range(&self, items: &mut Items<'p, '_>, range: (Nat, Nat), copy: (Place<Block>, PrimType)) {
        for (param, acc) in self.function.params.iter().zip(&self.own) {
            items.lend_range(param.name, acc.operator, range.clone(), vec![copy.clone()]);
        }
    }

    /// What the function gives besides at a place.
    fn item(&self, items: &mut Items<'p, '_>, at: &[ast::Exp]) -> Made<Vec<Local<'p>>> {
        let indexes = self.function.params.iter().skip(self.own.len());
        for (index, number) in indexes.zip(at) {
            items.set(index.name, Local::Scalar(number.clone()));
        }
        let mut results = items.body(&self.function.body)?;
        Ok(results.split_off(self.own.len().min(results.len())))
    }
}

/// How many indexes of all additions are the numbers of a place, in their order.
struct Common<'f> {
    places: &'f [Binder],
    first: usize,
}

impl Fold for Common<'_> {
    fn exp(&mut self, exp: &Exp) {
        match exp {
            Exp::AccUpdate { at, .. } => {
                let mut numbers = at.iter().zip(self.places);
                let other = numbers.position(|(at, place)| *at != place.name.into());
                self.first = self.first.min(other.unwrap_or(at.len()));
            }
            // What is called may add anywhere.
            Exp::Call { .. } => self.first = 0,
            _ => {}
        }
        fold::exp(self, exp);
    }
}

impl<'p> Adding<'_, 'p> {
    /// How many indexes of a place, at most all but one, are the first ones of each addition, in their order.
    fn segments(&self) -> usize {
        let places = self.function.params.get(self.own.len()..).unwrap_or_default();
        let mut common = Common {
            places,
            first: places.len().saturating_sub(1),
        };
        common.body(&self.function.body);
        common.first
    }

    /// Whether items do nothing but add together, and make no arrays.
    pub(super) fn is_plain(&self) -> bool {
        !self.ways.is_empty()
            && self.rows.is_empty()
            && self.apart().next().is_none()
            && !makes_arrays(self.function)
    }

    /// What the function does at a place, where this name of it stands for something already.
    pub(super) fn item_but(&self, items: &mut Items<'p, '_>, at: &ast::Exp, known: Name) -> Made<()> {
        if let Some(index) = self.function.params.get(self.own.len()) {
            items.set(index.name, Local::Scalar(at.clone()));
        }
        let is_open = |stm: &&Stm| !stm.pat.values.iter().any(|value| value.name == known);
        self.function
            .body
            .stms
            .iter()
            .filter(is_open)
            .try_for_each(|stm| items.stm(stm))
    }
}

impl<'p> Host<'p, '_> {
    /// CORE-K-HIST: a combinator whose items add to accumulators.
    ///
    /// # Errors
    /// What an item refuses.
    pub(super) fn accumulating(
        &mut self,
        pat: &Pat,
        text: &str,
        it: &'p Segmented,
        space: &[Nat],
    ) -> Made<()> {
        CORE_K_HIST.apply();
        let screma = &it.screma;
        let function = &screma.function;
        let count = screma.accs.len();
        let rows = self.rows(function.results.get(count..).unwrap_or_default())?;
        let own: Option<Vec<_>> = screma
            .accs
            .iter()
            .map(|acc| self.accs.get(acc).cloned())
            .collect();
        let Some(own) = own else {
            return self.malformed("an accumulator that is not known here");
        };
        let (choice, ways) = self.schedule().accumulate(&own, space.len(), !rows.is_empty());
        let adding = Adding {
            text,
            space,
            function,
            own,
            ways,
            rows,
        };
        let behind = self.taken_by(&adding, screma)?;
        let places = match adding.ways.is_empty() {
            _ if let Some(behind) = behind => {
                self.added_behind(behind, &adding)?;
                vec![]
            }
            true => self.added_by_one(choice, &adding)?,
            false if adding.apart().next().is_some() => {
                let mut by_one = |host: &mut Self| host.added_by_one(host.schedule().too_few(), &adding);
                self.added_to_copies((choice, 1), &adding, &mut by_one)?
            }
            false => match (self.copies(&adding), self.schedule().apart(&adding.own)) {
                (Some(copies), _) if copies.outer > 0 => {
                    let ways = self.schedule().copies_of_segments(copies.by.1);
                    self.added_in_segments((choice, &copies), &ways, &adding)?
                }
                (Some(copies), _) => self.added_in_groups((choice, copies), &adding)?,
                (None, Some((by_chunks, additions))) => {
                    let apart = Adding {
                        own: adding.own.clone(),
                        ways: vec![Way::Apart; adding.own.len()],
                        rows: adding.rows.clone(),
                        ..adding
                    };
                    let mut together = |host: &mut Self| host.added_together(choice.clone(), &adding);
                    self.added_to_copies((by_chunks, additions.saturating_mul(2)), &apart, &mut together)?
                }
                (None, None) => self.added_together(choice, &adding)?,
            },
        };
        for (value, acc) in pat.values.iter().zip(&screma.accs) {
            self.be(value.name, (*acc).into())?;
        }
        let names: Vec<Name> = pat.values.iter().skip(count).map(|value| value.name).collect();
        self.several(&names, text, screma, space, (Given::Kept(places), adding.rows))
    }

    /// To the arrays themselves.
    fn added_together(&mut self, choice: Choice, adding: &Adding<'_, 'p>) -> Made<Vec<Place<Var>>> {
        let (space, rows) = (adding.space, adding.rows.as_slice());
        self.map_with(
            choice,
            adding.text,
            (space, rows),
            &adding.together(),
            &mut |items, shared, at, to| {
                adding.lend(items, shared)?;
                let given = adding.item(items, at)?;
                items.give(to, &given)
            },
        )
    }

    /// The only array that is added to, if it has one dimension and its copies can be in local memory.
    fn copies(&self, adding: &Adding<'_, 'p>) -> Option<Copies> {
        let together = adding.together();
        let ([acc], [of]) = (adding.own.as_slice(), together.as_slice()) else {
            return None;
        };
        let (place, element, op) = of;
        let [neutral] = acc.operator?.neutral.as_slice() else {
            return None;
        };
        let by = self.schedule().copies(*element, *op)?;
        let is_simple = adding.rows.is_empty() && !makes_arrays(adding.function);
        // Each segment of the space has one of the array.
        let outer = match acc.space.len() == place.dims.len() {
            true => adding.segments().min(place.dims.len().saturating_sub(1)),
            false => 0,
        };
        let outer = match place.dims.get(..outer) == adding.space.get(..outer) {
            true => outer,
            false => 0,
        };
        (is_simple && place.dims.len() == outer + 1).then(|| Copies {
            of: of.clone(),
            neutral: *neutral,
            by,
            outer,
        })
    }

    /// Whether groups may have copies in local memory.
    pub(super) fn has_copies(&self, adding: &Adding<'_, 'p>) -> bool {
        self.copies(adding).is_some()
    }

    /// By groups whose items add to copies in local memory, if there is room for those and enough is added; else to the array itself.
    fn added_in_groups(
        &mut self,
        (choice, copies): (Choice, Copies),
        adding: &Adding<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        let (_, group, room) = &copies.by;
        let room = *room;
        let (count, copied) = (volume(adding.space), volume(&copies.of.0.dims));
        let (count, copied) = (self.value(&count)?, self.value(&copied)?);
        let most = self.compute("most", BinOp::Quot, count, Operand::i64(group.additions));
        let most = self.compute("most", BinOp::Min, most, Operand::i64(room));
        let condition = self.compute("in_local", BinOp::Le, copied, most);
        let by = &copies.by.0;
        let then = self.side(&mut |host| host.added_to_local(by, &copies, &Copied::Whole, adding))?;
        let otherwise = self.side(&mut |host| host.added_in_ranges(choice.clone(), &copies, adding))?;
        self.chosen(adding.text, condition, [then, otherwise], adding.space, &[])
    }

    /// By groups whose items add to copies of a range each, if there are few ranges and enough is added; else to the array itself.
    fn added_in_ranges(
        &mut self,
        choice: Choice,
        copies: &Copies,
        adding: &Adding<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        let (_, group, room) = &copies.by;
        let (count, copied) = (volume(adding.space), volume(&copies.of.0.dims));
        let reach = room.saturating_mul(group.ranges);
        // It is done again for each range.
        let is_little = straight_line(adding.function).is_some_and(|count| count <= LITTLE);
        let is_other = copied.as_constant().is_some_and(|n| n <= *room || reach < n);
        if !is_little || is_other || *room < 1 {
            return self.added_together(choice, adding);
        }
        let (count, copied) = (self.value(&count)?, self.value(&copied)?);
        let most = self.compute("most", BinOp::Quot, count, Operand::i64(group.additions));
        let most = self.compute("most", BinOp::Min, most, Operand::i64(reach));
        let condition = self.compute("in_ranges", BinOp::Le, copied, most);
        let then = self.side(&mut |host| {
            // As many ranges as it takes, of the same size.
            let ranges = host.quotient_up("ranges", copied, Operand::i64(*room));
            let ranges = host.compute("ranges", BinOp::Max, ranges, Operand::i64(1));
            let range = host.quotient_up("range", copied, ranges);
            let range = host.compute("range", BinOp::Max, range, Operand::i64(1));
            let range = host.number("range", range);
            let by = host.schedule().copies_of_ranges();
            host.added_to_local(&by, copies, &Copied::Range(&range), adding)
        })?;
        let otherwise = self.side(&mut |host| host.added_together(choice.clone(), adding))?;
        self.chosen(adding.text, condition, [then, otherwise], adding.space, &[])
    }

    /// ⌈a/b⌉
    fn quotient_up(&mut self, text: &str, a: Operand, b: Operand) -> Operand {
        let sum = self.compute(text, BinOp::Add, a, b);
        let sum = self.compute(text, BinOp::Sub, sum, Operand::i64(1));
        self.compute(text, BinOp::Quot, sum, b)
    }

    /// By groups whose items add to copies of what their segments add to: the first of these ways that is for such segments and has room, if enough is added to each; else to the
    /// array itself.
    fn added_in_segments(
        &mut self,
        (choice, copies): (Choice, &Copies),
        ways: &[(Choice, Lengths)],
        adding: &Adding<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        let Some(((by, lengths), shorter)) = ways.split_first() else {
            return self.added_together(choice, adding);
        };
        let Skeleton::HistRows(segments, items) = by.skeleton else {
            return self.malformed("copies that are not of segments");
        };
        let (_, group, room) = &copies.by;
        let of_segment = volume(adding.space.get(copies.outer..).unwrap_or_default());
        let copied = volume(copies.of.0.dims.get(copies.outer..).unwrap_or_default());
        let (width, copied) = (self.value(&of_segment)?, self.value(&copied)?);
        let most = self.compute("most", BinOp::Quot, width, Operand::i64(group.additions));
        let most = self.compute("most", BinOp::Min, most, Operand::i64(room / segments.max(1)));
        let in_local = self.compute("in_local", BinOp::Le, copied, most);
        let long = self.compute("long", BinOp::Le, Operand::i64(lengths.least), width);
        let condition = self.both("in_local", long, in_local);
        let copied = Copied::Segments(segments, items);
        let then = self.side(&mut |host| host.added_to_local(by, copies, &copied, adding))?;
        let otherwise =
            self.side(&mut |host| host.added_in_segments((choice.clone(), copies), shorter, adding))?;
        self.chosen(adding.text, condition, [then, otherwise], adding.space, &[])
    }

    /// Each group adds to a copy, and then its copy to the array.
    fn added_to_local(
        &mut self,
        choice: &Choice,
        copies: &Copies,
        copied_of: &Copied<'_>,
        adding: &Adding<'_, 'p>,
    ) -> Made<Vec<Place<Var>>> {
        let ((place, element, op), (_, group, _)) = (&copies.of, &copies.by);
        let (outer, inner) = place.dims.split_at(copies.outer.min(place.dims.len()));
        let (segments_of, space) = adding.space.split_at(copies.outer.min(adding.space.len()));
        let (own, count) = (volume(inner), volume(space));
        let (together, of_segment) = match copied_of {
            Copied::Segments(segments, items) => (*segments, *items),
            _ => (1, group.items),
        };
        let copied = match copied_of {
            Copied::Range(range) => (*range).clone(),
            _ => own.times(&Nat::lit(together)),
        };
        // As many items as begin and end the copy, if the text says how many.
        let copied_by = copied.as_constant().filter(|items| *items <= MOST_ITEMS);
        let width = copied_by.map_or(of_segment, |items| (items / together.max(1)).max(of_segment));
        let each = group.elements;
        let tile = width.saturating_mul(each);
        let tiles = match copied_of {
            Copied::Segments(..) => {
                let tiles = self.tiles(&volume(adding.space), tile.saturating_mul(together), group.copies)?;
                let (tiles, all) = (self.value(&tiles)?, self.tiles(&count, tile, 1)?);
                let all = self.value(&all)?;
                let tiles = self.compute("tiles", BinOp::Min, tiles, all);
                self.number("tiles", tiles)
            }
            _ => self.tiles(&count, tile, group.copies)?,
        };
        // Groups are counted in one dimension: in two they would have fewer items.
        let parts = match copied_of {
            Copied::Whole => None,
            _ => {
                let (count, tiles) = (self.value(&count)?, self.value(&tiles)?);
                let of_group = self.compute("part", BinOp::Mul, tiles, Operand::i64(tile));
                let parts = self.quotient_up("parts", count, of_group);
                Some(self.number("parts", parts))
            }
        };
        let name = self.entries.called(&format!("{}_{}", self.point, adding.text));
        let mut items = self.items();
        let make = items.make;
        let ((whole, _), lent) = items.share(&copies.of);
        let mut called = |text: &str| items.parameters.called(text);
        let (g, a, j) = (called("g"), called("a"), called("j"));
        let (i, k) = (called("i"), called("k"));
        let (total, copy, o) = (called("total"), called("copy"), called("o"));
        let (n, r) = (items.size(&count)?, items.size(&tiles)?);
        let m = items.size(&copied)?;
        let number = |n: i64| Size::Known(n).exp(make);
        let binary = |op, a, b| make.binary(op, a, b);
        let nat = |term: ast::Exp| make.apply("nat", vec![term]);
        let tile = number(tile);
        let places = nat(n.exp(make));
        let of_run = match copied_of {
            Copied::Whole => None,
            Copied::Range(_) => Some((m.clone(), items.size(&own)?)),
            Copied::Segments(..) => Some((Size::Known(together), items.size(&volume(segments_of))?)),
        };
        let parts = parts.map(|parts| items.size(&parts)).transpose()?;
        let part = |op, parts: &Size| binary(op, make.var(&g), parts.exp(make));
        let runs = parts.as_ref().zip(of_run).map(|(parts, (each, all))| Runs {
            make,
            number: part(BinOp::Div, parts),
            each,
            all,
        });
        let group_of_run = parts
            .as_ref()
            .map_or(make.var(&g), |parts| part(BinOp::Mod, parts));
        let is_several = together > 1;
        let first_of = |behind: ast::Exp| runs.as_ref().map_or(number(0), |runs| runs.behind(behind));
        let all = || runs.as_ref().map_or(number(0), |runs| runs.all.exp(make));
        // Of an item's number, and of that of an element of the copy: the number of the segment within the run, and what is left.
        let divided = |of: &str, by: ast::Exp| match is_several {
            false => (number(0), make.var(of)),
            true => (
                binary(BinOp::Div, make.var(of), by.clone()),
                binary(BinOp::Mod, make.var(of), by),
            ),
        };
        let (within, item) = divided(&i, number(width));
        let segment = nat(first_of(within.clone()));
        let round = binary(BinOp::Mul, group_of_run, r.exp(make));
        let round = binary(BinOp::Add, round, make.var(&a));
        let before = binary(BinOp::Mul, round.clone(), number(each));
        let row = binary(
            BinOp::Mul,
            binary(BinOp::Add, before, make.var(&j)),
            number(width),
        );
        let at = nat(binary(BinOp::Add, row, item));
        let add_at = |items: &mut Items<'p, '_>, at: ast::Exp| {
            // The copy lies in a block of its own.
            let mut copy_of = Place::whole(whole.block.clone(), place.dims.clone());
            let mut numbers = Vec::new();
            match copied_of {
                Copied::Whole => adding.lend(items, &[(copy_of, *element)]).map(|_| ())?,
                Copied::Range(_) => {
                    let from = items.named("from", nat(first_of(number(0))));
                    let until = binary(BinOp::Add, from.clone(), nat(m.exp(make)));
                    let until = binary(BinOp::Min, until, nat(all()));
                    let until = items.named("until", until);
                    let (from, until) = (items.fixed("from", from), items.fixed("until", until));
                    copy_of.offset = Nat::zero().minus(&from);
                    adding.lend_range(items, (from, until), (copy_of, *element));
                }
                Copied::Segments(..) => {
                    // All that an item adds is behind the numbers of its segment.
                    copy_of
                        .strides
                        .iter_mut()
                        .take(outer.len())
                        .for_each(|stride| *stride = Nat::zero());
                    if is_several {
                        let within = items.named("within", nat(within.clone()));
                        copy_of.offset = items.fixed("within", within).times(&own);
                    }
                    adding.lend(items, &[(copy_of, *element)])?;
                    let segment = items.named("segment", segment.clone());
                    numbers = unflattened(items, segments_of, &[segment])?;
                }
            }
            numbers.extend(unflattened(items, space, slice::from_ref(&at))?);
            adding.item(items, &numbers).map(|_| ())
        };
        let tested = items.inner(&mut |items| {
            let at = items.named("place", at.clone());
            let mut inside = binary(BinOp::Lt, at.clone(), places.clone());
            if is_several {
                let is_there = binary(BinOp::Lt, segment.clone(), nat(all()));
                inside = binary(BinOp::And, is_there, inside);
            }
            let command = items.inner(&mut |items| add_at(items, at.clone()))?;
            items.push(make.choose(inside, command, None));
            Ok(())
        })?;
        let tested = make.repeat(&j, number(each), tested);
        let is_short = straight_line(adding.function).is_some_and(|count| count <= group.statements);
        let of_tile = match is_short {
            true => {
                let untested = items.inner(&mut |items| {
                    let at = items.named("place", at.clone());
                    add_at(items, at)
                })?;
                let untested = make.repeat(&j, number(each), untested);
                let end = binary(BinOp::Mul, binary(BinOp::Add, round, number(1)), tile.clone());
                let mut is_whole = binary(BinOp::Le, nat(end), places);
                if is_several {
                    let are_there = binary(BinOp::Le, nat(first_of(number(together))), nat(all()));
                    is_whole = binary(BinOp::And, are_there, is_whole);
                }
                make.choose(is_whole, untested, Some(tested))
            }
            false => tested,
        };
        let neutral = items.inner(&mut |items| {
            let neutral = items.operands(slice::from_ref(&copies.neutral))?;
            items.give(&make.var(&o), &neutral)
        })?;
        let merge = items.inner(&mut |items| {
            let to = place.clone().in_block(Block::Shared(total.clone(), *op));
            let own_value = Local::Scalar(make.index(make.field(make.var(&copy), "rd"), make.var(&k)));
            let mut there = None;
            let numbers = match copied_of {
                Copied::Whole => vec![items.number_of_index(&k)],
                Copied::Range(_) => {
                    let number = items.named("number", nat(first_of(make.var(&k))));
                    there = Some(binary(BinOp::Lt, number.clone(), nat(all())));
                    vec![number]
                }
                Copied::Segments(..) => {
                    let (within, number) = divided(&k, items.size(&own)?.exp(make));
                    let segment = items.named("segment", nat(first_of(within)));
                    there = is_several.then(|| binary(BinOp::Lt, segment.clone(), nat(all())));
                    let mut numbers = unflattened(items, outer, &[segment])?;
                    numbers.push(nat(number));
                    numbers
                }
            };
            let update = items.inner(&mut |items| {
                let to = to.part(&items.all_fixed(&numbers));
                items.update(&to, &own_value)
            })?;
            items.push(match there {
                Some(there) => make.choose(there, update, None),
                None => update,
            });
            Ok(())
        })?;
        let local =
            |index: &str, bound, target, body| make.parallel(Strategy::Local(0), index, bound, target, body);
        let into = LoopTarget::Into(make.field(make.var(&copy), "wr"), make.ident(&o));
        let begin = local(&k, m.exp(make), into, neutral);
        let add = local(
            &i,
            number(width.saturating_mul(together)),
            LoopTarget::Nothing,
            make.repeat(&a, r.exp(make), of_tile),
        );
        let add = make.accumulate(*op, make.field(make.var(&copy), "wr"), &lent.own, add);
        let end = local(&k, m.exp(make), LoopTarget::Nothing, merge);
        let of_group = make.then(begin, make.then(add, end));
        let of = make.array(m.ty(make), make.number_type(*element));
        let of_group = make.cell(AddressSpace::Local, of, &copy, of_group);
        let rounded_up = |n: ast::Exp, c: ast::Exp| {
            let sum = binary(BinOp::Add, n, c.clone());
            binary(BinOp::Div, binary(BinOp::Sub, sum, number(1)), c)
        };
        let groups = match (&runs, &parts) {
            (Some(Runs { each, all, .. }), Some(parts)) => {
                let runs = rounded_up(all.exp(make), each.exp(make));
                binary(BinOp::Mul, runs, parts.exp(make))
            }
            _ => rounded_up(n.exp(make), binary(BinOp::Mul, r.exp(make), tile)),
        };
        let body = make.parallel(Strategy::Workgroup(0), &g, groups, LoopTarget::Nothing, of_group);
        let body = make.accumulate(*op, make.field(make.var(&lent.of), "wr"), &total, body);
        let made = items
            .parameters
            .entry((&name, choice.skeleton), make, vec![], vec![], body)?;
        self.run(name, choice.clone(), made, &[])?;
        Ok(vec![])
    }

    /// By several chunks, if there are enough places for that, two elements of copies counting as so many places; else otherwise.
    fn added_to_copies(
        &mut self,
        (choice, weight): (Choice, i64),
        adding: &Adding<'_, 'p>,
        otherwise: &mut dyn FnMut(&mut Self) -> Made<Vec<Place<Var>>>,
    ) -> Made<Vec<Place<Var>>> {
        let count = volume(adding.space);
        let copied = adding.apart().flat_map(|acc| &acc.arrays);
        let copied = copied.fold(Nat::zero(), |sum, (place, _)| sum.plus(&volume(&place.dims)));
        let copied = copied.times(&Nat::lit(weight));
        let (chunks, each) = self.chunks(&count, Some(&copied))?;
        let several = self.value(&chunks)?;
        let several = self.compute("several", BinOp::Lt, Operand::i64(1), several);
        let then =
            self.side(&mut |host| host.added_apart(choice.clone(), adding, [&count, &chunks, &each]))?;
        let otherwise = self.side(otherwise)?;
        self.chosen(
            adding.text,
            several,
            [then, otherwise],
            adding.space,
            &adding.rows,
        )
    }

    /// Steps, with the blocks that they give.
    pub(super) fn side(&mut self, make: &mut dyn FnMut(&mut Self) -> Made<Vec<Place<Var>>>) -> Made<Steps> {
        let around = std::mem::take(&mut self.steps);
        let places = make(self);
        let steps = std::mem::replace(&mut self.steps, around);
        let results = places?.iter().map(|place| place.block.into()).collect();
        Ok(Steps { steps, results })
    }

    /// Of all places, so many chunks of so many: the copies that each adds to, then what they come to.  The blocks that it gives have places for all chunks.
    fn added_apart(
        &mut self,
        choice: Choice,
        adding: &Adding<'_, 'p>,
        [count, chunks, each]: [&Nat; 3],
    ) -> Made<Vec<Place<Var>>> {
        let copied = adding.apart().flat_map(|acc| &acc.arrays);
        let mut rows: Vec<Row> = copied
            .map(|(place, element)| (place.dims.clone(), *element))
            .collect();
        let copied = rows.len();
        for (dims, element) in &adding.rows {
            let dims = std::iter::once(each).chain(dims).cloned().collect();
            rows.push((dims, *element));
        }
        let space = slice::from_ref(chunks);
        let mut made = self.map_with(
            choice,
            adding.text,
            (space, &rows),
            &adding.together(),
            &mut |items, shared, at, to| {
                let make = items.make;
                let to = (0..rows.len()).map(|k| component(make, to.clone(), k, rows.len()));
                let to: Vec<ast::Exp> = to.collect();
                let Some(chunk) = at.first() else {
                    return items.malformed("a chunk without a number");
                };
                let copies = adding.lend(items, shared)?;
                let command = items.rounds(each, "j", &mut |items, index| {
                    let number = items.number_of_index(index);
                    let j = items.fixed("j", number.clone());
                    let (each, count) = (items.number(each)?, items.number(count)?);
                    let before = make.binary(BinOp::Mul, chunk.clone(), each);
                    let place = items.named("place", make.binary(BinOp::Add, before, number));
                    let inside = make.binary(BinOp::Lt, place.clone(), count);
                    let command = items.inner(&mut |items| {
                        let at = unflattened(items, adding.space, slice::from_ref(&place))?;
                        let given = adding.item(items, &at)?;
                        for ((to, row), given) in to.iter().zip(&rows).skip(copied).zip(given) {
                            items.give_row(to, slice::from_ref(row), &j, &[given])?;
                        }
                        Ok(())
                    })?;
                    items.push(make.choose(inside, command, None));
                    Ok(())
                })?;
                items.push(command);
                to.iter()
                    .zip(copies)
                    .try_for_each(|(to, copy)| items.give(to, &[copy]))
            },
        )?;
        let given = made.split_off(copied.min(made.len()));
        let mut copies = made.as_slice();
        for acc in adding.apart() {
            let (Some(operator), Some((own, others))) =
                (acc.operator, copies.split_at_checked(acc.arrays.len()))
            else {
                return self.malformed("an accumulator without copies");
            };
            self.joined(adding.text, (acc, operator), own, chunks)?;
            copies = others;
        }
        Ok(given)
    }

    /// Each element of an accumulator becomes what is there and what the copies come to, in their order.
    fn joined(
        &mut self,
        text: &str,
        (acc, operator): (&Accumulation<'p>, &'p Operator),
        copies: &[Place<Var>],
        chunks: &Nat,
    ) -> Made<()> {
        let mut rows: Vec<Row> = Vec::new();
        for (place, element) in &acc.arrays {
            let dims = place.dims.get(acc.space.len()..).unwrap_or_default();
            rows.push((dims.to_vec(), *element));
        }
        let there: Vec<Place<Var>> = acc.arrays.iter().map(|(place, _)| place.clone()).collect();
        let choice = self.schedule().join(acc.space.len());
        let made = self.map(choice, text, &acc.space, &rows, &mut |items, at, to| {
            let mut copy = |items: &mut Items<'p, '_>, chunk: &[ast::Exp]| {
                let at = [chunk, at].concat();
                elements(items, copies, &rows, &at)
            };
            let sum = items.fold(operator, chunks, &rows, &[], &mut copy, &mut |_, _, _| Ok(()))?;
            let there = elements(items, &there, &rows, at)?;
            let new = items.combined(operator, there, sum)?;
            items.give(to, &new)
        })?;
        for ((place, element), made) in acc.arrays.iter().zip(&made) {
            self.copy_any(made, place, *element)?;
        }
        Ok(())
    }

    /// What one item adds to accumulators at all places of a space, one after the other, and what it gives there.
    fn added_by_one(&mut self, choice: Choice, adding: &Adding<'_, 'p>) -> Made<Vec<Place<Var>>> {
        let mut updates: Vec<(Var, PrimType)> = Vec::new();
        for (place, element) in adding.own.iter().flat_map(|acc| &acc.arrays) {
            if !updates.iter().any(|(var, _)| *var == place.block) {
                updates.push((place.block, *element));
            }
        }
        let mut places = Vec::new();
        for (dims, element) in &adding.rows {
            let dims: Vec<Nat> = adding.space.iter().chain(dims).cloned().collect();
            let place = self.alloc(adding.text, dims, *element)?;
            updates.push((place.block, *element));
            places.push(place);
        }
        self.one(choice, adding.text, &updates, &mut |items| {
            for (param, acc) in adding.function.params.iter().zip(&adding.own) {
                let arrays = items.alone(acc);
                items.lend(param.name, acc, arrays);
            }
            let command = items.each(adding.space, &mut |items, at| {
                items.inner(&mut |items| {
                    let numbers: Made<Vec<ast::Exp>> = at.iter().map(|number| items.number(number)).collect();
                    let given = adding.item(items, &numbers?)?;
                    for ((place, (_, element)), given) in places.iter().zip(&adding.rows).zip(given) {
                        let place = items.block(place.clone(), *element);
                        items.put_local(&place.part(at), given)?;
                    }
                    Ok(())
                })
            })?;
            items.push(command);
            Ok(())
        })?;
        Ok(places)
    }

    /// One statement that adds to accumulators, by one item.
    ///
    /// # Errors
    /// What an item refuses.
    pub fn one_statement(&mut self, text: &str, stm: &'p Stm) -> Made<()> {
        let Exp::AccUpdate { acc, .. } = &stm.exp else {
            return self.malformed("a statement that adds nothing");
        };
        let Some(own) = self.accs.get(acc).cloned() else {
            return self.malformed("an accumulator that is not known here");
        };
        let updates: Vec<(Var, PrimType)> = own
            .arrays
            .iter()
            .map(|(place, element)| (place.block, *element))
            .collect();
        let name = *acc;
        let choice = self.schedule().add();
        self.one(choice, text, &updates, &mut |items| {
            let arrays = items.alone(&own);
            items.lend(name, &own, arrays);
            items.stm(stm)
        })
    }
}
