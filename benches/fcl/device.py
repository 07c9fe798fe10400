"""As much of OpenCL as a benchmark needs, by `ctypes`: no header, no compiler and no package is asked for.

Times are those of the device's events, in nanoseconds.
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p, create_string_buffer

# From cl.h, OpenCL 1.2.
DEVICE_TYPE_ALL = 0xFFFFFFFF
DEVICE_NAME = 0x102B
QUEUE_PROFILING_ENABLE = 2
PROGRAM_BUILD_LOG = 0x1183
PROFILING_COMMAND_START = 0x1282
PROFILING_COMMAND_END = 0x1283
MEM_READ_WRITE = 1


class Failed(Exception):
    """An OpenCL call that did not succeed."""


class Device:
    """A device with one in-order queue."""

    def __init__(self, wanted=""):
        for library in ("libOpenCL.so.1", "libOpenCL.so"):
            try:
                self.cl = ctypes.CDLL(library)
                break
            except OSError:
                continue
        else:
            raise Failed("no OpenCL loader")
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
            getattr(self.cl, name).restype = c_void_p
        self.device, self.name = self._find(wanted)
        error = c_int()
        self.context = c_void_p(self.cl.clCreateContext(None, 1, byref(self.device), None, None, byref(error)))
        self._check(error.value, "clCreateContext")
        self.queue = c_void_p(
            self.cl.clCreateCommandQueue(self.context, self.device, c_uint64(QUEUE_PROFILING_ENABLE), byref(error))
        )
        self._check(error.value, "clCreateCommandQueue")

    def _check(self, code, what):
        if code != 0:
            raise Failed(f"{what}: error {code}")

    def _find(self, wanted):
        """The first device whose name has `wanted` in it."""
        count = c_uint()
        self._check(self.cl.clGetPlatformIDs(0, None, byref(count)), "clGetPlatformIDs")
        platforms = (c_void_p * count.value)()
        self.cl.clGetPlatformIDs(count, platforms, None)
        for platform in platforms:
            if self.cl.clGetDeviceIDs(c_void_p(platform), c_uint64(DEVICE_TYPE_ALL), 0, None, byref(count)) != 0:
                continue
            devices = (c_void_p * count.value)()
            self.cl.clGetDeviceIDs(c_void_p(platform), c_uint64(DEVICE_TYPE_ALL), count, devices, None)
            for device in devices:
                text = create_string_buffer(1024)
                self.cl.clGetDeviceInfo(c_void_p(device), DEVICE_NAME, c_size_t(1024), text, None)
                name = text.value.decode()
                if wanted.lower() in name.lower():
                    return c_void_p(device), name
        raise Failed(f"no device named {wanted!r}")

    def buffer(self, size):
        """Memory of so many bytes."""
        error = c_int()
        memory = c_void_p(self.cl.clCreateBuffer(self.context, c_uint64(MEM_READ_WRITE), c_size_t(size), None, byref(error)))
        self._check(error.value, "clCreateBuffer")
        return memory

    def free(self, memory):
        """Gives a buffer back."""
        self.cl.clReleaseMemObject(memory)

    def build(self, source, options=""):
        """A program; `Failed` carries the compiler's log."""
        error = c_int()
        texts = (c_char_p * 1)(source.encode())
        program = c_void_p(self.cl.clCreateProgramWithSource(self.context, 1, texts, None, byref(error)))
        self._check(error.value, "clCreateProgramWithSource")
        if self.cl.clBuildProgram(program, 1, byref(self.device), options.encode(), None, None) != 0:
            log = create_string_buffer(1 << 16)
            self.cl.clGetProgramBuildInfo(program, self.device, PROGRAM_BUILD_LOG, c_size_t(1 << 16), log, None)
            raise Failed(log.value.decode(errors="replace"))
        return program

    def kernel(self, program, name, *arguments):
        """A kernel with its arguments: buffers, and numbers as 32-bit integers."""
        error = c_int()
        kernel = c_void_p(self.cl.clCreateKernel(program, name.encode(), byref(error)))
        self._check(error.value, f"clCreateKernel {name}")
        for i, argument in enumerate(arguments):
            value = argument if isinstance(argument, c_void_p) else c_uint32(argument & 0xFFFFFFFF)
            self._check(
                self.cl.clSetKernelArg(kernel, c_uint(i), c_size_t(ctypes.sizeof(value)), byref(value)), f"argument {i} of {name}"
            )
        return kernel

    def launch(self, kernel, size, group):
        """Starts a kernel; its event."""
        event = c_void_p()
        code = self.cl.clEnqueueNDRangeKernel(
            self.queue, kernel, 1, None, byref(c_size_t(size)), byref(c_size_t(group)), 0, None, byref(event)
        )
        self._check(code, "clEnqueueNDRangeKernel")
        return event

    def copy(self, source, target, size):
        """Starts a copy from buffer to buffer; its event."""
        event = c_void_p()
        code = self.cl.clEnqueueCopyBuffer(
            self.queue, source, target, c_size_t(0), c_size_t(0), c_size_t(size), 0, None, byref(event)
        )
        self._check(code, "clEnqueueCopyBuffer")
        return event

    def finish(self):
        """Waits for all that was started."""
        self._check(self.cl.clFinish(self.queue), "clFinish")

    def span(self, event):
        """When a finished command started and ended."""
        ends = []
        for what in (PROFILING_COMMAND_START, PROFILING_COMMAND_END):
            time = c_uint64()
            self._check(self.cl.clGetEventProfilingInfo(event, what, c_size_t(8), byref(time), None), "clGetEventProfilingInfo")
            ends.append(time.value)
        self.cl.clReleaseEvent(event)
        return tuple(ends)

    def read(self, memory, count, offset=0):
        """32-bit words of a buffer."""
        words = (c_uint32 * count)()
        code = self.cl.clEnqueueReadBuffer(
            self.queue, memory, c_uint(1), c_size_t(4 * offset), c_size_t(4 * count), words, 0, None, None
        )
        self._check(code, "clEnqueueReadBuffer")
        return list(words)

    def times(self, commands, runs, warm_up=10):
        """Median over runs of the summed times of commands, which are functions that start one and return its event."""
        totals = []
        for run in range(warm_up + runs):
            events = [command() for command in commands]
            self.finish()
            total = sum(end - start for start, end in map(self.span, events))
            if run >= warm_up:
                totals.append(total)
        return sorted(totals)[len(totals) // 2]
