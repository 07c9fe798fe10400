//! The checker of host programs: what can be said by variables, without running.
//!
//! One walk goes over the steps of an entry point in order, and knows of each variable whether it is bound, what it is, and whether its count of a
//! block is gone.  That two variables have the same block is not seen here; the semantics knows blocks.

use crate::host::{
    Asked, Body, Constant, Entry, Form, Kind, Loop, Operand, Parameter, Point, Program, Site, Step, Var,
    display,
};
use crate::rules::host::{
    KER_P_APART, KER_P_BODY, KER_P_DO, KER_P_KIND, KER_P_LEAK, KER_P_LIVE, KER_P_POINT, KER_P_SITE,
    KER_P_TUNED, KER_P_USE, KER_P_VAR,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use elder_syntax::{Diagnostic, Name, Rule, Span};

/// Judges a host program.
///
/// # Errors
/// Of each constant and each entry point the first thing that is wrong.
pub fn program<E>(program: &Program<E>) -> Result<(), Vec<Diagnostic>> {
    let called = [display::entry_names(program), display::constant_names(program)];
    let constants = program.constants.iter().enumerate().map(|(number, constant)| {
        let names = display::variables(&constant.names);
        let mut checker = Checker::new(program, number, &names, &called, constant.span);
        checker.body(&constant.body, &[], &constant.results)
    });
    let points = program.points.iter().map(|point| {
        let names = display::variable_names(point);
        let mut checker = Checker::new(program, program.constants.len(), &names, &called, point.span);
        checker.point(point)
    });
    let all = constants.chain(points);
    let errors: Vec<Diagnostic> = all.filter_map(Result::err).map(|error| *error).collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// The result of judging something.
type Judged<T = ()> = Result<T, Box<Diagnostic>>;

/// What is known of a variable.
#[derive(Clone, Copy, Debug, Default)]
struct Variable {
    /// Whether something bound it, be it elsewhere.
    is_bound: bool,
    /// What it is, while it is in scope.
    kind: Option<Kind>,
    /// Whether its count was given back or handed over.
    is_gone: bool,
}

/// The judgement of one constant or entry point.
struct Checker<'p, E> {
    entries: &'p [Entry<E>],
    /// The constants that it may use.
    constants: &'p [Constant],
    names: &'p [Name],
    entry_names: &'p [Name],
    constant_names: &'p [Name],
    variables: Vec<Variable>,
    /// The variables whose counts are gone, in order.
    spent: Vec<Var>,
    span: Span,
}

impl<'p, E> Checker<'p, E> {
    /// Nothing yet of variables of these names, where so many constants stand before; entries and constants are called so.
    fn new(
        program: &'p Program<E>,
        before: usize,
        names: &'p [Name],
        [entry_names, constant_names]: &'p [Vec<Name>; 2],
        span: Span,
    ) -> Checker<'p, E> {
        Checker {
            entries: &program.entries,
            constants: program.constants.get(..before).unwrap_or_default(),
            names,
            entry_names,
            constant_names,
            variables: vec![Variable::default(); names.len()],
            spent: Vec::new(),
            span,
        }
    }

    fn refuse<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Judged<T> {
        Err(Box::new(Diagnostic::error(
            rule.refuse(premise),
            self.span,
            message,
        )))
    }

    fn name(&self, var: Var) -> &str {
        self.names.get(var.index()).map_or("?", |name| name.as_str())
    }

    /// KER-P-POINT
    fn point(&mut self, point: &Point) -> Judged {
        KER_P_POINT.apply();
        let mut bound: Vec<(Var, Kind)> = Vec::new();
        bound.extend(point.sizes.iter().map(|size| (*size, SIZE)));
        for parameter in &point.parameters {
            let kind = match parameter.shape.is_empty() {
                true => Kind::Scalar(parameter.element),
                false => Kind::Block(parameter.element),
            };
            bound.push((parameter.var, kind));
        }
        for parameter in &point.parameters {
            self.shape(parameter, &bound)?;
        }
        let results = point.results.iter();
        let results: Vec<Kind> = results
            .flat_map(|output| {
                let last = match output.rank {
                    0 => Kind::Scalar(output.element),
                    _ => Kind::Block(output.element),
                };
                std::iter::repeat_n(SIZE, output.rank).chain([last])
            })
            .collect();
        self.body(&point.body, &bound, &results)
    }

    fn shape(&self, parameter: &Parameter, bound: &[(Var, Kind)]) -> Judged {
        let known = |size: &Operand| match size {
            Operand::Const(value) => value.prim_type() == PrimType::I64,
            Operand::Var(var) => bound.contains(&(*var, SIZE)),
        };
        if !parameter.shape.iter().all(known) {
            let message = format!(
                "the shape of `{}` has a size that nothing says",
                self.name(parameter.var)
            );
            return self.refuse(&KER_P_POINT, "size", message);
        }
        match parameter.unique && parameter.shape.is_empty() {
            true => {
                let message = format!("`{}` is a scalar", self.name(parameter.var));
                self.refuse(&KER_P_POINT, "scalar", message)
            }
            false => Ok(()),
        }
    }

    /// KER-P-VAR: a variable is bound.
    fn bind(&mut self, var: Var, kind: Kind) -> Judged {
        KER_P_VAR.apply();
        match self.variables.get_mut(var.index()) {
            Some(variable) if !variable.is_bound => {
                *variable = Variable {
                    is_bound: true,
                    kind: Some(kind),
                    is_gone: false,
                };
                Ok(())
            }
            Some(_) => self.refuse(&KER_P_VAR, "once", format!("`{}` is bound twice", self.name(var))),
            None => self.refuse(
                &KER_P_VAR,
                "scope",
                format!("a variable of number {} has no name", var.0),
            ),
        }
    }

    /// KER-P-VAR: what a variable is.
    fn kind(&self, var: Var) -> Judged<Kind> {
        KER_P_VAR.apply();
        match self.variables.get(var.index()).and_then(|variable| variable.kind) {
            Some(kind) => Ok(kind),
            None => self.refuse(
                &KER_P_VAR,
                "scope",
                format!("`{}` is not bound here", self.name(var)),
            ),
        }
    }

    /// KER-P-KIND: something is of the kind that is asked for.
    fn same(&self, what: &str, found: Kind, wanted: Kind) -> Judged {
        KER_P_KIND.apply();
        match found == wanted {
            true => Ok(()),
            false => self.refuse(
                &KER_P_KIND,
                "same",
                format!("{what} is {found} where {wanted} is asked for"),
            ),
        }
    }

    /// What an operand is, which is not handed over.
    fn scalar(&self, operand: Operand, wanted: PrimType) -> Judged {
        match operand {
            Operand::Const(value) => self.same(
                "the number",
                Kind::Scalar(value.prim_type()),
                Kind::Scalar(wanted),
            ),
            Operand::Var(var) => {
                let what = format!("`{}`", self.name(var));
                self.same(&what, self.kind(var)?, Kind::Scalar(wanted))
            }
        }
    }

    fn scalars(&self, operands: &[Operand], wanted: &[PrimType]) -> Judged {
        let mut pairs = operands.iter().zip(wanted);
        pairs.try_for_each(|(operand, wanted)| self.scalar(*operand, *wanted))
    }

    fn size(&self, operand: Operand) -> Judged {
        self.scalar(operand, PrimType::I64)
    }

    /// KER-P-LIVE: the type of the elements of a block that is there.
    fn block(&self, var: Var) -> Judged<PrimType> {
        match self.kind(var)? {
            Kind::Block(element) => {
                KER_P_LIVE.apply();
                let variable = self.variables.get(var.index());
                match variable.is_some_and(|variable| variable.is_gone) {
                    true => {
                        let message = format!("`{}` was dropped or handed over before", self.name(var));
                        self.refuse(&KER_P_LIVE, "live", message)
                    }
                    false => Ok(element),
                }
            }
            found => {
                let message = format!("`{}` is {found} where a block is asked for", self.name(var));
                self.refuse(&KER_P_KIND, "same", message)
            }
        }
    }

    /// A block that is there, of such elements.
    fn block_of(&self, var: Var, wanted: PrimType) -> Judged {
        let what = format!("`{}`", self.name(var));
        self.same(&what, Kind::Block(self.block(var)?), Kind::Block(wanted))
    }

    /// The count of a variable is gone from here on.
    fn spend(&mut self, var: Var) -> Judged<PrimType> {
        let element = self.block(var)?;
        if let Some(variable) = self.variables.get_mut(var.index()) {
            variable.is_gone = true;
        }
        self.spent.push(var);
        Ok(element)
    }

    /// Something is given for a variable of that kind: a block is handed over.
    fn hand(&mut self, operand: Operand, wanted: Kind) -> Judged {
        match (operand, wanted) {
            (Operand::Var(var), Kind::Block(element)) if matches!(self.kind(var)?, Kind::Block(_)) => {
                self.block_of(var, element)?;
                self.spend(var).map(|_| ())
            }
            (Operand::Var(var), _) => {
                let what = format!("`{}`", self.name(var));
                self.same(&what, self.kind(var)?, wanted)
            }
            (Operand::Const(value), _) => self.same("the number", Kind::Scalar(value.prim_type()), wanted),
        }
    }

    /// KER-P-BODY, KER-P-LEAK: steps with what they begin with, and what they give.
    fn body(&mut self, body: &Body, params: &[(Var, Kind)], results: &[Kind]) -> Judged {
        elder_syntax::effort::deeper(|| {
            let mut bound: Vec<Var> = Vec::new();
            for (var, kind) in params {
                self.bind(*var, *kind)?;
                bound.push(*var);
            }
            for step in &body.steps {
                self.step(step).map_err(|error| self.within(step, error))?;
                for (var, kind) in step.binds() {
                    self.bind(var, kind).map_err(|error| self.within(step, error))?;
                    bound.push(var);
                }
            }
            KER_P_BODY.apply();
            if body.results.len() != results.len() {
                let message = format!("a body gives {} for {}", body.results.len(), results.len());
                return self.refuse(&KER_P_BODY, "count", message);
            }
            for (given, wanted) in body.results.iter().zip(results) {
                self.hand(*given, *wanted)?;
            }
            self.leave(&bound)
        })
    }

    /// KER-P-LEAK: these variables are not in scope any more.
    fn leave(&mut self, bound: &[Var]) -> Judged {
        KER_P_LEAK.apply();
        for var in bound {
            let Some(variable) = self.variables.get_mut(var.index()) else {
                continue;
            };
            if let Some(Kind::Block(_)) = variable.kind.take()
                && !variable.is_gone
            {
                let message = format!("`{}` is neither dropped nor handed over", self.name(*var));
                return self.refuse(&KER_P_LEAK, "dropped", message);
            }
        }
        Ok(())
    }

    /// An error of a step, with the innermost step.
    fn within(&self, step: &Step, mut error: Box<Diagnostic>) -> Box<Diagnostic> {
        if error.notes.is_empty() {
            let line = display::step(step, self.names, self.entry_names, self.constant_names);
            error.notes.push(format!("in the step `{line}`"));
            error.span = place(step).unwrap_or(error.span);
        }
        error
    }

    fn step(&mut self, step: &Step) -> Judged {
        match step {
            Step::Let {
                function,
                operands,
                site,
                ..
            } => self.function(*function, operands, site.as_ref()),
            Step::Ask { number, .. } => self.asked(number),
            Step::Check { holds, numbers, site } => {
                self.scalar(*holds, PrimType::Bool)?;
                for number in numbers {
                    if let Operand::Var(var) = number
                        && let kind @ Kind::Block(_) = self.kind(*var)?
                    {
                        let message = format!("`{}` is {kind} where a number is asked for", self.name(*var));
                        return self.refuse(&KER_P_KIND, "same", message);
                    }
                }
                self.site(site, numbers.len())
            }
            Step::Alloc { count, .. } => self.size(*count),
            Step::Share { element, of, .. } => self.block_of(*of, *element),
            Step::Use { constant, results } => self.constant(*constant, results),
            Step::Drop(var) => self.spend(*var).map(|_| ()),
            Step::Read {
                element,
                block,
                index,
                ..
            } => {
                self.block_of(*block, *element)?;
                self.size(*index)
            }
            Step::Write { block, index, value } => {
                let element = self.block(*block)?;
                self.size(*index)?;
                self.scalar(*value, element)
            }
            Step::Copy {
                from,
                from_offset,
                to,
                to_offset,
                count,
            } => {
                let element = self.block(*from)?;
                self.block_of(*to, element)?;
                [from_offset, to_offset, count]
                    .into_iter()
                    .try_for_each(|size| self.size(*size))
            }
            Step::Fill {
                block,
                offset,
                count,
                value,
            } => {
                let element = self.block(*block)?;
                self.size(*offset)?;
                self.size(*count)?;
                self.scalar(*value, element)
            }
            Step::Do {
                entry,
                sizes,
                scalars,
                reads,
                writes,
                updates,
            } => {
                let all = [reads.as_slice(), writes, updates];
                self.interface(*entry, sizes, scalars, all)?;
                self.apart(reads, &[writes.as_slice(), updates].concat())
            }
            Step::Observe(of) => {
                self.block_of(of.block, of.element)?;
                of.operands().try_for_each(|number| self.size(number))
            }
            Step::If {
                condition,
                then,
                otherwise,
                results,
            } => {
                self.scalar(*condition, PrimType::Bool)?;
                let results: Vec<Kind> = results.iter().map(|(_, kind)| *kind).collect();
                self.branches(then, otherwise, &results)
            }
            Step::Loop(of) => self.looping(of),
        }
    }

    /// KER-P-SITE: a function, with what is said if it has no value.
    fn function(&self, function: PrimFn, operands: &[Operand], site: Option<&Site>) -> Judged {
        KER_P_SITE.apply();
        let parameters = function.parameters();
        if operands.len() != parameters.len() {
            let message = format!("`{function}` takes {} operands", parameters.len());
            return self.refuse(&KER_P_KIND, "same", message);
        }
        self.scalars(operands, &parameters)?;
        match (partial(function), site) {
            (None, Some(_)) => {
                let message = format!("`{function}` has a value always");
                self.refuse(&KER_P_SITE, "needless", message)
            }
            (Some(has_value), None) if !operands.get(1).is_some_and(|operand| has_value(*operand)) => {
                let message = format!("nothing says what is wrong if `{function}` has no value");
                self.refuse(&KER_P_SITE, "needed", message)
            }
            (_, Some(site)) => self.site(site, operands.len()),
            (_, None) => Ok(()),
        }
    }

    /// KER-P-SITE: the message of a site finds its numbers.
    fn site(&self, site: &Site, numbers: usize) -> Judged {
        KER_P_SITE.apply();
        let places = site.message.matches("{}").count();
        match places <= numbers {
            true => Ok(()),
            false => {
                let message = format!("the message speaks of {places} numbers and has {numbers}");
                self.refuse(&KER_P_SITE, "numbers", message)
            }
        }
    }

    /// KER-P-TUNED
    fn asked(&self, number: &Asked) -> Judged {
        KER_P_TUNED.apply();
        match number {
            Asked::Tuned { name, default } if *default <= 0 => {
                let message = format!("`{name}` is {default} where nobody has tuned it");
                self.refuse(&KER_P_TUNED, "above", message)
            }
            Asked::Tuned { .. } | Asked::Limit(_) => Ok(()),
        }
    }

    /// KER-P-USE
    fn constant(&self, constant: usize, results: &[(Var, Kind)]) -> Judged {
        KER_P_USE.apply();
        let Some(used) = self.constants.get(constant) else {
            return self.refuse(&KER_P_USE, "before", "there is no such constant before this");
        };
        if used.results.len() != results.len() {
            let name = self
                .constant_names
                .get(constant)
                .map_or("?", |name| name.as_str());
            let message = format!("`{name}` gives {} for {}", used.results.len(), results.len());
            return self.refuse(&KER_P_BODY, "count", message);
        }
        for ((var, found), wanted) in results.iter().zip(&used.results) {
            let what = format!("`{}`", self.name(*var));
            self.same(&what, *found, *wanted)?;
        }
        Ok(())
    }

    /// KER-P-DO
    fn interface(
        &self,
        entry: usize,
        sizes: &[Operand],
        scalars: &[Operand],
        [reads, writes, updates]: [&[Var]; 3],
    ) -> Judged {
        KER_P_DO.apply();
        let Some(Entry { interface, .. }) = self.entries.get(entry) else {
            return self.refuse(&KER_P_DO, "entry", "there is no such entry");
        };
        let blocks = [
            (reads, &interface.reads),
            (writes, &interface.writes),
            (updates, &interface.updates),
        ];
        let agree = (sizes.len(), scalars.len()) == (interface.sizes, interface.scalars.len())
            && blocks.iter().all(|(given, wanted)| given.len() == wanted.len());
        if !agree {
            let name = self.entry_names.get(entry).map_or("?", |name| name.as_str());
            let message = format!("`{name}` takes other numbers of sizes, scalars and blocks");
            return self.refuse(&KER_P_DO, "count", message);
        }
        sizes.iter().try_for_each(|size| self.size(*size))?;
        self.scalars(scalars, &interface.scalars)?;
        for (given, wanted) in blocks {
            for (var, element) in given.iter().zip(wanted) {
                self.block_of(*var, *element)?;
            }
        }
        Ok(())
    }

    /// KER-P-APART
    fn apart(&self, reads: &[Var], written: &[Var]) -> Judged {
        KER_P_APART.apply();
        for (k, var) in written.iter().enumerate() {
            let others = written.get(k + 1..).unwrap_or_default();
            if reads.contains(var) || others.contains(var) {
                let message = format!("`{}` is written and given again", self.name(*var));
                return self.refuse(&KER_P_APART, "apart", message);
            }
        }
        Ok(())
    }

    /// KER-P-LEAK: two bodies of which one is done.
    fn branches(&mut self, then: &Body, otherwise: &Body, results: &[Kind]) -> Judged {
        let first = self.spent_by(|checker| checker.body(then, &[], results))?;
        for var in &first {
            if let Some(variable) = self.variables.get_mut(var.index()) {
                variable.is_gone = false;
            }
        }
        let second = self.spent_by(|checker| checker.body(otherwise, &[], results))?;
        let mut differing = first.iter().filter(|var| !second.contains(var));
        let mut others = second.iter().filter(|var| !first.contains(var));
        match differing.next().or_else(|| others.next()) {
            Some(var) => {
                let message = format!("`{}` is left by one branch only", self.name(*var));
                self.refuse(&KER_P_LEAK, "same", message)
            }
            None => {
                self.spent.extend(second);
                Ok(())
            }
        }
    }

    /// The variables from outside whose counts are gone behind this.
    fn spent_by(&mut self, inside: impl FnOnce(&mut Self) -> Judged) -> Judged<Vec<Var>> {
        let before = self.spent.len();
        inside(self)?;
        let spent = self.spent.split_off(before);
        let is_outer = |var: &Var| self.variables.get(var.index()).is_some_and(|v| v.kind.is_some());
        Ok(spent.into_iter().filter(is_outer).collect())
    }

    /// KER-P-BODY, KER-P-LEAK
    fn looping(&mut self, of: &Loop) -> Judged {
        let params: Vec<(Var, Kind)> = of.params.iter().map(|(var, kind, _)| (*var, *kind)).collect();
        let kinds: Vec<Kind> = params.iter().map(|(_, kind)| *kind).collect();
        for (_, kind, begins) in &of.params {
            self.hand(*begins, *kind)?;
        }
        let mut bound = params;
        match &of.form {
            Form::For {
                index,
                ty,
                bound: most,
            } => {
                if !ty.is_integer() {
                    let message = format!("`{}` counts in {ty}", self.name(*index));
                    return self.refuse(&KER_P_KIND, "same", message);
                }
                self.scalar(*most, *ty)?;
                bound.push((*index, Kind::Scalar(*ty)));
            }
            Form::While(number) => match of.params.get(*number) {
                Some((var, kind, _)) => {
                    let what = format!("`{}`", self.name(*var));
                    self.same(&what, *kind, Kind::Scalar(PrimType::Bool))?;
                }
                None => {
                    return self.refuse(
                        &KER_P_BODY,
                        "condition",
                        "the condition is no parameter of the loop",
                    );
                }
            },
        }
        let spent = self.spent_by(|checker| checker.body(&of.body, &bound, &kinds))?;
        if let Some(var) = spent.first() {
            let message = format!("`{}` is not of the loop, whose body leaves it", self.name(*var));
            return self.refuse(&KER_P_LEAK, "same", message);
        }
        let results: Vec<Kind> = of.results.iter().map(|(_, kind)| *kind).collect();
        if results.len() != kinds.len() {
            let message = format!("a loop gives {} for {}", kinds.len(), results.len());
            return self.refuse(&KER_P_BODY, "count", message);
        }
        for ((var, found), wanted) in of.results.iter().zip(kinds) {
            let what = format!("`{}`", self.name(*var));
            self.same(&what, *found, wanted)?;
        }
        Ok(())
    }
}

/// What sizes are.
const SIZE: Kind = Kind::Scalar(PrimType::I64);

/// Of a function that has no value for some operands: whether it has one, whatever the others are, for this second one.
fn partial(function: PrimFn) -> Option<fn(Operand) -> bool> {
    match function {
        PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ty) if ty.is_integer() => {
            Some(|divisor| matches!(divisor, Operand::Const(value) if value.bits() != 0))
        }
        PrimFn::Bin(BinOp::Pow, ty) if ty.is_signed() => Some(|exponent| match exponent {
            Operand::Const(value) => value.bits() >> (8 * value.prim_type().bytes() - 1) == 0,
            Operand::Var(_) => false,
        }),
        _ => None,
    }
}

/// Where a step stands, if it says that.
fn place(step: &Step) -> Option<Span> {
    let place = match step {
        Step::Let { site, .. } => site.as_ref().map(|site| site.span),
        Step::Check { site, .. } => Some(site.span),
        Step::Alloc { span, .. } => Some(*span),
        _ => None,
    };
    place.filter(|place| *place != Span::NONE)
}

#[cfg(test)]
mod tests;
