/* Small arrays made of sizes, or of one array at hand, as NumPy's function for the usual arguments makes them. Null without
   an error set: it is not for here. */

/* The number of a dtype, or of what stands for one; -1: none of the usual. */
static i64 number_of_dtype(Object *x) {
    if (x == (Object *)&PyFloat_Type || x == (Object *)core.number) return FLOAT64;
    if (x == (Object *)&PyLong_Type) return INT64;
    if (x == (Object *)&PyBool_Type) return BOOL;
    if (x == (Object *)&PyComplex_Type) return COMPLEX128;
    for (i64 i = 0; i < OTHER; i++)
        if (x == core.dtypes[i] || x == (Object *)core.numbers[i]) return i;
    return -1;
}

static inline int fits_single(double x) { return x - x != 0 || (x > -3e38 && x < 3e38); }

/* Whether a number becomes one of that dtype without a warning. */
static int is_quiet(i64 number, Object *value) {
    if ((number != FLOAT32 && number != COMPLEX64) || value->type == &PyLong_Type || is_of(value, number)) return 1;
    return value->type == &PyFloat_Type && fits_single(((Number *)value)->value);
}

/* A copy in C order. */
static Object *copied(Segment *s, Object *x) {
    i64 asked = core.asked;
    Place *p = x->type == core.array ? place_at_hand(s, (Handle *)x) : 0;
    Grid g = {.total = 1};
    for (i64 i = 0; p && i < p->ndim; i++) {
        g.n[i] = p->n[i];
        g.arg[0].step[i] = p->step[i];
        g.total *= p->n[i];
    }
    if (!p || p->number == OTHER || !is_few(g.total, p->width)) return 0;
    i64 width = p->width;
    g.ndim = p->ndim;
    lie(&g, 1, width);
    Object *made = new_small(((Handle *)x)->kind, g.total * width, &g.arg[1].at);
    if (made && !is_still(s, asked, x, p, 0, 0)) set_none(&made);
    if (!made) return 0;
    g.arg[0].at = first_of(p, x);
    go_through(&g, 2, 0, width);
    core.counts->at_once++;
    return made;
}

/* An array of one number: of a size, or sizes, and of a dtype where that is given. `value` null: (sizes, number, dtype). */
static Object *filled(Object *value, Args args, i64 n, Tuple *names) {
    i64 own = value ? 1 : 2, all = n + (names ? names->size : 0), total = 1;
    if (n < own || all > own + 1 || (n == own && names && names->items[0] != core.named_dtype)) return 0;
    if (!value) value = args[1];
    Place p = {.number = -1};
    if (all > own && args[own] != NONE) p.number = number_of_dtype(args[own]);
    else if (own == 1 || value->type == &PyFloat_Type || is_of(value, FLOAT64)) p.number = FLOAT64;
    else if (value->type == &PyLong_Type) p.number = INT64;
    else if (value->type == &PyBool_Type) p.number = BOOL;
    int several = is_sequence(args[0]), overflow;
    p.ndim = several ? length(args[0]) : 1;
    if (p.number < 0 || p.ndim > MOST_AXES) return 0;
    if (!is_quiet(p.number, value)) return 0;
    for (i64 i = 0; i < p.ndim; i++) {
        Object *size = several ? items(args[0])[i] : args[0];
        if (size->type != &PyLong_Type) return 0;
        p.n[i] = int_of(size, &overflow);
        if (overflow || p.n[i] < 0 || p.n[i] > core.most_restless) return 0;
        total *= p.n[i];
        if (total > core.most_restless) return 0;
    }
    p.class = core.numbers[p.number];
    p.width = WIDTHS[p.number];
    if (total > core.most && !is_few(total, 8)) return 0;
    char first[16] = {0}, *at;
    if (value != core.zero && !overwrite(&p, first, value)) {
        if (own == 2 || p.number != BOOL) return 0;
        *first = 1;
    }
    Object *kind = usual_type(core.dtypes[p.number], p.ndim, p.n), *made = PRESENT(kind) ? new_small(kind, total * p.width, &at) : 0;
    if (!made) return 0;
    Grid g = {.ndim = 1, .n = {total}, .total = total, .arg = {{first, {0}}, {at, {p.width}}}};
    if (value == core.zero) __builtin_memset(at, 0, total * p.width);
    else go_through(&g, 2, 0, p.width);
    core.counts->at_once++;
    return made;
}

enum { FEW_CAST = 64 }; /* of more than these NumPy's loops are worth their call */

/* Numbers cast to another dtype, one after the other; 0: not for here, or not without a warning. */
static int cast_row(i64 from, i64 to, const char *x, char *y, i64 n) {
    for (i64 i = 0; i < n; i++) {
        int is_float = from == FLOAT64 || from == FLOAT32;
        double d = from == FLOAT64 ? ((double *)x)[i] : from == FLOAT32 ? ((float *)x)[i] : 0;
        i64 w = from == INT64 ? ((i64 *)x)[i] : from == INT32 ? ((int *)x)[i] : from == BOOL || from == UINT8 ? ((unsigned char *)x)[i] : 0;
        if (to == INT64) {
            if (is_float && !(d > -9e18 && d < 9e18)) return 0;
            ((i64 *)y)[i] = is_float ? (i64)d : w;
        } else if (to == FLOAT32) {
            if (is_float && !fits_single(d)) return 0;
            ((float *)y)[i] = is_float ? (float)d : (float)w;
        } else {
            double value = is_float ? d : (double)w;
            if (to == FLOAT64) ((double *)y)[i] = value;
            else ((double *)y)[2 * i] = value, ((double *)y)[2 * i + 1] = 0;
        }
    }
    return 1;
}

static Object *cast_to(Segment *s, Object *x, Object *dtype) {
    i64 asked = core.asked, to = number_of_dtype(dtype), total = 1;
    Place *p = to >= 0 && x->type == core.array ? place_at_hand(s, (Handle *)x) : 0;
    if (!p) return 0;
    i64 from = p->number;
    if (from == to) return copied(s, x);
    int known = from == FLOAT64 || from == FLOAT32 || from == INT64 || from == INT32 || from == BOOL || from == UINT8;
    for (i64 i = 0; i < p->ndim; i++) total *= p->n[i];
    if (!known || (to != INT64 && to != FLOAT32 && to != FLOAT64 && to != COMPLEX128) || total > FEW_CAST || !(order_of(p) & C_ORDER))
        return 0;
    Object *kind = made_kind(((Handle *)x)->kind, 0, to);
    char *at;
    Object *made = kind ? new_small(kind, total * WIDTHS[to], &at) : 0;
    if (made && (!is_still(s, asked, x, p, 0, 0) || !cast_row(from, to, first_of(p, x), at, total))) set_none(&made);
    if (made) core.counts->at_once++;
    return made;
}
