-- Imports `round.fut`, which imports this file.
import "round"
def b = 2i32
