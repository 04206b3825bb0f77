"""Programs whose loops are compiled as they run, as they are written for NumPy: by name, with the number of loops that
are compiled."""

PROGRAMS: dict[str, tuple[int, str]] = {}


def program(name: str, compiled: int, text: str) -> None:
    PROGRAMS[name] = compiled, text


program("factors", 2, """
def factors(A):
    n = len(A)
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= A[i, k] * A[k, j]
    return A

A = np.arange(49.0).reshape(7, 7) % 11 + 20 * np.eye(7)
B = factors(A.copy())
""")
program("a while of numbers", 1, """
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps, n

found = collatz(27)
kind = [type(x).__name__ for x in found]
print(kind)
""")
program("statements of a module", 2, """
total, last = 0.0, -1
x = np.linspace(0, 1, 40)
for i in range(40):
    if x[i] > 0.5:
        total += x[i]
    last = i
k = 0
while k < 30:
    k += 1
    m = 2 * k
print(total, last, k, m, i)
""")
program("break, and what is set after it", 1, """
def first(a, v):
    for i in range(len(a)):
        where = i
        if a[i] == v:
            break
    return where, i

a = np.arange(30) * 3
found = [first(a, 60), first(a, 0), first(a, 87), first(a, 1)]
""")
program("return from within", 1, """
def find(a, v):
    for i in range(len(a)):
        for j in range(i):
            if a[i] + a[j] == v:
                return i, j
    return None

a = np.arange(20)
found = [find(a, 37), find(a, 1), find(a, 1000)]
""")
program("continue", 1, """
def odd(a):
    s = 0.0
    for i in range(len(a)):
        if i % 2 == 0:
            continue
        s += a[i]
    return s

s = odd(np.arange(25.0))
""")
program("an index that is outside", 0, """
def fill(a):
    for i in range(len(a) + 1):
        a[i] = 2 * i

a = np.zeros(30)
try:
    fill(a)
except IndexError as error:
    print(error)
""")
program("an error that nobody catches", 0, """
a = np.zeros(30)
for i in range(60):
    a[i] = 1 + i
""")
program("numbers too large for 64 bits at first", 0, """
s = 2 ** 70
for i in range(40):
    s += i
print(s)
""")
program("prints", 0, """
for i in range(20):
    print(i)
""")
program("a list that grows", 0, """
found = []
for i in range(30):
    found.append(i * i)
print(found)
""")
program("a list that is written to", 0, """
found = [0.0] * 30
for i in range(30):
    found[i] = i / 2
print(found)
""")
program("an attribute that is written", 1, """
class Count:
    def __init__(self):
        self.n, self.a = 0, np.arange(5.0)

    def up(self, k):
        for i in range(k):
            self.n += 1
        s = 0.0
        for i in range(k):
            s += self.a[i % 5]
        return s

c = Count()
s = c.up(30)
n = c.n
""")
program("a helper that writes a global", 0, """
calls = 0

def one(x):
    global calls
    calls += 1
    return x + 1

def go(x):
    for i in range(30):
        x = one(x)
    return x

x = go(1.5)
""")
program("a helper that reads what the module's loop assigns", 0, """
def weight():
    return 2.0 * step

s = 0.0
for step in range(30):
    s += weight()
print(s)
""")
program("a helper that writes an attribute", 0, """
class Thing:
    n = 0

thing = Thing()

def bump(x):
    thing.n += 1
    return x + thing.n

def go(x):
    for i in range(30):
        x = bump(x)
    return x

x = go(0.5)
n = thing.n
""")
program("arrays that change places", 1, """
u, v = np.zeros(8), np.ones(8)
for t in range(30):
    for i in range(1, 7):
        v[i] = 0.5 * (u[i - 1] + u[i + 1]) + 0.1
    u, v = v, u
""")
program("rows that live on", 0, """
A = np.arange(60.0).reshape(30, 2)
for i in range(30):
    row = A[i]
    row[0] = i
row[1] = -5.0
""")
program("what is kept of the best one", 0, """
def best(rows):
    top = rows[0]
    for i in range(len(rows)):
        if rows[i, 0] > top[0]:
            top = rows[i]
    return top

A = np.array([[1.0, 2], [5, 6], [3, 4]] * 10)
top = best(A)
top[1] = 100
""")
program("names that are not set", 1, """
def last(n):
    for i in range(n):
        if i > 1000:
            never = i
        x = i * 2.0
    try:
        return never
    except UnboundLocalError as error:
        print(type(error).__name__)
    return x

x = last(40)
""")
program("a name that changes its type", 1, """
def go(n):
    x = 1
    for i in range(n):
        x = x / 2 if i > 25 else x * 3
    return x

x = go(40)
""")
program("loops in a try and a with", 2, """
import contextlib

def go(a):
    s = 0.0
    try:
        for i in range(len(a)):
            s += a[i]
    finally:
        print("done")
    with contextlib.suppress(ZeroDivisionError):
        for i in range(len(a)):
            a[i] = a[i] * 2
    return s

a = np.arange(30.0)
s = go(a)
""")
program("functions in functions", 1, """
def outer(a, scale):
    def inner(k):
        s = 0.0
        for i in range(k):
            s += a[i] * scale
        return s
    return inner

s = outer(np.arange(40.0), 0.5)(40)
""")
program("functions that see what a loop assigns", 0, """
def go(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    s = 0
    def see():
        return s
    for j in range(n):
        s += j
    return fs[0](), see()

found = go(30)
""")
program("generators", 1, """
def parts(a):
    s, n = 0.0, 0
    while n < len(a):
        for i in range(n, n + 20):
            s += a[i]
        n += 20
        yield s

sums = list(parts(np.arange(60.0)))
""")
program("loops with else", 1, """
def prime(n):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        return True
    return False

def count(n):
    found = 0
    for i in range(2, n):
        d, is_prime = 2, True
        while d * d <= i:
            if i % d == 0:
                is_prime = False
                break
            d += 1
        if is_prime:
            found += 1
    return found

found = [prime(97), prime(98), count(60)]
""")
program("rows of an array", 1, """
def lengths(points):
    s = 0.0
    for p in points:
        s += p[0] * p[0] + p[1] * p[1]
    return s

s = lengths(np.arange(80.0).reshape(40, 2))
""")
program("backwards, and by steps", 2, """
a = np.arange(50.0)
for i in range(48, -1, -1):
    a[i] += a[i + 1] / 2
for i in range(0, 50, 2):
    a[i] = -a[i]
""")
program("names of a class's own", 0, """
class Own:
    def __init__(self):
        self.__a = np.zeros(30)

    def go(self):
        for i in range(30):
            self.__a[i] = i
        return self.__a.sum()

s = Own().go()
""")
program("a global that the caller changes", 1, """
scale = 1.0

def go(a):
    s = 0.0
    for i in range(len(a)):
        s += scale * a[i]
    return s

a = np.arange(30.0)
found = []
for turn in range(6):
    scale = scale * 2
    found.append(go(a))
print(found)
""")
program("how often the loop runs varies", 1, """
def tri(n):
    s = 0
    for i in range(n):
        s += i
    return s

found = [tri(n) for n in (30, 31, 32, 33, 34, 35, 36, 37, 0, 1, 2, 50)]
""")
program("draws in a loop", 0, """
import random
random.seed(3)
hits = 0
for i in range(40):
    if random.random() < 0.5:
        hits += 1
""")
program("draws of numpy's in a loop", 0, """
rng = np.random.default_rng(5)
s, t = 0.0, 0.0
for i in range(40):
    s += rng.random()
rng2 = np.random.default_rng(6)
for i in range(40):
    t += rng2.standard_normal(3)[1]
print(round(s, 6), round(t, 6))
""")
program("an iterator that goes on", 0, """
it = iter(range(100))
s = 0
for i in range(40):
    s += next(it)
rest = list(it)
""")
program("a dict and a set", 0, """
seen, table = set(), {}
for i in range(40):
    seen.add(i % 7)
    table[i % 5] = i
n = len(seen)
print(sorted(seen), table)
""")
program("raise", 1, """
def check(a):
    for i in range(len(a)):
        if a[i] > 25:
            raise ValueError(f"a[{i}] is {a[i]}")

try:
    check(np.arange(40))
except ValueError as error:
    print(error)
""")
program("division by zero", 0, """
s = 0.0
try:
    for i in range(400):
        s += 1 / (300 - i)
except ZeroDivisionError as error:
    print(error, i, s)
""")
program("numbers that grow past 64 bits", 0, """
f = 1
for i in range(1, 40):
    f *= i
print(f)
""")
program("math of numbers without one", 0, """
import math
s = 0.0
try:
    for i in range(400):
        s += math.sqrt(300 - i)
except ValueError as error:
    print(i, s)
""")
program("assert", 2, """
def check(a):
    s = 0.0
    for i in range(len(a)):
        for j in range(3):
            assert a[i] < 25 or j < 2, f"{i} {j} {s}"
            s += a[i]
    return s

try:
    check(np.arange(40.0))
except AssertionError as error:
    print(error)
print(check(np.arange(20.0)))
""")
program("results of many kinds", 2, """
def find(a, v):
    for i in range(len(a)):
        if a[i] == v:
            return {"at": i, "before": a[:i].sum()}
        if a[i] < 0:
            raise KeyError(i)
    return "nowhere"

a = np.arange(40.0)
found = [str(find(a, 30)), find(a, 50)]
a[33] = -1
try:
    find(a, 50)
except KeyError as error:
    print("KeyError", error)
n = 0
while True:
    n += 1
    if n > 40:
        break
""")
program("steps that vary", 4, """
def sieve(n):
    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    for p in range(2, n):
        if prime[p] and p * p <= n:
            for q in range(p * p, n + 1, p):
                prime[q] = False
    return prime

def steps(by):
    s = 0
    for k in range(len(by)):
        for i in range(20, -20, by[k]):
            s += i * k
    return s

primes = sieve(120)
s = steps([-3, -1, -7] * 10)
try:
    print(steps([-1] * 20 + [0]))
except ValueError as error:
    print(error)
""")
