import sys

def main(n):
    a = [[float(i + j) for j in range(n)] for i in range(n)]
    b = [[float(i * j + 1) for j in range(n)] for i in range(n)]
    total = 0.0
    for i in range(n):
        row = a[i]
        for j in range(n):
            s = 0.0
            for k in range(n):
                s = s + row[k] * b[k][j]
            total = total + s
    return total

(n,) = map(int, sys.argv[1:])
print(main(n))
