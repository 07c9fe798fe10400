//! What only open programs say, put at the end of one: functions whose results have sizes that their arguments say, branches that give arrays of
//! any sizes, and updates, literals and concatenations whose parts need not fit.

use crate::Choices;
use elder_core::Name;
use elder_core::builder::Builder;
use elder_core::tree::{
    Atom, Binder, Body, Cut, Dim, Exp, Ext, Given, Lambda, Pat, Program, Results, Soac, Type,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

/// Some more statements, and what they give.
pub(super) fn extended(c: &mut Choices, program: &mut Program) {
    let mut names = std::mem::take(&mut program.names);
    for entry in &mut program.entries {
        let mut scope: Vec<Binder> = entry.params.iter().map(|param| param.binder.clone()).collect();
        scope.extend(
            entry
                .body
                .stms
                .iter()
                .flat_map(|stm| stm.pat.values.iter().cloned()),
        );
        let at = entry.body.stms.last().map_or(entry.at, |stm| stm.at);
        let mut end = End {
            builder: Builder::new(&mut names, at),
            scope,
            given: vec![],
        };
        for _ in 0..1 + c.below(3) {
            c.part(|c| end.fragment(c));
        }
        let given = end.given;
        entry.body.stms.extend(end.builder.finish(vec![]).stms);
        for value in given {
            entry.body.results.push(Atom::Var(value.name));
            entry
                .results
                .given
                .push(Given::new(value.ty.map(|_| Ext::Is(Dim::Open)), false));
        }
    }
    program.names = names;
}

/// The end of an entry point.
struct End<'n> {
    builder: Builder<'n>,
    scope: Vec<Binder>,
    given: Vec<Binder>,
}

impl End<'_> {
    fn fragment(&mut self, c: &mut Choices) -> Option<()> {
        match c.below(4) {
            0 => self.sizes_of_rows(c),
            1 => self.branches(c),
            2 => self.update(c),
            _ => self.joined(c),
        }
    }

    /// A copy of an array that this is true of.
    fn copy(&mut self, c: &mut Choices, is_wanted: impl Fn(&Type) -> bool) -> Option<Binder> {
        let fitting = |value: &&Binder| is_wanted(&value.ty);
        let found: Vec<Binder> = self.scope.iter().filter(fitting).cloned().collect();
        let found = c.pick(&found)?;
        let ty = open(found.ty.rank(), found.ty.element()?);
        let name = self.builder.bind_as("xs", ty.clone(), Exp::Copy(found.name));
        Some(Binder { name, ty })
    }

    fn give(&mut self, name: Name, ty: Type) {
        self.given.push(Binder { name, ty });
    }

    /// A map whose function gives arrays of sizes that it finds in its row, which it may write to before or behind.
    fn sizes_of_rows(&mut self, c: &mut Choices) -> Option<()> {
        let array = self.copy(c, |ty| {
            ty.rank() > 1 && ty.element().is_some_and(PrimType::is_integer)
        })?;
        let t = array.ty.element()?;
        let row = open(array.ty.rank() - 1, t);
        let size = Exp::Size {
            dimension: 0,
            array: array.name,
        };
        let width = Atom::Var(self.builder.bind_as("w", Type::SIZE, size));
        let mut inside = self.builder.inner();
        let param = inside.fresh("xs", row.clone());
        let at = vec![Atom::i64(0); row.rank()];
        let first = inside.bind_as(
            "x",
            Type::Prim(t),
            Exp::Index {
                array: param.name,
                at: at.clone(),
            },
        );
        let mut seen = param.name;
        let writes = c.below(2) == 0;
        if writes {
            let value = Atom::Const(t.number(c.below(4) as i128));
            let cuts = at.iter().copied().map(Cut::At).collect();
            seen = inside.bind_as(
                "ys",
                row.clone(),
                Exp::Update {
                    array: seen,
                    at: cuts,
                    value,
                },
            );
        }
        let x = match c.below(2) {
            0 => first,
            _ => inside.bind_as("y", Type::Prim(t), Exp::Index { array: seen, at }),
        };
        let wide = inside.prim("k", PrimFn::Convert(t, PrimType::I64), vec![x.into()]);
        let most = Atom::i64(1 + c.below(3) as i64);
        let mut count = inside.prim("k", PrimFn::Bin(BinOp::Mod, PrimType::I64), vec![wide, most]);
        if c.below(2) == 0 {
            let one = vec![count, Atom::i64(1)];
            count = inside.prim("k", PrimFn::Bin(BinOp::Add, PrimType::I64), one);
        }
        let value = x.into();
        let (of, exp) = match c.below(2) {
            0 => (open(1, PrimType::I64), Exp::Iota(count)),
            _ => (open(1, t), Exp::Replicate { count, value }),
        };
        let made = inside.bind_as("zs", of.clone(), exp);
        let results = vec![Atom::Var(made), Atom::Var(seen)];
        let types = vec![of.clone(), row.clone()];
        let function = Lambda::new(vec![param], inside.finish(results), types);
        let types = [open(2, of.element()?), open(row.rank() + 1, t)];
        let values: Vec<Binder> = types
            .iter()
            .map(|ty| self.builder.fresh("zss", ty.clone()))
            .collect();
        let soac = Soac::map(vec![], function);
        let exp = Exp::soac(width, vec![array.name], soac);
        self.give_all(values, exp);
        Some(())
    }

    /// Values that an expression gives, which all are results.
    fn give_all(&mut self, values: Vec<Binder>, exp: Exp) {
        let pat = Pat::of(values.clone());
        self.builder.bind_pat(pat, exp);
        self.given.extend(values);
    }

    /// Branches that give arrays of one kind, each any of some.
    fn branches(&mut self, c: &mut Choices) -> Option<()> {
        let first = self.copy(c, |ty| ty.rank() > 0)?;
        let kind = (first.ty.rank(), first.ty.element());
        let mut arrays = vec![first];
        for _ in 0..1 + c.below(2) {
            arrays.extend(self.copy(c, |ty| (ty.rank(), ty.element()) == kind));
        }
        let ty = open(kind.0, kind.1?);
        let count = 2 + c.below(2);
        let side = |c: &mut Choices| {
            let results = (0..count).filter_map(|_| c.pick(&arrays).map(|array| Atom::Var(array.name)));
            Box::new(Body::of(vec![], results.collect()))
        };
        let (then, otherwise) = (side(c), side(c));
        let truths = |value: &&Binder| value.ty == Type::BOOL;
        let truths: Vec<Atom> = self
            .scope
            .iter()
            .filter(truths)
            .map(|value| value.name.into())
            .collect();
        let constant = Atom::Const(PrimValue::Bool(c.below(2) == 0));
        let condition = c.pick(&truths).copied().unwrap_or(constant);
        let given = ty.map(|_| Ext::Is(Dim::Open));
        let values: Vec<Binder> = (0..count).map(|_| self.builder.fresh("us", ty.clone())).collect();
        let exp = Exp::If {
            condition,
            then,
            otherwise,
            results: Results::hiding(0, vec![given; count]),
        };
        self.give_all(values, exp);
        Some(())
    }

    /// An update of a part that need not be there, by something that need not fit.
    fn update(&mut self, c: &mut Choices) -> Option<()> {
        let array = self.copy(c, |ty| ty.rank() > 0)?;
        let t = array.ty.element()?;
        let rank = 1 + c.below(array.ty.rank());
        let value = self.copy(c, |ty| ty.rank() == rank && ty.element() == Some(t))?;
        let mut at = Vec::new();
        for k in 0..array.ty.rank() {
            let place = Atom::i64(c.below(5) as i64 - usize::from(c.one_in(4)) as i64);
            if k + rank < array.ty.rank() {
                at.push(Cut::At(place));
                continue;
            }
            let (of, dimension) = match c.below(3) {
                0 => (array.name, k),
                _ => (value.name, k + rank - array.ty.rank()),
            };
            let size = Exp::Size {
                dimension: dimension as u16,
                array: of,
            };
            let count = match c.below(3) {
                0 => Atom::i64(c.below(4) as i64),
                _ => Atom::Var(self.builder.bind_as("n", Type::SIZE, size)),
            };
            let start = if c.below(3) == 0 { place } else { Atom::i64(0) };
            at.push(Cut::Section {
                start,
                count,
                stride: Atom::i64(1),
            });
        }
        let exp = Exp::Update {
            array: array.name,
            at,
            value: value.name.into(),
        };
        let name = self.builder.bind_as("vs", array.ty.clone(), exp);
        self.give(name, array.ty);
        Some(())
    }

    /// Arrays as rows of one, or one after the other, whatever their sizes.
    fn joined(&mut self, c: &mut Choices) -> Option<()> {
        let first = self.copy(c, |ty| ty.rank() > 0)?;
        let (rank, t) = (first.ty.rank(), first.ty.element()?);
        let mut arrays = vec![first.name];
        for _ in 0..1 + c.below(2) {
            let other = self.copy(c, |ty| ty.rank() == rank && ty.element() == Some(t));
            arrays.extend(other.map(|other| other.name));
        }
        let (ty, exp) = match c.below(2) {
            0 => {
                let ty = open(rank + 1, t);
                let elements = arrays.into_iter().map(Atom::Var).collect();
                let row = open(rank, t);
                (ty, Exp::Literal { row, elements })
            }
            _ => {
                let mut total = Atom::i64(usize::from(c.one_in(6)) as i64);
                for array in &arrays {
                    let (dimension, array) = (0, *array);
                    let size = self
                        .builder
                        .bind_as("n", Type::SIZE, Exp::Size { dimension, array });
                    let add = PrimFn::Bin(BinOp::Add, PrimType::I64);
                    total = self.builder.prim("n", add, vec![total, size.into()]);
                }
                (open(rank, t), Exp::Concat { total, arrays })
            }
        };
        let name = self.builder.bind_as("ws", ty.clone(), exp);
        self.give(name, ty);
        Some(())
    }
}

/// An array of so many dimensions, of which nothing is said.
fn open(rank: usize, element: PrimType) -> Type {
    Type::array(std::iter::repeat_n(Dim::Open, rank), element)
}
