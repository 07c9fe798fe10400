//! DX-L-REIFY: blocks as pairs of a value and the function of its tangent, and how that is applied.

use super::{Done, Linearizer, Region, Tangent};
use elder_dex::core::rewrite::substitute;
use elder_dex::core::{Binder, Block, Exp, Lambda, Row, Type, Value};
use elder_dex::rules::linearization::DX_L_REIFY;
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// t1, .., tn: what the function of a tangent takes.
pub(super) struct Parameters {
    /// Regions, then references, then values.
    pub binders: Vec<Binder>,
    /// Δ where the function is.
    pub inside: FxHashMap<Name, Tangent>,
    /// The regions that it may do something to.
    pub regions: Vec<Region>,
}

impl Parameters {
    /// The function with this body.
    fn function(&self, body: Block) -> Value {
        let binders = self.binders.iter().rev().enumerate();
        let whole = binders.fold(body, |body, (place, binder)| {
            Value::Lambda(Arc::new(Lambda {
                binder: binder.clone(),
                effects: self.effects(place == 0),
                body,
            }))
            .into()
        });
        whole.result
    }

    /// Its type.
    pub fn ty(&self, result: Type) -> Type {
        let binders = self.binders.iter().rev().enumerate();
        binders.fold(result, |result, (place, binder)| {
            Value::arrow(binder.clone(), self.effects(place == 0), result)
        })
    }

    /// The innermost arrow carries the effects.
    fn effects(&self, is_last: bool) -> Row {
        match is_last {
            true => row(&self.regions),
            false => Row::PURE,
        }
    }
}

/// The effects of regions.
pub(super) fn row(regions: &[Region]) -> Row {
    Row {
        effects: regions.iter().map(|region| region.effect()).collect(),
        rest: None,
    }
}

impl Linearizer<'_> {
    /// Parameters for the tangents of these names, in the order of [`Linearizer::arguments`].
    pub(super) fn parameters(&mut self, over: &[Name]) -> Parameters {
        let mut made = Parameters {
            binders: Vec::new(),
            inside: FxHashMap::default(),
            regions: Vec::new(),
        };
        let mut renamed = FxHashMap::default();
        for region in self.regions(over) {
            let name = self.names.again(region.name);
            renamed.insert(region.name, name);
            made.regions.push(Region { name, ..region });
            made.binders.push(Binder {
                name,
                ty: Value::TYPE,
            });
        }
        for own in self.ordered(over) {
            let tangent = self.tangents[&own].clone();
            let region = tangent.region.map(|region| Region {
                name: renamed.get(&region.name).copied().unwrap_or(region.name),
                ..region
            });
            let ty = match (&tangent.ty, region) {
                (Value::Ref(_, content), Some(region)) => {
                    Value::reference(Value::Var(region.name), Value::clone(content))
                }
                (ty, _) => ty.clone(),
            };
            let name = self.names.again(own);
            let inside = Tangent {
                value: Value::Var(name),
                ty: ty.clone(),
                region,
            };
            made.inside.insert(own, inside);
            made.binders.push(Binder { name, ty });
        }
        made
    }

    /// What these parameters are here.
    pub(super) fn arguments(&self, over: &[Name]) -> Vec<Value> {
        let regions = self.regions(over);
        let regions = regions.iter().map(|region| Value::Var(region.name));
        let tangents = self.ordered(over);
        let tangents = tangents.iter().map(|name| self.tangents[name].value.clone());
        regions.chain(tangents).collect()
    }

    /// References, then values.
    fn ordered(&self, over: &[Name]) -> Vec<Name> {
        let is_reference = |name: &&Name| self.tangents[*name].region.is_some();
        let references = over.iter().filter(is_reference);
        let values = over.iter().filter(|name| !is_reference(name));
        references.chain(values).copied().collect()
    }

    /// The regions of references among these names.
    pub(super) fn regions(&self, over: &[Name]) -> Vec<Region> {
        let mut regions: Vec<Region> = Vec::new();
        for name in over {
            match self.tangents[name].region {
                Some(region) if !regions.contains(&region) => regions.push(region),
                _ => {}
            }
        }
        regions
    }

    /// DX-L-REIFY: the block, which gives a value of a type and the function of its tangent, and the type of both.
    pub(super) fn reified(
        &mut self,
        body: &Block,
        ty: &Type,
        mut parameters: Parameters,
    ) -> Done<(Block, Type)> {
        DX_L_REIFY.apply();
        let inside = std::mem::take(&mut parameters.inside);
        let outside = std::mem::replace(&mut self.tangents, inside);
        let primal = std::mem::take(&mut self.primal);
        let tangent = std::mem::take(&mut self.tangent);
        let at = self.at;
        let (value, moves) = self.block(body, ty)?;
        self.at = at;
        let tangent = Block {
            stms: std::mem::replace(&mut self.tangent, tangent),
            result: moves,
        };
        let stms = std::mem::replace(&mut self.primal, primal);
        self.tangents = outside;
        let arrow = parameters.ty(self.tan(ty)?);
        let result = Value::pair(value, parameters.function(tangent));
        Ok((Block { stms, result }, Value::pair_type(ty.clone(), arrow)))
    }

    /// A function of a tangent, applied among the statements of et.
    pub(super) fn applied(&mut self, function: Value, ty: &Type, arguments: &[Value]) -> Value {
        let mut left = function;
        let mut ty = ty.clone();
        for argument in arguments {
            let Value::Arrow(arrow) = &ty else {
                break;
            };
            ty = substitute(self.names, arrow.binder.name, argument, &arrow.result);
            let name = self.names.fresh("t");
            left = self.then(name, ty.clone(), Exp::Apply(left, argument.clone()));
        }
        left
    }

    /// What is computed among the statements of a block of its own, for et.
    pub(super) fn inner(&mut self, made: impl FnOnce(&mut Self) -> Value) -> Block {
        let outside = std::mem::take(&mut self.tangent);
        let result = made(self);
        Block {
            stms: std::mem::replace(&mut self.tangent, outside),
            result,
        }
    }
}

/// The second of a type of pairs: that of the function, where a block was reified.
pub(super) fn second(ty: &Type) -> Type {
    match ty {
        Value::PairType(_, second) => Type::clone(second),
        other => other.clone(),
    }
}

/// The first of a type of pairs.
pub(super) fn first(ty: &Type) -> Type {
    match ty {
        Value::PairType(first, _) => Type::clone(first),
        other => other.clone(),
    }
}
