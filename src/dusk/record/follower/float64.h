/* Numbers read from arrays of float64: of a class of ours below NumPy's, which does arithmetic with numbers by itself.
   What is not finite, or so small that a flag of the processor may be due, and all other operands, are NumPy's. */

typedef struct Number {
    Object head;
    double value;
} Number;

enum { MOST_NUMBERS = 256, HUGE_EXPONENT = 0x7ff };

/* What of NumPy's class is asked where ours is not the one to answer, and dead numbers, linked through their value: they
   hold their class. */
static struct {
    Two two[4];
    Object *(*one[2])(Object *);
    Object *(*compare)(Object *, Object *, int);
    Number *free;
    i64 n_free;
} float64;

static Object *make_number(double value) {
    Number *x = float64.free;
    if (x) {
        float64.free = *(Number **)&x->value;
        float64.n_free--;
        x->head.refcount = 1;
    } else {
        x = (Number *)_PyObject_New(core.number);
        if (!x) return 0;
    }
    x->value = value;
    return (Object *)x;
}

void number_dealloc(Object *self) {
    Type *class = self->type;
    if (class == core.number && float64.n_free < MOST_NUMBERS) {
        *(Number **)&((Number *)self)->value = float64.free;
        float64.free = (Number *)self;
        float64.n_free++;
        return;
    }
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

static inline i64 exponent_of(double x) {
    i64 bits;
    __builtin_memcpy(&bits, &x, 8);
    return bits >> 52 & HUGE_EXPONENT;
}
static inline int is_finite(double x) { return exponent_of(x) < HUGE_EXPONENT; }
/* No number of these comes of an underflow: the least normal one may. */
static inline int is_usual(double x) { return (unsigned long long)exponent_of(x) - 2 < HUGE_EXPONENT - 2; }

/* A number that NumPy would compute with as it is. */
static inline int double_of(Object *x, double *value) {
    if (x->type == core.number || x->type == &PyFloat_Type || x->type == core.numbers[FLOAT64]) {
        *value = ((Number *)x)->value;
        return 1;
    }
    if (x->type != &PyLong_Type) return 0;
    int overflow;
    i64 whole = int_of(x, &overflow);
    *value = (double)whole;
    return !overflow && whole <= 1LL << 53 && whole >= -(1LL << 53);
}

static Object *operate(i64, Object *, Object *);
static inline int is_ours(Object *x) { return x->type == core.array || x->type == core.scalar; }

static __attribute__((noinline)) Object *operate_generally(i64 i, Object *x, Object *y) {
    return is_ours(x) || is_ours(y) ? operate(i, x, y) : float64.two[i](x, y);
}

#define ARITHMETIC(name, i, result, fits)                        \
    Object *number_##name(Object *x, Object *y) {                \
        double a, b, c;                                          \
        if (double_of(x, &a) && double_of(y, &b)) {              \
            c = result;                                          \
            if (fits) return make_number(c);                     \
        }                                                        \
        return operate_generally(i, x, y);                       \
    }
ARITHMETIC(add, 0, a + b, is_finite(c))
ARITHMETIC(sub, 1, a - b, is_finite(c))
ARITHMETIC(mul, 2, a * b, is_usual(c) || (c == 0 && (a == 0 || b == 0)))
ARITHMETIC(truediv, 3, b == 0 ? b : a / b, is_usual(c) || (c == 0 && a == 0 && b != 0))

Object *number_neg(Object *x) { return x->type == core.number ? make_number(-((Number *)x)->value) : float64.one[0](x); }
Object *number_abs(Object *x) {
    return x->type == core.number ? make_number(__builtin_fabs(((Number *)x)->value)) : float64.one[1](x);
}

Object *number_compare(Object *x, Object *y, int which) {
    double a, b;
    if (!double_of(x, &a) || !double_of(y, &b)) {
        if (is_ours(y)) return operate(30 + which, x, y);
        return float64.compare(x, y, which);
    }
    int is = which == 0 ? a < b : which == 1 ? a <= b : which == 2 ? a == b : which == 3 ? a != b : which == 4 ? a > b : a >= b;
    Object *truth = is ? core.np_true : core.np_false;
    Py_IncRef(truth);
    return truth;
}

/* A strong reference to what NumPy's functions take quickest in place of a number: of exactly their class. Takes over the
   reference. */
static Object *as_numpys(Object *x) {
    if (!x || x->type != core.number) return x;
    Number *made = (Number *)_PyObject_New(core.numbers[FLOAT64]);
    if (made) made->value = ((Number *)x)->value;
    drop(x);
    return (Object *)made;
}

/* The class of the class: by `==` and as a key ours is NumPy's, and NumPy's instances are its own. */
i64 floatclass_hash(Object *self) {
    i64 (*plain)(Object *) = PyType_GetSlot(&PyType_Type, TP_HASH_SLOT);
    return plain(self == (Object *)core.number ? (Object *)core.numbers[FLOAT64] : self);
}
Object *floatclass_compare(Object *x, Object *y, int which) {
    if (x == (Object *)core.number && y == (Object *)core.numbers[FLOAT64] && (which == 2 || which == 3))
        return PyBool_FromLong(which == 2);
    Object *(*plain)(Object *, Object *, int) = PyType_GetSlot(&PyType_Type, TP_RICHCOMPARE_SLOT);
    return plain(x, y, which);
}
static Object *is_below(Object *self, Object *class) {
    return PyBool_FromLong(PyType_IsSubtype((Type *)class, self == (Object *)core.number ? core.numbers[FLOAT64] : (Type *)self));
}
Object *floatclass_holds(Object *self, Args args, i64 n) {
    if (n != 1 || !PyType_IsSubtype(args[0]->type, &PyType_Type))
        return complain(PyExc_TypeError, "issubclass() arg 1 must be a class");
    return is_below(self, args[0]);
}
Object *floatclass_has(Object *self, Args args, i64 n) {
    return n == 1 ? is_below(self, (Object *)args[0]->type) : complain(PyExc_TypeError, "__instancecheck__(instance)");
}

static void learn_float64(void) {
    static const int two[] = {NB_ADD_SLOT, NB_SUBTRACT_SLOT, NB_MULTIPLY_SLOT, NB_TRUE_DIVIDE_SLOT};
    static const int one[] = {NB_NEGATIVE_SLOT, NB_ABSOLUTE_SLOT};
    Type *numpys = core.numbers[FLOAT64];
    for (i64 i = 0; i < 4; i++) float64.two[i] = PyType_GetSlot(numpys, two[i]);
    for (i64 i = 0; i < 2; i++) float64.one[i] = PyType_GetSlot(numpys, one[i]);
    float64.compare = PyType_GetSlot(numpys, TP_RICHCOMPARE_SLOT);
}
