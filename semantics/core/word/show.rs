//! Words as text.

use super::compare::Plain;
use super::{Spelled, Words};
use crate::core::value::Scalar;

/// Longer words are cut off, and so are words within words that are nested deeper.
const LONGEST: usize = 100;
const DEEPEST: usize = 8;

impl Spelled {
    /// Each result: its scalars in row-major order, those without a word as numbers.  A word of a monoid is its letters in parentheses with dots between them, of a
    /// commutative one in braces with commas; of several components it has the number of the component behind it.
    pub fn texts(&self) -> Vec<String> {
        let text = |result: &Vec<Scalar>| {
            let scalars: Vec<String> = result.iter().map(|scalar| self.words.text(*scalar)).collect();
            scalars.join(" ")
        };
        self.results.iter().map(text).collect()
    }
}

impl Words {
    /// The word of a scalar, or its number.
    pub(super) fn text(&self, scalar: Scalar) -> String {
        let mut text = String::new();
        self.write(scalar, 0, &mut text);
        text
    }

    fn write(&self, scalar: Scalar, depth: usize, text: &mut String) {
        let Plain::Word { word, at, letters } = self.plain(scalar) else {
            text.push_str(&elder_syntax::Value::scalar(scalar.number).to_string());
            return;
        };
        let monoid = self.monoid_of(word);
        let (open, between, close) = match monoid.is_some_and(|monoid| monoid.commutative) {
            true => ("{", ", ", "}"),
            false => ("(", " · ", ")"),
        };
        text.push_str(open);
        for (k, letter) in letters.iter().enumerate() {
            if k > 0 {
                text.push_str(between);
            }
            if k > LONGEST || depth > DEEPEST {
                text.push('…');
                break;
            }
            self.group(letter, depth + 1, text);
        }
        text.push_str(close);
        if monoid.is_some_and(|monoid| monoid.unit.len() > 1) {
            text.push_str(&format!(".{at}"));
        }
    }

    fn group(&self, letter: &[Scalar], depth: usize, text: &mut String) {
        if let [scalar] = letter {
            return self.write(*scalar, depth, text);
        }
        text.push('<');
        for (k, scalar) in letter.iter().enumerate() {
            if k > 0 {
                text.push_str(", ");
            }
            self.write(*scalar, depth, text);
        }
        text.push('>');
    }
}
