"""Buffers of one size with data whose reversal, transpose and sum are known in closed form, and checks on the device.

The input is x[i] = 2654435761 * i modulo 2^32.
"""

FACTOR = 2654435761

CHECKS = """
kernel void fill(global uint *x) { x[get_global_id(0)] = 2654435761u * (uint)get_global_id(0); }
kernel void poison(global uint *x) { x[get_global_id(0)] = 0xdeadbeefu; }
kernel void check_reverse(global const uint *y, global int *wrong, int n) {
  int i = get_global_id(0);
  if (y[i] != 2654435761u * (uint)(n - 1 - i)) atomic_inc(wrong);
}
kernel void check_transpose(global const uint *y, global int *wrong, int side) {
  int k = get_global_id(0), i = k / side, j = k % side;
  if (y[k] != 2654435761u * (uint)(j * side + i)) atomic_inc(wrong);
}
"""


class Buffers:
    """An input, two outputs, and the copy that all is measured by."""

    def __init__(self, device, n, runs):
        self.device, self.n, self.runs = device, n, runs
        self.x, self.y, self.z, self.wrong = (device.buffer(4 * k) for k in (n, n, n, 1))
        self.checks = device.build(CHECKS)
        self.start("fill", n, self.x)
        device.finish()

    def start(self, name, size, *arguments):
        """Starts one of the kernels above."""
        self.device.launch(self.device.kernel(self.checks, name, *arguments), size, min(size, 64))

    def copied(self):
        """The median time of a copy, in nanoseconds."""
        self.start("poison", self.n, self.y)
        return self.device.times([lambda: self.device.copy(self.x, self.y, 4 * self.n)], self.runs)

    def wrongs(self, check, argument):
        """How many words of the first output are wrong."""
        self.start("poison", 1, self.wrong)
        before = self.device.read(self.wrong, 1)[0]
        self.start(check, self.n, self.y, self.wrong, argument)
        self.device.finish()
        return (self.device.read(self.wrong, 1)[0] - before) & 0xFFFFFFFF

    def total(self):
        """The sum of the input modulo 2^32."""
        return FACTOR * (self.n * (self.n - 1) // 2) & 0xFFFFFFFF

    def free(self):
        """Gives the memory back."""
        for memory in (self.x, self.y, self.z, self.wrong):
            self.device.free(memory)
