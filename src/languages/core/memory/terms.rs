//! The numbers that names are bound to, as variables of terms of sizes: one for each name.

use crate::names::{Name, Names};
use crate::tree::{Atom, Type};
use elder_sizes::{Nat, NatExpression, Ranges};
use elder_syntax::Variable;
use rustc_hash::FxHashMap;

/// Which variables stand for the numbers of names.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    variables: FxHashMap<Name, Variable>,
    names: FxHashMap<Variable, Name>,
}

/// A summand of a term: a number times names.
pub type Summand = (i64, Vec<Name>);

impl Terms {
    /// The number of an operand; `None` of a constant that is no number of elements.
    pub fn number(&mut self, names: &Names, atom: Atom) -> Option<Nat> {
        let Atom::Var(name) = atom else {
            let number = atom.integer().and_then(|n| i64::try_from(n).ok());
            return number.map(Nat::lit);
        };
        let variable = self.variables.entry(name).or_insert_with(|| {
            let variable = Variable::fresh(names.text(name));
            self.names.insert(variable.clone(), name);
            variable
        });
        Some(Nat::var(variable))
    }

    /// The sizes of a type; `None` if one is open.
    pub fn dims(&mut self, names: &Names, ty: &Type) -> Option<Vec<Nat>> {
        let sizes = ty.dims().iter().map(|dim| self.number(names, dim.size()?));
        sizes.collect()
    }

    /// The name that a variable stands for.
    pub fn name(&self, variable: &Variable) -> Option<Name> {
        self.names.get(variable).copied()
    }

    /// The term with these for names, as far as there is one.
    pub fn instance(&self, term: &Nat, of: &dyn Fn(Name) -> Option<Nat>) -> Nat {
        term.rebuild(&mut |variable| of(self.name(variable)?), &Ranges::new())
    }

    /// The value of a term by those of names; `None` if one has none, or it is too large.
    pub fn value(&self, term: &Nat, of: &dyn Fn(Name) -> Option<i64>) -> Option<i64> {
        term.evaluate_integer(&|variable| of(self.name(variable)?)).ok()
    }

    /// The summands of a term; `None` of what no place is made of, and of what is too large to be counted.
    pub fn summands(&self, term: &Nat) -> Option<Vec<Summand>> {
        let summands = term.summands();
        summands
            .iter()
            .map(|summand| {
                let mut product = (1, Vec::new());
                self.product(&summand.to_expression(), &mut product)?;
                Some(product)
            })
            .collect()
    }

    fn product(&self, term: &NatExpression, product: &mut Summand) -> Option<()> {
        match term {
            NatExpression::Lit(n) => product.0 = product.0.checked_mul(*n)?,
            NatExpression::Var(variable) => product.1.push(self.name(variable)?),
            NatExpression::Mul(a, b) => {
                self.product(a, product)?;
                self.product(b, product)?;
            }
            NatExpression::Sub(a, b) if **a == NatExpression::Lit(0) => {
                product.0 = product.0.checked_neg()?;
                self.product(b, product)?;
            }
            _ => return None,
        }
        Some(())
    }
}
