//! The text of a program made by hand: steps of a stencil, each into a new block.

use super::super::*;

const I64: PrimType = PrimType::I64;
const F32: PrimType = PrimType::F32;

fn stencil() -> Program<()> {
    let [n, m, b0, steps, t, cur, k, nxt, last] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(Var);
    let block = Kind::Block(F32);
    let iteration = vec![
        Step::Let {
            var: k,
            function: PrimFn::Bin(elder_syntax::prim::BinOp::Mul, I64),
            operands: vec![n.into(), m.into()],
            site: None,
        },
        Step::Alloc {
            var: nxt,
            element: F32,
            count: k.into(),
            span: Span::NONE,
        },
        Step::Do {
            entry: 0,
            sizes: vec![n.into(), m.into()],
            scalars: vec![Operand::Const(PrimValue::F32(0.5))],
            reads: vec![cur],
            writes: vec![nxt],
            updates: vec![],
        },
        Step::Drop(cur),
    ];
    let looping = Step::Loop(Box::new(Loop {
        params: vec![(cur, block, b0.into())],
        form: Form::For {
            index: t,
            ty: I64,
            bound: steps.into(),
        },
        body: Body {
            steps: iteration,
            results: vec![nxt.into()],
        },
        results: vec![(last, block)],
    }));
    let names = ["n", "m", "cur", "steps", "t", "cur", "copy", "b'", "last"];
    Program {
        entries: vec![Entry {
            name: "step.0".into(),
            interface: Interface {
                sizes: 2,
                scalars: vec![F32],
                reads: vec![F32],
                writes: vec![F32],
                updates: vec![],
            },
            what: (),
            span: Span::NONE,
        }],
        constants: vec![],
        points: vec![Point {
            name: "main".into(),
            names: names.map(Name::from).to_vec(),
            sizes: vec![n, m],
            parameters: vec![
                Parameter {
                    var: b0,
                    element: F32,
                    shape: vec![n.into(), m.into()],
                    unique: true,
                },
                Parameter {
                    var: steps,
                    element: I64,
                    shape: vec![],
                    unique: false,
                },
            ],
            body: Body {
                steps: vec![looping],
                results: vec![n.into(), m.into(), last.into()],
            },
            results: vec![Output {
                element: F32,
                rank: 2,
            }],
            span: Span::NONE,
        }],
    }
}

#[test]
fn every_variable_has_a_text_of_its_own() {
    let text = "\
entry step.0[2](f32; f32 -> f32)

point main[n][m](cur: *[n][m]f32, steps: i64)
  for t: i64 < steps with (cur_1: block of f32 = cur) {
    let _copy: i64 = mul_i64(n, m)
    alloc b_: _copy of f32
    do step.0[n, m](0.5f32; cur_1 -> b_)
    drop cur_1
    continue b_
  } as last: block of f32
  result [n][m]f32 in last
";
    assert_eq!(stencil().to_string(), text);
}
