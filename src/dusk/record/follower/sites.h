/* Restless sites: calls in the user's code that met arrays of many sizes (`record/restless.py` finds them). To record what
   is never met again costs far more than NumPy does, so that there more elements are done at once. */

enum { SITES = 4096 };

static struct {
    Object *code;
    i64 at;
} sites[SITES];
static i64 n_sites;

static inline i64 site_of(Object *code, i64 at) { return (((unsigned long long)code >> 4) * 31 + at) % SITES; }

/* Whether the Python code that is under way is at such a site. */
static int is_restless(void) {
    Object *frame = n_sites ? PyEval_GetFrame() : 0;
    if (!frame) return 0;
    Object *code = PyFrame_GetCode(frame);
    i64 at = PyFrame_GetLasti(frame), i = site_of(code, at);
    Py_DecRef(code);
    return sites[i].code == code && sites[i].at == at;
}

/* Whether so many elements of so many bytes are few enough to be done at once. */
static inline int is_few(i64 total, i64 width) {
    return total <= core.most || (width < 8 && total * width <= 8 * core.most) ||
           (core.most && total <= core.most_restless && is_restless());
}

/* Whether an operand, or the result, of a product has so few: its library is as quick as our own kernels. */
static inline int are_few(i64 total, i64 width) {
    return is_few(total, width) || (core.most && total <= 8 * core.most_restless && is_restless());
}

/* restless(code, at): what is called there is done at once from now on */
Object *m_restless(Object *self, Args args, i64 n) {
    if (n != 2) return complain(PyExc_TypeError, "restless(code, at)");
    i64 at = PyLong_AsLongLong(args[1]), i = site_of(args[0], at);
    if (PyErr_Occurred()) return 0;
    Object *old = sites[i].code;
    Py_IncRef(args[0]);
    sites[i].code = args[0];
    sites[i].at = at;
    n_sites += !old;
    release(old);
    return none();
}
