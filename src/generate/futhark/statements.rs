//! Blocks: bindings one after the other, updates, loops, functions, and what they end in.

use super::declarations::star;
use super::features::{Construct, Feature};
use super::generator::{Aliases, Callee, Exp, Generator};
use super::quote::{self, Part, exp, many, part};
use super::signature::{Parameter, Scheme};
use super::types::{BOOL, I64, Size, Substitution, Ty};
use crate::Choices;

impl Generator {
    /// At most so many bindings, and an expression of the type.
    pub fn block(&mut self, c: &mut Choices, goal: &Ty, d: usize, most: usize) -> Exp {
        self.block_of(c, d, most, |g, c| g.exp(c, goal, d))
    }

    /// At most so many bindings, and what is made where their names are in scope.
    pub fn block_of(
        &mut self,
        c: &mut Choices,
        d: usize,
        most: usize,
        result: impl FnOnce(&mut Generator, &mut Choices) -> Exp,
    ) -> Exp {
        let mark = self.mark();
        let count = if self.budget == 0 { 0 } else { c.below(most + 1) };
        let mut statements = Vec::new();
        for _ in 0..count {
            statements.push(c.part(|c| match self.on(Feature::Errors) && c.below(6) == 5 {
                true => self.fragile(|g| g.statement(c, d)),
                false => self.statement(c, d),
            }));
            self.is_spelled_out = c.below(8) == 7;
        }
        statements.extend(self.planned(c));
        let result = result(self, c);
        self.leave(mark);
        quote::block(statements, result)
    }

    /// Bindings.
    fn statement(&mut self, c: &mut Choices, d: usize) -> Part {
        let d = d.saturating_sub(1);
        match c.below(20) {
            15 | 16 if !self.hiding.is_empty() => {
                self.existential_sizes(c).unwrap_or_else(|| self.binding(c, d))
            }
            16 | 17 if self.on(Feature::Unknown) && self.on(Feature::Arrays) => self.travelling_size(c),
            18 if self.on(Feature::Functions) => match c.below(2) {
                0 => self.functions_apart(c, d),
                _ => self.local_polymorphic(c, d),
            },
            19 if self.on(Feature::Unknown) => {
                self.section_of_variable(c).unwrap_or_else(|| self.binding(c, d))
            }
            14 => self.phrase(c).unwrap_or_else(|| self.binding(c, d)),
            15 => self.nest(c).unwrap_or_else(|| self.binding(c, d)),
            0..=2 => self.binding(c, d),
            3 | 4 if self.on(Feature::Unknown) && self.on(Feature::Arrays) => self.unknown(c, d),
            5..=7 if self.on(Feature::Updates) => self.update(c, d),
            8 if self.on(Feature::Loops) => self.loop_statement(c, d),
            9 if self.on(Feature::Functions) => self.local_function(c, d),
            10 => self.function_variable(c, d),
            11 => self.branching(c, d),
            12 => self.loose(c, d),
            _ => self.binding(c, d),
        }
    }

    /// A value by a name or more.
    fn binding(&mut self, c: &mut Choices, d: usize) -> Part {
        self.meet(Construct::Let);
        let ty = self.data(c, 2);
        let value = self.exp(c, &ty, d);
        let shown = (c.below(4) == 3).then(|| part!(": $"; self.show(c, &ty)));
        let shown = many("", shown);
        let existential = self.usable(|t| *t == ty);
        if !existential.is_empty() && c.below(6) == 5 {
            let name = self.variables[existential[0]].name.clone();
            if !self.sizes.contains(&Size::name(&name)) {
                self.meet(Construct::Shadowed);
                self.bind(&name, ty, &value.aliases, false);
                return part!("let $$ = $"; name, shown, value);
            }
        }
        let pattern = self.pattern(c, &ty, &value.aliases, false);
        part!("let $$ = $"; pattern, shown, value)
    }

    /// A call of whatever is at hand, its result by a name.
    fn loose(&mut self, c: &mut Choices, d: usize) -> Part {
        let known = self.callable(|s| s.unknown.is_empty());
        let Some(callee) = c.pick(&known).copied() else {
            return self.binding(c, d);
        };
        let (scheme, captured) = self.callee(callee);
        // A size below zero is an error.
        let shrinks = matches!(scheme.name.as_str(), "tail" | "init" | "drop");
        if shrinks && !self.on(Feature::Errors) {
            return self.binding(c, d);
        }
        let Some((arguments, found)) = self.arguments(c, &scheme, Default::default(), 0, d) else {
            return self.binding(c, d);
        };
        self.meet(if matches!(callee, Callee::Own(_)) {
            Construct::OwnCall
        } else {
            Construct::LibraryCall
        });
        let value = self.applied(c, &scheme, &captured, &arguments);
        let ty = found.ty(&scheme.result);
        // What nothing in the call shows must be said: the sizes of `rep`, `unflatten`, and the types of empty arrays.
        let shown = self.show(c, &ty);
        let pattern = self.pattern(c, &ty, &value.aliases, false);
        part!("let $: $ = $"; pattern, shown, value)
    }

    /// An array whose size only running the program gives.
    fn unknown(&mut self, c: &mut Choices, d: usize) -> Part {
        let kind = match c.below(9) {
            5 if !self.on(Feature::Extensions) => 2,
            kind => kind,
        };
        match kind {
            8 => return self.computed_size(c),
            6 | 7 => return self.named_sizes(c, d),
            0 => return self.stepped_range(c),
            1 => return self.unknown_result(c, d),
            _ => {}
        }
        let called = if kind < 5 { "filter" } else { "partition" };
        self.calls(called);
        let element = self.data(c, 1);
        let size = self.size(c);
        let array = self.exp(c, &Ty::array(size.clone(), element.clone()), d);
        let test = self.function(c, std::slice::from_ref(&element), &BOOL, d);
        match kind {
            2 | 3 => {
                let k = self.name("k");
                let name = self.name("v");
                self.meet(Construct::Unknown);
                let ty = Ty::array(Size::name(&k), element);
                let shown = self.show(c, &ty);
                self.bind(&name, ty, &Aliases::new(), false);
                self.sizes.push(Size::name(&k));
                part!("let [$] ($: $) = filter $ $"; k, name, shown, test, array)
            }
            4 => {
                self.meet(Construct::UnknownCoerced);
                let (k, name) = (self.name("k"), self.name("v"));
                let found = self.name("v");
                let ty = Ty::array(Size::name(&k), element);
                let shown = self.show(c, &ty);
                let of = self.shared();
                self.bind(&name, ty, &of, true);
                self.sizes.push(Size::name(&k));
                let template = "let $0 = filter $ $ let $ = length $0 let $ = $0 :> $5";
                part!(template; &found, test, array, k, name, shown)
            }
            _ => {
                self.meet(Construct::Partitioned);
                let (k, a, b) = (self.name("k"), self.name("v"), self.name("v"));
                let first = Ty::array(Size::name(&k), element.clone());
                let rest = Ty::array(Size::infix('-', size, Size::name(&k)), element);
                let shown = [self.show(c, &first), self.show(c, &rest)];
                // The parts share memory with each other, with the array, and with what the function mentions.
                let mut of = self.shared();
                of.extend(test.aliases.iter().chain(&array.aliases));
                self.bind(&a, first, &of, true);
                self.bind(&b, rest, &of, true);
                self.sizes.push(Size::name(&k));
                part!("let [$] (($, $): ($)) = partition $ $"; k, a, b, many(", ", shown), test, array)
            }
        }
    }

    /// A number that is computed, as which arrays have sizes.
    fn computed_size(&mut self, c: &mut Choices) -> Part {
        self.meet(Construct::SizeComputed);
        let number = self.quietly(|g| g.exp(c, &I64, 2));
        let name = self.name("k");
        self.bind(&name, I64, &Aliases::new(), true);
        self.sizes.push(Size::name(&name));
        part!("let $ = $ % 4"; name, number)
    }

    /// A value whose sizes get names of their own, wherever its type has them: in elements, and in constructors that it may not be.
    fn named_sizes(&mut self, c: &mut Choices, d: usize) -> Part {
        self.meet(Construct::SizesNamed);
        let names = [self.name("k"), self.name("k")];
        let sizes = names.iter().map(|k| Size::name(k)).collect();
        let ty = Ty::array(Size::name(&names[0]), self.with_sizes(sizes, |g| g.data(c, 3)));
        // A size is found where it stands alone.
        let mut alone = true;
        ty.sizes(&mut |size| alone &= !matches!(size, Size::Infix(..)));
        if !alone {
            return self.binding(c, d);
        }
        let mut found = Substitution::default();
        for name in &names {
            let size = match c.below(3) {
                0 => Size::Number(0),
                _ => self.size(c),
            };
            found.sizes.insert(name.clone(), size);
        }
        let known = found.ty(&ty);
        let value = self.exp(c, &known, d);
        let (mut binders, mut seen) = (String::new(), String::new());
        for name in &names {
            if ty.mentions(name) {
                binders += &format!("[{name}] ");
                let number = self.name("v");
                self.bind(&number, I64, &Aliases::new(), true);
                seen += &format!(" let {number} = {name}");
            }
        }
        let name = self.name("v");
        let (shown, known) = (self.show(c, &ty), self.show(c, &known));
        self.bind(&name, ty, &value.aliases, false);
        part!("let $($: $) = $ : $$"; binders, name, shown, value, known, seen)
    }

    /// A call of a function of the program whose result has an unknown size.
    fn unknown_result(&mut self, c: &mut Choices, d: usize) -> Part {
        let mut own = self.callable(|s| !s.unknown.is_empty());
        own.retain(|callee| matches!(callee, Callee::Own(_)));
        let Some(callee) = c.pick(&own) else {
            return self.stepped_range(c);
        };
        let (scheme, captured) = self.callee(*callee);
        let Some((arguments, mut found)) = self.arguments(c, &scheme, Default::default(), 0, d) else {
            return self.binding(c, d);
        };
        self.meet(Construct::Unknown);
        let mut binders = String::new();
        for unknown in &scheme.unknown {
            let k = self.name("k");
            found.sizes.insert(unknown.clone(), Size::name(&k));
            binders += &format!("[{k}] ");
            self.sizes.push(Size::name(&k));
        }
        let value = self.applied(c, &scheme, &captured, &arguments);
        let ty = found.ty(&scheme.result);
        let shown = self.show(c, &ty);
        let name = self.name("v");
        self.bind(&name, ty, &value.aliases, false);
        part!("let $($: $) = $"; binders, name, shown, value)
    }

    /// A range whose size is found when it is made.
    fn stepped_range(&mut self, c: &mut Choices) -> Part {
        // Named by the range that makes it.
        self.meet(Construct::Range);
        let (k, name) = (self.name("k"), self.name("v"));
        let range = c.word("0..2...9 9..7..>0 1..<4 3...3 5..4...1 10..8...-3 1..0...1");
        let ty = Ty::array(Size::name(&k), Ty::Prim(elder_syntax::prim::PrimType::I32));
        self.bind(&name, ty, &Aliases::new(), false);
        self.sizes.push(Size::name(&k));
        part!("let [$0] ($: [$0]i32) = $"; k, name, range)
    }

    /// An update in place, of a variable that is gone afterwards.
    fn update(&mut self, c: &mut Choices, d: usize) -> Part {
        if c.below(3) == 0
            && let Some(call) = self.consuming_call(c, d)
        {
            return call;
        }
        let is_empty = |ty: &Ty| matches!(ty, Ty::Array(Size::Number(0), _));
        let mut arrays = self.own_arrays();
        arrays.retain(|&id| !is_empty(&self.variables[id].ty));
        let Some(&id) = c.pick(&arrays) else {
            return self.update_of_record(c, d);
        };
        let ty = self.variables[id].ty.clone();
        let Ty::Array(size, element) = &ty else {
            return self.binding(c, d);
        };
        let name = self.variables[id].name.clone();
        let (place, value_type) = self.updated_place(c, size, element);
        let mut value = self.exp(c, &value_type, d);
        let aliases = self.variables[id].aliases.clone();
        if !value.aliases.is_disjoint(&aliases) {
            value = self.freshened(value, &value_type);
        }
        self.variable(id);
        self.consume(&aliases);
        self.meet(Construct::Update);
        if c.below(3) == 2 {
            self.meet(Construct::LetUpdate);
            self.bind(&name, ty, &Aliases::new(), false);
            return part!("let $[$] = $"; name, place, value);
        }
        let new = if c.below(3) == 2 {
            name.clone()
        } else {
            self.name("v")
        };
        let keep = if new == name && self.sizes.contains(&Size::name(&name)) {
            self.name("v")
        } else {
            new
        };
        self.bind(&keep, ty, &Aliases::new(), false);
        part!("let $ = $ $ with [$] = $"; keep, super::COPY, name, place, value)
    }

    /// Where an array of a positive number of elements is updated, and what goes there.
    fn updated_place(&mut self, c: &mut Choices, size: &Size, element: &Ty) -> (Part, Ty) {
        let Size::Number(n) = size else {
            return self.updated_section(c, size, element);
        };
        if c.below(4) == 3 {
            self.meet(Construct::UpdateSlice);
            match (c.below(4), element) {
                (2, _) => return (part!("::-1"), Ty::array(size.clone(), element.clone())),
                (3, Ty::Array(Size::Number(m @ 1..), inner)) => {
                    let column = c.below(*m as usize);
                    return (part!(":, $"; column), Ty::array(size.clone(), (**inner).clone()));
                }
                _ => {}
            }
            let from = c.below(*n as usize) as i64;
            let to = from + c.below((n - from) as usize + 1) as i64;
            return match from {
                0 => (part!(":$"; to), Ty::array(Size::Number(to), element.clone())),
                _ => {
                    let length = Size::infix('-', Size::Number(to), Size::Number(from));
                    (part!("$:$"; from, to), Ty::array(length, element.clone()))
                }
            };
        }
        let place = self.place_inside(c, size);
        match element {
            Ty::Array(Size::Number(m @ 1..), inner) if c.below(2) == 1 => {
                (part!("$, $"; place, c.below(*m as usize)), (**inner).clone())
            }
            _ => (part!("$"; place), element.clone()),
        }
    }

    /// An update of an array within a record or tuple that is new.
    fn update_of_record(&mut self, c: &mut Choices, d: usize) -> Part {
        // What a call or a loop gives is consumed by it, though it has no name.
        if self.quiet > 0 || !self.on(Feature::Extensions) {
            return self.binding(c, d);
        }
        let size = Size::Number(1 + c.below(4) as i64);
        let element = self.data(c, 1);
        let array = Ty::array(size.clone(), element.clone());
        let other = self.data(c, 1);
        let tuple = c.below(2) == 0;
        let (ty, field) = match tuple {
            true => (Ty::Tuple(vec![array.clone(), other]), "0"),
            false => (
                Ty::Record(vec![("a".to_owned(), array.clone()), ("b".to_owned(), other)]),
                "a",
            ),
        };
        let whole = match &ty {
            // Parts that share memory may not be updated within.
            Ty::Tuple(parts) => {
                let parts: Vec<Exp> = parts.iter().map(|t| self.fresh(c, t, d)).collect();
                self.tuple(&parts)
            }
            _ => self.fresh(c, &ty, d),
        };
        let name = self.name("v");
        let place = self.place_inside(c, &size);
        let value = self.exp(c, &element, d);
        self.meet(Construct::UpdateField);
        self.bind(&name, ty, &Aliases::new(), true);
        let made = match tuple {
            true => whole,
            false => exp!("copy $"; whole),
        };
        part!("let $ = $ with $[$] = $"; name, made, field, place, value)
    }

    /// A loop that may change arrays in place.
    fn loop_statement(&mut self, c: &mut Choices, d: usize) -> Part {
        let count = 1 + c.below(2);
        let types: Vec<Ty> = (0..count).map(|_| self.data(c, 2)).collect();
        let result = self.loop_of(c, &types, d, true);
        // Iterations may exchange them.
        let mut aliases = self.shared();
        aliases.extend(&result.aliases);
        let ty = if types.len() == 1 {
            types[0].clone()
        } else {
            Ty::Tuple(types)
        };
        part!("let $ = $"; self.pattern(c, &ty, &aliases, false), result)
    }

    /// A loop as part of an expression.
    pub fn iteration(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        if matches!(goal, Ty::Tuple(_)) {
            return self.leaf(c, goal);
        }
        self.enclosed(|g| g.loop_of(c, std::slice::from_ref(goal), d, false))
    }

    /// A loop over values of these types, and what its result may share memory with.
    fn loop_of(&mut self, c: &mut Choices, types: &[Ty], d: usize, statement: bool) -> Exp {
        let consuming = self.on(Feature::Updates) && self.quiet == 0 && c.below(2) == 1;
        let mut aliases = Aliases::new();
        let mut initial = Vec::new();
        for ty in types {
            let mine = match statement && consuming && matches!(ty, Ty::Array(..)) {
                true => self.own_arrays(),
                false => Vec::new(),
            };
            let mine: Vec<usize> = mine
                .into_iter()
                .filter(|&id| self.variables[id].ty == *ty)
                .collect();
            let value = if let (Some(&id), true) = (mine.first(), c.below(3) > 0) {
                self.meet(Construct::VariableConsumed);
                self.given_up(id)
            } else if consuming && ty.may_alias() {
                self.fresh(c, ty, d)
            } else {
                self.exp(c, ty, d)
            };
            aliases.extend(&value.aliases);
            initial.push(value);
        }
        let kind = c.below(4);
        let over = self.usable(|ty| matches!(ty, Ty::Array(..)));
        let bound = c.below(5);
        let limit = match self.sizes.is_empty() || c.below(2) == 0 {
            true => exp!("$"; bound),
            false => exp!("$"; &self.sizes[c.below(self.sizes.len())]),
        };
        // On one side without a round.
        let limit = match self.side(c).filter(|_| c.below(2) == 0) {
            Some(side) => exp!("if $ then $ else 0"; side, limit),
            None => limit,
        };
        let fuel = self.name("v");
        let (rounds, over, within) = match kind {
            0 | 1 => {
                self.meet(Construct::ForLoop);
                let index = self.name("at");
                ("loop ($) = $ for $ < $ do $", Some(limit), (index, I64))
            }
            2 if !over.is_empty() => {
                self.meet(Construct::ForInLoop);
                let id = over[c.below(over.len())];
                let Ty::Array(_, element) = self.variables[id].ty.clone() else {
                    unreachable!("only arrays were asked for")
                };
                let array = self.variable(id);
                aliases.extend(&array.aliases);
                (
                    "loop ($) = $ for $ in $ do $",
                    Some(array),
                    (self.name("v"), *element),
                )
            }
            _ => {
                self.meet(Construct::WhileLoop);
                let rounds = "(loop (($0), $2) = ($1, 0i64) while $3 do ($4, $2 + 1)).0";
                (rounds, None, (fuel, I64))
            }
        };
        if consuming {
            self.meet(Construct::ConsumingLoop);
        }
        let outside = self.variables.len();
        let ((parameters, over, next), _) = self.closed(|g| {
            let mut parameters = Vec::new();
            for ty in types {
                let name = g.name("v");
                g.bind(&name, ty.clone(), &Aliases::new(), !consuming);
                // Without annotation its sizes are those that every iteration keeps.
                let mut sized = false;
                ty.sizes(&mut |_| sized = true);
                parameters.push(match sized {
                    true => part!("$: $$"; name, star(consuming), g.show(c, ty)),
                    false => name.into(),
                });
            }
            g.bind(&within.0, within.1, &aliases, true);
            let over = match over {
                Some(over) => over,
                None => exp!("$ < $ && $"; &within.0, bound, g.exp(c, &BOOL, 1)),
            };
            (parameters, over, g.next_values(c, types, d, consuming, statement))
        });
        aliases.extend(next.aliases.iter().filter(|id| **id < outside));
        if consuming {
            aliases.clear();
        }
        let (pattern, start) = (many(", ", parameters), quote::tuple(&initial));
        exp!(rounds; pattern, start, within.0, over, next).sharing(aliases)
    }

    /// The body of a loop.
    fn next_values(
        &mut self,
        c: &mut Choices,
        types: &[Ty],
        d: usize,
        consuming: bool,
        statement: bool,
    ) -> Exp {
        let mark = self.mark();
        let most = if statement || consuming { 2 } else { 1 };
        let count = if self.budget == 0 { 0 } else { c.below(most + 1) };
        let mut statements: Vec<Part> = (0..count).map(|_| c.part(|c| self.statement(c, d))).collect();
        statements.extend(self.planned(c));
        let mut parts = Vec::new();
        let mut aliases = Aliases::new();
        for ty in types {
            let mut value = self.exp(c, ty, d);
            // What comes next for a parameter that is consumed is nobody else's.
            let alone = self.consumable(&value.aliases) && value.aliases.is_disjoint(&aliases);
            if consuming && !(alone && matches!(ty, Ty::Prim(_) | Ty::Array(..))) && ty.may_alias() {
                value = self.freshened(value, ty);
            }
            aliases.extend(&value.aliases);
            parts.push(value);
        }
        self.leave(mark);
        quote::block(statements, quote::tuple(&parts))
    }

    /// `let f x = ..`.
    fn local_function(&mut self, c: &mut Choices, d: usize) -> Part {
        self.meet(Construct::LetFunction);
        let name = self.name("fun");
        let types: Vec<Ty> = (0..1 + c.below(2)).map(|_| self.data(c, 1)).collect();
        let result = self.data(c, 1);
        let ((parameters, body), free) = self.closed(|g| {
            let mut parameters = Vec::new();
            for ty in &types {
                let pattern = g.pattern(c, ty, &Aliases::new(), true);
                parameters.push(part!("($: $)"; pattern, g.show(c, ty)));
            }
            let body = g.block(c, &result, d, 1);
            (parameters, g.apart_from_globals(body, &result))
        });
        let gives = (c.below(2) == 0).then(|| part!(": $"; self.show(c, &result)));
        self.local(Scheme::plain(name.clone(), types, result), &free);
        part!("let $ $$ = $"; name, many(" ", parameters), many("", gives), body)
    }

    /// A function that is a value.
    fn function_variable(&mut self, c: &mut Choices, d: usize) -> Part {
        let types: Vec<Ty> = (0..1 + c.below(2)).map(|_| self.data(c, 1)).collect();
        let result = self.data(c, 1);
        let value = match c.below(3) {
            _ if self.on(Feature::FunctionBranches) => self.chosen_function(c, &types, &result, d),
            2 => self.travelled(c, &types, &result, d),
            _ => self.quietly(|g| g.lambda(c, &types, &result, d, true)),
        };
        let name = self.name("g");
        let parameters = types
            .iter()
            .map(|ty| Parameter::new(String::new(), ty.clone(), false))
            .collect();
        let scheme = Scheme {
            parameters,
            ..Scheme::plain(name.clone(), Vec::new(), result)
        };
        self.local(scheme, &value.aliases);
        part!("let $ = $"; name, value)
    }

    /// A conditional or match whose branches may consume.
    fn branching(&mut self, c: &mut Choices, d: usize) -> Part {
        let ty = self.data(c, 2);
        self.meet(Construct::BranchConsumes);
        let value = match c.below(2) {
            0 => {
                let condition = self.decision(c, 1);
                let before = self.consumed();
                let yes = self.block(c, &ty, d, 2);
                let mut gone = self.consumed();
                self.restore(&before);
                let no = self.block(c, &ty, d, 2);
                gone.resize(self.variables.len(), false);
                for (id, gone) in gone.iter().enumerate() {
                    self.variables[id].consumed |= *gone;
                }
                exp!("if $ then $ else $"; condition, yes, no)
            }
            _ => self.matched(c, &ty, d, true),
        };
        let pattern = self.pattern(c, &ty, &value.aliases, false);
        part!("let $ = $"; pattern, value)
    }
}
