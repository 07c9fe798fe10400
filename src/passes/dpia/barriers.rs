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

use crate::Target;
use crate::analyses::accesses::{Access, Collector, Kind, Scope, Step, Who};
use crate::dpia::allocate::any_parallel;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, Binder, DataType, Entry, Extent, Fences, Name, Nat, Node, Phrase, PhraseType, Prim,
    Strategy,
};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

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
        body: host(&entry.body),
        ..entry.clone()
    })
}

/// What the barriers of a kernel cost: how many there are beneath so many loops or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Price(Vec<usize>);

impl PartialOrd for Price {
    /// Less is less at every depth.
    fn partial_cmp(&self, other: &Price) -> Option<Ordering> {
        let deepest = self.0.len().max(other.0.len());
        let at = |price: &Price, depth: usize| price.0.get(depth).copied().unwrap_or(0);
        let pairs = || (0..deepest).map(|depth| (at(self, depth), at(other, depth)));
        match (pairs().all(|(a, b)| a <= b), pairs().all(|(a, b)| a >= b)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }
}

/// The price of the barriers that a kernel will get.
pub(crate) fn price(kernel: &Phrase) -> Price {
    fn count(c: &Phrase, depth: usize, out: &mut Vec<usize>) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            let depth = match &*c.node {
                Node::Prim(Prim::Barrier { .. }, _) => {
                    out.resize(out.len().max(depth + 1), 0);
                    out.iter_mut().take(depth + 1).for_each(|n| *n += 1);
                    depth
                }
                Node::Prim(Prim::For { .. } | Prim::While {} | Prim::DoubleFor { .. }, _) => depth + 1,
                _ => depth,
            };
            c.children()
                .into_iter()
                .for_each(|child| count(child, depth, out));
        });
    }
    let mut out = Vec::new();
    count(&host(kernel), 0, &mut out);
    Price(out)
}

fn host(c: &Phrase) -> Phrase {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match &*c.node {
        Node::Prim(Prim::Launch { local, global }, _) => {
            let mut kernel = Kernel::new(c, local, global);
            c.map_children(&mut |body| kernel.grid(body))
        }
        _ => c.map_children(&mut host),
    })
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

struct Kernel<'a> {
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
    fn grid(&mut self, c: &Phrase) -> Phrase {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            let Node::Prim(prim, parts) = &*c.node else {
                return c.map_children(&mut |part| self.grid(part));
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
                    let body = self.group_body(body);
                    self.open.truncate(open);
                    self.groups.pop();
                    let parts = others.iter().cloned().chain([body]).collect();
                    Phrase::prim(prim.clone(), parts, c.span)
                }
                (Some((Strategy::Global(_), _)), _) => c.clone(),
                _ if !any_parallel(c, &|_| true) => self.guard_grid(c),
                _ => c.map_children(&mut |part| match make::is_function(part) {
                    true => self.under(part, Kernel::grid),
                    false if is_command(part) => self.grid(part),
                    false => part.clone(),
                }),
            }
        })
    }

    /// A sequential command at the level of the grid, with writes to shared memory left to the first item of the launch.
    fn guard_grid(&mut self, c: &Phrase) -> Phrase {
        let Node::Prim(prim, parts) = &*c.node else {
            return c.clone();
        };
        self.scope.enter(prim, parts);
        let mut collector = Collector::new(&self.scope, [Who::All, Who::All, Who::All]);
        collector.command(c);
        if collector.found.iter().all(|access| access.kind == Kind::Read) {
            return c.clone();
        }
        if !self.keeps_to_itself(c) {
            return c.map_children(&mut |part| match make::is_function(part) {
                true => self.under(part, Kernel::guard_grid),
                false if is_command(part) => self.guard_grid(part),
                false => part.clone(),
            });
        }
        let sizes: Vec<Nat> = self.global.iter().cloned().collect();
        let wide = (0_u8..3).zip(sizes).filter(|(_, n)| !n.is_one());
        wide.fold(c.clone(), |body, (d, _)| {
            first_of(Strategy::Global(d), body, c.span)
        })
    }

    /// Whether the launch has as many groups as the loop has iterations.
    fn covered(&self, d: u8, n: &Nat) -> bool {
        let d = usize::from(d);
        match (self.global.get(d), self.local.get(d)) {
            (Some(global), Some(local)) => global.divided_exactly(local).is_some_and(|groups| groups == *n),
            _ => n.is_one(),
        }
    }

    /// The body of a function, with `walk` applied under all its parameters.
    fn under(&mut self, f: &Phrase, walk: fn(&mut Self, &Phrase) -> Phrase) -> Phrase {
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
    fn group_body(&mut self, body: &Phrase) -> Phrase {
        self.under(body, |kernel, c| {
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
                return kernel.grid(c);
            }
            let guarded = kernel.guard(c);
            let flow = kernel.flow(&guarded);
            let mut again = NONE;
            for around in kernel.groups.iter().filter(|l| !l.once) {
                let conflicts = kernel.conflicts(&flow.tail, &flow.head, Some(&around.variable));
                again = either(again, kernel.fences(&conflicts));
            }
            if again == NONE {
                return flow.command;
            }
            rules::DPIA_B_LOOP.apply();
            make::seq(flow.command, barrier(again, c.span))
        })
    }

    // ---- guards ----

    /// The command with writes to shared memory left to the first item.
    fn guard(&mut self, c: &Phrase) -> Phrase {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            let Node::Prim(prim, parts) = &*c.node else {
                return c.clone();
            };
            self.scope.enter(prim, parts);
            if let Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. } = prim
                && let Strategy::Local(_) = strategy
            {
                let used = local_dimensions(c);
                return self.first_item(c, |d| !used[d]);
            }
            if by_lanes(c) {
                return c.clone();
            }
            let mut collector = Collector::new(&self.scope, [Who::All, Who::All, Who::All]);
            collector.command(c);
            if collector.found.iter().all(|access| access.kind == Kind::Read) {
                return c.clone();
            }
            if !has_loops_over_items(c) && self.keeps_to_itself(c) {
                return self.first_item(c, |_| true);
            }
            c.map_children(&mut |part| match make::is_function(part) {
                true => self.under(part, Kernel::guard),
                false if is_command(part) => self.guard(part),
                false => part.clone(),
            })
        })
    }

    /// Whether a command writes no private cell that lives longer than it.
    fn keeps_to_itself(&self, c: &Phrase) -> bool {
        fn outer_writes(c: &Phrase, own: &mut Vec<Name>, scope: &Scope) -> bool {
            stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match &*c.node {
                Node::Prim(Prim::New { .. }, parts) => {
                    let Some((binder, body)) = parts.first().and_then(make::open) else {
                        return false;
                    };
                    own.push(binder.name.clone());
                    let found = outer_writes(body, own, scope);
                    own.pop();
                    found
                }
                Node::Proj(inner, elder_dpia::Side::First) => match &*inner.node {
                    Node::Var(v) => scope.space(v) == AddressSpace::Private && !own.contains(v),
                    _ => outer_writes(inner, own, scope),
                },
                _ => c
                    .children()
                    .into_iter()
                    .any(|child| outer_writes(child, own, scope)),
            })
        }
        !outer_writes(c, &mut Vec::new(), &self.scope)
    }

    /// `parforEach 1` over the items, in the dimensions that groups have and `chosen` says.
    fn first_item(&self, c: &Phrase, chosen: impl Fn(usize) -> bool) -> Phrase {
        let dimensions = (0_u8..3).filter(|d| self.wide[usize::from(*d)] && chosen(usize::from(*d)));
        dimensions.fold(c.clone(), |body, d| first_of(Strategy::Local(d), body, c.span))
    }

    // ---- barriers ----

    fn flow(&mut self, c: &Phrase) -> Flow {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.flow_node(c))
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
    fn leaf(&self, c: &Phrase) -> Flow {
        let mut collector = Collector::new(&self.scope, [Who::All, Who::All, Who::All]);
        collector.command(c);
        Flow {
            command: c.clone(),
            head: collector.found.clone(),
            tail: collector.found,
            cut: NONE,
        }
    }

    fn condition(&self, condition: &Phrase) -> Vec<Access> {
        let mut collector = Collector::new(&self.scope, [Who::All, Who::All, Who::All]);
        collector.read(condition, &[]);
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

    /// The cells on which an access of `first` and one of `second` may meet in different items; `between` is the variable of the loop
    /// whose iterations the two belong to, if they are different ones.
    fn conflicts(&self, first: &[Access], second: &[Access], between: Option<&Name>) -> Vec<Name> {
        let mut out: Vec<Name> = Vec::new();
        for a in first {
            for b in second {
                if a.root == b.root && !out.contains(&a.root) && self.conflict(a, b, between) {
                    out.push(a.root.clone());
                }
            }
        }
        out
    }

    fn conflict(&self, a: &Access, b: &Access, between: Option<&Name>) -> bool {
        match (a.kind, b.kind) {
            (Kind::Read, Kind::Read) | (Kind::Update, Kind::Update) => return false,
            _ => {}
        }
        if self.apart(a, b, between) {
            return false;
        }
        let alone = (0..3)
            .filter(|d| self.wide[*d])
            .all(|d| match (&a.who[d], &b.who[d]) {
                (Who::First, Who::First) => true,
                (Who::Own(x), Who::Own(y)) => a.path.iter().zip(b.path.iter()).any(|steps| match steps {
                    (Step::Index(Some(p)), Step::Index(Some(q))) => {
                        self.same_item(d, x, p, y, q)
                            && q.variables()
                                .iter()
                                .all(|z| z == y || self.is_equal_in_both(z, between))
                    }
                    _ => false,
                }),
                _ => false,
            });
        if alone {
            rules::DPIA_B_OWN.apply();
        }
        !alone
    }

    /// Whether p(x) = q(y) means that iterations x and y of loops over items belong to one item of dimension `d`: they differ by a
    /// multiple of the size of the group.
    fn same_item(&self, d: usize, x: &Name, p: &Nat, y: &Name, q: &Nat) -> bool {
        let Some((scale, _)) = p.linear_in(x).filter(|(scale, _)| !scale.is_zero()) else {
            return false;
        };
        let apart = q.minus(&p.substitute(x, &Nat::var(y)));
        let multiple = || {
            let size = self.local.get(d).and_then(Nat::as_constant)?;
            let step = scale.as_constant()?.checked_mul(size)?;
            Some(step != 0 && apart.as_constant()? % step == 0)
        };
        apart.is_zero() || multiple() == Some(true)
    }

    /// Whether both write to elements of one acceptor, the elements that these variables say.
    fn same_element(&self, a: &Access, x: &Name, b: &Access, y: &Name, between: Option<&Name>) -> bool {
        a.through.iter().filter(|(i, _)| i == x).any(|(_, p)| {
            b.through.iter().filter(|(j, _)| j == y).any(|(_, q)| {
                let mut stable = make::same(p, q);
                make::each_use(p, &mut |z| stable &= self.is_equal_in_both(z, between));
                stable
            })
        })
    }

    /// Whether the accesses never meet in one number.
    fn apart(&self, a: &Access, b: &Access, between: Option<&Name>) -> bool {
        if between.is_some_and(|i| self.same_element(a, i, b, i, between)) {
            return true;
        }
        a.path.iter().zip(b.path.iter()).any(|steps| match steps {
            (Step::Field(x), Step::Field(y)) => x != y,
            (Step::Index(Some(p)), Step::Index(Some(q))) => {
                let constants = matches!((p.as_constant(), q.as_constant()), (Some(p), Some(q)) if p != q);
                constants || between.is_some_and(|i| p == q && *p == Nat::var(i))
            }
            _ => false,
        })
    }

    /// Whether a variable has one value in both commands that are compared.
    fn is_equal_in_both(&self, x: &Name, between: Option<&Name>) -> bool {
        // In different iterations of a loop over groups, loops over groups within it are anywhere.
        let position = |x: &Name| self.groups.iter().position(|l| l.variable == *x);
        let within = match (between.and_then(position), position(x)) {
            (Some(outer), Some(own)) => own >= outer,
            _ => between == Some(x),
        };
        !within && (!self.varying.contains(x) || self.open.contains(x))
    }
}

/// The command, run by the first one only of those who this strategy distributes loops over.
fn first_of(strategy: Strategy, c: Phrase, span: Span) -> Phrase {
    rules::DPIA_L_UNIFORM_GUARD.apply();
    let n = Nat::one();
    let index = PhraseType::Exp(DataType::Index(n.clone()));
    let body = Phrase::lambda("first", index, span, |_| c);
    Phrase::prim(Prim::ParforEach { strategy, n }, vec![body], span)
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
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
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
        p.children()
            .into_iter()
            .for_each(|child| loop_variables(child, out));
    });
}

/// The dimensions of the loops over items in `c`.
fn local_dimensions(c: &Phrase) -> [bool; 3] {
    let mut out = [false; 3];
    fn walk(c: &Phrase, out: &mut [bool; 3]) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            if let Node::Prim(
                Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. },
                _,
            ) = &*c.node
                && let Strategy::Local(d) = strategy
                && let Some(used) = out.get_mut(usize::from(*d))
            {
                *used = true;
            }
            c.children().into_iter().for_each(|child| walk(child, out));
        });
    }
    walk(c, &mut out);
    out
}

fn has_loops_over_items(c: &Phrase) -> bool {
    local_dimensions(c) != [false; 3] || has_barrier(c) || has_lanes(c)
}

/// Whether the lanes of sub-groups do it, which are items of the group.
fn by_lanes(c: &Phrase) -> bool {
    matches!(
        &*c.node,
        Node::Prim(
            Prim::ReduceSubgroupI { .. } | Prim::ScanSubgroupI { .. } | Prim::ShuffleI { .. },
            _
        )
    )
}

fn has_lanes(c: &Phrase) -> bool {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
        by_lanes(c) || c.children().into_iter().any(has_lanes)
    })
}

fn has_barrier(c: &Phrase) -> bool {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
        matches!(&*c.node, Node::Prim(Prim::Barrier { .. }, _)) || c.children().into_iter().any(has_barrier)
    })
}
