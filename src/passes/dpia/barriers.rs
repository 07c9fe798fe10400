//! Guards and barriers within work-groups (notes 10.5 and 12).
//!
//! What a group executes outside of loops over its items is executed by every item.  For private cells that is right; a write to
//! memory that the items share is left to the first item (DPIA-L-UNIFORM), and so is a loop over items in fewer dimensions than the
//! group has.  A guard is a parallel loop over items of length one.
//!
//! A barrier stands only where it is needed: between two accesses of one cell, one of which writes, unless each item meets only itself.
//! The published scheme (DPIA-B-DEP) looks at reads of right-hand sides and at the targets of loops over items; here all accesses
//! count, also those in indexes and conditions, also two writes.  That each item meets only itself is seen from the paths of both
//! accesses (DPIA-B-OWN): loops over items in one dimension give iteration i to item i modulo the size of the group, whatever their
//! lengths are; so if both paths have, for each dimension of the group, an index that determines the loop's variable in the same
//! way, then equal addresses mean equal items.
//!
//! [`guards`] sets the guards, [`conflicts`] says which accesses meet, and [`trial`] what the barriers would cost if cells shared
//! their memory, which is for the pass that decides it.

pub(crate) mod conflicts;
mod guards;
mod trial;

pub(crate) use trial::{Shared, Trial};

use crate::Target;
use crate::analyses::accesses::{Access, Collector, Scope, Who};
use crate::analyses::path::Path;
use crate::dpia::allocate::any_parallel;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, Binder, Entry, Extent, Fences, Name, Nat, Node, Phrase, PhraseType, Prim, Strategy,
};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::FxHashSet;

/// The rules of this pass.
pub static RULES: &[&Rule] = &[
    &rules::DPIA_L_UNIFORM_GUARD,
    &rules::DPIA_B_SEQ,
    &rules::DPIA_B_LOOP,
    &rules::DPIA_B_OWN,
];

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    Ok(Entry {
        body: kernels(&entry.body, &mut Synchronise),
        ..entry.clone()
    })
}

/// What a pass makes of a kernel.
pub(crate) trait Work {
    /// Of what each group does.
    fn group(&mut self, kernel: &mut Kernel<'_>, c: &Phrase) -> Phrase;

    /// Of a sequential command at the level of the grid.
    fn grid(&mut self, _kernel: &mut Kernel<'_>, c: &Phrase) -> Phrase {
        c.clone()
    }
}

/// The host's command with this work done on its kernels.
pub(crate) fn kernels(c: &Phrase, work: &mut dyn Work) -> Phrase {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(Prim::Launch { local, global }, _) => {
            let mut kernel = Kernel::new(c, local, global);
            c.map_children(&mut |body| kernel.grid(body, work))
        }
        _ => c.map_children(&mut |part| kernels(part, work)),
    })
}

/// The work of this pass.
struct Synchronise;

impl Work for Synchronise {
    fn group(&mut self, kernel: &mut Kernel<'_>, c: &Phrase) -> Phrase {
        let guarded = kernel.guard(c);
        kernel.rounds(&guarded)
    }

    fn grid(&mut self, kernel: &mut Kernel<'_>, c: &Phrase) -> Phrase {
        kernel.guard_grid(c)
    }
}

const NONE: Fences = Fences {
    local: false,
    global: false,
};

fn either(a: Fences, b: Fences) -> Fences {
    Fences {
        local: a.local || b.local,
        global: a.global || b.global,
    }
}

/// A loop over work-groups, or a sequential loop at the level of the group.
#[derive(Clone)]
struct Loop {
    variable: Name,
    /// Whether its body runs at most once.
    once: bool,
}

/// A kernel, and the place in it that is looked at.
pub(crate) struct Kernel<'a> {
    local: &'a Extent,
    global: &'a Extent,
    /// Whether groups have several items in that dimension.
    wide: [bool; 3],
    scope: Scope,
    /// The variables of all loops in the kernel.
    varying: FxHashSet<Name>,
    /// The loops over groups around.
    groups: Vec<Loop>,
    /// The variables of the loops around the commands that are compared: equal in both.
    open: Vec<Name>,
}

/// A command at the level of the group, and what it may still have in flight.
struct Flow {
    command: Phrase,
    /// Accesses before the first barrier.
    head: Vec<Access>,
    /// Accesses after the last barrier.
    tail: Vec<Access>,
    /// The memory that every way through the command meets a barrier for.
    cut: Fences,
}

impl Kernel<'_> {
    fn new<'a>(launch: &Phrase, local: &'a Extent, global: &'a Extent) -> Kernel<'a> {
        let mut wide = [false; 3];
        for (wide, size) in wide.iter_mut().zip(local) {
            *wide = !size.is_one();
        }
        let mut varying = FxHashSet::default();
        loop_variables(launch, &mut varying);
        Kernel {
            local,
            global,
            wide,
            scope: Scope::default(),
            varying,
            groups: Vec::new(),
            open: Vec::new(),
        }
    }

    /// A command at the level of the grid.
    fn grid(&mut self, c: &Phrase, work: &mut dyn Work) -> Phrase {
        elder_syntax::effort::deeper(|| {
            let Node::Prim(prim, parts) = &*c.node else {
                return c.map_children(&mut |part| self.grid(part, work));
            };
            self.scope.enter(prim, parts);
            let strategy = match prim {
                Prim::Parfor { strategy, n, .. }
                | Prim::ParforInPlace { strategy, n, .. }
                | Prim::ParforEach { strategy, n } => Some((strategy, n)),
                _ => None,
            };
            match (strategy, parts.split_last()) {
                (Some((Strategy::Workgroup(d), n)), Some((body, others))) => {
                    let Some((i, _)) = make::open(body) else {
                        return c.clone();
                    };
                    self.groups.push(Loop {
                        variable: i.name.clone(),
                        once: self.covered(*d, n),
                    });
                    let open = self.open.len();
                    self.open.push(i.name.clone());
                    if let Some((_, rest)) = make::open(body)
                        && let Some((lent, _)) = make::open(rest)
                    {
                        self.open.push(lent.name.clone());
                    }
                    let body = self.group_body(body, work);
                    self.open.truncate(open);
                    self.groups.pop();
                    let parts = others.iter().cloned().chain([body]).collect();
                    Phrase::prim(prim.clone(), parts, c.span)
                }
                (Some((Strategy::Global(_), _)), _) => c.clone(),
                _ if !any_parallel(c, &|_| true) => work.grid(self, c),
                _ => c.map_children(&mut |part| match make::is_function(part) {
                    true => self.under(part, &mut |kernel, c| kernel.grid(c, work)),
                    false if is_command(part) => self.grid(part, work),
                    false => part.clone(),
                }),
            }
        })
    }

    /// Whether each group has one iteration of the loop at most: the launch has as many groups as there are, or there is only one.
    fn covered(&self, d: u8, n: &Nat) -> bool {
        let d = usize::from(d);
        n.is_one()
            || match (self.global.get(d), self.local.get(d)) {
                (Some(global), Some(local)) => {
                    global.divided_exactly(local).is_some_and(|groups| groups == *n)
                }
                _ => false,
            }
    }

    /// The body of a function, with `walk` applied under all its parameters.
    fn under(&mut self, f: &Phrase, walk: &mut dyn FnMut(&mut Self, &Phrase) -> Phrase) -> Phrase {
        match &*f.node {
            Node::Lambda(binder, body) => {
                let body = self.under(body, walk);
                Phrase::new(Node::Lambda(binder.clone(), body), f.span)
            }
            Node::NatLambda(k, body) => {
                let body = self.under(body, walk);
                Phrase::new(Node::NatLambda(k.clone(), body), f.span)
            }
            _ => walk(self, f),
        }
    }

    /// The body of a loop over groups: another such loop, or the work of a group.
    fn group_body(&mut self, body: &Phrase, work: &mut dyn Work) -> Phrase {
        self.under(body, &mut |kernel, c| {
            if let Node::Prim(
                Prim::Parfor {
                    strategy: Strategy::Workgroup(_),
                    ..
                }
                | Prim::ParforInPlace {
                    strategy: Strategy::Workgroup(_),
                    ..
                }
                | Prim::ParforEach {
                    strategy: Strategy::Workgroup(_),
                    ..
                },
                _,
            ) = &*c.node
            {
                return kernel.grid(c, work);
            }
            work.group(kernel, c)
        })
    }

    /// The work of a group with its barriers, in every round of the loops over groups.
    fn rounds(&mut self, guarded: &Phrase) -> Phrase {
        let flow = self.flow(guarded);
        let mut again = NONE;
        for around in self.groups.iter().filter(|l| !l.once) {
            let conflicts = self.conflicts(&flow.tail, &flow.head, Some(&around.variable));
            again = either(again, self.fences(&conflicts));
        }
        if again == NONE {
            return flow.command;
        }
        rules::DPIA_B_LOOP.apply();
        make::seq(flow.command, barrier(again, guarded.span))
    }

    fn flow(&mut self, c: &Phrase) -> Flow {
        elder_syntax::effort::deeper(|| self.flow_node(c))
    }

    fn flow_node(&mut self, c: &Phrase) -> Flow {
        let Node::Prim(prim, parts) = &*c.node else {
            return self.leaf(c);
        };
        self.scope.enter(prim, parts);
        match (prim, parts.as_slice()) {
            (Prim::Barrier { fences }, _) => Flow {
                command: c.clone(),
                head: vec![],
                tail: vec![],
                cut: *fences,
            },
            (Prim::Seq {}, [first, second]) => {
                let first = self.flow(first);
                let second = self.flow(second);
                self.then(first, second)
            }
            (Prim::New { .. } | Prim::Accumulating { .. }, [others @ .., body]) => {
                let Some((binder, inner)) = make::open(body) else {
                    return self.leaf(c);
                };
                let flow = self.flow(inner);
                let command = rebuilt(prim, others, binder, flow.command, c.span);
                Flow { command, ..flow }
            }
            (Prim::Part { .. }, [v, body]) => {
                let Some((lo, rest)) = make::open(body) else {
                    return self.leaf(c);
                };
                let Some((hi, inner)) = make::open(rest) else {
                    return self.leaf(c);
                };
                let open = self.open.len();
                self.open.extend([lo.name.clone(), hi.name.clone()]);
                let flow = self.flow(inner);
                self.open.truncate(open);
                let body = Phrase::new(Node::Lambda(hi.clone(), flow.command), rest.span);
                let command = rebuilt(prim, std::slice::from_ref(v), lo, body, c.span);
                Flow { command, ..flow }
            }
            (Prim::LetSize { .. }, [number, body]) => {
                let Some((k, inner)) = make::open_nat(body) else {
                    return self.leaf(c);
                };
                // The number is read first, by all items.
                let test = self.condition(number);
                self.open.push(k.clone());
                let flow = self.branch(&test, inner);
                self.open.pop();
                let body = Phrase::new(Node::NatLambda(k.clone(), flow.command), body.span);
                let command = Phrase::prim(prim.clone(), vec![number.clone(), body], c.span);
                Flow { command, ..flow }
            }
            (Prim::For { n, .. }, [body]) => {
                let Some((binder, inner)) = make::open(body) else {
                    return self.leaf(c);
                };
                self.open.push(binder.name.clone());
                let flow = self.flow(inner);
                self.open.pop();
                let repeats = Loop {
                    variable: binder.name.clone(),
                    once: n.as_constant().is_some_and(|n| n <= 1),
                };
                let flow = self.repeated(flow, &repeats, c.span);
                let command = rebuilt(prim, &[], binder, flow.command, c.span);
                let runs = n.as_constant().is_some_and(|n| n > 0);
                Flow {
                    command,
                    cut: if runs { flow.cut } else { NONE },
                    ..flow
                }
            }
            (Prim::If { .. }, [condition, yes, no]) => {
                let test = self.condition(condition);
                let (yes, no) = (self.branch(&test, yes), self.branch(&test, no));
                let command = Phrase::prim(
                    prim.clone(),
                    vec![condition.clone(), yes.command, no.command],
                    c.span,
                );
                let (mut head, mut tail) = (yes.head, yes.tail);
                head.extend(no.head);
                tail.extend(no.tail);
                let cut = Fences {
                    local: yes.cut.local && no.cut.local,
                    global: yes.cut.global && no.cut.global,
                };
                Flow {
                    command,
                    head,
                    tail,
                    cut,
                }
            }
            (Prim::While {}, [condition, body]) => {
                // A loop whose every round begins with the condition.
                let test = self.condition(condition);
                let round = self.branch(&test, body);
                let repeats = Loop {
                    variable: Name::fresh("round"),
                    once: false,
                };
                let round = self.repeated(round, &repeats, c.span);
                let command = Phrase::prim(prim.clone(), vec![condition.clone(), round.command], c.span);
                let mut tail = round.tail;
                tail.extend(test);
                Flow {
                    command,
                    head: round.head,
                    tail,
                    cut: NONE,
                }
            }
            (Prim::DoubleFor { .. }, [front, back, body, result]) => {
                let Some((binder, _)) = make::open(body) else {
                    return self.leaf(c);
                };
                let repeats = Loop {
                    variable: binder.name.clone(),
                    once: false,
                };
                let mut inner = None;
                let body = self.under_with(body, &mut inner, |kernel, c| {
                    let flow = kernel.flow(c);
                    kernel.repeated(flow, &repeats, c.span)
                });
                let mut last = None;
                let result = self.under_with(result, &mut last, |kernel, c| kernel.flow(c));
                let (Some(mut rounds), Some(last)) = (inner, last) else {
                    return self.leaf(c);
                };
                rounds.cut = NONE;
                // The barrier between the loop and what follows stands before the latter.
                let fences = self.fences(&self.conflicts(&rounds.tail, &last.head, None));
                let result = if fences == NONE {
                    result
                } else {
                    rules::DPIA_B_SEQ.apply();
                    prefixed(&result, barrier(fences, c.span))
                };
                let parts = vec![front.clone(), back.clone(), body, result];
                let mut flow = self.join(rounds, last, fences);
                flow.command = Phrase::prim(prim.clone(), parts, c.span);
                flow
            }
            _ => self.leaf(c),
        }
    }

    fn under_with(
        &mut self,
        f: &Phrase,
        out: &mut Option<Flow>,
        walk: impl FnOnce(&mut Self, &Phrase) -> Flow,
    ) -> Phrase {
        match &*f.node {
            Node::Lambda(binder, body) => {
                let body = self.under_with(body, out, walk);
                Phrase::new(Node::Lambda(binder.clone(), body), f.span)
            }
            _ => {
                let flow = walk(self, f);
                let command = flow.command.clone();
                *out = Some(flow);
                command
            }
        }
    }

    /// A command without barriers in it.
    fn leaf(&mut self, c: &Phrase) -> Flow {
        let found = self.accesses(c);
        Flow {
            command: c.clone(),
            head: found.clone(),
            tail: found,
            cut: NONE,
        }
    }

    /// The accesses of a command that all items execute.
    fn accesses(&mut self, c: &Phrase) -> Vec<Access> {
        let mut collector = Collector::new(&mut self.scope, [Who::All, Who::All, Who::All]);
        collector.command(c);
        collector.found
    }

    fn condition(&mut self, condition: &Phrase) -> Vec<Access> {
        let mut collector = Collector::new(&mut self.scope, [Who::All, Who::All, Who::All]);
        collector.read(condition, Path::empty());
        collector.found
    }

    /// A command after a test that all items make.
    fn branch(&mut self, test: &[Access], c: &Phrase) -> Flow {
        let test = Flow {
            command: make::skip(c.span),
            head: test.to_vec(),
            tail: test.to_vec(),
            cut: NONE,
        };
        let flow = self.flow(c);
        self.then(test, flow)
    }

    /// DPIA-B-SEQ
    fn then(&self, first: Flow, second: Flow) -> Flow {
        let fences = self.fences(&self.conflicts(&first.tail, &second.head, None));
        if fences == NONE {
            return self.join(first, second, NONE);
        }
        rules::DPIA_B_SEQ.apply();
        let barrier = barrier(fences, second.command.span);
        let second = Flow {
            command: make::seq(barrier, second.command),
            ..second
        };
        self.join(first, second, fences)
    }

    /// Both, one after the other, with a barrier for that memory between them.
    fn join(&self, first: Flow, second: Flow, between: Fences) -> Flow {
        let mut head = first.head;
        let cut = either(first.cut, between);
        head.extend(self.passing(second.head, cut));
        let mut tail = second.tail;
        tail.extend(self.passing(first.tail, either(second.cut, between)));
        Flow {
            command: make::seq(first.command, second.command),
            head,
            tail,
            cut: either(cut, second.cut),
        }
    }

    /// The accesses that a barrier with these fences does not order.
    fn passing(&self, accesses: Vec<Access>, fences: Fences) -> impl Iterator<Item = Access> {
        accesses
            .into_iter()
            .filter(move |access| match self.scope.space(&access.root) {
                AddressSpace::Local => !fences.local,
                _ => !fences.global,
            })
    }

    /// DPIA-B-LOOP
    fn repeated(&self, body: Flow, around: &Loop, span: Span) -> Flow {
        if around.once {
            return body;
        }
        let fences = self.fences(&self.conflicts(&body.tail, &body.head, Some(&around.variable)));
        if fences == NONE {
            return body;
        }
        rules::DPIA_B_LOOP.apply();
        Flow {
            command: make::seq(body.command, barrier(fences, span)),
            head: body.head,
            tail: self.passing(body.tail, fences).collect(),
            cut: either(body.cut, fences),
        }
    }

    /// What a barrier has to order for these cells.
    fn fences(&self, conflicts: &[Name]) -> Fences {
        let any = |space| conflicts.iter().any(|x| self.scope.space(x) == space);
        Fences {
            local: any(AddressSpace::Local),
            global: any(AddressSpace::Global),
        }
    }
}

fn barrier(fences: Fences, span: Span) -> Phrase {
    Phrase::prim(Prim::Barrier { fences }, vec![], span)
}

/// A function with a command before its body.
fn prefixed(f: &Phrase, before: Phrase) -> Phrase {
    match &*f.node {
        Node::Lambda(binder, body) => {
            Phrase::new(Node::Lambda(binder.clone(), prefixed(body, before)), f.span)
        }
        _ => make::seq(before, f.clone()),
    }
}

fn rebuilt(prim: &Prim, others: &[Phrase], binder: &Binder, body: Phrase, span: Span) -> Phrase {
    let body = Phrase::new(Node::Lambda(binder.clone(), body), span);
    Phrase::prim(prim.clone(), others.iter().cloned().chain([body]).collect(), span)
}

fn is_command(p: &Phrase) -> bool {
    matches!(&*p.node, Node::Prim(prim, _) if prim.signature().result == PhraseType::Comm)
}

/// All variables that stand for something else in each iteration of a loop: its index, and what it lends.
fn loop_variables(p: &Phrase, out: &mut FxHashSet<Name>) {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(prim, parts) = &*p.node
            && !matches!(prim, Prim::New { .. })
        {
            for part in parts {
                let mut inner = part;
                while let Some((binder, body)) = make::open(inner) {
                    out.insert(binder.name.clone());
                    inner = body;
                }
                if let Some((k, _)) = make::open_nat(part) {
                    out.insert(k.clone());
                }
            }
        }
        p.children().for_each(|child| loop_variables(child, out));
    });
}
