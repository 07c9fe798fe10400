//! Statements, their places, and operands of the sizes that are wanted.

use super::flatten::{Component, Leaf};
use super::{Made, Pass};
use crate::normal::{Blamed, copied};
use elder_core::tree::{AccType, Atom, Cut, Dim, Exp, Type, counts};
use elder_core::{Builder, SiteId};
use elder_futhark::rules::core::{FUT_CO_ATTR, FUT_CO_SITE, FUT_CO_SIZE};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::rc::Rc;

impl Pass<'_> {
    /// FUT-CO-SITE: the site of a place, at which this premise is broken if a statement fails.
    pub fn site(&mut self, span: Span, blamed: Option<Blamed>) -> SiteId {
        FUT_CO_SITE.apply();
        self.places.site(span, blamed)
    }

    /// The place of what is made.
    pub fn place(&self, b: &Builder<'_>) -> Span {
        self.places.sites.get(b.at).span
    }

    /// Statements of this place, which break this premise if they fail.
    pub fn at<T>(
        &mut self,
        b: &mut Builder<'_>,
        span: Span,
        blamed: Option<Blamed>,
        make: impl FnOnce(&mut Self, &mut Builder<'_>) -> T,
    ) -> T {
        let site = self.site(span, blamed);
        b.under(site, |b| make(self, b))
    }

    /// The type of an operand.  That of a variable is known where it is bound; one that is not is taken down, for the program to be refused.
    pub fn type_of(&self, b: &Builder<'_>, atom: Atom) -> Type {
        if atom.name().is_some_and(|name| b.types().get(name).is_none()) {
            self.has_untyped.set(true);
        }
        b.type_of(atom)
    }

    /// A statement that binds a new variable.
    pub fn bind(&mut self, b: &mut Builder<'_>, text: &str, ty: Type, exp: Exp) -> Atom {
        self.as_asked(b, exp.is_guided(), |b| b.bind_as(text, ty, exp))
            .into()
    }

    /// FUT-CO-ATTR: a statement, before which stands what the expression asks for, if there is more than one way to execute it.
    pub fn as_asked<T>(
        &mut self,
        b: &mut Builder<'_>,
        is_guided: bool,
        make: impl FnOnce(&mut Builder<'_>) -> T,
    ) -> T {
        if !is_guided || self.asked.is_empty() {
            return make(b);
        }
        FUT_CO_ATTR.apply();
        let site = self.places.sites.with(b.at, &self.asked);
        b.under(site, make)
    }

    /// What a function or a body has within is made from other expressions.
    pub fn unasked<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let asked = std::mem::take(&mut self.asked);
        let made = make(self);
        self.asked = asked;
        made
    }

    /// A primitive function of operands.
    pub fn prim(&mut self, b: &mut Builder<'_>, text: &str, f: PrimFn, operands: Vec<Atom>) -> Atom {
        let is_natural = matches!(f, PrimFn::Bin(BinOp::Max, PrimType::I64))
            && operands.iter().any(|operand| self.is_natural(*operand));
        let made = b.prim(text, f, operands);
        if let (true, Atom::Var(name)) = (is_natural, made) {
            self.natural.insert(name);
        }
        made
    }

    /// An operator of two operands.
    pub fn op(&mut self, b: &mut Builder<'_>, op: BinOp, t: PrimType, x: Atom, y: Atom) -> Atom {
        let text = match op.is_comparison() {
            true => "c",
            false => "i",
        };
        self.prim(b, text, PrimFn::Bin(op, t), vec![x, y])
    }

    /// An operator of two numbers of type i64.
    pub fn number(&mut self, b: &mut Builder<'_>, op: BinOp, x: Atom, y: Atom) -> Atom {
        self.op(b, op, PrimType::I64, x, y)
    }

    /// A number as one of another type.
    pub fn convert(&mut self, b: &mut Builder<'_>, x: Atom, to: PrimType) -> Atom {
        match self.type_of(b, x).element() {
            Some(from) if from != to => self.prim(b, "i", PrimFn::Convert(from, to), vec![x]),
            _ => x,
        }
    }

    /// An assertion that breaks this premise if it fails.
    pub fn assert(&mut self, b: &mut Builder<'_>, holds: Atom, span: Span, blamed: Blamed) {
        if holds == Atom::TRUE {
            return;
        }
        self.at(b, span, Some(blamed), |this, b| {
            let numbers = Vec::new();
            this.bind(b, "sure", Type::Cert, Exp::Assert { holds, numbers });
        });
    }

    /// Core's type of a component.
    pub fn component(&mut self, b: &mut Builder<'_>, component: &Component) -> Made<Type> {
        match &component.leaf {
            Leaf::Prim(p) => {
                let dims: Made<Vec<Dim>> = component.dims.iter().map(|size| self.dim(b, size)).collect();
                Ok(Type::array(dims?, *p))
            }
            Leaf::Acc(size, elements) => {
                let space = vec![self.dim(b, size)?];
                let mut types = Vec::with_capacity(elements.len());
                for element in elements {
                    let ty = self.component(b, element)?;
                    types.push((ty.dims().to_vec(), ty.element().unwrap_or(PrimType::Bool)));
                }
                Ok(Type::Acc(Rc::new(AccType {
                    space,
                    elements: types,
                })))
            }
        }
    }

    /// FUT-CO-SIZE: the operand with these dimensions.  Where the sizes that it has have other names, a `coerce` says that they are the same.
    pub fn fit(&mut self, b: &mut Builder<'_>, atom: Atom, wanted: &[Dim]) -> Atom {
        let (ty, Atom::Var(array)) = (self.type_of(b, atom), atom) else {
            return atom;
        };
        let pairs = || ty.dims().iter().zip(wanted);
        if pairs().all(|(found, wanted)| found == wanted || *wanted == Dim::Open) {
            return atom;
        }
        let mut dims = Vec::with_capacity(wanted.len());
        for (k, dim) in wanted.iter().enumerate() {
            dims.push(match dim {
                Dim::Is(size) => *size,
                Dim::Open => self.size_of(b, atom, k),
            });
        }
        FUT_CO_SIZE.apply();
        let element = ty.element().unwrap_or(PrimType::Bool);
        let ty = Type::sized(dims.iter().copied(), element);
        self.bind(b, "a", ty, Exp::Coerce { dims, array })
    }

    /// The operands with the sizes of these types.
    pub fn fitted(&mut self, b: &mut Builder<'_>, atoms: &[Atom], types: &[Type]) -> Vec<Atom> {
        let pairs = atoms.iter().zip(types);
        pairs.map(|(atom, ty)| self.fit(b, *atom, ty.dims())).collect()
    }

    /// The arrays, all with this outermost size.
    pub fn of_width(&mut self, b: &mut Builder<'_>, atoms: &[Atom], width: Atom) -> Vec<Atom> {
        let mut out = Vec::with_capacity(atoms.len());
        for atom in atoms {
            let mut dims = self.type_of(b, *atom).dims().to_vec();
            if let Some(first) = dims.first_mut() {
                *first = Dim::Is(width);
            }
            out.push(self.fit(b, *atom, &dims));
        }
        out
    }

    /// All sizes of an operand.
    pub fn sizes(&mut self, b: &mut Builder<'_>, atom: Atom) -> Vec<Atom> {
        (0..self.type_of(b, atom).rank())
            .map(|k| self.size_of(b, atom, k))
            .collect()
    }

    /// Cuts that take all of the dimensions of an array behind the first so many.
    pub fn whole(&mut self, b: &mut Builder<'_>, array: Atom, from: usize) -> Vec<Cut> {
        let sizes = self.sizes(b, array);
        sizes.into_iter().skip(from).map(Cut::whole).collect()
    }

    /// The parts that cuts of the first dimensions name.
    pub fn part(&mut self, b: &mut Builder<'_>, array: Atom, mut cuts: Vec<Cut>) -> Atom {
        let Atom::Var(name) = array else { return array };
        let element = self.type_of(b, array).element().unwrap_or(PrimType::Bool);
        cuts.extend(self.whole(b, array, cuts.len()));
        let indexes: Option<Vec<Atom>> = cuts
            .iter()
            .map(|cut| match cut {
                Cut::At(i) => Some(*i),
                Cut::Section { .. } => None,
            })
            .collect();
        match indexes {
            Some(at) => self.bind(b, "x", Type::Prim(element), Exp::Index { array: name, at }),
            None => {
                let dims = left(&cuts);
                // A record without fields is a value of its own, and no part of the array that it was in.
                let is_nothing =
                    dims == [Dim::Is(Atom::i64(0))] && cuts.len() == self.type_of(b, array).rank();
                let (array, at) = (name, cuts);
                let exp = Exp::Slice { array, at };
                let part = self.bind(b, "a", Type::array(dims, element), exp);
                match is_nothing {
                    true => self.copy(b, part),
                    false => part,
                }
            }
        }
    }

    /// A fresh array with the same elements; of a scalar, itself.
    pub fn copy(&mut self, b: &mut Builder<'_>, atom: Atom) -> Atom {
        let ty = self.type_of(b, atom);
        copied(b, "a", ty, atom)
    }

    /// Copies of all arrays.
    pub fn copies(&mut self, b: &mut Builder<'_>, atoms: &[Atom]) -> Vec<Atom> {
        atoms.iter().map(|atom| self.copy(b, *atom)).collect()
    }
}

/// The dimensions that cuts leave.
pub fn left(cuts: &[Cut]) -> Vec<Dim> {
    counts(cuts).into_iter().map(Dim::Is).collect()
}
