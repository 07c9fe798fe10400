//! Shows the program that an input of a fuzz target stands for:
//!
//! ```text
//! cargo run -p elder-tests --example fuzz_input stages fuzz/artifacts/stages/crash-..
//! ```

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().unwrap_or_default();
    for path in arguments {
        match elder_tests::fuzzing::shown(&target, &std::fs::read(path)?) {
            Some(text) => println!("{text}"),
            None => println!("no input of `{target}`"),
        }
    }
    Ok(())
}
