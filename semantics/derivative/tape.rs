//! What was computed from the argument of a derivative, to be walked backwards (DER-TAPE).

use super::Calculus;
use super::number::{Number, Tag};
use super::slope::Slope;
use crate::memory::Memory;
use crate::numeric::NumericError;
use elder_syntax::prim::derivative::DER_TAPE;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The places of the operands of a step, each with the slope there.
pub type Edges = SmallVec<[(usize, Slope); 2]>;

/// The places of numbers in the order in which they were computed.
#[derive(Debug)]
pub struct Tape {
    tag: Tag,
    /// Of a linear function: whether a number on the tape went through what is not linear in it.
    strayed: Option<Cell<bool>>,
    entries: RefCell<Vec<Entry>>,
    memory: Rc<Memory>,
}

/// How the number at a place was made.
#[derive(Debug)]
enum Entry {
    /// It was given.
    Given,
    /// By a primitive function.
    Step(Edges),
    /// No number, but a call whose adjoint the program says.
    Call(Call),
}

/// A call whose adjoint the program says: of what stands at the places of its arguments it made the numbers at as many places that
/// come after its own.
#[derive(Clone, Debug)]
struct Call {
    /// Which, for who walks the tape.
    number: usize,
    arguments: Rc<[Option<usize>]>,
    results: usize,
}

/// What a call whose adjoint the program says makes of the weights of its results: the weights of its arguments.
pub type Pullback<'a, E> = dyn FnMut(usize, Vec<Option<Number>>) -> Result<Vec<Number>, E> + 'a;

impl Tape {
    /// An empty tape, whose entries are charged to the account.
    pub fn new(tag: Tag, memory: &Rc<Memory>) -> Rc<Tape> {
        Rc::new(Tape {
            tag,
            strayed: None,
            entries: RefCell::default(),
            memory: memory.clone(),
        })
    }

    /// An empty tape of a function that should be linear, which knows when it is not.
    pub fn linear(tag: Tag, memory: &Rc<Memory>) -> Rc<Tape> {
        Rc::new(Tape {
            tag,
            strayed: Some(Cell::new(false)),
            entries: RefCell::default(),
            memory: memory.clone(),
        })
    }

    /// Whether it is of a function that should be linear.
    pub(super) fn is_linear(&self) -> bool {
        self.strayed.is_some()
    }

    /// A number on it went through what is not linear in it.
    pub(super) fn stray(&self) {
        if let Some(strayed) = &self.strayed {
            strayed.set(true);
        }
    }

    /// Whether the function that it is of should be linear and is not.
    pub fn strayed(&self) -> bool {
        self.strayed.as_ref().is_some_and(Cell::get)
    }

    /// The derivative that it is of.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    fn push(&self, entry: Entry) -> usize {
        self.memory.charge(size_of::<Entry>() as u64);
        let mut entries = self.entries.borrow_mut();
        entries.push(entry);
        entries.len() - 1
    }

    /// A place for a number that is given.
    pub fn given(&self) -> usize {
        self.push(Entry::Given)
    }

    /// A place for what a primitive function makes of the numbers at others.
    pub(super) fn step(&self, edges: Edges) -> usize {
        self.push(Entry::Step(edges))
    }

    /// Places for the results of a call whose adjoint the program says; the call is told by its number.
    pub fn call(&self, call: usize, arguments: Vec<Option<usize>>, results: usize) -> Vec<usize> {
        self.push(Entry::Call(Call {
            number: call,
            arguments: arguments.into(),
            results,
        }));
        (0..results).map(|_| self.given()).collect()
    }

    /// DER-TAPE: the adjoint of every place, from those of some; a place without one has the adjoint zero.
    ///
    /// What a call's adjoint is computed of may be on this tape: then older derivatives see of it what they see of anything.
    ///
    /// # Errors
    /// Those of calls whose adjoints the program says.
    pub fn adjoints<E: From<NumericError>>(
        &self,
        calculus: Calculus,
        weights: impl IntoIterator<Item = (usize, Number)>,
        pullback: &mut Pullback<'_, E>,
    ) -> Result<Vec<Option<Number>>, E> {
        DER_TAPE.apply();
        let places = self.len();
        let _held = Held::of(&self.memory, places * size_of::<Option<Number>>());
        let mut adjoints = Adjoints {
            calculus,
            of: vec![None; places],
        };
        for (place, weight) in weights {
            adjoints.add(place, weight)?;
        }
        for place in (0..places).rev() {
            // What a program says to be an adjoint may be computed on this tape.
            let call = match self.entries.borrow().get(place) {
                None | Some(Entry::Given) => None,
                Some(Entry::Step(edges)) => {
                    adjoints.step(place, edges)?;
                    None
                }
                Some(Entry::Call(call)) => Some(call.clone()),
            };
            if let Some(call) = call {
                let weights = adjoints
                    .of
                    .get(place + 1..place + 1 + call.results)
                    .unwrap_or(&[]);
                if weights.iter().any(Option::is_some) {
                    let given = pullback(call.number, weights.to_vec());
                    self.truncate(places);
                    for (argument, weight) in call.arguments.iter().zip(given?) {
                        if let Some(argument) = argument {
                            adjoints.add(*argument, weight.primal(self.tag))?;
                        }
                    }
                }
            }
        }
        Ok(adjoints.of)
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.entries.borrow().len()
    }

    /// Whether nothing was put on it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes off what came after so many places.
    fn truncate(&self, places: usize) {
        let mut entries = self.entries.borrow_mut();
        let more = entries.len().saturating_sub(places) * size_of::<Entry>();
        entries.truncate(places);
        self.memory.release(more as u64);
    }
}

/// The adjoints of the places of a tape, while it is walked.
struct Adjoints {
    calculus: Calculus,
    of: Vec<Option<Number>>,
}

impl Adjoints {
    fn add(&mut self, place: usize, weight: Number) -> Result<(), NumericError> {
        let Some(adjoint) = self.of.get_mut(place) else {
            return Ok(());
        };
        // It begins with zero, so no adjoint is a negative one, nor is what an adjoint changes by.
        let before = adjoint.take().unwrap_or_else(|| weight.nothing());
        *adjoint = Some(self.calculus.sum(&before, &weight)?);
        Ok(())
    }

    /// The weight of a place goes to those that its number was computed from.
    fn step(&mut self, place: usize, edges: &Edges) -> Result<(), NumericError> {
        let Some(weight) = self.of.get(place).cloned().flatten() else {
            return Ok(());
        };
        for (operand, slope) in edges {
            self.add(*operand, slope.backward(self.calculus, &weight)?)?;
        }
        Ok(())
    }
}

/// Bytes that are charged to an account until this is dropped.
struct Held {
    memory: Rc<Memory>,
    bytes: u64,
}

impl Held {
    fn of(memory: &Rc<Memory>, bytes: usize) -> Held {
        memory.charge(bytes as u64);
        Held {
            memory: memory.clone(),
            bytes: bytes as u64,
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.memory.release(self.bytes);
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        let entries = self.entries.borrow().len() * size_of::<Entry>();
        self.memory.release(entries as u64);
    }
}
