//! How long the cells of a piece of program live: from the first command that touches them to the last one.
//!
//! Commands are numbered in the order of the text.  A loop repeats, so what lives before it and is touched in it lives as long as
//! the whole loop; a cell that a round makes for itself does not.  A command that lends a cell under another name touches it to its end, and a
//! parallel loop is one command: its iterations run at the same time.

use crate::dpia::make;
use elder_dpia::{AddressSpace, Binder, DataType, Name, Node, Phrase, Prim, Ranges};
use elder_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A cell that might share its memory.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub binder: Binder,
    pub of: DataType,
    pub space: AddressSpace,
    pub span: Span,
    /// Whether its name has to stay a name: the host exchanges whole buffers.
    pub pinned: bool,
    /// Whether its lengths are natural numbers where the whole begins: it is made whenever that runs, or they are so for all sizes.  Otherwise it may
    /// be that only the branch or the loop around it says so, and then they have a value that may be negative.
    pub certain: bool,
    /// When it was made.
    made: usize,
    /// The first and the last command that touch it; `None` if nothing does.
    life: Option<(usize, usize)>,
}

impl Cell {
    /// Whether both are needed at one time.
    pub fn meets(&self, other: &Cell) -> bool {
        match (self.life, other.life) {
            (Some((a, b)), Some((c, d))) => a <= d && c <= b,
            _ => false,
        }
    }
}

/// The arrays in these spaces whose sizes are known where the command `c` begins, in the order of their scopes.
pub(super) fn cells(c: &Phrase, spaces: &[AddressSpace], host: bool) -> Vec<Cell> {
    let mut lives = Lives {
        spaces,
        host,
        now: 0,
        certain: true,
        cells: Vec::new(),
        numbers: FxHashMap::default(),
        inner: FxHashSet::default(),
        twice: FxHashSet::default(),
    };
    lives.command(c);
    let (inner, twice) = (lives.inner, lives.twice);
    let known = |cell: &Cell| {
        let mut known = true;
        cell.of.each_nat(&mut |n| {
            known &= !n.variables().iter().any(|x| inner.contains(x));
            known &= cell.certain || n.is_total();
        });
        known && !twice.contains(&cell.binder.name)
    };
    lives.cells.into_iter().filter(known).collect()
}

struct Lives<'a> {
    spaces: &'a [AddressSpace],
    host: bool,
    /// The number of the last command.
    now: usize,
    /// Whether what is looked at is done whenever the whole is.
    certain: bool,
    cells: Vec<Cell>,
    numbers: FxHashMap<Name, usize>,
    /// Variables of loops and sizes that are bound within.
    inner: FxHashSet<Name>,
    /// Names of several cells.
    twice: FxHashSet<Name>,
}

impl Lives<'_> {
    fn command(&mut self, c: &Phrase) {
        elder_syntax::effort::deeper(|| self.command_here(c));
    }

    fn command_here(&mut self, c: &Phrase) {
        let Node::Prim(prim, parts) = &*c.node else {
            return self.touch(c);
        };
        match (prim, parts.as_slice()) {
            (Prim::Seq {}, [first, second]) => {
                self.command(first);
                self.command(second);
            }
            (Prim::New { space, of }, [f]) => {
                let Some((binder, body)) = make::open(f) else {
                    return self.touch(c);
                };
                if let Some(space) = space.filter(|space| self.spaces.contains(space)) {
                    self.declare(binder, of, space, c.span);
                }
                self.command(body);
            }
            (Prim::If { .. }, [condition, yes, no]) => {
                self.touch(condition);
                self.at_times(|lives| {
                    lives.command(yes);
                    lives.command(no);
                });
            }
            (Prim::LetSize { .. }, [number, body]) => {
                self.touch(number);
                self.body(body);
            }
            (Prim::For { .. } | Prim::While {}, [parts @ .., body]) => {
                let begin = self.begin();
                parts.iter().for_each(|part| self.touch(part));
                self.at_times(|lives| lives.body(body));
                self.repeat(begin);
            }
            (Prim::DoubleFor { .. }, [front, back, body, result]) => {
                let begin = self.begin();
                for cell in [front, back] {
                    self.touch(cell);
                    if let Node::Var(x) = &*cell.node
                        && let Some(number) = self.numbers.get(x)
                    {
                        self.cells[*number].pinned |= self.host;
                    }
                }
                let own = self.cells.len();
                self.at_times(|lives| lives.body(body));
                let own = own..self.cells.len();
                self.body(result);
                self.touch(front);
                self.touch(back);
                self.repeat(begin);
                // The body and what follows it are arguments of an application: they share no cell (DPIA-T-APP).
                for cell in &mut self.cells[own] {
                    if let Some((_, last)) = &mut cell.life {
                        *last = self.now;
                    }
                }
            }
            // The command may be executed again.
            (Prim::SwapAt { .. }, [place, body]) => {
                let begin = self.begin();
                self.touch(place);
                self.body(body);
                self.repeat(begin);
            }
            (Prim::Part { .. } | Prim::Accumulating { .. }, [lent, body]) => {
                self.touch(lent);
                self.body(body);
                self.touch(lent);
            }
            _ => self.touch(c),
        }
    }

    /// What is not done each time that the whole is.
    fn at_times(&mut self, look: impl FnOnce(&mut Self)) {
        let certain = std::mem::replace(&mut self.certain, false);
        look(self);
        self.certain = certain;
    }

    /// The command of a function.
    fn body(&mut self, f: &Phrase) {
        match &*f.node {
            Node::Lambda(binder, body) => {
                self.inner.insert(binder.name.clone());
                self.body(body);
            }
            Node::NatLambda(k, body) => {
                self.inner.insert(k.clone());
                self.body(body);
            }
            _ => self.command(f),
        }
    }

    fn declare(&mut self, binder: &Binder, of: &DataType, space: AddressSpace, span: Span) {
        let mut natural = true;
        of.each_nat(&mut |n| natural &= n.is_total() && n.is_nonnegative(&Ranges::new()));
        let cell = Cell {
            certain: self.certain || natural,
            binder: binder.clone(),
            of: of.clone(),
            space,
            span,
            pinned: false,
            made: self.now,
            life: None,
        };
        let number = self.cells.len();
        if self.numbers.insert(binder.name.clone(), number).is_some() {
            self.twice.insert(binder.name.clone());
        }
        self.cells.push(cell);
    }

    /// One command, or an expression that one begins with: it touches all that it mentions.
    fn touch(&mut self, p: &Phrase) {
        self.now += 1;
        let (now, numbers, cells) = (self.now, &self.numbers, &mut self.cells);
        make::each_use(p, &mut |x| {
            if let Some(number) = numbers.get(x) {
                let life = &mut cells[*number].life;
                *life = Some((life.map_or(now, |(first, _)| first), now));
            }
        });
    }

    /// The number before a loop, which is a command itself.
    fn begin(&mut self) -> usize {
        self.now += 1;
        self.now - 1
    }

    /// What was made before command number `begin` and is touched after it lives through all that was seen since.
    fn repeat(&mut self, begin: usize) {
        for cell in &mut self.cells {
            if let Some((first, last)) = &mut cell.life
                && cell.made <= begin
                && *last > begin
            {
                *first = (*first).min(begin + 1);
                *last = self.now;
            }
        }
    }
}
