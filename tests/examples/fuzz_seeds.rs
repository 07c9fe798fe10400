//! Writes inputs for a fuzz target to begin with, each the choices of a program that `elder fuzz` makes of a seed:
//!
//! ```text
//! cargo run -p elder-tests --example fuzz_seeds stages 20 fuzz/seeds/stages
//! ```

use elder_driver::commands::fuzz::guided;
use elder_tests::fuzzing::seeds;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, each, folder] = arguments.as_slice() else {
        eprintln!("TARGET, HOW MANY A CONFIGURATION, FOLDER");
        return Ok(());
    };
    let Some(target) = guided::TARGETS.iter().find(|target| target.name == name) else {
        eprintln!("no target `{name}` reads choices");
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    for (number, input) in seeds(target, each.parse().unwrap_or(20)).iter().enumerate() {
        std::fs::write(format!("{folder}/{number:04}"), input)?;
    }
    Ok(())
}
