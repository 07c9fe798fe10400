//! Arrays, and calls of functions whose types fit.

use super::features::{Construct, Feature};
use super::generator::{Aliases, Callee, Exp, Generator};
use super::monoids::has_neutral;
use super::quote::{self, exp, infix, many};
use super::signature::Scheme;
use super::types::{I64, Size, Substitution, Ty};
use crate::Choices;
use elder_syntax::prim::PrimType;

/// Larger arrays are not written out.
const LONGEST_LITERAL: i64 = 5;

impl Generator {
    /// An array without computation.
    pub fn constant_array(&mut self, c: &mut Choices, size: &Size, element: &Ty) -> Exp {
        match size {
            Size::Number(n) if (1..=LONGEST_LITERAL).contains(n) && c.below(3) > 0 => {
                self.array_literal(c, *n, element, 0)
            }
            _ if *element == I64 && c.below(2) == 1 => {
                exp!("iota $"; size)
            }
            _ => exp!("replicate $ $"; size, self.leaf(c, element)).alone(),
        }
    }

    fn array_literal(&mut self, c: &mut Choices, count: i64, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::ArrayLiteral);
        if *element == Ty::Prim(PrimType::U8) && c.below(4) == 3 {
            self.meet(Construct::StringLiteral);
            return exp!("\"$\""; &"ab~ Z"[..count.clamp(0, 5) as usize]);
        }
        let elements: Vec<Exp> = (0..count).map(|_| self.exp(c, element, d)).collect();
        exp!("[$]"; many(", ", &elements)).alone()
    }

    /// An array of more than one part.
    pub fn array(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        let goal = Ty::array(size.clone(), element.clone());
        match c.below(14) {
            12 | 13 if self.on(Feature::Extensions) => self.special_array(c, size, element, d),
            0 => match size {
                Size::Number(n) if (1..=LONGEST_LITERAL).contains(n) => self.array_literal(c, *n, element, d),
                _ => self.library_call(c, &goal, d),
            },
            1 => self.slice(c, size, element, d),
            2 => self.coerced(c, size, element, d),
            3 if self.on(Feature::Updates) && self.quiet == 0 => self.updated(c, &goal, d),
            4 if *element == I64 => {
                self.meet(Construct::Range);
                exp!("0i64..<$"; size)
            }
            5 => {
                // What most programs do with arrays.
                let from = self.data(c, 1);
                let array = self.exp(c, &Ty::array(size.clone(), from.clone()), d);
                let function = self.function(c, &[from], element, d);
                self.meet(Construct::LibraryCall);
                exp!("map $ $"; function, array).alone()
            }
            _ => self.library_call(c, &goal, d),
        }
    }

    /// Part of a longer array.
    fn slice(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        let array = |size: Size| Ty::array(size, element.clone());
        self.meet(Construct::Slice);
        match (c.below(4), size) {
            (0, _) => {
                let all = self.exp(c, &array(size.clone()), d);
                self.meet(Construct::StridedSlice);
                exp!("$[::-1]"; all)
            }
            (1, Size::Number(n)) => {
                let (before, after) = (c.below(3) as i64, c.below(3) as i64);
                let all = self.exp(c, &array(Size::Number(before + n + after)), d);
                let ty = self.show(c, &array(size.clone()));
                exp!("$[$:$] :> $"; all, before, before + n, ty)
            }
            (2, Size::Number(n)) => {
                self.meet(Construct::StridedSlice);
                let stride = 2 + c.below(2) as i64;
                let all = self.exp(c, &array(Size::Number(n * stride)), d);
                let ty = self.show(c, &array(size.clone()));
                match (c.below(2), *n) {
                    (1, 1..) => exp!("$[$::$] :> $"; all, n * stride - 1, -stride, ty),
                    _ => exp!("$[::$] :> $"; all, stride, ty),
                }
            }
            _ => {
                let more = self.size(c);
                let all = self.exp(c, &array(Size::infix('+', size.clone(), more)), d);
                exp!("$[:$]"; all, size)
            }
        }
    }

    /// An array of another size that is claimed to have this one.
    fn coerced(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::Coercion);
        let actual = match (c.below(3), size) {
            (0, _) if self.on(Feature::Errors) => self.size(c),
            (1, Size::Number(n)) if *n > 0 => Size::infix('+', Size::Number(n - 1), Size::Number(1)),
            (_, Size::Number(n)) => Size::infix('*', Size::Number(*n), Size::Number(1)),
            (_, size) => Size::infix('*', size.clone(), Size::Number(1)),
        };
        let array = self.exp(c, &Ty::array(actual, element.clone()), d);
        exp!("$ :> $"; array, self.show(c, &Ty::array(size.clone(), element.clone())))
    }

    /// An update of an array that nobody else has.
    fn updated(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        let Ty::Array(size, element) = goal else {
            return self.leaf(c, goal);
        };
        let nonempty = matches!(size, Size::Number(n) if *n > 0);
        if !nonempty && !self.on(Feature::Errors) {
            return self.library_call(c, goal, d);
        }
        self.meet(Construct::Update);
        let array = self.fresh(c, goal, d);
        let place = match nonempty {
            true => self.place_inside(c, size),
            false => self.exp(c, &I64, d),
        };
        exp!("$ with [$] = $"; array, place, self.exp(c, element, d)).alone()
    }

    /// An index in bounds, of a size that is a positive number.
    pub fn place_inside(&mut self, c: &mut Choices, size: &Size) -> Exp {
        match size {
            Size::Number(n) if *n > 0 => match c.below(3) {
                2 => exp!("$ % $"; self.exp(c, &I64, 1), *n),
                _ => exp!("$"; c.below(*n as usize)),
            },
            _ => exp!("0"),
        }
    }

    /// A call of a library function that gives this type.
    pub fn library_call(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        let is_wanted = |callee: &Callee| matches!(callee, Callee::Library(_));
        match self
            .on(Feature::Library)
            .then(|| self.one_giving(c, goal, is_wanted))
        {
            Some(Some(callee)) => self.call(c, callee, goal, d, Construct::LibraryCall),
            _ => self.leaf(c, goal),
        }
    }

    /// A call of a function of the program that gives this type.
    pub fn own_call(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        match self.one_giving(c, goal, |callee| matches!(callee, Callee::Own(_))) {
            Some(callee) => self.call(c, callee, goal, d, Construct::OwnCall),
            None => self.operation(c, goal, d),
        }
    }

    fn one_giving(&self, c: &mut Choices, goal: &Ty, is_wanted: impl Fn(&Callee) -> bool) -> Option<Callee> {
        let mut known = self.callable(|s| s.unknown.is_empty() && s.fit(goal, 0).is_some());
        known.retain(is_wanted);
        c.pick(&known).copied()
    }

    /// A call with all arguments.
    fn call(&mut self, c: &mut Choices, callee: Callee, goal: &Ty, d: usize, construct: Construct) -> Exp {
        self.meet(construct);
        let (scheme, captured) = self.callee(callee);
        let arguments = scheme
            .fit(goal, 0)
            .and_then(|found| self.arguments(c, &scheme, found, 0, d));
        let Some((arguments, _)) = arguments else {
            return self.constant(c, goal);
        };
        let call = self.applied(c, &scheme, &captured, &arguments);
        match scheme.is_open() {
            true => call.of_type(self.show(c, goal)),
            false => call,
        }
    }

    /// A function with its arguments.
    pub fn applied(
        &mut self,
        c: &mut Choices,
        scheme: &Scheme,
        captured: &Aliases,
        arguments: &[Exp],
    ) -> Exp {
        if let Some(known) = super::library::LIBRARY.iter().find(|s| s.name == scheme.name) {
            self.calls(known.name.as_str());
        }
        let mut exp = match arguments {
            [left, right] if scheme.is_infix() => infix(&scheme.name, left, right),
            [left, right] if c.below(12) == 11 && !scheme.name.contains('.') => {
                self.meet(Construct::Backticks);
                exp!("$ `$` $"; left, &scheme.name, right)
            }
            _ => quote::applied(&scheme.name, arguments),
        };
        self.mentions.extend(captured);
        exp.aliases.extend(captured);
        if scheme.fresh {
            exp.aliases = Aliases::new();
        }
        exp
    }

    /// Arguments for all but the last `kept` parameters, and what the parameters stand for.
    pub fn arguments(
        &mut self,
        c: &mut Choices,
        scheme: &Scheme,
        found: Substitution,
        kept: usize,
        d: usize,
    ) -> Option<(Vec<Exp>, Substitution)> {
        self.arguments_beside(c, scheme, found, kept, d, None)
    }

    /// As [`Generator::arguments`], with one that is there already in its place.
    pub fn arguments_beside(
        &mut self,
        c: &mut Choices,
        scheme: &Scheme,
        mut found: Substitution,
        kept: usize,
        d: usize,
        mut given: Option<(usize, Exp)>,
    ) -> Option<(Vec<Exp>, Substitution)> {
        for size in scheme.size_names() {
            found.sizes.entry(size).or_insert_with(|| self.size(c));
        }
        for ty in &scheme.types {
            if !found.types.contains_key(ty) {
                found.types.insert(ty.clone(), self.data(c, 1));
            }
        }
        if too_large(scheme, &found) {
            return None;
        }
        let mut out = Vec::new();
        let passed = scheme.parameters.len() - kept;
        let mut operator: Option<(Exp, Exp)> = None;
        for (place, parameter) in scheme.parameters[..passed].iter().enumerate() {
            if let Some((_, exp)) = given.take_if(|(of, _)| *of == place) {
                out.push(exp);
                continue;
            }
            let ty = found.ty(&parameter.ty);
            out.push(match parameter.name.as_str() {
                "op" => {
                    let Ty::Fun(of, _) = &ty else { return None };
                    let of = of.first().filter(|of| has_neutral(of))?;
                    let (op, neutral) = match scheme.name.as_str() {
                        "reduce_comm" => self.commutative_monoid(c, of, d),
                        _ => self.monoid(c, of, d),
                    };
                    operator = Some((op.clone(), neutral));
                    op
                }
                "ne" => operator.take()?.1,
                "times" => exp!("$"; c.below(4)),
                "is" => self.places(c, &ty, d),
                name if scheme.is_size(parameter) => exp!("$"; found.sizes.get(name)?),
                _ if parameter.consumed => {
                    self.meet(Construct::ConsumingCall);
                    self.fresh(c, &ty, d)
                }
                _ => match &ty {
                    Ty::Fun(parameters, result) => self.function(c, parameters, result, d),
                    _ => self.exp(c, &ty, d),
                },
            });
        }
        // Arguments are evaluated before the call: what a call consumes must be no other argument.  What is consumed here is new.
        Some((out, found))
    }

    /// Indices, most of them small.
    fn places(&mut self, c: &mut Choices, ty: &Ty, d: usize) -> Exp {
        let Ty::Array(size, element) = ty else {
            return self.exp(c, ty, d);
        };
        self.meet(Construct::HistOverlap);
        match (**element == I64, c.below(3)) {
            (true, 0) => exp!("iota $"; size),
            (true, 1) => exp!("map (% $) (iota $)"; 1 + c.below(4), size),
            (false, 0 | 1) => {
                let count = match &**element {
                    Ty::Tuple(parts) => parts.len(),
                    _ => 2,
                };
                let parts = ["i % 2", "i / 2", "1"][..count.min(3)].join(", ");
                exp!("map (\\i -> ($)) (iota $)"; parts, size)
            }
            _ => self.exp(c, ty, d),
        }
    }
}

/// Whether arrays would get too large.
fn too_large(scheme: &Scheme, found: &Substitution) -> bool {
    let elements = |ty: &Ty| elements(&found.ty(ty));
    scheme.parameters.iter().any(|p| elements(&p.ty) > 3000) || elements(&scheme.result) > 3000
}

/// About how many elements a value has.
fn elements(ty: &Ty) -> u64 {
    let parts = || ty.parts().into_iter().map(elements).sum();
    match ty {
        Ty::Prim(_) | Ty::Opaque(_) | Ty::Fun(..) => 1,
        Ty::Array(size, _) => extent(size).saturating_mul(parts()),
        _ => parts(),
    }
}

fn extent(size: &Size) -> u64 {
    match size {
        Size::Number(n) => u64::try_from(*n).unwrap_or(0),
        Size::Name(_) => 4,
        Size::Infix('*', a, b) => extent(a).saturating_mul(extent(b)),
        Size::Infix(_, a, b) => extent(a).saturating_add(extent(b)),
    }
}
