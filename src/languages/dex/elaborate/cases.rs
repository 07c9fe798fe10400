//! `case` and `if`.

use super::{Done, Elaborator, Wanted};
use crate::ast::{self, Exp as Syntax, Ident, PatternKind};
use crate::core::{Alternative, BOOL, Binder, Block, DataName, Exp, Label, Stm, Tag, Type, Value};
use crate::rules::elaboration::{DX_EL_IF, DX_EL_PAT};
use crate::rules::typing::DX_T_CASE;
use elder_syntax::Span;

/// Why a run ends where no alternative is met.
pub(super) const UNMET: &str = "no alternative is for this";

impl Elaborator {
    /// What a `case` wants of its alternatives.
    pub(super) fn branches(&self, ty: Type, at: Span) -> Wanted {
        Wanted {
            ty,
            from: at,
            rule: &DX_T_CASE,
            premise: "branch",
        }
    }

    /// DX-EL-IF
    pub(super) fn conditional(
        &mut self,
        condition: &Syntax,
        then: &Syntax,
        other: Option<&Syntax>,
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        DX_EL_IF.apply();
        let boolean = Wanted {
            ty: Value::DataType(BOOL, vec![]),
            from: at,
            rule: &DX_T_CASE,
            premise: "sum",
        };
        let scrutinee = self.check(condition, &boolean)?;
        let (otherwise, ()) = self.block(|e| match other {
            Some(other) => Ok((e.check(other, wanted)?, ())),
            None => Ok((Value::Unit, ())),
        })?;
        let (then, ()) = self.block(|e| Ok((e.check(then, wanted)?, ())))?;
        let alternatives = [otherwise, then].into_iter().enumerate();
        let alternatives = alternatives.map(|(number, body)| Alternative {
            tag: Tag::Constructor(BOOL, number),
            binders: vec![],
            body,
        });
        let exp = Exp::Case(scrutinee, alternatives.collect());
        Ok(self.emit(exp, &wanted.ty.clone(), at))
    }

    /// DX-T-CASE
    pub(super) fn case(
        &mut self,
        scrutinee: &Syntax,
        alternatives: &[ast::Alternative],
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        DX_T_CASE.apply();
        let (value, ty) = self.infer(scrutinee)?;
        for alternative in alternatives {
            self.once(&alternative.pattern)?;
            self.shape(&alternative.pattern, &ty)?;
        }
        let tail = |a: &&ast::Alternative| matches!(a.pattern.kind, PatternKind::Other(..));
        match alternatives.iter().find(tail) {
            Some(tail) => self.case_with_rest(value, &ty, alternatives, tail, wanted, at),
            None => self.case_of(value, &ty, alternatives, wanted, at),
        }
    }

    /// DX-T-CASE, DX-EL-REST: one alternative is for the labels that it does not name.
    fn case_with_rest(
        &mut self,
        value: Value,
        ty: &Type,
        alternatives: &[ast::Alternative],
        tail: &ast::Alternative,
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        let PatternKind::Other(named, inner) = &tail.pattern.kind else {
            return self.case_of(value, ty, alternatives, wanted, at);
        };
        let named: Vec<&Ident> = named.iter().collect();
        let open = self.open_variant(&named, tail.pattern.span);
        let pattern_wants = self.pattern_wants(open.whole.clone(), tail.pattern.span);
        self.equate(ty, &pattern_wants, tail.pattern.span)?;
        for alternative in alternatives {
            let (label, message) = match &alternative.pattern.kind {
                PatternKind::Other(..) if alternative.pattern != tail.pattern => {
                    (None, "two alternatives are for the labels that are left")
                }
                PatternKind::Variant(before, label, _) => (
                    Some(super::rests::label_behind(before, label)),
                    "a label is met by an alternative of its own, and by the one for the labels that are left",
                ),
                _ => continue,
            };
            if label.is_none_or(|label| open.fields.iter().all(|(own, _)| *own != label)) {
                let error = self
                    .error(&DX_T_CASE, "complete", at, message)
                    .and_at(alternative.pattern.span, "by this alternative")
                    .with_help("name each label once: `{| a = x |}`, and `{| a | ...rest |}` for the others");
                return Err(Box::new(error));
            }
        }
        let first = alternatives.iter().find(|alternative| {
            let kind = &alternative.pattern.kind;
            matches!(
                kind,
                PatternKind::Name(_) | PatternKind::Wildcard | PatternKind::Other(..)
            )
        });
        let first = first.unwrap_or(tail);
        let whole = value.clone();
        self.split(
            open,
            value,
            &wanted.ty.clone(),
            |e, named, ty| e.case_of(named, &ty, alternatives, wanted, at),
            |e, other, row| {
                match &first.pattern.kind {
                    PatternKind::Other(..) => e.matched(inner, other, &row)?,
                    _ => e.matched(&first.pattern, whole, ty)?,
                }
                e.check(&first.body, wanted)
            },
            at,
        )
    }

    /// DX-T-CASE: what each form of a sum is met with.
    fn case_of(
        &mut self,
        value: Value,
        ty: &Type,
        alternatives: &[ast::Alternative],
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        self.no_more_labels(ty);
        let Some(forms) = self.forms(&self.normal(ty)) else {
            return self.alone(value, ty, alternatives, wanted, at);
        };
        let mut done: Vec<Option<Alternative>> = forms.iter().map(|_| None).collect();
        for alternative in alternatives {
            for (place, (tag, held)) in forms.iter().enumerate() {
                if done[place].is_none()
                    && let Some(parts) = self.parts_of(&alternative.pattern, tag)
                {
                    done[place] =
                        Some(self.alternative(alternative, parts, tag, held, &value, ty, wanted)?);
                }
            }
        }
        let mut all = Vec::with_capacity(done.len());
        for (alternative, (tag, held)) in done.into_iter().zip(&forms) {
            all.push(match alternative {
                Some(alternative) => alternative,
                None => self.failing(tag, held, wanted, at),
            });
        }
        if all.is_empty() {
            return Ok(self.emit(Exp::Fail(wanted.ty.clone(), UNMET.into()), &wanted.ty.clone(), at));
        }
        Ok(self.emit(Exp::Case(value, all), &wanted.ty.clone(), at))
    }

    /// A `case` of one constructor: the first alternative is met.  Where no constructor and no label is named, there is nothing to tell apart.
    fn alone(
        &mut self,
        value: Value,
        ty: &Type,
        alternatives: &[ast::Alternative],
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        match alternatives.first() {
            Some(first) if !matches!(first.pattern.kind, PatternKind::Constructor(..)) => {
                let error = self
                    .error(
                        &DX_T_CASE,
                        "sum",
                        first.pattern.span,
                        "an alternative names a constructor or a label",
                    )
                    .and_at(at, "this tells the forms of a sum apart")
                    .with_help("take it apart without `case`: `pattern = value`");
                Err(Box::new(error))
            }
            Some(first) => self.scoped(|e| {
                e.matched(&first.pattern, value, ty)?;
                e.check(&first.body, wanted)
            }),
            None => self.refuse(
                &DX_T_CASE,
                "complete",
                at,
                "there is no alternative, so the result has no type",
            ),
        }
    }

    /// An alternative for a form: what it holds is matched with the parts of the pattern; a name or `_` is for all.
    #[allow(clippy::too_many_arguments)]
    fn alternative(
        &mut self,
        alternative: &ast::Alternative,
        parts: Option<&[ast::Pattern]>,
        tag: &Tag,
        held: &[Binder],
        value: &Value,
        ty: &Type,
        wanted: &Wanted,
    ) -> Done<Alternative> {
        let binders = self.held_binders(held);
        let (body, ()) = self.block(|e| {
            match parts {
                None => e.matched(&alternative.pattern, value.clone(), ty)?,
                Some(parts) if parts.len() == binders.len() => {
                    for (part, binder) in parts.iter().zip(&binders) {
                        e.matched(part, Value::Var(binder.name), &binder.ty)?;
                    }
                }
                Some(parts) => {
                    let message = format!("{} values are held, and {} are named", binders.len(), parts.len());
                    return e.refuse(&DX_EL_PAT, "count", alternative.pattern.span, message);
                }
            }
            Ok((e.check(&alternative.body, wanted)?, ()))
        })?;
        Ok(Alternative {
            tag: tag.clone(),
            binders,
            body,
        })
    }

    /// What stands for a form that no alternative is for: it ends the run.
    fn failing(&mut self, tag: &Tag, held: &[Binder], wanted: &Wanted, at: Span) -> Alternative {
        let binders = self.held_binders(held);
        let binder = self.variable("v", &wanted.ty);
        let result = Value::Var(binder.name);
        let exp = Exp::Fail(wanted.ty.clone(), UNMET.into());
        Alternative {
            tag: tag.clone(),
            binders,
            body: Block {
                stms: vec![Stm { binder, exp, at }],
                result,
            },
        }
    }

    /// New binders for what a form holds.
    fn held_binders(&mut self, held: &[Binder]) -> Vec<Binder> {
        let mut binders: Vec<Binder> = Vec::with_capacity(held.len());
        for (place, binder) in held.iter().enumerate() {
            let mut ty = binder.ty.clone();
            for (earlier, new) in held[..place].iter().zip(&binders) {
                ty = self.substituted(earlier.name, &Value::Var(new.name), &ty);
            }
            let text = self.program.names.text(binder.name).clone();
            binders.push(self.variable(&text, &ty));
        }
        binders
    }

    /// The forms of a sum, with what they hold; `None` of what is no sum.
    pub(super) fn forms(&mut self, ty: &Type) -> Option<Vec<(Tag, Vec<Binder>)>> {
        match ty {
            Value::DataType(data, parameters) => {
                let count = self.program.data.get(data.index())?.constructors.len();
                let forms = (0..count).map(|number| {
                    (
                        Tag::Constructor(*data, number),
                        self.fields(*data, number, parameters),
                    )
                });
                (count != 1).then(|| forms.collect())
            }
            Value::VariantType(labels) => {
                let fields = labels.fields.clone();
                let forms = fields.into_iter().map(|(label, ty): (Label, Type)| {
                    let name = self.program.names.fresh("x");
                    (Tag::Label(label), vec![Binder { name, ty }])
                });
                Some(forms.collect())
            }
            _ => None,
        }
    }

    /// The fields of a constructor, for these parameters of its type.
    pub(super) fn fields(&mut self, data: DataName, number: usize, parameters: &[Value]) -> Vec<Binder> {
        let declared = self.program.data[data.index()].clone();
        let fields = declared.constructors[number].fields.iter();
        let fields = fields.map(|field| {
            let mut ty = field.ty.clone();
            for (binder, value) in declared.parameters.iter().zip(parameters) {
                ty = self.substituted(binder.name, value, &ty);
            }
            Binder { name: field.name, ty }
        });
        fields.collect()
    }
}
