//! Programs of which each has one thing wrong, and the premise that finds it.

use super::program;
use crate::read::host as read;
use elder_syntax::source::SourceId;

const ENTRIES: &str = "
entry scale[1](i32; i32 -> i32)
entry bump[1](->; i32)
constant pair: i32, block of i32
  alloc b: 4 of i32
  gives 1i32, b
";

/// The premise that refuses an entry point with this between its parameters and its result, and what is said beside; empty if there is none.
fn refused_at(parameters: &str, steps: &str) -> String {
    let text = format!("{ENTRIES} point main[n]{parameters} {steps}");
    let read = read::program(SourceId(0), &text, &crate::rules::find);
    let read = read.unwrap_or_else(|refused| panic!("{}: {text}", refused.message));
    match program(&read) {
        Ok(()) => String::new(),
        Err(errors) => errors[0]
            .refusal
            .map_or_else(String::new, |refusal| refusal.to_string()),
    }
}

fn refused(steps: &str) -> String {
    refused_at("(xs: [n]i32, k: i32, b: bool)", steps)
}

#[test]
fn what_is_in_order_is_accepted() {
    let programs = [
        "drop xs",
        "drop xs result i32 in k",
        "result [n]i32 in xs",
        "alloc ys: n of i32 do scale[n](k; xs -> ys) drop xs result [n]i32 in ys",
        "alloc ys: n of i32 copy n of xs@0 -> ys@0 do bump[n](->; ys) drop xs result [n]i32 in ys",
        "share ys: i32 = xs drop xs read x: i32 = ys[0] drop ys result i32 in x",
        "if b { gives xs } else { alloc ys: n of i32 fill n of ys@0 = 0i32 drop xs gives ys } as zs: block of i32 result [n]i32 in zs",
        "for i: i64 < n with (a: block of i32 = xs) { continue a } as zs: block of i32 result [n]i32 in zs",
        "while c with (c: bool = b) { continue false } as d: bool drop xs result bool in d",
        "let q: i32 = div_i32(k, 2i32) let r: i32 = pow_i32(k, 3i32) drop xs",
        "let q: i32 = div_i32(k, k) at KER-H-LET/value \"{} by {}\" drop xs",
        "let q: f32 = div_f32(1f32, 0f32) drop xs",
        "check b at KER-H-CHECK \"{}\"(k) drop xs",
        "use c: i32, ys: block of i32 = pair drop ys drop xs",
        "use c: i32, ys: block of i32 = pair drop xs use d: i32, zs: block of i32 = pair drop zs result [n]i32 in ys",
    ];
    for steps in programs {
        assert_eq!(refused(steps), "", "{steps}");
    }
}

#[test]
fn each_premise_refuses() {
    let programs = [
        (
            "KER-P-VAR/once",
            "let x: i32 = neg_i32(k) let x: i32 = neg_i32(k) drop xs",
        ),
        (
            "KER-P-VAR/once",
            "if b { let x: i32 = neg_i32(k) } else { let x: i32 = neg_i32(k) } drop xs",
        ),
        ("KER-P-VAR/scope", "let x: i32 = neg_i32(y) drop xs"),
        ("KER-P-USE/before", "use c: i32 = none drop xs"),
        ("KER-P-BODY/count", "use c: i32 = pair drop xs"),
        (
            "KER-P-KIND/same",
            "use c: i64, ys: block of i32 = pair drop ys drop xs",
        ),
        (
            "KER-P-LEAK/dropped",
            "use c: i32, ys: block of i32 = pair drop xs",
        ),
        (
            "KER-P-VAR/scope",
            "if b { let x: i32 = neg_i32(k) } let y: i32 = neg_i32(x) drop xs",
        ),
        (
            "KER-P-VAR/scope",
            "if b { alloc ys: n of i32 drop ys } drop ys drop xs",
        ),
        ("KER-P-KIND/same", "let x: i64 = neg_i64(k) drop xs"),
        ("KER-P-KIND/same", "let x: i32 = neg_i32(k, k) drop xs"),
        ("KER-P-KIND/same", "let x: i32 = neg_i32(xs) drop xs"),
        ("KER-P-KIND/same", "alloc ys: k of i32 drop ys drop xs"),
        ("KER-P-KIND/same", "drop k drop xs"),
        ("KER-P-KIND/same", "share ys: f32 = xs drop ys drop xs"),
        ("KER-P-KIND/same", "read x: i64 = xs[0] drop xs"),
        ("KER-P-KIND/same", "write xs[0] = 1i64 drop xs"),
        (
            "KER-P-KIND/same",
            "alloc ys: n of f32 copy n of xs@0 -> ys@0 drop ys drop xs",
        ),
        ("KER-P-KIND/same", "fill n of xs@k = k drop xs"),
        ("KER-P-KIND/same", "check b at KER-H-CHECK \"{}\"(xs) drop xs"),
        ("KER-P-KIND/same", "if k { } drop xs"),
        (
            "KER-P-KIND/same",
            "if b { gives k } else { gives b } as x: i32 drop xs",
        ),
        ("KER-P-KIND/same", "for i: i64 < k { } drop xs"),
        ("KER-P-KIND/same", "for i: f32 < 1f32 { } drop xs"),
        (
            "KER-P-KIND/same",
            "for i: i64 < n with (x: i64 = k) { continue x } as y: i64 drop xs",
        ),
        (
            "KER-P-KIND/same",
            "while c with (c: i32 = k) { continue c } as d: i32 drop xs",
        ),
        (
            "KER-P-KIND/same",
            "for i: i64 < n with (x: i32 = k) { continue x } as y: i64 drop xs",
        ),
        (
            "KER-P-KIND/same",
            "alloc ys: n of i32 do scale[k](k; xs -> ys) drop ys drop xs",
        ),
        (
            "KER-P-KIND/same",
            "alloc ys: n of f32 do scale[n](k; xs -> ys) drop ys drop xs",
        ),
        ("KER-P-KIND/same", "drop xs result [k]i32 in xs"),
        ("KER-P-SITE/needed", "let q: i32 = div_i32(k, k) drop xs"),
        ("KER-P-SITE/needed", "let q: i32 = rem_i32(k, 0i32) drop xs"),
        ("KER-P-SITE/needed", "let q: i32 = pow_i32(k, -1i32) drop xs"),
        (
            "KER-P-SITE/needless",
            "let q: u32 = pow_u32(1u32, 1u32) at KER-H-LET/value \"\" drop xs",
        ),
        (
            "KER-P-SITE/numbers",
            "let q: i32 = div_i32(k, k) at KER-H-LET/value \"{} {} {}\" drop xs",
        ),
        ("KER-P-SITE/numbers", "check b at KER-H-CHECK \"{}\" drop xs"),
        ("KER-P-DO/entry", "do nothing(->) drop xs"),
        ("KER-P-DO/count", "do scale[n](k; xs ->) drop xs"),
        ("KER-P-DO/count", "do bump(->; xs) drop xs"),
        ("KER-P-BODY/count", "if b { gives k } drop xs"),
        (
            "KER-P-BODY/count",
            "for i: i64 < n with (x: i32 = k) { continue x } drop xs",
        ),
        ("KER-P-BODY/condition", "while b { } drop xs"),
        ("KER-P-LIVE/live", "drop xs drop xs"),
        ("KER-P-LIVE/live", "drop xs read x: i32 = xs[0]"),
        ("KER-P-LIVE/live", "if b { drop xs } else { drop xs } drop xs"),
        (
            "KER-P-LIVE/live",
            "for i: i64 < n with (a: block of i32 = xs, c: block of i32 = xs) { continue a, c } as d: block of i32, e: block of i32",
        ),
        ("KER-P-LEAK/dropped", ""),
        ("KER-P-LEAK/dropped", "alloc ys: n of i32 drop xs"),
        ("KER-P-LEAK/dropped", "if b { share ys: i32 = xs } drop xs"),
        (
            "KER-P-LEAK/dropped",
            "for i: i64 < n with (a: block of i32 = xs) { alloc c: n of i32 continue c } as zs: block of i32 drop zs",
        ),
        ("KER-P-LEAK/same", "if b { drop xs }"),
        ("KER-P-LEAK/same", "if b { } else { drop xs }"),
        ("KER-P-LEAK/same", "for i: i64 < n { drop xs }"),
        ("KER-P-APART/apart", "do scale[n](k; xs -> xs) drop xs"),
    ];
    for (premise, steps) in programs {
        assert_eq!(refused(steps), premise, "{steps}");
    }
}

#[test]
fn parameters_have_shapes_that_are_known() {
    assert_eq!(refused_at("(k: i64, xs: [k][2]i32)", "drop xs"), "");
    assert_eq!(refused_at("(xs: [k]i32, k: i32)", "drop xs"), "KER-P-POINT/size");
    assert_eq!(refused_at("(xs: [m]i32)", "drop xs"), "KER-P-POINT/size");
    assert_eq!(refused_at("(xs: [2i32]i32)", "drop xs"), "KER-P-POINT/size");
    assert_eq!(refused_at("(k: *i32)", ""), "KER-P-POINT/scalar");
    assert_eq!(refused_at("(n: i64)", ""), "KER-P-VAR/once");
}
