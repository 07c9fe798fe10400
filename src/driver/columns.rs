//! Tables of text: columns as wide as what stands in them.

/// The rows, the first `left` columns aligned to the left and the others to the right.
pub fn columns(rows: &[Vec<String>], left: usize) -> String {
    let length = |text: &String| text.chars().count();
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = length(cell).max(*width);
        }
    }
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (number, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let padding = " ".repeat(width - length(cell));
            line += if number == 0 { "" } else { "  " };
            line += &match number < left {
                true => format!("{cell}{padding}"),
                false => format!("{padding}{cell}"),
            };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// A time, in the unit in which it has few digits.
pub fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.0} ns"),
        n if n < 1e6 => format!("{:.2} us", n * 1e-3),
        n if n < 1e9 => format!("{:.3} ms", n * 1e-6),
        n => format!("{:.3} s", n * 1e-9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let rows = [["a", "b", "c"], ["long", "1", "22"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(columns(&rows, 1), "a     b   c\nlong  1  22\n");
    }

    #[test]
    fn times_have_few_digits() {
        assert_eq!(time(12.0), "12 ns");
        assert_eq!(time(1234.0), "1.23 us");
        assert_eq!(time(2.5e9), "2.500 s");
    }
}
