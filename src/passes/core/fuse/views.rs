//! Views of what a map gives are maps of views, and an element of it is computed where it is read.

use super::facts::{function, is_map, key};
use super::{Combined, Fuse, Row};
use elder_core::Name;
use elder_core::analyses::free;
use elder_core::renamed::Renamed;
use elder_core::rules::fusion::{CORE_FU_INDEX, CORE_FU_VIEW};
use elder_core::site::SiteId;
use elder_core::tree::{Atom, Binder, Body, Cut, Exp, Lambda, Pat, Soac, Stm, Type, counts};

/// The array that a view is of.
pub fn viewed(exp: &Exp) -> Option<Name> {
    match exp {
        Exp::Slice { array, .. } | Exp::Rearrange { array, .. } | Exp::Reshape { array, .. } => Some(*array),
        _ => None,
    }
}

/// What a statement takes of what a map gives.
enum Part {
    /// What stands at these places.
    Element(Vec<Atom>),
    /// These sections of the first dimensions.
    Section(Vec<Cut>),
    /// The first dimensions in this order.
    Order(Vec<u16>),
    /// All elements in another shape.
    Shape(Vec<Atom>),
}

impl Part {
    fn of(exp: &Exp, ty: &Type) -> Option<Part> {
        match exp {
            Exp::Index { at, .. } => Some(Part::Element(at.clone())),
            Exp::Slice { at, .. } => {
                let is_cut = |(cut, dim): (&Cut, &elder_core::tree::Dim)| {
                    !dim.size().is_some_and(|size| *cut == Cut::whole(size))
                };
                let last = at.iter().zip(ty.dims()).rposition(is_cut)?;
                let cuts = at.get(..=last)?;
                let place = |cut: &Cut| match cut {
                    Cut::At(at) => Some(*at),
                    Cut::Section { .. } => None,
                };
                let is_apart = |cut: &Cut| match cut {
                    Cut::At(_) => true,
                    Cut::Section { stride, .. } => stride.integer().is_some_and(|stride| stride != 0),
                };
                match cuts.iter().map(place).collect::<Option<Vec<Atom>>>() {
                    Some(at) => Some(Part::Element(at)),
                    None => cuts.iter().all(is_apart).then(|| Part::Section(cuts.to_vec())),
                }
            }
            Exp::Rearrange { order, .. } => {
                let mut numbers = order.iter().enumerate();
                let last = numbers.rposition(|(number, of)| number != usize::from(*of))?;
                Some(Part::Order(order.get(..=last)?.to_vec()))
            }
            Exp::Reshape { dims, .. } => Some(Part::Shape(dims.clone())),
            _ => None,
        }
    }
}

/// A map of maps, as one function over a space: each level does nothing but hand on the rows that it takes.
struct Nest {
    widths: Vec<Atom>,
    inputs: Vec<Name>,
    leaf: Lambda,
}

impl Fuse<'_> {
    /// CORE-FU-VIEW, CORE-FU-INDEX: what a statement takes of what a map gives, computed from what the map takes; the statement, if it stays.
    pub fn viewed(&mut self, stm: Stm, row: &mut Row) -> Result<(), Box<Stm>> {
        let array = match &stm.exp {
            Exp::Index { array, .. } => Some(*array),
            exp => viewed(exp),
        };
        let Some((place, array)) = array.and_then(|array| Some((row.giver(array)?.0, array))) else {
            return Err(Box::new(stm));
        };
        if let Some(Some(giver)) = row.out.get(place) {
            self.facts_of(giver);
        }
        let Some((part, depth, is_last)) = self.part(&stm, row, (place, array)) else {
            // What is read as it is need not be computed another time.
            row.elements.remove(&array);
            return Err(Box::new(stm));
        };
        let giver = match is_last {
            true => row.out.get_mut(place).and_then(Option::take),
            false => row.set_apart(place),
        };
        let Some(giver) = giver else {
            return Err(Box::new(stm));
        };
        if let (Part::Element(at), Some(places)) = (&part, row.elements.get_mut(&array)) {
            places.retain(|place| Some(place) != at.first());
        }
        self.counted(array, false);
        match part {
            Part::Element(at) => {
                CORE_FU_INDEX.apply();
                self.element(stm, giver, (&at, depth), is_last, row);
            }
            part => {
                CORE_FU_VIEW.apply();
                self.pulled(stm, giver, part, depth, row);
            }
        }
        Ok(())
    }

    /// What a statement takes of an array, how many dimensions of it are levels of the map that gives it, and whether nothing else takes anything of it.
    fn part(&self, stm: &Stm, row: &Row, (place, array): (usize, Name)) -> Option<(Part, usize, bool)> {
        let giver = Combined::of(row.out.get(place)?.as_ref()?, self)?;
        let ([value], true) = (giver.stm.pat.values.as_slice(), giver.is_map()) else {
            return None;
        };
        let may_go =
            giver.facts.is_pure && !giver.facts.reads && !giver.facts.takes && !giver.inputs.is_empty();
        let part = Part::of(&stm.exp, &value.ty).filter(|_| may_go)?;
        let most = match &part {
            Part::Element(at) => at.len(),
            Part::Section(cuts) => cuts.len(),
            Part::Order(order) => order.len(),
            Part::Shape(_) => value.ty.rank(),
        };
        let (depth, leaf) = self.levels(function(giver.soac), most);
        let is_last = self.count(array) == 1;
        let own = stm.pat.values.first()?;
        let is_on = match &part {
            Part::Element(_) => {
                let is_index = matches!(stm.exp, Exp::Index { .. });
                let fails_alike = |param: &Binder| (param.ty.rank() == 0) == is_index;
                self.is_on(&CORE_FU_INDEX)
                    && (is_index || depth == most)
                    && (is_last || self.is_read_apart(row, array) && leaf.params.iter().any(fails_alike))
                    && (own.ty.rank() == 0 || !self.consumed.anywhere(own.name))
                    && (self.is_pure(stm) || leaf.params.iter().any(fails_alike))
                    && (self.depth > 0 || reads(leaf).is_some_and(|reads| reads <= 1))
            }
            Part::Section(_) => self.is_on(&CORE_FU_VIEW) && is_last && depth == most,
            Part::Order(_) => {
                self.is_on(&CORE_FU_VIEW) && is_last && depth == most && row.asked.contains(&own.name)
            }
            // One more level would be one more array of rows that are made and put together.
            Part::Shape(dims) => {
                let leaves = leaf.params.iter().map(|param| &param.ty).chain(&leaf.results);
                self.is_on(&CORE_FU_VIEW)
                    && is_last
                    && depth == most
                    && dims.len() <= depth
                    && leaves.into_iter().all(|ty| ty.rank() == 0)
                    && row.asked.contains(&own.name)
            }
        };
        is_on.then_some((part, depth, is_last))
    }

    /// Whether all that is taken of an array are elements, or parts of elements, at places of their own.
    fn is_read_apart(&self, row: &Row, array: Name) -> bool {
        let Some(places) = row.elements.get(&array) else {
            return false;
        };
        let mut numbers: Vec<i128> = places.iter().filter_map(|place| place.integer()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len() == places.len()
            && usize::try_from(self.count(array)).is_ok_and(|count| count <= places.len())
    }

    /// How many levels a map of this function has, up to so many, and the function of the last one.
    fn levels<'l>(&self, function: &'l Lambda, most: usize) -> (usize, &'l Lambda) {
        let (mut depth, mut leaf) = (1, function);
        while depth < most
            && let Some((_, inputs, inner)) = level(leaf)
            && leaf.params.len() == inputs.len()
            && leaf
                .params
                .iter()
                .all(|param| inputs.contains(&param.name) && self.count(param.name) == 1)
        {
            leaf = inner;
            depth += 1;
        }
        (depth, leaf)
    }

    /// So many levels of a map.
    fn nest(&mut self, giver: Stm, depth: usize) -> Option<Nest> {
        if let Some(name) = key(&giver) {
            self.facts.remove(&name);
        }
        let (width, mut inputs, mut leaf) = map(giver.exp)?;
        let mut widths = vec![width];
        for _ in 1..depth {
            let (width, inner, function) = map(leaf.body.stms.pop()?.exp)?;
            let own = |input: &Name| {
                let number = leaf.params.iter().position(|param| param.name == *input)?;
                inputs.get(number).copied()
            };
            inputs = inner.iter().map(own).collect::<Option<_>>()?;
            widths.push(width);
            leaf = function;
        }
        Some(Nest { widths, inputs, leaf })
    }

    /// CORE-FU-INDEX
    fn element(&mut self, stm: Stm, giver: Stm, (at, depth): (&[Atom], usize), is_last: bool, row: &mut Row) {
        let sure: Vec<Name> = stm.certs.iter().chain(&giver.certs).copied().collect();
        let of_map = giver.at;
        let Some(Nest { inputs, leaf, .. }) = self.nest(giver, depth) else {
            return;
        };
        let (here, rest) = at.split_at(depth.min(at.len()));
        let is_index = matches!(stm.exp, Exp::Index { .. });
        let mut reads = Vec::new();
        for (input, param) in inputs.iter().zip(&leaf.params) {
            reads.push(Stm {
                pat: Pat::of([param.clone()]),
                exp: Exp::row(*input, here.iter().copied(), &param.ty),
                certs: sure.clone(),
                ..stm.clone()
            });
        }
        // What may fail does so as the statement did.
        reads.sort_by_key(|stm| matches!(stm.exp, Exp::Index { .. }) != is_index);
        let mut body = Body {
            stms: reads,
            ..Body::default()
        };
        body.stms.extend(leaf.body.stms);
        body.results = leaf.body.results;
        if !is_last {
            self.widely(&body);
            body = Renamed::of_body(self.names, &body, []);
            self.widely(&body);
        }
        let result = body.results.first().copied().unwrap_or(Atom::i64(0));
        let exp = match (result, rest.is_empty()) {
            (Atom::Var(array), false) => Exp::Index {
                array,
                at: rest.to_vec(),
            },
            _ => Exp::Atom(result),
        };
        let is_read = matches!(exp, Exp::Index { .. });
        for own in body.stms {
            self.statement(own, row);
        }
        self.statement(
            Stm {
                safe: stm.safe && is_read,
                certs: sure,
                at: if is_read { stm.at } else { of_map },
                exp,
                ..stm
            },
            row,
        );
    }

    /// What a body uses is used again.
    fn widely(&mut self, body: &Body) {
        for stm in &body.stms {
            self.many.extend(free::of_stm(stm));
        }
    }

    /// CORE-FU-VIEW
    fn pulled(&mut self, stm: Stm, giver: Stm, part: Part, depth: usize, row: &mut Row) {
        let at = giver.at;
        let sure: Vec<Name> = stm.certs.iter().chain(&giver.certs).copied().collect();
        let Some(Nest { widths, inputs, leaf }) = self.nest(giver, depth) else {
            return;
        };
        let space: Vec<Atom> = match &part {
            Part::Section(cuts) => counts(cuts),
            Part::Order(order) => {
                let width = |of: &u16| widths.get(usize::from(*of)).copied();
                order.iter().filter_map(width).collect()
            }
            Part::Shape(dims) => dims.clone(),
            Part::Element(_) => vec![],
        };
        let types = leaf.params.iter().map(|param| &param.ty).chain(&leaf.results);
        let sizes = types.flat_map(|ty| ty.dims().iter().filter_map(|dim| dim.size()));
        self.many
            .extend(sizes.chain(space.iter().copied()).filter_map(|size| size.name()));
        let mut views = Vec::new();
        for (input, param) in inputs.into_iter().zip(&leaf.params) {
            let dims: Vec<Atom> = param.ty.dims().iter().filter_map(|dim| dim.size()).collect();
            let exp = match &part {
                Part::Section(cuts) => Exp::Slice {
                    array: input,
                    at: cuts
                        .iter()
                        .copied()
                        .chain(dims.iter().copied().map(Cut::whole))
                        .collect(),
                },
                Part::Order(order) => {
                    let inner = order.len()..order.len() + dims.len();
                    let inner = inner.filter_map(|dim| u16::try_from(dim).ok());
                    Exp::Rearrange {
                        order: order.iter().copied().chain(inner).collect(),
                        array: input,
                    }
                }
                Part::Shape(dims) => Exp::Reshape {
                    dims: dims.clone(),
                    array: input,
                },
                Part::Element(_) => Exp::Atom(input.into()),
            };
            let text = self.names.text(input).clone();
            let view = self.names.typed(text, param.ty.over(&space));
            self.handed_on(view.name, input);
            row.asked.insert(view.name);
            views.push(view.name);
            self.statement(
                Stm {
                    pat: Pat::of([view]),
                    exp,
                    ..stm.clone()
                },
                row,
            );
        }
        let exp = self.over(&space, views, leaf, at);
        self.statement(
            Stm {
                exp,
                certs: sure,
                safe: false,
                at,
                ..stm
            },
            row,
        );
    }

    /// A name that was made, which is used once and shares with another one.
    fn handed_on(&mut self, name: Name, other: Name) {
        self.made.insert(name, 1);
        self.consumed.stands(name, other);
    }

    /// A function mapped over a space.
    fn over(&mut self, space: &[Atom], inputs: Vec<Name>, leaf: Lambda, at: SiteId) -> Exp {
        let (width, within) = match space.split_first() {
            Some((width, within)) => (*width, within),
            None => (Atom::i64(1), space),
        };
        if within.is_empty() {
            return Exp::soac(width, inputs, Soac::map(vec![], leaf));
        }
        let mut params = Vec::new();
        for (input, param) in inputs.iter().zip(&leaf.params) {
            let text = self.names.text(param.name).clone();
            let own = self.names.typed(text, param.ty.over(within));
            self.handed_on(own.name, *input);
            params.push(own);
        }
        let types: Vec<Type> = leaf.results.iter().map(|ty| ty.over(within)).collect();
        let rows: Vec<Binder> = types
            .iter()
            .map(|ty| self.names.typed("row", ty.clone()))
            .collect();
        for own in &rows {
            self.made.insert(own.name, 1);
            // A map gives what nobody else has; that nobody consumes it is known of the view.
            self.consumed.stands(own.name, own.name);
        }
        let names = params.iter().map(|param| param.name).collect();
        let results = rows.iter().map(|own| Atom::Var(own.name)).collect();
        let inner = Stm::binding(Pat::of(rows), self.over(within, names, leaf, at), at);
        let function = Lambda::new(params, Body::of(vec![inner], results), types);
        Exp::soac(width, inputs, Soac::map(vec![], function))
    }
}

impl Row {
    /// A copy of a map, which nothing joins from here on, as all that it gives is computed where it is read.
    fn set_apart(&mut self, place: usize) -> Option<Stm> {
        let stm = self.out.get(place)?.clone()?;
        for input in super::inputs(&stm) {
            if self.readers.get(&input) == Some(&place) {
                self.readers.remove(&input);
            }
        }
        Some(stm)
    }
}

/// What a function does that does nothing but map the rows that it takes.
fn level(function: &Lambda) -> Option<(&Atom, &[Name], &Lambda)> {
    let [inner] = function.body.stms.as_slice() else {
        return None;
    };
    let Exp::Soac { width, inputs, soac } = &inner.exp else {
        return None;
    };
    let Soac::Screma(screma) = &**soac else {
        return None;
    };
    let values = inner.pat.values.iter().map(|value| Atom::Var(value.name));
    let is_level = is_map(soac)
        && inner.at.is_plain()
        && inner.certs.is_empty()
        && values.eq(function.body.results.iter().copied());
    is_level.then_some((width, inputs, &screma.function))
}

/// A map taken apart.
fn map(exp: Exp) -> Option<(Atom, Vec<Name>, Lambda)> {
    let Exp::Soac { width, inputs, soac } = exp else {
        return None;
    };
    match *soac {
        Soac::Screma(screma) => Some((width, inputs, screma.function)),
        _ => None,
    }
}

/// How many elements a function reads, if it has no loops and no branches.
fn reads(function: &Lambda) -> Option<usize> {
    let scalars = function
        .params
        .iter()
        .filter(|param| param.ty.rank() == 0)
        .count();
    let each = function.body.stms.iter().map(|stm| match &stm.exp {
        Exp::If { .. } | Exp::Loop(_) | Exp::WithAcc { .. } | Exp::Call { .. } => None,
        Exp::Index { .. } => Some(1),
        _ => Some(0),
    });
    Some(scalars + each.sum::<Option<usize>>()?)
}
