/* Handles: the objects that users hold. See `handle.py` for what the fields mean. */

typedef struct Handle {
    Object head;
    i64 epoch, slot;
    Object *kind, *buffer, *owner, *spec;
    i64 version, seen;
    Object *weak;
} Handle;

enum { MOST_FREE = 4096, READY = -1, ALIAS = -1 };

/* How a number is kept. NumPy's scalars of these kinds keep theirs behind the header. */
enum { FLOAT32, FLOAT64, INT8, INT16, INT32, INT64 };
static const i64 WIDTHS[] = {4, 8, 1, 2, 4, 8};

/* Counters: `stats.py` says of what. */
typedef struct {
    Object head;
    i64 calls, misses, flushes, program_hits, programs, compiled, instances, generalisations;
    i64 interpreted, native, fallbacks;
} Counts;

/* What is one for the whole process; `configure` fills the lower half. */
static struct {
    Handle *free; /* dead handles, linked through their epoch */
    i64 n_free;
    i64 calls; /* marks the leaves of a call of many operands */
    struct Segment *active, *segments;
    Type *array, *scalar;
    Object *zero;
    i64 epochs; /* given to segments so far */
    Type *buffer;
    i64 pins_at, address_at, owner_at; /* where a buffer has its pin count, its address, whom it is of */
    i64 code_at;                       /* where a type has its number */
    Counts *counts;
    Object *config, *mode, *allocate;
    Object *op[40], *general[40], *record;
    Object *getitem, *get, *put, *windows, *place, *begin; /* subscripts */
    Object *starts, *sizes, *steps, *shape;                 /* names of `getitem`'s parameters */
    Type *numbers[6], *generic, *iterator;                        /* classes of NumPy's scalars, those of `Input` by number */
    Object *np_true, *np_false;
    Object *as_float, *item, *memory, *acquire, *release;
    Type *dtype;
    Object *true_, *false_, *as_array, *into, *empty, *call;
} core;

static inline Object *field(Object *x, i64 offset) { return *(Object **)((char *)x + offset); }
static inline int pinned(Object *buffer) { return field(buffer, core.pins_at) != core.zero; }

void handle_dealloc(Object *);
static inline int is_handle(Object *x) { return x->type->dealloc == handle_dealloc; }

static Handle *new_handle(Type *class) {
    Handle *h = core.free;
    if (h && class->dealloc == handle_dealloc) {
        core.free = *(Handle **)&h->epoch;
        core.n_free--;
        h->head.refcount = 1;
        h->head.type = class;
        hold(class);
        return h; /* its other fields were cleared when it died */
    }
    return (Handle *)PyType_GenericAlloc(class, 0);
}

static inline int keep_for_later(Handle *h, Type *class) {
    if (class->dealloc != handle_dealloc || core.n_free >= MOST_FREE) return 0;
    *(Handle **)&h->epoch = core.free;
    core.free = h;
    core.n_free++;
    return 1;
}

void handle_dealloc(Object *self) {
    Handle *h = (Handle *)self;
    if (h->weak) PyObject_ClearWeakRefs(self);
    Object *fields[4] = {h->kind, h->buffer, h->owner, h->spec};
    h->kind = h->buffer = h->owner = h->spec = h->weak = 0;
    h->version = h->seen = 0;
    for (int i = 0; i < 4; i++) release(fields[i]);
    Type *class = self->type;
    if (!keep_for_later(h, class)) {
        ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    }
    drop(class);
}

/* drop(), in short for what was never more than pending: most of what a segment lets go. */
static inline void drop_pending(Handle *h) {
    Type *class = h->head.type;
    int short_ = h->head.refcount == 1 && h->kind && h->kind->refcount > 1 && class->head.refcount > 1 &&
                 !h->weak && !h->buffer && !h->owner && !h->spec;
    if (!short_ || !keep_for_later(h, class)) {
        drop(h);
        return;
    }
    h->kind->refcount--;
    class->head.refcount--;
    h->kind = 0;
    h->version = h->seen = 0;
}

/* The cell that a view looks at. */
static inline Handle *root_of(Handle *h) {
    while (PRESENT(h->owner)) h = (Handle *)h->owner;
    return h;
}

static void set_none(Object **place) {
    Object *old = *place;
    *place = 0;
    release(old);
}
