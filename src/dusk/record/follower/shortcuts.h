/* Functions that take so long to be called by NumPy, and so little to be done, that it is done here: on small arrays at
   hand, as NumPy's function for the usual arguments does. Null without an error set: it is not for here. */

enum { NO_SHORTCUT, SUM, PROD, ANY, ALL, EXTREME, MEAN, PRODUCT, TOLIST, ARRAY, UFUNC, JOIN, SUBSCRIPT, COPY, CAST, FILL };

/* All elements of an array by a universal function; sums and products begin with what changes nothing, as NumPy's. */
static Object *fold(Segment *s, i64 which, Inner *all, Object *op, Object *x) {
    Place *p;
    i64 asked = core.asked, total = 1;
    if (!is_near(s, x, &p) || !p || !p->ndim) return 0;
    i64 number = p->number, step = p->step[p->ndim - 1];
    for (i64 i = p->ndim - 1; i >= 0; i--) {
        if (p->ndim > 1 && p->step[i] != total * p->width) return 0; /* in which order NumPy goes is its affair */
        total *= p->n[i];
    }
    if (!total || !is_few(total, p->width)) return 0;
    if (which == ANY || which == ALL ? number != BOOL : which != EXTREME && number > FLOAT64 && (which == MEAN || number != INT64))
        return 0;
    Inner *in = inner_of(all, op, number);
    if (!in || in->number != number || !is_still(s, asked, x, p, 0, 0)) return 0;
    i64 value[2] = {0}, rest = which == EXTREME ? total - 1 : total;
    char *from = first_of(p, x), *to = (char *)value;
    if (which == EXTREME) {
        __builtin_memcpy(to, from, p->width);
        from += step;
    } else if (which == PROD) {
        if (number == FLOAT32) *(float *)to = 1;
        else if (number == FLOAT64) *(double *)to = 1;
        else *value = 1;
    } else {
        *value = which == ALL;
    }
    char *at[3] = {to, from, to};
    i64 steps[3] = {0, step, 0};
    if (rest) in->run(at, &rest, steps, in->data);
    if (which == MEAN && number == FLOAT64) *(double *)to /= (double)total;
    if (which == MEAN && number == FLOAT32) *(float *)to = (float)(*(float *)to / (double)total);
    core.counts->at_once++;
    return number_from(number, to);
}

/* Whether the library of linear algebra takes an operand as it is: `dot` copies others, products with `@` do not. */
static int is_direct(Segment *s, Object *x) {
    Place *p;
    if (!is_near(s, x, &p) || !p || !p->ndim || p->ndim > 2) return 0;
    if (p->ndim == 1) return p->step[0] > 0;
    return (p->step[1] == p->width && p->step[0] >= p->n[1] * p->width) ||
           (p->step[0] == p->width && p->step[1] >= p->n[0] * p->width);
}

static Object *list_from(Place *p, i64 axis, char *at) {
    if (axis == p->ndim) return plain(p, at);
    Object *made = quietly(PyList_New, p->n[axis]);
    for (i64 i = 0; made && i < p->n[axis]; i++) {
        ((List *)made)->items[i] = list_from(p, axis + 1, at + i * p->step[axis]);
        if (!((List *)made)->items[i]) set_none(&made);
    }
    return made;
}

static Object *to_list(Segment *s, Object *x) {
    Place *p = x->type == core.array ? place_at_hand(s, (Handle *)x) : 0;
    i64 total = 1;
    for (i64 i = 0; p && i < p->ndim; i++) total *= p->n[i];
    if (!p || p->number == UINT64 || p->number == FLOAT16 || p->number == OTHER || total > core.most) return 0;
    core.counts->at_once++;
    Object *buffer = cell_of((Handle *)x)->buffer; /* before 3.12 lists may run finalisers when they are made */
    hold(buffer);
    Place still = *p;
    Object *made = list_from(&still, 0, (char *)address_of(buffer) + still.offset);
    drop(buffer);
    return made;
}

/* The sizes of lists in lists, and by FLOAT64 or INT64 what numbers there are; 0: NumPy decides. */
static i64 measure(Object *list, i64 depth, i64 *ndim, i64 *n) {
    i64 size = length(list), found = INT64;
    if (!size || size > core.most || depth == MOST_AXES || (*ndim && depth >= *ndim)) return 0;
    if (n[depth] && n[depth] != size) return 0;
    n[depth] = size;
    for (i64 i = 0; i < size; i++) {
        Object *x = items(list)[i];
        i64 is = x->type == &PyFloat_Type || is_of(x, FLOAT64) ? FLOAT64 : x->type == &PyLong_Type ? INT64 : 0;
        if (is && !*ndim) *ndim = depth + 1;
        if (is ? *ndim != depth + 1 : !is_sequence(x) || !(is = measure(x, depth + 1, ndim, n))) return 0;
        if (is == FLOAT64) found = is;
    }
    return found;
}

/* (The lists may have changed since they were measured.) */
static char *fill(Place *p, Object *list, i64 depth, char *at) {
    if (!is_sequence(list) || length(list) != p->n[depth]) return 0;
    for (i64 i = 0; at && i < p->n[depth]; i++)
        if (depth < p->ndim - 1) at = fill(p, items(list)[i], depth + 1, at);
        else at = overwrite(p, at, items(list)[i]) ? at + p->width : 0;
    return at;
}

/* An array of lists of Python's numbers. */
static Object *array_of(Object *list) {
    Place p = {.width = 8};
    if (!is_sequence(list) || !(p.number = measure(list, 0, &p.ndim, p.n))) return 0;
    p.class = core.numbers[p.number];
    i64 total = 1;
    for (i64 i = 0; i < p.ndim; i++) total *= p.n[i];
    Object *kind = total > core.most ? 0 : known_type(core.dtypes[p.number], p.ndim, p.n);
    if (!PRESENT(kind)) return 0;
    char *to;
    Object *made = new_small(kind, total * p.width, &to);
    if (made && !fill(&p, list, 0, to)) set_none(&made);
    if (made) core.counts->at_once++;
    return made;
}

/* An operand of those that are put one after the other: like the first one but along the first axis. */
static Place *part_to_join(Segment *s, Object *x, Object *first) {
    if (x->type != core.array || field(((Handle *)x)->kind, core.dtype_at) != field(((Handle *)first)->kind, core.dtype_at)) return 0;
    Place *p = place_at_hand(s, (Handle *)x);
    return p && p->ndim ? p : 0;
}

/* Arrays one after the other, along the first axis. */
static Object *joined_arrays(Segment *s, Object *list) {
    i64 n[MOST_AXES], ndim = 0, total = 0, count = is_sequence(list) ? length(list) : 0, width = 0;
    if (!count || items(list)[0]->type != core.array) return 0;
    Handle *first = (Handle *)items(list)[0];
    for (i64 i = 0; i < count; i++) {
        Place *p = part_to_join(s, items(list)[i], (Object *)first);
        if (!p || (i && p->ndim != ndim)) return 0;
        for (i64 a = 0; !i && a < p->ndim; a++) n[a] = p->n[a];
        for (i64 a = 1; i && a < p->ndim; a++)
            if (n[a] != p->n[a]) return 0;
        if (i) n[0] += p->n[0];
        ndim = p->ndim, width = p->width, total = 1;
        for (i64 a = 0; a < ndim; a++) total *= n[a];
        if (!is_few(total, width)) return 0;
    }
    Object *kind = total ? type_with(first->kind, ndim, n) : 0;
    char *to;
    Object *made = kind ? new_small(kind, total * width, &to) : 0;
    i64 at = 0;
    for (i64 i = 0; made && i < count; i++) { /* which may be others by now */
        Object *x = i < length(list) ? items(list)[i] : NONE;
        Place *p = items(list)[0] == (Object *)first && open_to(s) ? part_to_join(s, x, (Object *)first) : 0;
        Grid g = {.ndim = ndim, .total = 1};
        i64 fits = p && p->ndim == ndim && p->width == width;
        for (i64 a = 0; fits && a < ndim; a++) {
            fits = a ? p->n[a] == n[a] : at + p->n[0] <= n[0];
            g.n[a] = p->n[a];
            g.arg[0].step[a] = p->step[a];
            g.total *= p->n[a];
        }
        if (!fits) {
            set_none(&made);
            return 0;
        }
        lie(&g, 1, width);
        g.arg[0].at = first_of(p, x);
        g.arg[1].at = to + at * (total / n[0]) * width;
        at += p->n[0];
        if (g.total) go_through(&g, 2, 0, width);
    }
    if (made) core.counts->at_once++;
    return made;
}

static Object *function_enter(Object *, Args, i64, Tuple *);

/* A universal function of NumPy's that met an array of ours: (the array, the function, "__call__", what it is given). */
static Object *ask_ours(Tuple *known, Args args, i64 n) {
    Object *ours = n > 3 && same(args[2], known->items[1]) ? PyDict_GetItemWithError(known->items[0], args[1]) : 0;
    return ours ? function_enter(ours, args + 3, n - 3, 0) : 0;
}

/* What a key gives of an array, one for each number of dimensions: None for the array itself, False: not for here. */
static Object *by_key(Tuple *keys, Object *x) {
    i64 ndim = x->type == core.array ? ((Tuple *)field(((Handle *)x)->kind, core.shape_at))->size : keys->size;
    if (ndim >= keys->size || keys->items[ndim] == core.false_) return 0;
    if (keys->items[ndim] != NONE) return mp_subscript(x, keys->items[ndim]);
    Py_IncRef(x);
    return x;
}

/* `op`: that of the universal function which folds; for UFUNC our functions by NumPy's, and the name of calls; for SUBSCRIPT
   the keys; for FILL the number, None: it is among what is given. */
static Object *take_shortcut(Segment *s, i64 which, Inner **inner, Object *op, Args args, i64 n, Tuple *names) {
    if (which == FILL) return core.most && !s->history ? filled(op == NONE ? 0 : op, args, n, names) : 0;
    if (names) return 0;
    if (which == UFUNC) return ask_ours((Tuple *)op, args, n);
    if (!core.most) return 0;
    if (which == CAST) return n == 2 ? cast_to(s, args[0], args[1]) : 0;
    if (which == PRODUCT)
        return n == 2 && is_direct(s, args[0]) && is_direct(s, args[1]) && open_to(s) ? product_at_once(s, args[0], args[1]) : 0;
    if (n != 1) return 0;
    if (which == SUBSCRIPT) return by_key((Tuple *)op, args[0]);
    if (which == TOLIST) return to_list(s, args[0]);
    if (which == COPY || (which == ARRAY && is_handle(args[0]))) return copied(s, args[0]);
    if (which == ARRAY) return s->history ? 0 : array_of(args[0]);
    if (which == JOIN) return joined_arrays(s, args[0]);
    if (!*inner && !(*inner = PyMem_RawCalloc(OTHER, sizeof(Inner)))) return PyErr_NoMemory();
    return fold(s, which, *inner, op, args[0]);
}
