//! Types and their scalars (DX-CO-FLAT).

use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Atom, Type};
use elder_dex::core::rewrite::{Rewrite, Substitution, free};
use elder_dex::core::{BOOL, DataName, Projection, Type as Dex, Value};
use elder_dex::rules::to_core::{DX_CO_FLAT, DX_CO_INSTANCE, DX_CO_REF, DX_CO_SUM};
use elder_syntax::names::Name;
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A scalar of a type, behind the indices of tables.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The sizes of the tables, the outermost first.
    pub dims: Vec<Atom>,
    /// The scalar.
    pub element: PrimType,
}

impl Leaf {
    /// An array, or the scalar.
    pub(super) fn ty(&self) -> Type {
        Type::sized(self.dims.iter().copied(), self.element)
    }

    /// What is left of it behind one index.
    pub(super) fn row(&self) -> Leaf {
        Leaf {
            dims: self.dims.iter().skip(1).copied().collect(),
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

impl Pass<'_> {
    /// DX-CO-FLAT: the scalars of a type, in order.
    pub(super) fn leaves(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Leaf>> {
        DX_CO_FLAT.apply();
        let scalar = |element| {
            vec![Leaf {
                dims: Vec::new(),
                element,
            }]
        };
        match ty {
            Value::Base(base) => Ok(scalar(*base)),
            Value::Fin(_) | Value::Range(_) => Ok(scalar(PrimType::I32)),
            Value::Table(binder, element) => {
                self.regular(ty)?;
                let mut leaves = self.leaves(b, element)?;
                if !leaves.is_empty() {
                    let size = self.size(b, &binder.ty)?;
                    leaves.iter_mut().for_each(|leaf| leaf.dims.insert(0, size));
                }
                Ok(leaves)
            }
            _ => {
                let alternatives = self.alternatives(ty)?;
                let mut leaves = match is_tagged(ty, &alternatives) {
                    Tagged::Bool => return Ok(scalar(PrimType::Bool)),
                    Tagged::Number => scalar(TAG),
                    Tagged::Nothing => Vec::new(),
                };
                for part in alternatives.iter().flatten() {
                    leaves.append(&mut self.leaves(b, part)?);
                }
                Ok(leaves)
            }
        }
    }

    /// The same, before what is of the type is computed: a size that may fail would do so too early.
    pub(super) fn leaves_before(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Leaf>> {
        let before = self.fallible;
        let leaves = self.leaves(b, ty)?;
        if self.fallible != before {
            let message = format!("a size of {} may fail, and nobody asks for it yet", self.text(ty));
            return self.refuse(&DX_CO_INSTANCE, "size", message);
        }
        Ok(leaves)
    }

    /// DX-CO-FLAT: the type of the elements of a table does not depend on the index.
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
            if constructor.holds_size() {
                let message = format!("what {} holds has a size that it holds, too", constructor.name);
                return self.refuse(&DX_CO_FLAT, "regular", message);
            }
            let mut fields = Vec::with_capacity(constructor.fields.len());
            for field in &constructor.fields {
                fields.push(self.replaced(known.clone(), &field.ty));
            }
            all.push(fields);
        }
        Ok(all)
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
