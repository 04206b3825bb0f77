/* Functions that take so long to be called by NumPy, and so little to be done, that it is done here: on small arrays at
   hand, as NumPy's function for the usual arguments does. Null without an error set: it is not for here. */

enum { NO_SHORTCUT, SUM, PROD, ANY, ALL, EXTREME, MEAN, PRODUCT, TOLIST, ARRAY, UFUNC };

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
    if (!total || total > core.most) return 0;
    if (which == ANY || which == ALL ? number != BOOL : which != EXTREME && number > FLOAT64 && (which == MEAN || number != INT64))
        return 0;
    Inner *in = inner_of(all, op, number);
    if (!in || in->number != number || !is_still(s, asked, x, p, 0, 0)) return 0;
    i64 value = 0, rest = which == EXTREME ? total - 1 : total;
    char *from = first_of(p, x), *to = (char *)&value;
    if (which == EXTREME) {
        __builtin_memcpy(to, from, p->width);
        from += step;
    } else if (which == PROD) {
        if (number == FLOAT32) *(float *)to = 1;
        else if (number == FLOAT64) *(double *)to = 1;
        else value = 1;
    } else {
        value = which == ALL;
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
    if (!p || p->number > BOOL || total > core.most) return 0;
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
        i64 is = x->type == &PyFloat_Type || x->type == core.numbers[FLOAT64] ? FLOAT64 : x->type == &PyLong_Type ? INT64 : 0;
        if (is && !*ndim) *ndim = depth + 1;
        if (is ? *ndim != depth + 1 : !is_sequence(x) || !(is = measure(x, depth + 1, ndim, n))) return 0;
        if (is == FLOAT64) found = is;
    }
    return found;
}

static char *fill(Place *p, Object *list, i64 depth, char *at) {
    for (i64 i = 0; at && i < length(list); i++)
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
    if (total * p.width > (i64)sizeof(scratch) || total > core.most) return 0;
    Object *kind = known_type(core.dtypes[p.number], p.ndim, p.n);
    if (!PRESENT(kind) || !fill(&p, list, 0, scratch)) return 0;
    Py_IncRef(kind);
    i64 asked = core.asked;
    Object *buffer = small_buffer(total * p.width), *made = buffer && core.asked == asked ? ready_array(kind, buffer) : 0;
    if (buffer && core.asked != asked) Py_DecRef(buffer);
    if (made) {
        __builtin_memcpy((char *)address_of(((Handle *)made)->buffer), scratch, total * p.width);
        core.counts->at_once++;
    }
    Py_DecRef(kind);
    return made;
}

static Object *function_enter(Object *, Args, i64, Tuple *);

/* A universal function of NumPy's that met an array of ours: (the array, the function, "__call__", what it is given). */
static Object *ask_ours(Tuple *known, Args args, i64 n) {
    Object *ours = n > 3 && same(args[2], known->items[1]) ? PyDict_GetItemWithError(known->items[0], args[1]) : 0;
    return ours ? function_enter(ours, args + 3, n - 3, 0) : 0;
}

/* `op`: that of the universal function which folds; for UFUNC our functions by NumPy's, and the name of calls. */
static Object *take_shortcut(Segment *s, i64 which, Inner **inner, Object *op, Args args, i64 n) {
    if (which == UFUNC) return ask_ours((Tuple *)op, args, n);
    if (!core.most) return 0;
    if (which == PRODUCT)
        return n == 2 && is_direct(s, args[0]) && is_direct(s, args[1]) && open_to(s) ? product_at_once(s, args[0], args[1]) : 0;
    if (n != 1) return 0;
    if (which == TOLIST) return to_list(s, args[0]);
    if (which == ARRAY) return s->history ? 0 : array_of(args[0]);
    if (!*inner && !(*inner = PyMem_RawCalloc(BOOL + 1, sizeof(Inner)))) return PyErr_NoMemory();
    return fold(s, which, *inner, op, args[0]);
}
