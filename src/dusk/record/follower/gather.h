/* Elements, or rows, that one line of integers (or a mask) chooses of what is at hand: read and written where they lie. */

typedef struct {
    Place *of;
    i64 n, step; /* how many are chosen, and bytes between one index and the next */
    char *at;
} Chosen;

/* Read a key on the first axis: 0: not for here, or an index is none of the axis (which others say). `asked` as in `is_still`. */
static int read_chosen(Segment *s, Handle *h, Object *key, i64 asked, Chosen *c) {
    Place *q;
    if (!core.most || key->type != core.array || h->head.type != core.array) return 0;
    if (!is_near(s, (Object *)h, &c->of) || !is_near(s, key, &q) || !c->of || !q || q->ndim != 1 || !c->of->ndim) return 0;
    i64 size = c->of->n[0], found = 0;
    if (!is_few(q->n[0], 8) || !is_still(s, asked, (Object *)h, c->of, key, q)) return 0;
    c->n = q->n[0], c->step = q->step[0], c->at = first_of(q, key);
    if (q->number == BOOL) {
        if (c->n != size || size * 8 > (i64)sizeof(scratch)) return 0;
        for (i64 i = 0; i < size; i++) {
            ((i64 *)scratch)[found] = i;
            found += c->at[i * c->step] != 0;
        }
        c->n = found, c->step = 8, c->at = scratch;
        return 1;
    }
    if (q->number != INT64) return 0;
    for (i64 i = 0; i < c->n; i++) {
        i64 index = *(i64 *)(c->at + i * c->step);
        if (index < -size || index >= size) return 0;
    }
    return 1;
}

static inline char *chosen_at(Chosen *c, char *first, i64 i) {
    i64 index = *(i64 *)(c->at + i * c->step);
    return first + (index < 0 ? index + c->of->n[0] : index) * c->of->step[0];
}

static Object *get_chosen(Segment *s, Handle *h, Object *key) {
    Chosen c;
    i64 asked = core.asked, n[MOST_AXES], row = 1;
    if (!read_chosen(s, h, key, asked, &c)) return 0;
    Place *p = c.of;
    n[0] = c.n;
    for (i64 a = p->ndim - 1; a > 0; a--) {
        if (p->n[a] != 1 && p->step[a] != row * p->width) return 0;
        row *= n[a] = p->n[a];
    }
    if (!is_few(c.n * row, p->width)) return 0;
    i64 bytes = row * p->width;
    Object *whose = h->kind;
    if (!known_type(field(whose, core.dtype_at), p->ndim, n)) core.asked++;
    Object *kind = type_with(whose, p->ndim, n);
    char *to;
    Object *made = kind ? new_small(kind, n[0] * bytes, &to) : 0;
    if (made && core.asked != asked && /* all may be otherwise by now */
        (!open_to(s) || h->kind != whose || !read_chosen(s, h, key, core.asked, &c) || c.n != n[0]))
        set_none(&made);
    if (!made) return 0;
    char *first = first_of(c.of, (Object *)h);
    if (bytes == 8)
        for (i64 i = 0; i < c.n; i++) ((i64 *)to)[i] = *(i64 *)chosen_at(&c, first, i);
    else
        for (i64 i = 0; i < c.n; i++) __builtin_memcpy(to + i * bytes, chosen_at(&c, first, i), bytes);
    core.counts->at_once++;
    return made;
}

/* Write a number, or a line of the dtype, over chosen elements of a line; whether that was done. */
static int put_chosen_now(Segment *s, Handle *h, Object *key, Object *value) {
    Chosen c;
    Place *from;
    i64 asked = core.asked;
    Handle *cell = cell_of(h);
    if (!read_chosen(s, h, key, asked, &c) || c.of->ndim != 1 || !is_sole(cell) || cell_of((Handle *)key) == cell) return 0;
    char number[16], *at = number, *first = first_of(c.of, (Object *)h);
    i64 width = c.of->width, step = 0;
    if (is_handle(value)) {
        if (value->type != core.array || !is_near(s, value, &from) || !from || core.asked != asked) return 0;
        if (from->ndim != 1 || from->n[0] != c.n || from->number != c.of->number || cell_of((Handle *)value) == cell) return 0;
        at = first_of(from, value), step = from->step[0];
    } else if (!is_quiet(c.of->number, value) || !overwrite(c.of, number, value)) {
        return 0;
    }
    for (i64 i = 0; i < c.n; i++) __builtin_memcpy(chosen_at(&c, first, i), at + i * step, width);
    cell->version++;
    core.counts->at_once++;
    return 1;
}
