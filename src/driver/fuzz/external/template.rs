//! Implementations of Futhark as commands of the shell with places for what changes.

use std::path::{Path, PathBuf};

/// An implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// As it is named in reports and in the file of deviations; of commands that somebody gave, the one that runs.
    pub name: String,
    /// What has to succeed for a program to be accepted: a compiler, or a checker.  Without it the program is refused when it is run.
    pub accept: Option<String>,
    /// What runs an entry point, reads its input and writes its results.
    pub run: String,
}

/// Those that are known by name: what accepts a program, and what runs it.  Variables of the shell say where programs are that are not in `PATH`.
const KNOWN: [(&str, &str, &str); 7] = [
    (
        "futhark-run",
        "${FUTHARK:-futhark} check {prog}",
        "${FUTHARK:-futhark} run -e {entry} {prog}",
    ),
    (
        "futhark-c",
        "${FUTHARK:-futhark} c {prog} -o {exe}",
        "{exe} -b -e {entry}",
    ),
    (
        "futhark-multicore",
        "${FUTHARK:-futhark} multicore {prog} -o {exe}",
        "{exe} -b -e {entry}",
    ),
    (
        "futhark-ispc",
        "${FUTHARK:-futhark} ispc {prog} -o {exe}",
        "{exe} -b -e {entry}",
    ),
    (
        "futhark-opencl",
        "${FUTHARK:-futhark} opencl {prog} -o {exe}",
        "{exe} -b -e {entry}",
    ),
    (
        "futhark-cuda",
        "${FUTHARK:-futhark} cuda {prog} -o {exe}",
        "{exe} -b -e {entry}",
    ),
    (
        "ref-run",
        "${REF_RUN:-ref-run} --check {prog}",
        "${REF_RUN:-ref-run} --binary --entry {entry} {prog}",
    ),
];

impl Implementation {
    /// The one of this name, or that of a command that runs programs; `accept` is the command that accepts them, if there is one besides.
    ///
    /// # Errors
    /// What a command lacks.
    pub fn of(name: &str, accept: Option<&str>) -> Result<Implementation, String> {
        if let Some((name, own, run)) = KNOWN.iter().find(|(known, ..)| *known == name) {
            return Ok(Implementation {
                name: (*name).to_owned(),
                accept: Some(accept.unwrap_or(own).to_owned()),
                run: (*run).to_owned(),
            });
        }
        if !name.contains("{prog}") && !name.contains("{exe}") {
            return Err(format!(
                "{name:?} is none of {} and no command: it has neither {{prog}} nor {{exe}} in it",
                known_names()
            ));
        }
        if name.contains("{exe}") && accept.is_none() {
            return Err("nothing makes {exe}: --external-accept says what compiles {prog} to it".to_owned());
        }
        Ok(Implementation {
            name: name.to_owned(),
            accept: accept.map(str::to_owned),
            run: name.to_owned(),
        })
    }

    /// The one of this name, or a command that accepts programs, where none is run.
    ///
    /// # Errors
    /// What a command lacks.
    pub fn that_accepts(name: &str) -> Result<Implementation, String> {
        if KNOWN.iter().any(|(known, ..)| *known == name) {
            return Implementation::of(name, None);
        }
        match name.contains("{prog}") {
            true => Implementation::of(name, Some(name)),
            false => Err(format!(
                "{name:?} is none of {} and no command: it has no {{prog}} in it",
                known_names()
            )),
        }
    }

    /// The command that accepts the program.
    pub fn accepting(&self, places: &Places) -> Option<String> {
        self.accept.as_ref().map(|command| places.fill(command, None))
    }

    /// The command that runs an entry point of it.
    pub fn running(&self, places: &Places, entry: &str) -> String {
        places.fill(&self.run, Some(entry))
    }
}

fn known_names() -> String {
    KNOWN.map(|(name, ..)| name).join(", ")
}

/// Where the files of a program are.
#[derive(Clone, Debug)]
pub struct Places {
    /// Its text.
    pub program: PathBuf,
    /// What a compiler makes of it.
    pub executable: PathBuf,
    /// What an entry point reads.
    pub input: PathBuf,
}

impl Places {
    /// Those within a folder.
    pub fn within(folder: &Path) -> Places {
        Places {
            program: folder.join("program.fut"),
            executable: folder.join("program"),
            input: folder.join("input"),
        }
    }

    /// A command with all that is known.
    fn fill(&self, command: &str, entry: Option<&str>) -> String {
        let filled = command
            .replace("{prog}", &quoted(&self.program))
            .replace("{exe}", &quoted(&self.executable));
        match entry {
            Some(entry) => filled.replace("{entry}", entry),
            None => filled,
        }
    }
}

/// A path as a word of the shell.
pub fn quoted(path: &Path) -> String {
    word(&path.display().to_string())
}

/// A text as a word of the shell.
pub fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    match text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_filled_and_those_that_cannot_work_are_refused() {
        let places = Places::within(Path::new("/tmp/a b"));
        let c = Implementation::of("futhark-c", None).unwrap();
        let compile = c.accepting(&places).unwrap();
        assert_eq!(
            compile,
            "${FUTHARK:-futhark} c '/tmp/a b/program.fut' -o '/tmp/a b/program'"
        );
        assert_eq!(c.running(&places, "main"), "'/tmp/a b/program' -b -e main");
        let own = Implementation::of("mine {prog} --entry={entry}", None).unwrap();
        assert_eq!(own.accepting(&places), None);
        assert_eq!(own.running(&places, "f"), "mine '/tmp/a b/program.fut' --entry=f");
        assert!(Implementation::of("futhark-d", None).is_err());
        assert!(Implementation::of("{exe}", None).is_err());
        assert!(Implementation::of("{exe}", Some("cc {prog} -o {exe}")).is_ok());
        let check = Implementation::that_accepts("futhark-run").unwrap();
        let command = check.accepting(&places).unwrap();
        assert_eq!(command, "${FUTHARK:-futhark} check '/tmp/a b/program.fut'");
        assert!(Implementation::that_accepts("mine {prog}").is_ok());
        assert!(Implementation::that_accepts("mine").is_err());
    }
}
