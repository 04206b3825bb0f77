/* What masks choose of arrays while nobody has asked how many elements that is, recorded as `array/selected.py` does it. */

static struct {
    Type *class, *choice;
    Object *identity, *where, *pointwise, *gather;
} chosen;

/* The fields of a choice; the version is that of the key's root when it chose. */
enum { WHOLE, MASK, KEY, VERSION, FIELDS };

static Tuple *choice_of(Object *x) {
    Object *spec = chosen.class && x->type == chosen.class ? ((Handle *)x)->spec : 0;
    return spec && spec->type == chosen.choice ? (Tuple *)spec : 0;
}

/* A choice, which takes over its fields; null: memory ran out. */
static Tuple *new_choice(Object *whole, Object *mask, Object *key, Object *version) {
    Tuple *made = whole && version ? (Tuple *)quietly(PyTuple_New, FIELDS) : 0;
    if (!made) {
        release(whole);
        release(mask);
        release(key);
        release(version);
        return 0;
    }
    made->items[WHOLE] = whole, made->items[MASK] = mask, made->items[KEY] = key, made->items[VERSION] = version;
    made->head.type = chosen.choice; /* a class of tuples with names for them */
    hold(chosen.choice);
    return made;
}

/* As another choice, of another whole, which is taken over. */
static Tuple *choice_like(Tuple *c, Object *whole) {
    for (i64 i = MASK; i < FIELDS; i++) Py_IncRef(c->items[i]);
    return new_choice(whole, c->items[MASK], c->items[KEY], c->items[VERSION]);
}

static Object *array_of_choice(Tuple *c) {
    Handle *made = c ? new_handle(chosen.class) : 0;
    if (!made) {
        release((Object *)c);
        return 0;
    }
    for (i64 i = 0; i < 3; i++) Py_IncRef(NONE);
    made->epoch = READY;
    made->slot = -1;
    made->kind = made->buffer = made->owner = NONE;
    made->spec = (Object *)c;
    return (Object *)made;
}

static inline i64 axes_of(Object *h) { return ((Tuple *)field(((Handle *)h)->kind, core.shape_at))->size; }

static int is_mask(Object *x) {
    return x->type == core.array && field(((Handle *)x)->kind, core.dtype_at) == core.dtypes[BOOL];
}

/* x[key] of a mask, where that was recorded before as what does not know its length, and is trusted to pay. */
static Object *choose_followed(Segment *s, Object *x, Object *key) {
    if (!chosen.class || s->history || x->type != core.array || !is_mask(key)) return 0;
    Object *whole = follow(s, chosen.identity, &x, 1, 0, 1, 0);
    if (!whole) return 0;
    Object *mask = follow(s, chosen.identity, &key, 1, 0, 1, 0);
    Position *p = (Position *)s->node;
    if (mask && p->trust > 0) {
        p->trust--;
        Py_IncRef(key);
        return array_of_choice(new_choice(whole, mask, key, PyLong_FromLongLong(root_of((Handle *)key)->version)));
    }
    Object *args[4] = {x, key, whole, mask ? mask : NONE};
    Object *out = PyErr_Occurred() ? 0 : PyObject_Vectorcall(chosen.gather, args, 4, 0);
    Py_DecRef(whole);
    release(mask);
    return out;
}

/* The wholes of operands that were chosen by one mask, beside what has fewer axes: the choice of the first, or null. */
static Tuple *wholes_of(Args args, i64 n, Object **wholes) {
    Tuple *first = 0;
    for (i64 i = 0; i < n; i++) {
        Tuple *c = choice_of(args[i]);
        if (!c && chosen.class && args[i]->type == chosen.class) return 0;
        wholes[i] = c ? c->items[WHOLE] : args[i];
        if (!c) continue;
        if (!first) first = c;
        else if (c->items[KEY] != first->items[KEY] || !same(c->items[VERSION], first->items[VERSION]) ||
                 axes_of(c->items[WHOLE]) != axes_of(first->items[WHOLE]))
            return 0;
    }
    i64 axes = first ? axes_of(first->items[WHOLE]) - axes_of(first->items[MASK]) + 1 : 0;
    for (i64 i = 0; first && i < n; i++)
        if (wholes[i] == args[i] && is_handle(args[i]) && axes_of(args[i]) >= axes) return 0;
    return first;
}

/* An op, element by element, on what masks chose: of `into`, one of them, in place. */
static Object *operate_on_chosen(Segment *s, Object *op, Args args, i64 n, Handle *into) {
    Object *wholes[2];
    if (n > 2 || !chosen.class || PyDict_GetItemWithError(chosen.pointwise, op) != core.true_) return 0;
    Tuple *c = wholes_of(args, n, wholes);
    if (!c) return 0;
    hold(c);
    Object *whole = follow(s, op, wholes, n, 0, 1, 0), *out = 0;
    if (whole && !into) {
        out = array_of_choice(choice_like(c, whole));
    } else if (whole && ((Handle *)whole)->kind == ((Handle *)c->items[WHOLE])->kind && into->spec == (Object *)c) {
        Tuple *now = choice_like(c, whole);
        if (now) {
            into->spec = (Object *)now;
            drop(c);
            Py_IncRef((Object *)into);
            out = (Object *)into;
        }
    } else {
        release(whole);
    }
    drop(c);
    return out;
}

static int has_choice(Args args, i64 n) {
    for (i64 i = 0; i < n; i++)
        if (choice_of(args[i])) return 1;
    return 0;
}

/* A number as an array of no axes, of the elements of `h`: a strong reference, or null. */
static Object *number_for(Handle *h, Object *value) {
    i64 no_axes[1] = {0};
    Object *kind = type_with(h->kind, 0, no_axes);
    char *at;
    Object *made = kind ? new_small(kind, LEAST_ROOM, &at) : 0;
    Place *p = made ? place_of((Handle *)made) : 0;
    if (made && (!p || !overwrite(p, at, value))) set_none(&made);
    return made;
}

/* Record x[key] = what the same mask chose, or a number: whether that could be followed; -1: an error is set. */
static int put_chosen(Segment *s, Handle *h, Object *key, Object *value) {
    if (!chosen.class || h->head.type != core.array || !is_mask(key)) return 0;
    Object *args[3] = {key, 0, (Object *)h}, *number = 0;
    Tuple *c = choice_of(value);
    if (c) {
        args[0] = c->items[MASK];
        args[1] = c->items[WHOLE];
        if (c->items[KEY] != key || root_of((Handle *)key)->version != PyLong_AsLongLong(c->items[VERSION])) return 0;
        if (((Handle *)args[1])->kind != h->kind) return 0;
    } else if (value->type == chosen.class || is_handle(value)) {
        return 0;
    }
    if (!same(field(((Handle *)args[0])->kind, core.shape_at), field(h->kind, core.shape_at))) return 0;
    if (!c) args[1] = number = number_for(h, value);
    if (c) hold(c);
    Object *made = args[1] && open_to(s) ? follow(s, chosen.where, args, 3, 0, 1, 0) : 0;
    if (c) drop(c);
    release(number);
    if (!made) return PyErr_Occurred() ? -1 : 0;
    int done = !PRESENT(h->owner) && follow(s, chosen.identity, &made, 1, 0, 1, h);
    if (!done && !PyErr_Occurred()) {
        Object *given[2] = {(Object *)h, made}, *out = PyObject_Vectorcall(core.assign, given, 2, 0);
        done = !!out;
        release(out);
    }
    Py_DecRef(made);
    return done ? 1 : -1;
}

/* choose_by(class, choice, identity, where, pointwise, gather): of what arrays of an unknown length are, the ops that
   they are recorded by, of which ops it is known whether they are done element by element, and who else gathers */
Object *m_choose_by(Object *self, Args args, i64 n) {
    Object **ones[] = {(Object **)&chosen.class, (Object **)&chosen.choice, &chosen.identity,
                       &chosen.where,            &chosen.pointwise,         &chosen.gather};
    if (n != 6 || args[4]->type != &PyDict_Type) return complain(PyExc_TypeError, "choose_by: six things");
    for (i64 i = 0; i < n; i++) {
        Py_IncRef(args[i]); /* for good */
        *ones[i] = args[i];
    }
    return none();
}
