def twice (x: i32): i32 = x * 2

def main (x: i32) = twice x + 1
