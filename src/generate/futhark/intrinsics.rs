//! Forms that no table of types describes: changes of shape, streams, accumulators, flat indices, coerced functions, attributes that mean something.

use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Generator};
use super::monoids::has_neutral;
use super::quote::{self, exp};
use super::types::{I64, Size, Ty};
use crate::Choices;

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
                exp!("??? : $"; self.show(c, goal))
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
        let order: Vec<Exp> = order.into_iter().map(|k| exp!("$"; k)).collect();
        Some(exp!("rearrange $ $"; quote::tuple(&order), array))
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
        let sizes: Vec<Exp> = sizes.iter().map(|size| exp!("$"; size)).collect();
        // How many dimensions the array has must be known here, and the type of a parameter may be found out later.
        Some(exp!("reshape $ ($ : $)"; quote::tuple(&sizes), array, self.show(c, &from)))
    }

    /// A function of a chunk and its size: `\m (ys: [m]a) -> ..`.
    fn of_chunk(&mut self, c: &mut Choices, from: &Ty, to: impl FnOnce(&Size) -> Ty, d: usize) -> Exp {
        let ((m, chunk, shown, goal, body), free) = self.closed(|g| {
            let m = g.name("k");
            let chunk = g.name("v");
            let size = Size::name(&m);
            let ty = Ty::array(size.clone(), from.clone());
            let shown = g.show(c, &ty);
            g.bind(&chunk, ty, &Aliases::new(), true);
            let outer = g.sizes.clone();
            g.sizes.push(size.clone());
            let goal = to(&size);
            let body = g.exp(c, &goal, d);
            g.sizes = outer;
            (m, chunk, shown, goal, body)
        });
        let body = self.apart_from_globals(body, &goal);
        exp!("\\$ ($: $) -> $"; m, chunk, shown, body).sharing(free)
    }

    fn stream_map(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::StreamMap);
        let from = self.data(c, 1);
        let array = self.exp(c, &Ty::array(size.clone(), from.clone()), d);
        let function = self.of_chunk(c, &from, |m| Ty::array(m.clone(), element.clone()), d);
        exp!("stream_map $ $"; function, array).alone()
    }

    fn stream_red(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::StreamRed);
        let from = self.data(c, 1);
        let size = self.size(c);
        let array = self.exp(c, &Ty::array(size, from.clone()), d);
        let (op, _) = self.monoid(c, goal, d);
        let function = self.of_chunk(c, &from, |_| goal.clone(), d);
        exp!("stream_red $ $ $"; op, function, array).alone()
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
        let of_class = match element {
            Ty::Prim(p) if p.is_integer() => exp!("$ + i64.$ $"; class, *p, &y),
            _ => class,
        };
        let template = "(intrinsics.partition $ (\\($: $) -> $ % $) $).0";
        exp!(template; classes, y, element, of_class, highest, array).alone()
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
        let combined = c.below(2) == 0 && has_neutral(element);
        let operator = combined.then(|| self.commutative_monoid(c, element, d));
        let given = self.exp(c, &Ty::array(count, from.clone()), d);
        let shown = self.show(c, &goal);
        let (function, _) = self.closed(|g| {
            let (acc, x) = (g.name("acc"), g.name("v"));
            g.bind(&x, from.clone(), &Aliases::new(), true);
            let mut body = Exp::named(&acc);
            for _ in 0..1 + c.below(2) {
                let index = g.exp(c, &I64, d);
                let place = match c.below(3) {
                    0 => index,
                    _ => exp!("$ %% 5"; index),
                };
                body = exp!("intrinsics.acc_write $ $ $"; body, place, g.exp(c, element, d));
            }
            let template = "\\($: *intrinsics.acc ($1)) ($: $): *intrinsics.acc ($1) -> $";
            exp!(template; acc, shown, x, g.show(c, &from), body)
        });
        let written = self.fresh(c, &goal, d);
        let made = match operator {
            Some((op, ne)) => exp!("intrinsics.hist_stream $ $ $ $ $"; written, op, ne, function, given),
            None => exp!("intrinsics.scatter_stream $ $ $"; written, function, given),
        };
        Some(made.alone())
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
                let places = [offset, *n, strides[0], *m, strides[1]].map(|n| exp!("$"; n));
                (Size::Number(length), places)
            }
            (n, m) => {
                let places = [exp!("0"), exp!("$"; n), exp!("$"; m), exp!("$"; m), exp!("1")];
                (Size::infix('*', n.clone(), m.clone()), places)
            }
        };
        self.meet(Construct::FlatIndex);
        let array = self.exp(c, &Ty::array(length, (**inner).clone()), d);
        let ty = self.show(c, &Ty::array(size.clone(), element.clone()));
        let flat = quote::applied("intrinsics.flat_index_2d", [&array].into_iter().chain(&places));
        Some(exp!("$ :> $"; flat, ty))
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
        Some(exp!("intrinsics.flat_update_1d $ $ $ $"; array, offset, stride, values).alone())
    }

    /// A function whose result is claimed to have the size.
    fn coerced_result(&mut self, c: &mut Choices, size: &Size, element: &Ty, d: usize) -> Exp {
        self.meet(Construct::CoercedFunction);
        let actual = Size::infix('*', size.clone(), Size::Number(1));
        let from = self.data(c, 1);
        let result = Ty::array(actual, element.clone());
        let argument = self.exp(c, &from, d);
        let function = self.lambda(c, std::slice::from_ref(&from), &result, d, true);
        let claimed = Ty::function(&[from], &Ty::array(size.clone(), element.clone()));
        exp!("($ :> $) $"; function, &claimed, argument)
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
        exp!("($ :> $) $"; function, &Ty::function(&[given], goal), argument)
    }

    /// An expression under an attribute that says more than how to compile it.
    fn meaningful_attribute(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::MeaningfulAttribute);
        let exp = self.exp(c, goal, d);
        match c.below(4) {
            // What an unsafe expression asserts nobody looks at.
            0 => exp!(["#[unsafe] (assert true $)", "#[unsafe] (assert false $)"][c.below(2)]; exp),
            1 => exp!("#[blank] $"; exp),
            2 => exp!("#[unroll] $"; exp),
            _ => exp!("#[param($)] $"; self.name("tuned"), exp),
        }
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
