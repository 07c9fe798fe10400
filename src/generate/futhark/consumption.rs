//! Calls and loops that consume variables themselves, which nobody observes any more.

use super::features::Construct;
use super::generator::{Callee, Exp, Generator};
use super::quote::{Part, part};
use super::signature::Scheme;
use super::types::{Parameters, Substitution, Ty};
use crate::Choices;

/// A call that consumes a variable: which, by which function, as which argument.
struct Consumption {
    variable: usize,
    callee: Callee,
    place: usize,
    found: Substitution,
}

impl Generator {
    /// A call of the program or the library that consumes a variable.
    pub fn consuming_call(&mut self, c: &mut Choices, d: usize) -> Option<Part> {
        let possible = self.consumptions();
        let Consumption {
            variable,
            callee,
            place,
            found,
        } = c.pick(&possible)?;
        let (scheme, captured) = self.callee(*callee);
        let given = self.given_up(*variable);
        let (arguments, found) =
            self.arguments_beside(c, &scheme, found.clone(), 0, d, Some((*place, given)))?;
        self.meet(Construct::VariableConsumed);
        let value = self.applied(c, &scheme, &captured, &arguments);
        let ty = found.ty(&scheme.result);
        let shown = self.show(c, &ty);
        let pattern = self.pattern(c, &ty, &value.aliases, false);
        Some(part!("let $: $ = $"; pattern, shown, value))
    }

    fn consumptions(&self) -> Vec<Consumption> {
        let mut out = Vec::new();
        let consumes = |s: &Scheme| s.unknown.is_empty() && s.parameters.iter().any(|p| p.consumed);
        for variable in self.own_arrays() {
            let Some(array) = self.variables.get(variable) else {
                continue;
            };
            for callee in self.callable(consumes) {
                let (scheme, captured) = self.callee(callee);
                if !captured.is_disjoint(&array.aliases) {
                    continue;
                }
                let sizes = scheme.size_names();
                let of = Parameters {
                    sizes: &sizes,
                    types: &scheme.types,
                };
                for (place, parameter) in scheme.parameters.iter().enumerate() {
                    let mut found = Substitution::default();
                    if parameter.consumed && found.fit(of, &parameter.ty, &array.ty) {
                        out.push(Consumption {
                            variable,
                            callee,
                            place,
                            found,
                        });
                    }
                }
            }
        }
        out
    }

    /// Variables that are arrays and may be consumed here.
    pub fn own_arrays(&self) -> Vec<usize> {
        let arrays = self.usable(|ty| matches!(ty, Ty::Array(..))).into_iter();
        arrays
            .filter(|&id| self.consumable(&self.variables[id].aliases))
            .collect()
    }

    /// The last use of a variable: what it shares memory with is gone, and what is made of it shares memory with nothing.
    pub fn given_up(&mut self, variable: usize) -> Exp {
        let aliases = self.variables[variable].aliases.clone();
        let exp = self.variable(variable);
        self.consume(&aliases);
        exp.alone()
    }
}
