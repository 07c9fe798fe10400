//! What is made of whole arrays, made element by element: each combinator, view, section and copy becomes loops that read one element and write one.
//!
//! What such a program gives is what the program gives that it was made of, wherever that has a value: both follow from the definition, but by other
//! rules.  So a rule of whole arrays that is wrong shows, though both are evaluated by the same semantics.  Accumulation stays as it is.

mod combinators;

use elder_core::SiteId;
use elder_core::names::{Name, Names, note};
use elder_core::tree::{
    Atom, Binder, Body, Cut, Dim, Exp, Form, Loop, Param, Pat, Program, Step, Stm, Type, counts,
};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// The program, all of whose sizes are known, element by element.  The checker need not accept it.
pub fn unfolded(program: &Program) -> Program {
    let mut program = program.clone();
    note(&mut program);
    let mut names = std::mem::take(&mut program.names);
    let mut unfold = Unfold {
        names: &mut names,
        at: SiteId::default(),
    };
    rewrite::program(&mut unfold, &mut program);
    program.names = names;
    program
}

/// Says the place that is written to and what is put there, by the indexes of the loops.
type Element<'e> = dyn FnMut(&mut Unfold<'_>, &[Atom], &mut Vec<Stm>) -> (Vec<Atom>, Atom) + 'e;

/// Says what an element is, by its indexes.
type Making<'e> = dyn FnMut(&mut Unfold<'_>, &[Atom], &mut Vec<Stm>) -> Atom + 'e;

struct Unfold<'n> {
    names: &'n mut Names,
    at: SiteId,
}

impl Rewrite for Unfold<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        self.at = stm.at;
        let before = out.len();
        match self.expression(&stm, out) {
            Some(values) => {
                for (binder, value) in stm.pat.values.into_iter().zip(values) {
                    self.push(binder, Exp::Atom(value), out);
                }
            }
            None => {
                out.truncate(before);
                out.push(stm);
            }
        }
    }
}

impl Unfold<'_> {
    /// The values of a statement, made of elements; `None` if it stays.
    fn expression(&mut self, stm: &Stm, out: &mut Vec<Stm>) -> Option<Vec<Atom>> {
        let ty = &stm.pat.values.first()?.ty;
        let one = match &stm.exp {
            Exp::Slice { array, at } => self.made(ty, &mut |u, i, out| u.place(at, i, *array, out), out),
            Exp::Copy(array) => self.copied(Atom::Var(*array), ty, out),
            Exp::Rearrange { order, array } => self.made(
                ty,
                &mut |u, i, out| {
                    let mut own = vec![Atom::i64(0); order.len()];
                    for (side, i) in order.iter().zip(i) {
                        own[usize::from(*side)] = *i;
                    }
                    u.element(*array, own, out)
                },
                out,
            ),
            Exp::Reshape { dims, array } => {
                let own = self.sides(*array)?;
                let element = &mut |u: &mut Unfold<'_>, i: &[Atom], out: &mut Vec<Stm>| {
                    let at = u.row_major(dims, i, out);
                    let at = u.indexes(&own, at, out);
                    u.element(*array, at, out)
                };
                self.made(ty, element, out)
            }
            Exp::Iota(_) => self.made(ty, &mut |_, i, _| i[0], out),
            Exp::Replicate { value, .. } => self.made(
                ty,
                &mut |u, i, out| match value {
                    Atom::Var(name) if i.len() > 1 => u.element(*name, i[1..].to_vec(), out),
                    value => *value,
                },
                out,
            ),
            Exp::Concat { arrays, .. } => {
                let mut whole = self.blank(ty, out);
                let mut before = Atom::i64(0);
                for array in arrays {
                    let own = self.sides(*array)?;
                    let element = &mut |u: &mut Unfold<'_>, i: &[Atom], out: &mut Vec<Stm>| {
                        let mut place = i.to_vec();
                        place[0] = u.number(BinOp::Add, before, i[0], out);
                        (place, u.element(*array, i.to_vec(), out))
                    };
                    whole = self.nest(whole, ty, &own, &mut Vec::new(), element, out);
                    before = self.number(BinOp::Add, before, own[0], out);
                }
                Some(Atom::Var(whole))
            }
            Exp::Literal { row, elements } => {
                let mut whole = self.blank(ty, out);
                for (k, element) in elements.iter().enumerate() {
                    whole = self.put(whole, ty, &[Atom::i64(k as i64)], (*element, row), out)?;
                }
                Some(Atom::Var(whole))
            }
            Exp::FlatIndex { array, offset, dims } => self.made(
                ty,
                &mut |u, i, out| {
                    let at = u.flat(*offset, dims, i, out);
                    u.element(*array, vec![at], out)
                },
                out,
            ),
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let sides: Vec<Atom> = dims.iter().map(|step| step.count).collect();
                let element = &mut |u: &mut Unfold<'_>, i: &[Atom], out: &mut Vec<Stm>| {
                    let at = u.flat(*offset, dims, i, out);
                    (vec![at], u.element(*value, i.to_vec(), out))
                };
                Some(Atom::Var(self.nest(
                    *array,
                    ty,
                    &sides,
                    &mut Vec::new(),
                    element,
                    out,
                )))
            }
            Exp::Update {
                array,
                at,
                value: Atom::Var(value),
            } if !counts(at).is_empty() => {
                let element = &mut |u: &mut Unfold<'_>, i: &[Atom], out: &mut Vec<Stm>| {
                    let place = u.cut(at, i, out);
                    (place, u.element(*value, i.to_vec(), out))
                };
                Some(Atom::Var(self.nest(
                    *array,
                    ty,
                    &counts(at),
                    &mut Vec::new(),
                    element,
                    out,
                )))
            }
            Exp::Soac { width, inputs, soac } => return self.combinator(&stm.pat, *width, inputs, soac, out),
            _ => None,
        };
        one.map(|value| vec![value])
    }

    fn push(&mut self, binder: Binder, exp: Exp, out: &mut Vec<Stm>) {
        out.push(Stm {
            pat: Pat {
                sizes: Vec::new(),
                values: vec![binder],
            },
            exp,
            certs: Vec::new(),
            safe: false,
            at: self.at,
        });
    }

    fn fresh(&mut self, ty: Type) -> Binder {
        self.names.typed("u", ty)
    }

    fn bind(&mut self, ty: Type, exp: Exp, out: &mut Vec<Stm>) -> Name {
        let binder = self.fresh(ty);
        let name = binder.name;
        self.push(binder, exp, out);
        name
    }

    /// The type of a variable.
    fn type_of(&self, name: Name) -> Option<Type> {
        self.names.ty(name).cloned()
    }

    /// The sizes of an array.
    fn sides(&self, array: Name) -> Option<Vec<Atom>> {
        sides(&self.type_of(array)?)
    }

    fn number(&mut self, op: BinOp, a: Atom, b: Atom, out: &mut Vec<Stm>) -> Atom {
        let exp = Exp::Prim(PrimFn::Bin(op, PrimType::I64), vec![a, b]);
        Atom::Var(self.bind(Type::SIZE, exp, out))
    }

    /// An element of an array.
    fn element(&mut self, array: Name, at: Vec<Atom>, out: &mut Vec<Stm>) -> Atom {
        let element = self.type_of(array).and_then(|ty| ty.element());
        let ty = Type::Prim(element.unwrap_or(PrimType::I64));
        Atom::Var(self.bind(ty, Exp::Index { array, at }, out))
    }

    /// Where cuts lead that are made at these indexes of the part.
    fn cut(&mut self, cuts: &[Cut], i: &[Atom], out: &mut Vec<Stm>) -> Vec<Atom> {
        let mut left = i.iter();
        let mut places = Vec::new();
        for cut in cuts {
            places.push(match *cut {
                Cut::At(at) => at,
                Cut::Section { start, stride, .. } => {
                    let i = left.next().copied().unwrap_or(Atom::i64(0));
                    let far = self.number(BinOp::Mul, i, stride, out);
                    self.number(BinOp::Add, start, far, out)
                }
            });
        }
        places
    }

    fn place(&mut self, cuts: &[Cut], i: &[Atom], array: Name, out: &mut Vec<Stm>) -> Atom {
        let at = self.cut(cuts, i, out);
        self.element(array, at, out)
    }

    /// Where strides lead.
    fn flat(&mut self, offset: Atom, dims: &[Step], i: &[Atom], out: &mut Vec<Stm>) -> Atom {
        let mut at = offset;
        for (step, i) in dims.iter().zip(i) {
            let far = self.number(BinOp::Mul, *i, step.stride, out);
            at = self.number(BinOp::Add, at, far, out);
        }
        at
    }

    /// How many elements come before these indexes.
    fn row_major(&mut self, dims: &[Atom], i: &[Atom], out: &mut Vec<Stm>) -> Atom {
        let mut at = Atom::i64(0);
        for (size, i) in dims.iter().zip(i) {
            at = self.number(BinOp::Mul, at, *size, out);
            at = self.number(BinOp::Add, at, *i, out);
        }
        at
    }

    /// The indexes before which so many elements come.
    fn indexes(&mut self, dims: &[Atom], at: Atom, out: &mut Vec<Stm>) -> Vec<Atom> {
        let mut left = at;
        let mut indexes = Vec::new();
        for size in dims.iter().rev() {
            indexes.push(self.number(BinOp::Mod, left, *size, out));
            left = self.number(BinOp::Div, left, *size, out);
        }
        indexes.reverse();
        indexes
    }

    fn blank(&mut self, ty: &Type, out: &mut Vec<Stm>) -> Name {
        self.bind(ty.clone(), Exp::Blank(ty.clone()), out)
    }

    /// An array of this type, of elements by their indexes.
    fn made(&mut self, ty: &Type, element: &mut Making<'_>, out: &mut Vec<Stm>) -> Option<Atom> {
        let sides = sides(ty).filter(|sides| !sides.is_empty())?;
        let blank = self.blank(ty, out);
        let own = &mut |u: &mut Unfold<'_>, i: &[Atom], out: &mut Vec<Stm>| (i.to_vec(), element(u, i, out));
        Some(Atom::Var(self.nest(blank, ty, &sides, &mut Vec::new(), own, out)))
    }

    /// The same, as an array that shares with nothing.
    fn copied(&mut self, value: Atom, ty: &Type, out: &mut Vec<Stm>) -> Option<Atom> {
        match value {
            Atom::Var(array) if ty.rank() > 0 => {
                self.made(ty, &mut |u, i, out| u.element(array, i.to_vec(), out), out)
            }
            scalar => Some(scalar),
        }
    }

    /// An array with this value, of this type, behind these indexes.
    fn put(
        &mut self,
        array: Name,
        ty: &Type,
        at: &[Atom],
        (value, own): (Atom, &Type),
        out: &mut Vec<Stm>,
    ) -> Option<Name> {
        let element = &mut |u: &mut Unfold<'_>, i: &[Atom], out: &mut Vec<Stm>| {
            let value = match value {
                Atom::Var(name) if !i.is_empty() => u.element(name, i.to_vec(), out),
                value => value,
            };
            ([at, i].concat(), value)
        };
        Some(self.nest(array, ty, &sides(own)?, &mut Vec::new(), element, out))
    }

    /// Loops over these dimensions, which write to an array.
    fn nest(
        &mut self,
        array: Name,
        ty: &Type,
        dims: &[Atom],
        i: &mut Vec<Atom>,
        element: &mut Element<'_>,
        out: &mut Vec<Stm>,
    ) -> Name {
        let Some((bound, inner)) = dims.split_first() else {
            let (place, value) = element(self, i, out);
            let at = place.into_iter().map(Cut::At).collect();
            return self.bind(ty.clone(), Exp::Update { array, at, value }, out);
        };
        let whole = (Atom::Var(array), ty.clone());
        let results = self.rounds(
            *bound,
            vec![whole],
            |u, index, own, out| {
                i.push(index);
                let next = u.nest(own[0], ty, inner, i, element, out);
                i.pop();
                Some(vec![Atom::Var(next)])
            },
            out,
        );
        results.and_then(|names| names.first().copied()).unwrap_or(array)
    }

    /// A loop of so many rounds over these; what it has made of them.
    fn rounds(
        &mut self,
        bound: Atom,
        first: Vec<(Atom, Type)>,
        round: impl FnOnce(&mut Self, Atom, &[Name], &mut Vec<Stm>) -> Option<Vec<Atom>>,
        out: &mut Vec<Stm>,
    ) -> Option<Vec<Name>> {
        let index = self.fresh(Type::SIZE).name;
        let mut params = Vec::new();
        for (first, ty) in first {
            let unique = ty.rank() > 0;
            let binder = self.fresh(ty);
            params.push((Param { binder, unique }, first));
        }
        let own: Vec<Name> = params.iter().map(|(param, _)| param.binder.name).collect();
        let types: Vec<Type> = params.iter().map(|(param, _)| param.binder.ty.clone()).collect();
        let mut stms = Vec::new();
        let results = round(self, Atom::Var(index), &own, &mut stms)?;
        let values: Vec<Binder> = types.into_iter().map(|ty| self.fresh(ty)).collect();
        let names = values.iter().map(|value| value.name).collect();
        let form = Form::For {
            index,
            ty: PrimType::I64,
            bound,
        };
        let body = Body {
            stms,
            witnesses: Vec::new(),
            results,
        };
        let it = Loop {
            sizes: Vec::new(),
            params,
            form,
            body,
        };
        out.push(Stm {
            pat: Pat {
                sizes: Vec::new(),
                values,
            },
            exp: Exp::Loop(Box::new(it)),
            certs: Vec::new(),
            safe: false,
            at: self.at,
        });
        Some(names)
    }
}

/// The sizes of a type; `None` if one is open.
fn sides(ty: &Type) -> Option<Vec<Atom>> {
    let size = |dim: &Dim| match dim {
        Dim::Is(atom) => Some(*atom),
        Dim::Open => None,
    };
    ty.dims().iter().map(size).collect()
}

#[cfg(test)]
mod tests;
