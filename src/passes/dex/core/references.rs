//! References, and what they refer to (DX-CO-REF): what a region holds are names that statements carry on.

use super::emit::blank;
use super::expressions::{cuts, read};
use super::held::fitted;
use super::layout::{Leaf, Source};
use super::{Made, Pass};
use crate::normal::copied;
use elder_core::Builder;
use elder_core::tree::{AccType, Atom, Exp, Type};
use elder_dex::core::rewrite::{Rewrite, exp_parts};
use elder_dex::core::{Binder, Block, Exp as Dex, Lambda, Program, Projection, Stm, Type as DexType, Value};
use elder_dex::rules::evaluation::DX_E_SLICE;
use elder_dex::rules::to_core::{DX_CO_HELD, DX_CO_REF};
use elder_syntax::names::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

/// A scalar that a region holds, behind indices, or an accumulator of some.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// Its name now.
    pub atom: Atom,
    /// Its type, or what is under the accumulator.
    pub kind: CellKind,
    /// How it accumulates, if not by addition.
    pub plus: Option<Rc<Plus>>,
}

/// What a cell is.
#[derive(Clone, Debug)]
pub(super) enum CellKind {
    /// A scalar or an array.
    Held(Leaf),
    /// An accumulator.
    Acc(Rc<AccType>),
}

/// The operation of a monoid.
#[derive(Debug)]
pub(super) struct Plus {
    /// What changes nothing, as scalars.
    pub zero: Vec<Atom>,
    /// Its type.
    pub ty: DexType,
    /// The scalars of that.
    pub leaves: Vec<Leaf>,
    /// Behind how many indices of the content it is meant.
    pub indices: usize,
    /// The operands.
    pub operands: [Name; 2],
    /// What it computes.
    pub body: Block,
}

impl Cell {
    /// Whether it is an accumulator.
    pub(super) fn is_acc(&self) -> bool {
        matches!(self.kind, CellKind::Acc(_))
    }

    /// Its type now.
    pub(super) fn ty(&self) -> Type {
        match &self.kind {
            CellKind::Acc(acc) => Type::Acc(acc.clone()),
            CellKind::Held(leaf) => leaf.ty(),
        }
    }
}

/// What a reference refers to.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    /// The region.
    pub region: Name,
    /// Which of its scalars.
    pub cells: Range<usize>,
    /// Behind which indices.
    pub at: Vec<Atom>,
    /// The type of what is there.
    pub content: DexType,
}

/// Regions from outside that are changed, in order.
pub(super) type Touched = Vec<Name>;

/// The regions of all references of a program.
pub(super) fn regions(program: &Program) -> Regions {
    let mut regions = Regions::default();
    for definition in &program.definitions {
        regions.binder(&definition.binder);
        regions.block(&definition.body);
    }
    regions
}

/// What is known of a program before it is translated.
#[derive(Default)]
pub(super) struct Regions {
    /// The regions of references.
    pub of: FxHashMap<Name, Name>,
    /// The types of names.
    pub types: FxHashMap<Name, DexType>,
}

impl Rewrite for Regions {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn binder(&mut self, binder: &Binder) -> Binder {
        if let Value::Ref(region, _) = &binder.ty
            && let Value::Var(region) = **region
        {
            self.of.insert(binder.name, region);
        }
        self.types.insert(binder.name, binder.ty.clone());
        binder.clone()
    }
}

/// The regions that are written or added to in these blocks, of those that there are outside.
pub(super) fn touched<'b>(
    regions: &FxHashMap<Name, Name>,
    cells: &FxHashMap<Name, Vec<Cell>>,
    blocks: impl IntoIterator<Item = &'b Block>,
) -> Touched {
    let mut changed = Changed::none(regions);
    for block in blocks {
        changed.block(block);
    }
    changed.of(cells)
}

/// The same of statements.
pub(super) fn touched_by(
    regions: &FxHashMap<Name, Name>,
    cells: &FxHashMap<Name, Vec<Cell>>,
    stms: &[Stm],
) -> Touched {
    let mut changed = Changed::none(regions);
    for stm in stms {
        changed.stm(stm);
    }
    changed.of(cells)
}

struct Changed<'r> {
    regions: &'r FxHashMap<Name, Name>,
    found: FxHashSet<Name>,
}

impl Changed<'_> {
    fn none(regions: &FxHashMap<Name, Name>) -> Changed<'_> {
        Changed {
            regions,
            found: FxHashSet::default(),
        }
    }

    /// Those of outside, in order.
    fn of(self, cells: &FxHashMap<Name, Vec<Cell>>) -> Touched {
        let found = self.found.into_iter();
        let mut touched: Touched = found.filter(|region| cells.contains_key(region)).collect();
        touched.sort_unstable();
        touched
    }
}

impl Rewrite for Changed<'_> {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn binder(&mut self, binder: &Binder) -> Binder {
        binder.clone()
    }

    fn exp(&mut self, exp: &Dex) -> Dex {
        if let Dex::Put(Value::Var(reference), _) | Dex::Accumulate(Value::Var(reference), _) = exp {
            self.found.extend(self.regions.get(reference));
        }
        exp_parts(self, exp)
    }
}

impl Pass<'_> {
    pub(super) fn reference(&self, value: &Value) -> Made<Reference> {
        let known = match value {
            Value::Var(name) => self.references.get(name),
            _ => None,
        };
        match known {
            Some(reference) => Ok(reference.clone()),
            None => self.unexpected("a reference that is not known"),
        }
    }

    /// DX-CO-REF: a slice has one index more.
    pub(super) fn slice(&mut self, b: &mut Builder<'_>, reference: &Value, at: &Value) -> Made<Reference> {
        DX_CO_REF.apply();
        let mut reference = self.reference(reference)?;
        let Value::Table(binder, element) = &reference.content else {
            return self.unexpected("a slice of what is no table");
        };
        let (members, _) = self.forced(b, at)?;
        let ordinal = self.ordinal(b, &binder.ty, &members)?;
        if self.partial.unsafely {
            let size = self.size(b, &binder.ty)?;
            self.bounded(b, ordinal, size, (&DX_E_SLICE, "bounds"));
        }
        reference.at.push(ordinal);
        let known = [(binder.name, at.clone())].into_iter().collect();
        let element = Value::clone(element);
        reference.content = self.replaced(known, &element);
        Ok(reference)
    }

    /// DX-CO-REF: a part has fewer scalars.
    pub(super) fn part_of(&mut self, part: &Projection, reference: &Value) -> Made<Reference> {
        DX_CO_REF.apply();
        let mut reference = self.reference(reference)?;
        if self.sizes_held(&reference.content, 0).iter().any(Option::is_some) {
            return self.placed(&reference.content);
        }
        let (content, range) = self.part(part, &reference.content)?;
        let from = reference.cells.start;
        reference.cells = from + range.start..from + range.end;
        reference.content = content;
        Ok(reference)
    }

    /// A copy of what stands there now.
    pub(super) fn get(&mut self, b: &mut Builder<'_>, reference: &Value) -> Made<Vec<Atom>> {
        let reference = self.reference(reference)?;
        let cells = self.cells_of(&reference);
        let leaves = self.leaves_at(b, &reference, &cells)?;
        let pairs = cells.iter().zip(&leaves);
        Ok(pairs
            .map(|(cell, leaf)| {
                let part = read(b, cell.atom, &reference.at, leaf);
                let part = fitted(b, part, &leaf.ty());
                copied(b, "copy", leaf.ty(), part)
            })
            .collect())
    }

    /// What was there is written over.
    pub(super) fn put(&mut self, b: &mut Builder<'_>, reference: &Value, value: &Value) -> Made<Vec<Atom>> {
        let reference = self.reference(reference)?;
        let (atoms, _) = self.forced(b, value)?;
        if self.has_held(&reference.content)? {
            return match reference.at.is_empty() {
                true => self.replace(b, &reference, atoms).map(|()| vec![]),
                false => self.placed(&reference.content),
            };
        }
        let cells = self.cells_of(&reference);
        let leaves = self.leaves_at(b, &reference, &cells)?;
        let mut made = Vec::with_capacity(cells.len());
        for ((cell, leaf), atom) in cells.iter().zip(&leaves).zip(atoms) {
            let atom = fitted(b, atom, &leaf.ty());
            made.push(match reference.at.is_empty() {
                true => copied(b, "copy", leaf.ty(), atom),
                false => written(b, cell, &reference.at, leaf, atom),
            });
        }
        self.change(&reference, made);
        Ok(vec![])
    }

    /// DX-CO-HELD: what is written over as a whole has other sizes from here on.
    pub(super) fn replace(&mut self, b: &mut Builder<'_>, reference: &Reference, atoms: Vec<Atom>) -> Made {
        DX_CO_HELD.apply();
        let (atoms, leaves) = self.settled(b, &reference.content, atoms)?;
        let made = atoms.iter().zip(&leaves);
        let made: Vec<Atom> = made
            .map(|(atom, leaf)| copied(b, "copy", leaf.ty(), *atom))
            .collect();
        let cells = self.scope.cells.get_mut(&reference.region);
        let part = cells.and_then(|cells| cells.get_mut(reference.cells.clone()));
        for ((cell, atom), leaf) in part.into_iter().flatten().zip(made).zip(leaves) {
            cell.atom = atom;
            cell.kind = CellKind::Held(leaf);
        }
        Ok(())
    }

    /// DX-CO-HELD: that something in another would change its size.
    pub(super) fn placed<T>(&self, content: &DexType) -> Made<T> {
        let message = format!("{} would change its size within a reference", self.text(content));
        self.refuse(&DX_CO_HELD, "whole", message)
    }

    /// The scalars of what a reference refers to.
    pub(super) fn leaves_at(
        &mut self,
        b: &mut Builder<'_>,
        reference: &Reference,
        cells: &[Cell],
    ) -> Made<Vec<Leaf>> {
        let atoms: Vec<Atom> = cells.iter().map(|cell| cell.atom).collect();
        let from = Source {
            atoms: Some(&atoms),
            at: &reference.at,
            when: None,
        };
        match self.has_held(&reference.content)? {
            true => self.leaves_of(b, &reference.content, from),
            false => self.blank_leaves(b, &reference.content),
        }
    }

    /// What a reference refers to, whatever its indices.
    pub(super) fn cells_of(&self, reference: &Reference) -> Vec<Cell> {
        let cells = self.scope.cells.get(&reference.region);
        let part = cells.and_then(|cells| cells.get(reference.cells.clone()));
        part.unwrap_or_default().to_vec()
    }

    /// The scalars of a reference are called so from here on.
    pub(super) fn change(&mut self, reference: &Reference, atoms: Vec<Atom>) {
        let cells = self.scope.cells.get_mut(&reference.region);
        let part = cells.and_then(|cells| cells.get_mut(reference.cells.clone()));
        for (cell, atom) in part.into_iter().flatten().zip(atoms) {
            cell.atom = atom;
        }
    }

    /// The same of all scalars of a region, or of its accumulator.
    pub(super) fn change_all(&mut self, region: Name, atoms: Vec<Atom>) {
        let cells = self.scope.cells.get_mut(&region);
        for (cell, atom) in cells.into_iter().flatten().zip(atoms) {
            cell.atom = atom;
        }
    }

    /// What they hold.
    pub(super) fn cell_atoms(&self, touched: &Touched) -> Vec<Atom> {
        self.all_cells(touched).iter().map(|cell| cell.atom).collect()
    }

    /// The cells of regions, a region each.
    pub(super) fn cells_by_region(&self, touched: &Touched) -> Vec<Vec<Cell>> {
        let cells = touched.iter().filter_map(|region| self.scope.cells.get(region));
        cells.cloned().collect()
    }

    /// The cells of regions, one after the other.
    pub(super) fn all_cells(&self, touched: &Touched) -> Vec<Cell> {
        let cells = touched.iter().filter_map(|region| self.scope.cells.get(region));
        cells.flatten().cloned().collect()
    }

    /// They hold this from here on.
    pub(super) fn set_cells(&mut self, b: &mut Builder<'_>, touched: &Touched, atoms: &[Atom]) -> Made {
        let mut rest = atoms;
        for region in touched {
            let count = self.scope.cells.get(region).map_or(0, Vec::len);
            let (own, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            if let (true, Some(content)) = (self.is_held(*region)?, self.contents.get(region).cloned()) {
                let (atoms, leaves) = self.settled(b, &content, own.to_vec())?;
                let cells = self.scope.cells.get_mut(region).into_iter().flatten();
                for ((cell, atom), leaf) in cells.zip(atoms).zip(leaves) {
                    cell.atom = atom;
                    cell.kind = CellKind::Held(leaf);
                }
                continue;
            }
            let cells = self.scope.cells.get_mut(region).into_iter().flatten();
            for (cell, atom) in cells.zip(own) {
                cell.atom = *atom;
            }
        }
        Ok(())
    }

    /// `runState`: what the region holds in the end stands behind the result.
    pub(super) fn run_state(
        &mut self,
        b: &mut Builder<'_>,
        value: &Value,
        action: &Value,
    ) -> Made<Vec<Atom>> {
        let (atoms, content) = self.forced(b, value)?;
        let (atoms, leaves) = self.settled(b, &content, atoms)?;
        let own = atoms.into_iter().zip(&leaves);
        let own = own
            .map(|(atom, leaf)| copied(b, "copy", leaf.ty(), atom))
            .collect();
        let (mut results, cells) = self.handled(b, action, (own, leaves), None)?;
        results.extend(cells);
        Ok(results)
    }

    /// `runReader`: what is asked is not changed.
    pub(super) fn run_reader(
        &mut self,
        b: &mut Builder<'_>,
        value: &Value,
        action: &Value,
    ) -> Made<Vec<Atom>> {
        let (atoms, content) = self.forced(b, value)?;
        let (atoms, leaves) = self.settled(b, &content, atoms)?;
        Ok(self.handled(b, action, (atoms, leaves), None)?.0)
    }

    /// The action of a handler, where it stands: what it gives, and what its region holds in the end.
    pub(super) fn handled(
        &mut self,
        b: &mut Builder<'_>,
        action: &Value,
        (atoms, leaves): (Vec<Atom>, Vec<Leaf>),
        plus: Option<Rc<Plus>>,
    ) -> Made<(Vec<Atom>, Vec<Atom>)> {
        let (outer, inner) = self.action(action)?;
        let region = outer.binder.name;
        let cells = atoms.into_iter().zip(leaves);
        let cells: Vec<Cell> = cells
            .map(|(atom, leaf)| Cell {
                atom,
                kind: CellKind::Held(leaf),
                plus: plus.clone(),
            })
            .collect();
        let reference = Reference {
            region,
            cells: 0..cells.len(),
            at: Vec::new(),
            content: self.content(&inner.binder.ty)?,
        };
        self.contents.insert(region, reference.content.clone());
        self.references.insert(inner.binder.name, reference);
        self.scope.cells.insert(region, cells);
        let (results, _) = self.block(b, &inner.body)?;
        let cells = self.scope.cells.remove(&region).unwrap_or_default();
        Ok((results, cells.into_iter().map(|cell| cell.atom).collect()))
    }

    /// A function of a region and of a reference.
    pub(super) fn action<'a>(&self, action: &'a Value) -> Made<(&'a Lambda, &'a Lambda)> {
        if let Value::Lambda(outer) = action
            && let Value::Lambda(inner) = &outer.body.result
        {
            return Ok((outer, inner));
        }
        self.unexpected("an action that is not written")
    }

    /// What a reference of this type refers to.
    pub(super) fn content(&self, ty: &DexType) -> Made<DexType> {
        match ty {
            Value::Ref(_, content) => Ok(Value::clone(content)),
            _ => self.unexpected("an action of no reference"),
        }
    }
}

/// An array with this behind some indexes.
pub(super) fn written(b: &mut Builder<'_>, cell: &Cell, at: &[Atom], leaf: &Leaf, value: Atom) -> Atom {
    match cell.atom.name() {
        Some(array) => {
            let at = cuts(at, leaf);
            b.bind_as("state", cell.ty(), Exp::Update { array, at, value })
                .into()
        }
        None => blank(b, leaf),
    }
}
