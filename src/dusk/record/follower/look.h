/* Looking at single numbers: `float(x)` and `x.item()` of what has no dimensions, once `windows` knows its type; what is
   pending is run first, where that is a launch. All else is Python's. */

static int call_lock(Object *lock, Object *name, Object *argument) {
    Object *method = PyObject_GetAttr(lock, name), *out = 0;
    if (method) out = PyObject_Vectorcall(method, &argument, argument ? 1 : 0, 0);
    release(method);
    release(out);
    return !out ? -1 : out == core.true_;
}

/* Run what is pending, as `flush.flush` begins to; whether it did, or -1: an error is set that is not a run's own. */
static int run_here(Segment *s) {
    if (((List *)s->write_back)->size || PyDict_Size(s->saved)) return 0;
    int done = call_lock(s->lock, core.acquire, core.false_);
    if (done <= 0) return done;
    hold(s);
    s->inside = PyThread_get_thread_ident();
    Object *ran = segment_launch((Object *)s, 0, 0);
    s->inside = 0;
    done = ran ? ran == core.true_ : PyErr_ExceptionMatches(PyExc_Exception) ? 0 : -1;
    if (!ran && !done) PyErr_Clear(); /* flush meets it again */
    release(ran);
    Object *kind = 0, *value = 0, *trace = 0;
    PyErr_Fetch(&kind, &value, &trace);
    if (call_lock(s->lock, core.release, 0) < 0) done = -1;
    else PyErr_Restore(kind, value, trace);
    drop(s);
    return done;
}

/* launched(): whether all that this thread has pending was run, as a launch; else it is `flush`'s, with its errors */
Object *m_launched(Object *self, Args args, i64 n) {
    Segment *s = current();
    int done = !open_to(s) || s->history ? 0 : s->node == s->root ? 1 : run_here(s);
    if (done < 0) return 0;
    Object *answer = done ? core.true_ : core.false_;
    Py_IncRef(answer);
    return answer;
}

/* The number that a handle is, or null. */
static Object *number_of(Object *x) {
    Handle *h = (Handle *)x;
    Segment *s = current();
    if (!is_handle(x) || !open_to(s) || s->history || PRESENT(h->owner)) return 0;
    Place *p = place_of(h);
    if (!p || p->ndim) return 0;
    if (!PRESENT(h->buffer) && (h->epoch != s->epoch || run_here(s) <= 0 || !PRESENT(h->buffer))) return 0;
    return plain(place_of(h), (char *)address_of(h->buffer));
}

Object *nb_float(Object *x) {
    Object *out = number_of(x);
    if (out && out->type != &PyFloat_Type) {
        Object *whole = out;
        out = PyFloat_FromDouble((double)PyLong_AsLongLong(whole));
        Py_DecRef(whole);
    }
    return out || PyErr_Occurred() ? out : PyObject_Vectorcall(core.as_float, &x, 1, 0);
}

/* What of Python's buffers is read or written here. */
typedef struct {
    void *start;
    Object *owner;
} Buffered;

/* The buffer protocol: a request goes to the NumPy array that Python has made of the memory. */
int bf_getbuffer(Object *x, Buffered *view, int flags) {
    view->owner = 0;
    Object *array = PyObject_Vectorcall(core.memory, &x, 1, 0);
    if (!array) return -1;
    int failed = PyObject_GetBuffer(array, view, flags);
    Py_DecRef(array);
    return failed;
}

/* item(*index) */
Object *handle_item(Object *x, Args args, i64 n) {
    Object *out = 0;
    Segment *s = current();
    if (!n) out = number_of(x);
    else if (n == 1 && is_handle(x) && open_to(s)) {
        Place *of;
        char *at = element_at(s, (Handle *)x, args[0], &of);
        out = at ? plain(of, at) : 0;
    }
    if (out || PyErr_Occurred()) return out;
    Tuple *all = (Tuple *)quietly(PyTuple_New, n + 1);
    for (i64 i = 0; all && i <= n; i++) {
        all->items[i] = i ? args[i - 1] : x;
        Py_IncRef(all->items[i]);
    }
    out = all ? PyObject_Call(core.item, (Object *)all, 0) : 0;
    release((Object *)all);
    return out;
}
