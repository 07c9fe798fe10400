//! Sections of arrays: any start, end and stride, of one dimension or several, some of which select nothing or do not exist.

use super::features::{Construct, Feature};
use super::generator::Generator;
use super::types::{Size, Ty};
use crate::Choices;

impl Generator {
    /// `let [k] (v: [k]t) = xs[i:j:s]`, of a variable.
    pub fn section_of_variable(&mut self, c: &mut Choices) -> Option<String> {
        let arrays = self.usable(|ty| matches!(ty, Ty::Array(..)));
        if arrays.is_empty() {
            return None;
        }
        let id = arrays[c.below(arrays.len())];
        let array = self.variable(id);
        let Ty::Array(size, element) = self.variables[id].ty.clone() else {
            return None;
        };
        self.meet(Construct::ArraySection);
        let mut places = self.section_text(c, &size);
        let mut names = vec![self.name("k")];
        let mut rest = *element;
        if let Ty::Array(columns, inner) = &rest
            && c.below(2) == 0
        {
            let inner = (**inner).clone();
            match (c.below(2), columns) {
                (0, Size::Number(m @ 1..)) => places += &format!(", {}", c.below(*m as usize)),
                _ => {
                    places += &format!(", {}", self.section_text(c, columns));
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
        let binders: String = names.iter().map(|name| format!("[{name}]")).collect();
        let name = self.name("v");
        self.bind(&name, ty, &array.aliases, false);
        self.sizes.extend(names.iter().map(|name| Size::name(name)));
        Some(format!(
            "let {binders} ({name}: {shown}) = {}[{places}]",
            array.text
        ))
    }

    /// What stands between the brackets, for a dimension of this size.
    fn section_text(&mut self, c: &mut Choices, size: &Size) -> String {
        let any = self.on(Feature::Errors) && c.below(3) == 0;
        match size {
            Size::Number(n) if any => {
                let mut place = || match c.below(4) {
                    0 => String::new(),
                    _ => (c.below(*n as usize + 5) as i64 - 2).to_string(),
                };
                let (from, to) = (place(), place());
                match c.below(2) {
                    0 => format!("{from}:{to}"),
                    _ => format!("{from}:{to}:{}", ["1", "2", "-1", "-2", "3", "0"][c.below(6)]),
                }
            }
            Size::Number(n) => {
                let n = *n;
                let (a, b) = (c.below(n as usize + 1) as i64, c.below(n as usize + 1) as i64);
                let (low, high) = (a.min(b), a.max(b));
                match c.below(5) {
                    0 => format!("{low}:{high}"),
                    1 if low < n => format!("{low}:{high}:{}", 1 + c.below(3)),
                    2 if high < n => format!("{high}:{}:-{}", low - 1, 1 + c.below(3)),
                    // Nothing, of any place.
                    3 => {
                        let place = c.below(n as usize + 5) as i64 - 2;
                        let stride = ["", ":2", ":-1"][c.below(3)];
                        format!("{place}:{place}{stride}")
                    }
                    _ => "::-1".to_owned(),
                }
            }
            size => {
                let n = size.argument();
                match c.below(9) {
                    0 => format!(":{n} / 2"),
                    1 => format!("{n} / 2:"),
                    2 => format!("::{}", 1 + c.below(3)),
                    3 => format!("::-{}", 1 + c.below(3)),
                    4 => format!("{n} - {n} % 2:{n}"),
                    5 => format!("{n} - 1::-2"),
                    6 => format!("{n} + 1:{n} + 1"),
                    7 => format!(":{n}:3"),
                    _ => format!("{n} / 3:{n} - {n} / 3"),
                }
            }
        }
    }

    /// Where an array whose size is no number is updated, and what goes there.
    pub fn updated_section(&mut self, c: &mut Choices, size: &Size, element: &Ty) -> (String, Ty) {
        self.meet(Construct::UpdateSlice);
        let n = size.argument();
        let part = |size| Ty::array(size, element.clone());
        match c.below(5) {
            0 => (":".to_owned(), part(size.clone())),
            1 => {
                let half = Size::infix('/', size.clone(), Size::Number(2));
                (format!(":{n} / 2"), part(half))
            }
            2 => {
                let half = Size::infix('/', size.clone(), Size::Number(2));
                (format!("{n} / 2:"), part(Size::infix('-', size.clone(), half)))
            }
            3 if self.on(Feature::Errors) => (["0", "1", "-1"][c.below(3)].to_owned(), element.clone()),
            _ => ("::-1".to_owned(), part(size.clone())),
        }
    }
}
