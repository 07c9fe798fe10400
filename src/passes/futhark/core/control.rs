//! Conditionals and loops.
//!
//! A size of what they give that is known around them is said; every other is hidden, and each branch, or each round, gives it as a witness.  Sizes that
//! are one size in the type are one existential size.

use super::flatten::{Component, Leaf, components};
use super::scope::SIZE;
use super::{Made, Pass, unexpected};
use crate::normal::named;
use elder_core::Builder;
use elder_core::tree::{
    Atom, Body, Cut, Dim, Exp as Core, Ext, Form, Loop as Core_, Param, Pat, Results, Type,
};
use elder_futhark::check::same_size;
use elder_futhark::tree::{Exp, Loop, LoopForm, Size, VName};
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

/// Results some of whose sizes are hidden.
#[derive(Clone, Debug)]
pub struct Hiding {
    /// The existential sizes.
    pub sizes: Vec<Size>,
    /// The types.
    pub types: Vec<Type<Ext>>,
}

impl Hiding {
    /// None of their sizes is hidden.
    pub fn nothing(types: &[Type]) -> Hiding {
        Hiding {
            sizes: Vec::new(),
            types: types.iter().map(Type::shown).collect(),
        }
    }

    /// As the results of something, with stars nowhere.
    pub fn results(&self) -> Results {
        Results::hiding(self.sizes.len(), self.types.iter().cloned())
    }

    /// With these for the existential sizes.
    pub fn instantiated(&self, sizes: &[Atom]) -> Vec<Type> {
        self.types.iter().map(|ty| ty.instantiated(sizes)).collect()
    }
}

impl Pass<'_> {
    /// The types of components; what is not known, or among `unknown`, is hidden.
    pub fn hiding(&self, components: &[Component], unknown: &[VName]) -> Hiding {
        let mut sizes: Vec<Size> = Vec::new();
        let mut types = Vec::with_capacity(components.len());
        for component in components {
            let known = |size: &Size| match size {
                Size::Var(v) if unknown.contains(v) => None,
                size => self.known(size),
            };
            let mut dim = |size: &Size| match known(size) {
                Some(atom) => Ext::Is(Dim::Is(atom)),
                None => {
                    let k = sizes.iter().position(|other| same_size(other, size));
                    let k = k.unwrap_or_else(|| {
                        sizes.push(size.clone());
                        sizes.len() - 1
                    });
                    Ext::Existential(k as u16)
                }
            };
            types.push(match &component.leaf {
                Leaf::Prim(p) => Type::array(component.dims.iter().map(&mut dim).collect::<Vec<_>>(), *p),
                // Nothing of an accumulator is hidden: where it was made its sizes were known.  Those of the operand count ([`Pass::as_given`]).
                Leaf::Acc(size, elements) => {
                    let blamed = |size: &Size| Ext::Is(known(size).map_or(Dim::Open, Dim::Is));
                    let element = |element: &Component| {
                        let dims = element.dims.iter().map(blamed).collect();
                        let p = match element.leaf {
                            Leaf::Prim(p) => p,
                            Leaf::Acc(..) => PrimType::Bool,
                        };
                        (dims, p)
                    };
                    Type::Acc(std::rc::Rc::new(elder_core::tree::AccType {
                        space: vec![blamed(size)],
                        elements: elements.iter().map(element).collect(),
                    }))
                }
            });
        }
        Hiding { sizes, types }
    }

    /// The witnesses of operands that are given, and these with the sizes that are wanted.
    pub fn witnessed(
        &mut self,
        b: &mut Builder<'_>,
        hiding: &Hiding,
        atoms: &[Atom],
    ) -> (Vec<Atom>, Vec<Atom>) {
        let mut witnesses = vec![None; hiding.sizes.len()];
        for (ty, atom) in hiding.types.iter().zip(atoms) {
            for (k, ext) in ty.dims().iter().enumerate() {
                if let Ext::Existential(existential) = ext
                    && witnesses[usize::from(*existential)].is_none()
                {
                    witnesses[usize::from(*existential)] = Some(self.size_of(b, *atom, k));
                }
            }
        }
        let witnesses: Vec<Atom> = witnesses
            .into_iter()
            .map(|witness| witness.unwrap_or(Atom::i64(0)))
            .collect();
        let types = hiding.instantiated(&witnesses);
        let pairs = types.iter().zip(atoms);
        let fitted = pairs.map(|(ty, atom)| self.fit(b, *atom, ty.dims())).collect();
        (witnesses, fitted)
    }

    /// Accumulators have the types of the operands that are given: nothing could say of one that its sizes are others.
    pub fn as_given(&self, b: &Builder<'_>, hiding: &mut Hiding, atoms: &[Atom]) {
        for (ty, atom) in hiding.types.iter_mut().zip(atoms) {
            if let Type::Acc(_) = ty {
                *ty = self.type_of(b, *atom).shown();
            }
        }
    }

    /// A pattern for what hides sizes.
    pub fn pattern(&mut self, b: &mut Builder<'_>, hiding: &Hiding) -> Pat {
        let sizes: Vec<Atom> = hiding
            .sizes
            .iter()
            .map(|_| Atom::Var(b.fresh("d", Type::SIZE).name))
            .collect();
        let types = hiding.instantiated(&sizes);
        let outermost = types.iter().filter_map(|ty| ty.dims().first());
        self.natural.extend(outermost.filter_map(|dim| match dim {
            Dim::Is(Atom::Var(name)) if sizes.contains(&Atom::Var(*name)) => Some(*name),
            _ => None,
        }));
        Pat {
            sizes: named(&sizes),
            values: types.into_iter().map(|ty| b.fresh("x", ty)).collect(),
        }
    }

    /// FUT-E-IF, FUT-E-LOGIC: what one of two bodies gives, of the type of `e`.
    pub fn branches(
        &mut self,
        b: &mut Builder<'_>,
        condition: Atom,
        e: &Exp,
        yes: impl FnOnce(&mut Self, &mut Builder<'_>) -> Made<Vec<Atom>>,
        no: impl FnOnce(&mut Self, &mut Builder<'_>) -> Made<Vec<Atom>>,
    ) -> Made<Vec<Atom>> {
        let mut hiding = self.hiding(&components(&e.ty)?, &e.sizes);
        let then = self.body(b, &hiding, yes)?;
        self.as_given(b, &mut hiding, &then.results);
        let otherwise = self.body(b, &hiding, no)?;
        let pat = self.pattern(b, &hiding);
        let exp = Core::either(condition, [then, otherwise], hiding.results());
        Ok(self.bind_pat(b, pat, exp))
    }

    /// A body that gives these types.
    pub fn body(
        &mut self,
        b: &mut Builder<'_>,
        hiding: &Hiding,
        make: impl FnOnce(&mut Self, &mut Builder<'_>) -> Made<Vec<Atom>>,
    ) -> Made<Body> {
        let mark = self.scope.mark();
        let mut inner = b.inner();
        let made = self.unasked(|this| make(this, &mut inner));
        let body = made.map(|atoms| {
            let (witnesses, results) = self.witnessed(&mut inner, hiding, &atoms);
            inner.finish_hiding(witnesses, results)
        });
        self.scope.leave(mark);
        body
    }

    /// FUT-E-LOOPFOR, FUT-E-LOOPIN, FUT-E-WHILE
    pub fn repetition(&mut self, b: &mut Builder<'_>, l: &Loop, span: Span) -> Made<Vec<Atom>> {
        let components = components(&l.pat.ty)?;
        let first = self.exp(b, &l.init)?;
        let around = match &l.form {
            LoopForm::For(_, e) | LoopForm::ForIn(_, e) => self.exp(b, e)?,
            LoopForm::While(_) => Vec::new(),
        };
        let mut hiding = self.hiding(&components, &l.sizes);
        self.as_given(b, &mut hiding, &first);
        let (initial, first) = self.witnessed(b, &hiding, &first);
        let pat = self.pattern(b, &hiding);
        // The condition of the first round.
        let condition = match &l.form {
            LoopForm::While(e) => {
                let mark = self.scope.mark();
                self.enter(b, l, &first)?;
                let condition = self.one(b, e);
                self.scope.leave(mark);
                Some(condition?)
            }
            LoopForm::For(..) | LoopForm::ForIn(..) => None,
        };
        let Pat {
            sizes,
            values: mut params,
        } = self.pattern(b, &hiding);
        let names: Vec<Atom> = params.iter().map(|param| Atom::Var(param.name)).collect();
        let mark = self.scope.mark();
        let made = self.round(b, l, &hiding, &names, &around, span);
        self.scope.leave(mark);
        let (form, body) = made?;
        let mut first = first;
        let mut pat = pat;
        let form = match (form, condition) {
            (Some(form), _) => form,
            (None, Some(condition)) => {
                let goes = b.fresh("go", Type::BOOL);
                let name = goes.name;
                params.push(goes);
                first.push(condition);
                pat.values.push(b.fresh("go", Type::BOOL));
                Form::While { condition: name }
            }
            (None, None) => return Err(unexpected(span, "a loop without end")),
        };
        let params = params.into_iter().map(Param::plain).zip(first);
        let exp = Core::Loop(Box::new(Core_ {
            sizes: sizes.into_iter().zip(initial).collect(),
            params: params.collect(),
            form,
            body,
        }));
        let mut atoms = self.bind_pat(b, pat, exp);
        atoms.truncate(components.len());
        Ok(atoms)
    }

    /// The parameter of a round stands for these.
    fn enter(&mut self, b: &mut Builder<'_>, l: &Loop, atoms: &[Atom]) -> Made<()> {
        self.read_sizes(b, &l.sizes, &l.pat.ty, atoms)?;
        self.bind_names(b, &l.pat, atoms)
    }

    /// A round; how often there is one, unless a condition says so.
    fn round(
        &mut self,
        b: &mut Builder<'_>,
        l: &Loop,
        hiding: &Hiding,
        names: &[Atom],
        around: &[Atom],
        span: Span,
    ) -> Made<(Option<Form>, Body)> {
        let mut form = None;
        let mut element = None;
        match &l.form {
            LoopForm::For(v, _) => {
                let bound = *around
                    .first()
                    .ok_or_else(|| unexpected(span, "a loop without bound"))?;
                let ty = self.type_of(b, bound).element().unwrap_or(SIZE);
                let index = b.fresh(v.name.clone(), Type::Prim(ty)).name;
                self.scope.bind(v, [Atom::Var(index)]);
                form = Some(Form::For { index, ty, bound });
            }
            LoopForm::ForIn(pat, _) => {
                let array = *around
                    .first()
                    .ok_or_else(|| unexpected(span, "a loop without array"))?;
                let bound = self.size_of(b, array, 0);
                let index = b.fresh("i", Type::SIZE).name;
                let ty = SIZE;
                form = Some(Form::For { index, ty, bound });
                element = Some((pat, Atom::Var(index)));
            }
            LoopForm::While(_) => {}
        }
        let mut inner = b.inner();
        let before = self.scope.mark();
        self.enter(&mut inner, l, names)?;
        if let Some((pat, index)) = element {
            let row: Vec<Atom> = around
                .iter()
                .map(|array| self.part(&mut inner, *array, vec![Cut::At(index)]))
                .collect();
            self.bind_pattern(&mut inner, pat, &row)?;
        }
        let next = self.exp(&mut inner, &l.body)?;
        let (witnesses, mut next) = self.witnessed(&mut inner, hiding, &next);
        if let LoopForm::While(condition) = &l.form {
            // Sizes that the body has seen mention the value of this round.
            self.scope.leave(before);
            self.enter(&mut inner, l, &next)?;
            next.push(self.one(&mut inner, condition)?);
        }
        Ok((form, inner.finish_hiding(witnesses, next)))
    }
}
