/* Elements of arrays whose values are at hand: read as NumPy's own scalars, and written, where they lie. */

enum { PLACES = 4096 };

/* Where the elements of arrays of a type (through a view: of its steps) lie in the memory of the cell. */
typedef struct {
    Object *kind, *spec; /* of the cell; of the view, or null */
    Type *class;         /* of the elements; null: they are Python's affair */
    i64 number, width; /* as in `Input`; bytes */
    i64 offset, ndim, n[MOST_AXES], step[MOST_AXES];
} Place;

/* Each is at one of two neighbours. A pointer to one holds until another is learnt, which `core.asked` tells. */
static Place places[PLACES];

static int at_hand(Segment *s, Handle *cell) { return PRESENT(cell->buffer) && cell->epoch != s->epoch && !s->history; }

static int small_numbers(Object *given, i64 n, i64 *out) {
    if (!given || given->type != &PyTuple_Type || ((Tuple *)given)->size != n) return 0;
    for (i64 i = 0; i < n; i++) out[i] = PyLong_AsLongLong(((Tuple *)given)->items[i]);
    return 1;
}

/* What `place` (in Python) says: (class, number, bytes an element, offset, sizes, steps in bytes), or None. */
static int ask_place(Place *p, Handle *h) {
    core.asked++;
    Object *x = (Object *)h, *said = PyObject_Vectorcall(core.place, &x, 1, 0);
    if (!said) return 0;
    if (said != NONE) {
        Args part = ((Tuple *)said)->items;
        p->ndim = ((Tuple *)part[4])->size;
        if (p->ndim <= MOST_AXES && small_numbers(part[4], p->ndim, p->n) && small_numbers(part[5], p->ndim, p->step)) {
            p->class = (Type *)part[0];
            Py_IncRef(part[0]);
            p->number = PyLong_AsLongLong(part[1]);
            p->width = PyLong_AsLongLong(part[2]);
            p->offset = PyLong_AsLongLong(part[3]);
        }
    }
    Py_DecRef(said);
    return !PyErr_Occurred();
}

/* The place of a cell of the usual dtypes. */
static int cell_place(Place *p, Handle *h) {
    Object *dtype = field(h->kind, core.dtype_at);
    Tuple *shape = (Tuple *)field(h->kind, core.shape_at);
    i64 number = 0, step;
    while (number < OTHER && core.dtypes[number] != dtype) number++;
    if (PRESENT(h->owner) || number == OTHER || shape->head.type != &PyTuple_Type || shape->size > MOST_AXES) return 0;
    for (i64 i = 0; i < shape->size; i++)
        if (shape->items[i]->type != &PyLong_Type) return 0;
    if (!small_numbers((Object *)shape, shape->size, p->n)) return 0;
    p->ndim = shape->size;
    p->number = number;
    p->width = step = WIDTHS[number];
    for (i64 i = p->ndim - 1; i >= 0; i--) {
        p->step[i] = step;
        step *= p->n[i];
    }
    p->class = core.numbers[number];
    Py_IncRef((Object *)p->class);
    return 1;
}

/* The numbers of steps that are a window (`getitem`, and nothing else) of what has so many axes; whether they are. */
static int window_of_steps(Object *spec, i64 n, Window *out) {
    if (is_window(spec)) {
        Window *w = (Window *)spec;
        out->shape = w->shape;
        for (i64 i = 0; i < n; i++) out->start[i] = w->start[i], out->size[i] = w->size[i], out->step[i] = w->step[i];
        return w->ndim == n;
    }
    if (spec->type != &PyTuple_Type || ((Tuple *)spec)->size != 1) return 0;
    Args step = ((Tuple *)((Tuple *)spec)->items[0])->items;
    if (step[0] != core.getitem) return 0;
    out->shape = PyDict_GetItemWithError(step[1], core.shape);
    return out->shape && small_numbers(PyDict_GetItemWithError(step[1], core.starts), n, out->start) &&
           small_numbers(PyDict_GetItemWithError(step[1], core.sizes), n, out->size) &&
           small_numbers(PyDict_GetItemWithError(step[1], core.steps), n, out->step);
}

/* The place of a window of what `whole` is the place of. */
static int window_place(Place *p, Place *whole) {
    Window w;
    i64 n = whole->ndim;
    if (!whole->class || !window_of_steps(p->spec, n, &w)) return 0;
    if (w.shape->type != &PyTuple_Type || ((Tuple *)w.shape)->size > MOST_AXES) return 0;
    Object *kind = p->kind, *spec = p->spec;
    *p = *whole;
    p->kind = kind;
    p->spec = spec;
    p->ndim = ((Tuple *)w.shape)->size;
    small_numbers(w.shape, p->ndim, p->n);
    for (i64 i = 0; i < n; i++) p->offset += w.start[i] * whole->step[i];
    i64 at = 0; /* an axis of size 1 may have gone, or come: where such a one steps to does not matter */
    for (i64 i = 0; i < p->ndim; i++) {
        p->step[i] = 0;
        if (p->n[i] == 1) continue;
        while (at < n && w.size[at] == 1) at++;
        if (at == n) return 0;
        p->step[i] = w.step[at] * whole->step[at];
        at++;
    }
    Py_IncRef((Object *)p->class);
    return 1;
}

static inline Place *place_of(Handle *);

static __attribute__((noinline)) Place *learn_place(i64 at, Handle *h, Object *kind, Object *spec) {
    static i64 turn;
    Place made = {kind, spec}, whole = {0};
    int here = same(field(kind, core.device_at), cpu); /* what lies elsewhere is Python's affair */
    Py_IncRef(kind); /* Python is asked below, and other threads go on meanwhile */
    if (spec) Py_IncRef(spec);
    if (spec && here) {
        Place *of = place_of((Handle *)h->owner);
        if (of) whole = *of;
        if (PyErr_Occurred()) goto failed;
        if (!of || !window_place(&made, &whole)) whole.class = 0;
    }
    if (here && !whole.class && !cell_place(&made, h) && !ask_place(&made, h)) goto failed;
    Place *p = &places[at ^ (turn++ & 1)], old = *p;
    *p = made;
    core.asked++;
    release(old.kind);
    release(old.spec);
    release((Object *)old.class);
    return p->kind == kind && p->spec == spec && p->class ? p : 0;
failed:
    release((Object *)made.class);
    release(kind);
    release(spec);
    return 0;
}

/* Where the elements of a cell, or of a view of one, lie; null: ask Python, or (with an error set) raise. */
static inline Place *place_of(Handle *h) {
    Object *kind = h->kind, *spec = 0;
    if (PRESENT(h->owner)) {
        Handle *owner = (Handle *)h->owner;
        if (PRESENT(owner->owner) || h->version == ALIAS) return 0;
        kind = owner->kind;
        spec = h->spec;
    }
    i64 at = ((unsigned long long)kind >> 4 ^ (unsigned long long)spec >> 5) % PLACES;
    Place *p = &places[at];
    if (p->kind != kind || p->spec != spec) p = &places[at ^ 1];
    if (p->kind == kind && p->spec == spec) return p->class ? p : 0;
    return learn_place(at, h, kind, spec);
}

static inline Handle *cell_of(Handle *h) { return PRESENT(h->owner) ? (Handle *)h->owner : h; }

/* Where the elements lie of what has its values at hand, and has them still when Python has been asked. */
static inline Place *place_at_hand(Segment *s, Handle *h) {
    i64 asked = core.asked;
    Place *p = at_hand(s, cell_of(h)) ? place_of(h) : 0;
    return core.asked == asked || (p && open_to(s) && at_hand(s, cell_of(h))) ? p : 0;
}

static inline Object *load(Place *p, char *at) {
    if (p->number == FLOAT64) return make_number(*(double *)at);
    if (p->number == BOOL) {
        Object *truth = *at ? core.np_true : core.np_false;
        Py_IncRef(truth);
        return truth;
    }
    Object *made = _PyObject_New(p->class);
    if (!made) return 0;
    if (p->width == 8) *(i64 *)(made + 1) = *(i64 *)at;
    else __builtin_memcpy(made + 1, at, p->width);
    return made;
}

/* An element as Python's own number, or null. */
static Object *plain(Place *p, char *at) {
    switch (p->number) {
        case FLOAT32: return PyFloat_FromDouble(*(float *)at);
        case FLOAT64: return PyFloat_FromDouble(*(double *)at);
        case INT8: return PyLong_FromLongLong(*(signed char *)at);
        case INT16: return PyLong_FromLongLong(*(short *)at);
        case INT32: return PyLong_FromLongLong(*(int *)at);
        case INT64: return PyLong_FromLongLong(*(i64 *)at);
        case BOOL: return PyBool_FromLong(*at);
        case UINT8: return PyLong_FromLongLong(*(unsigned char *)at);
        case UINT16: return PyLong_FromLongLong(*(unsigned short *)at);
        case UINT32: return PyLong_FromLongLong(*(unsigned *)at);
        case COMPLEX64: return PyComplex_FromDoubles(((float *)at)[0], ((float *)at)[1]);
        case COMPLEX128: return PyComplex_FromDoubles(((double *)at)[0], ((double *)at)[1]);
    }
    return 0;
}

/* Whether it is one of NumPy's integers of whatever width (one too large is clipped, and is so still). */
static int is_numpys_index(Object *x, i64 *value) {
    if (!PyType_IsSubtype(x->type, core.generic) || x->type == core.np_true->type || !PyIndex_Check(x)) return 0;
    if (PyType_GetFlags(x->type) & HEAP_TYPE) return 0; /* which may be of Python, and do whatever it likes */
    *value = PyNumber_AsSsize_t(x, 0);
    return 1;
}

/* Where arrays whose elements were looked at lie, by handle: the memory of their cells, as long as the address is the
   same object, which is held. (Not their first elements: another array's place may have come where theirs was.) */
typedef struct {
    Place *place;
    Object *address;
    char *memory;
} Near;

enum { NEARS = 256 };
static Near nears[NEARS];

static __attribute__((noinline)) Place *learn_near(Segment *s, Handle *h, Near *e) {
    Place *p = place_at_hand(s, h);
    if (!p) return 0;
    Object *buffer = cell_of(h)->buffer, *old = e->address;
    e->place = p;
    e->address = field(buffer, core.address_at);
    e->memory = (char *)address_of(buffer);
    Py_IncRef(e->address);
    release(old);
    return p;
}

/* The element of a key of one integer an axis, or null; `of` is its place. */
static inline char *element_at(Segment *s, Handle *h, Object *key, Place **of) {
    Handle *cell = cell_of(h);
    if (!at_hand(s, cell)) return 0;
    Near *e = &nears[((unsigned long long)h >> 5) % NEARS];
    Place *p = e->place;
    if (!p || p->kind != cell->kind || e->address != field(cell->buffer, core.address_at) || !p->class ||
        (cell == h ? p->spec != 0 : p->spec != h->spec || h->version == ALIAS || PRESENT(cell->owner)))
        p = learn_near(s, h, e);
    int several = key->type == &PyTuple_Type;
    if (!p || p->ndim != (several ? ((Tuple *)key)->size : 1)) return 0;
    char *at = e->memory + p->offset;
    for (i64 i = 0; i < p->ndim; i++) {
        Object *k = several ? ((Tuple *)key)->items[i] : key;
        i64 n = p->n[i], index;
        int overflow = 0;
        if (k->type == &PyLong_Type) index = int_of(k, &overflow);
        else if (k->type == core.numbers[INT64]) index = *(i64 *)(k + 1);
        else if (!is_numpys_index(k, &index)) return 0;
        index += index < 0 ? n : 0;
        if (overflow || index < 0 || index >= n) return 0;
        at += index * p->step[i];
    }
    *of = p;
    return at;
}

/* `store`, of the dtypes that programs do not take; what is none of Python's usual numbers, or does not fit, is not. */
static int store_other(i64 number, char *at, Object *x) {
    int overflow;
    if (number == BOOL) {
        if (x != core.true_ && x != core.false_) return 0;
        *at = x == core.true_;
        return 1;
    }
    if (number >= UINT8 && number <= UINT64 && x->type == &PyLong_Type) {
        i64 value = int_of(x, &overflow), bits = 8 * WIDTHS[number];
        if (overflow || value < 0 || (bits < 64 && value >> bits)) return 0;
        __builtin_memcpy(at, &value, WIDTHS[number]);
        return 1;
    }
    int weak = x->type == &PyLong_Type || x->type == &PyFloat_Type || x->type == &PyComplex_Type;
    return weak && (number == COMPLEX64 || number == COMPLEX128) && store_complex((i64)at, number, x);
}

/* Write a number over an element; whether that is what NumPy does as well. */
static inline int overwrite(Place *p, char *at, Object *value) {
    /* NumPy's scalars keep their value behind the header */
    if (value->type == p->class || (p->number == FLOAT64 && value->type == core.number)) {
        __builtin_memcpy(at, value + 1, p->width);
        return 1;
    }
    Input in = {0, p->number, (i64)at};
    if (p->number < BOOL) return store(&in, value);
    return store_other(p->number, at, value);
}

/* A number as an object that does its own arithmetic: NumPy's scalar for a lazy one that is at hand, Python's and NumPy's
   as they are. Null for all else; a strong reference. */
static Object *number_at_hand(Segment *s, Object *x) {
    if (x->type == core.scalar) {
        Handle *h = (Handle *)x;
        Place *p = PRESENT(h->owner) ? 0 : place_at_hand(s, h);
        return p ? load(p, (char *)address_of(h->buffer)) : 0;
    }
    if (x->type != &PyFloat_Type && x->type != &PyLong_Type && x->type != &PyBool_Type &&
        (is_handle(x) || !PyType_IsSubtype(x->type, core.generic)))
        return 0;
    Py_IncRef(x);
    return x;
}

/* Iterators over the first axis: like NumPy's they see what is written meanwhile. */
typedef struct Iterator {
    Object head;
    Handle *of; /* null once it is at its end */
    i64 index, n;
    Object *base; /* whose elements one by one: what `flatiter` was made of */
} Iterator;

Object *mp_subscript(Object *, Object *);

Object *iterator_next(Object *self) {
    Iterator *it = (Iterator *)self;
    Handle *h = it->of;
    Segment *s = current();
    if (!PRESENT(h)) return 0;
    if (it->index >= it->n) {
        it->of = 0;
        drop(h);
        return 0;
    }
    if (open_to(s)) {
        Place *p = place_at_hand(s, h);
        if (p && p->ndim == 1)
            return load(p, (char *)address_of(cell_of(h)->buffer) + p->offset + it->index++ * p->step[0]);
        if (PyErr_Occurred()) return 0;
    }
    Object *key = PyLong_FromLongLong(it->index), *out = key ? mp_subscript((Object *)h, key) : 0;
    release(key);
    if (out) it->index++;
    return out;
}

/* How many there are along the first axis, once it is made sure that there is one; -1: an error is set. With `through`,
   all of them are about to be looked at. */
static i64 extent(Object *x, int through) {
    Handle *h = (Handle *)x;
    Segment *s = current();
    if (!through || (open_to(s) && at_hand(s, cell_of(h)))) {
        Place *p = place_of(h);
        if (p && p->ndim) return p->n[0];
        if (PyErr_Occurred()) return -1;
    }
    Object *args[2] = {x, through ? core.true_ : core.false_};
    Object *said = PyObject_Vectorcall(core.begin, args, 2, 0);
    i64 n = said ? PyLong_AsLongLong(said) : -1;
    release(said);
    return n;
}

i64 mp_length(Object *x) { return extent(x, 0); }

/* start(array): let a new iterator go through an array */
Object *iterator_start(Object *self, Args args, i64 n) {
    SELF(Iterator);
    if (n != 1 || !is_handle(args[0]) || s->of) return complain(PyExc_TypeError, "start(array)");
    s->n = extent(args[0], 0);
    if (s->n < 0) return 0;
    s->of = (Handle *)args[0];
    Py_IncRef(args[0]);
    return none();
}

Object *tp_iter(Object *x) {
    i64 n = extent(x, 1);
    Iterator *it = n < 0 ? 0 : (Iterator *)PyType_GenericAlloc(core.iterator, 0);
    if (!it) return 0;
    it->of = (Handle *)x;
    it->n = n;
    Py_IncRef(x);
    return (Object *)it;
}

Object *iterator_iter(Object *self) {
    Py_IncRef(self);
    return self;
}

void iterator_dealloc(Object *self) {
    SELF(Iterator);
    set_none((Object **)&s->of);
    set_none(&s->base);
    Type *class = self->type;
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}
