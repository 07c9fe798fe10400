//! FUT-DF-LIFT: an application that gives no function is the call of a top-level function that takes the record and the arguments.
//!
//! There is one for each occurrence with the same captured values and the same functions as arguments.  Its name is known before its body is translated, so a
//! recursive function meets itself.  One that would call a function in whose body it is called is written out there instead, since definitions call themselves and those
//! before them only.  All sizes of what it takes are size parameters; which of them are equal tells lifted functions apart.

use super::apply::{Call, around};
use super::branches::beside;
use super::types::variable;
use super::value::{Code, Lam, Static, Token, numbered};
use super::{Env, Made, Pass, Refused, is_first_order};
use elder_futhark::check::build;
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{
    Arrow, Def, Exp, ExpKind, Fun, Instance, Param, Pat, RetType, Size, Stars, Type, TypeKind, VName,
};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Diagnostic, Name};
use std::rc::Rc;

/// A lifted function whose body is being translated.
pub struct Lifting {
    /// The id of its name.
    id: u32,
    /// Whether it calls itself.
    calls_itself: bool,
    /// The outermost of those around it that it calls, by the id of its name.
    calls: Option<u32>,
}

/// A lifted function, by its name.
pub struct Lifted {
    name: VName,
    /// Whether its first argument is the record.
    takes_record: bool,
}

/// A lifted function and the sizes that it is called with; `None` if it would call one in whose body it is called.
type Called = Option<(Rc<Lifted>, Vec<Size>)>;

impl Pass<'_> {
    /// A function applied to all of its arguments, which gives no function.
    pub fn call(&mut self, fun: Exp, lam: &Rc<Lam>, args: Vec<(Exp, Static)>, call: &Call) -> Made {
        let statics: Vec<Static> = args.iter().map(|(_, sv)| sv.clone()).collect();
        let text = match (&fun.kind, &lam.code) {
            (_, Code::Definition(def)) => def.name.name.clone(),
            (ExpKind::Var(v, _), _) => v.name.clone(),
            _ => Name::from("lambda"),
        };
        let result = call.result.clone().unwrap_or_else(build::unit);
        let Some((lifted, sizes)) = self.lift(lam, &statics, text)? else {
            return self.call_written_out(fun, lam, args, call, result);
        };
        let mut lets = Vec::new();
        let (fun, args) = match lifted.takes_record {
            // Evaluated after the others: the last one is evaluated first.
            true if !call.infix || self.is_value(&fun) => (Some(fun), args),
            false if self.is_value(&fun) => (None, args),
            takes_record => {
                let (fun, args) =
                    self.all_named(&mut lets, (fun, Static::Lam(lam.clone())), args, call.infix);
                (takes_record.then_some(fun), args)
            }
        };
        let params = lam.code.fun().params[lam.given.len()..].iter();
        let takes = args
            .iter()
            .zip(params)
            .map(|((arg, sv), param)| (arg.ty.clone(), beside::stars(&param.stars, sv)));
        let record = fun.iter().map(|fun| (fun.ty.clone(), stars_of_record(lam)));
        let takes: Vec<_> = record.chain(takes).collect();
        let made = Exp {
            kind: ExpKind::App {
                fun: Box::new(Exp::of(
                    ExpKind::Var(lifted.name.clone(), Instance::of(sizes)),
                    arrows(takes, result.clone(), lam.code.fun().ret.stars.clone()),
                    call.span,
                )),
                args: fun
                    .into_iter()
                    .chain(args.into_iter().map(|(arg, _)| arg))
                    .collect(),
                // A record that comes first is a value, or all are.
                infix: call.infix,
            },
            ty: result.clone(),
            sizes: Vec::new(),
            span: call.span,
            attributes: Attributes::NONE,
        };
        Ok(self.wrapped(lets, made, Static::Dyn(result)))
    }

    /// FUT-DF-DYN: a function that takes and gives no functions stays what it is.
    pub fn ordinary(&mut self, def: &Rc<Def>) -> Result<(), Refused> {
        let lam = Lam {
            code: Code::Definition(def.clone()),
            captured: Vec::new(),
            sizes: def
                .fun
                .sizes
                .iter()
                .map(|v| (v.clone(), Size::Var(v.clone())))
                .collect(),
            given: Vec::new(),
        };
        let params = def
            .fun
            .params
            .iter()
            .map(|param| Static::Dyn(param.pat.ty.clone()));
        self.lift(&lam, &params.collect::<Vec<_>>(), def.name.name.clone())?;
        Ok(())
    }

    /// The function, lifted unless that was done before.
    fn lift(&mut self, lam: &Lam, args: &[Static], text: Name) -> Result<Called, Refused> {
        let fun = lam.code.fun();
        let own = &fun.sizes;
        // The function's own size parameters come first, whatever they are equal to.
        let mut sizes: Vec<Size> = Vec::new();
        for v in own {
            let found = lam.sizes.iter().find(|(w, _)| w == v);
            sizes.push(found.map_or(Size::Const(0), |(_, size)| size.clone()));
        }
        // What the record has is no argument, though it may be known as well.
        let mut key = vec![
            Token::Number(lam.code.occurrence()),
            Token::Form(9, lam.given.len()),
        ];
        for (_, sv) in lam.fields() {
            sv.describe(&mut |size| numbered(&mut sizes, size), &mut key);
        }
        for captured in &lam.captured {
            key.push(Token::Number(captured.name.id as usize));
        }
        for arg in args {
            match arg {
                Static::Dyn(_) => key.push(Token::Form(0, 0)),
                arg => arg.describe(&mut |size| numbered(&mut sizes, size), &mut key),
            }
        }
        for (v, size) in lam.sizes.iter().filter(|(v, _)| !own.contains(v)) {
            let number = numbered(&mut sizes, size);
            key.extend([Token::Number(v.id as usize), Token::Number(number)]);
        }
        let is_closure = lam.fields().next().is_some();
        let is_ordinary = matches!(lam.code, Code::Definition(_)) && !is_closure && is_first_order(fun);
        self.by(match is_ordinary {
            true => &rules::FUT_DF_DYN,
            false => &rules::FUT_DF_LIFT,
        });
        if let Some(lifted) = self.lifted.get(&key).cloned() {
            self.calls(lifted.name.id);
            return Ok(Some((lifted, sizes)));
        }
        if let Some(around) = self.apart.get(&key)
            && self.lifting.iter().any(|outer| outer.id == *around)
        {
            return Ok(None);
        }
        let lifted = Rc::new(Lifted {
            name: match (&lam.code, is_ordinary) {
                (Code::Definition(def), true) => self.fresh(&def.name),
                _ => self.numbered_name(&text),
            },
            takes_record: is_closure || !matches!(lam.code, Code::Definition(_)),
        });
        self.lifted.insert(key.clone(), lifted.clone());
        self.lifting.push(Lifting {
            id: lifted.name.id,
            calls_itself: false,
            calls: None,
        });
        self.define(lam, args, &lifted, &sizes, is_ordinary)?;
        let done = self.lifting.pop();
        if let Some(Lifting {
            calls: Some(around),
            calls_itself,
            ..
        }) = done
        {
            if calls_itself {
                let message = format!("`{}` calls itself and a function that calls it", lifted.name.name);
                let refusal = rules::FUT_DF_LIFT.refuse("apart");
                return Err(Box::new(Diagnostic::error(refusal, fun.body.span, message)));
            }
            self.lifted.remove(&key);
            self.out.pop();
            self.apart.insert(key, around);
            return Ok(None);
        }
        Ok(Some((lifted, sizes)))
    }

    /// A call of a lifted function, perhaps of one whose body is being translated: then those within it call one around them.
    fn calls(&mut self, id: u32) {
        let Some(at) = self.lifting.iter().position(|outer| outer.id == id) else {
            return;
        };
        let (around, within) = self.lifting.split_at_mut(at + 1);
        for inner in within.iter_mut() {
            let known = inner
                .calls
                .and_then(|id| around.iter().position(|outer| outer.id == id));
            if known.is_none_or(|known| known > at) {
                inner.calls = Some(id);
            }
        }
        if let (Some(own), true) = (around.last_mut(), within.is_empty()) {
            own.calls_itself = true;
        }
    }

    /// `f' env x = let y = env.y in .. e'`
    fn define(
        &mut self,
        lam: &Lam,
        args: &[Static],
        lifted: &Lifted,
        sizes: &[Size],
        is_ordinary: bool,
    ) -> Result<(), Refused> {
        let fun = lam.code.fun();
        let span = fun.body.span;
        let mut env = Env::default();
        let mut names = self.bind_sizes(&mut env, &fun.sizes);
        for size in &sizes[names.len()..] {
            let text = match size {
                Size::Var(v) => v.name.clone(),
                _ => Name::from("n"),
            };
            names.push(self.name(text));
        }
        let mut known = sizes.to_vec();
        let mut parameter = |size: &Size| Size::Var(names[numbered(&mut known, size)].clone());
        let inside = Lam {
            // Its own size parameters are bound.
            sizes: lam
                .sizes
                .iter()
                .filter(|(v, _)| !fun.sizes.contains(v))
                .cloned()
                .collect(),
            ..lam.clone()
        }
        .map_sizes(&mut parameter);
        let args: Vec<Static> = args
            .iter()
            .map(|arg| match arg {
                Static::Dyn(_) => arg.clone(),
                arg => arg.map_sizes(&mut parameter),
            })
            .collect();
        let mut params = Vec::new();
        let mut lets = Vec::new();
        let record = self.name("env");
        let record = variable(&record, inside.rep(), span);
        if lifted.takes_record
            && let ExpKind::Var(name, _) = &record.kind
        {
            params.push(Param {
                pat: Pat::var(name.clone(), record.ty.clone(), span),
                stars: stars_of_record(lam),
            });
        }
        // FUT-DF-SIZE: sizes are known before the types of parameters.
        let sizes_only = Lam {
            captured: Vec::new(),
            ..inside.clone()
        };
        self.captured(&mut env, &mut lets, &sizes_only, &record)?;
        // What types mention has to be there: the record is read before the parameters are bound, whose names are others (FUT-Z-26).
        let mut inner = env.clone();
        let captured_only = Lam {
            sizes: Vec::new(),
            ..inside.clone()
        };
        self.captured(&mut inner, &mut lets, &captured_only, &record)?;
        for (label, sv) in &inside.given {
            let exp = super::types::field(&record, label, sv.rep());
            let k = inside
                .given
                .iter()
                .position(|(other, _)| other == label)
                .unwrap_or(0);
            self.bound_to(&mut inner, &mut lets, &fun.params[k].pat, exp, sv)?;
        }
        for (param, arg) in fun.params[inside.given.len()..].iter().zip(&args) {
            params.push(Param {
                pat: self.pat(&mut inner, &param.pat, arg)?,
                stars: beside::stars(&param.stars, arg),
            });
        }
        let ret = self.ret(&mut inner.clone(), &fun.ret)?;
        let writing = std::mem::take(&mut self.writing);
        let made = self.exp(&mut inner, &fun.body);
        self.writing = writing;
        let (body, _) = made?;
        let (path, attributes, def_span) = match &lam.code {
            Code::Definition(def) => (def.path.clone(), def.attributes.clone(), def.span),
            Code::Local(_) | Code::Intrinsic(_) => (lifted.name.name.to_string(), Attributes::NONE, span),
        };
        self.out.push(Rc::new(Def {
            name: lifted.name.clone(),
            path,
            attributes,
            fun: Fun {
                sizes: names,
                types: Vec::new(),
                params,
                ret,
                annotated: is_ordinary && fun.annotated,
                section: false,
                body: around(lets, body),
            },
            span: def_span,
        }));
        Ok(())
    }

    fn numbered_name(&mut self, text: &Name) -> VName {
        let count = self.called.entry(text.clone()).or_insert(0);
        *count += 1;
        let is_word = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let name = match is_word {
            true => format!("{text}_{count}"),
            false => format!("operator_{count}"),
        };
        self.name(name)
    }
}

/// A record is consumed where an argument that is in it is.
fn stars_of_record(lam: &Lam) -> Stars {
    let params = lam.code.fun().params.iter();
    let starred = lam
        .given
        .iter()
        .zip(params)
        .filter(|(_, param)| param.stars.any());
    let fields: Vec<_> = starred
        .map(|((label, sv), param)| (label.clone(), beside::stars(&param.stars, sv)))
        .collect();
    match fields.is_empty() {
        true => Stars::None,
        false => Stars::Fields(fields),
    }
}

fn arrows(takes: Vec<(Type, Stars)>, result: Type, stars: Stars) -> Type {
    let (mut ty, mut stars) = (result, stars);
    for (param, param_stars) in takes.into_iter().rev() {
        ty = Rc::new(TypeKind::Arrow(Arrow {
            param_name: None,
            param,
            param_stars,
            ret: RetType {
                exts: Vec::new(),
                ty,
                stars: std::mem::replace(&mut stars, Stars::None),
            },
        }));
    }
    ty
}
