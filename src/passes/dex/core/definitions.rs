//! Definitions of data are functions without parameters, functions of data are entry points (DX-CO-DEF).

use super::layout::Leaf;
use super::values::existential_dim;
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::Names;
use elder_core::tree::{self, Atom, Body, Dim, Ext, Param, Results, Type};
use elder_dex::core::{Definition, Lambda, Value};
use elder_dex::rules::to_core::DX_CO_DEF;
use elder_syntax::names::Name;

/// What a body gives whose sizes are not known outside.
pub(super) struct Existential {
    /// The sizes.
    pub sizes: Vec<Atom>,
    /// The types of results.
    pub types: Vec<Type<Ext>>,
}

/// Results of these leaves: all sizes that are no numbers are hidden.
pub(super) fn existential(leaves: &[Leaf]) -> Existential {
    let mut sizes = Vec::new();
    let types = leaves.iter().map(|leaf| {
        leaf.ty().map(|dim| match dim {
            Dim::Is(atom) => existential_dim(*atom, &mut sizes),
            Dim::Open => Ext::Is(Dim::Open),
        })
    });
    let types = types.collect();
    Existential { sizes, types }
}

impl Pass<'_> {
    /// DX-CO-DEF
    pub(super) fn constant(&mut self, names: &mut Names, definition: &Definition) -> Made<tree::Definition> {
        DX_CO_DEF.apply();
        let at = self.site(None);
        let mut b = Builder::new(names, at);
        let (atoms, _) = self.block_forced(&mut b, &definition.body)?;
        let (atoms, leaves) = self.settled(&mut b, &definition.binder.ty, atoms)?;
        let (results, body) = finished(b, &leaves, atoms);
        Ok(tree::Definition {
            sizes: vec![],
            name: self.called(definition.binder.name),
            params: vec![],
            results,
            body,
            at,
        })
    }

    /// The entry point that gives what a definition is.
    pub(super) fn constant_entry(
        &mut self,
        names: &mut Names,
        definition: &Definition,
    ) -> Made<tree::Definition> {
        let at = self.site(None);
        let mut b = Builder::new(names, at);
        let (atoms, ty) = self.forced(&mut b, &Value::Var(definition.binder.name))?;
        let (atoms, _) = self.settled(&mut b, &ty, atoms)?;
        let atoms = self.given(&mut b, &ty, atoms)?;
        let (atoms, leaves) = self.settled(&mut b, &ty, atoms)?;
        let (results, body) = finished(b, &leaves, atoms);
        Ok(tree::Definition {
            name: self.called(definition.binder.name),
            sizes: vec![],
            params: vec![],
            results,
            body,
            at,
        })
    }

    /// The entry point that a function of data is.
    pub(super) fn function(&mut self, names: &mut Names, definition: &Definition) -> Made<tree::Definition> {
        DX_CO_DEF.apply();
        let at = self.site(None);
        let mut b = Builder::new(names, at);
        let (mut sizes, mut params) = (Vec::new(), Vec::new());
        let mut ty = definition.binder.ty.clone();
        let mut body = &definition.body;
        while let Value::Arrow(arrow) = &ty {
            let Value::Lambda(lambda) = &body.result else {
                return self.unexpected("a parameter that is not written");
            };
            self.parameter(&mut b, lambda, &mut sizes, &mut params)?;
            let given = Value::Var(lambda.binder.name);
            let known = [(arrow.binder.name, given)].into_iter().collect();
            let result = arrow.result.clone();
            ty = self.replaced(known, &result);
            body = &lambda.body;
        }
        let (atoms, _) = self.block_forced(&mut b, body)?;
        // Sizes of the result may fail by an instance: nobody asks for them before the body is done.
        let (atoms, _) = self.settled(&mut b, &ty, atoms)?;
        let atoms = self.given(&mut b, &ty, atoms)?;
        let (atoms, leaves) = self.settled(&mut b, &ty, atoms)?;
        let (results, body) = finished(b, &leaves, atoms);
        Ok(tree::Definition {
            name: self.called(definition.binder.name),
            sizes,
            params,
            results,
            body,
            at,
        })
    }

    /// A parameter is its scalars; sizes that are no numbers are read off, and are those that the type says.
    fn parameter(
        &mut self,
        b: &mut Builder<'_>,
        lambda: &Lambda,
        sizes: &mut Vec<Name>,
        params: &mut Vec<Param>,
    ) -> Made {
        let text = self.called(lambda.binder.name);
        let leaves = self.blank_leaves(b, &lambda.binder.ty)?;
        let mut atoms = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            let dims: Vec<Atom> = leaf
                .dims
                .iter()
                .zip(&leaf.ragged)
                .map(|(dim, ragged)| match (dim, ragged) {
                    (Atom::Const(_), false) => *dim,
                    _ => {
                        let size = b.fresh("d", Type::SIZE).name;
                        sizes.push(size);
                        size.into()
                    }
                })
                .collect();
            let binder = b.fresh(text.clone(), Leaf::of(dims, leaf.element).ty());
            atoms.push(binder.name.into());
            params.push(Param::plain(binder));
        }
        let atoms = self.settled_foreign(b, &lambda.binder.ty, atoms)?;
        let known = (atoms, lambda.binder.ty.clone());
        self.values.insert(lambda.binder.name, known);
        Ok(())
    }
}

/// A body that gives these, and how.
fn finished(b: Builder<'_>, leaves: &[Leaf], atoms: Vec<Atom>) -> (Results, Body) {
    let Existential { sizes, types } = existential(leaves);
    let results = Results::hiding(sizes.len(), types);
    (results, b.finish_hiding(sizes, atoms))
}
