//! Loops in C (DPIA-G-FOR, DPIA-G-PARFOR, DPIA-O-PARFOR, DPIA-G-ONCE), and buffers that take turns.

use super::environment::Environment;
use super::memory::{Cell, Own, Part, Storage, pointed_type, unmet};
use super::text::{Done, GroupMemory, ItemIndex, Level, Text};
use super::tidy;
use crate::analyses::path::{Path, Step};
use elder_dpia::entry::{Component, components};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{DataType, Name, Nat, Phrase, Ranges, Side, Strategy};
use elder_kernel::c::{
    BinaryOp, Declaration, Expr, For, Hint, Space, Stmt, StmtKind, Type, UnaryOp, WorkItem,
};
use elder_kernel::make;
use elder_syntax::{Name as Word, Span};
use std::rc::Rc;

/// The most iterations of a loop that is unrolled by a hint.
const UNROLL: i64 = 64;

/// The most statements that a loop over elements of private arrays is written out to.  What compilers infer of loops that were written out they look up
/// in lists: of a thousand statements that takes minutes, and an array of which so much is done lies in memory anyway.
const WRITTEN_OUT: i64 = 512;

/// The functions that say where a work-item is, and how many of its kind there are.
struct Kind {
    id: WorkItem,
    count: WorkItem,
    dimension: u8,
    /// How many there are, if the launch says so.
    extent: Option<Nat>,
}

impl Text<'_> {
    /// `for n (λx. body)`
    pub fn for_loop(
        &mut self,
        x: &Name,
        n: &Nat,
        unroll: bool,
        body: impl FnOnce(&mut Self, Nat) -> Done,
    ) -> Done {
        rules::DPIA_G_FOR.apply();
        match n.as_constant() {
            Some(0) => {
                rules::DPIA_G_ONCE.apply();
                return Ok(());
            }
            Some(1) => {
                rules::DPIA_G_ONCE.apply();
                return body(self, Nat::zero());
            }
            _ => {}
        }
        let length = self.block.len();
        let i = self.counted(x, n, (make::int(0), make::int(1)), vec![], body)?;
        // A private array lies in registers only if all its indexes are constants.
        let indexes_registers = i.as_variable().is_some_and(|i| self.register_indexes.contains(i));
        let constant = n.as_constant().is_some_and(|n| n <= UNROLL);
        if constant
            && (unroll || indexes_registers)
            && self.block.len() > length
            && let Some(StmtKind::For(f)) = self.block.last_mut().map(|s| &mut s.kind)
            && (unroll || whole(f) <= WRITTEN_OUT)
        {
            rules::DPIA_G_UNROLL.apply();
            f.hints.push(Hint::Unroll(None));
        }
        Ok(())
    }

    /// `for (int x = first; x < n; x += step) { body }`
    fn counted(
        &mut self,
        x: &Name,
        n: &Nat,
        (first, step): (Expr, Expr),
        hints: Vec<Hint>,
        body: impl FnOnce(&mut Self, Nat) -> Done,
    ) -> Done<Nat> {
        let limit = self.index_text(n, self.span)?;
        let names = self.names.clone();
        let var = self.names.fresh(x.text());
        let i = self.new_index(x.text(), make::var(var.clone()));
        let body = self.below(&i, n, |text| text.inner(|text| body(text, i.clone())))?;
        self.names = names;
        if !body.is_empty() {
            let ty = self.host.index_type();
            self.push_kind(StmtKind::For(For {
                var,
                ty,
                first,
                limit,
                step,
                hints,
                body,
            }));
        }
        Ok(i)
    }

    /// `parforX n (λx. body)`
    pub fn parallel_loop(
        &mut self,
        strategy: Strategy,
        x: &Name,
        n: &Nat,
        span: Span,
        body: impl FnOnce(&mut Self, Nat) -> Done,
    ) -> Done {
        if n.is_zero() {
            rules::DPIA_G_ONCE.apply();
            return Ok(());
        }
        let level = self.level;
        self.level = match strategy {
            Strategy::Workgroup(_) => Level::Group,
            Strategy::Any if self.is_openmp() => Level::Group,
            _ => Level::Item,
        };
        let result = match self.is_openmp() {
            true => self.threads(strategy, x, n, body),
            false => self.work_items(strategy, x, n, span, body),
        };
        self.level = level;
        result
    }

    /// C with OpenMP: the outermost loop over work-groups or all items is shared by the threads.
    fn threads(
        &mut self,
        strategy: Strategy,
        x: &Name,
        n: &Nat,
        body: impl FnOnce(&mut Self, Nat) -> Done,
    ) -> Done {
        rules::DPIA_G_PARFOR.apply();
        if n.is_one() {
            rules::DPIA_G_ONCE.apply();
            return body(self, Nat::zero());
        }
        let shared = !matches!(strategy, Strategy::Local(_) | Strategy::Seq);
        let hints = if shared {
            vec![Hint::Parallel { collapse: 1 }]
        } else {
            vec![]
        };
        let outer = (self.in_parallel, self.iterations.clone());
        self.in_parallel |= shared;
        if shared {
            // Nested loops that are taken as one are counted together.
            self.iterations = self.iterations.times(n);
            self.note(&self.iterations.to_expression(), self.span);
        }
        let length = self.block.len();
        let item = match strategy {
            Strategy::Local(d) => Some((WorkItem::LocalId, d)),
            Strategy::Global(d) => Some((WorkItem::GlobalId, d)),
            _ => None,
        };
        let body = |text: &mut Self, i: Nat| {
            if let Some((id, d)) = item {
                text.belongs_to_item(&i, owner(id, d), false);
            }
            body(text, i)
        };
        let result = self.counted(x, n, (make::int(0), make::int(1)), hints, body);
        (self.in_parallel, self.iterations) = outer;
        if shared
            && self.block.len() > length
            && let Some(StmtKind::For(f)) = self.block.last_mut().map(|s| &mut s.kind)
        {
            collapse(f);
        }
        result.map(|_| ())
    }

    /// OpenCL: each work-item (or work-group) takes the indexes from its own on, as many apart as there are of its kind.
    fn work_items(
        &mut self,
        strategy: Strategy,
        x: &Name,
        n: &Nat,
        span: Span,
        body: impl FnOnce(&mut Self, Nat) -> Done,
    ) -> Done {
        rules::DPIA_O_PARFOR.apply();
        let Some(kind) = self.kind(strategy) else {
            let message = "it is not decided who runs the iterations of this loop";
            return Err(unmet(&rules::DPIA_O_PARFOR, span, message));
        };
        let owner = owner(kind.id, kind.dimension);
        // Launches are rounded up to whole groups: m ⌈n / m⌉ work-items are at least n.
        let whole_groups = |extent: &Nat| {
            self.launch.0.get(usize::from(kind.dimension)).is_some_and(|m| {
                let groups = n.plus(m).minus(&Nat::one()).quotient(m, &self.known);
                groups.times(m) == *extent
            })
        };
        let covers =
            |extent: &Nat| n.is_below(&extent.plus(&Nat::one()), &self.known) || whole_groups(extent);
        match &kind.extent {
            Some(extent) if extent.is_one() && n.is_one() => {
                rules::DPIA_G_ONCE.apply();
                body(self, Nat::zero())
            }
            Some(extent) if extent == n => {
                rules::DPIA_G_ONCE.apply();
                let id = self.id(&kind, x);
                let i = self.item_index(x, id, owner, true);
                self.below(&i, n, |text| body(text, i.clone()))
            }
            Some(extent) if covers(extent) => {
                rules::DPIA_G_ONCE.apply();
                let id = self.id(&kind, x);
                let test = if n.is_one() {
                    make::binary(BinaryOp::Eq, id.clone(), make::int(0))
                } else {
                    make::binary(BinaryOp::Lt, id.clone(), self.index_text(n, span)?)
                };
                let i = if n.is_one() {
                    Nat::zero()
                } else {
                    self.item_index(x, id, owner, true)
                };
                let then = self.below(&i, n, |text| text.inner(|text| body(text, i.clone())))?;
                if !then.is_empty() {
                    self.push(make::if_then(test, then));
                }
                Ok(())
            }
            extent => {
                let step = match extent.as_ref().and_then(Nat::as_constant) {
                    Some(extent) => make::int(extent),
                    None => make::work_item(kind.count, kind.dimension),
                };
                let first = make::work_item(kind.id, kind.dimension);
                let limit = self.index_text(n, span)?;
                let all = self.launch.1.get(usize::from(kind.dimension)).cloned();
                self.note_steps(n, extent.as_ref().or(all.as_ref()), span);
                let names = self.names.clone();
                let var = self.names.fresh(x.text());
                let i = self.item_index(x, make::var(var.clone()), owner, false);
                let body = self.below(&i, n, |text| text.inner(|text| body(text, i.clone())))?;
                self.names = names;
                if !body.is_empty() {
                    let ty = self.host.index_type();
                    self.push_kind(StmtKind::For(For {
                        var,
                        ty,
                        first,
                        limit,
                        step,
                        hints: vec![],
                        body,
                    }));
                }
                Ok(())
            }
        }
    }

    fn item_index(&mut self, x: &Name, text: Expr, owner: u8, once: bool) -> Nat {
        let i = self.new_index(x.text(), text);
        self.belongs_to_item(&i, owner, once);
        i
    }

    /// Notes that an index differs between items.
    fn belongs_to_item(&mut self, i: &Nat, owner: u8, once: bool) {
        if let Some(name) = i.as_variable() {
            let dimension = owner;
            self.items.insert(name.clone(), ItemIndex { dimension, once });
        }
    }

    /// Who runs the iterations; `None` if that is not decided.
    fn kind(&self, strategy: Strategy) -> Option<Kind> {
        let (local, global) = &self.launch;
        // Dimensions that a launch does not mention have size one.
        let at = |extent: &elder_dpia::Extent, d: u8| {
            let one = Nat::one();
            (!extent.is_empty()).then(|| extent.get(usize::from(d)).unwrap_or(&one).clone())
        };
        Some(match strategy {
            Strategy::Global(d) => Kind {
                id: WorkItem::GlobalId,
                count: WorkItem::GlobalSize,
                dimension: d,
                extent: at(global, d),
            },
            Strategy::Workgroup(d) => Kind {
                id: WorkItem::GroupId,
                count: WorkItem::NumGroups,
                dimension: d,
                extent: match (at(global, d), at(local, d)) {
                    (Some(global), Some(local)) => global.divided_exactly(&local),
                    _ => None,
                },
            },
            Strategy::Local(d) => Kind {
                id: WorkItem::LocalId,
                count: WorkItem::LocalSize,
                dimension: d,
                extent: at(local, d),
            },
            Strategy::Any | Strategy::Seq => return None,
        })
    }

    /// The id of the work-item or work-group, under a name.
    fn id(&mut self, kind: &Kind, x: &Name) -> Expr {
        if let Some(name) = self.ids.get(&(kind.id, kind.dimension)) {
            return make::var(name.clone());
        }
        let name = self.names.fresh(x.text());
        self.push_kind(StmtKind::Declare(Declaration {
            ty: Type::Scalar(self.host.index_type()),
            space: Space::Private,
            name: name.clone(),
            dims: vec![],
            init: Some(make::work_item(kind.id, kind.dimension)),
            is_const: true,
        }));
        self.ids.insert((kind.id, kind.dimension), name.clone());
        make::var(name)
    }

    /// Pointers to a variable that is contiguous memory, as a cell; whether parts of it are updated.
    pub fn pointers(
        &mut self,
        wanted: &str,
        v: &Phrase,
        (of, is_updated): (&DataType, bool),
        env: &Environment,
        span: Span,
    ) -> Done<Rc<Cell>> {
        let many = components(of).len() > 1;
        let mut parts = Vec::new();
        for (k, component) in components(of).into_iter().enumerate() {
            let variables: Vec<Name> = component.shape.iter().map(|_| Name::fresh("d")).collect();
            for x in &variables {
                self.indexes.insert(x.clone(), make::int(0));
            }
            let path = variables
                .iter()
                .rev()
                .fold(Path::empty(), |path, x| path.with_index(Nat::var(x)));
            // Fields may stand between indexes: the path follows the type.
            let path = if component.fields.is_empty() {
                path
            } else {
                along(of, &component.fields, &variables)
            };
            let lengths = || variables.iter().zip(&component.shape);
            let in_range = |known: &Ranges| lengths().fold(known.clone(), |known, (x, n)| known.below(x, n));
            let place = self.where_known(&in_range, |text| {
                text.scalar_target(&v.project(Side::First), env, path)
            })?;
            let element = place.part.component.element;
            let component = Component { element, ..component };
            let (first, distance, space) = self.start(&place, &variables, &component.shape, span)?;
            let wanted = if many {
                format!("{wanted}_{}", k + 1)
            } else {
                wanted.to_owned()
            };
            let name = self.names.fresh(&wanted);
            // An update of a part of a word looks for the word that contains it, from the start of the memory on.
            let in_words = is_updated && space != Space::Private && !self.is_openmp() && element.bytes() < 4;
            let start = in_words.then(|| self.names.fresh(&format!("{wanted}_start")));
            let own = Own {
                name: name.clone(),
                space,
                is_array: true,
                in_registers: false,
                dropped: vec![],
                recorded: None,
                start: start.clone(),
            };
            let ty = make::shared_pointer(pointed_type(&component, space, span)?, space);
            self.push(make::declare(name, ty, Some(first)));
            if let Some(start) = start {
                let ty = Type::Scalar(self.host.index_type());
                self.push(make::declare(start, ty, Some(distance)));
            }
            parts.push(Part {
                component,
                storage: Storage::Own(own),
            });
        }
        Ok(Rc::new(Cell {
            data: of.clone(),
            parts,
        }))
    }

    /// The address of the first element of contiguous memory, and how many elements of the memory lie before it.
    fn start(
        &mut self,
        place: &super::memory::Place,
        variables: &[Name],
        shape: &[Nat],
        span: Span,
    ) -> Done<(Expr, Expr, Space)> {
        let refuse = || {
            unmet(
                &rules::DPIA_G_DBLFOR,
                span,
                "a buffer that takes turns is not contiguous memory",
            )
        };
        let expected = variables
            .iter()
            .zip(shape)
            .fold(Nat::zero(), |at, (x, n)| at.times(n).plus(&Nat::var(x)));
        let rest = self.offset(place, true).minus(&expected);
        if rest.variables().iter().any(|x| variables.contains(x)) {
            return Err(refuse());
        }
        let (space, is_array) = match &place.part.storage {
            Storage::Buffer(_) => (Space::Global, true),
            Storage::Own(own) => (own.space, own.is_array),
            Storage::Scalar(_) => return Err(refuse()),
        };
        // Pointers to vectors in global memory count their components.
        let rest = match place.part.component.width {
            Some(width) if space == Space::Global => rest.times(&Nat::lit(i64::from(width))),
            _ => rest,
        };
        // It is read in one step what was written in another.
        self.base(&place.part.storage, false);
        let base = self.base(&place.part.storage, true);
        let base = if is_array {
            base
        } else {
            Expr::Unary(UnaryOp::AddressOf, Box::new(base))
        };
        let distance = self.index_text(&rest, span)?;
        let first = if rest.is_zero() {
            base
        } else {
            make::add(base, distance.clone())
        };
        let distance = match place.part.storage.start() {
            Some(before) => make::add(make::var(before.clone()), distance),
            None => distance,
        };
        Ok((first, distance, space))
    }
}

/// A path along a type with these fields and index variables.
fn along(data: &DataType, fields: &[Side], variables: &[Name]) -> Path<Nat> {
    match data {
        DataType::Array(_, element) => match variables.split_first() {
            Some((x, rest)) => along(element, fields, rest).with_index(Nat::var(x)),
            None => Path::empty(),
        },
        DataType::Pair(a, b) => match fields.split_first() {
            Some((side, rest)) => {
                let half = if *side == Side::First { a } else { b };
                along(half, rest, variables).with(Step::Field(*side))
            }
            None => Path::empty(),
        },
        _ => Path::empty(),
    }
}

/// Perfectly nested shared loops are one loop; other shared loops within a shared loop are run by one thread.
fn collapse(f: &mut For) {
    let mut inner = 0;
    if let [
        Stmt {
            kind: StmtKind::For(only),
            ..
        },
    ] = f.body.as_mut_slice()
    {
        let parallel = only.hints.iter().position(|h| matches!(h, Hint::Parallel { .. }));
        if let Some(position) = parallel
            && let Hint::Parallel { collapse } = only.hints.remove(position)
        {
            inner = collapse;
        }
    }
    without_sharing(&mut f.body);
    for hint in &mut f.hints {
        if let Hint::Parallel { collapse } = hint {
            *collapse += inner;
        }
    }
}

/// Declares memory of work-groups within the loops over them, or, if something else uses it, before that.
pub fn declare_in_groups(block: &mut Vec<Stmt>, memory: &GroupMemory) {
    elder_syntax::effort::deeper(|| {
        if !block.iter().all(|stmt| belongs_to_groups(stmt, &memory.name)) {
            block.insert(0, memory.declare.clone());
            block.extend(memory.release.clone());
            return;
        }
        for stmt in block
            .iter_mut()
            .filter(|stmt| tidy::mentions_name(stmt, &memory.name))
        {
            match &mut stmt.kind {
                StmtKind::For(f) => match shared_loops(f) {
                    Some(loops) => declare_innermost(f, loops, memory),
                    None => declare_in_groups(&mut f.body, memory),
                },
                StmtKind::If(_, then, otherwise) => {
                    declare_in_groups(then, memory);
                    declare_in_groups(otherwise, memory);
                }
                StmtKind::While(_, body) | StmtKind::Block(body) => declare_in_groups(body, memory),
                _ => {}
            }
        }
    });
}

/// Whether a statement uses a variable only within loops that threads share, if at all.
fn belongs_to_groups(stmt: &Stmt, name: &Word) -> bool {
    elder_syntax::effort::deeper(|| {
        let all = |body: &[Stmt]| body.iter().all(|stmt| belongs_to_groups(stmt, name));
        match &stmt.kind {
            _ if !tidy::mentions_name(stmt, name) => true,
            StmtKind::For(f) => shared_loops(f).is_some() || all(&f.body),
            StmtKind::If(condition, then, otherwise) => {
                !tidy::value_mentions(condition, name) && all(then) && all(otherwise)
            }
            StmtKind::While(condition, body) => !tidy::value_mentions(condition, name) && all(body),
            StmtKind::Block(body) => all(body),
            _ => false,
        }
    })
}

/// How many perfectly nested loops the threads share, if they do.
fn shared_loops(f: &For) -> Option<u32> {
    f.hints.iter().find_map(|hint| match hint {
        Hint::Parallel { collapse } => Some(*collapse),
        _ => None,
    })
}

/// In the innermost of so many perfectly nested loops.
fn declare_innermost(f: &mut For, loops: u32, memory: &GroupMemory) {
    if loops > 1
        && let [
            Stmt {
                kind: StmtKind::For(inner),
                ..
            },
        ] = f.body.as_mut_slice()
    {
        return declare_innermost(inner, loops - 1, memory);
    }
    f.body.insert(0, memory.declare.clone());
    f.body.extend(memory.release.clone());
}

fn without_sharing(body: &mut [Stmt]) {
    elder_syntax::effort::deeper(|| {
        for stmt in body {
            match &mut stmt.kind {
                StmtKind::For(f) => {
                    f.hints.retain(|h| !matches!(h, Hint::Parallel { .. }));
                    without_sharing(&mut f.body);
                }
                StmtKind::If(_, then, otherwise) => {
                    without_sharing(then);
                    without_sharing(otherwise);
                }
                StmtKind::While(_, body) | StmtKind::Block(body) => without_sharing(body),
                _ => {}
            }
        }
    });
}

/// A number for the items that one function counts in one dimension.
fn owner(id: WorkItem, dimension: u8) -> u8 {
    (id as u8) * 4 + dimension
}

/// How many statements there are where a loop is written out, and in it those that are to be.
fn whole(f: &For) -> i64 {
    let rounds = match (&f.first, &f.limit, &f.step) {
        (Expr::Int(first), Expr::Int(limit), Expr::Int(step)) if *step > 0 => {
            limit.saturating_sub(*first).max(0).saturating_add(step - 1) / step
        }
        _ => i64::MAX,
    };
    rounds.saturating_mul(written_out(&f.body))
}

/// The same of a block.
fn written_out(block: &[Stmt]) -> i64 {
    let each = block.iter().map(|stmt| {
        elder_syntax::effort::deeper(|| match &stmt.kind {
            StmtKind::For(inner) if inner.hints.contains(&Hint::Unroll(None)) => whole(inner),
            StmtKind::For(For { body, .. }) | StmtKind::While(_, body) => written_out(body).saturating_add(1),
            StmtKind::Block(body) => written_out(body),
            StmtKind::If(_, then, otherwise) | StmtKind::Subgroups(_, then, otherwise) => {
                let sides = written_out(then).saturating_add(written_out(otherwise));
                sides.saturating_add(1)
            }
            StmtKind::Comment(_) => 0,
            _ => 1,
        })
    });
    each.fold(0, i64::saturating_add)
}
