//! Forms that no table of types describes: changes of shape, streams, accumulators, flat indices, coerced functions, attributes that mean something.

use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Form, Generator};
use super::types::{I64, Size, Ty};
use crate::Choices;
use crate::kit::joined;

/// The most dimensions that are permuted.
const PERMUTED: usize = 3;

impl Generator {
    /// An array by one of the forms that give arrays.
    pub fn special_array(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        let special = match c.below(8) {
            0 => self.rearranged(c, size, element, d),
            1 => self.reshaped(c, size, element, d),
            2 => Some(self.stream_map(c, size, element, d)),
            3 => self.accumulated(c, size, element, d),
            4 => self.flat_index(c, size, element, d),
            5 => self.flat_update(c, size, element, d),
            6 => Some(self.of_classes(c, size, element, d)),
            _ => Some(self.coerced_result(c, size, element, d)),
        };
        special.unwrap_or_else(|| self.library_call(c, &Ty::array(size.clone(), element.clone()), d))
    }

    /// A value of any type by one of the forms that have any.
    pub fn special(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        match (c.below(4), goal) {
            (0, Ty::Prim(_)) if self.on(Feature::Library) => self.stream_red(c, goal, d),
            (1, _) => self.coerced_argument(c, goal, d),
            (2, _) if self.on(Feature::Errors) && c.below(4) == 0 => {
                self.meet(Construct::Hole);
                let ty = self.show(c, goal);
                Exp::atom(format!("(??? : {ty})"))
            }
            _ => self.meaningful_attribute(c, goal, d),
        }
    }

    /// `rearrange (1, 0) xss`: dimension j of the result is the one of the array that stands in place j.
    fn rearranged(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Option<Exp> {
        let goal = Ty::array(size.clone(), element.clone());
        let rank = goal.rank().min(PERMUTED);
        if rank < 2 {
            return None;
        }
        let mut left: Vec<usize> = (0..rank).collect();
        let order: Vec<usize> = (0..rank).map(|_| left.remove(c.below(left.len()))).collect();
        let (sizes, inner) = dimensions(&goal, rank);
        let mut from = inner;
        for dimension in (0..rank).rev() {
            let place = order.iter().position(|k| *k == dimension)?;
            from = Ty::array(sizes.get(place)?.clone(), from);
        }
        self.meet(Construct::Rearranged);
        let array = self.exp(c, &from, d);
        let order = joined(", ", order.iter().map(usize::to_string));
        let text = format!("rearrange ({order}) {}", array.argument());
        Some(Exp::new(Form::Applied, text).with([&array]))
    }

    /// `reshape (n, m) xs`, from one dimension or the same in another order; it says the sizes of all dimensions.
    fn reshaped(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Option<Exp> {
        let goal = Ty::array(size.clone(), element.clone());
        let (sizes, inner) = dimensions(&goal, goal.rank());
        if sizes.len() < 2 {
            return None;
        }
        self.meet(Construct::Reshaped);
        let from = match c.below(2) {
            0 => {
                let volume = sizes
                    .iter()
                    .skip(1)
                    .fold(size.clone(), |all, size| Size::infix('*', all, size.clone()));
                Ty::array(volume, inner)
            }
            _ => sizes.iter().fold(inner, |ty, size| Ty::array(size.clone(), ty)),
        };
        let array = self.exp(c, &from, d);
        let sizes = joined(", ", sizes.iter().map(Size::text));
        // How many dimensions the array has must be known here, and the type of a parameter may be found out later.
        let ty = self.show(c, &from);
        let text = format!("reshape ({sizes}) ({} : {ty})", array.operand(0));
        Some(Exp::new(Form::Applied, text).with([&array]))
    }

    /// A function of a chunk and its size: `\m (ys: [m]a) -> ..`.
    fn of_chunk(&mut self, c: &mut Choices, from: &Ty, to: impl FnOnce(&Size) -> Ty, d: usize) -> Exp {
        let ((mut text, goal, mut body), free) = self.closed(|g| {
            let m = g.name("k");
            let chunk = g.name("v");
            let size = Size::name(&m);
            let ty = Ty::array(size.clone(), from.clone());
            let text = format!("\\{m} ({chunk}: {}) -> ", g.show(c, &ty));
            g.bind(&chunk, ty, &Aliases::new(), true);
            let outer = g.sizes.clone();
            g.sizes.push(size.clone());
            let goal = to(&size);
            let body = g.exp(c, &goal, d);
            g.sizes = outer;
            (text, goal, body)
        });
        body = self.apart_from_globals(body, &goal);
        text += &body.operand(0);
        let mut out = Exp::open(text);
        out.aliases = free;
        out
    }

    fn stream_map(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::StreamMap);
        let from = self.data(c, 1);
        let array = self.exp(c, &Ty::array(size.clone(), from.clone()), d);
        let function = self.of_chunk(c, &from, |m| Ty::array(m.clone(), element.clone()), d);
        let text = format!("stream_map {} {}", function.argument(), array.argument());
        Exp::new(Form::Applied, text)
    }

    fn stream_red(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::StreamRed);
        let from = self.data(c, 1);
        let size = self.size(c);
        let array = self.exp(c, &Ty::array(size, from.clone()), d);
        let (op, _) = self.monoid(c, goal, d);
        let function = self.of_chunk(c, &from, |_| goal.clone(), d);
        Exp::new(
            Form::Applied,
            format!(
                "stream_red {} {} {}",
                op.argument(),
                function.argument(),
                array.argument()
            ),
        )
    }

    /// Elements put together by their classes.
    fn of_classes(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::Classified);
        let array = self.exp(c, &Ty::array(size.clone(), element.clone()), d);
        let classes = 1 + c.below(4);
        let (y, (class, _)) = (self.name("v"), self.closed(|g| g.exp(c, &I64, 1)));
        let highest = match self.on(Feature::Errors) {
            true => classes + c.below(2),
            false => classes,
        };
        // Without it all elements are of one class.
        let own = match element {
            Ty::Prim(p) if p.is_integer() => format!(" + i64.{p} {y}"),
            _ => String::new(),
        };
        let text = format!(
            "(intrinsics.partition {classes} (\\({y}: {}) -> ({}{own}) % {highest}) {}).0",
            element.text(),
            class.argument(),
            array.argument()
        );
        Exp::atom(text)
    }

    /// Writes through an accumulator; some to one place, some out of bounds.
    fn accumulated(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Option<Exp> {
        let goal = Ty::array(size.clone(), element.clone());
        if self.quiet > 0 || !self.on(Feature::Updates) {
            return None;
        }
        self.meet(Construct::Accumulated);
        let from = self.data(c, 1);
        let count = self.size(c);
        let combined = c.below(2) == 0;
        let operator = combined.then(|| match (c.below(3), element) {
            // Writes are made in order, so the operator need not be one of a monoid.
            (0, Ty::Prim(p)) if p.is_integer() => (Exp::atom("(-)"), Exp::atom(format!("0{p}"))),
            _ => self.monoid(c, element, d),
        });
        let given = self.exp(c, &Ty::array(count, from.clone()), d);
        let shown = format!("intrinsics.acc ({})", self.show(c, &goal));
        let (text, _) = self.closed(|g| {
            let (acc, x) = (g.name("acc"), g.name("v"));
            g.bind(&x, from.clone(), &Aliases::new(), true);
            let mut body = acc.clone();
            for _ in 0..1 + c.below(2) {
                let index = g.exp(c, &I64, d);
                let place = match c.below(3) {
                    0 => index.argument(),
                    _ => format!("({} %% 5)", index.argument()),
                };
                let value = g.exp(c, element, d);
                body = format!("intrinsics.acc_write ({body}) {place} {}", value.argument());
            }
            let from = g.show(c, &from);
            format!("(\\({acc}: *{shown}) ({x}: {from}): *{shown} -> {body})")
        });
        let written = self.fresh(c, &goal, d);
        let head = match operator {
            Some((op, ne)) => format!(
                "intrinsics.hist_stream {} {} {}",
                written.argument(),
                op.argument(),
                ne.argument()
            ),
            None => format!("intrinsics.scatter_stream {}", written.argument()),
        };
        Some(Exp::new(
            Form::Applied,
            format!("{head} {text} {}", given.argument()),
        ))
    }

    /// Rows and columns of a flat array, by an offset and two strides.
    fn flat_index(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Option<Exp> {
        let Ty::Array(columns, inner) = element else {
            return None;
        };
        let (length, places) = match (size, columns) {
            (Size::Number(n), Size::Number(m)) => {
                let strides = [c.below(4) as i64 - 1, c.below(4) as i64 - 1];
                // The lowest of all places is 0.
                let reach = |n: i64, stride: i64| (n - 1).max(0) * stride;
                let (rows, columns) = (reach(*n, strides[0]), reach(*m, strides[1]));
                let offset = -(rows.min(0) + columns.min(0));
                let length = offset + rows.max(0) + columns.max(0) + 1;
                let stride = |s: i64| if s < 0 { format!("({s})") } else { s.to_string() };
                let places = format!("{offset} {n} {} {m} {}", stride(strides[0]), stride(strides[1]));
                (Size::Number(length), places)
            }
            (n, m) => {
                let places = format!("0 {} {} {} 1", n.argument(), m.argument(), m.argument());
                (Size::infix('*', n.clone(), m.clone()), places)
            }
        };
        self.meet(Construct::FlatIndex);
        let array = self.exp(c, &Ty::array(length, (**inner).clone()), d);
        let ty = self.show(c, &Ty::array(size.clone(), element.clone()));
        let text = format!("(intrinsics.flat_index_2d {} {places} :> {ty})", array.argument());
        Some(Exp::atom(text).with([&array]))
    }

    /// An update at regular places of an array that nobody else has.
    fn flat_update(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Option<Exp> {
        let Size::Number(n @ 1..) = size else { return None };
        if self.quiet > 0 || !self.on(Feature::Updates) {
            return None;
        }
        self.meet(Construct::FlatUpdate);
        let offset = c.below(*n as usize) as i64;
        let stride = 1 + c.below(2) as i64;
        let most = (n - offset + stride - 1) / stride;
        let count = c.below(most as usize + 1) as i64;
        let goal = Ty::array(size.clone(), element.clone());
        let values = self.exp(c, &Ty::array(Size::Number(count), element.clone()), d);
        let array = self.fresh(c, &goal, d);
        let text = format!(
            "intrinsics.flat_update_1d {} {offset} {stride} {}",
            array.argument(),
            values.argument()
        );
        Some(Exp::new(Form::Applied, text))
    }

    /// A function whose result is claimed to have the size.
    fn coerced_result(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::CoercedFunction);
        let actual = Size::infix('*', size.clone(), Size::Number(1));
        let from = self.data(c, 1);
        let result = Ty::array(actual, element.clone());
        let argument = self.exp(c, &from, d);
        let function = self.lambda(c, std::slice::from_ref(&from), &result, d, true);
        let claimed = Ty::Fun(vec![from], Box::new(Ty::array(size.clone(), element.clone()))).text();
        let text = format!("(({}) :> {claimed}) {}", function.text, argument.argument());
        Exp::new(Form::Applied, text).with([&function, &argument])
    }

    /// A function that is claimed to take an array of another size.
    fn coerced_argument(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::CoercedFunction);
        let size = self.size(c);
        let element = self.data(c, 1);
        let taken = Ty::array(Size::infix('*', size.clone(), Size::Number(1)), element.clone());
        let given = match c.below(6) {
            0 if self.on(Feature::Errors) => Ty::array(self.size(c), element),
            _ => Ty::array(size, element),
        };
        let argument = self.exp(c, &given, d);
        let function = self.lambda(c, std::slice::from_ref(&taken), goal, d, true);
        let claimed = Ty::Fun(vec![given], Box::new(goal.clone())).text();
        let text = format!("(({}) :> {claimed}) {}", function.text, argument.argument());
        Exp::new(Form::Applied, text).with([&function, &argument])
    }

    /// An expression under an attribute that says more than how to compile it.
    fn meaningful_attribute(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::MeaningfulAttribute);
        let exp = self.exp(c, goal, d);
        let attribute = match c.below(4) {
            0 => "unsafe".to_owned(),
            1 => "blank".to_owned(),
            2 => "unroll".to_owned(),
            _ => format!("param({})", self.name("tuned")),
        };
        let inner = match attribute.as_str() {
            // What an unsafe expression asserts nobody looks at.
            "unsafe" => format!("(assert {} {})", ["true", "false"][c.below(2)], exp.argument()),
            _ => exp.argument(),
        };
        Exp::atom(format!("(#[{attribute}] {inner})")).with([&exp])
    }
}

/// The sizes of so many outer dimensions, and what is within.
fn dimensions(ty: &Ty, count: usize) -> (Vec<Size>, Ty) {
    let mut sizes = Vec::new();
    let mut inner = ty;
    while let (Ty::Array(size, element), true) = (inner, sizes.len() < count) {
        sizes.push(size.clone());
        inner = element;
    }
    (sizes, inner.clone())
}
