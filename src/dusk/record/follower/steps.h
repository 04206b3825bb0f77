/* The steps from a cell to what a view of it shows. Python sees a tuple of (op, parameters). Most views are one window:
   of these the numbers are kept, and the tuple is made when somebody asks for it. */

enum { MOST_AXES = 8, MOST_UNUSED = 64 };

/* Along each axis of the cell where it starts, its size and its step. */
typedef struct Window {
    Object head;
    Object *shape, *told; /* of the view; the tuple, or null */
    i64 ndim, start[MOST_AXES], size[MOST_AXES], step[MOST_AXES];
} Window;

static Window *unused[MOST_UNUSED];
static i64 n_unused;

static inline int is_window(Object *steps) { return steps->type == core.window; }
static inline int are_steps(Object *x) { return is_window(x) || x->type == &PyTuple_Type; }

/* A new window of which all numbers are yet to be written, on a view of that shape; or null. */
static Window *new_window(Object *shape, i64 ndim) {
    Window *w = n_unused ? unused[--n_unused] : (Window *)PyType_GenericAlloc(core.window, 0);
    if (!w) return 0;
    w->head.refcount = 1;
    Py_IncRef(shape);
    w->shape = shape;
    w->ndim = ndim;
    return w;
}

void window_dealloc(Object *self) {
    Window *w = (Window *)self;
    set_none(&w->shape);
    set_none(&w->told);
    if (n_unused < MOST_UNUSED) {
        unused[n_unused++] = w;
        return;
    }
    Type *class = self->type;
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

static Object *tuple_of(i64 *numbers, i64 n) {
    Tuple *made = (Tuple *)quietly(PyTuple_New, n);
    for (i64 i = 0; made && i < n; i++) made->items[i] = PyLong_FromLongLong(numbers[i]);
    return (Object *)made;
}

/* A tuple of numbers, one for all that are 0, or 1, alike: a strong reference, or null. */
static Object *usual_tuple_of(i64 *numbers, i64 n) {
    static Object *all[2][MOST_AXES + 1];
    i64 first = n ? numbers[0] : 0;
    for (i64 i = 0; i < n; i++)
        if (numbers[i] != first || first < 0 || first > 1) return tuple_of(numbers, n);
    if (!all[first][n]) all[first][n] = tuple_of(numbers, n);
    if (all[first][n]) Py_IncRef(all[first][n]);
    return all[first][n];
}

/* The parameters of the `getitem` that a window is: a strong reference, or null. */
static Object *params_of(Window *w) {
    Object *names[3] = {core.starts, core.sizes, core.steps}, *params = PyDict_New();
    i64 *numbers[3] = {w->start, w->size, w->step};
    for (i64 i = 0; params && i < 3; i++) {
        Object *value = usual_tuple_of(numbers[i], w->ndim);
        if (!value || PyDict_SetItem(params, names[i], value) < 0) set_none(&params);
        release(value);
    }
    if (params && PyDict_SetItem(params, core.shape, w->shape) < 0) set_none(&params);
    return params;
}

/* Steps as Python's: a borrowed reference to the tuple, or (with an error set) null. No Python runs. */
static Tuple *told(Object *steps) {
    if (!is_window(steps)) return (Tuple *)steps;
    Window *w = (Window *)steps;
    if (w->told) return (Tuple *)w->told;
    int collecting = PyGC_Disable();
    Object *params = params_of(w);
    Tuple *step = params ? (Tuple *)PyTuple_New(2) : 0, *all = step ? (Tuple *)PyTuple_New(1) : 0;
    if (collecting) PyGC_Enable();
    if (!all) {
        release(params);
        release((Object *)step);
        return 0;
    }
    Py_IncRef(core.getitem);
    step->items[0] = core.getitem, step->items[1] = params;
    all->items[0] = (Object *)step;
    w->told = (Object *)all;
    return all;
}

Object *handle_get_spec(Object *x, void *closure) {
    Object *spec = ((Handle *)x)->spec, *out = spec ? (Object *)told(spec) : NONE;
    if (out) Py_IncRef(out);
    return out;
}

int handle_put_spec(Object *x, Object *value, void *closure) {
    Handle *h = (Handle *)x;
    Object *old = h->spec;
    if (value) Py_IncRef(value);
    h->spec = value;
    release(old);
    return 0;
}
