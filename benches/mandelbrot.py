import sys

def main(n, limit):
    total = 0
    for py in range(n):
        ci = 4 * float(py) / float(n - 1) - 2
        for px in range(n):
            cr = 4 * float(px) / float(n - 1) - 2
            x = y = 0.0
            k = 0
            while k < limit and x * x + y * y <= 4:
                x, y, k = x * x - y * y + cr, 2 * x * y + ci, k + 1
            total += k
    return total

n, limit = map(int, sys.argv[1:])
print(main(n, limit))
