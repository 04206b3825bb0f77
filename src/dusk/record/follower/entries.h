/* How Python enters: number slots, comparisons, and the functions `record`, `follow` and `follow_slots`. */

/* An operator on a lazy scalar that is at hand, and another number: as NumPy's scalars do it, which costs less than to
   record it. */
static Object *operate_at_hand(Segment *s, i64 i, Object *x, Object *y) {
    Object *a = number_at_hand(s, x), *b = a && y ? number_at_hand(s, y) : 0;
    Object *out = a && (b || !y) ? compute(i, a, b) : 0;
    release(a);
    release(b);
    return out;
}

/* Whether NumPy's arrays take another function than the power to an exponent: a root, a reciprocal. */
static int is_another(Object *x, Object *y) {
    if (!is_handle(x) || is_handle(y)) return 0;
    Place *p = place_of((Handle *)x);
    double value;
    if (!p || p->number > FLOAT64) return 1;
    int overflow;
    if (y->type == &PyLong_Type) return int_of(y, &overflow) < 2;
    if (y->type != &PyFloat_Type) return 1;
    __builtin_memcpy(&value, &((Float *)y)->bits, 8);
    return value == 0.5 || value == -1 || value == 0 || value == 1;
}

/* An operator on what is small and at hand. */
static Object *small(Segment *s, i64 i, Object *x, Object *y, int into) {
    if (!core.most) return 0;
    Object *out = i == 6 && is_another(x, y) ? 0 : i != 7 ? at_once(s, inner_of_operator[i], core.op[i], x, y, into) : into ? 0 : product_at_once(s, x, y);
    if (out || PyErr_Occurred() || !open_to(s)) return out;
    return operate_by_numpy(s, i, x, y, into);
}

static Object *operate(i64 i, Object *x, Object *y) {
    Segment *s = current();
    if (open_to(s)) {
        if (x->type == core.scalar || (y && y->type == core.scalar)) {
            Object *out = operate_at_hand(s, i, x, y);
            if (out || PyErr_Occurred()) return out;
        }
        Object *args[2] = {x, y};
        if (has_choice(args, y ? 2 : 1)) {
            Object *out = operate_on_chosen(s, core.op[i], args, y ? 2 : 1, 0);
            return out || PyErr_Occurred() ? out : PyObject_Vectorcall(core.general[i], args, y ? 2 : 1, 0);
        }
        Object *out = open_to(s) ? small(s, i, x, y, 0) : 0;
        if (out || PyErr_Occurred()) return out;
        out = open_to(s) ? follow(s, core.op[i], args, y ? 2 : 1, 0, 0, 0) : 0;
        if (out) return out;
        if (PyErr_Occurred()) return 0;
    }
    Object *args[2] = {x, y};
    return PyObject_Vectorcall(core.general[i], args, y ? 2 : 1, 0);
}

static Object *operate_in_place(i64 i, i64 plain, Object *x, Object *y) {
    Segment *s = current();
    if (x->type == core.scalar) return operate(plain, x, y);
    if (open_to(s)) {
        Object *args[2] = {x, y};
        if (has_choice(args, 2)) {
            Object *out = choice_of(x) ? operate_on_chosen(s, core.op[i], args, 2, (Handle *)x) : 0;
            return out || PyErr_Occurred() ? out : PyObject_Vectorcall(core.general[i], args, 2, 0);
        }
        Object *out = small(s, plain, x, y, 1);
        if (out || PyErr_Occurred()) return out;
        out = open_to(s) ? follow(s, core.op[i], args, 2, 0, 1, (Handle *)x) : 0;
        if (out) {
            Py_IncRef(out);
            return out;
        }
        if (PyErr_Occurred()) return 0;
        out = open_to(s) ? operate_in_window(s, core.op[plain], x, y) : 0;
        if (out || PyErr_Occurred()) return out;
    }
    Object *args[2] = {x, y};
    return PyObject_Vectorcall(core.general[i], args, 2, 0);
}

/* Numbers of operators: the order of OPERATORS in `loader.py`. */
#define BINARY(name, i) Object *nb_##name(Object *x, Object *y) { return operate(i, x, y); }
#define IN_PLACE(name, i, plain) Object *nb_i##name(Object *x, Object *y) { return operate_in_place(i, plain, x, y); }
#define UNARY(name, i) Object *nb_##name(Object *x) { return operate(i, x, 0); }
#define BOTH(name, i) BINARY(name, i) IN_PLACE(name, i + 13, i)
BOTH(add, 0) BOTH(sub, 1) BOTH(mul, 2) BOTH(truediv, 3) BOTH(floordiv, 4) BOTH(mod, 5) BOTH(matmul, 7)
BOTH(and, 8) BOTH(or, 9) BOTH(xor, 10) BOTH(lshift, 11) BOTH(rshift, 12)
UNARY(neg, 26) UNARY(pos, 27) UNARY(abs, 28) UNARY(invert, 29)

Object *nb_pow(Object *x, Object *y, Object *modulus) {
    if (modulus == NONE) return operate(6, x, y);
    Py_IncRef(&_Py_NotImplementedStruct);
    return &_Py_NotImplementedStruct;
}
Object *nb_ipow(Object *x, Object *y, Object *modulus) {
    if (modulus == NONE) return operate_in_place(19, 6, x, y);
    Py_IncRef(&_Py_NotImplementedStruct);
    return &_Py_NotImplementedStruct;
}
Object *tp_richcompare(Object *x, Object *y, int which) { return operate(30 + which, x, y); }

static Object *recorded(Object *out, Handle *into) {
    if (into) Py_IncRef((Object *)into);
    return out;
}

/* record(op, args, params, as_array=False, into=None) */
Object *m_record(Object *self, Args args, i64 n, Tuple *names) {
    Segment *s = current();
    if (open_to(s) && n >= 3 && n <= 5 && is_sequence(args[1])) {
        i64 as_array = n > 3 && args[3] == core.true_, known = 1;
        Handle *into = n > 4 ? some_handle(args[4]) : 0;
        for (i64 i = 0; names && i < names->size; i++) {
            if (names->items[i] == core.as_array) as_array = args[n + i] == core.true_;
            else if (names->items[i] == core.into) into = some_handle(args[n + i]);
            else known = 0;
        }
        if (known) {
            Object *params = PyDict_Size(args[2]) ? args[2] : 0;
            Object *out = follow(s, args[0], items(args[1]), length(args[1]), params, as_array, into);
            if (out) return recorded(out, into);
            if (PyErr_Occurred()) return 0;
        }
    }
    return PyObject_Vectorcall(core.record, args, n, (Object *)names);
}

/* follow_slots(op, slots): the results of a call that was learnt by its slots, or None */
Object *m_follow_slots(Object *self, Args args, i64 n) {
    if (n != 2 || args[1]->type != &PyTuple_Type) return complain(PyExc_TypeError, "follow_slots(op, slots)");
    Segment *s = current();
    Object *out = open_to(s) ? follow_slots(s, args[0], (Tuple *)args[1]) : 0;
    return out || PyErr_Occurred() ? out : none();
}

/* Functions of handles: calls of `n` operands and nothing else are followed, all others are `_call`'s. */
typedef struct {
    Object head;
    Vectorcall enter;
    Object *op;
    i64 n;
    Object *numpy; /* what does it for numbers */
    Inner *inner;  /* by dtype, once looked for */
} Function;

/* By NumPy; that nothing is unfit for. */
static Object *function_by_numpy(Segment *s, Function *f, Args args, i64 n, Tuple *names) {
    Grid g;
    if (n == 2 && is_handle(args[0]) && is_handle(args[1])) {
        Place *p = place_of((Handle *)args[0]), *q = p ? place_of((Handle *)args[1]) : 0;
        if (!q || !broadcast(&g, p, q)) return 0;
    }
    Unfit nothing = {0, 0};
    return PRESENT(f->numpy) ? by_numpy(s, f->numpy, &nothing, args, n, names, 0) : 0;
}

static Object *function_at_once(Segment *s, Function *f, Args args, i64 n) {
    if (!core.most || !n || n > 2 || !PRESENT(f->numpy)) return 0;
    if (f->op == core.op[7]) return n == 2 ? small(s, 7, args[0], args[1], 0) : 0;
    if (!f->inner && !(f->inner = PyMem_RawCalloc(OTHER, sizeof(Inner)))) return PyErr_NoMemory();
    Object *out = at_once(s, f->inner, f->op, args[0], n > 1 ? args[1] : 0, 0);
    return out || PyErr_Occurred() || !open_to(s) ? out : function_by_numpy(s, f, args, n, 0);
}

static Object *apply_at_hand(Segment *s, Function *f, Args args, i64 n) {
    Object *numbers[2] = {0, 0}, *out = 0;
    i64 found = 0;
    while (found < n && (numbers[found] = as_numpys(number_at_hand(s, args[found])))) found++;
    if (found == n) out = PyObject_Vectorcall(f->numpy, numbers, n, 0);
    while (found > 0) release(numbers[--found]);
    return out;
}

static Object *function_enter(Object *self, Args args, i64 n, Tuple *names) {
    Function *f = (Function *)self;
    Segment *s = current();
    n &= MOST_ARGUMENTS;
    if (open_to(s) && n == f->n && !names && f->op) {
        if (has_choice(args, n)) {
            Object *out = operate_on_chosen(s, f->op, args, n, 0);
            return out || PyErr_Occurred() ? out : vector_generally(self, args, n, names);
        }
        if (n && n < 3 && args[0]->type != core.array && PRESENT(f->numpy)) {
            Object *out = apply_at_hand(s, f, args, n);
            if (out || PyErr_Occurred()) return out;
        }
        Object *out = open_to(s) ? function_at_once(s, f, args, n) : 0;
        if (out || PyErr_Occurred()) return out;
        out = open_to(s) ? follow(s, f->op, args, n, 0, 0, 0) : 0;
        if (out || PyErr_Occurred()) return out;
    } else if (open_to(s) && n == f->n && names && names->size == 1 && names->items[0] == core.out && f->op) {
        Object *out = function_by_numpy(s, f, args, n, names);
        if (out || PyErr_Occurred()) return out;
    }
    return vector_generally(self, args, n, names);
}

Object *function_call(Object *self, Object *args, Object *names) { return PyVectorcall_Call(self, args, names); }

Object *function_new(Type *class, Object *args, Object *names) {
    Function *f = (Function *)new_object(class);
    if (f) f->enter = function_enter;
    return (Object *)f;
}

void function_dealloc(Object *self) {
    Type *class = self->type;
    set_none(&((Function *)self)->op);
    set_none(&((Function *)self)->numpy);
    PyMem_RawFree(((Function *)self)->inner);
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

/* follow(op, args): the results of a call that was recorded before, or None; nothing is recorded anew */
Object *m_follow(Object *self, Args args, i64 n) {
    if (n != 2 || !is_sequence(args[1])) return complain(PyExc_TypeError, "follow(op, args)");
    Segment *s = current();
    Object *out = open_to(s) ? follow(s, args[0], items(args[1]), length(args[1]), 0, 0, 0) : 0;
    return out || PyErr_Occurred() ? out : none();
}

/* configure(ops, generals, ones): the operators, and what is one for the whole process, in the order below */
Object *m_configure(Object *self, Args args, i64 n) {
    Object **ones[] = {&core.record, (Object **)&core.array, (Object **)&core.scalar, &core.false_, &core.true_,
                         &core.as_array, &core.into, &core.empty, &core.call, (Object **)&core.buffer,
                         (Object **)&core.counts, &core.config, &core.mode, &core.allocate, &core.zero,
                         &core.getitem, &core.get, &core.put, &core.windows, &core.place, &core.begin,
                         &core.setitem, &core.assign,
                         &core.starts, &core.sizes, &core.steps, &core.shape,
                         (Object **)&core.generic, (Object **)&core.number, (Object **)&core.iterator, (Object **)&core.window,
                         &core.np_true,
                         &core.np_false,
                         &core.as_float, &core.item, &core.memory, &core.acquire, &core.release, (Object **)&core.dtype,
                         &core.inner, &core.kind_of, &core.type_of, &core.wrap, &core.out, &core.fortran, &core.named_dtype,
                         (Object **)&core.numpy_array, &cpu};
    enum { ONES = sizeof(ones) / sizeof(*ones), COUNT = ONES + 2 * OTHER };
    if (n != 3 || !is_sequence(args[0]) || !is_sequence(args[1]) || !is_sequence(args[2]) || length(args[0]) > 40 ||
        length(args[1]) != length(args[0]) || length(args[2]) != COUNT + 14)
        return complain(PyExc_TypeError, "configure(ops, generals, ones)");
    for (i64 i = 0; i < n; i++) Py_IncRef(args[i]); /* for good */
    for (i64 i = 0; i < length(args[0]); i++) {
        core.op[i] = items(args[0])[i];
        core.general[i] = items(args[1])[i];
    }
    for (i64 i = 0; i < ONES; i++) *ones[i] = items(args[2])[i];
    for (i64 i = 0; i < OTHER; i++) {
        core.numbers[i] = (Type *)items(args[2])[ONES + i];
        core.dtypes[i] = items(args[2])[ONES + OTHER + i];
    }
    core.pins_at = PyLong_AsLongLong(items(args[2])[COUNT]);
    core.address_at = PyLong_AsLongLong(items(args[2])[COUNT + 1]);
    core.owner_at = PyLong_AsLongLong(items(args[2])[COUNT + 2]);
    core.code_at = PyLong_AsLongLong(items(args[2])[COUNT + 3]);
    core.nbytes_at = PyLong_AsLongLong(items(args[2])[COUNT + 4]);
    core.dtype_at = PyLong_AsLongLong(items(args[2])[COUNT + 5]);
    core.width_at = PyLong_AsLongLong(items(args[2])[COUNT + 6]);
    core.new_array = (NewArray)PyLong_AsLongLong(items(args[2])[COUNT + 7]);
    core.set_base = (SetBase)PyLong_AsLongLong(items(args[2])[COUNT + 8]);
    core.device_at = PyLong_AsLongLong(items(args[2])[COUNT + 9]);
    core.shape_at = PyLong_AsLongLong(items(args[2])[COUNT + 10]);
    core.weight_at = PyLong_AsLongLong(items(args[2])[COUNT + 11]);
    core.digits = PyLong_AsLongLong(items(args[2])[COUNT + 12]);
    core.place_at = PyLong_AsLongLong(items(args[2])[COUNT + 13]);
    learn_float64();
    for (i64 i = 0; i < ROOMS; i++) rooms[i].nbytes = PyLong_FromLongLong(LEAST_ROOM << i);
    return none();
}

/* do_at_once(most, restless): let what has no more elements than that be done at once, where it is at hand; the other
   number is for restless sites */
Object *m_do_at_once(Object *self, Args args, i64 n) {
    if (n != 2) return complain(PyExc_TypeError, "do_at_once(most, restless)");
    core.most = PyLong_AsLongLong(args[0]);
    core.most_restless = PyLong_AsLongLong(args[1]);
    return PyErr_Occurred() ? 0 : none();
}

/* So that Python notices a text that does not fit it. */
i64 size_of(i64 which) {
    i64 sizes[] = {sizeof(Handle), sizeof(Segment), sizeof(Position), sizeof(Function), sizeof(Counts),
                   sizeof(Launch), sizeof(Plan),    sizeof(Caller),   sizeof(Followed), sizeof(Iterator),
                   sizeof(Window)};
    return which < 11 ? sizes[which] : 0;
}
