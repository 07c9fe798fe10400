-- Imported by `import.fut`.
def cube (x: i32) = x * x * x
def one = 1i32
