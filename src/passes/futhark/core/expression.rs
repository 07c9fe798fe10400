//! Expressions, an arm for each form.

use super::flatten::{Component, Leaf, components, count, field};
use super::{Made, Pass, is_constant, unexpected};
use crate::normal::both;
use elder_core::tree::{Atom, Dim, Exp as Core, Type};
use elder_core::{Builder, Name};
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::rules::core::{FUT_CO_ATTR, FUT_CO_ORDER};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{self, Attribute, Coerced, Exp, ExpKind, Pat, PatKind, TypeKind, field_order};
use elder_syntax::Name as Text;
use elder_syntax::attribute::Attributes;
use elder_syntax::prim::{BinOp, PrimType, PrimValue};
use elder_syntax::value::Element;
use elder_syntax::with_prim_type;

/// The attribute of an expression that passes are to know nothing of.
const BLACK_BOX: &str = "opaque";

impl Pass<'_> {
    /// ⟦e⟧: the operands of its components.  The sizes that only the value shows are known from here on.
    pub fn exp(&mut self, b: &mut Builder<'_>, e: &Exp) -> Made<Vec<Atom>> {
        self.asking(b, e, &Attributes::NONE)
    }

    /// FUT-CO-ATTR: the same of what is the value of an expression around it, which asks for these.
    pub fn asking(&mut self, b: &mut Builder<'_>, e: &Exp, asked: &Attributes) -> Made<Vec<Atom>> {
        let site = self.site(e.span, None);
        let outside = std::mem::replace(&mut b.at, site);
        let own = e.attributes.and(asked).without(&[BLACK_BOX]);
        let around = std::mem::replace(&mut self.asked, own);
        let made = deep(|| self.by_form(b, e));
        let made = made.map_err(|mut refused| {
            if refused.span == elder_syntax::Span::NONE {
                refused.span = e.span;
            }
            refused
        });
        let read = made.and_then(|atoms| {
            let atoms = match e.attributes.has(BLACK_BOX) {
                true => self.opaque(b, atoms),
                false => atoms,
            };
            self.read_sizes(b, &e.sizes, &e.ty, &atoms)?;
            Ok(atoms)
        });
        (b.at, self.asked) = (outside, around);
        read
    }

    /// Operands of which no pass may assume anything.  An accumulator has nothing to be assumed of.
    fn opaque(&mut self, b: &mut Builder<'_>, atoms: Vec<Atom>) -> Vec<Atom> {
        FUT_CO_ATTR.apply();
        let mut existential = Vec::with_capacity(atoms.len());
        for atom in atoms {
            existential.push(match self.type_of(b, atom) {
                ty @ (Type::Prim(_) | Type::Array { .. }) => self.bind(b, "x", ty, Core::Opaque(atom)),
                Type::Acc(_) | Type::Cert => atom,
            });
        }
        existential
    }

    /// The operand of an expression that has one component.
    pub fn one(&mut self, b: &mut Builder<'_>, e: &Exp) -> Made<Atom> {
        match self.exp(b, e)?.as_slice() {
            [atom] => Ok(*atom),
            _ => Err(unexpected(e.span, "several values where one is expected")),
        }
    }

    fn by_form(&mut self, b: &mut Builder<'_>, e: &Exp) -> Made<Vec<Atom>> {
        let span = e.span;
        match &e.kind {
            ExpKind::Lit(value) => Ok(vec![Atom::Const(*value)]),
            ExpKind::String(text) => {
                let bytes = text.iter().map(|byte| Atom::Const(PrimValue::U8(*byte)));
                let row = Type::Prim(PrimType::U8);
                Ok(vec![self.literal(b, row, bytes.collect())])
            }
            ExpKind::Var(name, instance) => match self.definition_of(name).cloned() {
                Some(def) if is_constant(&def) => self.constant(b, &def),
                // A constant for any sizes.
                Some(def) if def.fun.params.is_empty() => self.call(b, &def, &instance.sizes, &[]),
                Some(_) => Err(unexpected(span, "a function as a value")),
                None => match self.scope.get(name) {
                    Some(atoms) => Ok(atoms.to_vec()),
                    None => Ok(vec![self.size_or_fail(b, &tree::Size::Var(name.clone()))?]),
                },
            },
            ExpKind::Intrinsic(..) | ExpKind::Lambda(_) => Err(unexpected(span, "a function as a value")),
            ExpKind::LetFun(..) => Err(unexpected(span, "a local function")),
            ExpKind::Constr(..) => Err(unexpected(span, "a constructor")),
            ExpKind::Match(..) => Err(unexpected(span, "a match")),
            ExpKind::Record(fields) => self.record(b, fields),
            ExpKind::Field(record, name) => {
                let (range, _) = field(&record.ty, name, span)?;
                Ok(self.exp(b, record)?[range].to_vec())
            }
            ExpKind::RecordUpdate(record, path, value) => {
                // FUT-E-ORDER
                let value = self.exp(b, value)?;
                let mut atoms = self.exp(b, record)?;
                let (mut from, mut ty) = (0, record.ty.clone());
                for name in path {
                    let (range, inner) = field(&ty, name, span)?;
                    (from, ty) = (from + range.start, inner);
                }
                atoms.splice(from..from + count(&ty)?, value);
                Ok(atoms)
            }
            ExpKind::Array(elements) => self.array(b, elements, e),
            ExpKind::Range(range) => self.range(b, range, span),
            ExpKind::Index(array, dims) => {
                let arrays = self.exp(b, array)?;
                self.index(b, &arrays, dims, span)
            }
            ExpKind::Update(array, dims, value) => {
                // FUT-E-ORDER
                let subscripts = self.subscripts(b, dims)?;
                let value = self.exp(b, value)?;
                let arrays = self.exp(b, array)?;
                self.update(b, arrays, &subscripts, &value, span)
            }
            ExpKind::UpdatePath(target, steps, value) => self.update_path(b, target, steps, value, span),
            ExpKind::App { fun, args, infix } => self.application(b, fun, args, *infix, e),
            ExpKind::And(x, y) => {
                let x = self.one(b, x)?;
                self.branches(b, x, e, |this, b| this.exp(b, y), |_, _| Ok(vec![Atom::FALSE]))
            }
            ExpKind::Or(x, y) => {
                let x = self.one(b, x)?;
                self.branches(b, x, e, |_, _| Ok(vec![Atom::TRUE]), |this, b| this.exp(b, y))
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                let atoms = self.exp(b, bound)?;
                self.read_sizes(b, sizes, &pat.ty, &atoms)?;
                // A lifted function takes sizes out of its record that the types of its parameters mention: these have shown them.
                if !matches!(&pat.kind, PatKind::Var(v) if self.scope.is_shown(v)) {
                    self.bind_names(b, pat, &atoms)?;
                }
                self.rest(b, body)
            }
            ExpKind::If(condition, yes, no) => {
                let condition = self.one(b, condition)?;
                let asked = self.asked.clone();
                self.branches(
                    b,
                    condition,
                    e,
                    |this, b| this.asking(b, yes, &asked),
                    |this, b| this.asking(b, no, &asked),
                )
            }
            ExpKind::Loop(inside) => self.repetition(b, inside, span),
            ExpKind::Coerce(inner, what) => self.coercion(b, inner, *what, e),
            ExpKind::Assert(condition, body) => {
                // FUT-E-ATTR
                if !self.unchecked {
                    let holds = self.one(b, condition)?;
                    self.assert(b, holds, span, (&rules::FUT_E_ASSERT, "holds"));
                }
                self.rest(b, body)
            }
            ExpKind::Attr(attribute, inner) => self.attributed(b, attribute, inner, e),
            ExpKind::Hole => {
                self.assert(b, Atom::FALSE, span, (&rules::FUT_E_HOLE, "value"));
                self.blank(b, &e.ty)
            }
        }
    }

    /// What gives the value of the expression that is made: it is asked for the same.
    pub fn rest(&mut self, b: &mut Builder<'_>, e: &Exp) -> Made<Vec<Atom>> {
        let asked = self.asked.clone();
        self.asking(b, e, &asked)
    }

    /// FUT-E-TUP: fields are evaluated in the order of the text.
    fn record(&mut self, b: &mut Builder<'_>, fields: &[(Text, Exp)]) -> Made<Vec<Atom>> {
        if fields.is_empty() {
            return Ok(vec![self.literal(b, Type::BOOL, Vec::new())]);
        }
        let mut made = Vec::with_capacity(fields.len());
        for (name, field) in fields {
            made.push((name, self.exp(b, field)?));
        }
        made.sort_by(|(a, _), (b, _)| field_order(a, b));
        Ok(made.into_iter().flat_map(|(_, atoms)| atoms).collect())
    }

    /// A literal of rows of this type.
    pub fn literal(&mut self, b: &mut Builder<'_>, row: Type, elements: Vec<Atom>) -> Atom {
        let count = Dim::Is(Atom::i64(elements.len() as i64));
        let ty = row.array_of(count).unwrap_or(Type::Cert);
        self.bind(b, "a", ty, Core::Literal { row, elements })
    }

    /// FUT-E-ARRAY; FUT-E-EMPTYSHAPE of one without elements.
    fn array(&mut self, b: &mut Builder<'_>, elements: &[Exp], e: &Exp) -> Made<Vec<Atom>> {
        let mut rows = Vec::with_capacity(elements.len());
        for element in elements {
            rows.push(self.exp(b, element)?);
        }
        let TypeKind::Array(_, element) = &*e.ty else {
            return Err(unexpected(e.span, "a literal of no array type"));
        };
        let mut arrays = Vec::new();
        for (k, component) in components(element)?.iter().enumerate() {
            let row = match rows.first() {
                Some(first) => {
                    let first = first[k];
                    let dims: Vec<Dim> = self.sizes(b, first).into_iter().map(Dim::Is).collect();
                    let element = self.type_of(b, first).element().unwrap_or(PrimType::Bool);
                    Type::array(dims, element)
                }
                None => self.sized(b, component)?,
            };
            let column: Vec<Atom> = rows.iter().map(|row| row[k]).collect();
            let column = column
                .into_iter()
                .map(|atom| self.fit(b, atom, row.dims()))
                .collect();
            arrays.push(self.literal(b, row, column));
        }
        Ok(arrays)
    }

    /// Core's type of a component of an array without elements, all sizes of which are computed, also where that fails.
    pub fn sized(&mut self, b: &mut Builder<'_>, component: &Component) -> Made<Type> {
        let Leaf::Prim(p) = component.leaf else {
            return self.component(b, component);
        };
        let mut dims = Vec::with_capacity(component.dims.len());
        for size in &component.dims {
            dims.push(Dim::Is(self.size_or_fail(b, size)?));
        }
        Ok(Type::array(dims, p))
    }

    /// Whether a number is seen not to be negative: a constant, the outermost size of an array, or a size of what comes from outside.
    pub fn is_natural(&self, size: Atom) -> bool {
        match size {
            Atom::Const(PrimValue::I64(n)) => n >= 0,
            Atom::Const(_) => false,
            Atom::Var(name) => self.natural.contains(&name),
        }
    }

    /// E, p ↦ v: names of a pattern stand for components.
    pub fn bind_names(&mut self, b: &mut Builder<'_>, pat: &Pat, atoms: &[Atom]) -> Made<()> {
        match &pat.kind {
            PatKind::Wildcard | PatKind::Lit(_) => Ok(()),
            PatKind::Var(name) => {
                for atom in atoms {
                    self.call_it(b, *atom, &name.name);
                }
                self.scope.bind(name, atoms);
                Ok(())
            }
            PatKind::Record(fields) => {
                let mut from = 0;
                for (_, part) in fields {
                    let many = count(&part.ty)?;
                    self.bind_names(b, part, &atoms[from..from + many])?;
                    from += many;
                }
                Ok(())
            }
            PatKind::Constr(..) => Err(unexpected(pat.span, "a constructor")),
        }
    }

    /// The sizes and the names of a pattern.
    pub fn bind_pattern(&mut self, b: &mut Builder<'_>, pat: &Pat, atoms: &[Atom]) -> Made<()> {
        self.read_sizes(b, &[], &pat.ty, atoms)?;
        self.bind_names(b, pat, atoms)
    }

    /// A variable is called as the programmer did, unless it is called so already.
    fn call_it(&mut self, b: &mut Builder<'_>, atom: Atom, text: &Text) {
        let is_mine = |name: Name, b: &Builder<'_>| b.text(name).len() <= 1;
        if let Atom::Var(name) = atom
            && is_mine(name, b)
        {
            b.rename(name, text.clone());
        }
    }

    /// FUT-E-COERCE, FUT-E-PROXY
    fn coercion(&mut self, b: &mut Builder<'_>, inner: &Exp, what: Coerced, e: &Exp) -> Made<Vec<Atom>> {
        let blamed = match what {
            Coerced::Value => (&rules::FUT_E_COERCE, "size"),
            Coerced::Argument => (&rules::FUT_E_PROXY, "argument"),
            Coerced::Result => (&rules::FUT_E_PROXY, "result"),
        };
        let atoms = self.rest(b, inner)?;
        let mut made = Vec::with_capacity(atoms.len());
        for (component, atom) in components(&e.ty)?.iter().zip(atoms) {
            let mut dims = Vec::with_capacity(component.dims.len());
            for (k, size) in component.dims.iter().enumerate() {
                let unknown = matches!(size, tree::Size::Var(v) if e.sizes.contains(v));
                dims.push(Dim::Is(match unknown {
                    true => self.size_of(b, atom, k),
                    false => self.size_or_fail(b, size)?,
                }));
            }
            made.push(self.at(b, e.span, Some(blamed), |this, b| this.fit(b, atom, &dims)));
        }
        Ok(made)
    }

    /// FUT-E-ATTR: `#[a] inner`, which is `e`.
    fn attributed(
        &mut self,
        b: &mut Builder<'_>,
        attribute: &Attribute,
        inner: &Exp,
        e: &Exp,
    ) -> Made<Vec<Atom>> {
        match attribute {
            Attribute::Param(_) => self.rest(b, inner),
            Attribute::Unsafe => {
                let outside = std::mem::replace(&mut self.unchecked, true);
                let made = self.rest(b, inner);
                self.unchecked = outside;
                made
            }
            Attribute::Scratch if !matches!(&*e.ty, TypeKind::Array(..)) => self.rest(b, inner),
            Attribute::Blank | Attribute::Scratch => {
                let unknown = self.unknown_sizes(&e.ty)?;
                // A size that only a value would show: the value itself is as good as any.
                if !unknown.is_empty() && !matches!(inner.kind, ExpKind::Hole) {
                    return self.rest(b, inner);
                }
                // Where there is no value, it is 0.
                let mark = self.scope.mark();
                for v in &unknown {
                    self.scope.bind(v, [Atom::i64(0)]);
                }
                let made = self.blank_or(b, inner, e);
                self.scope.leave(mark);
                made
            }
        }
    }

    /// What the sizes of a type mention that only a value shows.
    fn unknown_sizes(&self, ty: &tree::Type) -> Made<Vec<tree::VName>> {
        let mut unknown = Vec::new();
        for component in components(ty)? {
            for size in &component.dims {
                elder_futhark::check::for_each_name(size, &mut |v| {
                    let global = self.definition_of(v).is_some() || self.binders.contains_key(&v.id);
                    if !global && self.scope.get(v).is_none() {
                        unknown.push(v.clone());
                    }
                });
            }
        }
        Ok(unknown)
    }

    /// A blank value, unless a size is below zero.
    fn blank_or(&mut self, b: &mut Builder<'_>, inner: &Exp, e: &Exp) -> Made<Vec<Atom>> {
        let mut natural = Atom::TRUE;
        for component in components(&e.ty)? {
            for size in &component.dims {
                let size = self.size_or_fail(b, size)?;
                if !self.is_natural(size) {
                    let own = self.number(b, BinOp::Le, Atom::i64(0), size);
                    natural = both(b, "c", natural, own);
                }
            }
        }
        if natural == Atom::TRUE {
            return self.blank(b, &e.ty);
        }
        self.branches(
            b,
            natural,
            e,
            |this, b| this.blank(b, &e.ty),
            |this, b| this.exp(b, inner),
        )
    }

    /// Values of the type, with zeros.
    fn blank(&mut self, b: &mut Builder<'_>, ty: &tree::Type) -> Made<Vec<Atom>> {
        let mut atoms = Vec::new();
        for component in components(ty)? {
            let ty = self.sized(b, &component)?;
            atoms.push(match (&ty, &component.leaf) {
                (Type::Prim(p), _) => Atom::Const(zero(*p)),
                (_, Leaf::Prim(_)) => self.bind(b, "a", ty.clone(), Core::Blank(ty)),
                (_, Leaf::Acc(..)) => {
                    let span = self.place(b);
                    return Err(unexpected(span, "a blank accumulator"));
                }
            });
        }
        Ok(atoms)
    }

    /// An application, whose arguments are evaluated from the last to the first unless it was written infix.
    fn application(
        &mut self,
        b: &mut Builder<'_>,
        fun: &Exp,
        args: &[Exp],
        infix: bool,
        e: &Exp,
    ) -> Made<Vec<Atom>> {
        match &fun.kind {
            ExpKind::Intrinsic(Intrinsic::Op(op), _) => self.operation(b, *op, args, infix, e),
            ExpKind::Intrinsic(intrinsic, _) => {
                let args = self.arguments(b, args, infix)?;
                self.scalar(b, *intrinsic, args, e.span)
            }
            ExpKind::Var(name, instance) => {
                let Some(def) = self.definition_of(name).cloned() else {
                    return Err(unexpected(e.span, "an application of a value"));
                };
                if def.fun.params.len() != args.len() {
                    return Err(unexpected(e.span, "an application to too few arguments"));
                }
                let args = self.arguments(b, args, infix)?;
                self.call(b, &def, &instance.sizes, &args.concat())
            }
            _ => Err(unexpected(e.span, "an application of a value")),
        }
    }

    /// FUT-E-ORDER
    pub fn arguments(&mut self, b: &mut Builder<'_>, args: &[Exp], infix: bool) -> Made<Vec<Vec<Atom>>> {
        FUT_CO_ORDER.apply();
        if infix {
            return args.iter().map(|arg| self.exp(b, arg)).collect();
        }
        let backwards: Made<Vec<_>> = args.iter().rev().map(|arg| self.exp(b, arg)).collect();
        let mut made = backwards?;
        made.reverse();
        Ok(made)
    }
}

/// The value whose bits are zero.
pub fn zero(p: PrimType) -> PrimValue {
    with_prim_type!(p, T => <T as Element>::ZERO.prim())
}
