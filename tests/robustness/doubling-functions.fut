-- So are types of functions that double.
-- ==
-- error: FUT-

def f0 x = (x, x)
def f1 x = f0 (f0 x)
def f2 x = f1 (f1 x)
def f3 x = f2 (f2 x)
def f4 x = f3 (f3 x)
def f5 x = f4 (f4 x)
def f6 x = f5 (f5 x)
def f7 x = f6 (f6 x)
def f8 x = f7 (f7 x)
def f9 x = f8 (f8 x)
def f10 x = f9 (f9 x)
def f11 x = f10 (f10 x)
def main (x: i32) = let _ = f11 x in 1i32
