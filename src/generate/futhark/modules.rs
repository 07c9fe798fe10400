//! Modules, module types and functors.
//!
//! A module type has an abstract type, a value of it, and functions on it.  It is implemented by modules, with the type hidden or shown, and
//! asked for by functors.  What a module gives is called by its qualified name, or by its own after `open`.

use super::features::{Construct, Feature};
use super::generator::{Abstract, Aliases, Function, Generator};
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
    /// A module type with modules and functors of it, as text.
    pub fn module(&mut self, c: &mut Choices, depth: usize) -> String {
        let mut out = String::new();
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
        out
    }

    fn interface(&mut self, c: &mut Choices, out: &mut String) -> Interface {
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
        let mut body = String::from("  type t\n  val zero : t\n");
        if split {
            self.meet(Construct::Include);
            out.push_str(&format!("module type {name}_base = {{\n{body}}}\n"));
            body = format!("  include {name}_base\n");
        }
        for scheme in &functions {
            body += &format!("  val {}\n", specification(scheme));
        }
        out.push_str(&format!("module type {name} = {{\n{body}}}\n"));
        Interface { name, functions }
    }

    /// A module of the type.
    fn implementation(
        &mut self,
        c: &mut Choices,
        interface: &Interface,
        depth: usize,
        out: &mut String,
    ) -> Implementation {
        self.meet(Construct::Module);
        let name = self.name("m");
        let outer = std::mem::take(&mut self.sizes);
        let stands_for = self.data(c, 2);
        let shown = stands_for.text();
        let mut inside = Substitution::default();
        inside.types.insert(ABSTRACT.to_owned(), stands_for.clone());
        let mut body = format!("  type t = {shown}\n");
        let (zero, mentioned) = self.closed(|g| g.exp(c, &stands_for, 1));
        body += &format!("  def zero : t = {}\n", zero.text);
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
                let (text, mentioned) = self.define(c, &helper, 1);
                body += &format!("  local {text}\n");
                self.top_level(helper, &mentioned);
            }
            let (text, mentioned) = self.define(c, &scheme, depth.min(2));
            body += &format!("  {text}\n");
            module.functions.push(mentioned);
        }
        self.leave(mark);
        self.sizes = outer;
        let how = c.below(4);
        let ascription = match how {
            0 => String::new(),
            1 => {
                self.meet(Construct::WithType);
                format!(" : {} with t = {shown}", interface.name)
            }
            _ => {
                self.meet(Construct::Ascribed);
                format!(" : {}", interface.name)
            }
        };
        if c.below(5) == 4 {
            self.meet(Construct::Nested);
            out.push_str(&format!("module {name}_outer = {{\nmodule {name}{ascription} = {{\n{body}}}\n}}\nmodule {name} = {name}_outer.{name}\n"));
        } else {
            out.push_str(&format!("module {name}{ascription} = {{\n{body}}}\n"));
        }
        let abstract_type = Ty::Opaque(format!("{name}.t"));
        if how < 2 {
            self.shown_types.insert(name.clone(), stands_for.clone());
        }
        let seen = if how < 2 { stands_for } else { abstract_type };
        self.provide(interface, &module, &seen);
        if how < 2 && c.below(4) == 3 && self.opened_before.is_none() {
            self.meet(Construct::Opened);
            out.push_str(&format!("open {name}\n"));
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
        out: &mut String,
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
        let mut body = String::new();
        for _ in 0..1 + c.below(2) {
            let scheme = self.signature(c);
            let (text, mut mentioned) = self.define(c, &scheme, depth.min(2));
            body += &format!("  {text}\n");
            self.top_level(scheme.clone(), &mentioned);
            if !mentioned.is_disjoint(&taken) {
                mentioned.extend(&given);
            }
            defined.push((scheme, mentioned));
        }
        self.leave(mark);
        self.sizes = outer;
        out.push_str(&format!(
            "module {name} ({parameter}: {}) = {{\n{body}}}\n",
            interface.name
        ));
        for _ in 0..1 + c.below(2) {
            self.meet(Construct::Applied);
            let applied = self.name("m");
            out.push_str(&format!("module {applied} = {name} {argument}\n"));
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
    fn higher_functor(&mut self, c: &mut Choices, out: &mut String) {
        self.meet(Construct::HigherFunctor);
        let [inner, outer] = ["mt", "mt"].map(|stem| self.name(stem));
        let [module, applied] = ["m", "m"].map(|stem| self.name(stem));
        let (functor, gives) = (self.name("F"), "{ val h : i64 -> i64 }");
        let body = |g: &mut Generator, c: &mut Choices, known: &[&str]| {
            let (exp, _) = g.closed(|g| {
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
            exp.text
        };
        let (number, _) = self.closed(|g| g.exp(c, &I64, 1));
        let (own, taken) = (body(self, c, &["inner.k"]), body(self, c, &["P.f", "P.inner.k"]));
        *out += &format!(
            "module type {inner} = {{ val k : i64 }}\n\
             module type {outer} = {{ module inner : {inner} val f : i64 -> i64 }}\n\
             module {module} : {outer} = {{\n  module inner = {{ def k : i64 = {} def unseen = true }}\n  def f (x: i64) : i64 = {own}\n}}\n\
             module {functor} (G: (P: {outer}) -> {gives}) (P: {outer}) = {{\n  module once = G P\n  def h (x: i64) : i64 = once.h x + P.inner.k\n}}\n\
             module {applied} = {functor} (\\(P: {outer}) : {gives} -> {{ def h (x: i64) : i64 = {taken} }}) {module}\n",
            number.text
        );
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
    fn numeric_functor(&mut self, c: &mut Choices, out: &mut String) {
        use elder_syntax::prim::PrimType::{F32, F64, I8, I32, I64, U8, U16};
        self.meet(Construct::Functor);
        let name = self.name("F");
        out.push_str(&format!(
            "module {name} (R: numeric) = {{\n  def dot [n] (xs: [n]R.t) (ys: [n]R.t) : R.t = R.sum (map2 (R.*) xs ys)\n  \
             def clamp (x: R.t) : R.t = R.(max (i32 0) (min x (i32 100)))\n  def top [n] (xs: [n]R.t) : R.t = reduce R.max R.lowest xs\n}}\n"
        ));
        for _ in 0..1 + c.below(2) {
            self.meet(Construct::Applied);
            let p = [I32, I64, F64, U8, I8, U16, F32][c.below(7)];
            let applied = self.name("m");
            out.push_str(&format!("module {applied} = {name} {p}\n"));
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

/// `f [n] 'a : t -> t`, as a module type says it.
fn specification(scheme: &Scheme) -> String {
    let mut out = scheme.name.clone();
    for size in &scheme.sizes {
        out += &format!(" [{size}]");
    }
    for ty in &scheme.types {
        out += &format!(" '{ty}");
    }
    out += " : ";
    for parameter in &scheme.parameters {
        out += &format!(
            "{}{} -> ",
            if parameter.consumed { "*" } else { "" },
            parameter.ty.text()
        );
    }
    out + if scheme.fresh { "*" } else { "" } + &scheme.result.text()
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
            let text = g.module(c, 2);
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
