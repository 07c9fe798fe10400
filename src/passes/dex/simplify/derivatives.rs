//! Derivatives.  Each is taken by the pass of its name, or stays until then (DX-S-LEFT).
//!
//! Within the functions of all of them DX-S-CASEPROD is used: what functions captured in a `case` may move, and a sum is no vector.

use super::{Cases, Done, Named, Simplifier, dead};
use crate::dex::{linearize, transpose};
use elder_dex::core::rewrite::{Rewrite, parts, uses_functions};
use elder_dex::core::{Binder, Block, Exp, Lambda, Projection, Row, Type, Value};
use elder_dex::rules::linearization::DX_S_LIN;
use elder_dex::rules::simplification::DX_S_LEFT;
use elder_dex::rules::transposition::DX_S_TRANS;
use elder_syntax::names::Name;
use std::sync::Arc;

/// `linearize` or `transpose`, of a function and of what it is given.
type Derivative = fn(Value, Value) -> Exp;

impl Simplifier<'_> {
    /// DX-S-LIN: the simplified function is linearized, and what that makes is simplified.
    pub(super) fn linearize(&mut self, function: &Value, point: &Value, named: &Named) -> Done {
        let function = self.form(function);
        if let Value::Choose(choice) = &function {
            return self.commute(choice, named, &|function| Exp::Linearize(function, point.clone()));
        }
        if self.is_given(&function) {
            return self.stays_of(Exp::Linearize, &function, point, named);
        }
        let result = match &named.ty {
            Value::PairType(result, _) => Type::clone(result),
            other => other.clone(),
        };
        let (parameter, body) = self.body_of(&function, &result)?;
        if !self.taken.linearizations || uses_functions(&body) {
            return self.stays_of(Exp::Linearize, &written(parameter, body), point, named);
        }
        DX_S_LIN.apply();
        let body = dead::left_out_of(&body, &self.partial, &self.sliced_again);
        let body = linearize::ahead(self.program, &body);
        let context = linearize::Context {
            names: &mut self.names,
            data: &self.program.data,
            at: self.at,
        };
        let pair = linearize::function(context, &parameter, &body, &result)?;
        // Value and tangent may have names in common.
        let pair = self.copy(|s| s.block(&pair));
        let point = self.given_to(&parameter, &pair, point)?;
        self.values.insert(parameter.name, point);
        self.block(&pair)
    }

    /// DX-S-TRANS: the function is simplified, its transpose is the content of an accumulator, and that is simplified again.
    pub(super) fn transpose(&mut self, function: &Value, weight: &Value, named: &Named) -> Done {
        let function = self.form(function);
        if let Value::Choose(choice) = &function {
            let of = |function| Exp::Transpose(function, weight.clone());
            return self.commute(choice, named, &of);
        }
        if self.is_given(&function) {
            return self.stays_of(Exp::Transpose, &function, weight, named);
        }
        let weight = self.operand(weight)?;
        let result = self.type_of(&weight)?;
        let at = self.at;
        let (parameter, body) = self.body_of(&function, &result)?;
        if !self.taken.transpositions || uses_functions(&body) {
            return self.stays_of(Exp::Transpose, &written(parameter, body), &weight, named);
        }
        DX_S_TRANS.apply();
        let weight = (weight, result);
        let needed = dead::left_out_of(&body, &self.partial, &self.sliced_again);
        let mut action = |body: &Block| {
            let weight = weight.clone();
            transpose::action(self.program, &mut self.names, &parameter, body, weight, at)
        };
        if needed != body {
            // All of it is to be linear, also what nobody needs.
            action(&body)?;
        }
        let action = action(&needed)?;
        // Weights of one view, wherever it stands, are made by the names that it binds.
        let action = self.copy(|s| s.value(&action));
        let whole = self.beside(named, Value::pair_type(Value::UnitType, parameter.ty));
        let both = self.run_accum(None, &action, &whole)?;
        Ok(super::values::part_of(&Projection::Second, both))
    }

    /// DX-S-LEFT
    fn stays_of(&mut self, of: Derivative, function: &Value, at: &Value, named: &Named) -> Done {
        DX_S_LEFT.apply();
        self.derivatives = true;
        let function = match function {
            Value::Lambda(_) => function.clone(),
            given => self.operand(given)?,
        };
        let at = self.operand(at)?;
        Ok(self.emit(named, of(function, at)))
    }

    /// DX-S-LEFT: whether a function is one that a derivative gives which stays: nothing is known of it.
    pub(super) fn is_given(&self, function: &Value) -> bool {
        self.derivatives && matches!(function, Value::Var(_) | Value::Project(..))
    }

    /// DX-S-LEFT: whether what is of a type can be captured: data, and what derivatives give that stay.
    pub(super) fn is_held(&self, ty: &Type) -> bool {
        self.is_data(ty) || self.derivatives && self.is_data(&Handed.value(ty))
    }

    /// A function of which a derivative is taken: its body is simplified, and gives what is of this type.
    fn body_of(&mut self, function: &Value, result: &Type) -> Done<(Binder, Block)> {
        let outside = std::mem::replace(&mut self.cases, Cases::Products);
        let simplified = self.simplified_body(function, result);
        self.cases = outside;
        simplified
    }

    fn simplified_body(&mut self, function: &Value, result: &Type) -> Done<(Binder, Block)> {
        let (parameter, _) = self.signature(function)?;
        let text = self.names.text(parameter.name).clone();
        let parameter = self.fresh(text, parameter.ty);
        let (stms, result) = self.within(|s| s.finished(function, &Value::Var(parameter.name), result))?;
        Ok((parameter, Block { stms, result }))
    }
}

/// `\x: a. body`
fn written(binder: Binder, body: Block) -> Value {
    Value::Lambda(Arc::new(Lambda {
        binder,
        effects: Row::PURE,
        body,
    }))
}

/// Types of functions become that of `()`: such functions are handed on as it is.
struct Handed;

impl Rewrite for Handed {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Arrow(_) => Value::UnitType,
            other => elder_syntax::effort::deeper(|| parts(self, other)),
        }
    }
}
