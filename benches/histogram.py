import sys

def main(steps, bins):
    h = [0] * bins
    for i in range(steps):
        b = (i * 7919) % bins
        h[b] = h[b] + 1
    return h

steps, bins = map(int, sys.argv[1:])
print(sum(x * (j + 1) for j, x in enumerate(main(steps, bins))))
