/* Functions written in Python whose calls are followed by what they were given, when all that such a call did was to
   record one call of some of its arguments, or to make a view of the first. Others, and those met first, are `_call`'s,
   which says what there is to learn (`Segment.learn_call`, `Followed.learn_view`). */

enum { MOST_GIVEN = 8, MOST_SHOWN = 32 };

/* What was given to a call: its operand of that number, or (-1) a plain value. */
typedef struct Given {
    i64 operand;
    Object *value;
} Given;

typedef struct Shown {
    Object *kind, *of; /* of what: see `shown_of` */
    Tuple *names;
    i64 n;
    Given given[MOST_GIVEN];
    Object *window[2]; /* type and steps of the view */
} Shown;

typedef struct {
    Object head;
    Vectorcall enter;
    i64 is_property, makes_views, n_shown, next;
    Shown *shown;
    i64 makes; /* as `by_numpy` says */
    Object *numpy;
    i64 shortcut; /* as `take_shortcut` says, by which op */
    Object *op;
    Inner *inner;
    Unfit not_;
    i64 records; /* whether a call of it was learnt, ever */
} Followed;

/* Whether a value is known for good by what it is now. */
static int is_known(Object *x) {
    if (x->type == &PyTuple_Type) {
        for (i64 i = 0; i < ((Tuple *)x)->size; i++)
            if (!is_known(((Tuple *)x)->items[i])) return 0;
        return 1;
    }
    return x == NONE || x->type == &PyLong_Type || x->type == &PyFloat_Type || x->type == &PyBool_Type ||
           x->type == &PyUnicode_Type || x->type == &PyType_Type || PyType_IsSubtype(x->type, core.dtype);
}

static int same_names(Tuple *a, Tuple *b) {
    i64 n = a ? a->size : 0;
    if (a == b) return 1;
    if (n != (b ? b->size : 0)) return 0;
    for (i64 i = 0; i < n; i++)
        if (a->items[i] != b->items[i]) return 0;
    return 1;
}

/* Whether a call is given the same; its operands are put into `operands`. */
static int given_fits(Given *given, Args args, i64 n, Object **operands) {
    for (i64 i = 0; i < n; i++)
        if (given[i].operand >= 0) operands[given[i].operand] = args[i];
        else if (!same(args[i], given[i].value)) return 0;
    return 1;
}

/* What views made of an array are views of: a cell, or what stands for one within a gradient, by its type and, where the
   array is a view itself, by the steps to it (else null). Null: not for here. */
static Handle *shown_of(Object *x, Object **kind, Object **of) {
    Handle *h = (Handle *)x, *cell = h;
    if (x->type != core.array) return 0;
    *of = 0;
    if (PRESENT(h->owner) && (h->version != ALIAS || h->spec != core.empty)) {
        cell = (Handle *)h->owner;
        *of = h->spec;
        if (h->version == ALIAS || PRESENT(cell->owner) || !are_steps(h->spec)) return 0;
    }
    *kind = cell->kind;
    return cell;
}

static Object *view_again(Followed *f, Args args, i64 n, Tuple *names) {
    Object *operands[MOST_GIVEN], *kind, *of;
    i64 all = n + (names ? names->size : 0);
    Handle *cell = all && all <= MOST_GIVEN ? shown_of(args[0], &kind, &of) : 0;
    if (!cell) return 0;
    for (i64 i = 0; i < f->n_shown; i++) {
        Shown *v = &f->shown[i];
        if (v->kind == kind && v->of == of && v->n == all && same_names(v->names, names) &&
            given_fits(v->given, args, all, operands))
            return new_view(cell, v->window[0], v->window[1]);
    }
    return 0;
}

static Object *follow_call(Segment *s, Followed *f, Args args, i64 n, Tuple *names) {
    Object *operands[MOST_GIVEN];
    i64 all = n + (names ? names->size : 0);
    if (all > MOST_GIVEN || !f->records) return 0;
    for (i64 i = 0; i < all; i++)
        if (!is_read(s, args[i])) return 0;
    for (Position *p = ((Position *)s->node)->child; p; p = p->sibling) {
        if (p->via != (Object *)f || p->n_given != all || !same_names(p->names, names)) continue;
        if (!given_fits(p->given, args, all, operands)) continue;
        Operand keys[MOST_GIVEN];
        i64 leaves = keys_of(s, operands, p->n_operands, keys);
        if (leaves < 0) return 0;
        if (operands_fit(p, keys, p->n_operands)) return take(s, p, operands, keys, p->n_operands, leaves, 0, 0);
    }
    return 0;
}

static Object *followed_enter(Object *self, Args args, i64 n, Tuple *names) {
    Segment *s = current();
    n &= MOST_ARGUMENTS;
    if (open_to(s)) {
        Followed *f = (Followed *)self;
        Object *out = f->makes_views ? view_again(f, args, n, names) : 0;
        if (!out && f->shortcut) out = take_shortcut(s, f->shortcut, &f->inner, f->op, args, n, names);
        if (out || PyErr_Occurred()) return out;
        if (open_to(s)) out = by_numpy(s, f->numpy, &f->not_, args, n, names, f->makes);
        if (out || PyErr_Occurred()) return out;
        if (!open_to(s)) return vector_generally(self, args, n, names);
        out = f->makes_views ? 0 : follow_call(s, f, args, n, names);
        if (out || PyErr_Occurred()) return out;
    }
    return vector_generally(self, args, n, names);
}

Object *followed_call(Object *self, Object *args, Object *names) { return PyVectorcall_Call(self, args, names); }

Object *followed_new(Type *class, Object *args, Object *names) {
    Followed *f = (Followed *)new_object(class);
    if (f) f->enter = followed_enter;
    return (Object *)f;
}

Object *followed_get(Object *self, Object *x, Object *class) {
    if (x && x != NONE) return ((Followed *)self)->is_property ? followed_enter(self, &x, 1, 0) : PyMethod_New(self, x);
    Py_IncRef(self);
    return self;
}

static void forget_given(Given *given, i64 n) {
    for (i64 i = 0; i < n; i++) release(given[i].value);
}

static void forget_shown(Shown *v) {
    release(v->kind);
    release(v->of);
    release((Object *)v->names);
    forget_given(v->given, v->n);
    release(v->window[0]);
    release(v->window[1]);
}

void followed_dealloc(Object *self) {
    Followed *f = (Followed *)self;
    for (i64 i = 0; i < f->n_shown; i++) forget_shown(&f->shown[i]);
    PyMem_RawFree(f->shown);
    set_none(&f->numpy);
    set_none(&f->op);
    PyMem_RawFree(f->inner);
    Type *class = self->type;
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

/* What is given, positional and named, in one row; the names as a call has them. How many, or -1: too many, or out of
   memory. */
static i64 row_of(Object *args, Object *named, Object **row, Tuple **names) {
    Object *name, *value;
    i64 n = length(args), all = n + PyDict_Size(named), at = 0;
    *names = 0;
    if (all > MOST_GIVEN) return -1;
    for (i64 i = 0; i < n; i++) row[i] = items(args)[i];
    if (all > n && !(*names = (Tuple *)quietly(PyTuple_New, all - n))) return -1;
    for (i64 i = n; i < all && PyDict_Next(named, &at, &name, &value); i++) {
        Py_IncRef(name);
        (*names)->items[i - n] = name;
        row[i] = value;
    }
    return all;
}

/* Whether `x` is what operand `i` of the call just recorded was; `first` is the slot of its first leaf. */
static int is_operand(Segment *s, Position *p, i64 i, i64 first, Object *x) {
    Operand *key = &p->operands[i];
    if (is_handle(x)) {
        Handle *h = (Handle *)x;
        i64 slot = key->kind == SLOT ? key->value : first;
        if (key->kind == SAME) slot += key->value;
        for (i64 j = 0; key->kind == LEAF && j < i; j++) slot += p->operands[j].kind == LEAF;
        return (key->kind == SLOT || key->kind == LEAF || key->kind == SAME) && h->epoch == s->epoch && h->slot == slot;
    }
    Operand number = number_key(x);
    return number.kind && number.kind == (key->kind & 15) && number.value == key->value && same_bits(&number, key);
}

/* learn_call(function, positional, named, result): the call just recorded was all that this call of a function did */
Object *segment_learn_call(Object *self, Args args, i64 n) {
    if (n != 4 || !is_sequence(args[1]) || args[2]->type != &PyDict_Type)
        return complain(PyExc_TypeError, "learn_call(function, positional, named, result)");
    SELF(Segment);
    Position *p = (Position *)s->node;
    Object *row[MOST_GIVEN];
    Tuple *names;
    i64 leaves = 0, met = 0, fine = p->op && !p->into && p->n_results == 1 && !p->n_starts && s->n &&
                                    (Object *)s->slots[s->n - 1].handle == args[3];
    i64 all = fine ? row_of(args[1], args[2], row, &names) : -1;
    if (all < 0) return PyErr_Occurred() ? 0 : none();
    for (i64 i = 0; i < p->n_operands; i++) leaves += p->operands[i].kind == LEAF;
    Given *given = PyMem_RawCalloc(all + 1, sizeof(Given));
    for (i64 i = 0; given && i < all; i++)
        if (met < p->n_operands && is_operand(s, p, met, s->n - 1 - leaves, row[i])) given[i] = (Given){met++, 0};
        else if (is_known(row[i])) given[i] = (Given){-1, row[i]};
        else fine = 0;
    if (!given || !fine || met < p->n_operands) {
        PyMem_RawFree(given);
        release((Object *)names);
        return none();
    }
    ((Followed *)args[0])->records = 1;
    forget_via(p);
    for (i64 i = 0; i < all; i++)
        if (given[i].value) Py_IncRef(given[i].value);
    Py_IncRef(args[0]);
    p->via = args[0];
    p->names = names;
    p->given = given;
    p->n_given = all;
    return none();
}

/* learn_view(positional, named, view): this view of the first argument was all that a call gave */
Object *followed_learn_view(Object *self, Args args, i64 n) {
    if (n != 3 || !is_sequence(args[0]) || args[1]->type != &PyDict_Type || !length(args[0]))
        return complain(PyExc_TypeError, "learn_view(positional, named, view)");
    SELF(Followed);
    Shown made = {.n = 0};
    Object *row[MOST_GIVEN];
    Handle *view = (Handle *)args[2];
    i64 all = row_of(args[0], args[1], row, &made.names), fine = all >= 0 && (Object *)shown_of(row[0], &made.kind, &made.of) == view->owner;
    for (i64 i = 1; i < all; i++) fine &= is_known(row[i]);
    if (fine && !s->shown) fine = !!(s->shown = PyMem_RawCalloc(MOST_SHOWN, sizeof(Shown)));
    if (!fine) {
        release((Object *)made.names);
        return PyErr_Occurred() ? 0 : none();
    }
    made.n = all;
    for (i64 i = 0; i < all; i++) made.given[i] = i ? (Given){-1, row[i]} : (Given){0, 0};
    made.window[0] = view->kind;
    made.window[1] = view->spec;
    Py_IncRef(made.kind);
    if (made.of) Py_IncRef(made.of);
    Py_IncRef(view->kind);
    Py_IncRef(view->spec);
    for (i64 i = 1; i < all; i++) Py_IncRef(row[i]);
    Shown old = s->shown[s->next];
    s->shown[s->next] = made;
    if (s->n_shown < MOST_SHOWN) s->n_shown++;
    s->next = (s->next + 1) % MOST_SHOWN;
    forget_shown(&old);
    return none();
}

static void forget_via(Position *p) {
    forget_given(p->given, p->n_given);
    PyMem_RawFree(p->given);
    set_none((Object **)&p->names);
    set_none(&p->via);
    p->given = 0;
    p->n_given = 0;
}
