//! Abstract types that hide sizes: each value has sizes of its own, which nobody who holds it knows.  Values go through polymorphic functions, which are used at types
//! of known sizes too, and what is observed are their sizes and elements.

use super::features::Construct;
use super::generator::{Aliases, Generator};
use super::types::{I64, Ty};
use crate::Choices;

/// A module with such a type `t`, and functions `of`, `len`, `at` and `both` for it.
#[derive(Clone, Debug)]
pub struct Hiding {
    name: String,
    element: Ty,
}

impl Generator {
    /// A module whose type hides sizes, with its module type.
    pub fn hiding_module(&mut self, c: &mut Choices) -> String {
        self.meet(Construct::SizeExistential);
        let (interface, name) = (self.name("mt"), self.name("m"));
        let outer = std::mem::take(&mut self.sizes);
        let element = self.data(c, 1);
        let ((value, absent), _) = self.closed(|g| {
            g.bind("i", I64, &Aliases::new(), true);
            let value = g.quietly(|g| g.exp(c, &element, 1));
            let absent = g.constant(c, &element);
            (
                g.apart_from_globals(value, &element),
                g.apart_from_globals(absent, &element),
            )
        });
        self.sizes = outer;
        let ty = element.text();
        let count = ["k %% 4", "k %% 3 + 1"][c.below(2)];
        let elements = format!("map (\\i -> {}) (iota ({count}))", value.operand(0));
        let (absent, kind) = (absent.operand(0), ["type~", "type^"][c.below(2)]);
        let body = match c.below(3) {
            0 => format!(
                "type~ t = ?[n].[n]({ty})\n  \
                 def of (k: i64) : t = {elements}\n  \
                 def len [n] (_: [n]({ty})) : i64 = n\n  \
                 def at [n] (i: i64) (xs: [n]({ty})) : {ty} = if n > 0 then xs[i %% n] else ({absent} : {ty})\n  \
                 def both [n] [m] (xs: [n]({ty})) (ys: [m]({ty})) : t = {}\n",
                [
                    "xs ++ ys",
                    "if n > m then xs else ys",
                    "if n > m then copy ys else reverse xs"
                ][c.below(3)]
            ),
            1 => format!(
                "type~ t = ?[n].([n]i64, [n]({ty}))\n  \
                 def of (k: i64) : t = (iota ({count}), {elements})\n  \
                 def len [n] ((_, _): ([n]i64, [n]({ty}))) : i64 = n\n  \
                 def at [n] (i: i64) ((is, xs): ([n]i64, [n]({ty}))) : {ty} = if n > 0 then xs[is[i %% n]] else ({absent} : {ty})\n  \
                 def both [n] [m] ((is, xs): ([n]i64, [n]({ty}))) ((js, ys): ([m]i64, [m]({ty}))) : t = (is ++ js, xs ++ ys)\n"
            ),
            _ => format!(
                "type~ t = ?[n][m].[n][m]({ty})\n  \
                 def of (k: i64) : t = replicate (k %% 3) ({elements})\n  \
                 def len [n] [m] (_: [n][m]({ty})) : i64 = n * 10 + m\n  \
                 def at [n] [m] (i: i64) (xs: [n][m]({ty})) : {ty} = if n * m > 0 then xs[i %% n, i %% m] else ({absent} : {ty})\n  \
                 def both [n] [m] [a] [b] (xs: [n][m]({ty})) (ys: [a][b]({ty})) : t = {}\n",
                [
                    "if n > a then xs else ys",
                    "xs",
                    "if m > b then transpose xs else transpose ys"
                ][c.below(3)]
            ),
        };
        let body = body.replace("type~", kind);
        self.hiding.push(Hiding {
            name: name.clone(),
            element,
        });
        format!(
            "module type {interface} = {{\n  {kind} t\n  val of : i64 -> t\n  val len : t -> i64\n  val at : i64 -> t -> {ty}\n  val both : t -> t -> t\n}}\n\
             module {name} : {interface} = {{\n  {body}}}\n"
        )
    }

    /// Two values of such a type on their way, and what shows their sizes; `None` if there is none.
    pub fn existential_sizes(&mut self, c: &mut Choices) -> Option<String> {
        let Hiding { name: m, element } = c.pick(&self.hiding)?.clone();
        self.meet(Construct::ExistentialSizes);
        let number = |g: &mut Generator, c: &mut Choices| g.quietly(|g| g.exp(c, &I64, 1)).argument();
        let mut text = String::new();
        let mut held: Vec<String> = Vec::new();
        for _ in 0..2 + c.below(2) {
            let x = self.name("w");
            text += &format!("let {x} = {m}.of {}\n  ", number(self, c));
            held.push(x);
        }
        for _ in 0..c.below(4) {
            let (x, other) = (c.pick(&held)?.clone(), c.pick(&held)?.clone());
            let next = self.name("w");
            text += &c.part(|c| self.existential_step(c, &m, (&x, &other), &next));
            held.push(next);
        }
        let (x, y) = (c.pick(&held)?.clone(), c.pick(&held)?.clone());
        let (p, q, f) = (self.name("v"), self.name("v"), self.name("g"));
        let seen = format!("{m}.len {p} * 100 + {m}.len {q}");
        let seen = match c.below(5) {
            0 => format!("(\\({p}: {m}.t) ({q}: {m}.t) -> {seen}) {x} {y}"),
            1 => {
                text += &format!("let {f} ({p}: {m}.t) ({q}: {m}.t) = {seen}\n  ");
                format!("{f} {x} {y} + {f} {y} {x}")
            }
            2 => {
                text += &format!("let {f} ({p}: {m}.t) = \\({q}: {m}.t) -> {seen}\n  ");
                text += &format!("let {f}_in_part = {f} {x}\n  ");
                format!("{f}_in_part {y} + {f}_in_part {x}")
            }
            3 => format!("{m}.len ({m}.both {x} {y})"),
            _ => format!("{m}.len {x} * 100 + {m}.len {y}"),
        };
        let (n, v) = (self.name("v"), self.name("v"));
        text += &format!("let {n} = {seen}\n  ");
        text += &format!("let {v} = {m}.at {} {y}", number(self, c));
        self.bind(&n, I64, &Aliases::new(), true);
        let of = self.shared();
        self.bind(&v, element, &of, true);
        Some(text)
    }

    /// A value out of one or two others.
    fn existential_step(&mut self, c: &mut Choices, m: &str, (x, other): (&str, &str), next: &str) -> String {
        let (y, z) = (self.name("v"), self.name("v"));
        let value = match c.below(10) {
            0 => format!("id {x}"),
            1 => format!("({x}, {other}).{}", c.below(2)),
            2 => format!("(\\({y}: {m}.t) ({z}: {m}.t) -> {m}.both {y} {z}) {x} {other}"),
            3 => format!("{m}.both {x} {other}"),
            4 => format!("{{a = {x}, b = {other}}}.b"),
            5 => format!("(\\{y} -> {y}) {x}"),
            6 => {
                let condition = self.quietly(|g| g.decision(c, 1)).argument();
                return format!(
                    "let {next} = {m}.of (if {condition} then {m}.len {x} else {m}.len {other})\n  "
                );
            }
            // One function at types of known and of existential sizes, in any order.
            _ => {
                let (f, size, known) = (self.name("g"), self.size(c), self.name("v"));
                let body = match c.below(3) {
                    0 => y.clone(),
                    1 => format!("(\\{z} -> {z}) {y}"),
                    _ => format!("({y}, 1i64).0"),
                };
                let defined = format!("let {f} '^a ({y}: a) : a = {body}\n  ");
                let of_known = format!("let {known} = length ({f} (iota {}))\n  ", size.argument());
                let of_existential = format!("let {next} = {f} {x}\n  ");
                self.bind(&known, I64, &Aliases::new(), true);
                return match c.below(2) {
                    0 => format!("{defined}{of_known}{of_existential}"),
                    _ => format!("{defined}{of_existential}{of_known}"),
                };
            }
        };
        format!("let {next} = {value}\n  ")
    }
}
