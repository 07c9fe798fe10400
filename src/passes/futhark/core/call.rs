//! Functions and calls.
//!
//! A function takes its size parameters, then a size for each dimension of a parameter whose size is none of these, then the components of its
//! parameters: of `def f [n] (k: i64) (xs: [n](i32, [k / 2]f64))` comes `fun f (n: i64) (h: i64) (k: i64) (a: [n]i32) (b: [n][h]f64)`.  What it gives
//! hides the sizes that its parameters do not say.

use super::control::Hiding;
use super::flatten::{Component, Leaf, components, count};
use super::{Called, Made, Pass, is_constant, unexpected};
use elder_core::tree::{AccType, Atom, Binder, Definition, Dim, Exp as Core, Ext, Param, Type};
use elder_core::{Builder, FunName, Name};
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{self, Def, Size};
use std::rc::Rc;

/// How a definition is called.
#[derive(Debug)]
pub struct Signature {
    /// Its function.
    function: FunName,
    /// Which dimensions of which components are passed as sizes, behind the size parameters.
    shown: Vec<(usize, usize)>,
}

/// What the parameters of a function show.
#[derive(Default)]
struct Shown {
    /// Names for sizes that are not known otherwise.
    sizes: Vec<Name>,
    /// Which dimensions of which components these are.
    places: Vec<(usize, usize)>,
    /// The sizes of each component.
    own: Vec<Vec<Atom>>,
}

/// What is passed for the size parameters of a definition.
struct Passed {
    /// The sizes of what shows them; what is known of the others.
    arguments: Vec<Atom>,
    /// For which of them nothing is known.
    unknown: Vec<bool>,
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
        let at = self.places.sites.with(b.at, &def.attributes);
        let fun = &def.fun;
        let mut params = Vec::new();
        for (v, unknown) in fun.sizes.iter().zip(&key.2) {
            let binder = b.fresh(v.name.clone(), Type::SIZE);
            match unknown {
                true => self.scope.pass(v, Atom::Var(binder.name)),
                false => self.scope.bind(v, [Atom::Var(binder.name)]),
            }
            if shows(def, v)?.is_some_and(|(_, k)| k == 0) {
                self.natural.insert(binder.name);
            }
            params.push(Param::plain(binder));
        }
        // Parameters of type i64 may be sizes of those behind them, and of those before.
        let mut values: Vec<Component> = Vec::new();
        let mut atoms: Vec<Vec<Atom>> = Vec::new();
        for param in &fun.params {
            let own = components(&param.pat.ty)?;
            let mut names = Vec::with_capacity(own.len());
            for component in &own {
                let ty = match (&component.leaf, component.dims.is_empty()) {
                    (Leaf::Prim(p), true) => Type::Prim(*p),
                    // Its sizes are not known yet.
                    _ => Type::Cert,
                };
                names.push(Atom::Var(b.fresh("x", ty).name));
            }
            self.bind_names(b, &param.pat, &names)?;
            atoms.push(names);
            values.extend(own);
        }
        let all: Vec<Atom> = atoms.concat();
        let Shown {
            sizes,
            places: shown,
            own,
        } = self.sizes_of(b, def, &values)?;
        for size in sizes {
            params.push(Param::plain(Binder::size(size)));
        }
        let mut types = self.hiding(&values, &[]).instantiated(&[]);
        for (ty, dims) in types.iter_mut().zip(own) {
            if let Type::Acc(acc) = ty {
                *acc = Rc::new(with_sizes(acc, dims));
            }
        }
        for (ty, atom) in types.into_iter().zip(&all) {
            let Atom::Var(name) = *atom else { continue };
            b.note(name, &ty);
            params.push(Param::plain(Binder { name, ty }));
        }
        let ret = components(&fun.ret.ty)?;
        let mut hiding = self.hiding(&ret, &fun.ret.exts);
        let results = hiding.results();
        let function = FunName(self.functions.len() as u32);
        let signature = Rc::new(Signature { function, shown });
        self.signatures.insert(key.clone(), signature.clone());
        self.under_way.push((key.0, key.1, signature.clone()));
        // It may call itself.
        self.functions.push(Definition {
            sizes: vec![],
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
        self.as_given(&inner, &mut hiding, &given);
        let body = inner.finish_hiding(witnesses, given);
        if let Some(made) = self.functions.get_mut(function.index()) {
            made.body = body;
            made.results = hiding.results();
        }
        self.under_way.pop();
        self.done.push(function);
        Ok(signature)
    }

    /// Names for the sizes of parameters that are not known by the parameters, each where it stands first; of an accumulator, for all that it does not
    /// show itself, since nothing says of it that another size is its own.
    fn sizes_of(&mut self, b: &mut Builder<'_>, def: &Def, values: &[Component]) -> Made<Shown> {
        let mut shown = Shown::default();
        for (at, component) in values.iter().enumerate() {
            let mut own = Vec::new();
            for (k, size) in component.sizes().into_iter().enumerate() {
                let known = self.known(size);
                let is_its_own = match (&component.leaf, size) {
                    (Leaf::Prim(_), _) => true,
                    (Leaf::Acc(..), Size::Var(v)) => known.is_none() || shows(def, v)? == Some((at, k)),
                    (Leaf::Acc(..), _) => false,
                };
                if let Some(atom) = known
                    && is_its_own
                {
                    own.push(atom);
                    continue;
                }
                let name = b.fresh("n", Type::SIZE).name;
                if k == 0 {
                    self.natural.insert(name);
                }
                match size {
                    _ if known.is_some() => {}
                    Size::Var(v) => self.scope.show(v, Atom::Var(name)),
                    Size::Exp(e) => self.scope.see(e.clone(), Atom::Var(name)),
                    Size::Const(_) => {}
                }
                own.push(Atom::Var(name));
                shown.sizes.push(name);
                shown.places.push((at, k));
            }
            shown.own.push(own);
        }
        Ok(shown)
    }

    /// A call of a definition: sizes as its parameters want them, and components.
    pub fn call(
        &mut self,
        b: &mut Builder<'_>,
        def: &Def,
        sizes: &[Size],
        components: &[Atom],
    ) -> Made<Vec<Atom>> {
        let span = self.place(b);
        let Some(def) = self.defs.get(&def.name.id).cloned() else {
            return Err(unexpected(span, "a call of what is not defined"));
        };
        let Passed {
            mut arguments,
            unknown,
        } = self.passed(b, &def, sizes, components)?;
        let is_under_way = self.under_way.iter().any(|(id, ..)| *id == def.name.id);
        if self.passes_twice(b, components) && !is_under_way {
            return self.in_place(b, &def, (&arguments, &unknown), components);
        }
        let signature = self.signature(b, &def, unknown)?;
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
                .map(|dim| substitute(dim, &|name| passed(&arguments, name)))
                .collect();
            let Some(argument) = arguments.get(k).copied() else {
                return Err(unexpected(span, "a call with too few arguments"));
            };
            arguments[k] = self.fit(b, argument, &wanted);
        }
        let hiding = Hiding {
            sizes: (0..results.existential).map(|k| Size::Const(k.into())).collect(),
            types: results
                .given
                .iter()
                .map(|given| {
                    given.ty.map(|ext| match ext {
                        Ext::Is(dim) => Ext::Is(substitute(dim, &|name| passed(&arguments, name))),
                        Ext::Existential(k) => Ext::Existential(*k),
                    })
                })
                .collect(),
        };
        let pat = self.pattern(b, &hiding);
        let function = signature.function;
        Ok(self.bind_pat(b, pat, Core::Call { function, arguments }))
    }

    /// What is passed for the size parameters of a definition.
    fn passed(
        &mut self,
        b: &mut Builder<'_>,
        def: &Def,
        sizes: &[Size],
        components: &[Atom],
    ) -> Made<Passed> {
        let (mut arguments, mut unknown) = (Vec::new(), Vec::new());
        for (v, size) in def.fun.sizes.iter().zip(sizes) {
            let is_unknown = named(size).is_some_and(|own| {
                let is_global = self.definition_of(own).is_some() || self.binders.contains_key(&own.id);
                self.scope.get(own).is_none() && !is_global
            });
            // Passes before this one pass 0 for what they do not know.
            let is_unknown = is_unknown || matches!(size, Size::Const(0));
            let place = shows(def, v)?;
            unknown.push(is_unknown && place.is_none());
            // FUT-E-SIZEPAR: a size that an argument shows is the argument's.
            let shown = place.and_then(|(component, k)| Some((*components.get(component)?, k)));
            arguments.push(match shown {
                Some((atom, k)) => self.size_of(b, atom, k),
                None => self.size_or_fail(b, size)?,
            });
        }
        Ok(Passed { arguments, unknown })
    }

    /// Whether an accumulator is passed for two parameters.
    fn passes_twice(&self, b: &Builder<'_>, components: &[Atom]) -> bool {
        let mut accs = components.iter().enumerate().filter(|(k, atom)| {
            components[..*k].contains(atom) && matches!(self.type_of(b, **atom), Type::Acc(_))
        });
        accs.next().is_some()
    }

    /// The body of a function where it is called: its parameters would be one accumulator under two names.
    fn in_place(
        &mut self,
        b: &mut Builder<'_>,
        def: &Def,
        (sizes, unknown): (&[Atom], &[bool]),
        components: &[Atom],
    ) -> Made<Vec<Atom>> {
        let outside = self.scope.cleared();
        for ((v, size), unknown) in def.fun.sizes.iter().zip(sizes).zip(unknown) {
            match unknown {
                true => self.scope.pass(v, *size),
                false => self.scope.bind(v, [*size]),
            }
        }
        let made = deep(|| {
            let mut from = 0;
            for param in &def.fun.params {
                let many = count(&param.pat.ty)?;
                self.bind_pattern(b, &param.pat, &components[from..from + many])?;
                from += many;
            }
            self.rest(b, &def.fun.body)
        });
        self.scope = outside;
        made
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

/// An accumulator of these sizes.
fn with_sizes(acc: &AccType, sizes: Vec<Atom>) -> AccType {
    let mut sizes = sizes.into_iter().map(Dim::Is);
    let mut of = |dims: &[Dim]| -> Vec<Dim> { dims.iter().map(|dim| sizes.next().unwrap_or(*dim)).collect() };
    AccType {
        space: of(&acc.space),
        elements: acc.elements.iter().map(|(dims, p)| (of(dims), *p)).collect(),
    }
}

/// A dimension with arguments for parameters.
fn substitute(dim: &Dim, passed: &dyn Fn(Name) -> Option<Atom>) -> Dim {
    match dim {
        Dim::Is(Atom::Var(name)) => passed(*name).map_or(*dim, Dim::Is),
        dim => *dim,
    }
}
