//! Definitions: types, constants, functions.

use super::features::{Construct, Feature};
use super::generator::{Abbreviation, Abstract, Aliases, Function, Generator};
use super::signature::{Parameter, Scheme};
use super::types::{I64, Size, Ty};
use crate::Choices;

/// Operators that programs define: some of every level.
const OPERATORS: [&str; 18] = [
    "!!", "+=", "=+", "<+>", "+^", "*/", "-%", "**^", "<<+", ">>-", "&*", "^^", "||*", "&&-", "==+", "!=-",
    ">=*", "//+",
];

impl Generator {
    /// A declaration, as text.
    pub fn declaration(&mut self, c: &mut Choices, depth: usize) -> String {
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
                let (text, mentioned) = self.define(c, &scheme, depth);
                self.top_level(scheme, &mentioned);
                text
            }
        }
    }

    /// `type t = ..`
    fn abbreviation(&mut self, c: &mut Choices) -> String {
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
        let text = stands_for.text();
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
        format!("type {name}{parameters} = {text}")
    }

    /// `def x = ..`
    fn constant_definition(&mut self, c: &mut Choices, depth: usize) -> String {
        self.meet(Construct::ConstantDefined);
        if self.on(Feature::Unknown) && self.on(Feature::Arrays) && c.below(3) > 0 {
            return self.unsized_constant(c);
        }
        let ty = self.data(c, 2);
        let (value, _) = self.closed(|g| g.exp(c, &ty, depth.min(2)));
        let annotation = if c.below(2) == 1 {
            format!(": {}", self.show(c, &ty))
        } else {
            String::new()
        };
        let name = self.name("c");
        let id = self.bind(&name, ty, &Aliases::new(), true);
        self.globals.insert(id);
        format!("def {name}{annotation} = {}", value.text)
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

    /// A definition of a function of this type, and the variables from outside that it mentions.
    pub fn define(&mut self, c: &mut Choices, scheme: &Scheme, depth: usize) -> (String, Aliases) {
        self.defined(c, "def", scheme, depth)
    }

    /// A definition that begins so, and the variables from outside that it mentions.
    pub fn defined(
        &mut self,
        c: &mut Choices,
        beginning: &str,
        scheme: &Scheme,
        depth: usize,
    ) -> (String, Aliases) {
        self.meet(match () {
            _ if !scheme.unknown.is_empty() => Construct::UnknownResult,
            _ if !scheme.types.is_empty() || !scheme.sizes.is_empty() => Construct::PolymorphicDefined,
            _ if scheme.parameters.iter().any(|p| p.consumed) => Construct::ConsumingDefined,
            _ => Construct::FunctionDefined,
        });
        let outer = std::mem::take(&mut self.sizes);
        let made = self.closed(|g| {
            g.sizes = scheme.size_names().iter().map(|n| Size::name(n)).collect();
            for name in &scheme.types {
                g.abstracts.push(Abstract::without_top_level(name.clone(), "???"));
            }
            let name = if scheme.is_infix() {
                format!("({})", scheme.name)
            } else {
                scheme.name.clone()
            };
            let mut text = format!("{beginning} {name}");
            for size in &scheme.sizes {
                text += &format!(" [{size}]");
            }
            for ty in &scheme.types {
                text += &format!(" '{ty}");
            }
            for parameter in &scheme.parameters {
                let shown = g.show(c, &parameter.ty);
                let star = if parameter.consumed { "*" } else { "" };
                let pattern = match &parameter.ty {
                    _ if !parameter.name.is_empty() => {
                        g.bind(&parameter.name, parameter.ty.clone(), &Aliases::new(), true);
                        parameter.name.clone()
                    }
                    Ty::Fun(of, to) => {
                        let name = g.name("h");
                        let id = g.bind(&name, parameter.ty.clone(), &Aliases::new(), true);
                        let scheme = Scheme::plain(name.clone(), of.clone(), (**to).clone());
                        g.functions.push(Function {
                            scheme,
                            aliases: [id].into(),
                        });
                        name
                    }
                    // A value of every type parameter stays in reach.
                    Ty::Opaque(_) => {
                        let name = g.name("v");
                        g.bind(&name, parameter.ty.clone(), &Aliases::new(), true);
                        name
                    }
                    ty => g.pattern(c, ty, &Aliases::new(), !parameter.consumed),
                };
                text += &format!(" ({pattern}: {star}{shown})");
            }
            let result = g.show(c, &scheme.result);
            let star = if scheme.fresh { "*" } else { "" };
            let unknown: String = scheme.unknown.iter().map(|k| format!("[{k}]")).collect();
            let unknown = if unknown.is_empty() {
                unknown
            } else {
                format!("?{unknown}.")
            };
            let body = g.body(c, scheme, depth);
            format!("{text} : {star}{unknown}{result} =\n  {}", body)
        });
        self.sizes = outer;
        made
    }

    fn body(&mut self, c: &mut Choices, scheme: &Scheme, depth: usize) -> String {
        if let (Ty::Array(_, element), false) = (&scheme.result, scheme.unknown.is_empty()) {
            let size = self.size(c);
            let array = self.exp(c, &Ty::array(size, (**element).clone()), depth);
            let test = self.function(c, std::slice::from_ref(element), &super::types::BOOL, depth);
            return format!("filter {} {}", test.argument(), array.argument());
        }
        let mut body = self.block(c, &scheme.result, depth, 3);
        let global = body.aliases.iter().any(|id| self.is_global(*id));
        if global
            || scheme.fresh
                && (matches!(scheme.result, Ty::Tuple(_) | Ty::Record(_)) || !self.consumable(&body.aliases))
        {
            body = self.freshened(body, &scheme.result);
        }
        body.text
    }

    /// Functions that need a form of their own.
    fn special_function(&mut self, c: &mut Choices, depth: usize) -> String {
        let kind = match self.on(Feature::Extensions) {
            true => c.below(4),
            false => 1 + c.below(2),
        };
        let name = self.name("fun");
        let shown;
        let (text, scheme, mentioned) = match kind {
            0 => {
                // Recursion that ends.
                self.meet(Construct::RecursiveDefined);
                let ty = self.data(c, 1);
                shown = self.show(c, &ty);
                let value = self.name("v");
                let (body, mentioned) = self.closed(|g| {
                    g.bind(&value, ty.clone(), &Aliases::new(), true);
                    let body = g.exp(c, &ty, depth.min(2));
                    g.apart_from_globals(body, &ty)
                });
                let text = format!(
                    "def {name} (times: i64) ({value}: {shown}) : {shown} =\n  if times <= 0 then {value} else {name} (times - 1) {}",
                    body.argument()
                );
                let mut scheme = Scheme::plain(name, vec![I64, ty.clone()], ty);
                scheme.parameters[0].name = "times".to_owned();
                (text, scheme, mentioned)
            }
            3 => {
                // Recursion at other sizes, whose result nothing annotates.
                self.meet(Construct::RecursiveDefined);
                let element = self.data(c, 1);
                shown = self.show(c, &element);
                let shown = if shown.starts_with(['(', '[', '{']) || !shown.contains(' ') {
                    shown
                } else {
                    format!("({shown})")
                };
                let (more, mentioned) = self.closed(|g| g.exp(c, &I64, 1));
                let text = format!(
                    "def {name} (times: i64) (vs: []{shown}) =\n  if times <= 0 then length vs else {name} (times - 1) (vs ++ vs) + {}",
                    more.argument()
                );
                let mut scheme = Scheme::plain(name, vec![I64, Ty::array(Size::name("n"), element)], I64);
                scheme.sizes.push("n".to_owned());
                scheme.parameters[0].name = "times".to_owned();
                (text, scheme, mentioned)
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
                shown = self.show(c, &first);
                let ty = Ty::Fun(vec![second.clone()], Box::new(result.clone())).text();
                let annotation = if c.below(2) == 0 {
                    format!(" : {ty}")
                } else {
                    String::new()
                };
                let text = format!("def {name} ({value}: {shown}){annotation} = {}", lambda.text);
                (text, Scheme::plain(name, vec![first, second], result), mentioned)
            }
            _ => {
                self.meet(Construct::OperatorDefined);
                let unused: Vec<&str> = OPERATORS
                    .into_iter()
                    .filter(|o| !self.functions.iter().any(|f| f.scheme.name == **o))
                    .collect();
                let ty = self.data(c, 1);
                let name = match unused.is_empty() {
                    true => name,
                    false => unused[c.below(unused.len())].to_owned(),
                };
                let scheme = Scheme::plain(name, vec![ty.clone(), ty.clone()], ty);
                let (text, mentioned) = self.define(c, &scheme, depth.min(2));
                (text, scheme, mentioned)
            }
        };
        self.top_level(scheme, &mentioned);
        text
    }
}

fn parameter(ty: Ty) -> Parameter {
    Parameter::new(String::new(), ty, false)
}
