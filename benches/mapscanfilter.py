import sys

def main(n):
    squares = []
    for i in range(n):
        squares.append(i * i % 7)
    sums = []
    s = 0
    for x in squares:
        s = s + x
        sums.append(s)
    evens = []
    for x in sums:
        if x % 2 == 0:
            evens.append(x)
    total = 0
    for x in evens:
        total = total + x
    return len(evens), total

(n,) = map(int, sys.argv[1:])
print(*main(n))
