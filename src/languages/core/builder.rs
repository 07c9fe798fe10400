//! Statements are appended, and what they bind gets a name of its own.

use crate::names::{Name, Names, Text};
use crate::site::SiteId;
use crate::tree::{Atom, Binder, Body, Exp, Pat, Stm, Type};
use elder_syntax::prim::PrimFn;

/// A body in the making.
pub struct Builder<'p> {
    names: &'p mut Names,
    stms: Vec<Stm>,
    /// Where the next statements come from.
    pub at: SiteId,
}

impl<'p> Builder<'p> {
    /// An empty body, with names from this table.
    pub fn new(names: &'p mut Names, at: SiteId) -> Builder<'p> {
        Builder {
            names,
            stms: Vec::new(),
            at,
        }
    }

    /// A new variable, called so.
    pub fn fresh(&mut self, text: impl Into<Text>, ty: Type) -> Binder {
        let name = self.names.fresh(text);
        Binder { name, ty }
    }

    /// What a variable is called.
    pub fn text(&self, name: Name) -> &Text {
        self.names.text(name)
    }

    /// A variable is called so from here on.
    pub fn rename(&mut self, name: Name, text: impl Into<Text>) {
        self.names.rename(name, text);
    }

    /// A statement that was made elsewhere.
    pub fn push(&mut self, stm: Stm) {
        self.stms.push(stm);
    }

    /// A statement that binds what is given.
    pub fn bind_pat(&mut self, pat: Pat, exp: Exp) {
        self.push(Stm {
            pat,
            exp,
            certs: Vec::new(),
            safe: false,
            at: self.at,
        });
    }

    /// A statement that binds a new variable, called so.
    pub fn bind(&mut self, text: impl Into<Text>, ty: Type, exp: Exp) -> Name {
        let binder = self.fresh(text, ty);
        let name = binder.name;
        let pat = Pat {
            sizes: Vec::new(),
            values: vec![binder],
        };
        self.bind_pat(pat, exp);
        name
    }

    /// A primitive function of operands.
    pub fn prim(&mut self, text: impl Into<Text>, function: PrimFn, operands: Vec<Atom>) -> Atom {
        let ty = Type::Prim(function.result());
        self.bind(text, ty, Exp::Prim(function, operands)).into()
    }

    /// A body within this one: its statements are not seen here.
    pub fn inner(&mut self) -> Builder<'_> {
        Builder::new(self.names, self.at)
    }

    /// The body that gives these and hides nothing.
    pub fn finish(self, results: Vec<Atom>) -> Body {
        self.finish_hiding(Vec::new(), results)
    }

    /// The body that gives these, with its hidden sizes.
    pub fn finish_hiding(self, witnesses: Vec<Atom>, results: Vec<Atom>) -> Body {
        Body {
            stms: self.stms,
            witnesses,
            results,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Site;
    use crate::site::Sites;
    use elder_syntax::Span;
    use elder_syntax::prim::{BinOp, PrimType};

    #[test]
    fn statements_stand_in_the_order_in_which_they_were_made() {
        let mut sites = Sites::default();
        let at = sites.add(Site::at(Span::NONE));
        let mut names = Names::default();
        let mut builder = Builder::new(&mut names, at);
        let add = PrimFn::Bin(BinOp::Add, PrimType::I64);
        let x = builder.prim("x", add, vec![Atom::i64(1), Atom::i64(2)]);
        let inside = builder.inner().finish(vec![x]);
        let y = builder.prim("y", add, vec![x, x]);
        let body = builder.finish(vec![y]);
        assert!(inside.stms.is_empty());
        let bound = body.stms.iter().map(|stm| Atom::Var(stm.pat.values[0].name));
        assert_eq!(bound.collect::<Vec<_>>(), [x, y]);
    }
}
