//! Moves the allocation of global and local memory out of the kernels (paper 6.4; notes 11).
//!
//! OpenCL C cannot allocate memory within a kernel.  A cell in global memory moves to the host, one in local memory to the top of its
//! kernel; under parallel loops it becomes an array with one part for each iteration, so that no two iterations share one.

use crate::Target;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, Binder, DataType, Entry, Name, Nat, Node, Phrase, PhraseType, Prim, Ranges, Strategy,
};
use elder_syntax::{Diagnostic, Rule, Span};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[
    &rules::DPIA_H_PARFOR,
    &rules::DPIA_H_GLOBAL,
    &rules::DPIA_H_LOCAL,
    &rules::DPIA_H_PRIVATE,
    &rules::DPIA_H_FOR,
    &rules::DPIA_H_SIZE,
    &rules::DPIA_H_NATDEP,
];

/// The pass.
///
/// # Errors
/// DPIA-H-NATDEP refuses a cell whose largest size is not known, DPIA-H-LOCAL one in local memory outside of all groups.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let mut hoister = Hoister {
        sized_by_run: matches!(target, Target::OpenMp),
        ..Hoister::default()
    };
    Ok(Entry {
        body: hoister.host(&entry.body).map_err(|d| vec![*d])?,
        ..entry.clone()
    })
}

/// A cell on its way out.
struct Cell {
    binder: Binder,
    of: DataType,
    span: Span,
}

#[derive(Default)]
struct Hoister {
    /// Whether the device declares arrays of sizes that only the run knows.
    sized_by_run: bool,
    /// Whether the kernel around has one item.
    is_alone: bool,
    /// The parallel loops of the kernel around, outermost first.
    loops: Vec<(Strategy, Name, Nat)>,
    /// The variables of all loops around, with the lengths of the loops.
    bounds: Vec<(Name, Nat)>,
    /// Cells that move out of the kernel.
    global: Vec<Cell>,
    /// Cells that move to the top of the kernel.
    local: Vec<Cell>,
}

impl Hoister {
    /// A command of the host.
    fn host(&mut self, c: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        elder_syntax::effort::deeper(|| match &*c.node {
            Node::Prim(prim @ Prim::Launch { global, .. }, parts) => {
                self.is_alone = global.iter().all(Nat::is_one);
                let body = parts
                    .iter()
                    .map(|part| self.kernel(part))
                    .collect::<Result<Vec<_>, _>>()?;
                let body = body
                    .into_iter()
                    .map(|body| wrap(self.local.drain(..), AddressSpace::Local, body));
                let launch = Phrase::prim(prim.clone(), body.collect(), c.span);
                Ok(wrap(self.global.drain(..), AddressSpace::Global, launch))
            }
            Node::Prim(Prim::New { of, .. }, parts) if self.is_sized_by_loop(of) => {
                let Some((binder, body)) = parts.first().and_then(make::open) else {
                    return Ok(c.clone());
                };
                let (largest, body) = self.enlarged(of, binder, body, Hoister::is_sized_by_loop, c.span)?;
                let body = self.host(&body)?;
                let space = Some(AddressSpace::Global);
                let cell = Phrase::new(Node::Lambda(largest.clone(), body), c.span);
                let of = variable_of(&largest).unwrap_or_else(|| of.clone());
                Ok(make::new(space, &of, cell, c.span))
            }
            _ => self.children(c, Hoister::host),
        })
    }

    /// A command of a kernel.
    fn kernel(&mut self, c: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        elder_syntax::effort::deeper(|| match &*c.node {
            Node::Prim(Prim::New { space, of }, parts) => {
                let Some((binder, body)) = parts.first().and_then(make::open) else {
                    return Ok(c.clone());
                };
                match space {
                    Some(AddressSpace::Private) => {
                        rules::DPIA_H_PRIVATE.apply();
                        match self.is_sized_by_launch(of) {
                            true => self.move_out(AddressSpace::Global, of, binder, body, c.span),
                            false => self.children(c, Hoister::kernel),
                        }
                    }
                    Some(AddressSpace::Local) => {
                        rules::DPIA_H_LOCAL.apply();
                        if !self
                            .loops
                            .iter()
                            .any(|(x, ..)| matches!(x, Strategy::Workgroup(_)))
                        {
                            return Err(Box::new(Diagnostic::error(
                                rules::DPIA_H_LOCAL.refuse("group"),
                                c.span,
                                "local memory is allocated outside of all work-groups",
                            )));
                        }
                        self.move_out(AddressSpace::Local, of, binder, body, c.span)
                    }
                    Some(AddressSpace::Global) | None => {
                        rules::DPIA_H_GLOBAL.apply();
                        self.move_out(AddressSpace::Global, of, binder, body, c.span)
                    }
                }
            }
            _ => self.children(c, Hoister::kernel),
        })
    }

    /// The parts of a command, under the loop that it may be.
    fn children(
        &mut self,
        c: &Phrase,
        walk: fn(&mut Hoister, &Phrase) -> Result<Phrase, Box<Diagnostic>>,
    ) -> Result<Phrase, Box<Diagnostic>> {
        let Node::Prim(prim, parts) = &*c.node else {
            return self.under(c, walk);
        };
        let (loops, bounds) = (self.loops.len(), self.bounds.len());
        if let Some(index) = parts
            .last()
            .and_then(make::open)
            .map(|(binder, _)| binder.name.clone())
        {
            match prim {
                Prim::Parfor { strategy, n, .. }
                | Prim::ParforInPlace { strategy, n, .. }
                | Prim::ParforEach { strategy, n } => {
                    self.bounds.push((index.clone(), n.clone()));
                    if *strategy == Strategy::Seq {
                        rules::DPIA_H_FOR.apply();
                    } else {
                        rules::DPIA_H_PARFOR.apply();
                        self.loops.push((*strategy, index, n.clone()));
                    }
                }
                Prim::For { n, .. } => {
                    rules::DPIA_H_FOR.apply();
                    self.bounds.push((index, n.clone()));
                }
                _ => {}
            }
        }
        if let (Prim::LetSize { most, .. }, [_, body]) = (prim, parts.as_slice())
            && let Some((k, _)) = make::open_nat(body)
        {
            rules::DPIA_H_SIZE.apply();
            self.bounds.push((k.clone(), most.plus(&Nat::one())));
        }
        if let (Prim::DoubleFor { k, .. }, [_, _, body, _]) = (prim, parts.as_slice())
            && let Some((binder, _)) = make::open(body)
        {
            rules::DPIA_H_FOR.apply();
            self.bounds.push((binder.name.clone(), k.clone()));
        }
        let parts = parts.iter().map(|part| self.under(part, walk));
        let parts = parts.collect::<Result<Vec<_>, _>>();
        self.loops.truncate(loops);
        self.bounds.truncate(bounds);
        Ok(Phrase::prim(prim.clone(), parts?, c.span))
    }

    /// The body of a function, a command, or anything else, which stays.
    fn under(
        &mut self,
        p: &Phrase,
        walk: fn(&mut Hoister, &Phrase) -> Result<Phrase, Box<Diagnostic>>,
    ) -> Result<Phrase, Box<Diagnostic>> {
        match &*p.node {
            Node::Lambda(binder, body) => {
                let body = self.under(body, walk)?;
                Ok(Phrase::new(Node::Lambda(binder.clone(), body), p.span))
            }
            Node::NatLambda(k, body) => {
                let body = self.under(body, walk)?;
                Ok(Phrase::new(Node::NatLambda(k.clone(), body), p.span))
            }
            Node::Prim(prim, _) if prim.signature().result == PhraseType::Comm => walk(self, p),
            _ => Ok(p.clone()),
        }
    }

    /// The scope of the cell with the part of the new one that belongs to this iteration.
    fn move_out(
        &mut self,
        space: AddressSpace,
        of: &DataType,
        binder: &Binder,
        body: &Phrase,
        span: Span,
    ) -> Result<Phrase, Box<Diagnostic>> {
        let (binder, body) = if self.depends(of) || !is_natural(of) {
            self.enlarged(of, binder, body, Hoister::depends, span)?
        } else {
            (binder.clone(), body.clone())
        };
        let of = variable_of(&binder).unwrap_or_else(|| of.clone());
        let multiplies = |x: &Strategy| space == AddressSpace::Global || matches!(x, Strategy::Local(_));
        let around: Vec<_> = self
            .loops
            .iter()
            .filter(|(x, ..)| multiplies(x))
            .cloned()
            .collect();
        // From the inside: the type of the whole, and of each part on the way to this iteration's.
        let mut types = vec![of.clone()];
        // A loop whose length depends on another one has as many parts as it has at most.
        let mut lengths = Vec::new();
        for (_, _, n) in &around {
            lengths.push(match self.varies(n) {
                false => n.clone(),
                true => self.largest(n).ok_or_else(|| open_size(&of, span))?,
            });
        }
        for n in lengths.iter().rev() {
            let inner = types[types.len() - 1].clone();
            types.push(DataType::array(n.clone(), inner));
        }
        let whole = types.pop().unwrap_or(DataType::Index(Nat::one()));
        let moved = Binder {
            name: binder.name.renewed(),
            ty: PhraseType::var(whole.clone()),
        };
        let v = Phrase::var(&moved.name, span);
        let (mut write, mut read) = (make::writes(&v), make::reads(&v));
        for ((_, i, n), most) in around.iter().zip(&lengths) {
            let Some(part) = types.pop() else { break };
            let i = if n == most {
                Phrase::var(i, span)
            } else {
                make::index(&Nat::var(i), most, span)
            };
            write = make::idx_acc(most, &part, write, i.clone());
            read = make::idx(most, &part, read, i);
        }
        let cell = Cell {
            binder: moved,
            of: whole,
            span,
        };
        match space {
            AddressSpace::Local => self.local.push(cell),
            _ => self.global.push(cell),
        }
        let own = Phrase::new(Node::Pair(write, read), span);
        self.kernel(&body.substitute(&binder, &own))
    }

    /// Whether the type depends on a loop, so that it means nothing outside of it.
    fn depends(&self, of: &DataType) -> bool {
        let mut found = false;
        of.each_nat(&mut |n| found |= self.varies(n));
        found
    }

    /// Whether the size of a cell of that type depends on a loop: an index takes the same memory, whatever it is below.
    fn is_sized_by_loop(&self, of: &DataType) -> bool {
        has_length(of, &|n| self.varies(n))
    }

    /// Whether a private cell of that type is an array of an item whose size the launch knows, and no device without it does.
    fn is_sized_by_launch(&self, of: &DataType) -> bool {
        let is_sized_by_run = has_length(of, &|n| n.as_constant().is_none());
        let is_of_item = |(strategy, ..): &(Strategy, Name, Nat)| {
            matches!(strategy, Strategy::Global(_) | Strategy::Local(_))
        };
        let has_one = self.is_alone || self.loops.iter().any(is_of_item);
        !self.sized_by_run && has_one && is_sized_by_run && !self.depends(of)
    }

    /// Whether the number depends on a loop.
    fn varies(&self, n: &Nat) -> bool {
        n.variables()
            .iter()
            .any(|x| self.bounds.iter().any(|(y, _)| x == y))
    }

    /// DPIA-H-NATDEP: a cell of the largest size, of which the scope uses the beginning; its elements may not be what is `open`.
    fn enlarged(
        &self,
        of: &DataType,
        binder: &Binder,
        body: &Phrase,
        open: fn(&Hoister, &DataType) -> bool,
        span: Span,
    ) -> Result<(Binder, Phrase), Box<Diagnostic>> {
        rules::DPIA_H_NATDEP.apply();
        let refuse = || open_size(of, span);
        let DataType::Array(n, element) = of else {
            return Err(refuse());
        };
        if open(self, element) {
            return Err(refuse());
        }
        let most = self.largest(n).ok_or_else(refuse)?;
        let rest = most.minus(n);
        let large = Binder {
            name: binder.name.renewed(),
            ty: PhraseType::var(DataType::Array(most, element.clone())),
        };
        let v = Phrase::var(&large.name, span);
        let (n, of) = (n.clone(), (**element).clone());
        let take_acc = Prim::TakeAcc {
            n: n.clone(),
            m: rest.clone(),
            of: of.clone(),
        };
        let take = Prim::Take { n, m: rest, of };
        let own = Phrase::new(
            Node::Pair(
                Phrase::prim(take_acc, vec![make::writes(&v)], span),
                Phrase::prim(take, vec![make::reads(&v)], span),
            ),
            span,
        );
        Ok((large, body.substitute(binder, &own)))
    }

    /// A bound of a size over all loops around, if one can be seen.
    fn largest(&self, n: &Nat) -> Option<Nat> {
        let known = Ranges::new();
        let ranges = (self.bounds.iter()).fold(known, |known, (x, length)| known.below(x, length));
        let out = n.largest(&ranges, &|x| self.bounds.iter().all(|(y, _)| x != y))?;
        // Outside of the loops nothing says that they have iterations.
        Some(match out.is_nonnegative(&Ranges::new()) {
            true => out,
            false => out.maximum(&Nat::zero()),
        })
    }
}

/// Whether an array of a type has such a length.
fn has_length(of: &DataType, is_such: &dyn Fn(&Nat) -> bool) -> bool {
    match of {
        DataType::Array(n, of) => is_such(n) || has_length(of, is_such),
        DataType::Pair(first, second) => has_length(first, is_such) || has_length(second, is_such),
        _ => false,
    }
}

/// Whether the length of an array is seen to be natural wherever it stands: otherwise it may be that only a loop around says so.
fn is_natural(of: &DataType) -> bool {
    match of {
        DataType::Array(n, _) => n.is_nonnegative(&Ranges::new()),
        _ => true,
    }
}

/// DPIA-H-NATDEP cannot be applied.
fn open_size(of: &DataType, span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(
            rules::DPIA_H_NATDEP.refuse("bound"),
            span,
            "the size of this memory depends on a loop in a way that leaves its largest value open",
        )
        .with_note(format!("its type: {of}")),
    )
}

fn variable_of(binder: &Binder) -> Option<DataType> {
    match &binder.ty {
        PhraseType::Product(acc, _) => match &**acc {
            PhraseType::Acc(data) => Some(data.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// `new … (λv1. … new … (λvk. body))`
fn wrap(cells: impl DoubleEndedIterator<Item = Cell>, space: AddressSpace, body: Phrase) -> Phrase {
    cells.rev().fold(body, |body, cell| {
        let scope = Phrase::new(Node::Lambda(cell.binder, body), cell.span);
        make::new(Some(space), &cell.of, scope, cell.span)
    })
}
