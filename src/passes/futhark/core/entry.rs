//! An entry point: what comes from outside, and what goes there.

use super::control::Hiding;
use super::flatten::{Component, Leaf, components};
use super::{Made, Pass, is_constant, unexpected};
use crate::normal::Blamed;
use crate::programs::{Form, Forms};
use elder_core::tree::{Atom, Definition, Dim, Ext, Param, Type};
use elder_core::{Builder, Name, Names};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{self, Def, Size, TypeKind, is_tuple};
use elder_syntax::prim::BinOp;
use elder_syntax::{Name as Text, Span};

impl Pass<'_> {
    /// FUT-E-SIZEPAR: the entry point reads sizes off its arguments, and tests that these agree with the types of the parameters.
    pub fn entry(
        &mut self,
        names: &mut Names,
        entry: &tree::Entry,
        written: Option<&Def>,
    ) -> Made<(Definition, Forms)> {
        let Some(def) = self.definition_of(&entry.def).cloned() else {
            return Err(unexpected(Span::NONE, "an entry point without definition"));
        };
        let at = self.site(def.span, None);
        let mut b = Builder::new(names, at);
        let (mut sizes, mut params) = (Vec::new(), Vec::new());
        let mut demands: Vec<(Size, Atom, Span)> = Vec::new();
        let mut arguments = Vec::new();
        let fun = &def.fun;
        for param in &fun.params {
            let mut own = Vec::new();
            for component in components(&param.pat.ty)? {
                own.push(self.argument(
                    &mut b,
                    &component,
                    param.pat.span,
                    fun,
                    (&mut sizes, &mut params),
                    &mut demands,
                )?);
            }
            self.bind_names(&mut b, &param.pat, &own)?;
            arguments.extend(own);
        }
        const AGREE: Blamed = (&rules::FUT_E_SIZEPAR, "agree");
        for (size, found, span) in demands {
            let wanted = self.size_or_fail(&mut b, &size)?;
            if wanted != found {
                let agree = self.number(&mut b, BinOp::Eq, wanted, found);
                self.assert(&mut b, agree, span, AGREE);
            }
        }
        for v in &fun.sizes {
            if self.scope.get(v).is_none() {
                self.scope.bind(v, [Atom::i64(0)]);
            }
        }
        let passed: Vec<Size> = fun.sizes.iter().cloned().map(Size::Var).collect();
        let given = match is_constant(&def) {
            true => self.constant(&mut b, &def)?,
            false => self.call(&mut b, &def, &passed, &arguments)?,
        };
        let written = written.unwrap_or(&*def);
        let ret = &written.fun.ret.ty;
        let results: Made<Vec<Form>> = match &**ret {
            TypeKind::Record(fields) if is_tuple(fields) && !fields.is_empty() => {
                fields.iter().map(|(_, field)| form(field)).collect()
            }
            _ => form(ret).map(|form| vec![form]),
        };
        let arguments: Made<Vec<Form>> = written
            .fun
            .params
            .iter()
            .map(|param| form(&param.pat.ty))
            .collect();
        let forms = Forms {
            arguments: arguments?,
            results: results?,
        };
        let hiding = self.outermost(&b, &given, &sizes);
        let (witnesses, given) = self.witnessed(&mut b, &hiding, &given);
        let made = Definition {
            name: entry.name.clone(),
            sizes,
            params,
            results: hiding.results(),
            body: b.finish_hiding(witnesses, given),
            at,
        };
        Ok((made, forms))
    }

    /// A component that comes from outside.
    fn argument(
        &mut self,
        b: &mut Builder<'_>,
        component: &Component,
        span: Span,
        fun: &tree::Fun,
        (sizes, params): (&mut Vec<Name>, &mut Vec<Param>),
        demands: &mut Vec<(Size, Atom, Span)>,
    ) -> Made<Atom> {
        let Leaf::Prim(p) = component.leaf else {
            return Err(unexpected(span, "an accumulator from outside"));
        };
        let mut dims = Vec::with_capacity(component.dims.len());
        for size in &component.dims {
            let name = b.fresh("n", Type::SIZE).name;
            self.natural.insert(name);
            sizes.push(name);
            dims.push(Dim::Is(Atom::Var(name)));
            match size {
                Size::Var(v) if fun.sizes.contains(v) && self.scope.get(v).is_none() => {
                    b.rename(name, v.name.clone());
                    self.scope.bind(v, [Atom::Var(name)]);
                }
                size => demands.push((size.clone(), Atom::Var(name), span)),
            }
        }
        let binder = b.fresh("x", Type::array(dims, p));
        let atom = Atom::Var(binder.name);
        params.push(Param::plain(binder));
        Ok(atom)
    }

    /// Results of an entry point: sizes that are no sizes of its arguments are hidden.
    fn outermost(&mut self, b: &Builder<'_>, given: &[Atom], sizes: &[Name]) -> Hiding {
        let mut existential: Vec<Atom> = Vec::new();
        let mut types = Vec::with_capacity(given.len());
        for atom in given {
            let ty = self.type_of(b, *atom);
            types.push(ty.map(|dim| match dim {
                Dim::Is(Atom::Var(name)) if !sizes.contains(name) => {
                    let k = existential.iter().position(|other| *other == Atom::Var(*name));
                    let k = k.unwrap_or_else(|| {
                        existential.push(Atom::Var(*name));
                        existential.len() - 1
                    });
                    Ext::Existential(k as u16)
                }
                dim => Ext::Is(*dim),
            }));
        }
        Hiding {
            sizes: (0..existential.len()).map(|k| Size::Const(k as i64)).collect(),
            types,
        }
    }
}

/// How components make a value of a type.
fn form(ty: &tree::Type) -> Made<Form> {
    let mut rank = 0;
    let mut element = ty.clone();
    while let TypeKind::Array(_, inner) = &*element.clone() {
        rank += 1;
        element = inner.clone();
    }
    Ok(match &*element {
        TypeKind::Record(fields) => {
            let mut parts: Vec<(Text, Form)> = Vec::with_capacity(fields.len());
            for (name, field) in fields {
                parts.push((name.clone(), form(field)?));
            }
            Form::Record { rank, fields: parts }
        }
        TypeKind::Sum(constructors) => {
            let all = constructors.iter().flat_map(|(_, types)| types).enumerate();
            let several = constructors.len() > 1;
            let shown = all
                .filter(|(_, ty)| several && has_sizes(ty))
                .map(|(k, _)| k)
                .collect();
            let mut cases = Vec::with_capacity(constructors.len());
            for (name, types) in constructors {
                let parts: Made<Vec<Form>> = types.iter().map(form).collect();
                cases.push((name.clone(), parts?));
            }
            Form::Sum {
                rank,
                constructors: cases,
                shown,
            }
        }
        _ => Form::Data,
    })
}

/// Whether an argument of a sum has sizes, apart from those of sums of several constructors, which show their own.
fn has_sizes(ty: &tree::Type) -> bool {
    deep(|| match &**ty {
        TypeKind::Array(..) => true,
        TypeKind::Record(fields) => fields.iter().any(|(_, ty)| has_sizes(ty)),
        TypeKind::Sum(constructors) if constructors.len() == 1 => {
            constructors.iter().flat_map(|(_, types)| types).any(has_sizes)
        }
        _ => false,
    })
}
