//! Modules, module types and functors.
//!
//! A module type has an abstract type, a value of it, and functions on it.  It is implemented by modules, with the type hidden or shown, and
//! asked for by functors.  What a module gives is called by its qualified name, or by its own after `open`.

use super::declarations::star;
use super::features::{Construct, Feature};
use super::generator::{Abstract, Aliases, Exp, Function, Generator};
use super::quote::{Part, many, part};
use super::signature::Scheme;
use super::types::{I64, Substitution, Ty};
use crate::Choices;

/// A module type: what `t` is given with.
#[derive(Clone, Debug)]
pub struct Interface {
    pub name: String,
    pub functions: Vec<Scheme>,
}

/// A module of a module type.
struct Implementation {
    name: String,
    /// What its value of the abstract type shares memory with.
    zero: Aliases,
    /// What its functions mention.
    functions: Vec<Aliases>,
}

/// The abstract type of every module type.
const ABSTRACT: &str = "t";

impl Generator {
    /// A module type with modules and functors of it.
    pub fn module(&mut self, c: &mut Choices, depth: usize) -> Part {
        let mut out = Vec::new();
        let interface = self.interface(c, &mut out);
        let module = self.implementation(c, &interface, depth, &mut out);
        if c.below(2) == 1 {
            self.functor(c, &interface, &module, depth, &mut out);
        }
        match c.below(4) {
            2 => self.numeric_functor(c, &mut out),
            3 if self.on(Feature::Extensions) => self.higher_functor(c, &mut out),
            _ => {}
        }
        many(" ", out)
    }

    fn interface(&mut self, c: &mut Choices, out: &mut Vec<Part>) -> Interface {
        self.meet(Construct::ModuleType);
        let name = self.name("mt");
        let outer = std::mem::take(&mut self.sizes);
        let mark = self.mark();
        self.abstracts.push(Abstract::without_top_level(ABSTRACT, "zero"));
        let functions: Vec<Scheme> = (0..1 + c.below(2))
            .map(|_| {
                let mut scheme = self.signature(c);
                scheme.parameters.retain(|p| p.name.is_empty());
                if !scheme.unknown.is_empty() || uses_lost_size(&scheme) {
                    scheme.result = Ty::Opaque(ABSTRACT.to_owned());
                    scheme.unknown.clear();
                    scheme
                        .parameters
                        .retain(|p| !has_unknown_size(&p.ty, &scheme.sizes));
                }
                scheme.parameters.push(super::signature::Parameter::new(
                    String::new(),
                    Ty::Opaque(ABSTRACT.to_owned()),
                    false,
                ));
                scheme
            })
            .collect();
        self.leave(mark);
        self.sizes = outer;
        let split = c.below(3) == 2;
        let base = "type t val zero : t";
        let given = match split {
            true => {
                self.meet(Construct::Include);
                out.push(part!("module type $_base = { $ }"; &name, base));
                format!("include {name}_base")
            }
            false => base.to_owned(),
        };
        let specifications = many(" ", functions.iter().map(specification));
        out.push(part!("module type $ = { $ $ }"; &name, given, specifications));
        Interface { name, functions }
    }

    /// A module of the type.
    fn implementation(
        &mut self,
        c: &mut Choices,
        interface: &Interface,
        depth: usize,
        out: &mut Vec<Part>,
    ) -> Implementation {
        self.meet(Construct::Module);
        let name = self.name("m");
        let outer = std::mem::take(&mut self.sizes);
        let stands_for = self.data(c, 2);
        let mut inside = Substitution::default();
        inside.types.insert(ABSTRACT.to_owned(), stands_for.clone());
        let (zero, mentioned) = self.closed(|g| g.exp(c, &stands_for, 1));
        let mut body = vec![part!("type t = $ def zero : t = $"; &stands_for, zero)];
        let mut module = Implementation {
            name: name.clone(),
            zero: mentioned,
            functions: Vec::new(),
        };
        module.zero.extend(self.lendable());
        let mark = self.mark();
        for scheme in &interface.functions {
            let scheme = instance(scheme, &inside);
            if c.below(4) == 3 {
                self.meet(Construct::Local);
                let helper = self.signature(c);
                let (defined, mentioned) = self.define(c, &helper, 1);
                body.push(part!("local def $"; defined));
                self.top_level(helper, &mentioned);
            }
            let (defined, mentioned) = self.define(c, &scheme, depth.min(2));
            body.push(part!("def $"; defined));
            module.functions.push(mentioned);
        }
        self.leave(mark);
        self.sizes = outer;
        let how = c.below(4);
        let ascription = match how {
            0 => part!(""),
            1 => {
                self.meet(Construct::WithType);
                part!(" : $ with t = $"; &interface.name, &stands_for)
            }
            _ => {
                self.meet(Construct::Ascribed);
                part!(" : $"; &interface.name)
            }
        };
        let made = part!("module $$ = { $ }"; &name, ascription, many(" ", body));
        if c.below(5) == 4 {
            self.meet(Construct::Nested);
            out.push(part!("module $0_outer = { $ } module $0 = $0_outer.$0"; &name, made));
        } else {
            out.push(made);
        }
        let abstract_type = Ty::Opaque(format!("{name}.t"));
        if how < 2 {
            self.shown_types.insert(name.clone(), stands_for.clone());
        }
        let seen = if how < 2 { stands_for } else { abstract_type };
        self.provide(interface, &module, &seen);
        if how < 2 && c.below(4) == 3 && self.opened_before.is_none() {
            self.meet(Construct::Opened);
            out.push(part!("open $"; &name));
            self.opened_before = Some(name);
        }
        module
    }

    /// The values of a module come into scope.
    fn provide(&mut self, interface: &Interface, module: &Implementation, ty: &Ty) {
        let name = &module.name;
        let mut found = Substitution::default();
        found.types.insert(ABSTRACT.to_owned(), ty.clone());
        if let Ty::Opaque(of) = ty {
            self.abstracts.push(Abstract {
                name: of.clone(),
                value: format!("{name}.zero"),
                aliases: module.zero.clone(),
            });
        }
        for (scheme, mentioned) in interface.functions.iter().zip(&module.functions) {
            let mut scheme = instance(scheme, &found);
            scheme.name = format!("{name}.{}", scheme.name);
            self.top_level(scheme, mentioned);
        }
    }

    /// A functor from the module type, applied to a module of it.
    fn functor(
        &mut self,
        c: &mut Choices,
        interface: &Interface,
        module: &Implementation,
        depth: usize,
        out: &mut Vec<Part>,
    ) {
        self.meet(Construct::Functor);
        let (name, parameter) = (self.name("F"), self.name("P"));
        let argument = &module.name;
        // What its parameter gives is what the argument gives.
        let taken = self.lendable();
        let given: Aliases = module
            .functions
            .iter()
            .chain([&module.zero])
            .flatten()
            .copied()
            .collect();
        let outer = std::mem::take(&mut self.sizes);
        let mark = self.mark();
        let own = Ty::Opaque(format!("{parameter}.t"));
        let unknown = Implementation {
            name: parameter.clone(),
            zero: taken.clone(),
            functions: vec![taken.clone(); interface.functions.len()],
        };
        self.provide(interface, &unknown, &own);
        let mut defined: Vec<(Scheme, Aliases)> = Vec::new();
        let mut body = Vec::new();
        for _ in 0..1 + c.below(2) {
            let scheme = self.signature(c);
            let (function, mut mentioned) = self.define(c, &scheme, depth.min(2));
            body.push(part!("def $"; function));
            self.top_level(scheme.clone(), &mentioned);
            if !mentioned.is_disjoint(&taken) {
                mentioned.extend(&given);
            }
            defined.push((scheme, mentioned));
        }
        self.leave(mark);
        self.sizes = outer;
        out.push(part!("module $ ($: $) = { $ }"; &name, &parameter, &interface.name, many(" ", body)));
        for _ in 0..1 + c.below(2) {
            self.meet(Construct::Applied);
            let applied = self.name("m");
            out.push(part!("module $ = $ $"; &applied, &name, argument));
            // What the argument's type stands for, if that is known.
            let actual = match self.abstracts.iter().any(|a| a.name == format!("{argument}.t")) {
                true => Ty::Opaque(format!("{argument}.t")),
                false => match self.shown_types.get(argument) {
                    Some(ty) => ty.clone(),
                    None => return,
                },
            };
            let mut found = Substitution::default();
            found.types.insert(format!("{parameter}.t"), actual);
            for (scheme, mentioned) in &defined {
                let mut scheme = instance(scheme, &found);
                scheme.name = format!("{applied}.{}", scheme.name);
                self.top_level(scheme, mentioned);
            }
        }
    }

    /// A module type with a module within, and a functor that takes a functor.
    fn higher_functor(&mut self, c: &mut Choices, out: &mut Vec<Part>) {
        self.meet(Construct::HigherFunctor);
        let [inner, outer] = ["mt", "mt"].map(|stem| self.name(stem));
        let [module, applied] = ["m", "m"].map(|stem| self.name(stem));
        let (functor, gives) = (self.name("F"), "{ val h : i64 -> i64 }");
        let body = |g: &mut Generator, c: &mut Choices, known: &[&str]| -> Exp {
            let made = g.closed(|g| {
                g.bind("x", I64, &Aliases::new(), true);
                for name in known {
                    let parameters = if name.ends_with(".f") {
                        vec![I64]
                    } else {
                        Vec::new()
                    };
                    g.functions.push(Function {
                        scheme: Scheme::plain(*name, parameters, I64),
                        aliases: Aliases::new(),
                    });
                }
                g.exp(c, &I64, 2)
            });
            made.0
        };
        let (number, _) = self.closed(|g| g.exp(c, &I64, 1));
        let (own, taken) = (body(self, c, &["inner.k"]), body(self, c, &["P.f", "P.inner.k"]));
        let text = format!(
            "module type {inner} = {{ val k : i64 }}
             module type {outer} = {{ module inner : {inner} val f : i64 -> i64 }}
             module {module} : {outer} = {{
               module inner = {{ def k : i64 = $ def unseen = true }}
               def f (x: i64) : i64 = $
             }}
             module {functor} (G: (P: {outer}) -> {gives}) (P: {outer}) = {{
               module once = G P
               def h (x: i64) : i64 = once.h x + P.inner.k
             }}
             module {applied} = {functor} (\\(P: {outer}) : {gives} -> {{ def h (x: i64) : i64 = $ }}) {module}"
        );
        out.push(part!(text; number, own, taken));
        for (name, parameters) in [
            (format!("{module}.f"), vec![I64]),
            (format!("{module}.inner.k"), Vec::new()),
            (format!("{applied}.h"), vec![I64]),
        ] {
            self.functions.push(Function {
                scheme: Scheme::plain(name, parameters, I64),
                aliases: Aliases::new(),
            });
        }
    }

    /// A functor over the modules of numbers.
    fn numeric_functor(&mut self, c: &mut Choices, out: &mut Vec<Part>) {
        use elder_syntax::prim::PrimType::{F32, F64, I8, I32, I64, U8, U16};
        self.meet(Construct::Functor);
        let name = self.name("F");
        let template = "module $ (R: numeric) = {
            def dot [n] (xs: [n]R.t) (ys: [n]R.t) : R.t = R.sum (map2 (R.*) xs ys)
            def clamp (x: R.t) : R.t = R.(max (i32 0) (min x (i32 100)))
            def top [n] (xs: [n]R.t) : R.t = reduce R.max R.lowest xs
        }";
        out.push(part!(template; &name));
        for _ in 0..1 + c.below(2) {
            self.meet(Construct::Applied);
            let p = [I32, I64, F64, U8, I8, U16, F32][c.below(7)];
            let applied = self.name("m");
            out.push(part!("module $ = $ $"; &applied, &name, p));
            for line in [
                format!("{applied}.dot [n] : [n]{p} -> [n]{p} -> {p}"),
                format!("{applied}.clamp : {p} -> {p}"),
                format!("{applied}.top [n] : [n]{p} -> {p}"),
            ] {
                let scheme = super::signature::scheme(&line);
                self.functions.push(Function {
                    scheme,
                    aliases: Aliases::new(),
                });
            }
        }
    }
}

/// With types for type parameters.
fn instance(scheme: &Scheme, found: &Substitution) -> Scheme {
    let mut out = scheme.clone();
    for parameter in &mut out.parameters {
        parameter.ty = found.ty(&parameter.ty);
    }
    out.result = found.ty(&out.result);
    out
}

/// `val f [n] 'a : t -> t`
fn specification(scheme: &Scheme) -> Part {
    let parameters = scheme.parameters.iter();
    let parameters = parameters.map(|p| part!("$$ -> "; star(p.consumed), &p.ty));
    let result = part!("$$"; star(scheme.fresh), &scheme.result);
    let (name, of) = (scheme.defined(), scheme.type_parameters());
    part!("val $$ : $$"; name, of, many("", parameters), result)
}

/// Whether a size of the result was a parameter that is no more.
fn uses_lost_size(scheme: &Scheme) -> bool {
    has_unknown_size(&scheme.result, &scheme.sizes)
        || scheme
            .parameters
            .iter()
            .any(|p| has_unknown_size(&p.ty, &scheme.sizes))
}

fn has_unknown_size(ty: &Ty, known: &[String]) -> bool {
    fn unknown(size: &super::types::Size, known: &[String]) -> bool {
        use super::types::Size;
        match size {
            Size::Number(_) => false,
            Size::Name(name) => !known.contains(name),
            Size::Infix(_, a, b) => unknown(a, known) || unknown(b, known),
        }
    }
    let mut found = false;
    ty.sizes(&mut |size| found |= unknown(size, known));
    found
}

#[cfg(test)]
mod tests {
    use super::super::features::Features;
    use super::*;
    use crate::futhark::extent::Extent;

    #[test]
    fn what_functions_lend_of_a_functors_argument_is_known() {
        let mut lending = 0;
        for seed in 0..400 {
            let c = &mut Choices::random(seed);
            let mut g = Generator::new(Features::choose(c), Extent::large(20));
            let decs = super::super::quote::decs(g.module(c, 2));
            let text = elder_futhark::print::program(&elder_futhark::ast::Program { doc: None, decs });
            // The functor's functions as they are written, and as functions of the modules that it makes.
            let Some((_, functor)) = text.split_once("module F") else {
                continue;
            };
            let functor = functor.split("\n}").next().unwrap_or_default();
            for definition in functor
                .split("  def ")
                .skip(1)
                .filter(|text| text.contains(".zero"))
            {
                let name = definition.split([' ', '\n']).next().unwrap_or_default();
                let called = format!(".{name}");
                for function in g.functions.iter().filter(|f| f.scheme.name.ends_with(&called)) {
                    assert!(!function.aliases.is_disjoint(&g.lent), "{text}");
                    assert!(!g.consumable(&function.aliases), "{text}");
                    lending += 1;
                }
            }
            let names = g.visible.iter().map(|&id| &g.variables[id].name);
            assert!(
                names
                    .clone()
                    .all(|name| !name.is_empty() && !name.contains(".zero"))
            );
        }
        assert!(lending > 10, "{lending}");
    }
}
