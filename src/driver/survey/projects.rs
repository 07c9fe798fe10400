//! Folders of somebody's programs, without what they fetched from others.

use crate::{programs, tower};
use elder_syntax::Language as Declared;
use std::path::{Component, Path, PathBuf};

/// A folder.
#[derive(Clone, Debug)]
pub struct Project {
    /// The last part of its path.
    pub name: String,
    /// Its own programs.
    pub files: Vec<PathBuf>,
}

impl Project {
    /// That of a folder, of all languages or one.  The packages that `futhark pkg sync` put into it, `lib/HOST/OWNER/NAME` beside a `futhark.pkg`, are
    /// others' projects, unless the file says that it is this package.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn of(folder: &Path, language: Option<&Declared>) -> Result<Project, String> {
        let files = programs::within(&[folder.to_path_buf()], &|inner| !is_fetched(inner))?;
        let is_wanted = |file: &PathBuf| {
            let own = tower::language_of(file).ok();
            language.is_none_or(|wanted| own.is_some_and(|own| own.declared == wanted))
        };
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        Ok(Project {
            name: name.to_string_lossy().into_owned(),
            files: files.into_iter().filter(is_wanted).collect(),
        })
    }
}

/// Whether a folder is that of a package that another one fetched.
fn is_fetched(folder: &Path) -> bool {
    let parts: Vec<&str> = folder
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    let [.., lib, host, owner, name] = parts.as_slice() else {
        return false;
    };
    let Some(root) = folder.ancestors().nth(4) else {
        return false;
    };
    if *lib != "lib" {
        return false;
    }
    let Ok(manifest) = std::fs::read_to_string(root.join("futhark.pkg")) else {
        return false;
    };
    let package = manifest
        .lines()
        .find_map(|line| line.trim().strip_prefix("package "));
    package.is_none_or(|package| package.trim().trim_end_matches('/') != format!("{host}/{owner}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_a_project_fetched_is_not_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            "lib/host/me/own/a.fut",
            "lib/host/you/other/b.fut",
            "test/lib/c.fut",
            "d.dx",
            "e.txt",
        ];
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let own = |language| {
            let project = Project::of(folder.path(), language).unwrap();
            let name = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().to_owned();
            project.files.iter().map(name).collect::<Vec<String>>()
        };
        assert_eq!(own(None), ["d.dx", "a.fut", "b.fut", "c.fut"]);
        fs::write(
            folder.path().join("futhark.pkg"),
            "package host/me/own\n\nrequire {\n}\n",
        )
        .unwrap();
        assert_eq!(own(None), ["d.dx", "a.fut", "c.fut"]);
        assert_eq!(own(Some(&elder_futhark::LANGUAGE)), ["a.fut", "c.fut"]);
    }
}
