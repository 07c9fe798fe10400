//! Shows the program that an input of the fuzz targets `checker` and `evaluator` stands for:
//!
//! ```text
//! cargo run -p elder-tests --example fuzz_input fuzz/artifacts/evaluator/crash-..
//! ```

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        println!("{}", elder_tests::fuzzing::checkable(&std::fs::read(path)?));
    }
    Ok(())
}
