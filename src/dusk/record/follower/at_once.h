/* Small arrays that are at hand: what is asked of them is done at once, by the inner loops of NumPy's own functions, and
   costs less than to record it. Null without an error set: it is not for here. */

enum { KINDS = 1024 };

typedef void (*Run)(char **, const i64 *, const i64 *, void *);

/* The loop of a universal function for operands of one dtype; `known`: 0 ask Python, -1 there is none. */
typedef struct {
    i64 known;
    Run run;
    void *data;
    i64 number; /* of the result's dtype */
} Inner;

static Inner inner_of_operator[40][OTHER];

static Inner *inner_of(Inner *all, Object *op, i64 number) {
    Inner *in = all + number;
    if (!in->known) {
        core.asked++;
        Object *which = PyLong_FromLongLong(number), *args[2] = {op, which};
        Object *said = which ? PyObject_Vectorcall(core.inner, args, 2, 0) : 0;
        release(which);
        if (!said) return 0;
        if (said == NONE) {
            in->known = -1;
        } else {
            Args part = ((Tuple *)said)->items;
            Inner made = {1, (Run)PyLong_AsLongLong(part[0]), (void *)PyLong_AsLongLong(part[1]), PyLong_AsLongLong(part[2])};
            *in = made;
        }
        Py_DecRef(said);
    }
    return in->known > 0 ? in : 0;
}

/* The type of what has the broadcast shape of two types (of one, where the other is null) and a dtype by its number. */
typedef struct {
    Object *of[2];
    i64 number;
    Object *kind; /* None: there is none */
} Made;

static Made made_kinds[KINDS];

static Object *made_kind(Object *a, Object *b, i64 number) {
    unsigned long long hash = ((unsigned long long)a >> 4) ^ ((unsigned long long)b >> 3) * 31 ^ number * 257;
    Made *m = &made_kinds[(hash ^ hash >> 10) % KINDS];
    if (!m->kind || m->of[0] != a || m->of[1] != b || m->number != number) {
        core.asked++;
        Object *which = PyLong_FromLongLong(number), *args[3] = {a, b ? b : NONE, which};
        Object *said = which ? PyObject_Vectorcall(core.kind_of, args, 3, 0) : 0;
        release(which);
        if (!said) return 0;
        Made old = *m;
        Py_IncRef(a);
        if (b) Py_IncRef(b);
        *m = (Made){{a, b}, number, said};
        release(old.of[0]);
        release(old.of[1]);
        release(old.kind);
        return said == NONE ? 0 : said;
    }
    return m->kind == NONE ? 0 : m->kind;
}

/* An operand: where its first element is, and how many bytes to the next along each axis. */
typedef struct {
    char *at;
    i64 step[MOST_AXES];
} Arg;

typedef struct {
    i64 ndim, n[MOST_AXES], total;
    Arg arg[3];
} Grid;

/* Whether two axes of all operands can be gone through as one. */
static int joined(Grid *g, i64 operands, i64 outer, i64 inner) {
    for (i64 i = 0; i < operands; i++)
        if (g->arg[i].step[outer] != g->arg[i].step[inner] * g->n[inner]) return 0;
    return 1;
}

/* As few axes as do, the last of which is the longest of its row. */
static void join(Grid *g, i64 operands) {
    i64 last = -1;
    for (i64 a = 0; a < g->ndim; a++) {
        if (g->n[a] == 1) continue;
        if (last >= 0 && joined(g, operands, last, a)) {
            g->n[last] *= g->n[a];
            for (i64 i = 0; i < operands; i++) g->arg[i].step[last] = g->arg[i].step[a];
            continue;
        }
        last++;
        if (last == a) continue;
        g->n[last] = g->n[a];
        for (i64 i = 0; i < operands; i++) g->arg[i].step[last] = g->arg[i].step[a];
    }
    g->ndim = last + 1;
}

static inline void copy_row(char *to, i64 to_step, char *from, i64 from_step, i64 n, i64 width) {
    if (to_step == width && from_step == width) __builtin_memcpy(to, from, n * width);
    else if (width == 8)
        for (i64 i = 0; i < n; i++) *(i64 *)(to + i * to_step) = *(i64 *)(from + i * from_step);
    else
        for (i64 i = 0; i < n; i++) __builtin_memcpy(to + i * to_step, from + i * from_step, width);
}

/* Go through a grid row by row: by an inner loop, or copying elements of `width` bytes from operand 0 to 1. */
static void go_through(Grid *g, i64 operands, Inner *in, i64 width) {
    if (!g->total) return;
    if (g->ndim == 1 && in) { /* mostly */
        i64 steps[3] = {g->arg[0].step[0], g->arg[1].step[0], g->arg[2].step[0]};
        char *now[3] = {g->arg[0].at, g->arg[1].at, g->arg[2].at};
        in->run(now, g->n, steps, in->data);
        return;
    }
    i64 index[MOST_AXES] = {0}, one = 1, steps[3], rows = 1;
    join(g, operands);
    i64 last = g->ndim - 1, n = last < 0 ? one : g->n[last];
    char *at[3];
    for (i64 i = 0; i < operands; i++) {
        at[i] = g->arg[i].at;
        steps[i] = last < 0 ? 0 : g->arg[i].step[last];
    }
    for (i64 a = 0; a < last; a++) rows *= g->n[a];
    for (i64 row = 0; row < rows; row++) {
        if (in) {
            char *now[3] = {at[0], at[1], at[2]};
            in->run(now, &n, steps, in->data);
        } else {
            copy_row(at[1], steps[1], at[0], steps[0], n, width);
        }
        for (i64 a = last - 1; a >= 0; a--) {
            int more = ++index[a] < g->n[a];
            for (i64 i = 0; i < operands; i++) at[i] += g->arg[i].step[a] * (more ? 1 : 1 - g->n[a]);
            if (more) break;
            index[a] = 0;
        }
    }
}

static inline int placed(Place *p, Handle *h) {
    return PRESENT(h->owner) ? p->kind == ((Handle *)h->owner)->kind && p->spec == h->spec
                             : p->kind == h->kind && !p->spec;
}

/* Whether an operand is at hand, and where it lies (null: a number). */
static inline int is_near(Segment *s, Object *x, Place **p) {
    *p = 0;
    if (!is_handle(x)) return x->type != &PyBool_Type;
    Handle *h = (Handle *)x;
    if ((x->type != core.array && x->type != core.scalar) || !at_hand(s, cell_of(h))) return 0;
    *p = place_of(h);
    return *p && (*p)->number < OTHER;
}

/* Whether it is as it was when Python had been asked `asked` times. */
static int is_still(Segment *s, i64 asked, Object *x, Place *p, Object *y, Place *q) {
    if (core.asked == asked) return 1;
    return open_to(s) && (!p || (at_hand(s, cell_of((Handle *)x)) && placed(p, (Handle *)x))) &&
           (!q || (at_hand(s, cell_of((Handle *)y)) && placed(q, (Handle *)y)));
}

/* Memory that is a cell's alone, so that it can be written to. */
static inline int is_sole(Handle *cell) {
    Object *buffer = cell->buffer;
    return buffer->refcount == 1 && !pinned(buffer) && field(buffer, core.owner_at) == NONE;
}

static int broadcast(Grid *g, Place *p, Place *q) {
    Place *lead = p ? p : q;
    i64 width = !p || (q && q->width > p->width) ? q->width : p->width;
    if (lead->ndim == 1 && (!p || !q || (q->ndim == 1 && p->n[0] == q->n[0]))) { /* mostly */
        g->ndim = 1;
        g->n[0] = g->total = lead->n[0];
        g->arg[0].step[0] = p ? p->step[0] : 0;
        g->arg[1].step[0] = q ? q->step[0] : 0;
        return is_few(g->total, width);
    }
    i64 nd = p ? p->ndim : 0;
    if (q && q->ndim > nd) nd = q->ndim;
    g->ndim = nd;
    g->total = 1;
    Place *places_[2] = {p, q};
    for (i64 a = 0; a < nd; a++) {
        g->n[a] = 1;
        for (i64 i = 0; i < 2; i++) {
            Place *at = places_[i];
            i64 own = at ? a - (nd - at->ndim) : -1, n = own >= 0 ? at->n[own] : 1;
            g->arg[i].step[a] = own >= 0 && n != 1 ? at->step[own] : 0;
            if (n == 1) continue;
            if (g->n[a] != 1 && g->n[a] != n) return 0;
            g->n[a] = n;
        }
        g->total *= g->n[a];
    }
    return is_few(g->total, width);
}

static void lie(Grid *g, i64 i, i64 width) { /* in C order */
    for (i64 a = g->ndim - 1; a >= 0; a--) {
        g->arg[i].step[a] = width;
        width *= g->n[a];
    }
}

static char scratch[1 << 16];

/* The first byte of an operand, and the first one after it. */
static void reach(Grid *g, i64 i, i64 width, char *ends[2]) {
    ends[0] = ends[1] = g->arg[i].at;
    for (i64 a = 0; a < g->ndim; a++) ends[g->arg[i].step[a] > 0] += (g->n[a] - 1) * g->arg[i].step[a];
    ends[1] += width;
}

/* Copy an operand aside, if it overlaps one that is to be written to and has the same memory; whether all is well. */
static int set_aside(Grid *g, i64 i, i64 written, i64 width) {
    char *mine[2], *theirs[2];
    reach(g, i, width, mine);
    reach(g, written, width, theirs);
    if (mine[1] <= theirs[0] || theirs[1] <= mine[0]) return 1;
    if (g->total * width > (i64)sizeof(scratch)) return 0;
    Grid aside = *g;
    aside.arg[0] = g->arg[i];
    aside.arg[1].at = scratch;
    lie(&aside, 1, width);
    go_through(&aside, 2, 0, width);
    g->arg[i].at = scratch;
    lie(g, i, width);
    return 1;
}

/* A new array of a type, on memory whose reference it takes over. */
static Object *ready_array(Object *kind, Object *buffer) {
    Handle *h = new_handle(core.array);
    if (!h) {
        release(buffer);
        return 0;
    }
    h->epoch = READY;
    h->slot = -1;
    h->kind = kind;
    Py_IncRef(kind);
    h->buffer = buffer;
    return (Object *)h;
}

/* A new small array of a type, whose reference is borrowed, on memory that is yet to be written; or null. */
static Object *new_small(Object *kind, i64 nbytes, char **at) {
    Py_IncRef(kind);
    Object *buffer = small_buffer(nbytes), *made = buffer ? ready_array(kind, buffer) : 0;
    Py_DecRef(kind);
    if (made) *at = (char *)address_of(buffer);
    return made;
}

static Object *number_from(i64 number, char *at) {
    Place p = {.number = number, .width = WIDTHS[number], .class = core.numbers[number]};
    return load(&p, at);
}

static inline char *first_of(Place *p, Object *x) {
    return (char *)address_of(cell_of((Handle *)x)->buffer) + p->offset;
}

/* A universal function of one operand or two; with `into` the first operand is overwritten. */
static Object *at_once(Segment *s, Inner *all, Object *op, Object *x, Object *y, int into) {
    Place *p, *q = 0;
    i64 asked = core.asked;
    if (!core.most || !is_near(s, x, &p) || (y && !is_near(s, y, &q))) return 0;
    Place *lead = p ? p : q;
    if (!lead || (p && q && p->number != q->number)) return 0;
    i64 number = lead->number, operands = y ? 3 : 2;
    Inner *in = inner_of(all, op, number);
    Grid g;
    if (!in || !broadcast(&g, p, q) || !is_still(s, asked, x, p, y, q)) return 0;
    i64 value[2][2];
    Place *where[2] = {p, q};
    Object *given[2] = {x, y};
    for (i64 i = 0; i < operands - 1; i++) {
        g.arg[i].at = (char *)value[i];
        if (where[i]) g.arg[i].at = first_of(where[i], given[i]);
        else if (number == BOOL || !overwrite(lead, g.arg[i].at, given[i])) return 0;
    }
    Arg *out = &g.arg[operands - 1];
    if (into) {
        Handle *cell = cell_of((Handle *)x);
        if (!p || x->type != core.array || in->number != number || g.ndim != p->ndim || !is_sole(cell)) return 0;
        for (i64 a = 0; a < g.ndim; a++)
            if (g.n[a] != p->n[a]) return 0;
        *out = g.arg[0];
        if (q && cell_of((Handle *)y) == cell && q != p && !set_aside(&g, 1, 2, p->width)) return 0;
        go_through(&g, operands, in, 0);
        cell->version++;
        core.counts->at_once++;
        Py_IncRef(x);
        return x;
    }
    i64 width = WIDTHS[in->number];
    if (!g.ndim) {
        i64 result[2] = {0};
        out->at = (char *)result;
        go_through(&g, operands, in, 0);
        core.counts->at_once++;
        return number_from(in->number, (char *)result);
    }
    Object *kinds[2] = {p ? ((Handle *)x)->kind : 0, q ? ((Handle *)y)->kind : 0};
    Object *kind = kinds[0] ? kinds[0] : kinds[1];
    if (in->number != number || (kinds[0] && kinds[1] && kinds[0] != kinds[1])) {
        kind = kinds[0] ? made_kind(kinds[0], kinds[1], in->number) : made_kind(kinds[1], 0, in->number);
        if (!kind) return 0;
    }
    Object *made = new_small(kind, g.total * width, &out->at); /* may run Python, but what is read here is held */
    if (!made) return 0;
    if (core.asked != asked) {
        if (!is_still(s, asked, x, p, y, q)) {
            Py_DecRef(made);
            return 0;
        }
        for (i64 i = 0; i < operands - 1; i++)
            if (where[i]) g.arg[i].at = first_of(where[i], given[i]);
    }
    lie(&g, operands - 1, width);
    go_through(&g, operands, in, 0);
    core.counts->at_once++;
    return made;
}

/* Write numbers, or what is at hand, over all elements of an array or a view; whether that was done. */
static int assign_at_once(Segment *s, Handle *to, Object *x) {
    Place *p, *q;
    i64 asked = core.asked;
    if (!core.most || to->head.type != core.array || !is_near(s, (Object *)to, &p) || !p || !is_near(s, x, &q)) return 0;
    if (!is_still(s, asked, (Object *)to, p, x, q) || (q && (q->number != p->number || q->ndim > p->ndim)))
        return 0;
    Handle *cell = cell_of(to);
    Grid g;
    i64 value[2];
    if (!is_sole(cell) || !broadcast(&g, q, p)) return 0;
    for (i64 a = 0; a < g.ndim; a++)
        if (g.n[a] != p->n[a]) return 0;
    g.arg[1].at = first_of(p, (Object *)to);
    if (!q) {
        if (!overwrite(p, (char *)value, x)) return 0;
        g.arg[0].at = (char *)value;
    } else {
        g.arg[0].at = first_of(q, x);
        if (cell_of((Handle *)x) == cell && q != p && !set_aside(&g, 0, 1, p->width)) return 0;
    }
    go_through(&g, 2, 0, p->width);
    cell->version++;
    core.counts->at_once++;
    return 1;
}

/* Write the numbers of a list over the elements of a line; whether that was done. */
static int assign_row(Segment *s, Handle *to, Object *list) {
    Place *p = place_at_hand(s, to);
    Handle *cell = cell_of(to);
    if (!p || !is_sole(cell) || p->ndim != 1 || p->n[0] != length(list) || p->n[0] * p->width > (i64)sizeof(scratch)) return 0;
    for (i64 i = 0; i < p->n[0]; i++)
        if (!overwrite(p, scratch + i * p->width, items(list)[i])) return 0;
    copy_row(first_of(p, (Object *)to), p->step[0], scratch, p->width, p->n[0], p->width);
    cell->version++;
    core.counts->at_once++;
    return 1;
}

/* The product of two matrices, or of vectors (as matrices of one row, or column). */
static Object *product_at_once(Segment *s, Object *x, Object *y) {
    Place *p, *q;
    i64 asked = core.asked;
    if (!core.most || !is_near(s, x, &p) || !is_near(s, y, &q) || !p || !q || p->number != q->number) return 0;
    i64 a = p->ndim, b = q->ndim, number = p->number;
    if (a < 1 || b < 1 || a > 2 || b > 2 || !is_still(s, asked, x, p, y, q)) return 0;
    i64 m = a == 2 ? p->n[0] : 1, k = p->n[a - 1], n = b == 2 ? q->n[1] : 1, width = WIDTHS[number];
    if (q->n[0] != k || !are_few(m * k, width) || !are_few(k * n, width) || !are_few(m * n, width)) return 0;
    Inner *in = inner_of(inner_of_operator[7], core.op[7], number);
    Object *kind = 0, *buffer = 0;
    i64 value[2], row = p->step[0] * (a == 2), right = q->step[b - 1] * (b == 2);
    if (in && a + b > 2) {
        kind = made_kind(((Handle *)x)->kind, ((Handle *)y)->kind, -1 - number);
        buffer = kind ? small_buffer(m * n * width) : 0;
    }
    if (!in || (a + b > 2 && !buffer) || !is_still(s, asked, x, p, y, q)) {
        release(buffer);
        return 0;
    }
    char *at[3] = {first_of(p, x), first_of(q, y), buffer ? (char *)address_of(buffer) : (char *)value};
    i64 sizes[4] = {1, m, k, n};
    i64 steps[9] = {0, 0, 0, row, p->step[a - 1], q->step[0], right, n * width, width};
    if (m * k * n) in->run(at, sizes, steps, in->data);
    else __builtin_memset(at[2], 0, m * n * width);
    core.counts->at_once++;
    return buffer ? ready_array(kind, buffer) : number_from(number, (char *)value);
}
