//! Types, sizes and patterns of the residual program; sizes that leave their scope; small expressions.

use super::value::{Payload, Static, erased};
use super::{Env, Known, Pass, Refused, plain};
use elder_futhark::check::substitution::{for_each_name, is_order_zero};
use elder_futhark::check::{build, same_size};
use elder_futhark::tree::walk::{self, deep};
use elder_futhark::tree::{Exp, ExpKind, Pat, PatKind, Size, Type, TypeKind, VName};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};
use std::rc::Rc;

impl Pass<'_> {
    /// The residual type of values without functions.
    pub fn ty(&mut self, env: &mut Env, ty: &Type) -> Result<Type, Refused> {
        deep(|| {
            walk::try_map(
                ty,
                &mut (self, env),
                |(this, env), size| this.size(env, size),
                |(this, env), part| this.ty(env, part),
            )
        })
    }

    pub fn types(&mut self, env: &mut Env, types: &[Type]) -> Result<Vec<Type>, Refused> {
        types.iter().map(|ty| self.ty(env, ty)).collect()
    }

    pub fn size(&mut self, env: &mut Env, size: &Size) -> Result<Size, Refused> {
        Ok(match size {
            Size::Const(_) => size.clone(),
            Size::Var(v) => match env.get(&v.id) {
                Some(known) => build::size_of(&known.exp),
                None => size.clone(),
            },
            Size::Exp(e) => build::size_of(&self.exp(&mut env.clone(), e)?.0),
        })
    }

    pub fn sizes(&mut self, env: &mut Env, sizes: &[Size]) -> Result<Vec<Size>, Refused> {
        sizes.iter().map(|size| self.size(env, size)).collect()
    }

    /// Names of sizes, bound here.
    pub fn bind_sizes(&mut self, env: &mut Env, names: &[VName]) -> Vec<VName> {
        names
            .iter()
            .map(|v| self.bind(env, v, build::prim(PrimType::I64), Span::NONE))
            .collect()
    }

    /// A name for a value without functions, bound here.
    pub fn bind(&mut self, env: &mut Env, v: &VName, ty: Type, span: Span) -> VName {
        self.bind_known(env, v, Static::Dyn(ty), span)
    }

    /// A name for a value of which this is known, bound here.
    pub fn bind_known(&mut self, env: &mut Env, v: &VName, value: Static, span: Span) -> VName {
        let name = self.fresh(v);
        let exp = variable(&name, value.rep(), span);
        env.insert(v.id, Rc::new(Known { exp, value }));
        name
    }

    /// What is known of a value where it has this type: what is no function has the sizes that the type says.
    pub fn of_type(&mut self, env: &mut Env, value: &Static, ty: &Type) -> Result<Static, Refused> {
        Ok(match (value, &**ty) {
            (Static::Dyn(_), _) => Static::Dyn(self.ty(env, ty)?),
            (Static::Rcd(fields), TypeKind::Record(types)) => {
                let mut made = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    let ty = types.iter().find(|(other, _)| other == label);
                    made.push((
                        label.clone(),
                        match ty {
                            Some((_, ty)) => self.of_type(env, value, ty)?,
                            None => value.clone(),
                        },
                    ));
                }
                Static::Rcd(made)
            }
            (Static::Arr(_, element, beside), TypeKind::Array(size, ty)) => {
                let size = self.size(env, size)?;
                Static::Arr(size, Box::new(self.of_type(env, element, ty)?), beside.clone())
            }
            (Static::Sum(constructors), TypeKind::Sum(types)) => {
                let mut made = Vec::with_capacity(constructors.len());
                for ((name, payload), (_, types)) in constructors.iter().zip(types) {
                    let payload = match payload {
                        Payload::Present(args) => {
                            let args = args.iter().zip(types);
                            let args = args.map(|(arg, ty)| self.of_type(env, arg, ty));
                            Payload::Present(args.collect::<Result<_, _>>()?)
                        }
                        Payload::Absent(_) => {
                            let types: Vec<_> = types.iter().map(erased).collect();
                            Payload::Absent(self.types(env, &types)?)
                        }
                    };
                    made.push((name.clone(), payload));
                }
                Static::Sum(made)
            }
            _ => value.clone(),
        })
    }

    /// The pattern for a value of which this is known; its names are bound here.
    pub fn pat(&mut self, env: &mut Env, pat: &Pat, value: &Static) -> Result<Pat, Refused> {
        let value = &self.of_type(env, value, &pat.ty)?;
        let ty = value.rep();
        let kind = match (&pat.kind, value) {
            (PatKind::Wildcard, _) => PatKind::Wildcard,
            (PatKind::Lit(p), _) => PatKind::Lit(*p),
            (PatKind::Var(v), Static::Dyn(_)) => PatKind::Var(self.bind(env, v, ty.clone(), pat.span)),
            (PatKind::Var(v), value) => PatKind::Var(self.bind_known(env, v, value.clone(), pat.span)),
            (PatKind::Record(parts), value) => {
                let mut made = Vec::with_capacity(parts.len());
                for (label, part) in parts {
                    let known = field_of(value, label, &part.ty);
                    made.push((label.clone(), self.pat(env, part, &known)?));
                }
                PatKind::Record(made)
            }
            (PatKind::Constr(name, parts), value) => {
                let mut made = Vec::with_capacity(parts.len());
                for (k, part) in parts.iter().enumerate() {
                    let known = match value {
                        Static::Sum(constructors) => match payload_of(constructors, name) {
                            Some(Payload::Present(args)) => args[k].clone(),
                            Some(Payload::Absent(types)) => Static::Dyn(types[k].clone()),
                            None => Static::Dyn(part.ty.clone()),
                        },
                        _ => Static::Dyn(part.ty.clone()),
                    };
                    made.push(self.pat(env, part, &known)?);
                }
                PatKind::Constr(name.clone(), made)
            }
        };
        Ok(Pat {
            kind,
            ty,
            span: pat.span,
        })
    }

    /// A static value where some names are not in scope: the sizes that mention them have new names, which the value shows.
    pub fn leave(
        &mut self,
        value: &Static,
        is_gone: &mut dyn FnMut(&Pass<'_>, &VName) -> bool,
    ) -> (Static, Vec<VName>) {
        let mut existential: Vec<(Size, VName)> = Vec::new();
        if matches!(value, Static::Dyn(_)) {
            return (value.clone(), Vec::new());
        }
        let value = value.map_sizes(&mut |size| {
            let mut gone = false;
            for_each_name(size, &mut |v| gone |= is_gone(self, v));
            if !gone {
                return size.clone();
            }
            if let Some((_, name)) = existential.iter().find(|(other, _)| same_size(other, size)) {
                return Size::Var(name.clone());
            }
            let text = match size {
                Size::Var(v) => v.name.clone(),
                _ => Name::from("d"),
            };
            let name = self.name(text);
            existential.push((size.clone(), name.clone()));
            Size::Var(name)
        });
        (value, existential.into_iter().map(|(_, name)| name).collect())
    }
}

/// What is known of a field of a record of which this is known.
pub fn field_of(value: &Static, label: &Name, ty: &Type) -> Static {
    match value {
        Static::Rcd(fields) => {
            let found = fields.iter().find(|(other, _)| other == label);
            found.map_or_else(|| Static::Dyn(ty.clone()), |(_, sv)| sv.clone())
        }
        _ => Static::Dyn(ty.clone()),
    }
}

/// What is known of the arguments of a constructor.
pub fn payload_of<'a>(constructors: &'a [(Name, Payload)], name: &Name) -> Option<&'a Payload> {
    let found = constructors.iter().find(|(other, _)| other == name);
    found.map(|(_, payload)| payload)
}

/// Whether a pattern can match a value of which this is known: FUT-DF-SUM, a constructor with functions may never be made.
pub fn can_match(pat: &Pat, value: &Static) -> bool {
    match (&pat.kind, value) {
        (PatKind::Record(parts), value) => parts
            .iter()
            .all(|(label, part)| can_match(part, &field_of(value, label, &part.ty))),
        (PatKind::Constr(name, parts), Static::Sum(constructors)) => match payload_of(constructors, name) {
            Some(Payload::Present(args)) => parts.iter().zip(args).all(|(part, arg)| can_match(part, arg)),
            // Without functions it is as in any sum.
            _ => parts.iter().all(|part| is_order_zero(&part.ty)),
        },
        _ => true,
    }
}

/// A variable.
pub fn variable(v: &VName, ty: Type, span: Span) -> Exp {
    Exp::of(plain(v), ty, span)
}

/// A field of a record; of one that is written out, what is written there.
pub fn field(record: &Exp, label: &Name, ty: Type) -> Exp {
    if let ExpKind::Record(fields) = &record.kind
        && let Some((_, exp)) = fields.iter().find(|(other, _)| other == label)
    {
        return exp.clone();
    }
    Exp::of(
        ExpKind::Field(Box::new(record.clone()), label.clone()),
        ty,
        record.span,
    )
}

/// A size as an expression.
pub fn size_exp(size: &Size, span: Span) -> Exp {
    build::size_exp(size, span)
}
