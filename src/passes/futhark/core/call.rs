//! Functions, calls, and the entry point.
//!
//! A function takes its size parameters, then a size for each dimension of a parameter whose size is none of these, then the components of its
//! parameters: of `def f [n] (k: i64) (xs: [n](i32, [k / 2]f64))` comes `fun f (n: i64) (h: i64) (k: i64) (a: [n]i32) (b: [n][h]f64)`.  What it gives
//! hides the sizes that its parameters do not say.

use super::control::Hiding;
use super::emit::Said;
use super::flatten::{Component, Leaf, components, stars};
use super::{Called, Made, Pass, is_constant, unexpected};
use crate::programs::Form;
use elder_core::tree::{Atom, Dim, Entry, Exp as Core, Ext, Function, Param, Type};
use elder_core::{Builder, FunName, Name, Names};
use elder_futhark::check::traverse::deep;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{self, Def, Size, TypeKind, is_tuple};
use elder_syntax::prim::BinOp;
use elder_syntax::{Name as Text, Span};
use std::rc::Rc;

/// How a definition is called.
#[derive(Debug)]
pub struct Signature {
    /// Its function.
    function: FunName,
    /// Which dimensions of which components are passed as sizes, behind the size parameters.
    shown: Vec<(usize, usize)>,
}

impl Pass<'_> {
    /// The function of a definition, which is made when it is first called.
    fn signature(&mut self, b: &mut Builder<'_>, def: &Rc<Def>, unknown: Vec<bool>) -> Made<Rc<Signature>> {
        let unchecked = self.unchecked && !is_constant(def);
        let key = (def.name.id, unchecked, unknown);
        if let Some(signature) = self.signatures.get(&key) {
            return Ok(signature.clone());
        }
        // A function that calls itself is the one that it is.
        let mut around = self.under_way.iter().rev();
        if let Some((.., own)) = around.find(|(id, how, _)| (*id, *how) == (def.name.id, unchecked)) {
            return Ok(own.clone());
        }
        let outside = self.scope.cleared();
        let checked = std::mem::replace(&mut self.unchecked, unchecked);
        let mut own = b.inner();
        own.at = self.site(def.span, None);
        let made = deep(|| self.function_of(&mut own, def, &key));
        self.unchecked = checked;
        self.scope = outside;
        made.map_err(|mut refused| {
            if !refused.message.starts_with("in `") {
                refused.message = format!("in `{}`: {}", def.path, refused.message);
            }
            refused
        })
    }

    fn function_of(&mut self, b: &mut Builder<'_>, def: &Rc<Def>, key: &Called) -> Made<Rc<Signature>> {
        let at = b.at;
        let fun = &def.fun;
        let mut params = Vec::new();
        for (v, unknown) in fun.sizes.iter().zip(&key.2) {
            let binder = self.fresh(b, &v.name, Type::SIZE);
            match unknown {
                true => self.scope.pass(v, Atom::Var(binder.name)),
                false => self.scope.bind(v, [Atom::Var(binder.name)]),
            }
            if shows(def, v)?.is_some() {
                self.shown.insert(binder.name);
            }
            params.push(Param {
                binder,
                unique: false,
            });
        }
        // Parameters of type i64 may be sizes of those behind them, and of those before.
        let mut values: Vec<(Component, bool)> = Vec::new();
        let mut atoms: Vec<Vec<Atom>> = Vec::new();
        for param in &fun.params {
            let own = components(&param.pat.ty)?;
            let unique = stars(&param.pat.ty, &param.stars)?;
            let mut names = Vec::with_capacity(own.len());
            for component in &own {
                let ty = match (&component.leaf, component.dims.is_empty()) {
                    (Leaf::Prim(p), true) => Type::Prim(*p),
                    // Its sizes are not known yet.
                    _ => Type::Cert,
                };
                names.push(Atom::Var(self.fresh(b, "x", ty).name));
            }
            self.bind_names(b, &param.pat, &names)?;
            atoms.push(names);
            values.extend(own.into_iter().zip(unique));
        }
        let all: Vec<Atom> = atoms.concat();
        let (sizes, shown) = self.sizes_of(b, &values);
        for size in sizes {
            let binder = elder_core::tree::Binder {
                name: size,
                ty: Type::SIZE,
            };
            params.push(Param {
                binder,
                unique: false,
            });
        }
        let types = values.iter().map(|(component, _)| component.clone());
        let types = self.hiding(&types.collect::<Vec<_>>(), &[]).instantiated(&[]);
        for ((ty, atom), (_, unique)) in types.into_iter().zip(&all).zip(&values) {
            let Atom::Var(name) = *atom else { continue };
            self.note(name, ty.clone());
            params.push(Param {
                unique: *unique && ty.rank() > 0,
                binder: elder_core::tree::Binder { name, ty },
            });
        }
        let ret = components(&fun.ret.ty)?;
        let hiding = self.hiding(&ret, &fun.ret.exts);
        let results = hiding.results();
        let function = FunName(self.functions.len() as u32);
        let signature = Rc::new(Signature { function, shown });
        self.signatures.insert(key.clone(), signature.clone());
        self.under_way.push((key.0, key.1, signature.clone()));
        // It may call itself.
        self.functions.push(Function {
            name: def.name.name.clone(),
            params,
            results,
            body: elder_core::Body::default(),
            at,
        });
        let mut inner = b.inner();
        for (param, atoms) in fun.params.iter().zip(&atoms) {
            self.read_sizes(&mut inner, &[], &param.pat.ty, atoms)?;
        }
        let given = self.exp(&mut inner, &fun.body)?;
        let (witnesses, given) = self.witnessed(&mut inner, &hiding, &given);
        let body = inner.finish_hiding(witnesses, given);
        if let Some(made) = self.functions.get_mut(function.index()) {
            made.body = body;
        }
        self.under_way.pop();
        self.done.push(function);
        Ok(signature)
    }

    /// Names for the sizes of parameters that are not known by the parameters, each where it stands first.
    fn sizes_of(
        &mut self,
        b: &mut Builder<'_>,
        values: &[(Component, bool)],
    ) -> (Vec<Name>, Vec<(usize, usize)>) {
        let (mut names, mut shown) = (Vec::new(), Vec::new());
        for (at, (component, _)) in values.iter().enumerate() {
            for (k, size) in component.sizes().into_iter().enumerate() {
                if self.known(size).is_some() {
                    continue;
                }
                let name = self.fresh(b, "n", Type::SIZE).name;
                self.shown.insert(name);
                match size {
                    Size::Var(v) => self.scope.show(v, Atom::Var(name)),
                    Size::Exp(e) => self.scope.see(e.clone(), Atom::Var(name)),
                    Size::Const(_) => {}
                }
                names.push(name);
                shown.push((at, k));
            }
        }
        (names, shown)
    }

    /// A call of a definition: sizes as its parameters want them, and components.
    pub fn call(
        &mut self,
        b: &mut Builder<'_>,
        def: &Def,
        sizes: &[Size],
        components: &[Atom],
    ) -> Made<Vec<Atom>> {
        let span = self.sites.get(b.at).span;
        let Some(def) = self.defs.get(&def.name.id).cloned() else {
            return Err(unexpected(span, "a call of what is not defined"));
        };
        let mut unknown = Vec::with_capacity(sizes.len());
        let mut places = Vec::with_capacity(sizes.len());
        for (v, size) in def.fun.sizes.iter().zip(sizes) {
            let is_unknown = named(size).is_some_and(|own| {
                let is_global = self.definition_of(own).is_some() || self.binders.contains_key(&own.id);
                self.scope.get(own).is_none() && !is_global
            });
            // Arrows before this one pass 0 for what they do not know.
            let is_unknown = is_unknown || matches!(size, Size::Const(0));
            let place = shows(&def, v)?;
            unknown.push(is_unknown && place.is_none());
            places.push(place);
        }
        let signature = self.signature(b, &def, unknown)?;
        let mut arguments = Vec::with_capacity(sizes.len() + components.len());
        // FUT-E-SIZEPAR: a size that an argument shows is the argument's.
        for (size, place) in sizes.iter().zip(places) {
            let shown = place.and_then(|(component, k)| Some((*components.get(component)?, k)));
            arguments.push(match shown {
                Some((atom, k)) => self.size_of(b, atom, k),
                None => self.size_or_fail(b, size)?,
            });
        }
        for (at, k) in &signature.shown {
            let Some(atom) = components.get(*at) else {
                return Err(unexpected(span, "a call with too few arguments"));
            };
            arguments.push(self.size_of(b, *atom, *k));
        }
        let first = arguments.len();
        arguments.extend(components);
        let Some(callee) = self.function(signature.function) else {
            return Err(unexpected(span, "a call of what is not defined"));
        };
        let params: Vec<Name> = callee.params.iter().map(|param| param.binder.name).collect();
        let types: Vec<Type> = callee
            .params
            .iter()
            .map(|param| param.binder.ty.clone())
            .collect();
        let results = callee.results.clone();
        let passed = |arguments: &[Atom], name: Name| {
            let at = params.iter().position(|param| *param == name)?;
            arguments.get(at).copied()
        };
        for (k, ty) in types.iter().enumerate().skip(first) {
            let wanted: Vec<Dim> = ty
                .dims()
                .iter()
                .map(|dim| put(dim, &|name| passed(&arguments, name)))
                .collect();
            let Some(argument) = arguments.get(k).copied() else {
                return Err(unexpected(span, "a call with too few arguments"));
            };
            arguments[k] = self.fit(b, argument, &wanted);
        }
        let hiding = Hiding {
            sizes: (0..results.hidden).map(|k| Size::Const(k.into())).collect(),
            types: results
                .given
                .iter()
                .map(|given| {
                    given.ty.map(|ext| match ext {
                        Ext::Is(dim) => Ext::Is(put(dim, &|name| passed(&arguments, name))),
                        Ext::Hidden(k) => Ext::Hidden(*k),
                    })
                })
                .collect(),
        };
        let pat = self.pattern(b, &hiding);
        let function = signature.function;
        Ok(self.bind_pat(b, pat, Core::Call { function, arguments }))
    }

    /// FUT-E-SIZEPAR: the entry point reads sizes off its arguments, and tests that these agree with the types of the parameters.
    pub fn entry(
        &mut self,
        names: &mut Names,
        entry: &tree::Entry,
        written: Option<&Def>,
    ) -> Made<(Entry, Vec<Form>)> {
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
        const AGREE: Said = (&rules::FUT_E_SIZEPAR, "agree");
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
        let mut forms = Vec::new();
        let ret = &written.unwrap_or(&*def).fun.ret.ty;
        match &**ret {
            TypeKind::Record(fields) if is_tuple(fields) && !fields.is_empty() => {
                for (_, field) in fields {
                    forms.push(form(field)?);
                }
            }
            _ => forms.push(form(ret)?),
        }
        let hiding = self.outermost(&given, &sizes);
        let (witnesses, given) = self.witnessed(&mut b, &hiding, &given);
        let made = Entry {
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
            let name = self.fresh(b, "n", Type::SIZE).name;
            self.shown.insert(name);
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
        let binder = self.fresh(b, "x", Type::array(dims, p));
        let atom = Atom::Var(binder.name);
        params.push(Param {
            binder,
            unique: false,
        });
        Ok(atom)
    }

    /// Results of an entry point: sizes that are no sizes of its arguments are hidden.
    fn outermost(&mut self, given: &[Atom], sizes: &[Name]) -> Hiding {
        let mut hidden: Vec<Atom> = Vec::new();
        let mut types = Vec::with_capacity(given.len());
        for atom in given {
            let ty = self.type_of(*atom);
            types.push(ty.map(|dim| match dim {
                Dim::Is(Atom::Var(name)) if !sizes.contains(name) => {
                    let k = hidden.iter().position(|other| *other == Atom::Var(*name));
                    let k = k.unwrap_or_else(|| {
                        hidden.push(Atom::Var(*name));
                        hidden.len() - 1
                    });
                    Ext::Hidden(k as u16)
                }
                dim => Ext::Is(*dim),
            }));
        }
        Hiding {
            sizes: (0..hidden.len()).map(|k| Size::Const(k as i64)).collect(),
            types,
        }
    }
}

/// The name that a size is.
fn named(size: &Size) -> Option<&tree::VName> {
    match size {
        Size::Var(v) => Some(v),
        Size::Exp(e) => match &e.kind {
            tree::ExpKind::Var(v, _) => Some(v),
            _ => None,
        },
        Size::Const(_) => None,
    }
}

/// Which component of the arguments of a definition shows a size parameter, and by which of its sizes: an accumulator, if one does, since nothing says
/// of it that another size is its own.
fn shows(def: &Def, v: &tree::VName) -> Made<Option<(usize, usize)>> {
    let mut first = None;
    let mut component = 0;
    for param in &def.fun.params {
        for own in components(&param.pat.ty)? {
            let is_it = |size: &&Size| matches!(size, Size::Var(own) if own == v);
            let place = own.sizes().iter().position(is_it).map(|k| (component, k));
            match (&own.leaf, place) {
                (Leaf::Acc(..), Some(_)) => return Ok(place),
                _ => first = first.or(place),
            }
            component += 1;
        }
    }
    Ok(first)
}

/// A dimension with arguments for parameters.
fn put(dim: &Dim, passed: &dyn Fn(Name) -> Option<Atom>) -> Dim {
    match dim {
        Dim::Is(Atom::Var(name)) => passed(*name).map_or(*dim, Dim::Is),
        dim => *dim,
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
            let mut cases = Vec::with_capacity(constructors.len());
            for (name, types) in constructors {
                let parts: Made<Vec<Form>> = types.iter().map(form).collect();
                cases.push((name.clone(), parts?));
            }
            Form::Sum {
                rank,
                constructors: cases,
            }
        }
        _ => Form::Data,
    })
}
