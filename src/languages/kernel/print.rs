//! From trees to text, for both dialects.
//!
//! The text is meant to be read: parentheses only where they are needed (or where a
//! reader would have to look the precedence up), a statement a line, names as the
//! tree has them.  Next to the text stands the place of the source that each of its
//! lines comes from, so that what a device's compiler says about a line can be shown
//! at the line of the source.
//!
//! Expressions are printed by [`expression`], statements and functions here.

mod expression;

use crate::c::*;
use crate::prim::helpers::Helpers;
use crate::prim::{scalar_name, short_name, vector_name};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};
use std::collections::BTreeSet;
use std::fmt::Write;

pub use crate::prim::Dialect;
pub(crate) use expression::{Text, apply, level, symbol};

/// What the text shows beside the program.
#[derive(Default)]
pub struct Options<'a> {
    /// The number of the source's line for a place; with it, statements say which line they come from.
    pub line_of: Option<&'a dyn Fn(Span) -> Option<usize>>,
    /// What the linker and the host call kernels.
    pub symbols: Symbols,
}

/// What the linker and the host call kernels.
///
/// A symbol of the name that a program gives to a kernel may be another function's: `rand`, `read`, `environ` of C's library, or
/// one of those that a driver brings along.  So a text that is compiled has no such symbol; for texts that others compile there is
/// [`crate::Plan::published`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symbols {
    /// The names of the program: a text to be read.
    #[default]
    Own,
    /// Those of [`public_name`]. In C with OpenMP even they stay in the text, and for each kernel there is a function
    /// `void elder_call_…(void **arguments)` instead ([`entry_name`]), which takes the address of each argument: for those who
    /// load the compiled text.
    Loaded,
}

/// A text, and where its lines come from.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The place of the source for each line, [`Span::NONE`] if there is none.
    pub lines: Vec<Span>,
}

/// What a text of OpenCL C may need that not every device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// Numbers of double precision.
    Double,
    /// Atomic operations on 64 bits.
    LongAtomics,
}

impl Extension {
    /// All of them.
    pub const ALL: [Extension; 2] = [Extension::Double, Extension::LongAtomics];

    /// What OpenCL calls it.
    pub fn name(self) -> &'static str {
        match self {
            Extension::Double => "cl_khr_fp64",
            Extension::LongAtomics => "cl_khr_int64_base_atomics",
        }
    }

    /// Whether a line of OpenCL C needs it; no variable is called by such a word ([`crate::words`]).
    fn is_in(self, line: &str) -> bool {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.any(|word| match self {
            Extension::Double => word
                .strip_prefix("double")
                .is_some_and(|lanes| lanes.bytes().all(|b| b.is_ascii_digit())),
            Extension::LongAtomics => word.starts_with("atom_"),
        })
    }
}

impl Printed {
    /// Where a text of OpenCL C needs an extension first, as far as its lines say where they come from; `None` if it does not need it.
    pub fn needs(&self, extension: Extension) -> Option<Span> {
        let mut lines = self.text.lines().zip(&self.lines);
        let mut needing = lines
            .by_ref()
            .filter(|(line, _)| extension.is_in(line))
            .map(|(_, span)| *span);
        let first = needing.next()?;
        Some(
            std::iter::once(first)
                .chain(needing)
                .find(|span| *span != Span::NONE)
                .unwrap_or(first),
        )
    }

    /// The place of the source that a line of the text (the first is 1) comes from.
    pub fn span_of(&self, line: usize) -> Option<Span> {
        let span = *self.lines.get(line.checked_sub(1)?)?;
        (span != Span::NONE).then_some(span)
    }

    /// A line of the text (the first is 1).
    pub fn line(&self, line: usize) -> Option<&str> {
        self.text.lines().nth(line.checked_sub(1)?)
    }
}

/// Prints a unit.
pub fn print(unit: &Unit, dialect: Dialect, options: &Options) -> Printed {
    print_all(&[unit], dialect, options)
}

/// The name by which the host finds a kernel of unit number `unit` of those that were printed together, where it is not
/// the program's own, see [`Symbols`].
pub fn public_name(kernel: &str, unit: usize) -> Name {
    format!("elder_kernel_{unit}_{kernel}").into()
}

/// The name of the function by which a loaded text is called for the kernel of that public name.
pub fn entry_name(public: &str) -> Name {
    format!("elder_call_{public}").into()
}

/// Prints several units as one text, so that they can be compiled at once.
///
/// With more than one, macros rename the structs and functions that a unit defines beside its kernels, whose names are those of
/// [`public_name`]: they need not know of each other.
pub fn print_all(units: &[&Unit], dialect: Dialect, options: &Options) -> Printed {
    let mut printer = Printer {
        dialect,
        options,
        helpers: Helpers::default(),
        vectors: BTreeSet::new(),
        accesses: BTreeSet::new(),
        splats: BTreeSet::new(),
        out: Printed::default(),
        indent: 0,
        last_line: None,
    };
    for (number, unit) in units.iter().enumerate() {
        printer.unit(unit, number, units.len());
    }
    let header = printer.header();
    let mut lines = vec![Span::NONE; header.lines().count()];
    lines.append(&mut printer.out.lines);
    Printed {
        text: header + &printer.out.text,
        lines,
    }
}

struct Printer<'a> {
    dialect: Dialect,
    options: &'a Options<'a>,
    helpers: Helpers,
    /// C: the vector types in use.
    vectors: BTreeSet<(PrimType, Width)>,
    /// C: the vector types that are loaded from scalars.
    accesses: BTreeSet<(PrimType, Width)>,
    /// C: the vector types that are made of one scalar.
    splats: BTreeSet<(PrimType, Width)>,
    out: Printed,
    indent: usize,
    last_line: Option<usize>,
}

impl Printer<'_> {
    fn line(&mut self, text: &str, span: Span) {
        if !text.is_empty() {
            for _ in 0..self.indent {
                self.out.text.push_str("    ");
            }
        }
        self.out.text.push_str(text);
        // What a closing brace belongs to stands where it was opened.
        if let Some(line) = self.options.line_of.and_then(|f| f(span))
            && self.last_line != Some(line)
            && text != "}"
        {
            let _ = write!(self.out.text, "  // line {line}");
            self.last_line = Some(line);
        }
        self.out.text.push('\n');
        self.out.lines.push(span);
    }

    /// A line of the preprocessor.
    fn directive(&mut self, text: &str) {
        let indent = std::mem::take(&mut self.indent);
        self.line(text, Span::NONE);
        self.indent = indent;
    }

    fn unit(&mut self, unit: &Unit, number: usize, of: usize) {
        let names = || {
            let functions = unit.functions.iter().filter(|f| !f.is_kernel);
            (unit.structs.iter().map(|s| &s.name)).chain(functions.map(|f| &f.name))
        };
        if of > 1 {
            for name in names() {
                self.line(&format!("#define {name} elder_{number}_{name}"), Span::NONE);
            }
        }
        for s in &unit.structs {
            self.structure(s);
        }
        let is_own = of <= 1 && self.options.symbols == Symbols::Own;
        for f in &unit.functions {
            let name = match f.is_kernel && !is_own {
                true => public_name(&f.name, number),
                false => f.name.clone(),
            };
            self.function(f, &name);
        }
        if self.is_loaded() {
            for f in unit.functions.iter().filter(|f| f.is_kernel) {
                self.entry_point(f, &public_name(&f.name, number));
            }
        }
        if of > 1 {
            for name in names() {
                self.line(&format!("#undef {name}"), Span::NONE);
            }
        }
    }

    /// Whether kernels are called by way of entry points.
    fn is_loaded(&self) -> bool {
        self.options.symbols == Symbols::Loaded && self.dialect == Dialect::OpenMp
    }

    /// What has to stand before everything else; known only when all else is printed.
    fn header(&mut self) -> String {
        let mut header = String::new();
        let helpers = self.helpers.text();
        match self.dialect {
            Dialect::OpenCl => {
                header.push_str("#pragma OPENCL FP_CONTRACT OFF\n");
                let is_in = |extension: Extension| {
                    let mut lines = self.out.text.lines().chain(helpers.lines());
                    lines.any(|line| extension.is_in(line))
                };
                for extension in Extension::ALL.into_iter().filter(|extension| is_in(*extension)) {
                    let _ = writeln!(header, "#pragma OPENCL EXTENSION {} : enable", extension.name());
                }
            }
            Dialect::OpenMp => {
                header.push_str("// Compile with -fopenmp -ffp-contract=off, and -lm.\n");
                header.push_str(
                    "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n",
                );
                if self.out.text.contains("malloc(") {
                    header.push_str("#include <stdlib.h>\n");
                }
            }
        }
        header.push('\n');
        self.vectors.extend(self.accesses.iter().chain(&self.splats));
        if self.dialect == Dialect::OpenMp {
            // A helper function on vectors, or a cast around an operator, may use types that nothing else does.
            for &t in PrimType::ALL {
                for width in [Width::W2, Width::W3, Width::W4, Width::W8, Width::W16] {
                    let name = vector_name(t, width);
                    let cast = self.out.text.contains(&format!("({name})"));
                    if cast || helpers.contains(&format!("{name} ")) {
                        self.vectors.insert((stored(t), width));
                    }
                }
            }
            for &(t, width) in &self.vectors {
                let lanes = if width == Width::W3 {
                    4
                } else {
                    width.count() as usize
                };
                let (name, element, bytes) = (vector_name(t, width), self.memory_name(t), lanes * t.bytes());
                let _ = writeln!(
                    header,
                    "typedef {element} {name} __attribute__((vector_size({bytes})));"
                );
            }
            if !self.vectors.is_empty() {
                header.push('\n');
            }
            for &(t, width) in &self.accesses {
                header.push_str(&vector_access(t, width, self.memory_name(t)));
            }
            for &(t, width) in &self.splats {
                let (name, element) = (vector_name(t, width), self.memory_name(t));
                let all = vec!["x"; width.count() as usize].join(", ");
                let _ = writeln!(
                    header,
                    "static inline {name} splat_{name}({element} x) {{\n    return ({name}){{{all}}};\n}}\n"
                );
            }
        }
        header.push_str(self.helpers.text());
        if self.dialect == Dialect::OpenCl {
            header.push_str(&crate::subgroups::helpers(&self.out.text));
        }
        header
    }

    /// The type of a scalar in memory, where a boolean takes a byte.
    fn memory_name(&self, t: PrimType) -> &'static str {
        match (t, self.dialect) {
            (PrimType::Bool, Dialect::OpenCl) => short_name(PrimType::U8),
            (PrimType::Bool, Dialect::OpenMp) => scalar_name(PrimType::U8, self.dialect),
            _ => scalar_name(t, self.dialect),
        }
    }

    fn value_type(&mut self, ty: &Type) -> String {
        match ty {
            Type::Scalar(t) => scalar_name(*t, self.dialect).to_string(),
            _ => self.memory_type(ty),
        }
    }

    fn memory_type(&mut self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_string(),
            Type::Scalar(t) => self.memory_name(*t).to_string(),
            Type::Vector(t, width) => {
                self.vectors.insert((stored(*t), *width));
                vector_name(*t, *width)
            }
            Type::Struct(name) => name.to_string(),
            Type::Pointer(pointer) => {
                let to = self.memory_type(&pointer.to);
                let is_const = if pointer.is_const && pointer.space != Space::Constant {
                    "const "
                } else {
                    ""
                };
                let restrict = if pointer.restrict { " restrict" } else { "" };
                format!("{is_const}{}{to}*{restrict}", self.space(pointer.space))
            }
        }
    }

    fn space(&self, space: Space) -> &'static str {
        match (self.dialect, space) {
            (Dialect::OpenCl, Space::Global) => "global ",
            (Dialect::OpenCl, Space::Local) => "local ",
            (Dialect::OpenCl, Space::Constant) => "constant ",
            (Dialect::OpenMp, Space::Constant) => "const ",
            _ => "",
        }
    }

    fn structure(&mut self, s: &Struct) {
        self.line("typedef struct {", Span::NONE);
        self.indent += 1;
        for field in &s.fields {
            let dims: String = field.dims.iter().map(|d| format!("[{d}]")).collect();
            let ty = self.memory_type(&field.ty);
            self.line(&format!("{ty} {}{dims};", field.name), Span::NONE);
        }
        self.indent -= 1;
        self.line(&format!("}} {};", s.name), Span::NONE);
        self.line("", Span::NONE);
    }

    fn function(&mut self, f: &Function, name: &str) {
        if let Some(comment) = &f.comment {
            for text in comment.lines() {
                self.line(&format!("// {text}"), f.span);
            }
        }
        let opencl = self.dialect == Dialect::OpenCl;
        if let (true, Some([x, y, z])) = (opencl, f.required_work_group) {
            self.line(
                &format!("__attribute__((reqd_work_group_size({x}, {y}, {z})))"),
                f.span,
            );
        }
        let params: Vec<String> = f
            .params
            .iter()
            .map(|p| {
                // OpenCL C does not let kernels take a bool.
                let ty = if f.is_kernel {
                    self.memory_type(&p.ty)
                } else {
                    self.value_type(&p.ty)
                };
                format!("{ty} {}", p.name)
            })
            .collect();
        let linkage = match (f.is_kernel, opencl) {
            (true, true) => "kernel ",
            (true, false) if self.is_loaded() => "static ",
            (true, false) => "",
            (false, true) => "static ",
            (false, false) => "static inline ",
        };
        let result = self.value_type(&f.result);
        let head = format!("{linkage}{result} {name}");
        let joined = params.join(", ");
        if head.len() + joined.len() < 100 {
            self.line(&format!("{head}({joined}) {{"), f.span);
        } else {
            self.line(&format!("{head}("), f.span);
            self.indent += 2;
            for (i, p) in params.iter().enumerate() {
                let end = if i + 1 == params.len() { ") {" } else { "," };
                self.line(&format!("{p}{end}"), f.span);
            }
            self.indent -= 2;
        }
        self.block(&f.body);
        self.line("}", Span::NONE);
        self.line("", Span::NONE);
    }

    fn entry_point(&mut self, f: &Function, public: &str) {
        let mut arguments = Vec::new();
        for (i, p) in f.params.iter().enumerate() {
            let ty = match &p.ty {
                Type::Pointer(pointer) => {
                    let to = self.memory_type(&pointer.to);
                    let is_const = if pointer.is_const { "const " } else { "" };
                    format!("{is_const}{to}*")
                }
                ty => self.memory_type(ty),
            };
            arguments.push(format!("*({ty}*)arguments[{i}]"));
        }
        let entry = entry_name(public);
        self.line(&format!("void {entry}(void** arguments) {{"), Span::NONE);
        self.indent += 1;
        self.line(&format!("{public}({});", arguments.join(", ")), Span::NONE);
        self.indent -= 1;
        self.line("}", Span::NONE);
        self.line("", Span::NONE);
    }

    fn block(&mut self, body: &[Stmt]) {
        self.indent += 1;
        for stmt in body {
            self.statement(stmt);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, stmt: &Stmt) {
        elder_syntax::effort::deeper(|| self.statement_here(stmt));
    }

    fn statement_here(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Declare(d) => {
                let ty = match d.dims.is_empty() {
                    true => self.value_type(&d.ty),
                    false => self.memory_type(&d.ty),
                };
                let space = if d.space == Space::Private {
                    ""
                } else {
                    self.space(d.space)
                };
                let is_const = if d.is_const { "const " } else { "" };
                let dims: String = d.dims.iter().map(|e| format!("[{}]", self.text(e))).collect();
                let init = match &d.init {
                    None => String::new(),
                    Some(e @ Expr::Prim(f, ..)) if d.ty == Type::Scalar(f.result()) => {
                        format!(" = {}", self.assigned(e))
                    }
                    Some(e) => format!(" = {}", self.text(e)),
                };
                // Updates of bytes swap the word that has them.
                let aligned = match d.space == Space::Local && is_narrow(&d.ty) {
                    true => " __attribute__((aligned(4)))",
                    false => "",
                };
                self.line(
                    &format!("{space}{is_const}{ty} {}{dims}{aligned}{init};", d.name),
                    span,
                );
            }
            StmtKind::Assign(target, value) => {
                let line = format!("{} = {};", self.text(target), self.assigned(value));
                self.line(&line, span);
            }
            StmtKind::Update(op, target, value) => {
                let line = format!(
                    "{} {}= {};",
                    self.text(target),
                    expression::symbol(*op),
                    self.text(value)
                );
                self.line(&line, span);
            }
            StmtKind::VStore(value, access) => {
                let value = self.text(value);
                let (offset, pointer) = (self.text(&access.offset), self.text(&access.pointer));
                let function = self.access("vstore", access);
                self.line(&format!("{function}({value}, {offset}, {pointer});"), span);
            }
            StmtKind::For(f) => self.for_loop(f, span),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.text(condition);
                self.line(&format!("if ({condition}) {{"), span);
                self.block(then);
                self.otherwise(otherwise, span);
            }
            StmtKind::Subgroups(lanes, then, otherwise) => {
                self.directive(&format!("#if {} >= {lanes}", crate::subgroups::LANES));
                for (line, body) in [("#else", then), ("#endif", otherwise)] {
                    self.line("{", span);
                    self.block(body);
                    self.line("}", span);
                    self.directive(line);
                }
            }
            StmtKind::While(condition, body) => {
                let condition = self.text(condition);
                self.line(&format!("while ({condition}) {{"), span);
                self.block(body);
                self.line("}", span);
            }
            StmtKind::Block(body) => {
                self.line("{", span);
                self.block(body);
                self.line("}", span);
            }
            StmtKind::Barrier(fences) => {
                // The work-items of a group are iterations of sequential loops in C.
                if self.dialect == Dialect::OpenCl {
                    let flags = match (fences.local, fences.global) {
                        (true, true) => "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
                        (false, true) => "CLK_GLOBAL_MEM_FENCE",
                        _ => "CLK_LOCAL_MEM_FENCE",
                    };
                    self.line(&format!("barrier({flags});"), span);
                }
            }
            StmtKind::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|e| self.text(e)).collect();
                self.line(&format!("{name}({});", arguments.join(", ")), span);
            }
            StmtKind::Comment(text) => {
                for line in text.lines() {
                    // A backslash at the end would make the next line a comment too.
                    self.line(format!("// {line}").trim_end_matches(['\\', ' ']), span);
                }
            }
            StmtKind::Return(None) => self.line("return;", span),
            StmtKind::Return(Some(e)) => {
                let e = self.text(e);
                self.line(&format!("return {e};"), span);
            }
            StmtKind::Break => self.line("break;", span),
        }
    }

    /// The end of a conditional; one that holds only another conditional makes an `else if`.
    fn otherwise(&mut self, otherwise: &[Stmt], span: Span) {
        match otherwise {
            [] => self.line("}", span),
            [
                Stmt {
                    kind: StmtKind::If(condition, then, rest),
                    span,
                },
            ] => {
                let condition = self.text(condition);
                self.line(&format!("}} else if ({condition}) {{"), *span);
                self.block(then);
                elder_syntax::effort::deeper(|| self.otherwise(rest, *span));
            }
            _ => {
                self.line("} else {", span);
                self.block(otherwise);
                self.line("}", span);
            }
        }
    }

    fn for_loop(&mut self, f: &For, span: Span) {
        let mut pragmas = (false, false);
        for hint in &f.hints {
            let line = match (hint, self.dialect) {
                (Hint::Unroll(Some(n)), Dialect::OpenCl) => format!("#pragma unroll {n}"),
                (Hint::Unroll(None), Dialect::OpenCl) => "#pragma unroll".to_string(),
                (Hint::NoUnroll, Dialect::OpenCl) => "#pragma unroll 1".to_string(),
                (Hint::Unroll(Some(n)), Dialect::OpenMp) => format!("#pragma GCC unroll {n}"),
                // There is no word for "wholly"; 65534 is the largest number that is taken.
                (Hint::Unroll(None), Dialect::OpenMp) => {
                    format!("#pragma GCC unroll {}", iterations(f).unwrap_or(65534))
                }
                (Hint::NoUnroll, Dialect::OpenMp) => "#pragma GCC unroll 1".to_string(),
                (Hint::Parallel { collapse }, Dialect::OpenMp) => {
                    pragmas.0 = true;
                    match collapse {
                        0 | 1 => "#pragma omp parallel for".to_string(),
                        n => format!("#pragma omp parallel for collapse({n})"),
                    }
                }
                (Hint::Simd, Dialect::OpenMp) if !pragmas.1 => {
                    pragmas.1 = true;
                    "#pragma omp simd".to_string()
                }
                _ => continue,
            };
            self.line(&line, span);
        }
        let ty = scalar_name(f.ty, self.dialect);
        let var = &f.var;
        let (first, limit) = (
            self.text(&f.first),
            self.operand(&f.limit, expression::level(BinaryOp::Lt) + 1),
        );
        let step = self.text(&f.step);
        self.line(
            &format!("for ({ty} {var} = {first}; {var} < {limit}; {var} += {step}) {{"),
            span,
        );
        self.block(&f.body);
        self.line("}", span);
    }

    /// The function that loads or stores a vector.
    fn access(&mut self, verb: &str, access: &VectorAccess) -> Name {
        match self.dialect {
            Dialect::OpenCl => format!("{verb}{}", access.width.count()).into(),
            Dialect::OpenMp => {
                self.accesses.insert((stored(access.element), access.width));
                format!("{verb}_{}", vector_name(access.element, access.width)).into()
            }
        }
    }
}

/// The type that stands for another in memory and in vectors.
fn stored(t: PrimType) -> PrimType {
    match t {
        PrimType::Bool => PrimType::U8,
        PrimType::F16 => PrimType::U16,
        _ => t,
    }
}

/// Whether a word of 32 bits has several of these numbers.
fn is_narrow(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(t) if t.bytes() < 4)
}

/// C: the functions that load and store a vector at an address that is aligned for its components only.
fn vector_access(t: PrimType, width: Width, element: &str) -> String {
    let (name, n) = (vector_name(t, width), width.count());
    format!(
        "static inline {name} vload_{name}(size_t offset, const {element}* p) {{\n    {name} v = {{0}};\n    \
         memcpy(&v, p + {n} * offset, {n} * sizeof *p);\n    return v;\n}}\n\n\
         static inline void vstore_{name}({name} v, size_t offset, {element}* p) {{\n    \
         memcpy(p + {n} * offset, &v, {n} * sizeof *p);\n}}\n\n"
    )
}

/// How often a loop runs, if its text says so.
fn iterations(f: &For) -> Option<i64> {
    match (&f.first, &f.limit, &f.step) {
        (Expr::Int(first), Expr::Int(limit), Expr::Int(step)) if *step > 0 => {
            let span = limit.checked_sub(*first)?;
            Some(span.checked_add(step - 1)?.div_euclid(*step)).filter(|n| (1..65534).contains(n))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
