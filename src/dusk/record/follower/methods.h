/* What Python may ask of segments and positions; `portable.py` says the same in Python, and what each is for. */

#define SELF(S) S *s = (S *)self

static Object *complain(Object *class, const char *text) {
    if (!PyErr_Occurred()) PyErr_SetString(class, text);
    return 0;
}

static int is_sequence(Object *x) { return x->type == &PyTuple_Type || x->type == &PyList_Type; }
static inline i64 length(Object *x) { return ((List *)x)->size; }
static inline Args items(Object *x) { return x->type == &PyTuple_Type ? ((Tuple *)x)->items : ((List *)x)->items; }

static Handle *some_handle(Object *x) { return PRESENT(x) ? (Handle *)x : 0; }

Object *segment_reset(Object *self, Args args, i64 n) {
    if (n != 1) return complain(PyExc_TypeError, "reset(epoch)");
    SELF(Segment);
    i64 epoch = PyLong_AsLongLong(args[0]);
    reset(s, epoch ? epoch : ++core.epochs);
    return none();
}

/* Whether another thread has taken a cell away since it was looked at. */
static int lost(Segment *s, Handle *h) { return h->epoch != s->epoch && !PRESENT(h->buffer); }

Object *segment_take(Object *self, Args args, i64 n) {
    if (n != 5 || !is_sequence(args[1]) || !is_sequence(args[2]))
        return complain(PyExc_TypeError, "take(child, leaves, scalars, into, version)");
    SELF(Segment);
    Position *p = (Position *)args[0];
    Handle *into = some_handle(args[3]);
    i64 leaves = length(args[1]), scalars = length(args[2]), changed = 0;
    for (i64 i = 0; i < leaves && !s->tracing; i++) changed |= lost(s, (Handle *)items(args[1])[i]);
    if (into && !s->tracing) changed |= lost(s, into) || into->version != PyLong_AsLongLong(args[4]);
    if (changed) {
        Py_IncRef(&_Py_NotImplementedStruct);
        return &_Py_NotImplementedStruct;
    }
    if (!reserve(s, leaves + p->n_results, leaves, scalars)) return 0;
    i64 before[3] = {s->n, s->n_leaves, s->n_scalars};
    for (i64 i = 0; i < leaves; i++)
        if (!bind_leaf(s, (Handle *)items(args[1])[i])) return undo(s, before[0], before[1], before[2]);
    for (i64 i = 0; i < scalars; i++) add_scalar(s, items(args[2])[i]);
    Object *out = step_to(s, p, into);
    if (!out) return undo(s, before[0], before[1], before[2]);
    if (into) Py_IncRef(out);
    return out;
}

Object *segment_learn(Object *self, Args args, i64 n) {
    if (n != 9 || !is_sequence(args[2]) || !is_sequence(args[4]) || !is_sequence(args[8]))
        return complain(PyExc_TypeError, "learn(child, op, operands, params, dynamic, as_array, into, leaves, fixed)");
    SELF(Segment);
    Position *p = (Position *)args[0];
    Object *params = args[3], *dynamic = args[4], *name, *value;
    i64 m = PyDict_Size(params), at = 0, starts = 0;
    Param *table = PyMem_RawCalloc(m ? m : 1, sizeof(Param));
    if (!table || m < 0) return PyErr_NoMemory();
    for (Param *q = table; PyDict_Next(params, &at, &name, &value); q++) {
        *q = (Param){name, value, 0, 0, starts};
        for (i64 i = 0; i < length(dynamic); i++) q->varies |= items(dynamic)[i] == name;
        q->varies &= value->type == &PyTuple_Type;
        q->count = q->varies ? length(value) : 0;
        starts += q->count;
    }
    i64 *firsts = PyMem_RawCalloc(starts ? starts : 1, sizeof(i64));
    if (!firsts || !learn(s, p, args[1], items(args[2]), length(args[2]), args[5] == core.true_, some_handle(args[6]),
                          PyLong_AsLongLong(args[7]))) {
        PyMem_RawFree(table);
        PyMem_RawFree(firsts);
        return none();
    }
    for (i64 i = 0; i < m; i++) {
        Py_IncRef(table[i].name);
        Py_IncRef(table[i].value);
        for (i64 j = 0; j < table[i].count; j++)
            firsts[table[i].first + j] = PyLong_AsLongLong(items(table[i].value)[j]);
    }
    for (i64 i = 0; i < length(args[8]); i++) {
        i64 which = PyLong_AsLongLong(items(args[8])[i]);
        i64 place = which < 0 ? -1 - which : which;
        i64 *kind = place < p->n_operands ? &p->operands[place].kind : 0;
        if (kind && (which < 0 ? *kind == INT : is_number(*kind))) *kind |= which < 0 ? NATURAL : FIXED;
    }
    p->params = table;
    p->n_params = m;
    p->starts = firsts;
    p->n_starts = starts;
    return none();
}

/* Of a child that is followed by slots alone: the entry of a gradient. */
Object *segment_learn_slots(Object *self, Args args, i64 n) {
    if (n != 3 || args[2]->type != &PyTuple_Type) return complain(PyExc_TypeError, "learn_slots(child, op, slots)");
    SELF(Segment);
    Position *p = (Position *)args[0], *up = (Position *)s->node;
    i64 m = length(args[2]);
    if (p->op) return none();
    p->operands = PyMem_RawCalloc(m ? m : 1, sizeof(Operand));
    if (!p->operands) return PyErr_NoMemory();
    for (i64 i = 0; i < m; i++) p->operands[i] = (Operand){SLOT, PyLong_AsLongLong(items(args[2])[i])};
    p->n_operands = m;
    Py_IncRef(args[1]);
    p->op = args[1];
    p->up = up;
    p->sibling = up->child;
    up->child = p;
    return none();
}

Object *segment_alive(Object *self, Args args, i64 n) {
    if (n != 1) return complain(PyExc_TypeError, "alive(saved)");
    SELF(Segment);
    for (i64 i = 0; i < s->n_leaves; i++) s->slots[s->leaves[i].slot].moved |= 1LL << 62;
    i64 found = 0, leaf = 1LL << 62, saved = PyDict_Size(args[0]);
    Object **which = PyMem_RawCalloc(s->n + 1, sizeof(Object *));
    for (i64 i = 0; which && i < s->n; i++) {
        Handle *h = s->slots[i].handle;
        if (!h || h->head.refcount < 2 || s->slots[i].moved & leaf) continue;
        Object *slot = PyLong_FromLongLong(i);
        if (saved && PyDict_Contains(args[0], slot)) Py_DecRef(slot);
        else which[found++] = slot;
    }
    for (i64 i = 0; i < s->n_leaves; i++) s->slots[s->leaves[i].slot].moved &= ~leaf;
    Tuple *out = which ? (Tuple *)quietly(PyTuple_New, found) : 0;
    for (i64 i = 0; i < found; i++)
        if (out) out->items[i] = which[i];
        else Py_DecRef(which[i]);
    PyMem_RawFree(which);
    return out ? (Object *)out : PyErr_NoMemory();
}

static int is_donor(Segment *s, i64 i) {
    Object *buffer = s->leaves[i].what;
    return !s->slots[s->leaves[i].slot].handle && PRESENT(buffer) && !pinned(buffer) && buffer->refcount == 1;
}

Object *segment_donors(Object *self, Args args, i64 n) {
    SELF(Segment);
    i64 found = 0;
    for (i64 i = 0; i < s->n_leaves; i++) found += is_donor(s, i);
    Tuple *out = (Tuple *)quietly(PyTuple_New, found);
    for (i64 i = 0, at = 0; out && i < s->n_leaves; i++)
        if (is_donor(s, i)) out->items[at++] = PyLong_FromLongLong(i);
    return (Object *)out;
}

Object *segment_inputs(Object *self, Args args, i64 n) {
    SELF(Segment);
    List *out = (List *)quietly(PyList_New, s->n_leaves + s->n_scalars);
    if (!out) return 0;
    for (i64 i = 0; i < out->size; i++) {
        Object *x = i < s->n_leaves ? s->leaves[i].what : s->scalars[i - s->n_leaves];
        Py_IncRef(x);
        out->items[i] = x;
    }
    return (Object *)out;
}

Object *segment_settle(Object *self, Args args, i64 n) {
    if (n != 2 || !is_sequence(args[0]) || !is_sequence(args[1]) || length(args[0]) != length(args[1]))
        return complain(PyExc_TypeError, "settle(slots, buffers)");
    SELF(Segment);
    for (i64 i = 0; i < length(args[0]); i++) {
        i64 slot = PyLong_AsLongLong(items(args[0])[i]);
        Handle *h = slot >= 0 && slot < s->n ? s->slots[slot].handle : 0;
        if (!h || h->slot != slot || h->epoch != s->epoch) continue;
        Object *before = h->buffer;
        h->buffer = items(args[1])[i];
        Py_IncRef(h->buffer);
        h->epoch = READY;
        release(before);
    }
    return none();
}

static i64 slot_of(Segment *s, Object *x) {
    i64 slot = PyLong_AsLongLong(x);
    if (slot >= 0 && slot < s->n) return slot;
    complain(PyExc_ValueError, "no such slot in this segment");
    return -1;
}

Object *segment_handle(Object *self, Args args, i64 n) {
    SELF(Segment);
    i64 slot = n == 1 ? slot_of(s, args[0]) : -1;
    if (slot < 0) return complain(PyExc_TypeError, "handle(slot)");
    Object *found = (Object *)s->slots[slot].handle;
    if (!found) return none();
    Py_IncRef(found);
    return found;
}

/* The handle that is to get a slot's value (None: nobody). */
Object *segment_put(Object *self, Args args, i64 n) {
    SELF(Segment);
    i64 slot = n == 2 ? slot_of(s, args[0]) : -1;
    if (slot < 0) return complain(PyExc_TypeError, "put(slot, handle)");
    Handle *before = s->slots[slot].handle, *h = some_handle(args[1]);
    if (h) hold(h);
    s->slots[slot].handle = h;
    if (before) drop(before);
    return none();
}

/* Where the value went that was written over that of a slot, or 0. */
Object *segment_moved(Object *self, Args args, i64 n) {
    SELF(Segment);
    i64 slot = n == 1 ? slot_of(s, args[0]) : -1;
    if (slot < 0) return complain(PyExc_TypeError, "moved(slot)");
    return PyLong_FromLongLong(s->slots[slot].moved);
}

Object *segment_bound(Object *self, Args args, i64 n) {
    SELF(Segment);
    List *out = (List *)quietly(PyList_New, s->n_leaves);
    for (i64 i = 0; out && i < s->n_leaves; i++) {
        Tuple *pair = (Tuple *)quietly(PyTuple_New, 2);
        out->items[i] = (Object *)pair;
        if (!pair) {
            Py_DecRef((Object *)out);
            return 0;
        }
        pair->items[0] = PyLong_FromLongLong(s->leaves[i].slot);
        pair->items[1] = s->leaves[i].what;
        Py_IncRef(pair->items[1]);
    }
    return (Object *)out;
}

Object *segment_activate(Object *self, Args args, i64 n) {
    SELF(Segment);
    i64 me = this_thread();
    unlink_segment(s);
    for (Segment *t = core.segments, *next; t; t = next) {
        next = t->next;
        if (t->thread == me) unlink_segment(t);
    }
    s->thread = me;
    s->next = core.segments;
    core.segments = core.active = s;
    return none();
}

Object *segment_alias(Object *self, Args args, i64 n) {
    if (n != 2 || !is_sequence(args[0]) || !is_sequence(args[1]) || length(args[0]) != length(args[1]))
        return complain(PyExc_TypeError, "alias(made, originals)");
    SELF(Segment);
    for (i64 i = 0; i < length(args[0]); i++)
        if (((Handle *)items(args[0])[i])->epoch != s->epoch) return none();
    Tuple *slots = (Tuple *)PyTuple_New(length(args[0]));
    for (i64 i = 0; slots && i < length(args[0]); i++) {
        Handle *h = (Handle *)items(args[0])[i], *of = (Handle *)items(args[1])[i];
        int view = PRESENT(of->owner);
        Object *owner = view ? of->owner : (Object *)of, *spec = view ? of->spec : core.empty;
        Py_IncRef(owner);
        Py_IncRef(spec);
        set_none(&h->owner);
        set_none(&h->spec);
        h->owner = owner;
        h->spec = spec;
        h->version = -1;
        h->seen = root_of(h)->version;
        if (s->slots[h->slot].handle == h) {
            s->slots[h->slot].handle = 0;
            drop(h);
        }
        slots->items[i] = PyLong_FromLongLong(h->slot);
    }
    return (Object *)slots;
}

Object *segment_rebind(Object *self, Args args, i64 n) {
    if (n != 2) return complain(PyExc_TypeError, "rebind(cell, value)");
    SELF(Segment);
    Handle *cell = (Handle *)args[0], *value = (Handle *)args[1], *old = 0, *lent = 0;
    int fit = value->epoch == s->epoch && !PRESENT(cell->owner) && !lost(s, cell) &&
              !(PRESENT(cell->buffer) && pinned(cell->buffer));
    if (fit) {
        if (cell->epoch == s->epoch) {
            old = s->slots[cell->slot].handle;
            s->slots[cell->slot] = (Slot){0, value->slot};
        }
        lent = s->slots[value->slot].handle;
        s->slots[value->slot].handle = cell;
        hold(cell);
        cell->slot = value->slot;
        cell->epoch = s->epoch;
        cell->version++;
        value->epoch = READY;
        set_none(&cell->buffer);
        if (old) drop(old);
        if (lent) drop(lent);
    }
    Object *out = fit ? core.true_ : core.false_;
    Py_IncRef(out);
    return out;
}

/* What a step to this node gives: classes and types, a tuple each. */
Object *position_yields(Object *self, Args args, i64 n) {
    if (n != 2 || args[0]->type != &PyTuple_Type || args[1]->type != &PyTuple_Type || length(args[0]) != length(args[1]))
        return complain(PyExc_TypeError, "yields(classes, types)");
    SELF(Position);
    if (s->results) return complain(PyExc_ValueError, "the results of a node are given once");
    s->results = PyMem_RawCalloc(length(args[0]) + 1, sizeof(Result));
    if (!s->results) return PyErr_NoMemory();
    for (s->n_results = 0; s->n_results < length(args[0]); s->n_results++) {
        Result r = {items(args[0])[s->n_results], items(args[1])[s->n_results]};
        Py_IncRef(r.class);
        Py_IncRef(r.kind);
        s->results[s->n_results] = r;
    }
    return none();
}

/* Follow no more to this node. */
Object *position_unlink(Object *self, Args args, i64 n) {
    unlink_position((Position *)self);
    return none();
}
