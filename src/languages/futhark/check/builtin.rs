//! What is in scope before the prelude: the operators of the language, the module `intrinsics`, and of its functions
//! `rearrange` and `reshape`.

use crate::ast::{self, DecKind, Liftedness};
use crate::check::env::{Env, Module, ModuleShape, Operator, TypeBinding, Value};
use crate::check::{Checked, Context, Failed, build};
use crate::intrinsics::{Intrinsic, Op, named_by_futhark, on_bits};
use crate::tree::{Arrow, RetType, Scheme, Stars, Type, TypeFun, TypeKind};
use elder_syntax::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, TernOp, UnOp};
use rustc_hash::FxHashMap;
use std::rc::Rc;

const OPERATORS: &[(&str, Operator)] = &[
    ("+", Operator::Binary(BinOp::Add)),
    ("-", Operator::Binary(BinOp::Sub)),
    ("*", Operator::Binary(BinOp::Mul)),
    ("/", Operator::Binary(BinOp::Div)),
    ("%", Operator::Binary(BinOp::Mod)),
    ("//", Operator::Binary(BinOp::Quot)),
    ("%%", Operator::Binary(BinOp::Rem)),
    ("**", Operator::Binary(BinOp::Pow)),
    ("<<", Operator::Binary(BinOp::Shl)),
    (">>", Operator::Binary(BinOp::Shr)),
    (">>>", Operator::Binary(BinOp::Lshr)),
    ("&", Operator::Binary(BinOp::And)),
    ("|", Operator::Binary(BinOp::Or)),
    ("^", Operator::Binary(BinOp::Xor)),
    ("==", Operator::Binary(BinOp::Eq)),
    ("!=", Operator::Binary(BinOp::Ne)),
    ("<", Operator::Binary(BinOp::Lt)),
    ("<=", Operator::Binary(BinOp::Le)),
    (">", Operator::Binary(BinOp::Gt)),
    (">=", Operator::Binary(BinOp::Ge)),
    ("&&", Operator::And),
    ("||", Operator::Or),
];

impl Context {
    /// The environment before the prelude.  `polymorphic` is the module type that lists the polymorphic intrinsics.
    pub(super) fn initial_env(&mut self, polymorphic: &ast::Program) -> Checked<Env> {
        let mut env = Env::default();
        for (name, operator) in OPERATORS {
            env.values
                .insert(Name::new_static(name), Value::Operator(*operator));
        }
        let mut intrinsics = Env {
            intrinsics: true,
            ..Env::default()
        };
        // The operators are there under these names too, whatever the program makes of its own.
        intrinsics.values = env.values.clone();
        for (name, operator) in [("!", Operator::Not), ("neg", Operator::Negate)] {
            intrinsics
                .values
                .insert(Name::new_static(name), Value::Operator(operator));
        }
        let mut schemes = Schemes::default();
        for (name, f) in named_by_futhark() {
            let parameters = f.parameters().into_iter().map(on_bits).collect();
            let scheme = schemes.of(parameters, on_bits(f.result()), true);
            let value = Value::Intrinsic(Intrinsic::Futhark(f), scheme);
            intrinsics.values.insert(Name::from(name), value);
        }
        for f in primitive_functions() {
            let scheme = schemes.of(f.parameters(), f.result(), false);
            let value = Value::Intrinsic(Intrinsic::Prim(f), scheme);
            intrinsics.values.insert(Name::from(f.to_string()), value);
        }
        for t in PrimType::ALL {
            let fun = TypeFun {
                params: Vec::new(),
                exts: Vec::new(),
                body: Rc::new(TypeKind::Prim(*t)),
            };
            let binding = TypeBinding {
                lifted: Liftedness::Unlifted,
                fun: Rc::new(fun),
                poisoned: false,
            };
            intrinsics.types.insert(Name::from(t.name()), binding);
        }
        for dec in &polymorphic.decs {
            let DecKind::ModType(def) = &dec.kind else {
                continue;
            };
            let listed = self.module_type(&env, &def.body)?;
            let ModuleShape::Env(listed) = &listed.shape else {
                return Err(Failed);
            };
            for (name, value) in &listed.values {
                if let (Some(intrinsic), Value::Bound { scheme, .. }) = (Intrinsic::from_name(name), value) {
                    let value = Value::Intrinsic(intrinsic, scheme.clone());
                    // No definition in the prelude could pass these two on: their types cannot be written.
                    if matches!(intrinsic, Intrinsic::Op(Op::Rearrange | Op::Reshape)) {
                        env.values.insert(name.clone(), value.clone());
                    }
                    intrinsics.values.insert(name.clone(), value);
                }
            }
            for (name, binding) in &listed.types {
                intrinsics.types.insert(name.clone(), binding.clone());
            }
        }
        env.modules
            .insert(Name::new_static("intrinsics"), Module::Env(Rc::new(intrinsics)));
        Ok(env)
    }
}

fn primitive_functions() -> impl Iterator<Item = PrimFn> {
    PrimType::ALL.iter().flat_map(|&t| {
        let bin = BinOp::ALL
            .iter()
            .filter(move |op| op.exists_on(t))
            .map(move |&op| PrimFn::Bin(op, t));
        let un = UnOp::ALL
            .iter()
            .filter(move |op| op.result(t).is_some())
            .map(move |&op| PrimFn::Un(op, t));
        let tern = TernOp::ALL
            .iter()
            .filter(move |op| op.exists_on(t))
            .map(move |&op| PrimFn::Tern(op, t));
        let convert = PrimType::ALL.iter().map(move |&to| PrimFn::Convert(t, to));
        let ldexp = t.is_float().then_some(PrimFn::Ldexp(t));
        bin.chain(un).chain(tern).chain(convert).chain(ldexp)
    })
}

/// Schemes of primitive functions, shared between those of one type.
#[derive(Default)]
struct Schemes(FxHashMap<(Vec<PrimType>, PrimType, bool), Rc<Scheme>>);

impl Schemes {
    /// With `tupled`, several parameters are one tuple.
    fn of(&mut self, params: Vec<PrimType>, result: PrimType, tupled: bool) -> Rc<Scheme> {
        let make = |(params, result, tupled): &(Vec<PrimType>, PrimType, bool)| {
            let result: Type = Rc::new(TypeKind::Prim(*result));
            let mut params: Vec<Type> = params.iter().map(|p| build::prim(*p)).collect();
            if *tupled && params.len() > 1 {
                params = vec![build::tuple(params)];
            }
            let ty = params.iter().rev().fold(result, |ty, param| {
                Rc::new(TypeKind::Arrow(Arrow {
                    param_name: None,
                    param: param.clone(),
                    param_stars: Stars::None,
                    ret: RetType::of(ty),
                }))
            });
            Rc::new(Scheme {
                sizes: Vec::new(),
                types: Vec::new(),
                ty,
            })
        };
        self.0
            .entry((params, result, tupled))
            .or_insert_with_key(make)
            .clone()
    }
}
