/* What NumPy's functions do at once with small arrays that are at hand: they are given arrays on the same memory, which
   they may not write to, and what they give is copied into arrays of ours. Null without an error set: all else. */

typedef struct {
    Object head;
    char *data;
    int ndim;
    i64 *n, *step;
    Object *base, *dtype;
    int flags;
    Object *weak;
    void *exported;
} Array; /* NumPy's */

enum { C_ORDER = 1, F_ORDER = 2, OWN = 4, ALIGNED = 0x100, WRITEABLE = 0x400, TYPES = 4096, MOST_ROW = 8, MOST_IDLE = 8 };

/* NumPy's arrays, by their dimensions, which nobody holds and which have neither dtype nor memory: to make one costs more
   than many a function does. */
static struct {
    Array *of[MOST_IDLE];
    i64 n;
} idle[MOST_AXES + 1];

static int order_of(Place *p) {
    i64 c = p->width, f = p->width, order = C_ORDER | F_ORDER;
    for (i64 i = 0; i < p->ndim; i++) {
        if (!p->n[i]) return C_ORDER | F_ORDER;
        i64 j = p->ndim - 1 - i;
        if (p->n[i] != 1 && p->step[i] != f) order &= ~F_ORDER;
        if (p->n[j] != 1 && p->step[j] != c) order &= ~C_ORDER;
        f *= p->n[i], c *= p->n[j];
    }
    return (int)order;
}

/* An array of NumPy's on memory of a buffer: a strong reference, or null. */
static Object *array_on(Place *p, Object *dtype, char *at, Object *buffer, int flags) {
    Py_IncRef(dtype);
    if (idle[p->ndim].n) {
        Array *a = idle[p->ndim].of[--idle[p->ndim].n];
        for (i64 i = 0; i < p->ndim; i++) a->n[i] = p->n[i], a->step[i] = p->step[i];
        Py_IncRef(buffer);
        a->data = at, a->base = buffer, a->dtype = dtype, a->flags = ALIGNED | flags | order_of(p);
        return (Object *)a;
    }
    Object *made = core.new_array(core.numpy_array, dtype, (int)p->ndim, p->n, p->step, at, ALIGNED | flags, 0);
    if (!made) return 0;
    Py_IncRef(buffer);
    if (core.set_base(made, buffer) < 0) {
        Py_DecRef(made);
        return 0;
    }
    return made;
}

/* Let go what was made for one call. */
static void give_back(Object *x) {
    Array *a = (Array *)x;
    if (!x || x->refcount > 1) {
        release(x);
    } else if (x->type == core.numpy_array && a->ndim <= MOST_AXES && idle[a->ndim].n < MOST_IDLE && a->base && a->dtype &&
               !(a->flags & OWN) && !a->weak && !a->exported) {
        Object *held[2] = {a->base, a->dtype};
        a->base = a->dtype = 0, a->data = 0;
        idle[a->ndim].of[idle[a->ndim].n++] = a;
        Py_DecRef(held[0]);
        Py_DecRef(held[1]);
    } else {
        if (x->type == &PyList_Type || x->type == &PyTuple_Type)
            for (i64 i = 0; i < length(x); i++) {
                Object *part = items(x)[i];
                ((Object **)items(x))[i] = 0;
                give_back(part);
            }
        Py_DecRef(x);
    }
}

/* A NumPy array on the memory of what is at hand: a strong reference, or null. */
static Object *as_numpy(Segment *s, Object *x, i64 most, int flags) {
    Handle *h = (Handle *)x;
    if (x->type != core.array || !at_hand(s, cell_of(h))) return 0;
    i64 asked = core.asked;
    Place *p = place_of(h);
    if (!p || !is_still(s, asked, x, p, 0, 0)) return 0;
    i64 total = 1;
    for (i64 i = 0; i < p->ndim; i++) total *= p->n[i];
    if (total > most && !is_few(total, p->width)) return 0;
    return array_on(p, field(h->kind, core.dtype_at), first_of(p, x), cell_of(h)->buffer, flags);
}

static struct {
    Object *dtype, *kind;
    i64 ndim, n[MOST_AXES];
} types[TYPES];

static i64 type_at(Object *dtype, i64 ndim, const i64 *n) {
    unsigned long long hash = (unsigned long long)dtype >> 4 ^ ndim;
    for (i64 i = 0; i < ndim; i++) hash = hash * 31 + n[i];
    return (hash ^ hash >> 9) % TYPES;
}

/* A type that was met before: a borrowed reference, or null. */
static Object *known_type(Object *dtype, i64 ndim, const i64 *n) {
    i64 at = type_at(dtype, ndim, n);
    int fits = types[at].dtype == dtype && types[at].ndim == ndim;
    for (i64 i = 0; fits && i < ndim; i++) fits = types[at].n[i] == n[i];
    return fits ? types[at].kind : 0;
}

/* The type of an array of NumPy's: a borrowed reference, or null. */
static Object *type_of(Array *a) {
    i64 hash = type_at(a->dtype, a->ndim, a->n);
    if (!known_type(a->dtype, a->ndim, a->n)) {
        Object *x = (Object *)a, *said = PyObject_Vectorcall(core.type_of, &x, 1, 0), *old[2];
        if (!said) return 0;
        old[0] = types[hash].dtype, old[1] = types[hash].kind;
        types[hash].dtype = a->dtype;
        Py_IncRef(a->dtype);
        types[hash].kind = said;
        types[hash].ndim = a->ndim;
        for (i64 i = 0; i < a->ndim; i++) types[hash].n[i] = a->n[i];
        release(old[0]);
        release(old[1]);
    }
    return types[hash].kind == NONE ? 0 : types[hash].kind;
}

/* The type of arrays of ours of a dtype and sizes: a borrowed reference, or null. */
static Object *usual_type(Object *dtype, i64 ndim, const i64 *n) {
    Object *found = known_type(dtype, ndim, n);
    if (found) return found;
    i64 none[MOST_AXES] = {0};
    Py_IncRef(dtype);
    Object *array = core.new_array(core.numpy_array, dtype, (int)ndim, n, none, scratch, ALIGNED, 0);
    found = array ? type_of((Array *)array) : 0;
    release(array);
    return found;
}

/* What NumPy gave, as it is to be given on: arrays as ours. Takes over the reference; null: it is not for here. */
static Object *from_numpy(Object *x) {
    if (!x || x == NONE) return x;
    if (x->type == core.numpy_array) {
        Array *a = (Array *)x;
        Object *out = 0, *kind = 0, *buffer = 0;
        Grid g = {.ndim = a->ndim, .total = 1};
        for (i64 i = 0; i < a->ndim && i < MOST_AXES; i++) {
            g.n[i] = a->n[i];
            g.arg[0].step[i] = a->step[i];
            g.total *= g.n[i];
        }
        i64 width = 0;
        if (a->ndim <= MOST_AXES && g.total <= 4 * core.most && (kind = type_of(a))) {
            Py_IncRef(kind);
            width = *(i64 *)((char *)a->dtype + core.width_at);
            buffer = small_buffer(g.total * width);
        }
        if (buffer) {
            g.arg[0].at = a->data;
            g.arg[1].at = (char *)address_of(buffer);
            lie(&g, 1, width);
            if (g.total) go_through(&g, 2, 0, width);
            out = ready_array(kind, buffer);
        } else if (!PyErr_Occurred()) {
            out = PyObject_Vectorcall(core.wrap, &x, 1, 0);
        }
        release(kind);
        Py_DecRef(x);
        return out;
    }
    if (x->type == &PyTuple_Type || PyType_IsSubtype(x->type, &PyTuple_Type)) {
        i64 n = ((Tuple *)x)->size;
        Tuple *all = (Tuple *)PyTuple_New(n);
        for (i64 i = 0; all && i < n; i++) {
            Object *part = ((Tuple *)x)->items[i];
            Py_IncRef(part);
            all->items[i] = from_numpy(part);
            if (!all->items[i]) set_none((Object **)&all);
        }
        Object *given[1] = {(Object *)all}, *out = (Object *)all;
        if (all && x->type != &PyTuple_Type) { /* a named one */
            out = PyObject_Call((Object *)x->type, given[0], 0);
            Py_DecRef(given[0]);
        }
        Py_DecRef(x);
        return out;
    }
    if (x->type == &PyFloat_Type || x->type == &PyLong_Type || x->type == &PyBool_Type || x->type == &PyBytes_Type ||
        PyType_IsSubtype(x->type, core.generic))
        return x;
    Object *out = PyObject_Vectorcall(core.wrap, &x, 1, 0);
    Py_DecRef(x);
    return out;
}

static int is_known(Object *);

/* What an argument is made of: 1 if it is, or has, arrays of ours, 0 if NumPy may have it as it is, -1: not here. */
static int made_of(Object *x) {
    if (is_handle(x)) return 1;
    if (x->type == &PyList_Type || x->type == &PyTuple_Type) {
        i64 found = 0;
        if (length(x) > core.most) return -1;
        for (i64 i = 0; i < length(x); i++) {
            int is = made_of(items(x)[i]);
            if (is < 0) return -1;
            found |= is;
        }
        return found;
    }
    return is_known(x) || x->type == &PyComplex_Type || x->type == &PySlice_Type || x == &_Py_EllipsisObject || PyType_IsSubtype(x->type, core.generic) ? 0 : -1;
}

/* An argument as NumPy is to be given it: a strong reference, or null. Of a list or a tuple it is one of that kind. */
static Object *as_argument(Segment *s, Object *x, int flags) {
    if (is_handle(x)) return x->type == core.scalar ? number_at_hand(s, x) : as_numpy(s, x, core.most, flags);
    if ((x->type != &PyList_Type && x->type != &PyTuple_Type) || made_of(x) <= 0) {
        Py_IncRef(x);
        return as_numpys(x);
    }
    i64 n = length(x), fine = 1;
    int list = x->type == &PyList_Type;
    Object *all = quietly(list ? PyList_New : PyTuple_New, n);
    for (i64 i = 0; all && fine && i < n; i++) {
        Object *part = i < length(x) ? as_argument(s, items(x)[i], flags) : 0;
        if (list) ((List *)all)->items[i] = part;
        else ((Tuple *)all)->items[i] = part;
        fine = !!part;
    }
    if (all && !fine) set_none(&all);
    return all;
}

/* Whether somebody keeps what was made for one call. */
static int is_seen(Object *x) {
    int several = x->type == &PyList_Type || x->type == &PyTuple_Type;
    if (x->refcount > 1) return x->type == core.numpy_array;
    if (several)
        for (i64 i = 0; i < length(x); i++)
            if (is_seen(items(x)[i])) return 1;
    return 0;
}

static int is_large(Object *x) {
    Array *a = (Array *)x;
    i64 total = 1;
    for (i64 i = 0; x->type == core.numpy_array && i < a->ndim; i++) total *= a->n[i];
    return total > 4 * core.most && !is_restless();
}

/* An error that the general way meets again; a Ctrl-C it does not. */
static void pass_over(void) {
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
}

/* How many elements an array would have that is made of an argument like this (a size, or sizes), at most. */
static i64 sizes_in(Object *x) {
    i64 found = 1;
    if (x->type == &PyLong_Type) {
        int overflow;
        found = PyLong_AsLongLongAndOverflow(x, &overflow);
        if (overflow) return core.most + 1;
    } else if (x->type == &PyFloat_Type) {
        double value;
        __builtin_memcpy(&value, &((Float *)x)->bits, 8);
        found = value > -1e6 && value < 1e6 ? (i64)value + 1 : core.most + 1;
    } else if (x->type == &PyTuple_Type || x->type == &PyList_Type) {
        for (i64 i = 0; i < length(x) && found <= core.most; i++) found *= sizes_in(items(x)[i]);
    }
    return found < 0 ? -found : found;
}

/* Whether nobody has the memory of a cell but the cell, and what was made of it for one call. */
static int is_lent(Handle *cell, Object **row, i64 n) {
    i64 lent = 0;
    for (i64 i = 0; i < n; i++) lent += row[i]->type == core.numpy_array && ((Array *)row[i])->base == cell->buffer;
    return cell->buffer->refcount == 1 + lent && !pinned(cell->buffer) && field(cell->buffer, core.owner_at) == NONE;
}

enum { WRITES = 4, SPARSE = 5 };

/* What a function is not tried on any more: first arrays of so many dimensions (bits), of which it gave views; or of so
   many elements (0: of any), of which it gave large results, that are to be recorded. */
typedef struct {
    i64 views, elements;
} Unfit;

static int is_unfit(Unfit *not_, Args args, i64 n) {
    for (i64 i = 0; i < n && (not_->views || not_->elements); i++) {
        Place *p = args[i]->type == core.array ? place_of((Handle *)args[i]) : 0;
        i64 total = 1;
        if (!p) continue;
        for (i64 a = 0; a < p->ndim; a++) total *= p->n[a];
        return not_->views >> p->ndim & 1 || (not_->elements && total >= not_->elements);
    }
    return not_->views >> MOST_AXES & 2; /* lists of arrays */
}

static void note_unfit(Unfit *not_, Args row, i64 n, int kept) {
    for (i64 i = 0; i < n; i++) {
        Array *a = (Array *)row[i];
        i64 total = 1;
        if (a->head.type != core.numpy_array) continue;
        for (i64 d = 0; d < a->ndim; d++) total *= a->n[d];
        if (kept) not_->views |= 1LL << a->ndim;
        else if (!not_->elements || total < not_->elements) not_->elements = total > 1 ? total : 1;
        return;
    }
    not_->views |= 2LL << MOST_AXES;
}

/* A call of NumPy's function on what is at hand; it warns as NumPy does. `not_`: what it is not tried on, that is noted
   here. `makes`: 0: it is to be given an array of ours; else it need not be (1: sizes are among what it is given;
   2: they count twice; -1: it is to be given none; 3: anything; WRITES: it writes to what is given first; SPARSE: as 0,
   and what is large is mostly zeros: it is not to be recorded). None where the order of Fortran is asked for. What is
   named `out` is written to. */
static Object *by_numpy(Segment *s, Object *function, Unfit *not_, Args args, i64 n, Tuple *names, i64 makes) {
    Object *row[MOST_ROW], *out = 0;
    int sparse = makes == SPARSE;
    if (sparse) makes = 0;
    i64 all = n + (names ? names->size : 0), found = 0, at = 0, kept = 0, written = makes == WRITES ? 0 : -1;
    if (!core.most || !PRESENT(function) || all > MOST_ROW || s->history || written >= n) return 0;
    for (i64 i = 0; names && i < names->size; i++)
        if (names->items[i] == core.out && args[n + i] != NONE) written = n + i;
    Handle *cell = written < 0 ? 0 : is_handle(args[written]) ? cell_of((Handle *)args[written]) : 0;
    if (written >= 0 && !(cell && args[written]->type == core.array && at_hand(s, cell))) return 0;
    for (i64 i = 0; i < all; i++) {
        int is = made_of(args[i]);
        i64 sizes = is == 0 && (makes == 1 || makes == 2) ? sizes_in(args[i]) : 1;
        if (is < 0 || args[i] == core.fortran || sizes > core.most || (makes == 2 && sizes * sizes > core.most)) return 0;
        found |= is;
    }
    if (makes ? found && makes < 0 : (!found || is_unfit(not_, args, n))) return 0;
    while (at < all && (row[at] = as_argument(s, args[at], at < 2 || at == written ? WRITEABLE : 0))) at++;
    if (at == all && (written < 0 || (at_hand(s, cell) && is_lent(cell, row, all)))) {
        Py_IncRef(function);
        out = PyObject_Vectorcall(function, row, n, (Object *)names);
        Py_DecRef(function);
        if (!out) pass_over();
        if (written >= 0) {
            cell->version++;
            if (out && out == row[written]) {
                Py_DecRef(out);
                out = args[written];
                Py_IncRef(out);
            }
        }
        for (i64 i = 0; i < all && makes != WRITES; i++) kept |= is_seen(row[i]);
        if (kept && out) {
            if (!makes) note_unfit(not_, row, all, 1);
            set_none(&out);
        }
        if (out && !makes && !sparse && written < 0 && is_large(out)) note_unfit(not_, row, all, 0);
    }
    while (at > 0) give_back(row[--at]);
    if (out && !is_handle(out)) out = from_numpy(out);
    if (out) core.counts->at_once++;
    return out;
}

/* Operators by number: the order of OPERATORS in `operators.py`. */
static const Two TWO[] = {PyNumber_Add,         PyNumber_Subtract,       PyNumber_Multiply, PyNumber_TrueDivide, PyNumber_FloorDivide,
                          PyNumber_Remainder,   0,                       PyNumber_MatrixMultiply, PyNumber_And, PyNumber_Or,
                          PyNumber_Xor,         PyNumber_Lshift,         PyNumber_Rshift};

static const Two IN_PLACE_TWO[] = {PyNumber_InPlaceAdd, PyNumber_InPlaceSubtract, PyNumber_InPlaceMultiply,
    PyNumber_InPlaceTrueDivide, PyNumber_InPlaceFloorDivide, PyNumber_InPlaceRemainder, 0, 0, PyNumber_InPlaceAnd,
    PyNumber_InPlaceOr, PyNumber_InPlaceXor, PyNumber_InPlaceLshift, PyNumber_InPlaceRshift};

/* What an operator gives for numbers at hand. */
static Object *compute(i64 i, Object *x, Object *y) {
    if (i >= 30) return PyObject_RichCompare(x, y, (int)i - 30);
    if (i == 26) return PyNumber_Negative(x);
    if (i == 27) return PyNumber_Positive(x);
    if (i == 28) return PyNumber_Absolute(x);
    if (i == 29) return PyNumber_Invert(x);
    return i == 6 ? PyNumber_Power(x, y, NONE) : TWO[i](x, y);
}

/* Whether a product of arrays has no more elements than are small. */
static int is_small_product(Place *p, Place *q) {
    if (!p || !q || !p->ndim || !q->ndim) return 0;
    i64 total = (p->ndim > 1 ? p->n[p->ndim - 2] : 1) * (q->ndim > 1 ? q->n[q->ndim - 1] : 1);
    for (i64 i = 3; i <= p->ndim || i <= q->ndim; i++) {
        i64 m = i <= p->ndim ? p->n[p->ndim - i] : 1, n = i <= q->ndim ? q->n[q->ndim - i] : 1;
        total *= m > n ? m : n;
    }
    return is_few(total, p->width > q->width ? p->width : q->width);
}

/* An operator on arrays that no single loop takes as they are; `into`: the first operand gets the result. */
static Object *operate_by_numpy(Segment *s, i64 i, Object *x, Object *y, int into) {
    if (!core.most || s->history || (is_handle(x) ? x->type != core.array && x->type != core.scalar : made_of(x)) ||
        (y && (is_handle(y) ? y->type != core.array && y->type != core.scalar : made_of(y))))
        return 0;
    if ((!is_handle(x) && is_sequence(x)) || (y && !is_handle(y) && is_sequence(y))) return 0;
    Place *p = is_handle(x) ? place_of((Handle *)x) : 0, *q = y && is_handle(y) ? place_of((Handle *)y) : 0;
    Grid g;
    int written = 0;
    if ((!p && !q) || !(i == 7 ? is_small_product(p, q) : broadcast(&g, p, q)))
        return 0;
    Object *a = as_argument(s, x, WRITEABLE), *b = a && y ? as_argument(s, y, WRITEABLE) : 0, *out = 0;
    if (a && b && into && i < 13 && IN_PLACE_TWO[i] && p) {
        Object *row[2] = {a, b};
        Handle *cell = cell_of((Handle *)x);
        if (at_hand(s, cell) && is_lent(cell, row, 2)) {
            out = IN_PLACE_TWO[i](a, b);
            cell->version++;
            written = out == a;
        }
    } else if (a && (b || !y)) {
        out = compute(i, a, b);
    }
    if (!out) pass_over();
    if (written) set_none(&out);
    give_back(a);
    give_back(b);
    if (written) {
        core.counts->at_once++;
        Py_IncRef(x);
        return x;
    }
    if (out && out->type != core.numpy_array && !PyType_IsSubtype(out->type, core.generic)) set_none(&out);
    out = from_numpy(out);
    if (!out) return 0;
    if (into) {
        int done = is_handle(out) && open_to(s) && ((Handle *)out)->kind && assign_at_once(s, (Handle *)x, out);
        Py_DecRef(out);
        if (!done) return 0;
        Py_IncRef(x);
        return x;
    }
    core.counts->at_once++;
    return out;
}
