//! Sections of arrays: any start, end and stride, of one dimension or several, some of which select nothing or do not exist.

use super::features::{Construct, Feature};
use super::generator::Generator;
use super::quote::{Part, many, part};
use super::types::{Size, Ty};
use crate::Choices;

impl Generator {
    /// `let [k] (v: [k]t) = xs[i:j:s]`, of a variable.
    pub fn section_of_variable(&mut self, c: &mut Choices) -> Option<Part> {
        let arrays = self.usable(|ty| matches!(ty, Ty::Array(..)));
        let id = *c.pick(&arrays)?;
        let array = self.variable(id);
        let Ty::Array(size, element) = self.variables[id].ty.clone() else {
            return None;
        };
        self.meet(Construct::ArraySection);
        let mut places = vec![self.dimension(c, &size)];
        let mut names = vec![self.name("k")];
        let mut rest = *element;
        if let Ty::Array(columns, inner) = &rest
            && c.below(2) == 0
        {
            let inner = (**inner).clone();
            match (c.below(2), columns) {
                (0, Size::Number(m @ 1..)) => places.push(c.below(*m as usize).into()),
                _ => {
                    places.push(self.dimension(c, columns));
                    names.push(self.name("k"));
                }
            }
            rest = inner;
        }
        let ty = names
            .iter()
            .rev()
            .fold(rest, |ty, name| Ty::array(Size::name(name), ty));
        let shown = self.show(c, &ty);
        let name = self.name("v");
        self.bind(&name, ty, &array.aliases, false);
        self.sizes.extend(names.iter().map(|name| Size::name(name)));
        let binders: String = names.iter().map(|name| format!("[{name}]")).collect();
        let places = many(", ", places);
        Some(part!("let $ ($: $) = $[$]"; binders, name, shown, array, places))
    }

    /// What stands between the brackets, for a dimension of this size.
    fn dimension(&mut self, c: &mut Choices, size: &Size) -> Part {
        let any = self.on(Feature::Errors) && c.below(3) == 0;
        match size {
            Size::Number(n) if any => {
                let mut place = || match c.below(4) {
                    0 => String::new(),
                    _ => (c.below(*n as usize + 5) as i64 - 2).to_string(),
                };
                let (from, to) = (place(), place());
                let stride = match c.below(2) {
                    0 => "",
                    _ => [":1", ":2", ":-1", ":-2", ":3", ":0"][c.below(6)],
                };
                part!("$:$$"; from, to, stride)
            }
            Size::Number(n) => {
                let n = *n;
                let (a, b) = (c.below(n as usize + 1) as i64, c.below(n as usize + 1) as i64);
                let (low, high) = (a.min(b), a.max(b));
                match c.below(5) {
                    0 => part!("$:$"; low, high),
                    1 if low < n => part!("$:$:$"; low, high, 1 + c.below(3)),
                    2 if high < n => part!("$:$:$"; high, low - 1, -1 - c.below(3) as i64),
                    // Nothing, of any place.
                    3 => {
                        let place = c.below(n as usize + 5) as i64 - 2;
                        part!(["$0:$0", "$0:$0:2", "$0:$0:-1"][c.below(3)]; place)
                    }
                    _ => part!("::-1"),
                }
            }
            size => match c.below(9) {
                0 => part!(":$ / 2"; size),
                1 => part!("$ / 2:"; size),
                2 => part!("::$"; 1 + c.below(3)),
                3 => part!("::-$"; 1 + c.below(3)),
                4 => part!("$0 - $0 % 2:$0"; size),
                5 => part!("$ - 1::-2"; size),
                6 => part!("$0 + 1:$0 + 1"; size),
                7 => part!(":$:3"; size),
                _ => part!("$0 / 3:$0 - $0 / 3"; size),
            },
        }
    }

    /// Where an array whose size is no number is updated, and what goes there.
    pub fn updated_section(&mut self, c: &mut Choices, size: &Size, element: &Ty) -> (Part, Ty) {
        self.meet(Construct::UpdateSlice);
        let part = |size| Ty::array(size, element.clone());
        match c.below(5) {
            0 => (part!(":"), part(size.clone())),
            1 => {
                let half = Size::infix('/', size.clone(), Size::Number(2));
                (part!(":$ / 2"; size), part(half))
            }
            2 => {
                let half = Size::infix('/', size.clone(), Size::Number(2));
                (part!("$ / 2:"; size), part(Size::infix('-', size.clone(), half)))
            }
            3 if self.on(Feature::Errors) => (part!(["0", "1", "-1"][c.below(3)]), element.clone()),
            _ => (part!("::-1"), part(size.clone())),
        }
    }
}
