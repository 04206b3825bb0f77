/* Subscripts: elements of arrays that are at hand, and keys that were met before on arrays of a type. What there is to
   know is in `core.windows`, which `array/indexing.py` fills; what is not there is `indexing.get`'s and `put`'s. */

typedef struct {
    Object head;
    Object *start, *stop, *step;
} Slice;

static int is_bound(Object *x) { return x == NONE || x->type == &PyLong_Type; }

/* A part of a key as it is looked up by: a strong reference, or null. */
static Object *part_of(Object *k) {
    if (is_bound(k) || k == &_Py_EllipsisObject) {
        Py_IncRef(k);
        return k;
    }
    Slice *s = (Slice *)k;
    if (k->type != &PySlice_Type || !is_bound(s->start) || !is_bound(s->stop) || !is_bound(s->step)) return 0;
    Tuple *ends = (Tuple *)quietly(PyTuple_New, 3);
    Object *all[3] = {s->start, s->stop, s->step};
    for (i64 i = 0; ends && i < 3; i++) {
        Py_IncRef(all[i]);
        ends->items[i] = all[i];
    }
    return (Object *)ends;
}

static inline i64 parts(Object *key) { return key->type == &PyTuple_Type ? ((Tuple *)key)->size : 1; }
static inline Object *part(Object *key, i64 i) { return key->type == &PyTuple_Type ? ((Tuple *)key)->items[i] : key; }

/* (parameters, type of the view or None, its steps) of a key on arrays of that type: a borrowed reference, or null. */
static Tuple *window_of(Handle *h, Object *key) {
    Tuple *name = (Tuple *)quietly(PyTuple_New, parts(key) + 1);
    if (!name) return 0;
    Object *found = name->items[0] = field(h->kind, core.code_at);
    Py_IncRef(found);
    for (i64 i = 0; found && i < parts(key); i++) found = name->items[i + 1] = part_of(part(key, i));
    if (found) found = PyDict_GetItemWithError(core.windows, (Object *)name);
    Py_DecRef((Object *)name);
    return (Tuple *)found;
}

static int at_hand(Segment *s, Handle *cell) { return PRESENT(cell->buffer) && cell->epoch != s->epoch && !s->history; }

/* Where an element of a cell at hand is, for a key of one integer an axis, or null; `of` is what is known of its type:
   (shape, bytes an element, number (as in `Input`), class). */
static char *element_at(Segment *s, Handle *h, Object *key, Tuple **of) {
    if (PRESENT(h->owner) || !at_hand(s, h)) return 0;
    *of = (Tuple *)PyDict_GetItemWithError(core.windows, field(h->kind, core.code_at));
    if (!*of) return 0;
    Tuple *shape = (Tuple *)(*of)->items[0];
    if (parts(key) != shape->size) return 0;
    i64 at = 0;
    for (i64 i = 0; i < shape->size; i++) {
        int overflow;
        Object *k = part(key, i);
        if (k->type != &PyLong_Type) return 0;
        i64 n = PyLong_AsLongLong(shape->items[i]), index = PyLong_AsLongLongAndOverflow(k, &overflow);
        index += index < 0 ? n : 0;
        if (overflow || index < 0 || index >= n) return 0;
        at = at * n + index;
    }
    return (char *)address_of(h->buffer) + at * PyLong_AsLongLong((*of)->items[1]);
}

static Object *load(char *at, i64 number, Object *class) {
    Object *plain = number == FLOAT32   ? PyFloat_FromDouble(*(float *)at)
                    : number == FLOAT64 ? PyFloat_FromDouble(*(double *)at)
                                        : PyLong_FromLongLong(number == INT8    ? *(signed char *)at
                                                              : number == INT16 ? *(short *)at
                                                              : number == INT32 ? *(int *)at
                                                                                : *(i64 *)at);
    if (!plain) return 0;
    Object *out = PyObject_Vectorcall(class, &plain, 1, 0);
    Py_DecRef(plain);
    return out;
}

static Object *view_of(Handle *h, Object *kind, Object *steps) {
    if (PRESENT(h->owner) && h->version != ALIAS) return 0; /* a view of a view */
    Handle *v = new_handle(core.array);
    if (!v) return 0;
    v->epoch = READY;
    v->slot = v->seen = -1;
    v->kind = kind;
    v->owner = (Object *)h;
    v->spec = steps;
    hold(v->kind);
    hold(h);
    Py_IncRef(v->spec);
    return (Object *)v;
}

Object *mp_subscript(Object *x, Object *key) {
    Segment *s = current();
    Handle *h = (Handle *)x;
    if (open_to(s)) {
        Tuple *of;
        char *at = element_at(s, h, key, &of);
        if (at) return load(at, PyLong_AsLongLong(of->items[2]), of->items[3]);
        Tuple *window = PyErr_Occurred() ? 0 : window_of(h, key);
        if (window) {
            Object *out = 0;
            Py_IncRef((Object *)window);
            if (window->items[1] != NONE) out = view_of(h, window->items[1], window->items[2]);
            else if (!at_hand(s, root_of(h))) out = follow(s, core.getitem, &x, 1, window->items[0], 0, 0);
            Py_DecRef((Object *)window);
            if (out) return out;
        }
        if (PyErr_Occurred()) return 0;
    }
    Object *args[2] = {x, key};
    return PyObject_Vectorcall(core.get, args, 2, 0);
}

int mp_ass_subscript(Object *x, Object *key, Object *value) {
    Segment *s = current();
    Handle *h = (Handle *)x;
    if (!value) {
        PyErr_SetString(PyExc_ValueError, "cannot delete array elements");
        return -1;
    }
    if (open_to(s)) {
        Tuple *of;
        char *at = element_at(s, h, key, &of);
        /* memory that is this cell's alone */
        if (at && h->buffer->refcount == 1 && !pinned(h->buffer) && field(h->buffer, core.owner_at) == NONE) {
            Input in = {0, PyLong_AsLongLong(of->items[2]), (i64)at};
            int same = (Object *)value->type == of->items[3]; /* NumPy's scalars keep their value behind the header */
            if (same) __builtin_memcpy(at, value + 1, PyLong_AsLongLong(of->items[1]));
            if (same || store(&in, value)) {
                h->version++;
                return 0;
            }
        }
        if (PyErr_Occurred()) return -1;
    }
    Object *args[3] = {x, key, value};
    Object *out = PyObject_Vectorcall(core.put, args, 3, 0);
    release(out);
    return out ? 0 : -1;
}

/* What `bisect` and others of C take elements by. */
Object *sq_item(Object *x, i64 i) {
    Object *key = PyLong_FromLongLong(i), *out = key ? mp_subscript(x, key) : 0;
    release(key);
    return out;
}
