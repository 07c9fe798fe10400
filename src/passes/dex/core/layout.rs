//! Types and their scalars (DX-CO-FLAT).

use super::emit::{body, filled, one_of};
use super::expressions::read;
use super::held::{fitted, largest_of};
use super::index_sets::is_constructor;
use super::{Extent, Made, Pass};
use crate::normal::both;
use elder_core::Builder;
use elder_core::tree::{Atom, Type};
use elder_dex::core::rewrite::{Rewrite, Substitution, free};
use elder_dex::core::{BOOL, Binder as DexBinder, DataName, Projection, Type as Dex, Value};
use elder_dex::rules::to_core::{DX_CO_FLAT, DX_CO_HELD, DX_CO_INSTANCE, DX_CO_PAD, DX_CO_REF, DX_CO_SUM};
use elder_dex::types::equal;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A scalar of a type, behind the indices of tables.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leaf {
    /// The sizes of the tables, the outermost first; of one whose rows differ in size the largest.
    pub dims: Vec<Atom>,
    /// Which of these depend on what is held, or on an index.
    pub ragged: Vec<bool>,
    /// The scalar.
    pub element: PrimType,
}

impl Leaf {
    /// A scalar behind tables of these sizes, which depend on nothing.
    pub(super) fn of(dims: Vec<Atom>, element: PrimType) -> Leaf {
        Leaf {
            ragged: vec![false; dims.len()],
            dims,
            element,
        }
    }

    /// An array, or the scalar.
    pub(super) fn ty(&self) -> Type {
        Type::sized(self.dims.iter().copied(), self.element)
    }

    /// What is left of it behind one index.
    pub(super) fn row(&self) -> Leaf {
        self.behind(1)
    }

    /// What is left of it behind so many indices.
    pub(super) fn behind(&self, indices: usize) -> Leaf {
        Leaf {
            dims: self.dims.iter().skip(indices).copied().collect(),
            ragged: self.ragged.iter().skip(indices).copied().collect(),
            element: self.element,
        }
    }
}

/// The types of leaves.
pub(super) fn types(leaves: &[Leaf]) -> Vec<Type> {
    leaves.iter().map(Leaf::ty).collect()
}

/// The number of the constructor.
pub(super) const TAG: PrimType = PrimType::U8;

/// Where the scalars of a value are.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    /// Scalars and arrays; none if all sizes that it holds are zero.
    pub atoms: Option<&'a [Atom]>,
    /// Behind which indices.
    pub at: &'a [Atom],
    /// Whether it is there, of what was made elsewhere: only then sizes that it holds are not zero.  What is made here has zeros already.
    pub when: Option<Atom>,
}

impl<'a> Source<'a> {
    /// A value that has these scalars.
    pub(super) fn of(atoms: &'a [Atom]) -> Source<'a> {
        Source {
            atoms: Some(atoms),
            at: &[],
            when: None,
        }
    }

    /// A value that was made elsewhere: it holds anything for the constructors that sums do not have.
    pub(super) fn foreign(atoms: &'a [Atom], at: &'a [Atom]) -> Source<'a> {
        Source {
            atoms: Some(atoms),
            at,
            when: Some(Atom::TRUE),
        }
    }

    fn part(self, range: Range<usize>) -> Source<'a> {
        Source {
            atoms: self.atoms.map(|atoms| atoms.get(range).unwrap_or_default()),
            ..self
        }
    }
}

impl Pass<'_> {
    /// DX-CO-FLAT: the scalars of a type that holds no sizes, in order.
    pub(super) fn leaves(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Leaf>> {
        match self.has_held(ty)? {
            true => self.unexpected(&format!("the sizes of {}", self.text(ty))),
            false => self.blank_leaves(b, ty),
        }
    }

    /// DX-CO-HELD: the scalars of a value, with the sizes that it holds.
    pub(super) fn leaves_of(&mut self, b: &mut Builder<'_>, ty: &Dex, from: Source<'_>) -> Made<Vec<Leaf>> {
        self.extents(b, ty, from, &FxHashSet::default())
    }

    /// DX-CO-FLAT: the scalars of a value whose sizes are zero as far as it holds them.
    pub(super) fn blank_leaves(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Leaf>> {
        let none = Source {
            atoms: None,
            at: &[],
            when: None,
        };
        self.extents(b, ty, none, &FxHashSet::default())
    }

    fn extents(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        from: Source<'_>,
        bound: &FxHashSet<Name>,
    ) -> Made<Vec<Leaf>> {
        DX_CO_FLAT.apply();
        let scalar = |element| vec![Leaf::of(vec![], element)];
        match ty {
            Value::Base(base) => Ok(scalar(*base)),
            Value::Fin(_) | Value::Range(_) => Ok(scalar(PrimType::I32)),
            Value::Table(binder, element) if self.is_regular(binder, element)? => {
                let mut leaves = self.extents(b, element, from, bound)?;
                if !leaves.is_empty() {
                    let size = self.size(b, &binder.ty)?;
                    let ragged = !bound.is_disjoint(&free(&binder.ty));
                    for leaf in &mut leaves {
                        leaf.dims.insert(0, size);
                        leaf.ragged.insert(0, ragged);
                    }
                }
                Ok(leaves)
            }
            Value::Table(binder, element) => self.largest(b, ty, (binder, element), from, bound),
            _ => {
                let alternatives = self.alternatives(ty)?;
                let mut leaves = match is_tagged(ty, &alternatives) {
                    Tagged::Bool => return Ok(scalar(PrimType::Bool)),
                    Tagged::Number => scalar(TAG),
                    Tagged::Nothing => Vec::new(),
                };
                let tag = match leaves.is_empty() || !self.has_held(ty)? {
                    true => None,
                    false => from.atoms.and_then(|atoms| atoms.first().copied()),
                };
                for (number, parts) in alternatives.iter().enumerate() {
                    let mut from = from;
                    if let (Some(when), Some(tag)) = (from.when, tag) {
                        let tag = read(b, tag, from.at, &leaves[0]);
                        let is = is_constructor(b, tag, number);
                        from.when = Some(both(b, "is", when, is));
                    }
                    self.parts_extents(b, (ty, number, parts), from, bound, &mut leaves)?;
                }
                Ok(leaves)
            }
        }
    }

    /// What a constructor holds; sizes that it holds are those of what it holds beside them.
    fn parts_extents(
        &mut self,
        b: &mut Builder<'_>,
        (ty, number, parts): (&Dex, usize, &[Dex]),
        from: Source<'_>,
        bound: &FxHashSet<Name>,
        leaves: &mut Vec<Leaf>,
    ) -> Made {
        let fields = self.sizes_held(ty, number);
        let mut known: FxHashMap<Name, Value> = FxHashMap::default();
        let mut bound = bound.clone();
        for (place, part) in parts.iter().enumerate() {
            let part = match known.is_empty() {
                true => part.clone(),
                false => self.replaced(known.clone(), part),
            };
            let count = self.count(&part)?;
            let from = from.part(leaves.len()..leaves.len() + count);
            let own = self.extents(b, &part, from, &bound)?;
            if let Some(field) = fields.get(place).copied().flatten() {
                DX_CO_HELD.apply();
                let size = self.names.again(field);
                let pairs = own.iter().enumerate();
                let atoms =
                    pairs.map(
                        |(number, leaf)| match from.atoms.and_then(|atoms| atoms.get(number)) {
                            Some(atom) => {
                                let atom = read(b, *atom, from.at, leaf);
                                if_there(b, from.when, atom, leaf)
                            }
                            None => filled(b, &leaf.dims, Atom::Const(leaf.element.number(0))),
                        },
                    );
                let atoms = atoms.collect();
                self.regions.types.insert(size, part.clone());
                self.values.insert(size, (atoms, part));
                bound.insert(size);
                known.insert(field, Value::Var(size));
            }
            leaves.extend(own);
        }
        Ok(())
    }

    /// The fields of a constructor that are sizes of others, by their places.
    pub(super) fn sizes_held(&self, ty: &Dex, constructor: usize) -> Vec<Option<Name>> {
        let Value::DataType(data, _) = ty else {
            return vec![];
        };
        let declared = self.program.data.get(data.index());
        let Some(constructor) = declared.and_then(|declared| declared.constructors.get(constructor)) else {
            return vec![];
        };
        if !constructor.holds_size() {
            return vec![];
        }
        let mentioned: FxHashSet<Name> = constructor
            .fields
            .iter()
            .flat_map(|field| free(&field.ty))
            .collect();
        let fields = constructor.fields.iter().map(|field| field.name);
        fields
            .map(|name| mentioned.contains(&name).then_some(name))
            .collect()
    }

    /// DX-CO-PAD: a table whose elements may differ in size has room for the largest in each dimension.
    fn largest(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        (binder, element): (&DexBinder, &Dex),
        from: Source<'_>,
        bound: &FxHashSet<Name>,
    ) -> Made<Vec<Leaf>> {
        DX_CO_PAD.apply();
        // Where no sizes are held it is of no matter of which value the table is.
        let (key, behind) = match self.has_held(ty)? {
            true => (from.atoms.unwrap_or_default(), from.at),
            false => Default::default(),
        };
        let mut known = self.scope.extents.iter();
        let is_known = |own: &&Extent| own.atoms == key && own.at == behind && equal(&own.ty, ty);
        if let Some(known) = known.find(is_known) {
            return Ok(known.leaves.clone());
        }
        // What does not depend on the element is computed before, so that it is known of a table without elements, too.
        self.sizes_of(b, element, &mut [binder.name].into_iter().collect())?;
        let size = self.size(b, &binder.ty)?;
        let index = b.fresh("i", Type::SIZE);
        let first = index.name;
        let at: Vec<Atom> = from.at.iter().copied().chain([first.into()]).collect();
        let mut within = bound.clone();
        within.insert(binder.name);
        let (mut leaves, mut inner) = (Vec::new(), Vec::new());
        let made = self.within(|pass| {
            body(b, |b| {
                if free(element).contains(&binder.name) {
                    let member = pass.member(b, &binder.ty, first.into())?;
                    pass.values.insert(binder.name, (member, binder.ty.clone()));
                }
                leaves = pass.extents(b, element, Source { at: &at, ..from }, &within)?;
                for dim in leaves.iter().flat_map(|leaf| &leaf.dims) {
                    if dim.name().is_some_and(|name| name >= first) && !inner.contains(dim) {
                        inner.push(*dim);
                    }
                }
                Ok(inner.clone())
            })
        })?;
        let largest = match inner.is_empty() {
            true => vec![],
            false => largest_of(b, size, index, made, inner.len()),
        };
        let ragged = !bound.is_disjoint(&free(&binder.ty));
        for leaf in &mut leaves {
            for (dim, ragged) in leaf.dims.iter_mut().zip(&mut leaf.ragged) {
                if let Some(place) = inner.iter().position(|own| own == dim) {
                    *dim = largest[place];
                    *ragged = true;
                }
            }
            leaf.dims.insert(0, size);
            leaf.ragged.insert(0, ragged);
        }
        self.scope.extents.push(Extent {
            ty: ty.clone(),
            atoms: key.to_vec(),
            at: behind.to_vec(),
            leaves: leaves.clone(),
        });
        Ok(leaves)
    }

    /// The sizes in a type that depend on none of these names, nor on what is held there.
    fn sizes_of(&mut self, b: &mut Builder<'_>, ty: &Dex, bound: &mut FxHashSet<Name>) -> Made {
        match ty {
            Value::Base(_) | Value::Fin(_) | Value::Range(_) => Ok(()),
            Value::Table(binder, element) => {
                if bound.is_disjoint(&free(&binder.ty)) {
                    self.size(b, &binder.ty)?;
                }
                bound.insert(binder.name);
                self.sizes_of(b, element, bound)
            }
            _ => {
                for (number, parts) in self.alternatives(ty)?.iter().enumerate() {
                    bound.extend(self.sizes_held(ty, number).into_iter().flatten());
                    for part in parts {
                        self.sizes_of(b, part, bound)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether all elements of a table have one size.
    fn is_regular(&mut self, binder: &DexBinder, element: &Dex) -> Made<bool> {
        Ok(!free(element).contains(&binder.name) && !self.has_held(element)?)
    }

    /// Whether elements of some table in a value of this type may differ in size.
    pub(super) fn is_padded(&mut self, ty: &Dex) -> Made<bool> {
        match ty {
            Value::Base(_) | Value::Fin(_) | Value::Range(_) => Ok(false),
            Value::Table(binder, element) => {
                Ok(!self.is_regular(binder, element)? || self.is_padded(element)?)
            }
            _ => self.some_part(ty, Self::is_padded),
        }
    }

    /// DX-CO-HELD: whether values of this type hold sizes of what they hold.
    pub(super) fn has_held(&mut self, ty: &Dex) -> Made<bool> {
        match ty {
            Value::Base(_) | Value::Fin(_) | Value::Range(_) => Ok(false),
            Value::Table(_, element) => self.has_held(element),
            Value::DataType(data, _)
                if self.program.data.get(data.index()).is_some_and(|declared| {
                    declared
                        .constructors
                        .iter()
                        .any(|constructor| constructor.holds_size())
                }) =>
            {
                Ok(true)
            }
            _ => self.some_part(ty, Self::has_held),
        }
    }

    fn some_part(&mut self, ty: &Dex, holds: fn(&mut Self, &Dex) -> Made<bool>) -> Made<bool> {
        for part in self.alternatives(ty)?.iter().flatten() {
            if holds(self, part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The scalars of a type that holds no sizes, before what is of the type is computed: a size that may fail would do so too early.
    pub(super) fn leaves_before(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Leaf>> {
        self.before(ty, |pass| pass.leaves(b, ty))
    }

    /// What is asked of the sizes of a type before a value of it is computed.
    pub(super) fn before<T>(&mut self, ty: &Dex, make: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let before = self.fallible;
        let made = make(self)?;
        if self.fallible != before {
            let message = format!("a size of {} may fail, and nobody asks for it yet", self.text(ty));
            return self.refuse(&DX_CO_INSTANCE, "size", message);
        }
        Ok(made)
    }

    /// DX-CO-INDEX: the elements of a table that is a member do not differ in their index sets.
    pub(super) fn regular(&self, ty: &Dex) -> Made {
        match ty {
            Value::Table(binder, element) if free(element).contains(&binder.name) => {
                let message = format!("the elements of {} may differ in size", self.text(ty));
                self.refuse(&DX_CO_FLAT, "regular", message)
            }
            _ => Ok(()),
        }
    }

    /// How many scalars a type has.
    pub(super) fn count(&mut self, ty: &Dex) -> Made<usize> {
        match ty {
            Value::Base(_) | Value::Fin(_) | Value::Range(_) => Ok(1),
            Value::Table(_, element) => self.count(element),
            _ => {
                let alternatives = self.alternatives(ty)?;
                let tag = match is_tagged(ty, &alternatives) {
                    Tagged::Nothing => 0,
                    Tagged::Bool | Tagged::Number => 1,
                };
                let mut count = tag;
                for part in alternatives.iter().flatten() {
                    count += self.count(part)?;
                }
                Ok(count)
            }
        }
    }

    /// A type as a sum of products: the types of what each constructor holds.
    pub(super) fn alternatives(&mut self, ty: &Dex) -> Made<Vec<Vec<Dex>>> {
        match ty {
            Value::UnitType => Ok(vec![vec![]]),
            Value::PairType(first, second) => Ok(vec![vec![Value::clone(first), Value::clone(second)]]),
            Value::RecordType(labels) if labels.rest.is_none() => {
                Ok(vec![labels.fields.iter().map(|(_, ty)| ty.clone()).collect()])
            }
            Value::VariantType(labels) if labels.rest.is_none() => {
                Ok(labels.fields.iter().map(|(_, ty)| vec![ty.clone()]).collect())
            }
            Value::DataType(data, parameters) => self.constructors(*data, parameters),
            Value::Ref(..) => {
                DX_CO_REF.apply();
                let message = format!("a {} that no other reference makes", self.text(ty));
                self.refuse(&DX_CO_REF, "made", message)
            }
            Value::Arrow(_) => self.derivative(),
            other => self.unexpected(&self.text(other)),
        }
    }

    /// What the constructors of a declared type hold.
    fn constructors(&mut self, data: DataName, parameters: &[Value]) -> Made<Vec<Vec<Dex>>> {
        let Some(declared) = self.program.data.get(data.index()) else {
            return self.unexpected("a type that is not declared");
        };
        let own = declared.parameters.iter().zip(parameters);
        let known: FxHashMap<Name, Value> = own.map(|(own, given)| (own.name, given.clone())).collect();
        let mut all = Vec::with_capacity(declared.constructors.len());
        for constructor in &declared.constructors {
            let mut fields = Vec::with_capacity(constructor.fields.len());
            for field in &constructor.fields {
                fields.push(self.replaced(known.clone(), &field.ty));
            }
            all.push(fields);
        }
        Ok(all)
    }

    /// DX-CO-HELD: the type of a part, in which the sizes that are held beside it are parts of the whole.
    pub(super) fn beside(&mut self, ty: &Dex, whole: &Value, part: Dex) -> Dex {
        let sizes = self.sizes_held(ty, 0).into_iter().enumerate();
        let held = |(place, name): (usize, Option<Name>)| {
            Some((name?, Value::project(Projection::Held(place), whole.clone())))
        };
        let known: FxHashMap<Name, Value> = sizes.filter_map(held).collect();
        match known.is_empty() {
            true => part,
            false => self.replaced(known, &part),
        }
    }

    /// A type with values for names.
    pub(super) fn replaced(&mut self, values: FxHashMap<Name, Value>, ty: &Dex) -> Dex {
        let names = &mut self.names;
        Substitution { names, values }.value(ty)
    }

    /// A part of a type, and which of its scalars that has.
    pub(super) fn part(&mut self, part: &Projection, ty: &Dex) -> Made<(Dex, Range<usize>)> {
        let alternatives = self.alternatives(ty)?;
        let [parts] = alternatives.as_slice() else {
            return self.unexpected("a part of what has several constructors");
        };
        let place = match (part, ty) {
            (Projection::First, _) => Some(0),
            (Projection::Second, _) => Some(1),
            (Projection::Held(place), _) => Some(*place),
            (Projection::Field(label), Value::RecordType(labels)) => {
                labels.fields.iter().position(|(own, _)| own == label)
            }
            _ => None,
        };
        let place = place.unwrap_or(parts.len());
        let mut from = 0;
        for (number, own) in parts.iter().enumerate() {
            let count = self.count(own)?;
            if number == place {
                return Ok((own.clone(), from..from + count));
            }
            from += count;
        }
        self.unexpected("a part that is not there")
    }
}

/// What is there, or zeros.
fn if_there(b: &mut Builder<'_>, when: Option<Atom>, atom: Atom, leaf: &Leaf) -> Atom {
    let Some(when) = when.filter(|when| *when != Atom::TRUE) else {
        return atom;
    };
    let mut inner = b.inner();
    let own = fitted(&mut inner, atom, &leaf.ty());
    let then = inner.finish(vec![own]);
    let mut inner = b.inner();
    let zeros = filled(&mut inner, &leaf.dims, Atom::Const(leaf.element.number(0)));
    let otherwise = inner.finish(vec![zeros]);
    one_of(b, "held", when, [then, otherwise], vec![leaf.ty()])[0]
}

/// What tells the constructors of a type apart.
pub(super) enum Tagged {
    /// There is one.
    Nothing,
    /// They are the truth values.
    Bool,
    /// A number.
    Number,
}

/// DX-CO-SUM: what stands before the scalars of what constructors hold.
pub(super) fn is_tagged(ty: &Dex, alternatives: &[Vec<Dex>]) -> Tagged {
    match ty {
        Value::DataType(BOOL, _) => Tagged::Bool,
        _ if alternatives.len() == 1 => Tagged::Nothing,
        _ => {
            DX_CO_SUM.apply();
            Tagged::Number
        }
    }
}
