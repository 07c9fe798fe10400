//! Abstract types that hide sizes: each value has sizes of its own, which nobody who holds it knows.  Values go through polymorphic functions, which are used at types
//! of known sizes too, and what is observed are their sizes and elements.

use super::features::Construct;
use super::generator::{Aliases, Exp, Generator};
use super::quote::{Part, exp, many, part};
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
    pub fn hiding_module(&mut self, c: &mut Choices) -> Part {
        self.meet(Construct::SizeExistential);
        let (interface, name) = (self.name("mt"), self.name("m"));
        let (element, value, absent) = self.with_sizes(Vec::new(), |g| {
            let element = g.data(c, 1);
            let (made, _) = g.closed(|g| {
                g.bind("i", I64, &Aliases::new(), true);
                let made = [g.quietly(|g| g.exp(c, &element, 1)), g.constant(c, &element)];
                made.map(|value| g.apart_from_globals(value, &element))
            });
            let [value, absent] = made;
            (element, value, absent)
        });
        let count = ["k %% 4", "k %% 3 + 1"][c.below(2)];
        let elements = exp!("map (\\i -> $) (iota ($))"; value, count);
        let kind = ["type~", "type^"][c.below(2)];
        let body = match c.below(3) {
            0 => format!(
                "{kind} t = ?[n].[n]$0
                 def of (k: i64) : t = $1
                 def len [n] (_: [n]$0) : i64 = n
                 def at [n] (i: i64) (xs: [n]$0) : $0 = if n > 0 then xs[i %% n] else ($2 : $0)
                 def both [n] [m] (xs: [n]$0) (ys: [m]$0) : t = {}",
                [
                    "xs ++ ys",
                    "if n > m then xs else ys",
                    "if n > m then copy ys else reverse xs"
                ][c.below(3)]
            ),
            1 => format!(
                "{kind} t = ?[n].([n]i64, [n]$0)
                 def of (k: i64) : t = (iota ({count}), $1)
                 def len [n] ((_, _): ([n]i64, [n]$0)) : i64 = n
                 def at [n] (i: i64) ((is, xs): ([n]i64, [n]$0)) : $0 = if n > 0 then xs[is[i %% n]] else ($2 : $0)
                 def both [n] [m] ((is, xs): ([n]i64, [n]$0)) ((js, ys): ([m]i64, [m]$0)) : t = (is ++ js, xs ++ ys)"
            ),
            _ => format!(
                "{kind} t = ?[n][m].[n][m]$0
                 def of (k: i64) : t = replicate (k %% 3) ($1)
                 def len [n] [m] (_: [n][m]$0) : i64 = n * 10 + m
                 def at [n] [m] (i: i64) (xs: [n][m]$0) : $0 = if n * m > 0 then xs[i %% n, i %% m] else ($2 : $0)
                 def both [n] [m] [a] [b] (xs: [n][m]$0) (ys: [a][b]$0) : t = {}",
                [
                    "if n > a then xs else ys",
                    "xs",
                    "if m > b then transpose xs else transpose ys"
                ][c.below(3)]
            ),
        };
        let ty = &element.clone();
        self.hiding.push(Hiding {
            name: name.clone(),
            element,
        });
        let module = format!(
            "module type {interface} = {{
               {kind} t
               val of : i64 -> t
               val len : t -> i64
               val at : i64 -> t -> $0
               val both : t -> t -> t
             }}
             module {name} : {interface} = {{ {body} }}"
        );
        part!(module; ty, elements, absent)
    }

    /// Two values of such a type on their way, and what shows their sizes; `None` if there is none.
    pub fn existential_sizes(&mut self, c: &mut Choices) -> Option<Part> {
        let Hiding { name: m, element } = c.pick(&self.hiding)?.clone();
        self.meet(Construct::ExistentialSizes);
        let number = |g: &mut Generator, c: &mut Choices| g.quietly(|g| g.exp(c, &I64, 1));
        let mut made: Vec<Part> = Vec::new();
        let mut held: Vec<String> = Vec::new();
        for _ in 0..2 + c.below(2) {
            let x = self.name("w");
            made.push(part!("let $ = $.of $"; &x, &m, number(self, c)));
            held.push(x);
        }
        for _ in 0..c.below(4) {
            let (x, other) = (c.pick(&held)?.clone(), c.pick(&held)?.clone());
            let next = self.name("w");
            made.extend(c.part(|c| self.existential_step(c, &m, (&x, &other), &next)));
            held.push(next);
        }
        let (x, y) = (c.pick(&held)?.clone(), c.pick(&held)?.clone());
        let (p, q, f) = (self.name("v"), self.name("v"), self.name("g"));
        let lens = |x: &String, y: &String| exp!("$0.len $1 * 100 + $0.len $2"; &m, x, y);
        let seen = lens(&p, &q);
        let seen = match c.below(5) {
            0 => exp!("(\\($1: $0.t) ($2: $0.t) -> $3) $4 $5"; &m, p, q, seen, x, &y),
            1 => {
                made.push(part!("let $1 ($2: $0.t) ($3: $0.t) = $4"; &m, &f, p, q, seen));
                exp!("$0 $1 $2 + $0 $2 $1"; f, x, &y)
            }
            2 => {
                made.push(part!("let $1 ($2: $0.t) = \\($3: $0.t) -> $4"; &m, &f, p, q, seen));
                let part = format!("{f}_in_part");
                made.push(part!("let $ = $ $"; &part, f, &x));
                exp!("$0 $1 + $0 $2"; part, &y, x)
            }
            3 => exp!("$0.len ($0.both $1 $2)"; &m, x, &y),
            _ => lens(&x, &y),
        };
        let (n, v) = (self.name("v"), self.name("v"));
        made.push(part!("let $ = $"; &n, seen));
        made.push(part!("let $ = $.at $ $"; &v, &m, number(self, c), y));
        self.bind(&n, I64, &Aliases::new(), true);
        let of = self.shared();
        self.bind(&v, element, &of, true);
        Some(many(" ", made))
    }

    /// A value out of one or two others.
    fn existential_step(
        &mut self,
        c: &mut Choices,
        m: &str,
        (x, other): (&str, &str),
        next: &str,
    ) -> Vec<Part> {
        let (y, z) = (self.name("v"), self.name("v"));
        let value = match c.below(10) {
            0 => exp!("id $"; x),
            1 => exp!("($, $).$"; x, other, c.below(2)),
            2 => exp!("(\\($1: $0.t) ($2: $0.t) -> $0.both $1 $2) $3 $4"; m, y, z, x, other),
            3 => exp!("$.both $ $"; m, x, other),
            4 => exp!("{a = $, b = $}.b"; x, other),
            5 => exp!("(\\$0 -> $0) $"; y, x),
            6 => {
                let condition = self.quietly(|g| g.decision(c, 1));
                exp!("$0.of (if $1 then $0.len $2 else $0.len $3)"; m, condition, x, other)
            }
            // One function at types of known and of existential sizes, in any order.
            _ => {
                let (f, size, known) = (self.name("g"), self.size(c), self.name("v"));
                let body = match c.below(3) {
                    0 => Exp::named(&y),
                    1 => exp!("(\\$0 -> $0) $"; z, &y),
                    _ => exp!("($, 1i64).0"; &y),
                };
                let defined = part!("let $ '^a ($: a) : a = $"; &f, y, body);
                let of_known = part!("let $ = length ($ (iota $))"; &known, &f, &size);
                let of_existential = part!("let $ = $ $"; next, f, x);
                self.bind(&known, I64, &Aliases::new(), true);
                return match c.below(2) {
                    0 => vec![defined, of_known, of_existential],
                    _ => vec![defined, of_existential, of_known],
                };
            }
        };
        vec![part!("let $ = $"; next, value)]
    }
}
