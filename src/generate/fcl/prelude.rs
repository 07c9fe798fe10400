//! Polymorphic functions that generated programs define where they use them: what a library would have.

use super::build::{
    add, branch, divide, first, function, functions, generate, index, length, level_function, modulo,
    multiply, operator, pair, push, second, subtract, var,
};
use super::terms::Generator;
use elder_fcl::{
    Configuration, Definition, DefinitionKind, Expression, Level, Node, Operator, ScalarOperator, Variable,
};
use elder_syntax::Span;

/// One of these functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Helper {
    /// `id x`
    Identity,
    /// `const x y`
    Constant,
    /// `apply f x`
    Apply,
    /// `compose f g x`
    Compose,
    /// `swap p`
    Swap,
    /// `rev xs`
    Reverse,
    /// `rotate k xs`
    Rotate,
    /// `take n xs`
    Take,
    /// `drop n xs`
    Drop,
    /// `append xs ys`
    Append,
    /// `zipWith f xs ys`
    ZipWith,
    /// `halve xs`
    Halve,
    /// `evenOdds xs`
    EvenOdds,
    /// `splitUp n xs`
    SplitUp,
    /// `transp cols rows xs`
    Transpose,
    /// `stage <l> xs = force (push <l> xs)`
    Stage,
    /// `mapTo <l> f xs = push <l> (mapPull f xs)`
    MapTo,
    /// `red <l> f xs`: of a length that is a power of two.
    Reduce,
}

impl Helper {
    fn name(self) -> &'static str {
        match self {
            Helper::Identity => "id",
            Helper::Constant => "const",
            Helper::Apply => "apply",
            Helper::Compose => "compose",
            Helper::Swap => "swap",
            Helper::Reverse => "rev",
            Helper::Rotate => "rotate",
            Helper::Take => "takeFirst",
            Helper::Drop => "dropFirst",
            Helper::Append => "joined",
            Helper::ZipWith => "zipping",
            Helper::Halve => "halves",
            Helper::EvenOdds => "parity",
            Helper::SplitUp => "chunks",
            Helper::Transpose => "transp",
            Helper::Stage => "stage",
            Helper::MapTo => "mapTo",
            Helper::Reduce => "reduction",
        }
    }

    fn body(self) -> Expression {
        let variable = Variable::fresh;
        let (f, g, x, y) = (variable("f"), variable("g"), variable("x"), variable("y"));
        let (xs, ys, k, n, l) = (
            variable("xs"),
            variable("ys"),
            variable("k"),
            variable("n"),
            variable("l"),
        );
        let (m, i) = (variable("m"), variable("i"));
        let level = Level::Var(l.clone());
        let number = super::build::int;
        match self {
            Helper::Identity => function(&x, var(&x)),
            Helper::Constant => functions(&[x.clone(), y], var(&x)),
            Helper::Apply => functions(&[f.clone(), x.clone()], var(&f).apply(var(&x))),
            Helper::Compose => functions(
                &[f.clone(), g.clone(), x.clone()],
                var(&f).apply(var(&g).apply(var(&x))),
            ),
            Helper::Swap => function(&x, pair(second(var(&x)), first(var(&x)))),
            Helper::Reverse => {
                let at = subtract(subtract(length(var(&xs)), var(&k)), number(1));
                let body = generate(length(var(&xs)), &k, index(var(&xs), at));
                function(&xs, body)
            }
            Helper::Rotate => {
                let at = modulo(add(var(&k), var(&n)), length(var(&xs)));
                let body = generate(length(var(&xs)), &k, index(var(&xs), at));
                functions(&[n, xs], body)
            }
            Helper::Take => {
                let body = generate(var(&n), &k, index(var(&xs), var(&k)));
                functions(&[n, xs], body)
            }
            Helper::Drop => {
                let rest = subtract(length(var(&xs)), var(&n));
                let body = generate(rest, &k, index(var(&xs), add(var(&k), var(&n))));
                functions(&[n, xs], body)
            }
            Helper::Append => {
                let all = add(length(var(&xs)), length(var(&ys)));
                let here = super::build::less(var(&k), length(var(&xs)));
                let there = index(var(&ys), subtract(var(&k), length(var(&xs))));
                let body = generate(all, &k, branch(here, index(var(&xs), var(&k)), there));
                functions(&[xs, ys], body)
            }
            Helper::ZipWith => zip_with(&f, &xs, &ys, &k),
            Helper::Halve => {
                let half = divide(length(var(&xs)), number(2));
                let left = generate(var(&n), &k, index(var(&xs), var(&k)));
                let rest = subtract(length(var(&xs)), var(&n));
                let right = generate(rest, &i, index(var(&xs), add(var(&n), var(&i))));
                function(&xs, super::build::bind(&n, half, pair(left, right)))
            }
            Helper::EvenOdds => {
                let half = divide(length(var(&xs)), number(2));
                let evens = generate(
                    subtract(length(var(&xs)), var(&n)),
                    &k,
                    index(var(&xs), multiply(number(2), var(&k))),
                );
                let odds = add(multiply(number(2), var(&i)), number(1));
                let odds = generate(var(&n), &i, index(var(&xs), odds));
                function(&xs, super::build::bind(&n, half, pair(evens, odds)))
            }
            Helper::SplitUp => {
                let at = add(multiply(var(&i), var(&n)), var(&k));
                let chunk = generate(var(&n), &k, index(var(&xs), at));
                let body = generate(divide(length(var(&xs)), var(&n)), &i, chunk);
                functions(&[n, xs], body)
            }
            Helper::Transpose => {
                let (r, q) = (divide(var(&k), var(&m)), modulo(var(&k), var(&m)));
                let at = add(multiply(q, var(&n)), r);
                let body = generate(multiply(var(&n), var(&m)), &k, index(var(&xs), at));
                functions(&[n, m, xs], body)
            }
            Helper::Stage => {
                let body = super::build::force(push(&level, var(&xs)));
                level_function(&l, function(&xs, body))
            }
            Helper::MapTo => {
                let body = push(&level, operator(Operator::MapPull, [var(&f), var(&xs)]));
                level_function(&l, functions(&[f, xs], body))
            }
            Helper::Reduce => {
                let step = |array: Expression| {
                    let (h, k) = (Variable::fresh("h"), Variable::fresh("k"));
                    let half = divide(length(array.clone()), number(2));
                    let left = index(array.clone(), var(&k));
                    let right = index(array, add(var(&h), var(&k)));
                    let body = generate(var(&h), &k, var(&f).apply(left).apply(right));
                    push(&level, super::build::bind(&h, half, body))
                };
                let go_on = super::build::scalar(ScalarOperator::NotEqual, [number(1), length(var(&x))]);
                let body = operator(
                    Operator::While,
                    [function(&x, go_on), function(&y, step(var(&y))), step(var(&xs))],
                );
                let body = push(&level, body);
                level_function(&l, functions(&[f, xs], body))
            }
        }
    }
}

fn zip_with(f: &Variable, xs: &Variable, ys: &Variable, k: &Variable) -> Expression {
    let least = super::build::scalar(ScalarOperator::Min, [length(var(xs)), length(var(ys))]);
    let element = var(f).apply(index(var(xs), var(k))).apply(index(var(ys), var(k)));
    functions(&[f.clone(), xs.clone(), ys.clone()], generate(least, k, element))
}

impl Generator {
    /// The function, defined in the program.
    pub fn helper(&mut self, helper: Helper) -> Expression {
        if let Some(variable) = self.helpers.get(&helper) {
            return var(variable);
        }
        let variable = self.define(helper.name(), helper.body());
        self.helpers.insert(helper, variable.clone());
        var(&variable)
    }

    /// A new definition.
    pub fn define(&mut self, name: &str, body: Expression) -> Variable {
        let name = Variable::fresh(format!("{name}{}", self.definitions.len()));
        let kind = if matches!(&*body.node, Node::Fn(..) | Node::LevelFn(..)) {
            DefinitionKind::Function
        } else {
            DefinitionKind::Value
        };
        self.definitions.push(Definition {
            name: name.clone(),
            kind,
            body,
            signature: None,
            configuration: Configuration::default(),
            scheme: None,
            library: false,
            span: Span::NONE,
        });
        name
    }
}
