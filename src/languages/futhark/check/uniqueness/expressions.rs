//! Expressions: the judgement itself, an arm a rule.

use super::aliases::{Aliases, Annotated, deeply, is_order_zero};
use super::scope::Checker;
use crate::rules::uniqueness::{
    FUT_U_ASCR, FUT_U_HOLET, FUT_U_IF, FUT_U_PRIM, FUT_U_PROJ, FUT_U_RECUPD, FUT_U_UPDATE,
};
use crate::tree::walk::Part;
use crate::tree::{DimIndex, Exp, ExpKind, Instance, Pat, Size, Stars, Type, TypeKind, UpdateStep, VName};
use elder_syntax::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

/// A binding whose scope is the rest of a chain of `let`s.
enum Binding<'e> {
    Pattern(&'e Pat),
    Function(&'e VName),
}

impl Checker<'_> {
    /// `V ; C ⊢ e ▷ A ; C'`, for chains of `let` without recursion.
    pub fn exp(&mut self, e: &Exp) -> Annotated {
        let mut scopes = Vec::new();
        let mut e = e;
        loop {
            match &e.kind {
                ExpKind::Let { pat, bound, body, .. } => {
                    let mark = self.history();
                    let value = deeply(|| self.exp(bound));
                    if !is_order_zero(&bound.ty) {
                        FUT_U_HOLET.apply();
                        if self.consumed_since(mark) {
                            self.consuming_let(bound.span, mark);
                        }
                    }
                    self.bind(pat, &value, true);
                    scopes.push(Binding::Pattern(pat));
                    e = body;
                }
                ExpKind::LetFun(name, fun, body) => {
                    let ty = super::functions::type_of(fun);
                    let (value, kind) = deeply(|| self.closure(fun, &ty));
                    self.enter(name, false, value, kind);
                    scopes.push(Binding::Function(name));
                    e = body;
                }
                _ => break,
            }
        }
        let value = deeply(|| self.simple(e));
        for scope in scopes {
            match scope {
                Binding::Pattern(pat) => self.unbind(pat),
                Binding::Function(name) => self.leave(name),
            }
        }
        value
    }

    /// Rule FUT-U-HOLET refuses.
    fn consuming_let(&mut self, span: Span, mark: usize) {
        let mut diagnostic = Diagnostic::error(
            FUT_U_HOLET.refuse("quiet"),
            span,
            "let-bound expression of higher-order type contains consumption, which is not allowed",
        )
        .with_note("the function may be applied several times, but what it holds can be consumed only once")
        .with_help("`copy` what is consumed");
        if let Some(&(var, place)) = self.consumption_since(mark).first() {
            diagnostic = diagnostic.and_at(place, format!("{} consumed here", self.describe(var)));
        }
        self.report(diagnostic);
    }

    fn simple(&mut self, e: &Exp) -> Annotated {
        match &e.kind {
            ExpKind::Lit(_) => Annotated::Scalar,
            ExpKind::String(_) | ExpKind::Hole => self.fresh(&e.ty),
            ExpKind::Var(name, instance) => self.observe(name, &e.ty, made_anew(instance), e.span),
            ExpKind::Intrinsic(..) => self.fresh(&e.ty),
            ExpKind::Record(fields) => {
                let parts = self.operands(fields.iter().map(|(_, e)| e));
                let names = fields.iter().map(|(f, _)| f.clone());
                let mut parts: Vec<(Name, Annotated)> = names.zip(parts).collect();
                parts.sort_by(|(f, _), (g, _)| crate::tree::field_order(f, g));
                Annotated::record(parts)
            }
            ExpKind::Field(record, field) => {
                let record = self.exp(record);
                FUT_U_PROJ.apply();
                record.field(field)
            }
            ExpKind::RecordUpdate(record, path, value) => {
                FUT_U_RECUPD.apply();
                let operands = self.operands([&**value, &**record]);
                match operands.as_slice() {
                    [value, old] => old.with_field(&record.ty, path, value),
                    _ => Annotated::Scalar,
                }
            }
            ExpKind::Array(elements) => {
                let values = self.operands(elements);
                FUT_U_PRIM.apply();
                for (value, e) in values.iter().zip(elements) {
                    self.require_applied(value, e.span);
                }
                let aliases = values
                    .iter()
                    .fold(Aliases::NONE, |all, e| all.union(&e.aliases()));
                of_elements(&e.ty, &aliases.captured())
            }
            ExpKind::Range(range) => {
                self.exp(&range.start);
                if let Some(second) = &range.second {
                    self.exp(second);
                }
                self.exp(&range.bound);
                self.fresh(&e.ty)
            }
            ExpKind::Index(array, dims) => {
                let aliases = self.exp(array).aliases();
                let mut held = Vec::new();
                self.hold(aliases.clone(), array.span, &mut held);
                self.dims(dims);
                self.release(&held);
                FUT_U_PRIM.apply();
                Annotated::new(&e.ty, &aliases)
            }
            ExpKind::Update(array, dims, value) => self.update(array, &[dims], value, e),
            ExpKind::UpdatePath(source, steps, value) => {
                let dims = steps.iter().filter_map(|step| match step {
                    UpdateStep::Index(dims) => Some(dims),
                    UpdateStep::Field(_) => None,
                });
                self.update(source, &dims.collect::<Vec<_>>(), value, e)
            }
            ExpKind::Constr(constr, args) => {
                let args = self.operands(args);
                constructed(&e.ty, constr, &args)
            }
            ExpKind::App { fun, args, infix } => self.application(fun, args, *infix, &e.ty),
            ExpKind::And(a, b) | ExpKind::Or(a, b) => {
                self.exp(a);
                self.exp(b);
                Annotated::Scalar
            }
            ExpKind::Lambda(fun) => self.closure(fun, &e.ty).0,
            ExpKind::If(condition, yes, no) => {
                self.exp(condition);
                FUT_U_IF.apply();
                let mark = self.history();
                let a = self.exp(yes);
                let consumption = self.undo(mark);
                let b = self.exp(no);
                self.redo(consumption);
                self.renamed(&a.combine(&b), mark)
            }
            ExpKind::Match(scrutinee, cases) => self.match_cases(scrutinee, cases),
            ExpKind::Loop(l) => self.loop_exp(l, e.span),
            ExpKind::Coerce(inner, _) => {
                FUT_U_ASCR.apply();
                let value = self.exp(inner);
                self.coerced_sizes(&e.ty);
                value
            }
            ExpKind::Assert(condition, inner) => {
                FUT_U_ASCR.apply();
                self.exp(condition);
                self.exp(inner)
            }
            ExpKind::Attr(_, inner) => self.exp(inner),
            ExpKind::Let { .. } | ExpKind::LetFun(..) => self.exp(e),
        }
    }

    /// Rule FUT-U-PRIM: a value of its own.
    fn fresh(&mut self, ty: &Type) -> Annotated {
        FUT_U_PRIM.apply();
        Annotated::new(ty, &Aliases::NONE)
    }

    /// Operands from the first to the last, used when all have been evaluated.
    fn operands<'e>(&mut self, operands: impl IntoIterator<Item = &'e Exp>) -> Vec<Annotated> {
        let mut held = Vec::new();
        let values = operands
            .into_iter()
            .map(|e| {
                let value = self.exp(e);
                self.hold(value.aliases(), e.span, &mut held);
                value
            })
            .collect();
        self.release(&held);
        values
    }

    fn dims(&mut self, dims: &[DimIndex]) {
        for dim in dims {
            match dim {
                DimIndex::Fix(i) => {
                    self.exp(i);
                }
                DimIndex::Slice(start, end, stride) => {
                    for part in [start, end, stride].into_iter().flatten() {
                        self.exp(part);
                    }
                }
            }
        }
    }

    /// Rule FUT-U-UPDATE.
    fn update(&mut self, source: &Exp, dims: &[&Vec<DimIndex>], value: &Exp, whole: &Exp) -> Annotated {
        for dims in dims {
            self.dims(dims);
        }
        let new_value = self.exp(value);
        self.require_applied(&new_value, value.span);
        let new = new_value.aliases();
        let mut held = Vec::new();
        self.hold(new.clone(), value.span, &mut held);
        let source_value = self.exp(source);
        self.release(&held);
        let (old, elements) = (source_value.aliases().own(), source_value.aliases().of_elements());
        FUT_U_UPDATE.apply();
        if let Some(shared) = source_value.shared() {
            let what = self.describe(shared.var);
            self.report(
                Diagnostic::error(
                    FUT_U_UPDATE.refuse("parts"),
                    source.span,
                    "this record is updated in place in one part, which another part might alias",
                )
                .with_note(format!("both alias {what}"))
                .with_help("`copy` one of the parts"),
            );
        }
        if let Some(shared) = new.common(&old) {
            let what = self.describe(shared.var);
            self.report(
                Diagnostic::error(
                    FUT_U_UPDATE.refuse("overlap"),
                    value.span,
                    "the source array for this in-place update might alias the update value",
                )
                .and_at(source.span, "the source array")
                .with_note(format!("both alias {what}"))
                .with_help("use `copy` to remove aliases from the value"),
            );
        }
        self.consume(&old, whole.span);
        of_elements(&whole.ty, &elements.union(&new.captured()))
    }

    /// Rule FUT-U-IF, for `match`.
    fn match_cases(&mut self, scrutinee: &Exp, cases: &[(Pat, Exp)]) -> Annotated {
        let value = self.exp(scrutinee);
        FUT_U_IF.apply();
        let mark = self.history();
        let mut result = Annotated::Scalar;
        let mut consumption = Vec::new();
        for (pat, body) in cases {
            self.bind(pat, &value, true);
            let case = self.exp(body);
            self.unbind(pat);
            consumption.extend(self.undo(mark));
            result = result.combine(&case);
        }
        self.redo(consumption);
        self.renamed(&result, mark)
    }

    /// Rule FUT-U-IF: what one branch gives and another one consumed is no more to be had by its name, but two parts of the
    /// result that are it still share it.
    fn renamed(&mut self, value: &Annotated, mark: usize) -> Annotated {
        if !self.consumed_since(mark) || matches!(value, Annotated::Scalar) {
            return value.clone();
        }
        let mut tokens = FxHashMap::default();
        for alias in value.aliases().iter() {
            if self.is_consumed(alias.var) && !self.is_given(alias.var) {
                tokens
                    .entry(alias.part())
                    .or_insert_with(|| self.branch_token(alias.var));
            }
        }
        value.map(&|aliases| aliases.renamed(&tokens))
    }
}

/// Whether a constant used at this instance is an array of its own: its size depends on where it is used.
fn made_anew(instance: &Instance) -> bool {
    fn is_known(ty: &Type) -> bool {
        match &**ty {
            TypeKind::Arrow(_) | TypeKind::Named(..) => true,
            // Its arrays are its parts'.
            _ => deeply(|| {
                ty.parts().all(|part| match part {
                    Part::Size(size) => matches!(size, Size::Const(_)),
                    Part::Type(part) => is_known(part),
                })
            }),
        }
    }
    let constant = |s: &Size| matches!(s, Size::Const(_));
    !(instance.sizes.iter().all(constant) && instance.types.iter().all(is_known))
}

/// A constructor applied: the other constructors of the sum hold nothing.
fn constructed(ty: &Type, constr: &Name, args: &[Annotated]) -> Annotated {
    let TypeKind::Sum(constrs) = &**ty else {
        let all = args.iter().fold(Aliases::NONE, |all, a| all.union(&a.aliases()));
        return Annotated::result(ty, &Stars::None, &all);
    };
    if super::aliases::is_scalar(ty) {
        return Annotated::Scalar;
    }
    Annotated::Sum(
        constrs
            .iter()
            .map(|(c, ts)| {
                let parts = if c == constr {
                    args.iter().cloned().collect()
                } else {
                    ts.iter().map(|t| Annotated::new(t, &Aliases::NONE)).collect()
                };
                (c.clone(), parts)
            })
            .collect(),
    )
}

/// New memory for a value of this type; only functions in it alias what they have captured.
fn of_elements(ty: &Type, captured: &Aliases) -> Annotated {
    match crate::check::substitution::is_order_zero(ty) {
        true => Annotated::new(ty, &Aliases::NONE),
        false => Annotated::new(ty, captured),
    }
}
