//! The program cache: compiled programs on disk.
//!
//! The key of an entry is a hash of all that its content depends on: the text, the
//! options, the device with its driver and version.  The content carries its own hash,
//! so that a file that was cut short is not given to a driver.  Entries are
//! written to a temporary file and renamed: processes that run at once do not see
//! each other's halves.  Every failure to use the cache is silent: it is only a cache.

use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Changes when the entries of older versions cannot be used any more.
const VERSION: &str = "elder program cache 1";

/// A folder of compiled programs, or none.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// The key of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(String);

impl Key {
    /// The key for these parts; their order and boundaries matter.
    pub fn new(parts: &[&str]) -> Key {
        let mut hash = Sha256::new();
        for part in [VERSION].iter().chain(parts) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Key(hex(&hash.finalize()))
    }

    /// As text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Cache {
    /// That of the environment: `ELDER_CACHE`, `$XDG_CACHE_HOME/elder` or `~/.cache/elder`.
    pub fn from_environment() -> Cache {
        let folder = match std::env::var_os("ELDER_CACHE") {
            Some(folder) if folder.is_empty() => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => std::env::var_os("XDG_CACHE_HOME")
                .filter(|f| !f.is_empty())
                .map(PathBuf::from)
                .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))
                .map(|f| f.join("elder")),
        };
        Cache { folder }
    }

    /// One in that folder.
    pub fn at(folder: impl Into<PathBuf>) -> Cache {
        Cache {
            folder: Some(folder.into()),
        }
    }

    /// One that forgets everything.
    pub fn none() -> Cache {
        Cache { folder: None }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn path(&self, key: &Key) -> Option<PathBuf> {
        let (start, rest) = key.0.split_at_checked(2)?;
        Some(self.folder.as_ref()?.join("programs").join(start).join(rest))
    }

    /// The entry of that key.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let mut content = fs::read(self.path(key)?).ok()?;
        let (hash, entry) = content.split_at_checked(32)?;
        if Sha256::digest(entry).as_slice() != hash {
            return None;
        }
        content.drain(..32);
        Some(content)
    }

    /// Makes an entry.
    pub fn put(&self, key: &Key, entry: &[u8]) {
        let write = || -> Option<()> {
            let path = self.path(key)?;
            let folder = path.parent()?;
            fs::create_dir_all(folder).ok()?;
            let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
            file.write_all(&Sha256::digest(entry)).ok()?;
            file.write_all(entry).ok()?;
            file.persist(path).ok()?;
            Some(())
        };
        write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_unless_they_are_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let key = Key::new(&["text", "options"]);
        assert_ne!(key, Key::new(&["textoptions", ""]));
        assert_eq!(cache.get(&key), None);
        cache.put(&key, b"binary");
        assert_eq!(cache.get(&key).as_deref(), Some(&b"binary"[..]));
        let path = cache.path(&key).unwrap();
        let mut content = fs::read(&path).unwrap();
        content.pop();
        fs::write(&path, content).unwrap();
        assert_eq!(cache.get(&key), None);
        Cache::none().put(&key, b"binary");
        assert_eq!(Cache::none().get(&key), None);
    }
}
