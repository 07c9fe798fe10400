//! Definitions: types, constants, functions.

use super::features::{Construct, Feature};
use super::generator::{Abbreviation, Abstract, Aliases, Exp, Function, Generator};
use super::quote::{Part, exp, many, part};
use super::signature::{Parameter, Scheme};
use super::types::{I64, Size, Ty};
use crate::Choices;

/// Operators that programs define: some of every level.
const OPERATORS: [&str; 18] = [
    "!!", "+=", "=+", "<+>", "+^", "*/", "-%", "**^", "<<+", ">>-", "&*", "^^", "||*", "&&-", "==+", "!=-",
    ">=*", "//+",
];

impl Generator {
    /// Declarations.
    pub fn declaration(&mut self, c: &mut Choices, depth: usize) -> Part {
        match c.below(10) {
            0 | 1 if self.on(Feature::Abbreviations) => self.abbreviation(c),
            2 | 9 => self.constant_definition(c, depth),
            3 if self.on(Feature::Modules) && self.on(Feature::Unknown) && c.below(2) == 0 => {
                self.hiding_module(c)
            }
            3 | 4 if self.on(Feature::Modules) => self.module(c, depth),
            5 if self.on(Feature::Functions) => self.special_function(c, depth),
            _ => {
                let scheme = self.signature(c);
                let (defined, mentioned) = self.define(c, &scheme, depth);
                self.top_level(scheme, &mentioned);
                part!("def $"; defined)
            }
        }
    }

    /// `type t = ..`
    fn abbreviation(&mut self, c: &mut Choices) -> Part {
        self.meet(Construct::TypeDefined);
        let name = self.name("ty");
        let (mut sizes, mut types) = (Vec::new(), Vec::new());
        let stands_for = match c.below(4) {
            0 => self.data(c, 2),
            1 => {
                sizes.push("n".to_owned());
                let element = self.data(c, 1);
                Ty::array(Size::name("n"), element)
            }
            2 => {
                types.push("a".to_owned());
                let other = self.data(c, 1);
                Ty::Tuple(vec![Ty::Opaque("a".to_owned()), other])
            }
            _ => {
                sizes.push("n".to_owned());
                types.push("a".to_owned());
                Ty::array(
                    Size::name("n"),
                    Ty::array(Size::Number(2), Ty::Opaque("a".to_owned())),
                )
            }
        };
        let shown = stands_for.tree();
        let parameters: String = sizes
            .iter()
            .map(|n| format!(" [{n}]"))
            .chain(types.iter().map(|t| format!(" '{t}")))
            .collect();
        // A primitive type by another name would be written everywhere.
        if !matches!(stands_for, Ty::Prim(_) | Ty::Opaque(_)) {
            self.abbreviations.push(Abbreviation {
                name: name.clone(),
                sizes,
                types,
                stands_for,
            });
        }
        part!("type $$ = $"; name, parameters, shown)
    }

    /// `def x = ..`
    fn constant_definition(&mut self, c: &mut Choices, depth: usize) -> Part {
        self.meet(Construct::ConstantDefined);
        if self.on(Feature::Unknown) && self.on(Feature::Arrays) && c.below(3) > 0 {
            return self.unsized_constant(c);
        }
        let ty = self.data(c, 2);
        let (value, _) = self.closed(|g| g.exp(c, &ty, depth.min(2)));
        let shown = (c.below(2) == 1).then(|| part!(": $"; self.show(c, &ty)));
        let name = self.name("c");
        let id = self.bind(&name, ty, &Aliases::new(), true);
        self.globals.insert(id);
        part!("def $$ = $"; name, many("", shown), value)
    }

    /// A type for a function to be defined.
    pub fn signature(&mut self, c: &mut Choices) -> Scheme {
        let mark = self.mark();
        let mut scheme = Scheme::plain(self.name("fun"), Vec::new(), I64);
        let outer = std::mem::take(&mut self.sizes);
        if self.on(Feature::Polymorphism) {
            for _ in 0..c.below(3) {
                let name = self.name("n");
                self.sizes.push(Size::name(&name));
                let element = Ty::Prim(self.prim(c));
                scheme
                    .parameters
                    .push(parameter(Ty::array(Size::name(&name), element)));
                scheme.sizes.push(name);
            }
            if c.below(3) == 2 {
                let name = self.name("ty");
                self.abstracts
                    .push(Abstract::without_top_level(name.clone(), "???"));
                scheme.parameters.push(parameter(Ty::Opaque(name.clone())));
                scheme.types.push(name);
            }
        }
        if c.below(4) == 3 {
            let name = self.name("k");
            self.sizes.push(Size::name(&name));
            let sized = self.data(c, 1);
            scheme.parameters.push(Parameter {
                name: name.clone(),
                ..parameter(I64)
            });
            scheme
                .parameters
                .push(parameter(Ty::array(Size::name(&name), sized)));
        }
        if self.on(Feature::Functions) && c.below(4) == 3 {
            self.meet(Construct::HigherOrderDefined);
            let of = (0..1 + c.below(2)).map(|_| self.data(c, 1)).collect();
            let to = self.data(c, 1);
            scheme.parameters.push(parameter(Ty::Fun(of, Box::new(to))));
        }
        for _ in 0..c.below(3) {
            let ty = self.data(c, 2);
            let consumed = self.on(Feature::Updates) && ty.may_alias() && ty.rank() > 0 && c.below(3) == 2;
            scheme.parameters.push(Parameter {
                consumed,
                ..parameter(ty)
            });
        }
        if scheme.parameters.is_empty() {
            scheme.parameters.push(parameter(I64));
        }
        scheme.result = self.data(c, 2);
        scheme.fresh = scheme.result.may_alias() && self.on(Feature::Updates) && c.below(3) == 2;
        if self.on(Feature::Unknown) && self.on(Feature::Arrays) && c.below(6) == 5 {
            let name = self.name("k");
            scheme.result = Ty::array(Size::name(&name), self.data(c, 1));
            scheme.unknown.push(name);
            scheme.fresh = false;
        }
        self.sizes = outer;
        self.leave(mark);
        scheme
    }

    /// A definition of a function of this type behind its keyword, and the variables from outside that it mentions.
    pub fn define(&mut self, c: &mut Choices, scheme: &Scheme, depth: usize) -> (Part, Aliases) {
        self.meet(match () {
            _ if !scheme.unknown.is_empty() => Construct::UnknownResult,
            _ if !scheme.types.is_empty() || !scheme.sizes.is_empty() => Construct::PolymorphicDefined,
            _ if scheme.parameters.iter().any(|p| p.consumed) => Construct::ConsumingDefined,
            _ => Construct::FunctionDefined,
        });
        let sizes = scheme.size_names().iter().map(|n| Size::name(n)).collect();
        self.with_sizes(sizes, |g| {
            g.closed(|g| {
                for name in &scheme.types {
                    g.abstracts.push(Abstract::without_top_level(name.clone(), "???"));
                }
                let mut params = Vec::new();
                for parameter in &scheme.parameters {
                    let shown = g.show(c, &parameter.ty);
                    let stem = match &parameter.ty {
                        Ty::Fun(..) => "h",
                        _ => "v",
                    };
                    let pattern = match &parameter.ty {
                        _ if !parameter.name.is_empty() => g.parameter(&parameter.name, &parameter.ty),
                        // A value of every type parameter stays in reach.
                        ty @ (Ty::Fun(..) | Ty::Opaque(_)) => {
                            let name = g.name(stem);
                            g.parameter(&name, ty)
                        }
                        ty => g.pattern(c, ty, &Aliases::new(), !parameter.consumed),
                    };
                    params.push(part!("($: $$)"; pattern, star(parameter.consumed), shown));
                }
                let result = g.show(c, &scheme.result);
                let unknown: String = scheme.unknown.iter().map(|k| format!("[{k}]")).collect();
                let unknown = match unknown.is_empty() {
                    true => star(scheme.fresh).to_owned(),
                    false => format!("?{unknown}."),
                };
                let head = format!("{}{}", scheme.defined(), scheme.type_parameters());
                let body = g.body(c, scheme, depth);
                part!("$ $ : $$ = $"; head, many(" ", params), unknown, result, body)
            })
        })
    }

    /// A parameter that is not consumed, which may be called if it is a function.
    fn parameter(&mut self, name: &str, ty: &Ty) -> String {
        let id = self.bind(name, ty.clone(), &Aliases::new(), true);
        if let Ty::Fun(of, to) = ty {
            self.functions.push(Function {
                scheme: Scheme::plain(name, of.clone(), (**to).clone()),
                aliases: [id].into(),
            });
        }
        name.to_owned()
    }

    fn body(&mut self, c: &mut Choices, scheme: &Scheme, depth: usize) -> Exp {
        if let (Ty::Array(_, element), false) = (&scheme.result, scheme.unknown.is_empty()) {
            let size = self.size(c);
            let array = self.exp(c, &Ty::array(size, (**element).clone()), depth);
            let test = self.function(c, std::slice::from_ref(element), &super::types::BOOL, depth);
            return exp!("filter $ $"; test, array);
        }
        let mut body = self.block(c, &scheme.result, depth, 3);
        let global = body.aliases.iter().any(|id| self.is_global(*id));
        if global
            || scheme.fresh
                && (matches!(scheme.result, Ty::Tuple(_) | Ty::Record(_)) || !self.consumable(&body.aliases))
        {
            body = self.freshened(body, &scheme.result);
        }
        body
    }

    /// Functions that need a form of their own.
    fn special_function(&mut self, c: &mut Choices, depth: usize) -> Part {
        let kind = match self.on(Feature::Extensions) {
            true => c.below(4),
            false => 1 + c.below(2),
        };
        let name = self.name("fun");
        let (defined, scheme, mentioned) = match kind {
            0 => {
                // Recursion that ends.
                self.meet(Construct::RecursiveDefined);
                let ty = self.data(c, 1);
                let shown = self.show(c, &ty);
                let value = self.name("v");
                let (body, mentioned) = self.closed(|g| {
                    g.bind(&value, ty.clone(), &Aliases::new(), true);
                    let body = g.exp(c, &ty, depth.min(2));
                    g.apart_from_globals(body, &ty)
                });
                let template =
                    "def $0 (times: i64) ($1: $2) : $2 = if times <= 0 then $1 else $0 (times - 1) $3";
                let defined = part!(template; &name, value, shown, body);
                let mut scheme = Scheme::plain(name, vec![I64, ty.clone()], ty);
                scheme.parameters[0].name = "times".to_owned();
                (defined, scheme, mentioned)
            }
            3 => {
                // Recursion at other sizes, whose result nothing annotates.
                self.meet(Construct::RecursiveDefined);
                let element = self.data(c, 1);
                let shown = self.show(c, &element);
                let (more, mentioned) = self.closed(|g| g.exp(c, &I64, 1));
                let template = "def $0 (times: i64) (vs: []$1) = if times <= 0 then length vs else $0 (times - 1) (vs ++ vs) + $2";
                let defined = part!(template; &name, shown, more);
                let mut scheme = Scheme::plain(name, vec![I64, Ty::array(Size::name("n"), element)], I64);
                scheme.sizes.push("n".to_owned());
                scheme.parameters[0].name = "times".to_owned();
                (defined, scheme, mentioned)
            }
            1 => {
                // A function that gives a function.
                self.meet(Construct::CurriedDefined);
                let (first, second, result) = (self.data(c, 1), self.data(c, 1), self.data(c, 1));
                let value = self.name("v");
                let (lambda, mentioned) = self.closed(|g| {
                    g.bind(&value, first.clone(), &Aliases::new(), true);
                    g.quietly(|g| g.lambda(c, std::slice::from_ref(&second), &result, depth.min(2), true))
                });
                let shown = self.show(c, &first);
                let ty = Ty::function(std::slice::from_ref(&second), &result);
                let gives = (c.below(2) == 0).then(|| part!(" : $"; &ty));
                let defined = part!("def $ ($: $)$ = $"; &name, value, shown, many("", gives), lambda);
                let scheme = Scheme::plain(name, vec![first, second], result);
                (defined, scheme, mentioned)
            }
            _ => {
                self.meet(Construct::OperatorDefined);
                let unused: Vec<&str> = OPERATORS
                    .into_iter()
                    .filter(|o| !self.functions.iter().any(|f| f.scheme.name == **o))
                    .collect();
                let ty = self.data(c, 1);
                let name = c.pick(&unused).map_or(name, |operator| (*operator).to_owned());
                let scheme = Scheme::plain(name, vec![ty.clone(), ty.clone()], ty);
                let (defined, mentioned) = self.define(c, &scheme, depth.min(2));
                (part!("def $"; defined), scheme, mentioned)
            }
        };
        self.top_level(scheme, &mentioned);
        defined
    }
}

/// `*` if it is consumed, or new.
pub fn star(is_unique: bool) -> &'static str {
    if is_unique { "*" } else { "" }
}

fn parameter(ty: Ty) -> Parameter {
    Parameter::new(String::new(), ty, false)
}
