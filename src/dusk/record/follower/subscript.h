/* Subscripts: elements of arrays that are at hand, and keys that were met before on arrays of a type. What there is to
   know is in `core.windows`, which `array/indexing.py` fills; what is not there is `indexing.get`'s and `put`'s. */

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

static Object *view_of(Handle *h, Object *kind, Object *steps) {
    return PRESENT(h->owner) && h->version != ALIAS ? 0 : new_view(h, kind, steps); /* not a view of a view */
}

enum { MOST_LAZY = 16 };

/* How many elements of an array that is still pending were read one by one: at MOST_LAZY it is to be run. The count is
   in `seen`, which serves views otherwise, with the version that it is of (`indexing.py`). */
static i64 times_read(Handle *cell) {
    i64 count = cell->seen - ((cell->version & 0xffffff) << 5);
    return count < 0 || count > MOST_LAZY ? 0 : count;
}

/* Whether a key is, or has, an array or a list. */
static int is_advanced(Object *key) {
    if (key->type == core.array || key->type == &PyList_Type) return 1;
    for (i64 i = 0; key->type == &PyTuple_Type && i < parts(key); i++)
        if (part(key, i)->type == core.array || part(key, i)->type == &PyList_Type) return 1;
    return 0;
}

/* Whether a part of a key is one integer: a lazy one, too, whose value nobody asks for here. */
static int names_one(Object *k) {
    i64 index;
    return is_index(k, &index) || (k->type == core.scalar && field(((Handle *)k)->kind, core.dtype_at) == core.dtypes[INT64]);
}

/* How many elements a key with integer arrays chooses, at most: more than there may be if it has masks, or lists in lists. */
static i64 elements_of(Handle *h, Object *key) {
    Tuple *shape = (Tuple *)field(h->kind, core.shape_at);
    i64 axis = 0, times = 0, total = 1, too_many = core.most + 1;
    for (i64 i = 0; i < parts(key); i++) {
        Object *k = part(key, i);
        i64 n = 1;
        if (k == NONE) continue;
        if (k == &_Py_EllipsisObject || axis >= shape->size) return too_many; /* (or too many of them: others say so) */
        if (k->type == core.array) {
            Object *dtype = field(((Handle *)k)->kind, core.dtype_at);
            Tuple *sizes = (Tuple *)field(((Handle *)k)->kind, core.shape_at);
            if (dtype == core.dtypes[BOOL]) return too_many;
            for (i64 a = 0; a < sizes->size; a++) n *= PyLong_AsLongLong(sizes->items[a]);
            times = n > times ? n : times;
        } else if (k->type == &PyList_Type) {
            n = length(k);
            if (n && !names_one(items(k)[0])) return too_many;
            times = n > times ? n : times;
        } else if (!names_one(k)) {
            total *= PyLong_AsLongLong(shape->items[axis]);
        }
        axis++;
        if (times > core.most || total > core.most) return too_many;
    }
    for (; axis < shape->size && total <= core.most; axis++) total *= PyLong_AsLongLong(shape->items[axis]);
    return times * total;
}

/* How large an array may be for a key on it to be NumPy's affair: of any size, where few elements are chosen of it. */
static i64 most_for(Handle *h, Object *key) { return elements_of(h, key) <= core.most ? 1LL << 62 : core.most; }

static Object *get_by_numpy(Segment *s, Handle *h, Object *key) {
    if (h->head.type != core.array || !is_advanced(key) || made_of(key) < 0) return 0;
    Object *a = as_numpy(s, (Object *)h, most_for(h, key), WRITEABLE), *k = a ? as_argument(s, key, WRITEABLE) : 0;
    Object *out = k ? PyObject_GetItem(a, k) : 0;
    if (!out) pass_over();
    if (out && a->refcount > 1) set_none(&out);
    give_back(a);
    give_back(k);
    out = from_numpy(out);
    if (out) core.counts->at_once++;
    return out;
}

static __attribute__((noinline)) Object *subscript_generally(Segment *s, Object *x, Object *key) {
    Handle *h = (Handle *)x;
    if (open_to(s)) {
        Object *chosen_ = get_chosen(s, h, key);
        if (chosen_) return chosen_;
        View *view = PyErr_Occurred() || !open_to(s) ? 0 : view_at(s, h, key);
        if (view) return show(h, view);
        Tuple *window = PyErr_Occurred() || !open_to(s) ? 0 : window_of(h, key);
        if (window) {
            Object *out = 0;
            Handle *root = root_of(h);
            Py_IncRef((Object *)window);
            if (window->items[1] != NONE) out = view_of(h, window->items[1], window->items[2]);
            else if (!at_hand(s, root) && (s->history || times_read(root) < MOST_LAZY)) {
                out = follow(s, core.getitem, &x, 1, window->items[0], 0, 0);
                if (out && !s->history) root->seen = ((root->version & 0xffffff) << 5) + times_read(root) + 1;
            }
            Py_DecRef((Object *)window);
            if (out) return out;
        }
        if (PyErr_Occurred()) return 0;
        Object *out = core.most && !window && open_to(s) ? get_by_numpy(s, h, key) : 0;
        if (out || PyErr_Occurred()) return out;
        out = !window && open_to(s) ? choose_followed(s, x, key) : 0;
        if (out || PyErr_Occurred()) return out;
    }
    Object *args[2] = {x, key};
    return PyObject_Vectorcall(core.get, args, 2, 0);
}

Object *mp_subscript(Object *x, Object *key) {
    Segment *s = current();
    Place *of;
    char *at = open_to(s) ? element_at(s, (Handle *)x, key, &of) : 0;
    return at ? load(of, at) : subscript_generally(s, x, key);
}

/* Write to the view that a key leads to: 1 if that is done, -1: an error is set. */
static int put_at_once(Segment *s, Handle *h, Object *key, Object *value) {
    if (!at_hand(s, cell_of(h)) || h->head.type != core.array) return 0;
    View *known = view_at(s, h, key);
    if (!known || !at_hand(s, cell_of(h))) return PyErr_Occurred() ? -1 : 0;
    if (is_handle(value)) { /* `x[key] += y` has written through the view already */
        Handle *v = (Handle *)value;
        if (v->owner == (Object *)cell_of(h) && v->spec == known->steps) return 1;
    }
    Handle *view = (Handle *)show(h, known);
    int done = !view ? 0 : is_sequence(value) ? assign_row(s, view, value) : assign_at_once(s, view, value);
    if (view) drop(view);
    return PyErr_Occurred() ? -1 : done;
}

/* Record that an array of the view's own type, or a number, is written through a view of one step, of a cell: whether that
   could be followed. */
static int write_followed(Segment *s, Handle *owner, Object *step, Object *value) {
    Object *args[2] = {(Object *)owner, value};
    if (PRESENT(owner->owner) || owner->head.type != core.array || !open_to(s)) return 0;
    return follow(s, core.setitem, args, 2, step, 1, owner) ? 1 : 0;
}

/* Whether a handle is a view, whose one step is a window, of a cell: the parameters of that, or null. */
static Object *window_shown(Handle *h) {
    Tuple *spec = h->head.type == core.array && PRESENT(h->owner) && PRESENT(h->spec) ? told(h->spec) : 0;
    if (!spec || spec->head.type != &PyTuple_Type || spec->size != 1 || PRESENT(((Handle *)h->owner)->owner)) return 0;
    Args step = ((Tuple *)spec->items[0])->items;
    return step[0] == core.getitem ? step[1] : 0;
}

/* x = op(x, y) through such a view: what is to be written is recorded, and written by whoever can. */
static Object *operate_in_window(Segment *s, Object *op, Object *x, Object *y) {
    Handle *h = (Handle *)x, *of = (Handle *)y;
    Object *step = window_shown(h), *args[2] = {x, y};
    int fits = y->type == &PyFloat_Type || y->type == &PyLong_Type;
    if (is_handle(y)) fits = field(of->kind, core.dtype_at) == field(h->kind, core.dtype_at);
    if (!step || !fits) return 0;
    Object *value = follow(s, op, args, 2, 0, 1, 0);
    if (!value) return 0;
    int done = ((Handle *)value)->kind == h->kind;
    if (done && !write_followed(s, (Handle *)h->owner, step, value)) {
        Object *given[2] = {x, value}, *out = PyErr_Occurred() ? 0 : PyObject_Vectorcall(core.assign, given, 2, 0);
        done = !!out;
        release(out);
    }
    Py_DecRef(value);
    if (!done) return 0;
    Py_IncRef(x);
    return x;
}

/* A number as one of Python's of the kind that elements of a type are of: a strong reference, or null. */
static Object *as_element_of(Object *kind, Object *x) {
    Object *dtype = field(kind, core.dtype_at);
    i64 number = 0, from = 0;
    while (number < BOOL && core.dtypes[number] != dtype) number++;
    while (from < BOOL && core.numbers[from] != x->type) from++;
    if (number == BOOL) return 0;
    int is_float = x->type == &PyFloat_Type || from == FLOAT32 || from == FLOAT64;
    if (from == BOOL && !is_float && x->type != &PyLong_Type) return 0;
    if (is_float && number > FLOAT64) return 0;
    Place p = {.number = from};
    Object *made = from < BOOL ? plain(&p, (char *)(x + 1)) : x;
    if (made == x) Py_IncRef(x);
    if (!made || is_float || number > FLOAT64) return made;
    int overflow;
    i64 value = int_of(made, &overflow);
    Py_DecRef(made);
    return overflow ? 0 : PyFloat_FromDouble((double)value);
}

/* Record that an array of its type, or a number, is written to the view that a key leads to; whether that could be
   followed. */
static int put_followed(Segment *s, Handle *h, Object *key, Object *value) {
    int is_array = value->type == core.array;
    if (!is_array && is_handle(value)) return 0;
    View *known = h->head.type == core.array ? view_at(s, h, key) : 0;
    if (!known) return 0;
    if (is_array) {
        Handle *v = (Handle *)value;
        if (v->owner == (Object *)cell_of(h) && v->spec == known->steps) return 1; /* `x[key] += y` has written already */
        if (v->kind != known->kind) return 0;
    }
    Object *steps = known->steps, *given = is_array ? value : as_element_of(known->kind, value);
    if (!given) return 0;
    Py_IncRef(steps);
    Tuple *all = told(steps);
    int done = all && write_followed(s, h, ((Tuple *)all->items[0])->items[1], given);
    Py_DecRef(steps);
    if (!is_array) Py_DecRef(given);
    return done;
}

/* Whether what is read is the memory that is to be written, or (of several dimensions) lies in another order than that of
   C: NumPy writes as it reads, in the order in which the index lies. */
static int hangs_on_order(Object *x, Handle *cell, int index) {
    for (i64 i = 0; x->type == &PyTuple_Type && i < parts(x); i++)
        if (hangs_on_order(part(x, i), cell, index)) return 1;
    if (!is_handle(x)) return 0;
    Place *p = index ? place_of((Handle *)x) : 0;
    return cell_of((Handle *)x) == cell || (p && p->ndim > 1 && !(order_of(p) & C_ORDER));
}

static int put_by_numpy(Segment *s, Handle *h, Object *key, Object *value) {
    Handle *cell = cell_of(h);
    if (h->head.type != core.array || made_of(key) < 0 || made_of(value) < 0 || !at_hand(s, cell) || !is_sole(cell)) return 0;
    if (hangs_on_order(key, cell, 1) || hangs_on_order(value, cell, 0)) return 0;
    Object *k = as_argument(s, key, WRITEABLE), *v = k ? as_argument(s, value, WRITEABLE) : 0;
    int done = 0;
    if (v && open_to(s) && at_hand(s, cell)) {
        Object *a = as_numpy(s, (Object *)h, most_for(h, key), WRITEABLE);
        if (a) {
            done = PyObject_SetItem(a, k, v) == 0;
            if (!done) pass_over();
            else cell->version++;
            core.counts->at_once += done;
        }
        give_back(a);
    }
    give_back(k);
    give_back(v);
    return done;
}

static __attribute__((noinline)) int write_generally(Segment *s, Object *x, Object *key, Object *value) {
    Handle *h = (Handle *)x;
    if (!value) {
        PyErr_SetString(PyExc_ValueError, "cannot delete array elements");
        return -1;
    }
    if (open_to(s)) {
        if (PyErr_Occurred()) return -1;
        int done = put_chosen_now(s, h, key, value);
        if (!done && core.most && !PyErr_Occurred() && open_to(s)) done = put_at_once(s, h, key, value);
        if (!done && core.most && open_to(s)) done = put_by_numpy(s, h, key, value);
        if (!done && !PyErr_Occurred() && open_to(s)) done = put_followed(s, h, key, value);
        if (!done && !PyErr_Occurred() && open_to(s)) done = put_chosen(s, h, key, value);
        if (done || PyErr_Occurred()) return done > 0 ? 0 : -1;
    }
    Object *args[3] = {x, key, value};
    Object *out = PyObject_Vectorcall(core.put, args, 3, 0);
    release(out);
    return out ? 0 : -1;
}

int mp_ass_subscript(Object *x, Object *key, Object *value) {
    Segment *s = current();
    Handle *cell = cell_of((Handle *)x);
    Place *of;
    char *at = value && open_to(s) ? element_at(s, (Handle *)x, key, &of) : 0;
    if (!at || !is_sole(cell) || !overwrite(of, at, value)) return write_generally(s, x, key, value);
    cell->version++;
    return 0;
}

/* What `bisect` and others of C take elements by. */
Object *sq_item(Object *x, i64 i) {
    Object *key = PyLong_FromLongLong(i), *out = key ? mp_subscript(x, key) : 0;
    release(key);
    return out;
}
