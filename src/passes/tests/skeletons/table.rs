//! The table: skeletons with functions for their parameters, what they mean, and at which sizes they are run.

use elder_syntax::Value;

/// A skeleton and its meaning.
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// The sizes that both take, in order.
    pub sizes: &'static str,
    /// The types of the blocks that are read.
    pub reads: &'static [&'static str],
    /// The blocks that are written: the type, the sizes of which the skeleton's block has room for, and those of the result.
    pub writes: &'static [(&'static str, &'static str, &'static str)],
    /// The types of the blocks that the skeleton updates; its meaning reads them as well, behind the others, and gives them anew.
    pub updates: &'static [&'static str],
    /// The skeleton.
    pub alone: &'static str,
    /// What it means.
    pub meant: &'static str,
    /// What both are run on.
    pub given: fn() -> Vec<Given>,
}

/// Sizes and blocks.
pub struct Given {
    /// Sizes, in order.
    pub sizes: Vec<i64>,
    /// Blocks, in order.
    pub blocks: Vec<Value>,
}

/// Numbers that look as if they were drawn, the same each time.
fn drawn(seed: usize, count: usize) -> impl Iterator<Item = u32> {
    (0..count).map(move |k| {
        let mixed = (k as u64 + 1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(seed as u64 * 0x1234_5679);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) as u32 >> 7
    })
}

fn words(seed: usize, count: usize) -> Value {
    Value::vector(drawn(seed, count).collect::<Vec<u32>>())
}

/// Few different numbers, so that some are equal.
fn small(seed: usize, count: usize) -> Value {
    Value::vector(
        drawn(seed, count)
            .map(|x| (x % 5) as i32 - 2)
            .collect::<Vec<i32>>(),
    )
}

/// Places among so many, some of them outside.
fn places(seed: usize, count: usize, among: i64) -> Value {
    let place = |x: u32| i64::from(x) % (among + 3) - 1;
    Value::vector(drawn(seed, count).map(place).collect::<Vec<i64>>())
}

/// All n, k and c with n <= k c beside 0, 1, a chunk and its multiples; some with more chunks.
fn chunks() -> impl Iterator<Item = [usize; 3]> {
    let small = (0..4).flat_map(|k| (0..5).flat_map(move |c| (0..=k * c).map(move |n| [n, k, c])));
    let larger = [[63, 7, 10], [64, 64, 1], [65, 5, 13], [20, 9, 3]];
    small.chain(larger)
}

fn chunked(blocks: impl Fn(usize) -> Vec<Value>) -> Vec<Given> {
    let given = |[n, k, c]: [usize; 3]| Given {
        sizes: vec![n as i64, k as i64, c as i64],
        blocks: blocks(n),
    };
    chunks().map(given).collect()
}

/// All lengths up to that of several tiles and groups, with each of these further sizes.
fn grouped(others: &[&[i64]], blocks: impl Fn(usize, &[i64]) -> Vec<Value>) -> Vec<Given> {
    let all = (0..32).chain([47, 48, 49, 97]);
    let given = |(n, others): (usize, &[i64])| Given {
        sizes: std::iter::once(n as i64).chain(others.iter().copied()).collect(),
        blocks: blocks(n, others),
    };
    all.flat_map(|n| others.iter().map(move |others| (n, *others)))
        .map(given)
        .collect()
}

/// The same, with at least one place.
fn some_grouped(others: &[&[i64]], blocks: impl Fn(usize, &[i64]) -> Vec<Value>) -> Vec<Given> {
    let mut all = grouped(others, blocks);
    all.retain(|given| given.sizes.first() != Some(&0));
    all
}

/// Places in chunks, of which the last one is cut.
fn cut(blocks: impl Fn(usize) -> Vec<Value>) -> Vec<Given> {
    let all = (0..10).flat_map(|n| (1..5).map(move |c| [n, c]));
    let given = |[n, c]: [usize; 2]| Given {
        sizes: vec![n as i64, c as i64],
        blocks: blocks(n),
    };
    all.chain([[64, 13], [65, 64]]).map(given).collect()
}

/// One chunk of all places.
fn one_chunk(blocks: impl Fn(usize) -> Vec<Value>) -> Vec<Given> {
    let given = |n: usize| Given {
        sizes: vec![n as i64, 1, n as i64],
        blocks: blocks(n),
    };
    (0..6).map(given).collect()
}

/// All n, k and c with so many rows.
fn with_rows(rows: &[usize], blocks: impl Fn(usize, usize) -> Vec<Value>) -> Vec<Given> {
    let all = chunks().flat_map(|chunks| rows.iter().map(move |rows| (chunks, *rows)));
    let given = |([n, k, c], rows): ([usize; 3], usize)| Given {
        sizes: [n, k, c, rows].map(|size| size as i64).into(),
        blocks: blocks(n, rows),
    };
    all.map(given).collect()
}

fn lengths(blocks: impl Fn(usize) -> Vec<Value>) -> Vec<Given> {
    let given = |n: usize| Given {
        sizes: vec![n as i64],
        blocks: blocks(n),
    };
    [0, 1, 2, 3, 63, 64, 65].map(given).into()
}

fn rectangles(blocks: impl Fn(usize, usize) -> Vec<Value>) -> Vec<Given> {
    let sides = [0, 1, 2, 3, 17];
    let all = sides.iter().flat_map(|n| sides.iter().map(move |m| (*n, *m)));
    let given = |(n, m): (usize, usize)| Given {
        sizes: vec![n as i64, m as i64],
        blocks: blocks(n, m),
    };
    all.map(given).collect()
}

fn affine_given() -> Vec<Given> {
    chunked(|n| vec![words(n, n), words(n + 7, n)])
}

fn least_given() -> Vec<Given> {
    chunked(|n| vec![small(n, n)])
}

fn matrices_given() -> Vec<Given> {
    chunked(|n| vec![words(n, 4 * n)])
}

fn updated(values: fn(usize, usize) -> Value, old: fn(usize, usize) -> Value) -> Vec<Given> {
    let sizes = [0usize, 1, 2, 5, 40];
    let all = sizes.iter().flat_map(|n| [0usize, 1, 3, 16].map(|m| (*n, m)));
    let given = |(n, m): (usize, usize)| Given {
        sizes: vec![n as i64, m as i64],
        blocks: vec![places(n + m, n, m as i64), values(n, n), old(m + 3, m)],
    };
    all.map(given).collect()
}

/// Scans of affine maps by segments.
const SEGMENTS_AFFINE: &str = "fun(n: nat, b: nat, xs: exp[b.n.u32], ys: exp[b.n.u32])
          generate(b, fun s. zip(xs[s], ys[s]) |> scanSeq(fun x a. affine(a, x), (1, 0)))";

/// The same, of chunks of so many tiles.
const CHUNKS_AFFINE: &str = "fun(n: nat, b: nat, r: nat, xs: exp[b.n.u32], ys: exp[b.n.u32])
          generate(b, fun s. zip(xs[s], ys[s]) |> scanSeq(fun x a. affine(a, x), (1, 0)))";

/// All rows.
pub const ROWS: &[Row] = &[
    Row {
        name: "map",
        sizes: "n",
        reads: &["u32"],
        writes: &[("u32", "n", "n"), ("i64", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, l0: nat, xs: exp[l0.u32], out: acc[n.(u32, i64)])
          segmap@(u32, i64)@n(fun i o. { o.1 := xs[known(i64(i))] * 3; o.2 := i64(i) })(out)",
        meant: "fun(n: nat, xs: exp[n.u32]) generate(n, fun i. (xs[i] * 3, i64(i)))",
        given: || lengths(|n| vec![words(n, n)]),
    },
    Row {
        name: "map_rows",
        sizes: "n m",
        reads: &["u32"],
        writes: &[("u32", "n m", "n m")],
        updates: &[],
        alone: "fun(n: nat, m: nat, l0: nat, xs: exp[l0.u32], out: acc[n.m.u32])
          segmap@(m.u32)@n(fun i o. for j < m { o[j] := xs[known(i64(i) * nat(m) + i64(j))] + u32(i) })(out)",
        meant: "fun(n: nat, m: nat, xs: exp[n.m.u32]) generate(n, fun i. xs[i] |> map(fun x. x + u32(i)))",
        given: || rectangles(|n, m| vec![words(n, n * m)]),
    },
    Row {
        name: "map_several",
        sizes: "n k q",
        reads: &["u32"],
        writes: &[("u32", "q k", "n"), ("i64", "q k", "n")],
        updates: &[],
        alone: "fun(n: nat, k: nat, q: nat, l0: nat, xs: exp[l0.u32], out: acc[q.k.(u32, i64)])
          segmaps@(u32, i64)@n@k@q(fun i o. { o.1 := xs[known(i)] * 3; o.2 := i }, out)",
        meant: "fun(n: nat, k: nat, q: nat, xs: exp[n.u32]) generate(n, fun i. (xs[i] * 3, i64(i)))",
        given: || chunked(|n| vec![words(n, n)]),
    },
    Row {
        name: "map_several_cut",
        sizes: "n k",
        reads: &["u32"],
        writes: &[("u32", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, k: nat, l0: nat, xs: exp[l0.u32], out: acc[n.u32])
          segmaps@u32@n@k@((n + k - 1) / k)(fun i o. o := xs[known(i)] * 3, cutAcc(k)(out))",
        meant: "fun(n: nat, k: nat, xs: exp[n.u32]) generate(n, fun i. xs[i] * 3)",
        given: || cut(|n| vec![words(n, n)]),
    },
    Row {
        name: "map_several_rows",
        sizes: "n k q m",
        reads: &["u32"],
        writes: &[("u32", "q k m", "n m")],
        updates: &[],
        alone: "fun(n: nat, k: nat, q: nat, m: nat, l0: nat, xs: exp[l0.u32], out: acc[q.k.m.u32])
          segmaps@(m.u32)@n@k@q(fun i o. for j < m { o[j] := xs[known(i * nat(m) + i64(j))] + u32(i) }, out)",
        meant: "fun(n: nat, k: nat, q: nat, m: nat, xs: exp[n.m.u32]) generate(n, fun i. xs[i] |> map(fun x. x + u32(i)))",
        given: || with_rows(&[0, 1, 3], |n, m| vec![words(n, n * m)]),
    },
    Row {
        name: "map2",
        sizes: "n m",
        reads: &["u32"],
        writes: &[("u32", "n m", "n m")],
        updates: &[],
        alone: "fun(n: nat, m: nat, l0: nat, xs: exp[l0.u32], out: acc[n.m.u32])
          segmap2@u32@n@m(fun i j o. o := xs[known(i64(i) * nat(m) + i64(j))] * 5 + u32(i) - u32(j))(out)",
        meant: "fun(n: nat, m: nat, xs: exp[n.m.u32]) generate(n, fun i. generate(m, fun j. xs[i][j] * 5 + u32(i) - u32(j)))",
        given: || rectangles(|n, m| vec![words(n, n * m)]),
    },
    Row {
        name: "transposition",
        sizes: "n m",
        reads: &["u32"],
        writes: &[("u32", "m n", "m n")],
        updates: &[],
        alone: "fun(n: nat, m: nat, l0: nat, xs: exp[l0.u32], out: acc[m.n.u32]) segmap2@u32@m@n(fun i j o. o := xs[known(i64(j) * nat(m) + i64(i))])(out)",
        meant: "fun(n: nat, m: nat, xs: exp[n.m.u32]) transpose(xs)",
        given: || rectangles(|n, m| vec![words(n, n * m)]),
    },
    Row {
        name: "histogram",
        sizes: "n m",
        reads: &["i64", "i32"],
        writes: &[],
        updates: &["i32"],
        alone: "fun(n: nat, m: nat, l0: nat, js: exp[l0.i64], l1: nat, xs: exp[l1.i32], l9: nat, h: var[l9.i32]) accumulate(+) h.wr as u {
          segeach@n(fun i. if 0 <= js[known(i64(i))] && js[known(i64(i))] < nat(m) { u[known(js[known(i64(i))])] += xs[known(i64(i))] }) }",
        meant: "fun(n: nat, m: nat, js: exp[n.i64], xs: exp[n.i32], h: exp[m.i32])
          generate(m, fun p. zip(js, xs) |> reduce(fun q a. if q.1 == i64(p) then a + q.2 else a, h[p]))",
        given: || updated(small, small),
    },
    Row {
        name: "scatter",
        sizes: "n m",
        reads: &["i64", "u32"],
        writes: &[],
        updates: &["u32"],
        alone: "fun(n: nat, m: nat, l0: nat, js: exp[l0.i64], l1: nat, xs: exp[l1.u32], l9: nat, h: var[l9.u32]) accumulate(set) h.wr as u {
          segeach@n(fun i. if 0 <= js[known(i64(i))] && js[known(i64(i))] < nat(m) { u[known(js[known(i64(i))])] := u32(js[known(i64(i))]) * 10 }) }",
        meant: "fun(n: nat, m: nat, js: exp[n.i64], xs: exp[n.u32], h: exp[m.u32])
          generate(m, fun p. js |> reduce(fun j a. if j == i64(p) then u32(j) * 10 else a, h[p]))",
        given: || updated(words, words),
    },
    Row {
        name: "reduce_affine",
        sizes: "n k c",
        reads: &["u32", "u32"],
        writes: &[("u32", "1", "1"), ("u32", "1", "1")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[1.(u32, u32)])
          segred@(u32, u32)@n@k@c(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], ys[known(i)]), out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.u32], ys: exp[n.u32])
          generate(1, fun i. zip(xs, ys) |> reduce(fun x a. affine(a, x), (1, 0)))",
        given: affine_given,
    },
    Row {
        name: "reduce_least",
        sizes: "n k c",
        reads: &["i32"],
        writes: &[("i32", "1", "1"), ("i64", "1", "1")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.i32], out: acc[1.(i32, i64)])
          segred@(i32, i64)@n@k@c(fun o. o := (2147483647, 0 - 1), fun x y o. o := least(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], i), out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.i32])
          generate(1, fun i. generate(n, fun i. (xs[i], i64(i))) |> reduce(fun x a. least(a, x), (2147483647, 0 - 1)))",
        given: least_given,
    },
    Row {
        name: "reduce_product",
        sizes: "n k c",
        reads: &["u32"],
        writes: &[("u32", "1 4", "1 4")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.u32], out: acc[1.4.u32])
          segred@(4.u32)@n@k@c(fun o. o := unit, fun x y o. o := product(x, y), fun x o. o := x, fun i o. o := generate(4, fun e. xs[known(i * 4 + i64(e))]), out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.4.u32]) generate(1, fun i. xs |> reduce(fun x a. product(a, x), unit))",
        given: matrices_given,
    },
    // What is one chunk begins with what it is given once, also if that is not neutral.
    Row {
        name: "reduce_from",
        sizes: "n k c",
        reads: &["i32"],
        writes: &[("i32", "1", "1")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.i32], out: acc[1.i32])
          segred@i32@n@k@c(fun o. o := 100, fun x y o. o := x + y, fun x o. o := x, fun i o. o := xs[known(i)], out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.i32]) generate(1, fun i. xs |> reduce(fun x a. a + x, 100))",
        given: || one_chunk(|n| vec![small(n, n)]),
    },
    Row {
        name: "scan_affine",
        sizes: "n k c",
        reads: &["u32", "u32"],
        writes: &[("u32", "k c", "n"), ("u32", "k c", "n")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[k.c.(u32, u32)])
          segscan@(u32, u32)@n@k@c(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], ys[known(i)]), out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.u32], ys: exp[n.u32])
          zip(xs, ys) |> scanSeq(fun x a. affine(a, x), (1, 0))",
        given: affine_given,
    },
    Row {
        name: "scan_cut",
        sizes: "n c",
        reads: &["u32", "u32"],
        writes: &[("u32", "n", "n"), ("u32", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, c: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[n.(u32, u32)])
          segscan@(u32, u32)@n@((n + c - 1) / c)@c(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], ys[known(i)]), cutAcc(c)(out))",
        meant: "fun(n: nat, c: nat, xs: exp[n.u32], ys: exp[n.u32]) zip(xs, ys) |> scanSeq(fun x a. affine(a, x), (1, 0))",
        given: || cut(|n| vec![words(n, n), words(n + 7, n)]),
    },
    Row {
        name: "scan_least",
        sizes: "n k c",
        reads: &["i32"],
        writes: &[("i32", "k c", "n"), ("i64", "k c", "n")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.i32], out: acc[k.c.(i32, i64)])
          segscan@(i32, i64)@n@k@c(fun o. o := (2147483647, 0 - 1), fun x y o. o := least(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], i), out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.i32])
          generate(n, fun i. (xs[i], i64(i))) |> scanSeq(fun x a. least(a, x), (2147483647, 0 - 1))",
        given: least_given,
    },
    Row {
        name: "scan_product",
        sizes: "n k c",
        reads: &["u32"],
        writes: &[("u32", "k c 4", "n 4")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.u32], out: acc[k.c.4.u32])
          segscan@(4.u32)@n@k@c(fun o. o := unit, fun x y o. o := product(x, y), fun x o. o := x, fun i o. o := generate(4, fun e. xs[known(i * 4 + i64(e))]), out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.4.u32]) xs |> scanSeq(fun x a. product(a, x), unit)",
        given: matrices_given,
    },
    Row {
        name: "scan_from",
        sizes: "n k c",
        reads: &["i32"],
        writes: &[("i32", "k c", "n")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, l0: nat, xs: exp[l0.i32], out: acc[k.c.i32])
          segscan@i32@n@k@c(fun o. o := 100, fun x y o. o := x + y, fun x o. o := x, fun i o. o := xs[known(i)], out)",
        meant: "fun(n: nat, k: nat, c: nat, xs: exp[n.i32]) xs |> scanSeq(fun x a. a + x, 100)",
        given: || one_chunk(|n| vec![small(n, n)]),
    },
    Row {
        name: "map_groups",
        sizes: "n",
        reads: &["u32"],
        writes: &[("u32", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, l0: nat, xs: exp[l0.u32], out: acc[n.u32])
          segmapgroups@u32@n@4@3(fun i o. o := xs[known(i64(i))] * 3 + u32(i), out)",
        meant: "fun(n: nat, xs: exp[n.u32]) generate(n, fun i. xs[i] * 3 + u32(i))",
        given: || grouped(&[&[]], |n, _| vec![words(n, n)]),
    },
    Row {
        name: "map2_groups",
        sizes: "n m",
        reads: &["u32"],
        writes: &[("u32", "n m", "n m")],
        updates: &[],
        alone: "fun(n: nat, m: nat, l0: nat, xs: exp[l0.u32], out: acc[n.m.u32])
          segmap2groups@u32@n@m@2@2@3(fun i j o. o := xs[known(i64(i) * nat(m) + i64(j))] * 3 + u32(i64(i) * 100 + i64(j)), out)",
        meant: "fun(n: nat, m: nat, xs: exp[(n * m).u32])
          generate(n, fun i. generate(m, fun j. xs[asIndex(i64(i) * nat(m) + i64(j))] * 3 + u32(i64(i) * 100 + i64(j))))",
        given: || {
            grouped(&[&[0], &[1], &[2], &[5]], |n, others| {
                vec![words(n, n * others.first().map_or(0, |m| *m as usize))]
            })
        },
    },
    // Of no places there is nothing between the tiles.
    Row {
        name: "turned",
        sizes: "b n c m",
        reads: &["u32"],
        writes: &[("u32", "b n c m", "b n c m")],
        updates: &[],
        alone: "fun(b: nat, n: nat, c: nat, m: nat, l0: nat, xs: exp[l0.u32], out: acc[b.n.c.m.u32])
          segturned@u32@b@n@c@m@2@2(fun x o. o := x, fun h i j o. o := xs[known((i64(h) * nat(m) + i64(j)) * nat(n) + i64(i))], out)",
        meant: "fun(b: nat, n: nat, c: nat, m: nat, xs: exp[(b * c * m * n).u32])
          generate(b, fun h. generate(n, fun i. generate(c, fun k. generate(m, fun j. xs[asIndex(((i64(h) * nat(c) + i64(k)) * nat(m) + i64(j)) * nat(n) + i64(i))]))))",
        given: || {
            let sides = [0, 1, 3, 4, 5, 8, 9];
            let all = sides.iter().flat_map(|n| sides.iter().map(move |m| [*n, *m]));
            let planes = [[1, 1], [2, 1], [1, 3], [2, 2]];
            all.flat_map(|[n, m]| planes.map(|[b, c]| Given {
                sizes: [b, n, c, m].iter().map(|size| *size as i64).collect(),
                blocks: vec![words(n + m, b * n * c * m)],
            }))
            .collect()
        },
    },
    Row {
        name: "reduce_groups_affine",
        sizes: "n r",
        reads: &["u32", "u32"],
        writes: &[("u32", "1", "1"), ("u32", "1", "1")],
        updates: &[],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[1.(u32, u32)])
          segredgroups@(u32, u32)@n@((n + r * 6 - 1) / (r * 6))@r@2@3(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], ys[known(i)]), out)",
        meant: "fun(n: nat, r: nat, xs: exp[n.u32], ys: exp[n.u32])
          generate(1, fun i. zip(xs, ys) |> reduce(fun x a. affine(a, x), (1, 0)))",
        given: || grouped(&[&[1], &[2], &[3]], |n, _| vec![words(n, n), words(n + 7, n)]),
    },
    Row {
        name: "reduce_groups_least",
        sizes: "n r",
        reads: &["i32"],
        writes: &[("i32", "1", "1"), ("i64", "1", "1")],
        updates: &[],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.i32], out: acc[1.(i32, i64)])
          segredgroups@(i32, i64)@n@((n + r * 4 - 1) / (r * 4))@r@4@1(fun o. o := (2147483647, 0 - 1), fun x y o. o := least(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], i), out)",
        meant: "fun(n: nat, r: nat, xs: exp[n.i32])
          generate(1, fun i. generate(n, fun i. (xs[i], i64(i))) |> reduce(fun x a. least(a, x), (2147483647, 0 - 1)))",
        given: || grouped(&[&[1], &[2]], |n, _| vec![small(n, n)]),
    },
    Row {
        name: "reduce_segments_affine",
        sizes: "n b",
        reads: &["u32", "u32"],
        writes: &[("u32", "b", "b"), ("u32", "b", "b")],
        updates: &[],
        alone: "fun(n: nat, b: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[b.(u32, u32)])
          segredrows@(u32, u32)@b@n@2@3(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x,
            fun s i o. o := (xs[known(s * nat(n) + i)], ys[known(s * nat(n) + i)]), out)",
        meant: "fun(n: nat, b: nat, xs: exp[b.n.u32], ys: exp[b.n.u32])
          generate(b, fun s. zip(xs[s], ys[s]) |> reduce(fun x a. affine(a, x), (1, 0)))",
        given: || {
            grouped(&[&[0], &[1], &[3]], |n, others| {
                let all = n * others.first().map_or(0, |b| *b as usize);
                vec![words(n, all), words(n + 7, all)]
            })
        },
    },
    Row {
        name: "reduce_segments_apart",
        sizes: "n b",
        reads: &["u32"],
        writes: &[("u32", "b", "b")],
        updates: &[],
        alone: "fun(n: nat, b: nat, l0: nat, xs: exp[l0.u32], out: acc[b.u32])
          segredrowsapart@u32@b@n@2@3(fun o. o := 0, fun x y o. o := x + y, fun x o. o := x, fun s i o. o := xs[known(s * nat(n) + i)] * u32(i + 1), out)",
        meant: "fun(n: nat, b: nat, xs: exp[b.n.u32])
          generate(b, fun s. generate(n, fun i. xs[s][i] * u32(i64(i) + 1)) |> reduce(fun x a. a + x, 0))",
        given: || {
            grouped(&[&[0], &[1], &[3]], |n, others| {
                vec![words(n, n * others.first().map_or(0, |b| *b as usize))]
            })
        },
    },
    Row {
        name: "reduce_segments_several",
        sizes: "n b",
        reads: &["u32"],
        writes: &[("u32", "b", "b")],
        updates: &[],
        alone: "fun(n: nat, b: nat, l0: nat, xs: exp[l0.u32], out: acc[b.u32])
          segredseveral@u32@b@n@2@3@2(fun o. o := 0, fun x y o. o := x + y, fun x o. o := x, fun s i o. o := xs[known(s * nat(n) + i)] * u32(i + 1), out)",
        meant: "fun(n: nat, b: nat, xs: exp[b.n.u32])
          generate(b, fun s. generate(n, fun i. xs[s][i] * u32(i64(i) + 1)) |> reduce(fun x a. a + x, 0))",
        given: || {
            grouped(&[&[0], &[1], &[2], &[5]], |n, others| {
                vec![words(n, n * others.first().map_or(0, |b| *b as usize))]
            })
        },
    },
    Row {
        name: "reduce_apart",
        sizes: "n r",
        reads: &["u32"],
        writes: &[("u32", "1", "1")],
        updates: &[],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.u32], out: acc[1.u32])
          segredapart@u32@n@((n + r * 6 - 1) / (r * 6))@r@2@3(fun o. o := 0, fun x y o. o := x + y, fun x o. o := x, fun i o. o := xs[known(i)] * u32(i + 1), out)",
        meant: "fun(n: nat, r: nat, xs: exp[n.u32])
          generate(1, fun i. generate(n, fun i. xs[i] * u32(i64(i) + 1)) |> reduce(fun x a. a + x, 0))",
        given: || grouped(&[&[1], &[2], &[3]], |n, _| vec![words(n, n)]),
    },
    Row {
        name: "reduce_lanes",
        sizes: "n b r",
        reads: &["u32"],
        writes: &[("u32", "b", "b")],
        updates: &[],
        alone: "fun(n: nat, b: nat, r: nat, l0: nat, xs: exp[l0.u32], out: acc[b.u32])
          segredlanes@u32@b@n@((n + r * 3 - 1) / (r * 3))@r@3(fun o. o := 0, fun x y o. o := x + y, fun x o. o := x, fun s i o. o := xs[known(s * nat(n) + i)] * u32(i + 1), out)",
        meant: "fun(n: nat, b: nat, r: nat, xs: exp[b.n.u32])
          generate(b, fun s. generate(n, fun i. xs[s][i] * u32(i64(i) + 1)) |> reduce(fun x a. a + x, 0))",
        given: || {
            grouped(&[&[0, 1], &[1, 1], &[1, 2], &[3, 2], &[2, 3]], |n, others| {
                vec![words(n, n * others.first().map_or(0, |b| *b as usize))]
            })
        },
    },
    Row {
        name: "scan_lanes",
        sizes: "n r",
        reads: &["u32"],
        writes: &[("u32", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.u32], out: acc[n.u32])
          segscanlanes@u32@n@((n + r * 3 - 1) / (r * 3))@r@3(fun o. o := 0, fun x y o. o := x + y, fun x o. o := x, fun i o. o := xs[known(i)] * u32(i + 1), cutAcc(r * 3)(out))",
        meant: "fun(n: nat, r: nat, xs: exp[n.u32])
          generate(n, fun i. xs[i] * u32(i64(i) + 1)) |> scanSeq(fun x a. a + x, 0)",
        given: || grouped(&[&[1], &[2], &[3]], |n, _| vec![words(n, n)]),
    },
    Row {
        name: "scan_groups_affine",
        sizes: "n r",
        reads: &["u32", "u32"],
        writes: &[("u32", "n", "n"), ("u32", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[n.(u32, u32)])
          segscangroups@(u32, u32)@n@((n + r * 6 - 1) / (r * 6))@r@2@3(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], ys[known(i)]), cutAcc(r * 6)(out))",
        meant: "fun(n: nat, r: nat, xs: exp[n.u32], ys: exp[n.u32]) zip(xs, ys) |> scanSeq(fun x a. affine(a, x), (1, 0))",
        given: || grouped(&[&[1], &[2], &[3]], |n, _| vec![words(n, n), words(n + 7, n)]),
    },
    Row {
        name: "scan_groups_used",
        sizes: "n r",
        reads: &["u32"],
        writes: &[],
        updates: &["u32"],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.u32], l9: nat, h: var[l9.u32]) accumulate(+) h.wr as u {
          segscanuse@u32@n@((n + r * 6 - 1) / (r * 6))@r@2@3(fun o. o := 0, fun x y o. o := x + y, fun x o. o := x, fun i o. o := xs[known(i)],
            fun i s. u[known(i)] += s * u32(i + 1)) }",
        meant: "fun(n: nat, r: nat, xs: exp[n.u32], h: exp[n.u32])
          generate(n, fun i. h[i] + ((generate(n, fun j. xs[j]) |> scanSeq(fun x a. a + x, 0))[i]) * u32(i64(i) + 1))",
        given: || grouped(&[&[1], &[2], &[3]], |n, _| vec![words(n, n), words(n + 7, n)]),
    },
    Row {
        name: "scan_groups_least",
        sizes: "n r",
        reads: &["i32"],
        writes: &[("i32", "n", "n"), ("i64", "n", "n")],
        updates: &[],
        alone: "fun(n: nat, r: nat, l0: nat, xs: exp[l0.i32], out: acc[n.(i32, i64)])
          segscangroups@(i32, i64)@n@((n + r * 4 - 1) / (r * 4))@r@4@1(fun o. o := (2147483647, 0 - 1), fun x y o. o := least(x, y), fun x o. o := x, fun i o. o := (xs[known(i)], i), cutAcc(r * 4)(out))",
        meant: "fun(n: nat, r: nat, xs: exp[n.i32])
          generate(n, fun i. (xs[i], i64(i))) |> scanSeq(fun x a. least(a, x), (2147483647, 0 - 1))",
        given: || grouped(&[&[1], &[2]], |n, _| vec![small(n, n)]),
    },
    Row {
        name: "reduce_rows_affine",
        sizes: "n k c r",
        reads: &["u32", "u32"],
        writes: &[("u32", "r", "r"), ("u32", "r", "r")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, r: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[r.(u32, u32)])
          segreds@(u32, u32)@r@n@k@c(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x,
            fun s i o. o := (xs[known(s * nat(n) + i)], ys[known(s * nat(n) + i)]), out)",
        meant: "fun(n: nat, k: nat, c: nat, r: nat, xs: exp[r.n.u32], ys: exp[r.n.u32])
          generate(r, fun s. zip(xs[s], ys[s]) |> reduce(fun x a. affine(a, x), (1, 0)))",
        given: || with_rows(&[0, 1, 3], |n, r| vec![words(n, r * n), words(n + 7, r * n)]),
    },
    Row {
        name: "reduce_rows_product",
        sizes: "n k c r",
        reads: &["u32"],
        writes: &[("u32", "r 4", "r 4")],
        updates: &[],
        alone: "fun(n: nat, k: nat, c: nat, r: nat, l0: nat, xs: exp[l0.u32], out: acc[r.4.u32])
          segreds@(4.u32)@r@n@k@c(fun o. o := unit, fun x y o. o := product(x, y), fun x o. o := x, fun s i o. o := generate(4, fun e. xs[known((s * nat(n) + i) * 4 + i64(e))]), out)",
        meant: "fun(n: nat, k: nat, c: nat, r: nat, xs: exp[r.n.4.u32])
          generate(r, fun s. xs[s] |> reduce(fun x a. product(a, x), unit))",
        given: || with_rows(&[0, 2], |n, r| vec![words(n, r * n * 4)]),
    },
    Row {
        name: "scan_rows_affine",
        sizes: "n k c r",
        reads: &["u32", "u32"],
        writes: &[("u32", "r n", "r n"), ("u32", "r n", "r n")],
        updates: &[],
        // Each row has places behind its last one, which are left out.
        alone: "fun(n: nat, k: nat, c: nat, r: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[r.n.(u32, u32)])
          newGlobal r.k.c.(u32, u32) all {
            segscans@(u32, u32)@r@n@k@c(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x,
              fun s i o. o := (xs[known(s * nat(n) + i)], ys[known(s * nat(n) + i)]), all.wr);
            parforGlobal(1) s < r into out as row { parforGlobal(0) i < n into row as o {
              o := join(all.rd[s])[known(i64(i))] } } }",
        meant: "fun(n: nat, k: nat, c: nat, r: nat, xs: exp[r.n.u32], ys: exp[r.n.u32])
          generate(r, fun s. zip(xs[s], ys[s]) |> scanSeq(fun x a. affine(a, x), (1, 0)))",
        given: || with_rows(&[0, 1, 3], |n, r| vec![words(n, r * n), words(n + 7, r * n)]),
    },
    Row {
        name: "scan_segments_affine",
        sizes: "n b r",
        reads: &["u32", "u32"],
        writes: &[("u32", "b n", "b n"), ("u32", "b n", "b n")],
        updates: &[],
        alone: "fun(n: nat, b: nat, r: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[b.n.(u32, u32)])
          segscanrows@(u32, u32)@b@n@((n + r * 6 - 1) / (r * 6))@r@2@3(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x,
            fun s i o. o := (xs[known(s * nat(n) + i)], ys[known(s * nat(n) + i)]), mapAcc(fun row. cutAcc(r * 6)(row), out))",
        meant: CHUNKS_AFFINE,
        given: || {
            some_grouped(&[&[0, 17], &[1, 17], &[3, 17]], |n, others| {
                let all = n * others.first().map_or(0, |b| *b as usize);
                vec![words(n, all), words(n + 7, all)]
            })
        },
    },
    Row {
        name: "scan_segments_several",
        sizes: "n b",
        reads: &["u32", "u32"],
        writes: &[("u32", "b n", "b n"), ("u32", "b n", "b n")],
        updates: &[],
        alone: "fun(n: nat, b: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[b.n.(u32, u32)])
          segscanseveral@(u32, u32)@b@n@2@3@2(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x,
            fun s i o. o := (xs[known(s * nat(n) + i)], ys[known(s * nat(n) + i)]), out)",
        meant: SEGMENTS_AFFINE,
        given: || {
            grouped(&[&[0], &[1], &[2], &[5]], |n, others| {
                let all = n * others.first().map_or(0, |b| *b as usize);
                vec![words(n, all), words(n + 7, all)]
            })
        },
    },
    Row {
        name: "scan_segments_split",
        sizes: "n b r",
        reads: &["u32", "u32"],
        writes: &[("u32", "b n", "b n"), ("u32", "b n", "b n")],
        updates: &[],
        alone: "fun(n: nat, b: nat, r: nat, l0: nat, xs: exp[l0.u32], l1: nat, ys: exp[l1.u32], out: acc[b.n.(u32, u32)])
          segscansplit@(u32, u32)@b@n@((n + r * 6 - 1) / (r * 6))@r@2@3(fun o. o := (1, 0), fun x y o. o := affine(x, y), fun x o. o := x,
            fun s i o. o := (xs[known(s * nat(n) + i)], ys[known(s * nat(n) + i)]), mapAcc(fun row. cutAcc(r * 6)(row), out))",
        meant: CHUNKS_AFFINE,
        given: || {
            some_grouped(&[&[0, 1], &[1, 1], &[2, 2], &[3, 1]], |n, others| {
                let all = n * others.first().map_or(0, |b| *b as usize);
                vec![words(n, all), words(n + 7, all)]
            })
        },
    },
    Row {
        name: "scan_segments_least",
        sizes: "n b",
        reads: &["i32"],
        writes: &[("i32", "b n", "b n"), ("i64", "b n", "b n")],
        updates: &[],
        alone: "fun(n: nat, b: nat, l0: nat, xs: exp[l0.i32], out: acc[b.n.(i32, i64)])
          segscanseveral@(i32, i64)@b@n@3@1@3(fun o. o := (2147483647, 0 - 1), fun x y o. o := least(x, y), fun x o. o := x, fun s i o. o := (xs[known(s * nat(n) + i)], i), out)",
        meant: "fun(n: nat, b: nat, xs: exp[b.n.i32])
          generate(b, fun s. generate(n, fun i. (xs[s][i], i64(i))) |> scanSeq(fun x a. least(a, x), (2147483647, 0 - 1)))",
        given: || {
            grouped(&[&[0], &[1], &[4]], |n, others| {
                vec![small(n, n * others.first().map_or(0, |b| *b as usize))]
            })
        },
    },
];
