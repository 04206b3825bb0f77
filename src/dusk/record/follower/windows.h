/* Basic keys that make views: what there is to know of one is worked out here, and kept by what the key is of and by its
   parts. A view of a window on a cell at hand is a window on that cell; of other views it is one step more. */

typedef struct {
    Object head;
    Object *start, *stop, *step;
} Slice;

/* A part of a key: an index, or a slice with its ends, or NEW, or REST. */
enum { INDEX = 1, NEW, REST, SLICE = 8, NO_START = 1, NO_STOP = 2, NO_STEP = 4, MOST_PARTS = MOST_AXES, VIEWS = 4096 };

typedef struct {
    i64 what, start, stop, step;
} Part;

typedef struct {
    Object *of[2]; /* the type of the cell, and what the key is of where that is a view: its steps */
    Object *kind, *steps; /* of the view */
    i64 n, apart; /* `apart`: one step more, not another window on the cell */
    Part part[MOST_PARTS];
} View;

static View views[VIEWS];

static int is_index(Object *x, i64 *value) {
    int overflow = 0;
    if (x->type == &PyLong_Type) *value = int_of(x, &overflow);
    else if (x->type == core.numbers[INT64]) *value = *(i64 *)(x + 1);
    else return is_numpys_index(x, value);
    return !overflow;
}

static int is_end(Object *x, i64 *value, i64 *what, i64 absent) {
    if (x != NONE) return is_index(x, value);
    *what |= absent;
    return 1;
}

static inline i64 parts(Object *key) { return key->type == &PyTuple_Type ? ((Tuple *)key)->size : 1; }
static inline Object *part(Object *key, i64 i) { return key->type == &PyTuple_Type ? ((Tuple *)key)->items[i] : key; }

static int read_key(Object *key, View *v) {
    v->n = parts(key);
    if (v->n > MOST_PARTS) return 0;
    for (i64 i = 0; i < v->n; i++) {
        Object *k = part(key, i);
        Part *p = &v->part[i];
        *p = (Part){0, 0, 0, 0};
        if (is_index(k, &p->start)) p->what = INDEX;
        else if (k == NONE) p->what = NEW;
        else if (k == &_Py_EllipsisObject) p->what = REST;
        else if (k->type == &PySlice_Type) {
            Slice *s = (Slice *)k;
            p->what = SLICE;
            if (!is_end(s->start, &p->start, &p->what, NO_START) || !is_end(s->stop, &p->stop, &p->what, NO_STOP) ||
                !is_end(s->step, &p->step, &p->what, NO_STEP))
                return 0;
        } else {
            return 0;
        }
    }
    return 1;
}

static i64 clipped(i64 end, i64 n, i64 step) {
    if (end < 0) end = end < -n ? -1 : end + n;
    else if (end > n) end = n;
    return step > 0 ? end < 0 ? 0 : end : end >= n ? n - 1 : end;
}

/* Which elements of an axis of `n` a part chooses: none is not for here. */
static int choose(Part *p, i64 n, i64 *start, i64 *size, i64 *step) {
    if (p->what == INDEX) {
        *start = p->start < 0 ? p->start + n : p->start;
        *size = *step = 1;
        return *start >= 0 && *start < n;
    }
    *step = p->what & NO_STEP ? 1 : p->step;
    if (!*step || *step > 1LL << 40 || *step < -(1LL << 40)) return 0;
    int forward = *step > 0;
    *start = p->what & NO_START ? forward ? 0 : n - 1 : clipped(p->start, n, *step);
    i64 stop = p->what & NO_STOP ? forward ? n : -1 : clipped(p->stop, n, *step);
    i64 way = forward ? stop - *start : *start - stop;
    *size = way <= 0 ? 0 : (way - 1) / (forward ? *step : -*step) + 1;
    if (!*size) *start = 0;
    return 1;
}

/* Steps, and those after them, whose reference is taken over; or null. */
static Object *both(Object *first, Object *then) {
    Tuple *a = told(first), *b = told(then);
    Tuple *all = a && b ? (Tuple *)quietly(PyTuple_New, a->size + b->size) : 0;
    for (i64 i = 0; all && i < a->size + b->size; i++) {
        all->items[i] = i < a->size ? a->items[i] : b->items[i - a->size];
        Py_IncRef(all->items[i]);
    }
    Py_DecRef(then);
    return (Object *)all;
}

/* The type like another one with these sizes: a borrowed reference, or null. */
static Object *type_with(Object *kind, i64 ndim, const i64 *n) {
    Object *found = usual_type(field(kind, core.dtype_at), ndim, n);
    return PRESENT(found) && same(field(found, core.device_at), field(kind, core.device_at)) ? found : 0;
}

/* What a key leads to that was not met before: whether there is such a view. */
static int learn_window(Handle *h, View *v) {
    Handle *cell = cell_of(h);
    i64 start[MOST_AXES], size[MOST_AXES], step[MOST_AXES], axis[MOST_AXES], n[MOST_AXES], ndim, shown = 0;
    Place *own = place_of(cell);
    ndim = own ? own->ndim : 0;
    if (own && h != cell) own = place_of(h);
    if (!own) return 0;
    Place mine = *own; /* (the next question may be put in its place) */
    int whole = h == cell || v->apart;
    if (whole) {
        ndim = mine.ndim;
        for (i64 i = 0; i < ndim; i++) start[i] = 0, size[i] = mine.n[i], step[i] = 1, axis[i] = i;
    } else {
        Window *w = (Window *)h->spec;
        if (w->ndim != ndim) return 0;
        for (i64 i = 0; i < ndim; i++) start[i] = w->start[i], size[i] = w->size[i], step[i] = w->step[i];
        for (i64 i = 0, at = 0; i < mine.ndim; i++) {
            while (mine.n[i] != 1 && at < ndim && size[at] == 1) at++;
            if (mine.n[i] != 1 && (at == ndim || size[at] != mine.n[i])) return 0;
            axis[i] = mine.n[i] == 1 ? -1 : at++;
        }
    }
    i64 used = 0, rest = -1, now = 0;
    for (i64 i = 0; i < v->n; i++) {
        used += v->part[i].what == INDEX || v->part[i].what & SLICE;
        if (v->part[i].what != REST) continue;
        if (rest >= 0) return 0;
        rest = i;
    }
    if (used > mine.ndim) return 0;
    Part all = {SLICE | NO_START | NO_STOP | NO_STEP};
    for (i64 i = 0; i <= v->n; i++) {
        Part *p = i < v->n ? &v->part[i] : &all;
        i64 times = i == (rest < 0 ? v->n : rest) ? mine.ndim - used : i < v->n;
        if (p->what == REST) p = &all;
        for (; times > 0; times--) {
            i64 first, count = 1, by;
            if (p->what != NEW) {
                i64 a = axis[now];
                if (!choose(p, mine.n[now++], &first, &count, &by) || (a < 0 && count != 1)) return 0;
                if (a >= 0) {
                    start[a] += first * step[a];
                    size[a] = count;
                    step[a] = count == 1 && !whole ? 1 : by * step[a];
                }
            }
            if (p->what == INDEX) continue;
            if (shown == MOST_AXES) return 0;
            n[shown++] = count;
        }
    }
    if (!shown) return 0;
    Object *kind = type_with(h->kind, shown, n);
    if (!kind) return 0;
    Py_IncRef(kind);
    Window *made = new_window(field(kind, core.shape_at), ndim);
    for (i64 i = 0; made && i < ndim; i++) made->start[i] = start[i], made->size[i] = size[i], made->step[i] = step[i];
    v->steps = (Object *)made;
    if (made && v->apart) v->steps = both(h->spec, v->steps);
    v->kind = kind;
    if (!v->steps) Py_DecRef(kind);
    return !!v->steps;
}

/* What a key on a cell, or (while small arrays are done at once) on a view of one, leads to; null: ask elsewhere. Python
   may be asked. */
static View *view_at(Segment *s, Handle *h, Object *key) {
    View made;
    int viewed = PRESENT(h->owner);
    if (viewed && (!core.most || s->history || h->version == ALIAS || PRESENT(cell_of(h)->owner) ||
                   !are_steps(h->spec)))
        return 0;
    if (!read_key(key, &made)) return 0;
    made.of[0] = viewed ? cell_of(h)->kind : h->kind, made.of[1] = viewed ? h->spec : 0;
    made.apart = viewed && (!is_window(h->spec) || !at_hand(s, cell_of(h)));
    unsigned long long hash = (unsigned long long)made.of[0] >> 4 ^ (unsigned long long)made.of[1] >> 3 ^ made.apart;
    for (i64 i = 0; i < made.n; i++) {
        Part *p = &made.part[i];
        hash = (hash ^ p->what << 36 ^ p->start ^ p->stop << 12 ^ p->step << 24) * 0x9e3779b97f4a7c15ULL;
    }
    View *v = &views[(hash >> 32) % VIEWS];
    if (v->of[0] == made.of[0] && v->of[1] == made.of[1] && v->n == made.n && v->apart == made.apart &&
        !__builtin_memcmp(v->part, made.part, made.n * sizeof(Part)))
        return v;
    if (!learn_window(h, &made)) return 0;
    Py_IncRef(made.of[0]);
    if (made.of[1]) Py_IncRef(made.of[1]);
    Object *old[4] = {v->of[0], v->of[1], v->kind, v->steps};
    __builtin_memcpy(v, &made, sizeof(made) - (MOST_PARTS - made.n) * sizeof(Part));
    for (i64 i = 0; i < 4; i++) release(old[i]);
    return open_to(s) && v->steps == made.steps ? v : 0;
}

/* A new view of a type, by steps from a cell (or what stands for one): a strong reference, or null. */
static Object *new_view(Handle *cell, Object *kind, Object *steps) {
    Handle *made = new_handle(core.array);
    if (!made) return 0;
    made->epoch = READY;
    made->slot = made->seen = -1;
    made->kind = kind;
    made->owner = (Object *)cell;
    made->spec = steps;
    hold(made->kind);
    hold(cell);
    Py_IncRef(made->spec);
    return (Object *)made;
}

static Object *show(Handle *h, View *v) { return new_view(cell_of(h), v->kind, v->steps); }
