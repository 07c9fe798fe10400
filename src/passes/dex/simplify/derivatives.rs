//! DX-S-LIN

use super::{Cases, Done, Named, Simplifier, dead};
use crate::dex::linearize;
use elder_dex::core::{Exp, Type, Value};
use elder_dex::rules::simplification::DX_S_LIN;

impl Simplifier<'_> {
    /// DX-S-LIN: the simplified function is linearized, and what that makes is simplified.
    ///
    /// Within the function DX-S-CASEPROD is used, as its values may move.
    pub(super) fn linearize(&mut self, function: &Value, point: &Value, named: &Named) -> Done {
        let function = self.form(function);
        if let Value::Choose(choice) = &function {
            return self.commute(choice, named, &|function| Exp::Linearize(function, point.clone()));
        }
        DX_S_LIN.apply();
        let result = match &named.ty {
            Value::PairType(result, _) => Type::clone(result),
            other => other.clone(),
        };
        let outside = std::mem::replace(&mut self.cases, Cases::Products);
        let simplified = self.body_of(&function, &result);
        self.cases = outside;
        let (parameter, body) = simplified?;
        let body = dead::left_out_of(&body, &self.partial);
        let body = linearize::ahead(self.program, &body);
        let context = linearize::Context {
            names: &mut self.names,
            data: &self.program.data,
            at: self.at,
        };
        let pair = linearize::function(context, &parameter, &body, &result)?;
        let point = self.given_to(&parameter, &pair, point)?;
        self.values.insert(parameter.name, point);
        self.block(&pair)
    }
}
