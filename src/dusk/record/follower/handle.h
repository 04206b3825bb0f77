/* Handles: the objects that users hold. See `handle.py` for what the fields mean. */

typedef struct Handle {
    Object head;
    i64 epoch, slot;
    Object *kind, *buffer, *owner, *spec;
    i64 version, seen;
    Object *weak;
} Handle;

enum { MOST_FREE = 4096, READY = -1, ALIAS = -1 };

/* How a number is kept. NumPy's scalars keep theirs behind the header. Programs take those before BOOL, and complex ones, as they are. */
enum { FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, BOOL, UINT8, UINT16, UINT32, UINT64, COMPLEX64, COMPLEX128, FLOAT16, OTHER };
static const i64 WIDTHS[] = {4, 8, 1, 2, 4, 8, 1, 1, 2, 4, 8, 8, 16, 2};

/* Of NumPy's, by their places in its table of functions. */
typedef Object *(*NewArray)(Type *, Object *, int, const i64 *, const i64 *, void *, int, Object *);
typedef int (*SetBase)(Object *, Object *);

/* Counters: `stats.py` says of what. */
typedef struct {
    Object head;
    i64 calls, misses, flushes, program_hits, programs, compiled, instances, generalisations;
    i64 interpreted, native, fallbacks, at_once;
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
    i64 pins_at, address_at, owner_at, nbytes_at, place_at; /* where a buffer has its pin count, address, whom it is of... */
    i64 code_at;                       /* where a type has its number */
    Counts *counts;
    Object *config, *mode, *allocate;
    Object *op[40], *general[40], *record;
    Object *getitem, *get, *put, *windows, *place, *begin, *setitem, *assign; /* subscripts */
    Object *starts, *sizes, *steps, *shape;                 /* names of `getitem`'s parameters */
    Type *numbers[OTHER], *generic, *iterator, *window;       /* classes of NumPy's scalars, by number */
    Type *number;                                             /* of elements of float64: `float64.h` */
    Object *np_true, *np_false;
    Object *as_float, *item, *memory, *acquire, *release;
    Type *dtype;
    Object *true_, *false_, *as_array, *into, *empty, *call;
    i64 most, most_restless; /* elements of what is done at once, and at restless sites; 0: nothing is */
    i64 asked; /* times that Python was asked something meanwhile: all may be otherwise after that */
    Object *inner, *kind_of, *type_of, *wrap; /* who says what is to be known of that */
    Object *out, *fortran, *named_dtype;
    Type *numpy_array;
    Object *dtypes[OTHER]; /* by number */
    i64 device_at, shape_at, weight_at, digits;
    i64 dtype_at, width_at; /* where a type of ours has its dtype, and a dtype its bytes an element */
    NewArray new_array;
    SetBase set_base;
} core;

/* One of Python's integers; that of a small one, none below 0, is read where it lies: `core.digits` says how many bits
   of the word before its digits are not their number (-1: that is not known). */
static inline i64 int_of(Object *x, int *overflow) {
    unsigned long long head = *(unsigned long long *)(x + 1), n = head >> (core.digits & 63);
    unsigned *digit = (unsigned *)(x + 1) + 2;
    *overflow = 0;
    if (core.digits >= 0 && !(core.digits && head & 2)) {
        if (n == 1) return digit[0];
        if (n == 2) return digit[0] | (i64)digit[1] << 30;
    }
    return PyLong_AsLongLongAndOverflow(x, overflow);
}

/* Whether a value is NumPy's scalar of the dtype of that number. */
static inline int is_of(Object *x, i64 number) {
    return x->type == core.numbers[number] || (number == FLOAT64 && x->type == core.number);
}

/* Whether a value is a complex number of float64, Python's or NumPy's, which are laid out alike. */
static inline int is_complex(Object *x) { return x->type == &PyComplex_Type || x->type == core.numbers[COMPLEX128]; }

static inline Object *field(Object *x, i64 offset) { return *(Object **)((char *)x + offset); }
static inline int pinned(Object *buffer) { return field(buffer, core.pins_at) != core.zero; }

/* Memory of small arrays, by size: what a handle that dies leaves serves the next one. */
enum { ROOMS = 10, LEAST_ROOM = 64, MOST_SPARE = 64 };
static struct {
    Object *nbytes, *spare[MOST_SPARE];
    i64 n;
} rooms[ROOMS];
static Object *cpu; /* the device's name */

/* Memory of larger arrays, which programs ask for to the byte, on the device of the first that is bound: each shelf has
   what is of one size. */
enum { SHELVES = 64, MOST_ALIKE = 4, MOST_SHELVED = 1 << 18, ALL_SHELVED = 1 << 22 };
static struct {
    i64 nbytes, n;
    Object *spare[MOST_ALIKE];
} shelves[SHELVES];
static i64 shelved; /* bytes on all of them */
static Object *shelved_on;

static inline i64 shelf_of(i64 nbytes) { return (nbytes >> 4 ^ nbytes >> 10) & (SHELVES - 1); }

static Object *from_shelf(i64 nbytes) {
    i64 i = shelf_of(nbytes);
    if (shelves[i].nbytes != nbytes || !shelves[i].n) return 0;
    shelved -= nbytes;
    return shelves[i].spare[--shelves[i].n];
}

/* What was there of another size leaves. */
static int to_shelf(Object *buffer, i64 nbytes) {
    i64 i = shelf_of(nbytes);
    while (shelves[i].nbytes != nbytes && shelves[i].n) {
        shelved -= shelves[i].nbytes;
        release(shelves[i].spare[--shelves[i].n]);
    }
    if (shelved + nbytes > ALL_SHELVED || shelves[i].n == MOST_ALIKE) return 0;
    shelved += nbytes;
    shelves[i].nbytes = nbytes;
    shelves[i].spare[shelves[i].n++] = buffer;
    return 1;
}

/* A buffer with room for so many bytes: a strong reference, or null. */
static Object *small_buffer(i64 nbytes) {
    i64 i = 0;
    while (i < ROOMS && LEAST_ROOM << i < nbytes) i++;
    if (i < ROOMS && rooms[i].n) return rooms[i].spare[--rooms[i].n];
    Object *found = i == ROOMS && cpu == shelved_on ? from_shelf(nbytes) : 0;
    if (found) return found;
    Object *wanted = i < ROOMS ? rooms[i].nbytes : PyLong_FromLongLong(nbytes), *args[2] = {wanted, cpu};
    core.asked++;
    Object *made = wanted ? PyObject_Vectorcall(core.allocate, args, 2, 0) : 0;
    if (i == ROOMS) release(wanted);
    return made;
}

/* Keep a buffer that only its dying handle holds; whether that was done. */
static int spare(Object *buffer) {
    if (!core.most || buffer->refcount != 1 || buffer->type != core.buffer || pinned(buffer) ||
        field(buffer, core.owner_at) != NONE)
        return 0;
    Object *nbytes = field(buffer, core.nbytes_at);
    for (i64 i = 0; i < ROOMS; i++)
        if (rooms[i].nbytes == nbytes && field(buffer, core.place_at) == cpu) {
            if (rooms[i].n == MOST_SPARE) return 0;
            rooms[i].spare[rooms[i].n++] = buffer;
            return 1;
        }
    int overflow;
    i64 size = int_of(nbytes, &overflow);
    if (int_of(field(buffer, core.address_at), &overflow) & 63) return 0; /* NumPy's */
    return size > 0 && size <= MOST_SHELVED && field(buffer, core.place_at) == shelved_on && to_shelf(buffer, size);
}

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
    if (fields[1] && spare(fields[1])) fields[1] = 0;
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

/* An attribute of handles that is a field of their types; `put` (or None) is given the handle and what is to be written. */
typedef struct {
    i64 at;
    Object *class, *name, *put;
} Attribute;

Object *handle_attribute(Object *x, Attribute *a) {
    Object *kind = ((Handle *)x)->kind, *found;
    if (!kind || (Object *)kind->type != a->class) return PyObject_GetAttr(kind ? kind : NONE, a->name);
    found = field(kind, a->at);
    Py_IncRef(found);
    return found;
}

int handle_put_attribute(Object *x, Object *value, Attribute *a) {
    Object *args[2] = {x, value}, *done = value ? PyObject_Vectorcall(a->put, args, 2, 0) : 0;
    if (!value) PyErr_SetString(PyExc_AttributeError, "the attributes of arrays cannot be deleted");
    release(done);
    return done ? 0 : -1;
}
