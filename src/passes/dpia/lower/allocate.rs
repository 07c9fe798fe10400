//! New cells within kernels: private and local memory, and which dimensions of it each work-item does without (DPIA-G-NEW, -MEMORY).

use super::memory::{Cell, Own, Part, Storage, element_type, part_name, room, unmet};
use super::text::{Done, GroupMemory, Level, Recorded, Text};
use elder_dpia::entry::{Component, components};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{AddressSpace, DataType, Nat};
use elder_kernel::c::{Declaration, Expr, Space, Stmt, StmtKind, Type};
use elder_kernel::make;
use elder_kernel::plan::Argument;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name as Word, Span};
use std::rc::Rc;

/// Private arrays of at most so many elements are meant to lie in registers.
const REGISTERS: i64 = 256;

/// Arrays of at most so many bytes are put on the stack of C with OpenMP.
const STACK_BYTES: i64 = 1 << 16;

impl Text<'_> {
    /// A new cell (DPIA-G-NEW, DPIA-O-NEW).  `dropped` says which dimensions of each part the work-items do without.
    pub fn allocate(
        &mut self,
        wanted: &str,
        data: DataType,
        space: AddressSpace,
        dropped: &[Vec<bool>],
        recorded: Option<usize>,
        span: Span,
    ) -> Done<Rc<Cell>> {
        let parts = self.host.components(&data);
        let many = parts.len() > 1;
        let mut out = Vec::with_capacity(parts.len());
        for (k, component) in parts.into_iter().enumerate() {
            let wanted = part_name(wanted, k, many);
            let dropped = dropped.get(k).cloned().unwrap_or_default();
            let recorded = recorded.map(|r| r + k);
            let storage = self.declare_part(&wanted, &component, space, dropped, recorded, span)?;
            out.push(Part { component, storage });
        }
        Ok(Rc::new(Cell { data, parts: out }))
    }

    fn declare_part(
        &mut self,
        wanted: &str,
        component: &Component,
        space: AddressSpace,
        dropped: Vec<bool>,
        recorded: Option<usize>,
        span: Span,
    ) -> Done<Storage> {
        let kept = |d: usize| !dropped.get(d).copied().unwrap_or(false);
        let shape = component
            .shape
            .iter()
            .enumerate()
            .filter(|(d, _)| kept(*d))
            .map(|(_, n)| n);
        let count = room(shape.fold(Nat::one(), |product, n| product.times(n)));
        let is_array = component.shape.iter().enumerate().any(|(d, _)| kept(d));
        let ty = element_type(component, span)?;
        let bytes = elder_kernel::layout::layout(&ty, &[]).map_or(16, |l| l.size) as i64;
        let name = self.names.fresh(wanted);
        let constant = count.as_constant();
        let c_space = match space {
            AddressSpace::Private => Space::Private,
            AddressSpace::Local => Space::Local,
            AddressSpace::Global => {
                return Err(unmet(
                    &rules::DPIA_G_MEMORY,
                    span,
                    "global memory cannot be allocated within a kernel",
                ));
            }
        };
        let space_wanted = space;
        let own = |space: Space| {
            Storage::Own(Own {
                name: name.clone(),
                space,
                is_array,
                in_registers: space_wanted == AddressSpace::Private
                    && constant.is_some_and(|n| n <= REGISTERS),
                dropped: dropped.clone(),
                recorded,
                start: None,
            })
        };
        let dims = match (is_array, constant) {
            (false, _) => vec![],
            (true, Some(n)) if c_space == Space::Local && !self.is_openmp() => {
                vec![make::int(whole_words(n.max(1), bytes))]
            }
            (true, Some(n)) => vec![make::int(n.max(1))],
            (true, None) => {
                // After a failure there is an element 0 (DPIA-G-TRAP).
                let has_one = !self.is_openmp()
                    || count.minus(&Nat::one()).is_nonnegative(&self.known)
                    || !self.host.may_fail();
                let count = match has_one {
                    true => count.clone(),
                    false => count.maximum(&Nat::one()),
                };
                vec![self.index_text(&count, span)?]
            }
        };
        let declaration = |space: Space| Declaration {
            ty: ty.clone(),
            space,
            name: name.clone(),
            dims: dims.clone(),
            init: None,
            is_const: false,
        };
        if self.is_openmp() {
            // An iteration has its own, whatever the space; work-items are iterations of its loops.
            rules::DPIA_G_NEW.apply();
            let is_small = constant.is_some_and(|n| n.saturating_mul(bytes) <= STACK_BYTES);
            let (declare, release) = if is_array && !is_small {
                heap_array(&name, &ty, dims, bytes)
            } else {
                (StmtKind::Declare(declaration(Space::Private)), None)
            };
            if space == AddressSpace::Local && !self.in_parallel {
                // Each work-group has its own: it is declared within the loop over work-groups.
                let declare = Stmt::new(declare).at(self.span);
                self.group_memory.push(GroupMemory {
                    name: name.clone(),
                    declare,
                    release,
                });
                self.host.keep_name(&name);
            } else {
                self.push_kind(declare);
                self.heap.extend(release);
            }
            return Ok(own(Space::Private));
        }
        match (c_space, constant) {
            (Space::Local, None) => {
                rules::DPIA_G_MEMORY.apply();
                let pointer = make::shared_pointer(ty.clone(), Space::Local);
                let count = self.host.size(&count, span)?;
                let argument = Argument::Local {
                    element: ty.clone(),
                    count,
                };
                self.local_parameters
                    .push((make::param(name.clone(), pointer), argument));
            }
            (Space::Local, Some(n)) => {
                rules::DPIA_G_MEMORY.apply();
                self.local_bytes += u64::try_from(whole_words(n, bytes).saturating_mul(bytes)).unwrap_or(0);
                let declare = Stmt::new(StmtKind::Declare(declaration(Space::Local)));
                self.locals.push(declare.at(self.span));
            }
            _ => {
                rules::DPIA_G_NEW.apply();
                if constant.is_none() {
                    let refusal = rules::DPIA_G_NEW.refuse("size");
                    let message = "only the run knows how many elements this private array has";
                    let refused = Diagnostic::error(refusal, span, message);
                    let help = "give it a length that the launch knows; on a processor, C with OpenMP has such arrays";
                    return Err(Box::new(refused.with_help(help)));
                }
                self.push_kind(StmtKind::Declare(declaration(Space::Private)));
            }
        }
        // The name of local memory stands at the top of the kernel: no other may take it in any block.
        if c_space == Space::Local {
            self.host.keep_name(&name);
        }
        Ok(own(c_space))
    }

    /// Whether a new private array would outlive a loop over work-items.
    pub fn outlives_items(&self, space: AddressSpace, data: &DataType) -> bool {
        let private = space == AddressSpace::Private && self.level < Level::Item;
        private && components(data).iter().any(|c| !c.shape.is_empty())
    }

    /// Which dimensions of a recorded private array each work-item does without: those at which all accesses are at the item's own index
    /// (DPIA-G-NEW).  The items of a group must not read each other's.
    pub fn own_dimensions(&self, rank: usize, accesses: &[Recorded], span: Span) -> Done<Vec<bool>> {
        // What is written outside of all loops over work-items, each item has computed in full.
        if accesses.iter().all(|access| !access.by_item) {
            return Ok(vec![false; rank]);
        }
        let mut dropped = Vec::with_capacity(rank);
        for d in 0..rank {
            let owner = |access: &Recorded| {
                let indexes = &access.indexes;
                let own = indexes
                    .get(d)?
                    .as_variable()
                    .and_then(|x| self.items.get(x).copied());
                let mentions = indexes[d].variables().iter().any(|x| self.items.contains_key(x));
                match own {
                    Some(own) => Some(Some(own)),
                    None if mentions => None,
                    None => Some(None),
                }
            };
            let mut owners = accesses.iter().map(owner);
            let first = owners.next().unwrap_or(Some(None));
            if first.is_none() || owners.any(|other| other != first) {
                let refusal = rules::DPIA_G_NEW.refuse("items");
                let message = "this private array would have to be shared by the work-items of a group";
                let refused = Diagnostic::error(refusal, span, message)
                    .with_note(format!(
                        "dimension {d} is not always accessed at the index of the same loop over work-items"
                    ))
                    .with_help("put it in local memory: `toLocal`");
                return Err(Box::new(refused));
            }
            // In C with OpenMP the items are iterations of loops, one after the other, in one array.
            dropped.push(!self.is_openmp() && first.flatten().is_some_and(|own| own.once));
        }
        Ok(dropped)
    }
}

/// So many numbers or some more, which fill words of 32 bits: updates of bytes swap the word that has them.
fn whole_words(count: i64, bytes: i64) -> i64 {
    let each = 4 / bytes.clamp(1, 4);
    count
        .div_euclid(each)
        .saturating_add(i64::from(count.rem_euclid(each) > 0))
        * each
}

/// C with OpenMP: an array that is too large for the stack, and what gives it back.
fn heap_array(name: &Word, ty: &Type, dims: Vec<Expr>, bytes: i64) -> (StmtKind, Option<Stmt>) {
    let count = dims.into_iter().next().unwrap_or(make::int(1));
    let count = Expr::Cast(Type::Scalar(PrimType::U64), Box::new(count));
    let size = make::mul(count, make::int(bytes));
    let pointer = make::pointer(ty.clone(), Space::Private);
    let declare = make::declare(name.clone(), pointer, Some(make::call("malloc", vec![size])));
    let release = StmtKind::Call("free".into(), vec![make::var(name.clone())]);
    (declare.kind, Some(Stmt::new(release)))
}
