//! One kernel, its parameters and its launch (DPIA-G-LAUNCH, DPIA-G-PARAM).

use super::{Host, Rank};
use crate::dpia::lower::environment::Environment;
use crate::dpia::lower::loops::declare_in_groups;
use crate::dpia::lower::text::{Done, Text};
use crate::dpia::lower::{branches, narrow, tidy};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Extent, Phrase, PrimType};
use elder_kernel::c::{Function, Param, Space, Type};
use elder_kernel::make;
use elder_kernel::plan::{Argument, Kernel, Launch, Step};
use elder_kernel::print::Dialect;
use elder_kernel::size::Size;
use elder_syntax::Name as Word;

impl Host {
    /// One kernel and its launch.
    pub(super) fn kernel(
        &mut self,
        body: &Phrase,
        env: &Environment,
        launch: (Extent, Extent),
    ) -> Done<Vec<Step>> {
        rules::DPIA_G_LAUNCH.apply();
        let span = body.span;
        let name = match self.kernel_count {
            0 | 1 => self.names.fresh(&self.kernel_name.clone()),
            _ => {
                let number = self.plan.kernels.len() + 1;
                self.names.fresh(&format!("{}_{number}", self.kernel_name))
            }
        };
        let names = self.names.clone();
        let mut text = Text::new(self, names, launch.clone());
        text.span = span;
        let mut block = text.inner(|text| text.command(body, env))?;
        let stop = text.stops(&block);
        block.splice(0..0, std::mem::take(&mut text.locals));
        text.uses.failure |= stop.is_some();
        let uses = std::mem::take(&mut text.uses);
        let locals = std::mem::take(&mut text.local_parameters);
        let local_bytes = text.local_bytes;
        let terms = std::mem::take(&mut text.terms);
        let mut block = tidy::block(block);
        if !text.is_openmp() {
            block = branches::flat(block, &mut text.names);
        }
        for memory in text.group_memory.iter().rev() {
            declare_in_groups(&mut block, memory);
        }
        if block.is_empty() {
            return Ok(vec![]);
        }
        block.splice(0..0, stop);

        self.plan.terms.extend(terms);
        rules::DPIA_G_PARAM.apply();
        rules::DPIA_G_RESTRICT.apply();
        let has_barrier = block.iter().any(branches::has_barrier);
        let writes = |reads: bool| match has_barrier && reads {
            true => make::shared_pointer,
            false => make::pointer,
        };
        let mut parameters: Vec<((Rank, usize), Param, Argument)> = Vec::new();
        for (key, access) in &uses.buffers {
            let Some((buffer, word)) = self.buffers.get(key) else {
                continue;
            };
            let element = self.plan.buffers[buffer.0].element.clone();
            let pointer = match access.writes {
                true => writes(access.reads)(element, Space::Global),
                false => make::const_pointer(element, Space::Global),
            };
            parameters.push((
                (key.0, key.1),
                make::param(word.clone(), pointer),
                Argument::Buffer(*buffer),
            ));
        }
        for key in &uses.scalars {
            let Some(scalar) = self.scalars.get(key) else {
                continue;
            };
            let parameter = make::param(scalar.word.clone(), Type::Scalar(scalar.ty));
            parameters.push(((Rank::Input, key.0), parameter, Argument::Input(scalar.input)));
        }
        parameters.sort_by_key(|(position, ..)| *position);
        let (mut params, mut arguments): (Vec<Param>, Vec<Argument>) = parameters
            .into_iter()
            .map(|(_, param, argument)| (param, argument))
            .unzip();
        for (param, argument) in locals {
            params.push(param);
            arguments.push(argument);
        }
        if uses.failure
            && let Some(failures) = &self.plan.failures
        {
            params.push(make::param(
                self.failure.clone(),
                writes(true)(Type::Scalar(PrimType::I32), Space::Global),
            ));
            arguments.push(Argument::Buffer(failures.record));
        }
        let mut words: Vec<Word> = uses
            .sizes
            .iter()
            .filter_map(|x| self.sizes.get(x).cloned())
            .collect();
        words.sort();
        let own_sizes = words.iter().cloned().collect();
        for word in words {
            params.push(make::param(word.clone(), Type::Scalar(self.plan.index)));
            self.plan.terms.add(Size::Var(word.clone()), span);
            arguments.push(Argument::Size(Size::Var(word), self.plan.index));
        }

        let (local, global) = launch;
        let work_items = self.extent(&global, span)?;
        if self.dialect == Dialect::OpenCl {
            // Kernels ask who they are.
            for size in &work_items {
                self.plan.terms.add(size.clone(), span);
            }
        }
        let group = if local.is_empty() {
            None
        } else {
            Some(self.extent(&local, span)?)
        };
        if let Some(group) = &group {
            self.check_groups(group, &work_items, span);
        }
        let constant = |size: &Size| match size {
            Size::Const(n) => u64::try_from(*n).ok().filter(|n| *n > 0),
            _ => None,
        };
        let required = group
            .as_ref()
            .and_then(|[x, y, z]| Some([constant(x)?, constant(y)?, constant(z)?]));
        if self.dialect == Dialect::OpenCl && self.plan.index == PrimType::I32 {
            let known = |sizes: &[Size; 3]| sizes.each_ref().map(constant);
            let items = narrow::Items {
                group: group.as_ref().map_or([None; 3], known),
                launch: known(&work_items),
            };
            block = narrow::kernel(block, &params, &own_sizes, items);
        }
        let function = Function {
            name,
            is_kernel: true,
            result: Type::Void,
            params,
            body: block,
            required_work_group: required,
            comment: None,
            span,
        };
        let kernel = self.plan.add_kernel(Kernel {
            function,
            local_bytes,
        });
        Ok(vec![Step::Launch(Launch {
            kernel,
            global: work_items,
            local: group,
            arguments,
        })])
    }
}
