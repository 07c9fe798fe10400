//! Programs: definitions in order, each of which may use those before it.

use crate::{Configuration, Expression, Node, Scheme};
use elder_syntax::{Span, Variable};

/// What a definition is introduced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// `fun`: can be used by later ones.
    Function,
    /// `kernel`: can also be run (FCL-T-KERNEL).
    Kernel,
    /// `val`
    Value,
}

/// `fun name <l> x y = e`, as `name = fn <l> => fn x => fn y => e` (FCL-G-FUN).
#[derive(Clone, Debug)]
pub struct Definition {
    /// As a variable, free in later definitions.
    pub name: Variable,
    /// What introduced it.
    pub kind: DefinitionKind,
    /// Closed but for earlier definitions.
    pub body: Expression,
    /// The type that it is declared with (`sig`), as it was written: variables are those of the signature, effects are not written.
    pub signature: Option<crate::Type>,
    /// What it is run with: the default, with what `config` says.
    pub configuration: Configuration,
    /// The checked type; `None` before checking.
    pub scheme: Option<Scheme>,
    /// Whether it is from the library.
    pub library: bool,
    /// The name's place.
    pub span: Span,
}

/// The library and a file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// In order; a later one hides an earlier one of the same name.
    pub definitions: Vec<Definition>,
}

impl Program {
    /// The definition of that text, the last one.
    pub fn find(&self, text: &str) -> Option<&Definition> {
        self.definitions.iter().rev().find(|d| d.name.text() == text)
    }

    /// The body of the definition of that text with those before it bound around it by `let` (only those that it needs): closed.
    pub fn closed(&self, text: &str) -> Option<Expression> {
        let position = self.definitions.iter().rposition(|d| d.name.text() == text)?;
        Some(self.closed_at(position))
    }

    /// The same for the definition at a position.
    pub fn closed_at(&self, position: usize) -> Expression {
        let mut expression = self.definitions[position].body.clone();
        let mut free = free_variables(&expression);
        for earlier in self.definitions[..position].iter().rev() {
            if free.contains(&earlier.name) {
                free.extend(free_variables(&earlier.body));
                let span = expression.span;
                let node = Node::Let(earlier.name.clone(), earlier.body.clone(), expression);
                expression = Expression::new(node, span);
            }
        }
        expression
    }
}

/// The variables of expressions that occur in it.  Binders are unique and never occur outside what they bind, so those that
/// are bound inside do no harm to who looks for others.
fn free_variables(expression: &Expression) -> std::collections::HashSet<Variable> {
    let mut found = std::collections::HashSet::new();
    let mut rest = vec![expression];
    while let Some(e) = rest.pop() {
        if let Node::Var(x) = &*e.node {
            found.insert(x.clone());
        }
        rest.extend(e.children());
    }
    found
}
