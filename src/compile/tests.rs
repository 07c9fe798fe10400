use super::*;
use elder_engine::Switches;

fn of(name: &str, text: &str, entry: &str) -> Compiled {
    let texts = [(name, text)];
    let program = Program::load(name, &mut texts.as_slice(), Switches::default())
        .unwrap_or_else(|rejected| panic!("{}", rejected.render(false)));
    compiled(&program, entry, Target::OPENCL, &Overrides::default())
        .unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn names(compiled: &Compiled) -> Vec<&str> {
    compiled.stages.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn futhark_becomes_a_host_program_after_its_passes() {
    let made = of("a.fut", "entry main (xs: []i32) = map (+ 1) xs", "main");
    assert!(made.refused.is_empty() && made.kernels.is_none());
    let (name, text) = made.stages.last().expect("passes");
    assert_eq!(name, "plan");
    assert!(
        text.starts_with("entry ") && text.contains("point main"),
        "{text}"
    );
    let (_, core) = &made.stages[made.stages.len() - 2];
    assert!(core.contains("entry main"), "{core}");
    assert_eq!(names(&made)[0], "monomorphise");
}

#[test]
fn fcl_and_dpia_become_kernels() {
    let kernel = "kernel main xs = push <block> (map (fn x => x + 1) xs)";
    let made = of("a.fcl", kernel, "main");
    assert_eq!(names(&made).first(), Some(&"fcl"));
    // What only people need is left out.
    assert!(!names(&made).contains(&"initialise"));
    let texts = made.kernels.expect("kernels");
    assert!(
        texts.kernels.contains("kernel void") && texts.plan.starts_with("plan"),
        "{}",
        texts.plan
    );
    let dpia = "def main = fun(n: nat, xs: n.f32) xs |> mapGlobal(fun x. x + 1.0f32)";
    let made = of("a.dpia", dpia, "main");
    assert_eq!(names(&made).first(), Some(&"initialise"));
    assert!(made.kernels.is_some());
}

#[test]
fn what_is_no_entry_point_has_no_way() {
    let texts = [("a.fut", "entry main (x: i32) = x")];
    let program = Program::load("a.fut", &mut texts.as_slice(), Switches::default())
        .unwrap_or_else(|rejected| panic!("{}", rejected.render(false)));
    let errors = compiled(&program, "other", Target::OPENCL, &Overrides::default())
        .err()
        .expect("refused");
    assert!(errors[0].message.contains("`other`"));
}
