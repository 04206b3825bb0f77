/* Calls of compiled functions: one like an earlier one, on arrays that are ready while nothing is pending, is known leaf
   by leaf and run at once. Whatever does not fit is `_call`'s. */

typedef struct {
    Object head;
    Launch *launch;
    Object *structure;   /* of the arguments: None for a leaf, else (class, keys, structures below), as in `tree.py` */
    i64 named;           /* whether that is of (positional, named) */
    Tuple *places;       /* captured: (where, name, structure) */
    Tuple *expected;     /* of each leaf: its type if it is an array, or the leaf that it was before, else what it is */
    i64 *order, n_order; /* the leaf of each input */
    i64 *written, n_written; /* inputs whose memory nobody else may see */
    Tuple *made;         /* (class, type) of each result that is new */
    Object *result;      /* structure of what is given back */
    i64 *from, n_from;   /* its leaves: a result, or -1: a constant, or -2 - i: leaf i of the arguments */
    Tuple *constants;
    Object **table;      /* leaves, values of places, inputs, outputs, leaves of the result */
    i64 busy;
} Plan;

/* What users may see is among these: the collector has to know of them. */
#define OWNED(p) \
    {(Object **)&(p)->launch, &(p)->structure, (Object **)&(p)->places, (Object **)&(p)->expected, \
     (Object **)&(p)->made,   &(p)->result,    (Object **)&(p)->constants}
enum { N_OWNED = 7 };

typedef struct {
    Object head;
    Object *plan;
} Caller;

/* What the class of a callable does with calls that native code leaves to it. */
static Object *generally(Object *self, Tuple *args, Object *names) {
    Object *call = PyObject_GetAttr(self, core.call);
    if (!call) return 0;
    Object *out = PyObject_Call(call, (Object *)args, names);
    Py_DecRef(call);
    return out;
}

static Object *vector_generally(Object *self, Args args, i64 n, Tuple *names) {
    Object *call = PyObject_GetAttr(self, core.call);
    if (!call) return 0;
    Object *out = PyObject_Vectorcall(call, args, n, (Object *)names);
    Py_DecRef(call);
    return out;
}

static Object *new_object(Type *class) {
    return ((Object * (*)(Type *, i64)) PyType_GetSlot(class, TP_ALLOC_SLOT))(class, 0);
}

/* What is found at a place: a strong reference, or null. May run Python. */
static Object *look(Object *place, Object *name) {
    if (place->type == &PyDict_Type) {
        Object *found = PyDict_GetItemWithError(place, name);
        if (found) Py_IncRef(found);
        return found;
    }
    if (place->type == &PyCell_Type) return PyCell_Get(place);
    return PyObject_GetAttr(place, name);
}

/* Compare a tree with its structure and its leaves with what is expected; no Python runs. */
static int walk(Plan *p, Object *x, Object *structure, i64 *at, i64 mark) {
    if (structure == NONE) {
        if (*at == p->expected->size) return 0;
        i64 leaf = (*at)++;
        Object *wanted = p->expected->items[leaf];
        p->table[leaf] = x;
        if (!is_handle(x)) return same(x, wanted);
        Handle *h = (Handle *)x;
        if (h->seen >> 32 == -mark)
            return wanted->type == &PyLong_Type && PyLong_AsLongLong(wanted) == (h->seen & 0xffffffff);
        if (x->type != core.array || PRESENT(h->owner) || !PRESENT(h->buffer) || h->kind != wanted || pinned(h->buffer))
            return 0;
        h->seen = leaf - (mark << 32);
        return 1;
    }
    Args part = ((Tuple *)structure)->items;
    Tuple *below = (Tuple *)part[2];
    if ((Object *)x->type != part[0]) return 0;
    if (x->type == &PyDict_Type) {
        Object *key, *value;
        if (PyDict_Size(x) != below->size) return 0;
        for (i64 i = 0, next = 0; PyDict_Next(x, &next, &key, &value); i++)
            if (!same(key, ((Tuple *)part[1])->items[i]) || !walk(p, value, below->items[i], at, mark)) return 0;
        return 1;
    }
    if (part[1] != NONE) { /* an object that is a tree of its attributes */
        Object *inside = PyObject_GenericGetDict(x, 0);
        if (!inside) {
            PyErr_Clear();
            return 0;
        }
        Object *key, *value;
        int fine = PyDict_Size(inside) == below->size;
        for (i64 i = 0, next = 0; fine && PyDict_Next(inside, &next, &key, &value); i++)
            fine = same(key, ((Tuple *)part[1])->items[i]) && walk(p, value, below->items[i], at, mark);
        Py_DecRef(inside); /* the object holds it, as it does what is in it */
        return fine;
    }
    int list = x->type == &PyList_Type;
    if (((List *)x)->size != below->size) return 0;
    for (i64 i = 0; i < below->size; i++)
        if (!walk(p, list ? ((List *)x)->items[i] : ((Tuple *)x)->items[i], below->items[i], at, mark)) return 0;
    return 1;
}

static int walk_all(Plan *p, Tuple *args, Object *names, Object **values) {
    i64 at = 0, mark = ++core.calls & 0x7fffffff;
    int given = names && PyDict_Size(names);
    if (given != p->named) return 0;
    Object *whole = p->structure;
    if (given) {
        Tuple *both = (Tuple *)((Tuple *)whole)->items[2];
        if (!walk(p, (Object *)args, both->items[0], &at, mark) || !walk(p, names, both->items[1], &at, mark)) return 0;
    } else if (!walk(p, (Object *)args, whole, &at, mark)) {
        return 0;
    }
    for (i64 i = 0; i < p->places->size; i++)
        if (!walk(p, values[i], ((Tuple *)p->places->items[i])->items[2], &at, mark)) return 0;
    return at == p->expected->size;
}

/* The tree of a structure with the leaves from `at` on, whose references it takes over. */
static Object *build(Object *structure, Object **leaves, i64 *at) {
    if (structure == NONE) {
        Object *leaf = leaves[*at];
        leaves[(*at)++] = 0;
        return leaf;
    }
    Args part = ((Tuple *)structure)->items;
    Tuple *below = (Tuple *)part[2];
    Object *kind = part[0], *out;
    if (kind == (Object *)&PyDict_Type) {
        out = PyDict_New();
        for (i64 i = 0; out && i < below->size; i++) {
            Object *value = build(below->items[i], leaves, at);
            if (!value || PyDict_SetItem(out, ((Tuple *)part[1])->items[i], value) < 0) set_none(&out);
            release(value);
        }
        return out;
    }
    int list = kind == (Object *)&PyList_Type;
    out = (list ? PyList_New : PyTuple_New)(below->size);
    for (i64 i = 0; out && i < below->size; i++) {
        Object *value = build(below->items[i], leaves, at);
        if (!value) set_none(&out);
        else if (list) ((List *)out)->items[i] = value;
        else ((Tuple *)out)->items[i] = value;
    }
    if (out && !list && kind != (Object *)&PyTuple_Type) { /* a named tuple */
        Object *plain = out;
        out = PyObject_Call(kind, plain, 0);
        Py_DecRef(plain);
    }
    return out;
}

static Object *ready_result(Tuple *what, Object *buffer) {
    Handle *h = new_handle((Type *)what->items[0]);
    if (!h) return 0;
    h->epoch = READY;
    h->slot = -1;
    h->kind = what->items[1];
    Py_IncRef(h->kind);
    Py_IncRef(buffer);
    h->buffer = buffer;
    return (Object *)h;
}

/* The leaves that are results by themselves, before a run: other threads may change the trees they are in. */
static void hold_leaves(Plan *p, Object **leaves) {
    for (i64 i = 0; i < p->n_from; i++) {
        i64 from = p->from[i];
        leaves[i] = from >= 0 ? 0 : from == -1 ? p->constants->items[i] : p->table[-2 - from];
        if (leaves[i]) Py_IncRef(leaves[i]);
    }
}

static Object *assemble(Plan *p, Object **out, Object **leaves) {
    i64 at = 0, fine = 1;
    for (i64 i = 0; fine && i < p->n_from; i++)
        if (p->from[i] >= 0) fine = !!(leaves[i] = ready_result((Tuple *)p->made->items[p->from[i]], out[p->from[i]]));
    return fine ? build(p->result, leaves, &at) : 0;
}

static Object *planned(Plan *p, Tuple *args, Object *names) {
    Launch *l = p->launch;
    if (p->busy || !l || !fits_mode(l)) return 0;
    Object **values = p->table + p->expected->size, **given = values + p->places->size, **out = given + p->n_order;
    Object **leaves = out + l->n_outputs, *answer = 0;
    i64 found = 0;
    p->busy = 1;
    hold(p);
    for (; found < p->places->size; found++) {
        Args place = ((Tuple *)p->places->items[found])->items;
        values[found] = look(place[0], place[1]);
        if (!values[found]) break;
    }
    int fine = found == p->places->size && walk_all(p, args, names, values);
    if (!fine && PyErr_Occurred()) PyErr_Clear(); /* the general way meets it again */
    for (i64 i = 0; fine && i < p->n_order; i++) given[i] = ((Handle *)p->table[p->order[i]])->buffer;
    for (i64 i = 0; fine && i < p->n_written; i++) fine = given[p->written[i]]->refcount == 1;
    if (fine) {
        for (i64 i = 0; i < p->n_order; i++) hold(given[i]);
        hold_leaves(p, leaves);
        int done = run(l, given, p->n_order, out);
        for (i64 i = 0; i < p->n_order; i++) drop(given[i]);
        if (done) {
            core.counts->native++;
            if (done > 0) answer = assemble(p, out, leaves);
            let_go(l, out);
        }
        for (i64 i = 0; i < p->n_from; i++) release(leaves[i]);
    }
    while (found > 0) release(values[--found]);
    p->busy = 0;
    drop(p);
    return answer;
}

Object *caller_call(Object *self, Tuple *args, Object *names) {
    Object *plan = ((Caller *)self)->plan;
    Segment *s = current();
    if (PRESENT(plan) && open_to(s) && s->node == s->root && !s->history) {
        Object *out = planned((Plan *)plan, args, names);
        if (out || PyErr_Occurred()) return out;
    }
    return generally(self, args, names);
}

typedef int (*Visit)(Object *, void *);

int caller_traverse(Object *self, Visit visit, void *arg) {
    Object *plan = ((Caller *)self)->plan;
    int stop = plan ? visit(plan, arg) : 0;
    return stop ? stop : visit((Object *)self->type, arg);
}

int caller_clear(Object *self) {
    set_none(&((Caller *)self)->plan);
    return 0;
}

void caller_dealloc(Object *self) {
    Type *class = self->type;
    PyObject_GC_UnTrack(self);
    caller_clear(self);
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

/* bind(launch, structure, named, places, expected, order, written, made, result, from, constants) */
Object *plan_bind(Object *self, Args args, i64 n) {
    SELF(Plan);
    if (n != 11 || args[3]->type != &PyTuple_Type || args[4]->type != &PyTuple_Type || !is_sequence(args[5]) ||
        !is_sequence(args[6]) || args[7]->type != &PyTuple_Type || !is_sequence(args[9]) ||
        args[10]->type != &PyTuple_Type || s->launch)
        return complain(PyExc_TypeError, "bind(launch, structure, named, places, expected, order, written, made, result, from, constants)");
    Object **places[] = OWNED(s);
    Object *values[] = {args[0], args[1], args[3], args[4], args[7], args[8], args[10]};
    for (i64 i = 0; i < N_OWNED; i++) {
        Py_IncRef(values[i]);
        *places[i] = values[i];
    }
    s->named = args[2] == core.true_;
    s->order = numbers(args[5], &s->n_order);
    s->written = numbers(args[6], &s->n_written);
    s->from = numbers(args[9], &s->n_from);
    i64 room = s->expected->size + s->places->size + s->n_order + s->launch->n_outputs + s->n_from + 1;
    s->table = PyMem_RawCalloc(room, sizeof(Object *));
    return s->order && s->written && s->from && s->table ? none() : PyErr_NoMemory();
}

int plan_traverse(Object *self, Visit visit, void *arg) {
    SELF(Plan);
    Object **places[] = OWNED(s);
    int stop = 0;
    for (i64 i = 0; i < N_OWNED && !stop; i++) stop = *places[i] ? visit(*places[i], arg) : 0;
    return stop ? stop : visit((Object *)self->type, arg);
}

int plan_clear(Object *self) {
    SELF(Plan);
    Object **places[] = OWNED(s);
    for (i64 i = 0; i < N_OWNED; i++) set_none(places[i]);
    return 0;
}

void plan_dealloc(Object *self) {
    SELF(Plan);
    Type *class = self->type;
    PyObject_GC_UnTrack(self);
    plan_clear(self);
    PyMem_RawFree(s->order);
    PyMem_RawFree(s->written);
    PyMem_RawFree(s->from);
    PyMem_RawFree(s->table);
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

static i64 count_leaves(Object *structure) {
    if (structure == NONE) return 1;
    Tuple *below = (Tuple *)((Tuple *)structure)->items[2];
    i64 found = 0;
    for (i64 i = 0; i < below->size; i++) found += count_leaves(below->items[i]);
    return found;
}

/* Gather the leaves of a tree, if it is of that structure and they are arrays of ours or floats. No Python runs. */
static int gather(Object *x, Object *structure, Object **leaves, i64 *at) {
    if (structure == NONE) {
        leaves[(*at)++] = x;
        return is_handle(x) || x->type == &PyFloat_Type;
    }
    Args part = ((Tuple *)structure)->items;
    Tuple *below = (Tuple *)part[2];
    if ((Object *)x->type != part[0]) return 0;
    if (x->type == &PyDict_Type) {
        Object *key, *value;
        if (PyDict_Size(x) != below->size) return 0;
        for (i64 i = 0, next = 0; PyDict_Next(x, &next, &key, &value); i++)
            if (!same(key, ((Tuple *)part[1])->items[i]) || !gather(value, below->items[i], leaves, at)) return 0;
        return 1;
    }
    if (part[1] != NONE || ((List *)x)->size != below->size) return 0;
    for (i64 i = 0; i < below->size; i++)
        if (!gather(items(x)[i], below->items[i], leaves, at)) return 0;
    return 1;
}

/* leaves_of(tree, structure): its leaves, if it is a tree of that structure with arrays and floats, else None */
Object *m_leaves_of(Object *self, Args args, i64 n) {
    if (n != 2) return complain(PyExc_TypeError, "leaves_of(tree, structure)");
    i64 at = 0;
    Tuple *found = (Tuple *)quietly(PyTuple_New, count_leaves(args[1]));
    if (!found) return 0;
    if (gather(args[0], args[1], found->items, &at)) {
        for (i64 i = 0; i < at; i++) Py_IncRef(found->items[i]);
        return (Object *)found;
    }
    while (at > 0) found->items[--at] = 0; /* they were not ours */
    Py_DecRef((Object *)found);
    return none();
}
