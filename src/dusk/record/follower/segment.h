/* Segments and positions in the trie: what a thread has recorded and not yet run, and where that has led it. */

typedef struct {
    i64 kind, value; /* for a leaf its type, by identity; for a number its bits */
    i64 bits[2];     /* of a NumPy scalar or a complex number, whose `value` is its class */
} Operand;
typedef struct {
    Object *name, *value; /* of a parameter; where it may vary: how many numbers, and from which start on */
    i64 varies, count, first;
} Param;
typedef struct {
    Object *class, *kind;
} Result;

/* Kinds of operands. FIXED numbers are compared always, others until their node is general; NATURAL ones are of those
   that are not negative. */
enum { NEVER, SLOT, LEAF, SAME, FLOAT, INT, NUMPY, FIXED = 16, NATURAL = 32 };

static inline int is_number(i64 kind) { return kind == FLOAT || (kind & ~NATURAL) == INT || kind == NUMPY; }

typedef struct Position {
    Object head;
    struct Position *up, *child, *sibling;
    Object *op, *into; /* op: null where a node cannot be followed; into: the type of the cell written */
    i64 as_array, cut, general, depth, age;
    Object *launch; /* the run of the live set met last that can be launched, or None */
    i64 n_operands, n_params, n_results, n_starts;
    Operand *operands;
    Param *params;
    Result *results;
    i64 *starts;
    Object *via; /* the function of Python that this call is followed by as well, and what it was given */
    Tuple *names;
    struct Given *given;
    i64 n_given;
    i64 trust; /* how often a choice that ends here is still taken to pay (`masks.h`) */
} Position;

typedef struct {
    Handle *handle; /* null: nobody is to get the value */
    i64 moved;      /* the slot of the value that was written over this one, or 0 */
} Slot;
typedef struct {
    i64 slot;
    Object *what; /* the buffer; while tracing, what the tracer wants to know of the handle */
} Leaf;

typedef struct Segment {
    Object head;
    i64 epoch, history, slow, tracing, inside, clock;
    Object *node, *root;
    Object *lock, *saved, *write_back; /* as `context.py` says */
    struct Segment *next; /* of those that are some thread's current one */
    i64 thread; /* 0: none's */
    Slot *slots;
    i64 n, room;
    Leaf *leaves;
    i64 n_leaves, leaf_room;
    Object **scalars;
    i64 n_scalars, scalar_room;
    Operand *keys;
    i64 key_room;
} Segment;

static int grow(void *place, i64 *room, i64 wanted, i64 size) {
    if (wanted <= *room) return 1;
    i64 more = wanted + wanted / 2 + 64;
    void *block = PyMem_RawRealloc(*(void **)place, more * size);
    if (!block) {
        PyErr_NoMemory();
        return 0;
    }
    *(void **)place = block;
    *room = more;
    return 1;
}

static int reserve(Segment *s, i64 slots, i64 leaves, i64 scalars) {
    return grow(&s->slots, &s->room, s->n + slots, sizeof(Slot)) &&
           grow(&s->leaves, &s->leaf_room, s->n_leaves + leaves, sizeof(Leaf)) &&
           grow(&s->scalars, &s->scalar_room, s->n_scalars + scalars, sizeof(Object *));
}

/* The following four may be called once `reserve` has made room. */
static inline void add(Segment *s, Handle *h) {
    s->slots[s->n++] = (Slot){h, 0};
    hold(h);
}

static int bind_leaf(Segment *s, Handle *h) {
    Object *what = PRESENT(h->buffer) ? h->buffer : NONE;
    Py_IncRef(what);
    if (s->tracing) {
        Tuple *seen = (Tuple *)quietly(PyTuple_New, 5);
        if (!seen) return 0;
        hold(h);
        seen->items[0] = (Object *)h;
        seen->items[1] = PyLong_FromLongLong(h->epoch);
        seen->items[2] = PyLong_FromLongLong(h->slot);
        seen->items[3] = what;
        seen->items[4] = PyLong_FromLongLong(h->version);
        what = (Object *)seen;
    }
    s->leaves[s->n_leaves++] = (Leaf){s->n, what};
    h->slot = s->n;
    h->epoch = s->epoch;
    add(s, h);
    return 1;
}

static inline Object *result(Segment *s, Result r) {
    Handle *h = new_handle((Type *)r.class);
    if (!h) return 0;
    h->epoch = s->epoch;
    h->slot = s->n;
    h->kind = r.kind;
    hold(r.kind);
    add(s, h);
    return (Object *)h;
}

static void move_to(Segment *s, Object *node) {
    Object *before = s->node;
    hold(node);
    s->node = node;
    if (before) drop(before);
}

/* Step to a node that writes to a cell. What dies of it is let go when all is done: that may run anything, even
   record. */
static Object *rebind(Segment *s, Position *p, Handle *into) {
    Handle *before = 0;
    Object *buffer = into->buffer;
    if (into->epoch == s->epoch) {
        before = s->slots[into->slot].handle;
        s->slots[into->slot] = (Slot){0, s->n};
    }
    into->slot = s->n;
    into->epoch = s->epoch;
    into->buffer = 0;
    into->version++;
    add(s, into);
    move_to(s, (Object *)p);
    if (before) drop(before);
    release(buffer);
    return (Object *)into;
}

/* Forget all that is pending, and begin at the root. Handles are let go last: that may run anything, even record. */
static void reset(Segment *s, i64 epoch) {
    Segment old = *s;
    s->epoch = epoch;
    s->node = s->root;
    if (s->node) Py_IncRef(s->node);
    s->slots = 0, s->leaves = 0, s->scalars = 0;
    s->n = s->room = s->n_leaves = s->leaf_room = s->n_scalars = s->scalar_room = 0;
    for (i64 i = 0; i < old.n_leaves; i++) Py_DecRef(old.leaves[i].what);
    for (i64 i = 0; i < old.n_scalars; i++) Py_DecRef(old.scalars[i]);
    for (i64 i = 0; i < old.n; i++)
        if (old.slots[i].handle) drop_pending(old.slots[i].handle);
    release(old.node);
    if (!s->slots && !s->leaves && !s->scalars) { /* the tables serve again */
        s->slots = old.slots, s->leaves = old.leaves, s->scalars = old.scalars;
        s->room = old.room, s->leaf_room = old.leaf_room, s->scalar_room = old.scalar_room;
    } else {
        PyMem_RawFree(old.slots);
        PyMem_RawFree(old.leaves);
        PyMem_RawFree(old.scalars);
    }
}

static void unlink_segment(Segment *s) {
    if (core.active == s) core.active = 0;
    for (Segment **at = &core.segments; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            break;
        }
    s->thread = 0;
}

static Segment *current(void) {
    i64 me = this_thread();
    Segment *s = core.active;
    if (s && s->thread == me) return s;
    for (s = core.segments; s; s = s->next)
        if (s->thread == me) return core.active = s;
    return 0;
}

void segment_dealloc(Object *self) {
    Segment *s = (Segment *)self;
    unlink_segment(s);
    reset(s, READY);
    PyMem_RawFree(s->slots);
    PyMem_RawFree(s->leaves);
    PyMem_RawFree(s->scalars);
    PyMem_RawFree(s->keys);
    set_none(&s->node);
    set_none(&s->root);
    set_none(&s->lock);
    set_none(&s->saved);
    set_none(&s->write_back);
    Type *class = self->type;
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

static void forget_via(Position *);

static void forget_key(Position *p) {
    forget_via(p);
    for (i64 i = 0; i < p->n_operands; i++)
        if (p->operands[i].kind == LEAF) Py_DecRef((Object *)p->operands[i].value);
    for (i64 i = 0; i < p->n_params; i++) {
        Py_DecRef(p->params[i].name);
        Py_DecRef(p->params[i].value);
    }
    for (i64 i = 0; i < p->n_results; i++) {
        Py_DecRef(p->results[i].class);
        Py_DecRef(p->results[i].kind);
    }
    PyMem_RawFree(p->operands);
    PyMem_RawFree(p->params);
    PyMem_RawFree(p->results);
    PyMem_RawFree(p->starts);
    set_none(&p->op);
    set_none(&p->into);
    set_none(&p->launch);
}

static void unlink_position(Position *p) {
    for (Position **at = p->up ? &p->up->child : 0; at && *at; at = &(*at)->sibling)
        if (*at == p) {
            *at = p->sibling;
            break;
        }
    p->up = 0;
}

void position_dealloc(Object *self) {
    Position *p = (Position *)self;
    unlink_position(p);
    for (Position *c = p->child; c; c = c->sibling) c->up = 0;
    forget_key(p);
    Type *class = self->type;
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}
