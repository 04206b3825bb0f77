/* Launches: a program's next run bound in one go, addresses written straight into its table. What a launch is for (the
   live set of a path, or a call of a compiled function) is compared before; here only what it is given is looked at. */

typedef struct {
    i64 source; /* among what is given; from `n_given` on: a constant */
    i64 number; /* how a number is kept in its cell, or -1: only buffers will do */
    i64 cell;   /* the cell's address */
} Input;
typedef struct {
    i64 source;        /* the program's input whose memory it is, or -1: of its own */
    Object *request;   /* what the allocator is asked for: (nbytes, device) */
    i64 keep;          /* how many buffers stay here for later runs, when they are free: 2 at most */
    Object *kept[2];
} Output;

typedef struct Launch {
    Object head;
    List *free;                      /* the program's instances that no run has */
    Object *instance, *call, *fail;  /* the one that is bound here; null: dropped, this fits nothing any more */
    Object *mode;                    /* the settings under which it was made */
    i64 *table, *runs;               /* what it is given; a cell that counts the runs */
    Input *inputs;
    i64 n_inputs, n_given;
    Tuple *constants;
    Output *outputs;
    i64 n_outputs;
    i64 *alive, *donors, *settled; /* slots, positions of leaves, slots of the outputs */
    i64 n_alive, n_donors, n_settled;
} Launch;

enum { DONE = 7 };

static int fits_mode(Launch *l) {
    if (!l->instance) return 0;
    Object *mode = PyObject_GetAttr(core.config, core.mode);
    release(mode); /* the settings hold it */
    return mode && mode == l->mode;
}

static int store_complex(i64 cell, i64 number, Object *x) {
    double value[2] = {0, 0};
    int overflow = 0;
    if (is_complex(x)) __builtin_memcpy(value, x + 1, 16);
    else if (x->type == &PyFloat_Type || is_of(x, FLOAT64)) __builtin_memcpy(value, x + 1, 8);
    else if (x->type == &PyLong_Type) value[0] = (double)PyLong_AsLongLongAndOverflow(x, &overflow);
    else return 0;
    if (overflow) return 0;
    if (number == COMPLEX128) __builtin_memcpy((void *)cell, value, 16);
    else ((float *)cell)[0] = (float)value[0], ((float *)cell)[1] = (float)value[1];
    return 1;
}

static int store(Input *in, Object *x) {
    i64 cell = in->cell, number = in->number;
    if (number < 0) return 0;
    if (is_of(x, number)) {
        __builtin_memcpy((void *)cell, x + 1, WIDTHS[number]);
        return 1;
    }
    if (x->type == &PyFloat_Type && number <= FLOAT64) {
        double value;
        __builtin_memcpy(&value, &((Float *)x)->bits, 8);
        if (number == FLOAT32) *(float *)cell = (float)value;
        else *(double *)cell = value;
        return 1;
    }
    if (number > INT64) return store_complex(cell, number, x);
    int overflow;
    if (x->type != &PyLong_Type) return 0;
    i64 value = PyLong_AsLongLongAndOverflow(x, &overflow);
    i64 most = number == INT64 ? (i64)(~0ULL >> 1) : number == INT32 ? 0x7fffffff : number == INT16 ? 0x7fff : 127;
    if (overflow || value > most || value < -most) return 0;
    if (number == FLOAT32) *(float *)cell = (float)value;
    else if (number == FLOAT64) *(double *)cell = (double)value;
    else if (number == INT64) *(i64 *)cell = value;
    else if (number == INT32) *(int *)cell = (int)value;
    else if (number == INT16) *(short *)cell = (short)value;
    else *(signed char *)cell = (signed char)value;
    return 1;
}

static inline i64 address_of(Object *buffer) {
    int overflow;
    return int_of(field(buffer, core.address_at), &overflow);
}

/* A buffer for an output: one from an earlier run that nobody holds any more, or a new one. A strong reference. */
static Object *buffer_for(Output *o) {
    Object *found = 0;
    for (i64 i = 0; i < o->keep && !found; i++)
        if (o->kept[i] && o->kept[i]->refcount == 1 && !pinned(o->kept[i])) found = o->kept[i];
    if (found) {
        hold(found);
        return found;
    }
    Args request = ((Tuple *)o->request)->items;
    int overflow;
    if (request[1] == shelved_on && (found = from_shelf(int_of(request[0], &overflow)))) return found;
    found = PyObject_Vectorcall(core.allocate, request, 2, 0);
    if (found && o->keep) {
        Object *old = o->kept[o->keep - 1];
        if (o->keep > 1) o->kept[1] = o->kept[0];
        o->kept[0] = found;
        hold(found);
        release(old);
    }
    return found;
}

static void let_go(Launch *l, Object **out) {
    for (i64 i = 0; i < l->n_outputs; i++)
        if (l->outputs[i].source < 0) release(out[i]);
}

/* Write the addresses of what is given, and of the outputs' buffers, into the table. `out` has strong references to those
   that are new. */
static int bind(Launch *l, Object *const *given, i64 n, Object **out) {
    if (n != l->n_given) return 0;
    for (i64 i = 0; i < l->n_inputs; i++) {
        Input *in = &l->inputs[i];
        Object *x = in->source < n ? given[in->source] : l->constants->items[in->source - n];
        if (x->type == core.buffer) l->table[1 + i] = address_of(x);
        else if (store(in, x)) l->table[1 + i] = in->cell;
        else return 0;
    }
    for (i64 i = 0; i < l->n_outputs; i++) {
        Output *o = &l->outputs[i];
        if (o->source < 0) {
            out[i] = buffer_for(o);
            if (!out[i]) return 0;
            l->table[1 + l->n_inputs + i] = address_of(out[i]);
        } else {
            i64 source = l->inputs[o->source].source;
            if (source >= n || given[source]->type != core.buffer) return 0;
            out[i] = given[source];
        }
    }
    return 1;
}

/* Run the program on what is given: buffers, which the caller holds, and numbers. 1: done, `out` has the outputs; 0: not
   begun, or failed if an error is set; -1: done, and an error is set that came after (a Ctrl-C). */
static int run(Launch *l, Object *const *given, i64 n, Object **out) {
    i64 at = l->free->size;
    while (at > 0 && l->free->items[at - 1] != l->instance) at--;
    if (!at) return 0; /* another thread runs it */
    Object *instance = l->instance, *free = (Object *)l->free, *call = l->call, *fail = l->fail;
    Py_IncRef(instance), Py_IncRef(free), Py_IncRef(call), Py_IncRef(fail); /* it may be dropped meanwhile */
    int done = 0;
    for (i64 i = 0; i < l->n_outputs; i++) out[i] = 0;
    if (PyList_SetSlice(free, at - 1, at, 0) == 0) {
        if (bind(l, given, n, out)) {
            i64 *status = (i64 *)l->table[0], before = status[DONE];
            Object *rc = PyObject_Vectorcall(call, 0, 0, 0);
            if (status[DONE] != before) {
                done = rc ? 1 : -1;
                ++*l->runs;
            }
            else if (rc) release(PyObject_Vectorcall(fail, &instance, 1, 0)); /* raises */
            release(rc);
        }
        if (!done) let_go(l, out);
        Object *kind = 0, *value = 0, *trace = 0; /* appending must not meet an error */
        PyErr_Fetch(&kind, &value, &trace);
        PyList_Append(free, instance);
        PyErr_Restore(kind, value, trace);
    }
    Py_DecRef(instance), Py_DecRef(free), Py_DecRef(call), Py_DecRef(fail);
    return done;
}

static i64 *numbers(Object *x, i64 *n) {
    *n = length(x);
    i64 *found = PyMem_RawCalloc(*n + 1, sizeof(i64));
    for (i64 i = 0; found && i < *n; i++) found[i] = PyLong_AsLongLong(items(x)[i]);
    return found;
}

static void drop_launch(Launch *l) {
    set_none(&l->instance);
    set_none(&l->call);
    set_none(&l->fail);
    set_none((Object **)&l->free);
    for (i64 i = 0; i < l->n_outputs; i++)
        for (i64 j = 0; j < 2; j++) set_none(&l->outputs[i].kept[j]);
}

/* bind(free, instance, call, fail, table, inputs, n_given, constants, outputs, mode, runs) */
Object *launch_bind(Object *self, Args args, i64 n) {
    SELF(Launch);
    if (n != 11 || args[0]->type != &PyList_Type || !is_sequence(args[5]) || args[7]->type != &PyTuple_Type ||
        !is_sequence(args[8]) || s->inputs)
        return complain(PyExc_TypeError, "bind(free, instance, call, fail, table, inputs, n_given, constants, outputs, mode, runs)");
    i64 m = length(args[5]), k = length(args[8]);
    s->inputs = PyMem_RawCalloc(m + 1, sizeof(Input));
    s->outputs = PyMem_RawCalloc(k + 1, sizeof(Output));
    if (!s->inputs || !s->outputs) return PyErr_NoMemory();
    for (i64 i = 0; i < m; i++) {
        Args row = items(items(args[5])[i]);
        s->inputs[i] = (Input){PyLong_AsLongLong(row[0]), PyLong_AsLongLong(row[1]), PyLong_AsLongLong(row[2])};
    }
    for (i64 i = 0; i < k; i++) {
        Args row = items(items(args[8])[i]);
        i64 keep = PyLong_AsLongLong(row[2]);
        s->outputs[i] = (Output){PyLong_AsLongLong(row[0]), row[1], keep > 2 ? 2 : keep, {0, 0}};
        Py_IncRef(row[1]);
        if (!shelved_on && length(row[1]) == 2) {
            shelved_on = items(row[1])[1];
            Py_IncRef(shelved_on);
        }
    }
    s->n_inputs = m;
    s->n_outputs = k;
    s->table = (i64 *)PyLong_AsLongLong(args[4]);
    s->runs = (i64 *)PyLong_AsLongLong(args[10]);
    s->n_given = PyLong_AsLongLong(args[6]);
    Object **places[6] = {(Object **)&s->free, &s->instance, &s->call, &s->fail, (Object **)&s->constants, &s->mode};
    Object *values[6] = {args[0], args[1], args[2], args[3], args[7], args[9]};
    for (i64 i = 0; i < 6; i++) {
        Py_IncRef(values[i]);
        *places[i] = values[i];
    }
    return none();
}

/* serve(alive, donors, settled): of which live set of a path it is the run */
Object *launch_serve(Object *self, Args args, i64 n) {
    SELF(Launch);
    if (n != 3 || !is_sequence(args[0]) || !is_sequence(args[1]) || !is_sequence(args[2]) || s->alive ||
        length(args[2]) != s->n_outputs)
        return complain(PyExc_TypeError, "serve(alive, donors, settled)");
    s->alive = numbers(args[0], &s->n_alive);
    s->donors = numbers(args[1], &s->n_donors);
    s->settled = numbers(args[2], &s->n_settled);
    return none();
}

Object *launch_drop(Object *self, Args args, i64 n) {
    drop_launch((Launch *)self);
    return none();
}

void launch_dealloc(Object *self) {
    SELF(Launch);
    drop_launch(s);
    for (i64 i = 0; i < s->n_outputs; i++) release(s->outputs[i].request);
    set_none((Object **)&s->constants);
    set_none(&s->mode);
    PyMem_RawFree(s->inputs);
    PyMem_RawFree(s->outputs);
    PyMem_RawFree(s->alive);
    PyMem_RawFree(s->donors);
    PyMem_RawFree(s->settled);
    Type *class = self->type;
    ((void (*)(Object *))PyType_GetSlot(class, TP_FREE_SLOT))(self);
    drop(class);
}

static int same_numbers(Segment *s, Launch *l) {
    i64 found = 0, leaf = 1LL << 62, fits = 1;
    for (i64 i = 0; i < s->n_leaves; i++) s->slots[s->leaves[i].slot].moved |= leaf;
    for (i64 i = 0; i < s->n && fits; i++) {
        Handle *h = s->slots[i].handle;
        if (!h || h->head.refcount < 2 || s->slots[i].moved & leaf) continue;
        fits = found < l->n_alive && l->alive[found] == i;
        found++;
    }
    for (i64 i = 0; i < s->n_leaves; i++) s->slots[s->leaves[i].slot].moved &= ~leaf;
    if (!fits || found != l->n_alive) return 0;
    found = 0;
    for (i64 i = 0; i < s->n_leaves; i++)
        if (is_donor(s, i)) {
            if (found == l->n_donors || l->donors[found] != i) return 0;
            found++;
        }
    return found == l->n_donors;
}

static void settle(Segment *s, i64 slot, Object *buffer) {
    Handle *h = slot >= 0 && slot < s->n ? s->slots[slot].handle : 0;
    if (!h || h->slot != slot || h->epoch != s->epoch) return;
    Object *before = h->buffer;
    h->buffer = buffer;
    Py_IncRef(buffer);
    h->epoch = READY;
    release(before);
}

/* Run what is pending, if it ends at a place known with this live set; whether it did. The segment begins anew then. */
Object *segment_launch(Object *self, Args args, i64 n) {
    SELF(Segment);
    Position *p = (Position *)s->node;
    Launch *l = (Launch *)p->launch;
    Object *answer = core.false_;
    if (!PRESENT(l) || s->slow || s->history || !fits_mode(l) || !l->alive || !same_numbers(s, l)) {
        if (PyErr_Occurred()) return 0;
        Py_IncRef(answer);
        return answer;
    }
    i64 given = s->n_leaves + s->n_scalars;
    Object **tables = PyMem_RawCalloc(given + l->n_outputs + 1, sizeof(Object *)), **out = tables + given;
    if (!tables) return PyErr_NoMemory();
    for (i64 i = 0; i < given; i++) tables[i] = i < s->n_leaves ? s->leaves[i].what : s->scalars[i - s->n_leaves];
    hold(l);
    i64 epoch = s->epoch;
    int done = run(l, tables, given, out);
    if (done) {
        for (i64 i = 0; i < l->n_settled && s->epoch == epoch; i++) settle(s, l->settled[i], out[i]);
        let_go(l, out);
        if (s->epoch == epoch) {
            p->age = ++s->clock;
            core.counts->calls += p->depth;
            core.counts->flushes++;
            core.counts->program_hits++;
            core.counts->native++;
            reset(s, ++core.epochs);
        }
        answer = core.true_;
    }
    drop(l);
    PyMem_RawFree(tables);
    if (done < 0 || PyErr_Occurred()) return 0;
    Py_IncRef(answer);
    return answer;
}
