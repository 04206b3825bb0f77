"""What random programs begin with (see `programs.py`)."""

HEAD = """import math
import numpy

G = numpy.zeros(5)


def pick(u, w):
    if u > w:
        return u - w
    elif u == w:
        return u
    return w - u


def rounds(u, limit):
    k = 0
    while k < limit:
        k += 1
        if u < k:
            break
        u = u - k
    return u


def bump(z, at):
    z[at] += 1
    if z[at] > 3:
        z[at] = 0


def early(z, v):
    for i in range(len(z)):
        if z[i] > v:
            return i
    return -1


"""
