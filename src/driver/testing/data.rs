//! Files of values, plain or compressed.

use elder_syntax::Value;
use elder_syntax::value::Reader;
use std::io::Read;
use std::path::Path;

/// A larger file is refused rather than read.
const MAX_BYTES: u64 = 1 << 34;

/// The bytes of a file, uncompressed if its name ends in `.gz`.
///
/// # Errors
/// Names the file and what the system said.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let mut bytes = Vec::new();
    let read = if path.extension().is_some_and(|e| e == "gz") {
        flate2::read::MultiGzDecoder::new(file)
            .take(MAX_BYTES)
            .read_to_end(&mut bytes)
    } else {
        file.take(MAX_BYTES).read_to_end(&mut bytes)
    };
    read.map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    Ok(bytes)
}

/// The values in the bytes of a file.
///
/// # Errors
/// Names the file and the place in it.
pub fn values(path: &Path, bytes: &[u8]) -> Result<Vec<Value>, String> {
    let mut reader = Reader::new(bytes).modulo();
    let mut values = Vec::new();
    loop {
        match reader.read(None) {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return Ok(values),
            Err(e) => return Err(format!("{}: {e}", path.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn compressed_files_are_read_and_errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.in.gz");
        let mut out =
            flate2::write::GzEncoder::new(std::fs::File::create(&path).unwrap(), Default::default());
        out.write_all(b"1 [2,3").unwrap();
        out.finish().unwrap();
        let bytes = read_file(&path).unwrap();
        assert_eq!(bytes, b"1 [2,3");
        let error = values(&path, &bytes).unwrap_err();
        assert!(error.contains("x.in.gz: line 1, column 7"), "{error}");
        assert!(
            read_file(&folder.path().join("none"))
                .unwrap_err()
                .contains("none")
        );
    }
}
