/* NumPy's own random numbers, drawn faster: the words of PCG64 a chunk at a time, and from each word the number that a
   ziggurat accepts at once if one begins there. What is not accepted at once NumPy's function draws, from the same words:
   `Words` is a `bitgen_t` to it. Where numbers begin is seen to last: it depends on the chunk before, and nothing else
   does, so chunks are made on all threads of the pool. Every number, and the state that is left, are NumPy's. The text in
   draws.ll is made of this file by `make follower`. */

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned __int128 u128;

enum { LANES = 8, CHAINS = 2, LEAD = 3 * LANES, RING = 8, STRETCH = 4 * LANES, CHUNK = 2048, PARALLEL = 8 * CHUNK };

/* Lanes of any vector unit, which splits them as it needs to. */
typedef u64 Bits __attribute__((vector_size(8 * LANES), aligned(8)));
typedef double Doubles __attribute__((vector_size(8 * LANES), aligned(8)));
typedef _Bool Flags __attribute__((ext_vector_type(LANES)));

/* NumPy's state of PCG64 (XSL RR 128/64; O'Neill 2014), wherever it lies. */
typedef struct __attribute__((packed, aligned(8))) {
    u128 state, step;
} Pcg;

static const u128 FACTOR = ((u128)2549297995355413924ULL << 64) | 4865540595714422341ULL;

static u64 word_of(u128 s) {
    u64 high = (u64)(s >> 64), x = high ^ (u64)s;
    unsigned turn = (unsigned)(high >> 58);
    return (x >> turn) | (x << (-turn & 63));
}

/* The factor and the step that move a state on by so many words at once. */
static void moving_by(i64 count, u128 step, u128 *factor, u128 *plus) {
    u128 f = 1, p = 0, g = FACTOR, q = step;
    for (; count; count >>= 1) {
        if (count & 1) f *= g, p = p * g + q;
        q = (g + 1) * q;
        g *= g;
    }
    *factor = f, *plus = p;
}

static u128 state_after(const Pcg *pcg, i64 words) {
    u128 f, p;
    moving_by(words, pcg->step, &f, &p);
    return pcg->state * f + p;
}

/* States of words that follow each other, each of which moves on by all of them: that hides how long a product takes. */
typedef struct {
    u128 factor, plus, state[CHAINS];
} Chains;

static inline Chains chains_at(const Pcg *pcg, i64 word) {
    Chains c;
    u128 s = state_after(pcg, word);
    for (int i = 0; i < CHAINS; i++) c.state[i] = s = s * FACTOR + pcg->step;
    moving_by(CHAINS, pcg->step, &c.factor, &c.plus);
    return c;
}

/* The last states, by their halves: words are made of them by vectors, once they have reached the cache. */
typedef struct {
    Bits low[RING], high[RING];
} States;

static inline void make_states(Chains *c, States *s, i64 group) {
    u64 *low = (u64 *)(s->low + group % RING), *high = (u64 *)(s->high + group % RING);
#pragma clang loop unroll(full)
    for (int i = 0; i < LANES; i++) {
        u128 *state = c->state + i % CHAINS;
        low[i] = (u64)*state, high[i] = (u64)(*state >> 64);
        *state = *state * c->factor + c->plus;
    }
}

static inline void words_of(const States *s, i64 group, Bits *words) {
    Bits high = s->high[group % RING], x = high ^ s->low[group % RING], turn = high >> 58;
    *words = x >> turn | x << (-turn & 63);
}

/* The numbers asked for: plus + scale * x each, x of a ziggurat's distribution, or uniform in [0, 1). */
typedef struct {
    Pcg *pcg;
    double *out;
    i64 n;
    double plus, scale;
    const struct Ziggurat *z;
    void (*yield)(void);  /* lets another thread have the processor */
    /* what follows belongs to the chunk whose turn it is: numbers that are drawn, and words they took */
    i64 turn, place, word;
} Drawing;

static double unit(u64 word) { return (double)(word >> 11) * (1.0 / 9007199254740992.0); }

/* Uniform numbers from the one of a number on, each of a word; words turn into numbers once they have reached the cache. */
static void draw_units(const Drawing *d, i64 first, i64 count) {
    Chains c = chains_at(d->pcg, first);
    double *out = d->out + first;
    i64 whole = count / LANES * LANES;
    States s;
    for (i64 i = 0; i < whole + LEAD; i += LANES) {
        if (i < whole) make_states(&c, &s, i / LANES);
        if (i < LEAD) continue;
        Bits word;
            words_of(&s, (i - LEAD) / LANES, &word);
        *(Doubles *)(out + i - LEAD) =
            d->plus + d->scale * (__builtin_convertvector(word >> 11, Doubles) * (1.0 / 9007199254740992.0));
    }
    for (i64 i = whole; i < count; i++) {
        out[i] = d->plus + d->scale * unit(word_of(c.state[0]));
        c.state[0] = c.state[0] * FACTOR + d->pcg->step;
    }
}

/* What NumPy's functions draw from. */
typedef struct Words {
    /* as NumPy's `bitgen_t` */
    struct Words *self;
    u64 (*next_word)(struct Words *);
    unsigned (*next_half)(struct Words *);
    double (*next_double)(struct Words *);
    u64 (*next_raw)(struct Words *);

    i64 at, count;
    u128 beyond, step;  /* the state of the first word that is not in `words` */
    u64 words[CHUNK];
} Words;

static u64 next_word(Words *w) {
    i64 at = w->at++;
    if (at < w->count) return w->words[at];
    u128 s = w->beyond;
    for (; at > w->count; at--) s = s * FACTOR + w->step;
    return word_of(s);
}

static double next_double(Words *w) { return unit(next_word(w)); }

/* No distribution here asks for halves of words. */
static unsigned next_half(Words *w) { return (unsigned)next_word(w); }

static void begin(Words *w) {
    w->self = w;
    w->next_word = w->next_raw = next_word;
    w->next_half = next_half;
    w->next_double = next_double;
}

/* A ziggurat of 256 layers (Marsaglia and Tsang 2000), and how NumPy lays its words out: above `low` bits that are not
   used the layer's number, then a sign if there is one, then the place in the layer, of `bits` bits. */
typedef struct Ziggurat {
    double (*slow)(Words *);  /* NumPy's function that draws one number */
    i64 low, sign, bits;
    struct Layer {
        double width;  /* of one place */
        u64 inside;  /* how many places are accepted at once; or some fewer */
    } layers[256];
} Ziggurat;

/* Ask NumPy's function for the widths: it gives one for place 1, at once, or since the next word, 0, lies inside. The
   places under the layer above are accepted at once; at the edge, which is rounded, NumPy is to say. */
void learn_ziggurat(Ziggurat *z) {
    Words w;
    begin(&w);
    for (i64 i = 0; i < 256; i++) {
        w.words[0] = ((1ULL << (8 + z->sign)) | i) << z->low;
        w.words[1] = 0;
        w.at = 0, w.count = 2;
        z->layers[i].width = z->slow(&w);
    }
    for (i64 i = 0; i < 256; i++) {
        double share = i == 1 ? 0 : z->layers[i ? i - 1 : 255].width / z->layers[i].width;
        i64 places = (i64)(share * (double)(1LL << z->bits)) - 64;
        z->layers[i].inside = places > 0 ? places : 0;
    }
}

/* Words, and of each the number that begins with it, if one does. */
typedef struct {
    i64 count, long_ones;
    double numbers[CHUNK + STRETCH];
    unsigned where[CHUNK], words[CHUNK];  /* by the numbers that were not accepted at once */
    Words w;
} Chunk;

typedef u64 Pair __attribute__((vector_size(16), aligned(8)));
#define LAYER(I) Pair l##I = *(const Pair *)((const char *)z->layers + offsets[I]);
#define HALF(A, B) __builtin_shufflevector(A, B, 0, 1, 2, 3)
#define JOIN(A, B, C, D) __builtin_shufflevector(HALF(A, B), HALF(C, D), 0, 1, 2, 3, 4, 5, 6, 7)

/* The numbers that begin with eight words; gives a bit for each that is not accepted at once. */
static inline __attribute__((always_inline)) unsigned accept(const u64 *words, const u64 *offsets, double *numbers, const Drawing *d, int low,
                                                             int sign, int bits) {
    const Ziggurat *z = d->z;
    Bits word = *(const Bits *)words >> low, place = (word >> (8 + sign)) & ((1ULL << bits) - 1);
    LAYER(0) LAYER(1) LAYER(2) LAYER(3) LAYER(4) LAYER(5) LAYER(6) LAYER(7)
    Bits even = JOIN(l0, l2, l4, l6), odd = JOIN(l1, l3, l5, l7);
    Doubles width = (Doubles)__builtin_shufflevector(even, odd, 0, 8, 2, 10, 4, 12, 6, 14);
    Bits inside = __builtin_shufflevector(even, odd, 1, 9, 3, 11, 5, 13, 7, 15);
    Doubles x = __builtin_convertvector(place, Doubles) * width;
    if (sign) x = (Doubles)((Bits)x ^ (word >> 8 & 1) << 63);
    *(Doubles *)numbers = d->plus + d->scale * x;
    return __builtin_bit_cast(unsigned char, __builtin_convertvector(place >= inside, Flags));
}

static inline __attribute__((always_inline)) void fill(Chunk *k, const Drawing *d, i64 first, i64 count, int low, int sign,
                                                       int bits) {
    Chains c = chains_at(d->pcg, first);
    Words *w = &k->w;
    i64 n = 0;
    States s;
    Bits offsets[RING];
    for (i64 i = 0; i < count + 2 * LEAD; i += LANES) {
        if (i < count) make_states(&c, &s, i / LANES);
        if (i < LEAD) continue;
        if (i < count + LEAD) {
            Bits word;
            words_of(&s, (i - LEAD) / LANES, &word);
            *(Bits *)(w->words + i - LEAD) = word;
            offsets[i / LANES % RING] = (word >> low & 255) * sizeof(struct Layer);
        }
        if (i < 2 * LEAD) continue;
        i64 at = i - 2 * LEAD;
        unsigned left = accept(w->words + at, (const u64 *)(offsets + (i - LEAD) / LANES % RING), k->numbers + at, d, low, sign, bits);
        k->where[n] = at + __builtin_ctz(left | 1 << LANES);
        n += left != 0;
        while (__builtin_expect(left & (left - 1), 0)) {
            left &= left - 1;
            k->where[n++] = at + __builtin_ctz(left);
        }
    }
    begin(w);
    w->count = count, w->beyond = c.state[0], w->step = d->pcg->step;
    for (i64 i = 0; i < n; i++) {
        i64 at = w->at = k->where[i];
        k->numbers[at] = d->plus + d->scale * d->z->slow(w);
        k->words[i] = w->at - at;
    }
    k->count = count, k->long_ones = n;
}

/* `out` has room for so many numbers: what is copied beyond `n` will be written over. */
static void copy(double *out, const double *x, i64 n, i64 room) {
    if (n + STRETCH <= room) {
        for (i64 i = 0; i < n; i += STRETCH)
#pragma clang loop unroll(full)
            for (int j = 0; j < STRETCH; j += LANES) *(Bits *)(out + i + j) = *(const Bits *)(x + i + j);
    } else
        for (i64 i = 0; i < n; i++) out[i] = x[i];
}

/* Take at most so many of the numbers that follow each other from a word on, to `out` if there is one. Gives how many,
   and moves `at` to the word after them. */
static inline i64 take(const Chunk *k, i64 *at, i64 most, double *out) {
    i64 n = 0, word = *at;
    for (i64 i = 0; n < most && word < k->count; i++) {
        if (i < k->long_ones && k->where[i] < word) continue;
        i64 some = i < k->long_ones ? k->where[i] + 1 - word : k->count - word, cut = some > most - n;
        if (cut) some = most - n;
        if (out) copy(out + n, k->numbers + word, some, most - n);
        n += some;
        word += some + (i < k->long_ones && !cut ? k->words[i] - 1 : 0);
    }
    *at = word;
    return n;
}

typedef void Fill(Chunk *k, const Drawing *d, i64 first, i64 count);

static int is_turn_of(const Drawing *d, i64 chunk) { return __atomic_load_n(&d->turn, __ATOMIC_ACQUIRE) == chunk; }

static void wait_for_turn(const Drawing *d, i64 chunk) {
    for (int polls = 1; !is_turn_of(d, chunk); polls++)
        if (polls % 4096 == 0) d->yield();
}

/* Draw the numbers that begin in a chunk of words. Threads take chunks in order, so whoever is waited for is at work. */
static inline void draw_chunk(Drawing *d, i64 chunk, Fill *fill) {
    Chunk k;
    i64 first = chunk * CHUNK;
    fill(&k, d, first, CHUNK);
    wait_for_turn(d, chunk);
    i64 at = d->word - first, begun = at, count = take(&k, &at, d->n - d->place, 0);
    double *out = d->out + d->place;
    d->place += count, d->word = first + at;
    __atomic_store_n(&d->turn, chunk + 1, __ATOMIC_RELEASE);
    take(&k, &begun, count, out);
}

/* Steps as decision 0001 has them, and what runs them on the pool. */
typedef void Chunks(void **slots, Drawing *d, i64 low, i64 high);
typedef struct {
    Chunks *function;
    i64 index, extent, chunk;
} Step;
typedef i64 Run(void **slots, Drawing *d, Step *steps, i64 n);

static void on_pool(Drawing *d, Chunks *chunks, i64 words, Run *run) {
    i64 status[8] = {0};
    void *slots[1] = {status};
    Step step = {chunks, 0, (words + CHUNK - 1) / CHUNK, 1};
    run(slots, d, &step, 1);
}

static void uniform_chunks(void **slots, Drawing *d, i64 low, i64 high) {
    low *= CHUNK, high *= CHUNK;
    draw_units(d, low, (high < d->n ? high : d->n) - low);
}

void draw_uniform(Pcg *pcg, double *out, i64 n, double plus, double scale, const Ziggurat *z, Run *run,
                  void (*yield)(void)) {
    Drawing d = {pcg, out, n, plus, scale, z, yield, 0, 0, 0};
    if (run && n >= PARALLEL)
        on_pool(&d, uniform_chunks, n, run);
    else
        draw_units(&d, 0, n);
    pcg->state = state_after(pcg, n);
}

/* `words` for each 1,000 numbers are expected, which only time depends on. */
static inline void draw(Drawing d, Chunks *chunks, Fill *fill, i64 words, Run *run) {
    if (run && d.n >= PARALLEL) on_pool(&d, chunks, d.n + d.n * (words - 1000) / 1000, run);
    while (d.place < d.n) {
        Chunk k;
        i64 left = d.n - d.place, most = (left + left / 32 + LANES) / LANES * LANES, at = 0;
        fill(&k, &d, d.word, most < CHUNK ? most : CHUNK);
        d.place += take(&k, &at, left, d.out + d.place);
        d.word += at;
    }
    d.pcg->state = state_after(d.pcg, d.word);
}

#define ZIGGURAT(NAME, LOW, SIGN, BITS, WORDS) \
    static void fill_##NAME(Chunk *k, const Drawing *d, i64 first, i64 count) { \
        fill(k, d, first, count, LOW, SIGN, BITS); \
    } \
    static void NAME##_chunks(void **slots, Drawing *d, i64 low, i64 high) { \
        for (i64 chunk = low; chunk < high; chunk++) draw_chunk(d, chunk, fill_##NAME); \
    } \
    void draw_##NAME(Pcg *pcg, double *out, i64 n, double plus, double scale, const Ziggurat *z, Run *run, \
                     void (*yield)(void)) { \
        Drawing d = {pcg, out, n, plus, scale, z, yield, 0, 0, 0}; \
        draw(d, NAME##_chunks, fill_##NAME, WORDS, run); \
    }

ZIGGURAT(normal, 0, 1, 52, 1022)
ZIGGURAT(exponential, 3, 0, 53, 1034)
