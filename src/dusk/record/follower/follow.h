/* Following: a call that was recorded before, after the same calls, is found among the children of the node reached,
   and taken. All is compared before anything is changed. Null without an error set: Python has to see to the call. */

/* Whether calls may be followed: not while Python is within a step, or a run, of this segment. */
static inline int open_to(Segment *s) { return s && !(s->slow | s->inside); }

static int same(Object *a, Object *b) {
    if (a == b) return 1;
    if (a->type != b->type) return 0;
    if (a->type == &PyTuple_Type) {
        Tuple *x = (Tuple *)a, *y = (Tuple *)b;
        if (x->size != y->size) return 0;
        for (i64 i = 0; i < x->size; i++)
            if (!same(x->items[i], y->items[i])) return 0;
        return 1;
    }
    if (a->type == &PyFloat_Type) return ((Float *)a)->bits == ((Float *)b)->bits;
    if (a->type != &PyLong_Type && a->type != &PyUnicode_Type) return 0;
    return PyObject_RichCompareBool(a, b, 2) == 1;
}

/* The key of an operand that is no handle. */
static Operand number_key(Object *x) {
    if (x->type == &PyFloat_Type) return (Operand){FLOAT, ((Float *)x)->bits};
    if (x->type == &PyLong_Type) {
        int overflow;
        i64 value = PyLong_AsLongLongAndOverflow(x, &overflow);
        if (!overflow && value >= -128 && value <= 127) return (Operand){INT, value};
    }
    Operand numpys = {NUMPY, (i64)x->type};
    for (i64 number = 0; number < BOOL; number++)
        if (is_of(x, number)) {
            numpys.value = (i64)core.numbers[number];
            __builtin_memcpy(numpys.bits, x + 1, WIDTHS[number]);
            return numpys;
        }
    i64 width = is_complex(x) ? 16 : is_of(x, COMPLEX64) ? 8 : 0;
    __builtin_memcpy(numpys.bits, x + 1, width);
    return width ? numpys : (Operand){NEVER, 0};
}

/* The key of an operand. `mark` is more than 0 in calls of many operands: leaves are marked, to be known again. */
static Operand key(Segment *s, Object *x, Object *const *before, Operand *keys, i64 i, i64 leaves, i64 mark) {
    if (is_handle(x)) {
        Handle *h = (Handle *)x;
        if (PRESENT(h->owner))
            return (Operand){h->epoch == s->epoch && root_of(h)->version == h->seen ? SLOT : NEVER, h->slot};
        if (h->epoch == s->epoch) return (Operand){SLOT, h->slot};
        if (!PRESENT(h->buffer) || pinned(h->buffer)) return (Operand){NEVER, 0};
        if (!mark) {
            for (i64 j = 0, n = 0; j < i; j++) {
                if (before[j] == x) return (Operand){SAME, n};
                n += keys[j].kind == LEAF;
            }
        } else if (h->seen >> 32 == -mark) {
            return (Operand){SAME, h->seen & 0xffffffff};
        } else {
            h->seen = leaves - (mark << 32); /* a cell's own `seen` is free: it serves views */
        }
        return (Operand){LEAF, (i64)h->kind};
    }
    return number_key(x);
}

/* The keys of all operands; the number of new leaves among them, or -1. */
static i64 keys_of(Segment *s, Object *const *args, i64 n, Operand *keys) {
    i64 leaves = 0, mark = n > 4 ? ++core.calls & 0x7fffffff : 0;
    for (i64 i = 0; i < n; i++) {
        keys[i] = key(s, args[i], args, keys, i, leaves, mark);
        if (keys[i].kind == NEVER) return -1;
        leaves += keys[i].kind == LEAF;
    }
    return leaves;
}

static inline int same_bits(const Operand *a, const Operand *b) {
    return a->bits[0] == b->bits[0] && a->bits[1] == b->bits[1];
}

static int operands_fit(Position *p, Operand *keys, i64 n) {
    for (i64 i = 0; i < n; i++) {
        i64 kind = p->operands[i].kind;
        if ((kind & 15) != keys[i].kind) return 0;
        int free = kind == FLOAT || kind == INT || (kind == (INT | NATURAL) && keys[i].value >= 0);
        if (p->operands[i].value != keys[i].value && !(p->general && free)) return 0;
        if (p->general && kind == NUMPY) continue;
        if (!same_bits(p->operands + i, keys + i)) return 0;
    }
    return 1;
}

/* What writes a window is followed by the parameters of what reads it: its own, and the shape it is read in. */
static int params_fit(Position *p, Object *params) {
    Object *name, *value;
    i64 at = 0, more = params ? PyDict_Size(params) - p->n_params : -p->n_params;
    if (more && !(more == 1 && p->op == core.setitem)) return 0;
    for (Param *q = p->params, *end = q + p->n_params; q < end && PyDict_Next(params, &at, &name, &value); q++) {
        if (name != q->name) return 0;
        if (!q->varies) {
            if (!same(value, q->value)) return 0;
            continue;
        }
        Tuple *given = (Tuple *)value;
        if (value->type != &PyTuple_Type || given->size != q->count) return 0;
        for (i64 i = 0; i < q->count; i++) {
            int overflow;
            if (given->items[i]->type != &PyLong_Type) return 0;
            i64 start = PyLong_AsLongLongAndOverflow(given->items[i], &overflow);
            if (overflow || (!p->general && start != p->starts[q->first + i])) return 0;
        }
    }
    return 1;
}

static void add_scalar(Segment *s, Object *x) {
    Py_IncRef(x);
    s->scalars[s->n_scalars++] = x;
}

static Object *make_results(Segment *s, Position *p) {
    if (p->n_results == 1) return result(s, p->results[0]);
    Tuple *all = (Tuple *)quietly(PyTuple_New, p->n_results);
    for (i64 i = 0; all && i < p->n_results; i++) {
        all->items[i] = result(s, p->results[i]);
        if (!all->items[i]) {
            Py_DecRef((Object *)all);
            return 0;
        }
    }
    return (Object *)all;
}

/* Step to `p`; gives its result(s): one handle, a tuple of several, or the cell written. */
static Object *step_to(Segment *s, Position *p, Handle *into) {
    if (into) return rebind(s, p, into);
    Object *out = make_results(s, p);
    if (out) move_to(s, (Object *)p);
    return out;
}

/* Take back what a call did for which memory ran out, so that there are as many slots, leaves and scalars as before. */
static Object *undo(Segment *s, i64 n, i64 leaves, i64 scalars) {
    while (s->n_scalars > scalars) Py_DecRef(s->scalars[--s->n_scalars]);
    while (s->n_leaves > leaves) Py_DecRef(s->leaves[--s->n_leaves].what);
    while (s->n > n) {
        Handle *h = s->slots[--s->n].handle;
        h->epoch = READY;
        drop(h);
    }
    return 0;
}

static Object *follow(Segment *, Object *, Args, i64, Object *, i64, Handle *);

/* Let a view of one step be pending here, as `views.read_view` does, if reading it is a call that can be followed. */
static int read_view(Segment *s, Handle *view) {
    Tuple *spec = PRESENT(view->spec) ? told(view->spec) : 0, *step;
    if (!spec || spec->head.type != &PyTuple_Type || spec->size != 1) return 0;
    step = (Tuple *)spec->items[0];
    Handle *owner = (Handle *)view->owner;
    if (PRESENT(owner->owner) && owner->version != ALIAS) return 0; /* it has been given another shape */
    i64 version = root_of(view)->version;
    Object *params = PyDict_Size(step->items[1]) ? step->items[1] : 0;
    Handle *value = (Handle *)follow(s, step->items[0], &view->owner, 1, params, 1, 0);
    if (!value) return 0;
    view->epoch = value->epoch;
    view->slot = value->slot;
    view->seen = version;
    s->slots[value->slot].handle = 0;
    drop(value);
    drop(value);
    return 1;
}

/* Whether an operand that is a view is pending here as it is now, or could be made so. */
static inline int is_read(Segment *s, Object *x) {
    Handle *h = (Handle *)x;
    return !is_handle(x) || !PRESENT(h->owner) || (h->epoch == s->epoch && root_of(h)->version == h->seen) ||
           read_view(s, h);
}

/* Step to `p`, which operands of these keys fit: bind new leaves and what varies. */
static Object *take(Segment *s, Position *p, Args args, Operand *keys, i64 n, i64 leaves, Object *params, Handle *into) {
    if (p->cut && !s->history) return 0;
    if (!reserve(s, leaves + p->n_results, leaves, n + p->n_starts)) return 0;
    i64 before[3] = {s->n, s->n_leaves, s->n_scalars};
    Object *out = 0;
    for (i64 i = 0; i < n; i++)
        if (keys[i].kind == LEAF) {
            if (!bind_leaf(s, (Handle *)args[i])) return undo(s, before[0], before[1], before[2]);
        } else if (p->general && is_number(p->operands[i].kind)) {
            add_scalar(s, args[i]);
        }
    if (p->general && p->n_starts) {
        i64 at = 0;
        Object *name, *value;
        for (Param *q = p->params, *end = q + p->n_params; q < end && PyDict_Next(params, &at, &name, &value); q++)
            for (i64 i = 0; i < q->count; i++) add_scalar(s, ((Tuple *)value)->items[i]);
    }
    out = step_to(s, p, into);
    return out ? out : undo(s, before[0], before[1], before[2]);
}

static int at_hand(Segment *, Handle *);
static inline int is_sole(Handle *);

static int is_small(Object *kind) {
    int overflow;
    return int_of(field(kind, core.weight_at), &overflow) <= 8 * core.most && !overflow;
}

/* Whether all that a call is given is small and at hand, so that Python does it at once (`record/now.py`): were it
   followed where it was once recorded, all that comes of it would be recorded as well. */
static int is_done_now(Segment *s, Args args, i64 n, Handle *into) {
    i64 found = 0;
    if (!core.most || s->history || (into && (!PRESENT(into->buffer) || !is_sole(into)))) return 0;
    for (i64 i = 0; i < n; i++) {
        if (!is_handle(args[i])) continue;
        Handle *h = (Handle *)args[i];
        if (!at_hand(s, root_of(h)) || !is_small(h->kind)) return 0;
        found = 1;
    }
    return found;
}

static Object *follow(Segment *s, Object *op, Object *const *args, i64 n, Object *params, i64 as_array, Handle *into) {
    if (into && (!is_handle((Object *)into) || PRESENT(into->owner) ||
                 (PRESENT(into->buffer) ? pinned(into->buffer) : into->epoch != s->epoch)))
        return 0;
    if (is_done_now(s, args, n, into)) return 0;
    for (i64 i = 0; i < n; i++)
        if (!is_read(s, args[i])) return 0;
    Position *p = ((Position *)s->node)->child;
    while (p && p->op != op) p = p->sibling;
    if (!p) return 0;
    Operand few[8], *keys = few;
    if (n > 8) {
        if (!grow(&s->keys, &s->key_room, n, sizeof(Operand))) return 0;
        keys = s->keys;
    }
    i64 leaves = keys_of(s, args, n, keys);
    if (leaves < 0) return 0;
    for (; p; p = p->sibling)
        if (p->op == op && p->n_operands == n && p->as_array == as_array && p->into == (into ? into->kind : 0) &&
            operands_fit(p, keys, n) && params_fit(p, params))
            break;
    return p ? take(s, p, args, keys, n, leaves, params, into) : 0;
}

/* follow(), for a call of many operands that are all pending here: `slots` is a tuple of their numbers. */
static Object *follow_slots(Segment *s, Object *op, Tuple *slots) {
    Position *p = ((Position *)s->node)->child;
    for (; p; p = p->sibling)
        if (p->op == op && p->n_operands == slots->size) {
            i64 i = 0;
            while (i < slots->size && PyLong_AsLongLong(slots->items[i]) == p->operands[i].value) i++;
            if (i == slots->size) break;
        }
    if (!p || !reserve(s, p->n_results, 0, 0)) return 0;
    i64 before = s->n;
    Object *out = step_to(s, p, 0);
    return out ? out : undo(s, before, s->n_leaves, s->n_scalars);
}

/* Let `p`, a child of the node reached, be followed by calls like this one, which meets so many leaves. 0: calls like
   this one cannot be, or another thread has taken a leaf over since it was looked for. */
static i64 learn(Segment *s, Position *p, Object *op, Args args, i64 n, i64 as_array, Handle *into, i64 leaves) {
    Operand *keys = PyMem_RawCalloc(n ? n : 1, sizeof(Operand));
    if (!keys || p->op || keys_of(s, args, n, keys) != leaves) {
        PyMem_RawFree(keys);
        return 0;
    }
    for (i64 i = 0; i < n; i++)
        if (keys[i].kind == LEAF) Py_IncRef((Object *)keys[i].value);
    p->operands = keys;
    p->n_operands = n;
    p->as_array = as_array;
    if (into) {
        Py_IncRef(into->kind);
        p->into = into->kind;
    }
    Py_IncRef(op);
    p->op = op;
    Position *up = (Position *)s->node;
    p->up = up;
    p->sibling = up->child;
    up->child = p;
    return 1;
}
