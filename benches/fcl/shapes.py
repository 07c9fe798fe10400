#!/usr/bin/env python3
"""What shapes of reversal, transpose and reduction reach on a device: hand-written OpenCL, many variants of each.

    benches/fcl/shapes.py [--device NAME] [--sizes 24,28] [--runs N] [--only PART]

Each row is a kernel, or two for a reduction, as a share of `clEnqueueCopyBuffer` of as many words in the same run, counting bytes read
and written (for a reduction the bytes read). Every result is checked on the device: the input is x[i] = 2654435761 * i modulo
2^32, whose reversal, transpose and sum are known in closed form.
"""

import argparse
import sys
from buffers import Buffers
from device import Device, Failed

def reversals(n):
    """(label, source, items, items a group)"""
    head = "kernel void f(global const int *restrict x, global int *restrict y, int n) {"
    loose = "kernel void f(global const int *x, global int *y, int n) {"
    for L in (64, 128, 256, 512, 1024):
        yield f"one element an item, {L}", head + "int i = get_global_id(0); y[i] = x[n - 1 - i]; }", n, L
    yield "one element an item, 256, if (i < n)", head + "int i = get_global_id(0); if (i < n) y[i] = x[n - 1 - i]; }", n, 256
    for L in (128, 256, 512):
        for k in (2, 4, 8, 16):
            body = f"int g = get_group_id(0), l = get_local_id(0); "
            step = f"y[g * {k * L} + j * {L} + l] = x[n - 1 - (g * {k * L} + j * {L} + l)];"
            yield f"{k} strided, {L}, unrolled", head + body + f"\n#pragma unroll\nfor (int j = 0; j < {k}; j++) {step} }}", n // k, L
            if L == 256:
                yield f"{k} strided, {L}, not unrolled", head + body + f"\n#pragma unroll 1\nfor (int j = 0; j < {k}; j++) {step} }}", n // k, L
                yield f"{k} strided, {L}, loop as it is", head + body + f"for (int j = 0; j < {k}; j++) {step} }}", n // k, L
                yield f"{k} strided, {L}, no restrict", loose + body + f"\n#pragma unroll\nfor (int j = 0; j < {k}; j++) {step} }}", n // k, L
                yield f"{k} strided, {L}, local id loop", head + body + f"for (int t = l; t < {k * L}; t += {L}) y[g * {k * L} + t] = x[n - 1 - (g * {k * L} + t)]; }}", n // k, L
                loads = " ".join(f"int a{j} = x[n - 1 - (g * {k * L} + {j * L} + l)];" for j in range(k))
                stores = " ".join(f"y[g * {k * L} + {j * L} + l] = a{j};" for j in range(k))
                yield f"{k} strided, {L}, reads first", loose + body + loads + stores + "}", n // k, L
                chunked = f"y[g * {k * L} + j * {L} + l] = x[(n / {k * L} - 1 - g) * {k * L} + ({k * L} - 1 - (j * {L} + l))];"
                yield f"{k} strided, {L}, by chunks", head + body + f"for (int j = 0; j < {k}; j++) {chunked} }}", n // k, L
                checked = f"int i = g * {k * L} + j * {L} + l; if (i < n) y[i] = x[n - 1 - i];"
                yield f"{k} strided, {L}, if (i < n)", head + body + f"for (int j = 0; j < {k}; j++) {{ {checked} }} }}", n // k, L
                yield f"{k} strided, {L}, bound depends on n", head + body + f"int m = min({k * L}, n - g * {k * L}); for (int t = l; t < m; t += {L}) y[g * {k * L} + t] = x[n - 1 - (g * {k * L} + t)]; }}", n // k, L
                failing = f"int i = g * {k * L} + j * {L} + l, at = n - 1 - i; if (at < 0 || at >= n) {{ failure[0] = 1; at = 0; }} y[i] = x[at];"
                yield f"{k} strided, {L}, index tested", head.replace("int n)", "int n, global int *restrict failure)") + body + f"for (int j = 0; j < {k}; j++) {{ {failing} }} }}", n // k, L
                const = step.replace("n - 1", f"{n} - 1")
                yield f"{k} strided, {L}, constant size", head + body + f"for (int j = 0; j < {k}; j++) {const} }}", n // k, L
                group = f"for (int g = get_group_id(0); g < n / {k * L}; g += get_num_groups(0)) for (int j = 0; j < {k}; j++) {step} }}"
                yield f"{k} strided, {L}, group loop, once", head + "int l = get_local_id(0);" + group, n // k, L
                yield f"{k} strided, {L}, group loop, 65536 groups", head + "int l = get_local_id(0);" + group, min(65536 * L, n // k), L
                yield f"{k} strided, {L}, group loop, 4224 groups", head + "int l = get_local_id(0);" + group, min(4224 * L, n // k), L
    for k in (2, 4):
        body = f"int i = {k} * get_global_id(0);" + "".join(f"y[i + {j}] = x[n - 1 - i - {j}];" for j in range(k))
        yield f"{k} consecutive an item, 256", head + body + "}", n // k, 256
    vec = "kernel void f(global const int{w} *restrict x, global int{w} *restrict y, int n) {{ {b} }}"
    flip = {2: "yx", 4: "wzyx", 8: "s76543210"}
    for w in (2, 4, 8):
        for L in (128, 256, 512):
            yield f"int{w}, one an item, {L}", vec.format(w=w, b=f"int i = get_global_id(0); y[i] = x[n / {w} - 1 - i].{flip[w]};"), n // w, L
    for k in (2, 4):
        b = f"int g = get_group_id(0), l = get_local_id(0); for (int j = 0; j < {k}; j++) y[g * {k * 256} + j * 256 + l] = x[n / 4 - 1 - (g * {k * 256} + j * 256 + l)].wzyx;"
        yield f"int4, {k} strided, 256", vec.format(w=4, b=b), n // 4 // k, 256
    b = "int i = get_global_id(0); int4 a = vload4(n / 4 - 1 - i, x); vstore4(a.wzyx, i, y);"
    yield "vload4, one an item, 256", head + b + "}", n // 4, 256


def transposes(n):
    """Square matrices."""
    side = 1 << (n.bit_length() // 2)
    head = "kernel void f(global const int *restrict x, global int *restrict y, int rows, int cols) {"
    for order in ("", ", groups along the output"):
        for T, L in ((16, 256), (32, 128), (32, 256), (32, 512), (32, 1024), (64, 256), (64, 512), (64, 1024)):
            if order and (T, L) not in ((32, 256), (64, 512)):
                continue
            for pad in (0, 1):
                k = T * T // L
                P = T + pad
                place = (
                    f"int l = get_local_id(0), g = get_group_id(0), w = cols / {T}, ti = g / w, tj = g % w;"
                    if not order
                    else f"int l = get_local_id(0), g = get_group_id(0), w = rows / {T}, tj = g / w, ti = g % w;"
                )
                body = (
                    f"local int t[{T * P}]; {place}"
                    f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {T}, j = e % {T};"
                    f" t[i * {P} + j] = x[(ti * {T} + i) * cols + tj * {T} + j]; }} barrier(CLK_LOCAL_MEM_FENCE);"
                    f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {T}, j = e % {T};"
                    f" y[(tj * {T} + i) * rows + ti * {T} + j] = t[j * {P} + i]; }} }}"
                )
                name = f"tile {T}, {L} items{', padding' if pad else ''}{order}"
                yield name, head + body, n // k, L, side
                checked = body.replace(" t[i * {0} + j] = x[".format(P), f" if (ti * {T} + i < rows && tj * {T} + j < cols) t[i * {P} + j] = x[")
                checked = checked.replace(" y[(", f" if (tj * {T} + i < cols && ti * {T} + j < rows) y[(")
                if (T, L) in ((32, 256), (64, 512)) and not order:
                    yield name + ", bounds checked", head + checked, n // k, L, side
                if (T, L) == (32, 256) and not order:
                    yield name + ", no restrict", (head + body).replace("restrict ", ""), n // k, L, side
                    yield name + ", constant sizes", (head + body).replace("cols", str(side)).replace("rows", str(side)).replace(f"int {side}", "int rows", 1).replace(f"int {side}", "int cols", 1), n // k, L, side
                    once = body.replace("for (int k", "\n#pragma unroll 1\nfor (int k")
                    yield name + ", not unrolled", head + once, n // k, L, side
                    local_loop = (
                        f"local int t[{T * P}]; {place}"
                        f"for (int e = l; e < {T * T}; e += {L}) t[e / {T} * {P} + e % {T}] = x[(ti * {T} + e / {T}) * cols + tj * {T} + e % {T}]; barrier(CLK_LOCAL_MEM_FENCE);"
                        f"for (int e = l; e < {T * T}; e += {L}) y[(tj * {T} + e / {T}) * rows + ti * {T} + e % {T}] = t[e % {T} * {P} + e / {T}]; }}"
                    )
                    yield name + ", local id loop", head + local_loop, n // k, L, side
                    loop = body.replace(place, "").replace(f"local int t[{T * P}];", "")
                    grouped = (
                        f"local int t[{T * P}]; int l = get_local_id(0), w = cols / {T}; for (int g = get_group_id(0); g < w * (rows / {T}); g += get_num_groups(0)) {{ int ti = g / w, tj = g % w; "
                        + loop + " barrier(CLK_LOCAL_MEM_FENCE); }"
                    )
                    grouped = head + grouped.replace("} } barrier", "} barrier") + " }"
                    yield name + ", group loop, once", grouped, n // k, L, side
                    yield name + ", group loop, 65536 groups", grouped, min(n // k, 65536 * L), L, side
    # A tile whose words lie in other places than in rows: no padding, no two items of a row in one bank.
    for T, L in ((32, 256), (64, 512)):
        k = T * T // L
        body = (
            f"local int t[{T * T}]; int l = get_local_id(0), g = get_group_id(0), w = cols / {T}, ti = g / w, tj = g % w;"
            f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {T}, j = e % {T};"
            f" t[i * {T} + (i + j) % {T}] = x[(ti * {T} + i) * cols + tj * {T} + j]; }} barrier(CLK_LOCAL_MEM_FENCE);"
            f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {T}, j = e % {T};"
            f" y[(tj * {T} + i) * rows + ti * {T} + j] = t[j * {T} + (i + j) % {T}]; }} }}"
        )
        yield f"tile {T}, {L} items, rotated rows", head + body, n // k, L, side
    # Tiles that are not square: R rows of the input, C columns.
    for R, C, L in ((32, 64, 256), (64, 32, 256), (32, 128, 256), (128, 32, 256), (64, 32, 512), (128, 64, 512), (16, 64, 256), (64, 16, 256)):
        k = R * C // L
        body = (
            f"local int t[{R * (C + 1)}]; int l = get_local_id(0), g = get_group_id(0), w = cols / {C}, ti = g / w, tj = g % w;"
            f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {C}, j = e % {C};"
            f" t[i * {C + 1} + j] = x[(ti * {R} + i) * cols + tj * {C} + j]; }} barrier(CLK_LOCAL_MEM_FENCE);"
            f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {R}, j = e % {R};"
            f" y[(tj * {C} + i) * rows + ti * {R} + j] = t[j * {C + 1} + i]; }} }}"
        )
        yield f"tile {R} x {C}, {L} items, padding", head + body, n // k, L, side
    # Four words at a time in global memory.
    for T, L in ((32, 256), (64, 256), (64, 512), (64, 1024), (128, 1024)):
        k = T * T // 4 // L
        if T * (T + 1) * 4 > 49152:
            continue
        q = T // 4
        for pad in (0, 1):
            P = T + pad
            body = (
                f"local int t[{T * P}]; int l = get_local_id(0), g = get_group_id(0), w = cols / {T}, ti = g / w, tj = g % w;"
                f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {q}, j = e % {q} * 4;"
                f" int4 v = *(global const int4 *)(x + (ti * {T} + i) * cols + tj * {T} + j);"
                f" t[i * {P} + j] = v.x; t[i * {P} + j + 1] = v.y; t[i * {P} + j + 2] = v.z; t[i * {P} + j + 3] = v.w; }} barrier(CLK_LOCAL_MEM_FENCE);"
                f"for (int k = 0; k < {k}; k++) {{ int e = k * {L} + l, i = e / {q}, j = e % {q} * 4;"
                f" *(global int4 *)(y + (tj * {T} + i) * rows + ti * {T} + j) = (int4)(t[j * {P} + i], t[(j + 1) * {P} + i], t[(j + 2) * {P} + i], t[(j + 3) * {P} + i]); }} }}"
            )
            yield f"tile {T}, {L} items, int4{', padding' if pad else ''}", head + body, n // 4 // k, L, side
    yield "no tile", head + "int k = get_global_id(0), i = k / rows, j = k % rows; y[k] = x[j * cols + i]; }", n, 256, side


TREE = (
    " for (int m = {h}; m > 0; m /= 2) {{ barrier(CLK_LOCAL_MEM_FENCE); if (l < m) t[l] += t[l + m]; }}"
    " if (l == 0) y[g] = t[0]; }}"
)


def reductions(n):
    """(label, source with kernels f and last, items, items a group, partial sums, items of the last)"""

    def last(M):
        return (
            f"kernel void last(global const int *restrict x, global int *restrict y, int n) {{ local int t[{M}]; int l = get_local_id(0), g = 0;"
            f" int s = 0; for (int i = l; i < n; i += {M}) s += x[i]; t[l] = s;" + TREE.format(h=M // 2)
        )

    head = "kernel void f(global const int *restrict x, global int *restrict y, int n) {{ local int t[{L}]; int l = get_local_id(0), g = get_group_id(0); {b} t[l] = s;"
    for L in (128, 256, 512):
        for k in (1, 2, 4, 8, 16, 32, 64):
            step = f"int s = 0; for (int j = 0; j < {k}; j++) s += x[g * {k * L} + j * {L} + l];"
            yield f"{k} strided by {L}", head.format(L=L, b=step) + TREE.format(h=L // 2) + last(1024), n // k, L, n // k // L, 1024
            if L == 256 and k in (8, 16, 32):
                plain = step.replace("for", "\n#pragma unroll 1\nfor")
                yield f"{k} strided by {L}, not unrolled", head.format(L=L, b=plain) + TREE.format(h=L // 2) + last(1024), n // k, L, n // k // L, 1024
                whole = step.replace("for", "\n#pragma unroll\nfor")
                yield f"{k} strided by {L}, unrolled", head.format(L=L, b=whole) + TREE.format(h=L // 2) + last(1024), n // k, L, n // k // L, 1024
                checked = f"int s = 0; for (int j = 0; j < {k}; j++) {{ int i = g * {k * L} + j * {L} + l; if (i < n) s += x[i]; }}"
                yield f"{k} strided by {L}, if (i < n)", head.format(L=L, b=checked) + TREE.format(h=L // 2) + last(1024), n // k, L, n // k // L, 1024
                inline = f"int s = x[g * {k * L} + l]; for (int j = 1; j < {k}; j++) s += x[g * {k * L} + j * {L} + l];"
                yield f"{k} strided by {L}, first element first", head.format(L=L, b=inline) + TREE.format(h=L // 2) + last(1024), n // k, L, n // k // L, 1024
                yield f"{k} strided by {L}, last of 256", head.format(L=L, b=step) + TREE.format(h=L // 2) + last(256), n // k, L, n // k // L, 256
                twos = f"int s = 0; for (int j = 0; j < {k}; j += 2) {{ s += x[g * {k * L} + j * {L} + l] + x[g * {k * L} + (j + 1) * {L} + l]; }}"
                yield f"{k} strided by {L}, two at a time", head.format(L=L, b=twos) + TREE.format(h=L // 2) + last(1024), n // k, L, n // k // L, 1024
                two_areas = head.format(L=L, b=step).replace("local int t[256]", "local int t[256], u[256]")
                flips = " local int *a = t, *b = u; for (int m = 128; m > 0; m /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (l < m) b[l] = a[l] + a[l + m]; local int *c = a; a = b; b = c; } barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) y[g] = a[0]; }"
                yield f"{k} strided by {L}, two areas", two_areas + flips + last(1024), n // k, L, n // k // L, 1024
                general = " int m = 256; barrier(CLK_LOCAL_MEM_FENCE); while (m != 1) { int h = m / 2; for (int i = l; i < h; i += 256) t[i] = t[i] + t[i + h]; m = h; barrier(CLK_LOCAL_MEM_FENCE); } for (int i = l; i < 1; i += 256) y[g + i] = t[i]; }"
                yield f"{k} strided by {L}, tree with inner loops", head.format(L=L, b=step) + general + last(1024), n // k, L, n // k // L, 1024
                G = n // (k * L)
                far = f"int s = 0; for (int j = 0; j < {k}; j++) s += x[j * {G * L} + g * {L} + l];"
                yield f"{k} strided by groups * {L}", head.format(L=L, b=far) + TREE.format(h=L // 2) + last(1024), n // k, L, G, 1024
                own = f"int s = 0; for (int j = 0; j < {k}; j++) s += x[(g * {L} + l) * {k} + j];"
                yield f"{k} consecutive, {L}", head.format(L=L, b=own) + TREE.format(h=L // 2) + last(1024), n // k, L, G, 1024
    # The paper's: the tree alone, its first step from global memory, a chunk of twice the items.
    step = "int s = x[g * 512 + l] + x[g * 512 + 256 + l];"
    yield "the paper's, chunks of 512", head.format(L=256, b=step) + TREE.format(h=128) + last(1024), n // 2, 256, n // 512, 1024
    for k in (2, 4, 8, 16, 32, 64):
        chunk = k * 256
        step = "; barrier(CLK_LOCAL_MEM_FENCE)"
        body = (
            f"kernel void f(global const int *restrict x, global int *restrict y, int n) {{ local int t[{chunk // 2}]; int l = get_local_id(0), g = get_group_id(0);"
            f" for (int i = l; i < {chunk // 2}; i += 256) t[i] = x[g * {chunk} + i] + x[g * {chunk} + {chunk // 2} + i];"
            f" for (int m = {chunk // 4}; m > 0; m /= 2) {{ barrier(CLK_LOCAL_MEM_FENCE); for (int i = l; i < m; i += 256) t[i] += t[i + m]; }} if (l == 0) y[g] = t[0]; }}"
        )
        yield f"a tree alone, chunks of {chunk}, 256", body + last(1024), n // k, 256, n // chunk, 1024
    four = "kernel void f(global const int4 *restrict x, global int *restrict y, int n) {{ local int t[{L}]; int l = get_local_id(0), g = get_group_id(0); {b} t[l] = v.x + v.y + v.z + v.w;"
    for L in (256, 512):
        for k in (1, 2, 4, 8, 16):
            step = f"int4 v = 0; for (int j = 0; j < {k}; j++) v += x[g * {k * L} + j * {L} + l];"
            yield f"int4, {k} strided by {L}", four.format(L=L, b=step) + TREE.format(h=L // 2) + last(1024), n // 4 // k, L, n // 4 // k // L, 1024
    for groups in (1056, 4224, 16384):
        step = f"int s = 0; for (int i = g * 256 + l; i < n; i += {groups * 256}) s += x[i];"
        yield f"{groups} groups, a loop over all", head.format(L=256, b=step) + TREE.format(h=128) + last(1024), groups * 256, 256, groups, 1024
        step = f"int4 v = 0; for (int i = g * 256 + l; i < n / 4; i += {groups * 256}) v += x[i];"
        yield f"{groups} groups, a loop over all, int4", four.format(L=256, b=step) + TREE.format(h=128) + last(1024), groups * 256, 256, groups, 1024


class Bench(Buffers):
    """Times a variant and counts its wrong elements."""

    def reverse(self, label, source, items, group):
        more = [self.wrong] if "failure" in source else []
        kernel = self.device.kernel(self.device.build(source), "f", self.x, self.y, self.n, *more)
        self.start("poison", self.n, self.y)
        time = self.device.times([lambda: self.device.launch(kernel, items, group)], self.runs)
        return time, 8 * self.n, self.wrongs("check_reverse", self.n)

    def transpose(self, label, source, items, group, side):
        kernel = self.device.kernel(self.device.build(source), "f", self.x, self.y, side, side)
        self.start("poison", self.n, self.y)
        time = self.device.times([lambda: self.device.launch(kernel, items, group)], self.runs)
        return time, 8 * self.n, self.wrongs("check_transpose", side)

    def reduce(self, label, source, items, group, partial, final):
        program = self.device.build(source)
        first = self.device.kernel(program, "f", self.x, self.y, self.n)
        last = self.device.kernel(program, "last", self.y, self.z, partial)
        self.start("poison", self.n, self.y)
        self.start("poison", self.n, self.z)
        time = self.device.times(
            [lambda: self.device.launch(first, items, group), lambda: self.device.launch(last, final, final)], self.runs
        )
        return time, 4 * self.n, int(self.device.read(self.z, 1)[0] != self.total())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="")
    parser.add_argument("--sizes", default="24,28")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--only", default="reverse,transpose,reduce")
    options = parser.parse_args()
    device = Device(options.device)
    print(f"# {device.name}, medians of {options.runs} runs\n")
    sizes = [1 << int(s) for s in options.sizes.split(",")]
    makers = {"reverse": reversals, "transpose": transposes, "reduce": reductions}
    failures = 0
    results = {}
    order = []
    for n in sizes:
        bench = Bench(device, n, options.runs)
        copy = bench.copied()
        copies = [copy]
        for what in options.only.split(","):
            for row in makers[what](n):
                key = (what, row[0])
                if key not in results:
                    results[key] = {}
                    order.append(key)
                try:
                    time, moved, wrong = getattr(bench, what)(*row)
                except Failed as failure:
                    results[key][n] = "failed"
                    failures += 1
                    print(f"{key}: {failure}", file=sys.stderr)
                    continue
                share = moved / time / (8 * n / copy)
                failures += bool(wrong)
                results[key][n] = f"{share:.1%} ({time / 1000:.1f} us)" + (f" WRONG {wrong}" if wrong else "")
            copies.append(bench.copied())
        print(f"copy of {n} words: " + ", ".join(f"{c / 1000:.1f} us, {8 * n / c:.0f} GB/s" for c in copies), flush=True)
        bench.free()
    print("\n| program | shape | " + " | ".join(f"2^{n.bit_length() - 1}" for n in sizes) + " |")
    print("| --- | --- |" + " --- |" * len(sizes))
    for what, label in order:
        print(f"| {what} | {label} | " + " | ".join(results[what, label].get(n, "") for n in sizes) + " |")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
