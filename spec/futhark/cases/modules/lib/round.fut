-- Imports `trip.fut`, which imports this file.
import "trip"
def a = 1i32
