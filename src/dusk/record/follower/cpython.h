/* What of CPython the follower uses. Layouts are checked by `record/cpython.py` before this code is loaded, so that no
   header of one version is compiled in. Reference counts are touched directly on objects that are never immortal (our
   own, buffers, types of values, classes); on all others through the interpreter's functions. */

typedef long long i64;
typedef struct Object Object;
typedef struct Type Type;

struct Object {
    i64 refcount;
    Type *type;
};
struct Type {
    Object head;
    i64 size;
    const char *name;
    i64 basicsize, itemsize;
    void (*dealloc)(Object *);
};
typedef struct {
    Object head;
    i64 size;
    Object *items[];
} Tuple;
typedef struct {
    Object head;
    i64 size;
    Object **items;
} List;
typedef struct {
    Object head;
    i64 bits;
} Float;

typedef Object *const *Args;
typedef Object *(*Vectorcall)(Object *, Args, i64, Tuple *);

#define MOST_ARGUMENTS (~(1LL << 63)) /* the other bit of their number is a flag */

extern Type PyFloat_Type, PyLong_Type, PyTuple_Type, PyList_Type, PyUnicode_Type, PyDict_Type, PyCell_Type, PySlice_Type, PyBool_Type,
    PyBytes_Type, PyComplex_Type, PyType_Type;
extern Object _Py_NoneStruct, _Py_NotImplementedStruct, _Py_EllipsisObject;
extern Object *PyExc_TypeError, *PyExc_ValueError, *PyExc_AttributeError;

void Py_IncRef(Object *), Py_DecRef(Object *), _Py_Dealloc(Object *);
Object *PyType_GenericAlloc(Type *, i64), *_PyObject_New(Type *);
int PyType_IsSubtype(Type *, Type *);
void *PyType_GetSlot(Type *, int);
void *PyThreadState_Get(void);
i64 PyThreadState_GetID(void *);
void PyObject_ClearWeakRefs(Object *), PyObject_GC_UnTrack(void *);
Object *PyObject_Vectorcall(Object *, Object *const *, i64, Object *);
Object *PyObject_Call(Object *, Object *, Object *), *PyObject_GetAttr(Object *, Object *), *PyObject_GetItem(Object *, Object *);
int PyObject_SetItem(Object *, Object *, Object *);
Object *PyVectorcall_Call(Object *, Object *, Object *), *PyMethod_New(Object *, Object *);
int PyObject_RichCompareBool(Object *, Object *, int), PyObject_GetBuffer(Object *, void *, int);
Object *PyLong_FromLongLong(i64), *PyFloat_FromDouble(double), *PyTuple_New(i64), *PyList_New(i64);
i64 PyLong_AsLongLong(Object *), PyLong_AsSsize_t(Object *), PyLong_AsLongLongAndOverflow(Object *, int *);
Object *PyErr_Occurred(void), *PyErr_NoMemory(void);
void PyErr_SetString(Object *, const char *), PyErr_Clear(void);
int PyErr_ExceptionMatches(Object *);
extern Object *PyExc_Exception;
i64 PyThread_get_thread_ident(void);
void PyErr_Fetch(Object **, Object **, Object **), PyErr_Restore(Object *, Object *, Object *);
void *PyMem_RawRealloc(void *, i64), *PyMem_RawCalloc(i64, i64);
void PyMem_RawFree(void *);
int PyDict_Next(Object *, i64 *, Object **, Object **);
i64 PyDict_Size(Object *);
Object *PyObject_GenericGetDict(Object *, void *);
int PyDict_Contains(Object *, Object *), PyDict_SetItem(Object *, Object *, Object *);
Object *PyDict_New(void), *PyDict_GetItemWithError(Object *, Object *), *PyCell_Get(Object *);
int PyList_SetSlice(Object *, i64, i64, Object *), PyList_Append(Object *, Object *);
Object *PyContextVar_Set(Object *, Object *);
int PyContextVar_Reset(Object *, Object *);
int PyGC_Disable(void), PyGC_Enable(void);
typedef Object *(*Two)(Object *, Object *);
Object *PyNumber_InPlaceAdd(Object *, Object *), *PyNumber_InPlaceSubtract(Object *, Object *),
    *PyNumber_InPlaceMultiply(Object *, Object *), *PyNumber_InPlaceTrueDivide(Object *, Object *),
    *PyNumber_InPlaceFloorDivide(Object *, Object *), *PyNumber_InPlaceRemainder(Object *, Object *),
    *PyNumber_InPlaceAnd(Object *, Object *), *PyNumber_InPlaceOr(Object *, Object *), *PyNumber_InPlaceXor(Object *, Object *),
    *PyNumber_InPlaceLshift(Object *, Object *), *PyNumber_InPlaceRshift(Object *, Object *);
Object *PyNumber_Add(Object *, Object *), *PyNumber_Subtract(Object *, Object *), *PyNumber_Multiply(Object *, Object *),
    *PyNumber_TrueDivide(Object *, Object *), *PyNumber_FloorDivide(Object *, Object *), *PyNumber_Remainder(Object *, Object *),
    *PyNumber_MatrixMultiply(Object *, Object *), *PyNumber_And(Object *, Object *), *PyNumber_Or(Object *, Object *),
    *PyNumber_Xor(Object *, Object *), *PyNumber_Lshift(Object *, Object *), *PyNumber_Rshift(Object *, Object *),
    *PyNumber_Power(Object *, Object *, Object *), *PyNumber_Negative(Object *), *PyNumber_Positive(Object *),
    *PyNumber_Absolute(Object *), *PyNumber_Invert(Object *), *PyObject_RichCompare(Object *, Object *, int),
    *PyBool_FromLong(i64);
int PyIndex_Check(Object *);
Object *PyEval_GetFrame(void), *PyFrame_GetCode(Object *);
int PyFrame_GetLasti(Object *);
i64 PyNumber_AsSsize_t(Object *, Object *);
Object *PyComplex_FromDoubles(double, double);

#define NONE (&_Py_NoneStruct)
enum { HEAP_TYPE = 1 << 9 };
unsigned long PyType_GetFlags(Type *);
#define PRESENT(x) ((x) && (Object *)(x) != NONE)
#define NB_POWER_SLOT 33
#define NB_ABSOLUTE_SLOT 6
#define NB_ADD_SLOT 7
#define NB_MULTIPLY_SLOT 29
#define NB_NEGATIVE_SLOT 30
#define NB_SUBTRACT_SLOT 36
#define NB_TRUE_DIVIDE_SLOT 37
#define TP_HASH_SLOT 59
#define TP_RICHCOMPARE_SLOT 67
#define TP_FREE_SLOT 74
#define TP_ALLOC_SLOT 47

/* For objects that are never immortal. */
static inline void hold(void *x) { ((Object *)x)->refcount++; }
static inline void drop(void *x) {
    if (--((Object *)x)->refcount == 0) _Py_Dealloc(x);
}
/* For all others, and for what may be absent. */
static inline void release(Object *x) {
    if (x) Py_DecRef(x);
}
/* Of the calling thread; never given again to another one, as the system's numbers are. */
static inline i64 this_thread(void) { return PyThreadState_GetID(PyThreadState_Get()) + 1; }
/* A tuple or list, made without a collection: before 3.12 any allocation may begin one, whose finalisers may record. */
static inline Object *quietly(Object *(*make)(i64), i64 size) {
    int collecting = PyGC_Disable();
    Object *made = make(size);
    if (collecting) PyGC_Enable();
    return made;
}
static inline Object *none(void) {
    Py_IncRef(NONE);
    return NONE;
}
