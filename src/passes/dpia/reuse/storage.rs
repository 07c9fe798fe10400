//! Cells as views of arrays of numbers: how an array of one type lies in memory that arrays of other types have used.

use elder_dpia::{DataType, Nat, Node, Phrase, Prim, Side};
use elder_syntax::Span;

/// An array of numbers that a cell is made of.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The type of its elements: a number, an index or a vector.
    pub element: DataType,
    /// How many there are.
    pub length: Nat,
}

impl Piece {
    /// As many elements, and none where that is less than none.
    pub fn natural(self) -> Piece {
        Piece {
            length: self.length.maximum(&Nat::zero()),
            ..self
        }
    }
}

/// The arrays of numbers that a cell of this type is made of, in order; `None` if it is not made of arrays.
pub(super) fn pieces(of: &DataType) -> Option<Vec<Piece>> {
    fn walk(of: &DataType, length: Option<&Nat>, out: &mut Vec<Piece>) -> Option<()> {
        match of {
            DataType::Array(n, element) => {
                let length = length.map_or_else(|| n.clone(), |l| l.times(n));
                walk(element, Some(&length), out)
            }
            DataType::Pair(a, b) => {
                walk(a, length, out)?;
                walk(b, length, out)
            }
            DataType::Var(_) => None,
            scalar => {
                out.push(Piece {
                    element: scalar.clone(),
                    length: length?.clone(),
                });
                Some(())
            }
        }
    }
    let mut out = Vec::new();
    walk(of, None, &mut out)?;
    Some(out)
}

/// An array of numbers in memory that may be longer.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// The variable.
    pub variable: Phrase,
    /// Its length.
    pub length: Nat,
}

/// A variable of type `of` whose pieces lie at the beginnings of these rooms.
pub(super) fn view(of: &DataType, rooms: &[Room], span: Span) -> Option<Phrase> {
    let mut rooms = rooms.iter();
    let [write, read] = whole(of, &mut rooms, span)?;
    Some(Phrase::new(Node::Pair(write, read), span))
}

/// The halves of a variable of a type that is no number.
fn whole<'a>(of: &DataType, rooms: &mut impl Iterator<Item = &'a Room>, span: Span) -> Option<[Phrase; 2]> {
    match of {
        DataType::Array(n, element) => rows(n, element, rooms, span),
        DataType::Pair(a, b) => {
            let (first, second) = (whole(a, rooms, span)?, whole(b, rooms, span)?);
            Some(paired(a, b, first, second, span))
        }
        _ => None,
    }
}

/// The halves of a variable of `n` elements.
fn rows<'a>(
    n: &Nat,
    element: &DataType,
    rooms: &mut impl Iterator<Item = &'a Room>,
    span: Span,
) -> Option<[Phrase; 2]> {
    match element {
        DataType::Array(m, inner) => {
            let [write, read] = rows(&n.times(m), inner, rooms, span)?;
            let of = || (**inner).clone();
            let rows = Prim::JoinAcc {
                n: n.clone(),
                m: m.clone(),
                of: of(),
            };
            let cut = Prim::Split {
                n: m.clone(),
                m: n.clone(),
                of: of(),
            };
            Some([
                Phrase::prim(rows, vec![write], span),
                Phrase::prim(cut, vec![read], span),
            ])
        }
        DataType::Pair(a, b) => {
            let (first, second) = (rows(n, a, rooms, span)?, rows(n, b, rooms, span)?);
            let arrays = [a, b].map(|of| DataType::array(n.clone(), (**of).clone()));
            let [write, _] = paired(&arrays[0], &arrays[1], first.clone(), second.clone(), span);
            let (n, first_of, second_of) = (|| n.clone(), || (**a).clone(), || (**b).clone());
            let unzip = Prim::UnzipAcc {
                n: n(),
                first: first_of(),
                second: second_of(),
            };
            let zip = Prim::Zip {
                n: n(),
                first: first_of(),
                second: second_of(),
            };
            let ([_, first], [_, second]) = (first, second);
            Some([
                Phrase::prim(unzip, vec![write], span),
                Phrase::prim(zip, vec![first, second], span),
            ])
        }
        DataType::Var(_) => None,
        scalar => {
            let room = rooms.next()?;
            let halves = [Side::First, Side::Second].map(|side| room.variable.project(side));
            if room.length == *n {
                return Some(halves);
            }
            let [write, read] = halves;
            let (n, m) = (|| n.clone(), || room.length.minus(n));
            let of = || scalar.clone();
            let acc = Prim::TakeAcc {
                n: n(),
                m: m(),
                of: of(),
            };
            let exp = Prim::Take {
                n: n(),
                m: m(),
                of: of(),
            };
            Some([
                Phrase::prim(acc, vec![write], span),
                Phrase::prim(exp, vec![read], span),
            ])
        }
    }
}

/// Two variables as one of pairs.
fn paired(
    a: &DataType,
    b: &DataType,
    [first_write, first_read]: [Phrase; 2],
    [second_write, second_read]: [Phrase; 2],
    span: Span,
) -> [Phrase; 2] {
    let (first, second) = (|| a.clone(), || b.clone());
    let acc = Prim::PairAcc {
        first: first(),
        second: second(),
    };
    let exp = Prim::Pair {
        first: first(),
        second: second(),
    };
    [
        Phrase::prim(acc, vec![first_write, second_write], span),
        Phrase::prim(exp, vec![first_read, second_read], span),
    ]
}
