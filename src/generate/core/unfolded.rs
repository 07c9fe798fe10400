//! What is made of whole arrays, made element by element: each combinator, view, section and copy becomes loops that read one element and write one.
//!
//! What such a program gives is what the program gives that it was made of, wherever that has a value: both follow from the definition, but by other
//! rules.  So a rule of whole arrays that is wrong shows, though both are evaluated by the same semantics.  Accumulation stays as it is.

mod combinators;

use elder_core::SiteId;
use elder_core::names::{Name, Names, note};
use elder_core::tree::{
    Atom, Binder, Body, Cut, Dim, Exp, Form, Param, Pat, Program, Step, Stm, Type, counts,
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
        out: Vec::new(),
    };
    rewrite::program(&mut unfold, &mut program);
    program.names = names;
    program
}

/// Says the place that is written to and what is put there, by the indexes of the loops.
type Element<'e> = dyn FnMut(&mut Unfold<'_>, &[Atom]) -> (Vec<Atom>, Atom) + 'e;

/// Says what an element is, by its indexes.
type Making<'e> = dyn FnMut(&mut Unfold<'_>, &[Atom]) -> Atom + 'e;

struct Unfold<'n> {
    names: &'n mut Names,
    at: SiteId,
    /// The statements of the body in the making.
    out: Vec<Stm>,
}

impl Rewrite for Unfold<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        self.at = stm.at;
        let (values, mut made) = self.apart(|u| u.expression(&stm));
        match values {
            Some(values) => {
                out.append(&mut made);
                let binders = stm.pat.values.into_iter().zip(values);
                out.extend(
                    binders.map(|(binder, value)| Stm::binding(Pat::of([binder]), Exp::Atom(value), self.at)),
                );
            }
            None => out.push(stm),
        }
    }
}

impl Unfold<'_> {
    /// The values of a statement, made of elements; `None` if it stays.
    fn expression(&mut self, stm: &Stm) -> Option<Vec<Atom>> {
        let ty = &stm.pat.values.first()?.ty;
        let one = match &stm.exp {
            Exp::Slice { array, at } => self.made(ty, &mut |u, i| u.place(at, i, *array)),
            Exp::Copy(array) => self.copied(Atom::Var(*array), ty),
            Exp::Rearrange { order, array } => self.made(ty, &mut |u, i| {
                let mut own = vec![Atom::i64(0); order.len()];
                for (side, i) in order.iter().zip(i) {
                    own[usize::from(*side)] = *i;
                }
                u.element(*array, own)
            }),
            Exp::Reshape { dims, array } => {
                let own = self.sides(*array)?;
                let element = &mut |u: &mut Unfold<'_>, i: &[Atom]| {
                    let at = u.row_major(dims, i);
                    let at = u.indexes(&own, at);
                    u.element(*array, at)
                };
                self.made(ty, element)
            }
            Exp::Iota(_) => self.made(ty, &mut |_, i| i[0]),
            Exp::Replicate { value, .. } => self.made(ty, &mut |u, i| match value {
                Atom::Var(name) if i.len() > 1 => u.element(*name, i[1..].to_vec()),
                value => *value,
            }),
            Exp::Concat { arrays, .. } => {
                let mut whole = self.blank(ty);
                let mut before = Atom::i64(0);
                for array in arrays {
                    let own = self.sides(*array)?;
                    let element = &mut |u: &mut Unfold<'_>, i: &[Atom]| {
                        let mut place = i.to_vec();
                        place[0] = u.number(BinOp::Add, before, i[0]);
                        (place, u.element(*array, i.to_vec()))
                    };
                    whole = self.nest(whole, ty, &own, &mut Vec::new(), element);
                    before = self.number(BinOp::Add, before, own[0]);
                }
                Some(Atom::Var(whole))
            }
            Exp::Literal { row, elements } => {
                let mut whole = self.blank(ty);
                for (k, element) in elements.iter().enumerate() {
                    whole = self.put(whole, ty, &[Atom::i64(k as i64)], (*element, row))?;
                }
                Some(Atom::Var(whole))
            }
            Exp::FlatIndex { array, offset, dims } => self.made(ty, &mut |u, i| {
                let at = u.flat(*offset, dims, i);
                u.element(*array, vec![at])
            }),
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let sides: Vec<Atom> = dims.iter().map(|step| step.count).collect();
                let element = &mut |u: &mut Unfold<'_>, i: &[Atom]| {
                    let at = u.flat(*offset, dims, i);
                    (vec![at], u.element(*value, i.to_vec()))
                };
                Some(Atom::Var(self.nest(*array, ty, &sides, &mut Vec::new(), element)))
            }
            Exp::Update {
                array,
                at,
                value: Atom::Var(value),
            } if !counts(at).is_empty() => {
                let element = &mut |u: &mut Unfold<'_>, i: &[Atom]| {
                    let place = u.cut(at, i);
                    (place, u.element(*value, i.to_vec()))
                };
                Some(Atom::Var(self.nest(
                    *array,
                    ty,
                    &counts(at),
                    &mut Vec::new(),
                    element,
                )))
            }
            Exp::Soac { width, inputs, soac } => return self.combinator(&stm.pat, *width, inputs, soac),
            _ => None,
        };
        one.map(|value| vec![value])
    }

    /// What is made within, and its statements.
    fn apart<T>(&mut self, within: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stm>) {
        let outside = std::mem::take(&mut self.out);
        let result = within(self);
        (result, std::mem::replace(&mut self.out, outside))
    }

    fn push(&mut self, values: Vec<Binder>, exp: Exp) {
        self.out.push(Stm::binding(Pat::of(values), exp, self.at));
    }

    fn fresh(&mut self, ty: Type) -> Binder {
        self.names.typed("u", ty)
    }

    fn bind(&mut self, ty: Type, exp: Exp) -> Name {
        let binder = self.fresh(ty);
        let name = binder.name;
        self.push(vec![binder], exp);
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

    fn number(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        let exp = Exp::Prim(PrimFn::Bin(op, PrimType::I64), vec![a, b]);
        Atom::Var(self.bind(Type::SIZE, exp))
    }

    /// An element of an array.
    fn element(&mut self, array: Name, at: Vec<Atom>) -> Atom {
        let element = self.type_of(array).and_then(|ty| ty.element());
        let ty = Type::Prim(element.unwrap_or(PrimType::I64));
        Atom::Var(self.bind(ty, Exp::Index { array, at }))
    }

    /// Where cuts lead that are made at these indexes of the part.
    fn cut(&mut self, cuts: &[Cut], i: &[Atom]) -> Vec<Atom> {
        let mut left = i.iter();
        let mut places = Vec::new();
        for cut in cuts {
            places.push(match *cut {
                Cut::At(at) => at,
                Cut::Section { start, stride, .. } => {
                    let i = left.next().copied().unwrap_or(Atom::i64(0));
                    let far = self.number(BinOp::Mul, i, stride);
                    self.number(BinOp::Add, start, far)
                }
            });
        }
        places
    }

    fn place(&mut self, cuts: &[Cut], i: &[Atom], array: Name) -> Atom {
        let at = self.cut(cuts, i);
        self.element(array, at)
    }

    /// Where strides lead.
    fn flat(&mut self, offset: Atom, dims: &[Step], i: &[Atom]) -> Atom {
        let mut at = offset;
        for (step, i) in dims.iter().zip(i) {
            let far = self.number(BinOp::Mul, *i, step.stride);
            at = self.number(BinOp::Add, at, far);
        }
        at
    }

    /// How many elements come before these indexes.
    fn row_major(&mut self, dims: &[Atom], i: &[Atom]) -> Atom {
        let mut at = Atom::i64(0);
        for (size, i) in dims.iter().zip(i) {
            at = self.number(BinOp::Mul, at, *size);
            at = self.number(BinOp::Add, at, *i);
        }
        at
    }

    /// The indexes before which so many elements come.
    fn indexes(&mut self, dims: &[Atom], at: Atom) -> Vec<Atom> {
        let mut left = at;
        let mut indexes = Vec::new();
        for size in dims.iter().rev() {
            indexes.push(self.number(BinOp::Mod, left, *size));
            left = self.number(BinOp::Div, left, *size);
        }
        indexes.reverse();
        indexes
    }

    fn blank(&mut self, ty: &Type) -> Name {
        self.bind(ty.clone(), Exp::Blank(ty.clone()))
    }

    /// An array of this type, of elements by their indexes.
    fn made(&mut self, ty: &Type, element: &mut Making<'_>) -> Option<Atom> {
        let sides = sides(ty).filter(|sides| !sides.is_empty())?;
        let blank = self.blank(ty);
        let own = &mut |u: &mut Unfold<'_>, i: &[Atom]| (i.to_vec(), element(u, i));
        Some(Atom::Var(self.nest(blank, ty, &sides, &mut Vec::new(), own)))
    }

    /// The same, as an array that shares with nothing.
    fn copied(&mut self, value: Atom, ty: &Type) -> Option<Atom> {
        match value {
            Atom::Var(array) if ty.rank() > 0 => self.made(ty, &mut |u, i| u.element(array, i.to_vec())),
            scalar => Some(scalar),
        }
    }

    /// An array with this value, of this type, behind these indexes.
    fn put(&mut self, array: Name, ty: &Type, at: &[Atom], (value, own): (Atom, &Type)) -> Option<Name> {
        let element = &mut |u: &mut Unfold<'_>, i: &[Atom]| {
            let value = match value {
                Atom::Var(name) if !i.is_empty() => u.element(name, i.to_vec()),
                value => value,
            };
            ([at, i].concat(), value)
        };
        Some(self.nest(array, ty, &sides(own)?, &mut Vec::new(), element))
    }

    /// Loops over these dimensions, which write to an array.
    fn nest(
        &mut self,
        array: Name,
        ty: &Type,
        dims: &[Atom],
        i: &mut Vec<Atom>,
        element: &mut Element<'_>,
    ) -> Name {
        let Some((bound, inner)) = dims.split_first() else {
            let (place, value) = element(self, i);
            let at = place.into_iter().map(Cut::At).collect();
            return self.bind(ty.clone(), Exp::Update { array, at, value });
        };
        let whole = (Atom::Var(array), ty.clone());
        let results = self.rounds(*bound, vec![whole], |u, index, own| {
            i.push(index);
            let next = u.nest(own[0], ty, inner, i, element);
            i.pop();
            Some(vec![Atom::Var(next)])
        });
        results.and_then(|names| names.first().copied()).unwrap_or(array)
    }

    /// A loop of so many rounds over these; what it has made of them.
    fn rounds(
        &mut self,
        bound: Atom,
        first: Vec<(Atom, Type)>,
        round: impl FnOnce(&mut Self, Atom, &[Name]) -> Option<Vec<Atom>>,
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
        let (results, stms) = self.apart(|u| round(u, Atom::Var(index), &own));
        let results = results?;
        let values: Vec<Binder> = types.into_iter().map(|ty| self.fresh(ty)).collect();
        let names = values.iter().map(|value| value.name).collect();
        let form = Form::counting(index, bound);
        let it = Exp::repeated(params, form, Body::of(stms, results));
        self.push(values, it);
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
