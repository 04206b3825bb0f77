/* NumPy's own random numbers, drawn faster: the words of PCG64 many at a time, and of the ziggurat what is accepted at
   once. What is not is drawn by NumPy's function, from the same words: `Words` is a `bitgen_t` to it. So every number,
   and the state that is left, are NumPy's. Many numbers are drawn chunk by chunk on the threads of the pool: a chunk of
   words is guessed to begin with the first word of a number, and drawn again where the one before it shows otherwise.
   The text in draws.ll is made of this file by `make follower`. */

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned __int128 u128;

enum { BLOCK = 512, CHAINS = 4, CHUNK = 2048, PARALLEL = 8 * CHUNK };

/* 64-bit words of PCG64 (XSL RR 128/64; O'Neill 2014), drawn ahead of their use. */
typedef struct Words {
    /* as NumPy's `bitgen_t` */
    struct Words *self;
    u64 (*next_word)(struct Words *);
    unsigned (*next_half)(struct Words *);
    double (*next_double)(struct Words *);
    u64 (*next_raw)(struct Words *);

    u128 state, step;  /* before words[0] */
    i64 at, count, wanted;
    i64 before;  /* how many words the stream had before words[0] */
    u64 words[BLOCK];
} Words;

/* NumPy's state of PCG64, wherever it lies. */
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

/* Give back the words that were not used. */
static void rewind_to_use(Words *w) {
    u128 f, p;
    moving_by(w->at, w->step, &f, &p);
    w->state = w->state * f + p;
    w->before += w->at;
    w->at = w->count = 0;
}

/* Draw the next block, for about as many numbers as are wanted; chains of their own hide how long a product takes. */
static void refill(Words *w) {
    u128 f, p, chain[CHAINS], s;
    rewind_to_use(w);
    i64 count = w->wanted + 8 < BLOCK ? (w->wanted + 8 + CHAINS - 1) / CHAINS * CHAINS : BLOCK;
    s = w->state;
    for (int c = 0; c < CHAINS; c++) chain[c] = s = s * FACTOR + w->step;
    moving_by(CHAINS, w->step, &f, &p);
    for (i64 i = 0; i < count; i += CHAINS)
        for (int c = 0; c < CHAINS; c++) {
            w->words[i + c] = word_of(chain[c]);
            chain[c] = chain[c] * f + p;
        }
    w->count = count;
}

static u64 next_word(Words *w) {
    if (w->at == w->count) refill(w);
    return w->words[w->at++];
}

static double unit(u64 word) { return (double)(i64)(word >> 11) * (1.0 / 9007199254740992.0); }

static double next_double(Words *w) { return unit(next_word(w)); }

/* No distribution here asks for halves of words. */
static unsigned next_half(Words *w) { return (unsigned)next_word(w); }

/* Words from the one of a number on. */
static void begin(Words *w, const Pcg *pcg, i64 word) {
    w->self = w;
    w->next_word = w->next_raw = next_word;
    w->next_half = next_half;
    w->next_double = next_double;
    w->state = pcg->state, w->step = pcg->step;
    w->before = 0, w->at = w->count = word;
    rewind_to_use(w);
}

static i64 word_in_use(const Words *w) { return w->before + w->at; }

static double from_bits(u64 bits) {
    union { u64 bits; double value; } x = {bits};
    return x.value;
}

static u64 to_bits(double value) {
    union { double value; u64 bits; } x = {value};
    return x.bits;
}

/* A ziggurat of 256 layers (Marsaglia and Tsang 2000), and how NumPy lays its words out: above `low` bits that are not
   used the layer's number, then a sign if there is one, then the place in the layer, of `bits` bits. */
typedef struct {
    double (*slow)(Words *);  /* NumPy's function that draws one number */
    i64 low, sign, bits;
    double width[256];  /* of one place, by layer */
    u64 inside[256];  /* how many places are accepted at once, by layer; or some fewer */
} Ziggurat;

/* Ask NumPy's function for the widths: it gives one for place 1, at once, or since the next word, 0, lies inside. The
   places under the layer above are accepted at once; at the edge, which is rounded, NumPy is to say. */
void learn_ziggurat(Ziggurat *z) {
    Words w;
    Pcg none = {0, 0};
    begin(&w, &none, 0);
    w.wanted = 0;
    for (i64 i = 0; i < 256; i++) {
        w.words[0] = ((1ULL << (8 + z->sign)) | i) << z->low;
        w.words[1] = 0;
        w.at = 0, w.count = 2;
        z->width[i] = z->slow(&w);
    }
    for (i64 i = 0; i < 256; i++) {
        double share = i == 1 ? 0 : z->width[i ? i - 1 : 255] / z->width[i];
        i64 places = (i64)(share * (double)(1LL << z->bits)) - 64;
        z->inside[i] = places > 0 ? places : 0;
    }
}

/* The numbers asked for: plus + scale * x each, x of the ziggurat's distribution, or uniform in [0, 1). */
typedef struct {
    Pcg *pcg;
    double *out;
    i64 n;
    double plus, scale;
    const Ziggurat *z;
    void (*yield)(void);  /* lets another thread have the processor */
    /* what follows belongs to the chunk whose turn it is: numbers that are drawn, and words they took */
    i64 turn, place, word;
} Drawing;

/* Draw until `end` is in use or beyond, at most `most` numbers; gives how many. */
typedef i64 Parse(const Drawing *d, Words *w, double *out, i64 most, i64 end);

static i64 uniform(const Drawing *d, Words *w, double *out, i64 most, i64 end) {
    double plus = d->plus, scale = d->scale;
    if (end - word_in_use(w) < most) most = end - word_in_use(w);
    for (i64 i = 0; i < most;) {
        w->wanted = most - i;
        refill(w);
        i64 some = w->count < most - i ? w->count : most - i;
        for (i64 j = 0; j < some; j++) out[i + j] = plus + scale * unit(w->words[j]);
        w->at = some;
        i += some;
    }
    return most;
}

static inline i64 parse(const Drawing *d, Words *w, double *out, i64 most, i64 end, int low, int sign, int bits) {
    const Ziggurat *z = d->z;
    double plus = d->plus, scale = d->scale;
    u64 mask = (1ULL << bits) - 1;
    i64 i = 0;
    while (i < most && word_in_use(w) < end) {
        i64 left = end - word_in_use(w) < most - i ? end - word_in_use(w) : most - i;
        w->wanted = left;
        if (w->at == w->count) refill(w);
        i64 some = w->count - w->at < left ? w->count - w->at : left, j = 0;
        for (const u64 *words = w->words + w->at; j < some; j++) {
            u64 word = words[j] >> low, place = (word >> (8 + sign)) & mask;
            if (__builtin_expect(place >= z->inside[word & 255], 0)) break;
            double x = (double)(i64)place * z->width[word & 255];
            if (sign) x = from_bits(to_bits(x) ^ (word >> 8 & 1) << 63);
            out[i + j] = plus + scale * x;
        }
        w->at += j;
        i += j;
        if (j < some) {
            w->wanted = left - j;
            out[i++] = plus + scale * z->slow(w);
        }
    }
    return i;
}

static i64 normal(const Drawing *d, Words *w, double *out, i64 most, i64 end) {
    return parse(d, w, out, most, end, 0, 1, 52);
}

static i64 exponential(const Drawing *d, Words *w, double *out, i64 most, i64 end) {
    return parse(d, w, out, most, end, 3, 0, 53);
}

static int is_turn_of(const Drawing *d, i64 chunk) { return __atomic_load_n(&d->turn, __ATOMIC_ACQUIRE) == chunk; }

static void wait_for_turn(const Drawing *d, i64 chunk) {
    for (int polls = 1; !is_turn_of(d, chunk); polls++)
        if (polls % 4096 == 0) d->yield();
}

/* Draw the numbers that begin in a chunk of words. Threads take chunks in order, so whoever is waited for is at work.
   Out of turn the numbers are kept, as where they belong is not known yet. */
static inline void draw_chunk(Drawing *d, i64 chunk, Parse *parse) {
    i64 first = chunk * CHUNK, end = first + CHUNK, count = 0;
    double kept[CHUNK];
    int guess = !is_turn_of(d, chunk);
    Words w;
    if (guess) {
        begin(&w, d->pcg, first);
        count = parse(d, &w, kept, CHUNK, end);
        wait_for_turn(d, chunk);
        guess = d->word == first && count <= d->n - d->place;
    }
    double *out = d->out + d->place;
    if (!guess) {
        begin(&w, d->pcg, d->word);
        count = parse(d, &w, out, d->n - d->place, end);
    }
    d->place += count, d->word = word_in_use(&w);
    __atomic_store_n(&d->turn, chunk + 1, __ATOMIC_RELEASE);
    if (guess)
        for (i64 i = 0; i < count; i++) out[i] = kept[i];
}

/* Where numbers begin is known of uniform ones: no turns are needed. */
static void uniform_chunks(void **slots, Drawing *d, i64 low, i64 high) {
    for (i64 chunk = low; chunk < high; chunk++) {
        Words w;
        begin(&w, d->pcg, chunk * CHUNK);
        uniform(d, &w, d->out + chunk * CHUNK, d->n - chunk * CHUNK, (chunk + 1) * CHUNK);
    }
}

static void normal_chunks(void **slots, Drawing *d, i64 low, i64 high) {
    for (i64 chunk = low; chunk < high; chunk++) draw_chunk(d, chunk, normal);
}

static void exponential_chunks(void **slots, Drawing *d, i64 low, i64 high) {
    for (i64 chunk = low; chunk < high; chunk++) draw_chunk(d, chunk, exponential);
}

/* Steps as decision 0001 has them, and what runs them on the pool. */
typedef void Chunks(void **slots, Drawing *d, i64 low, i64 high);
typedef struct {
    Chunks *function;
    i64 index, extent, chunk;
} Step;
typedef i64 Run(void **slots, Drawing *d, Step *steps, i64 n);

/* Draw all that is asked for: on the pool if there are many numbers and `run` is given, and what remains here. */
static inline void draw(Drawing d, Chunks *chunks, Parse *parse, i64 expected, Run *run) {
    Words w;
    if (run && d.n >= PARALLEL) {
        i64 status[8] = {0};
        void *slots[1] = {status};
        Step step = {chunks, 0, expected / CHUNK, 1};
        run(slots, &d, &step, 1);
        if (chunks == uniform_chunks) d.place = d.word = expected / CHUNK * CHUNK;
    }
    begin(&w, d.pcg, d.word);
    while (d.place < d.n) d.place += parse(&d, &w, d.out + d.place, d.n - d.place, word_in_use(&w) + d.n - d.place);
    rewind_to_use(&w);
    d.pcg->state = w.state;
}

#define DRAW(NAME, EXPECTED) \
    void draw_##NAME(Pcg *pcg, double *out, i64 n, double plus, double scale, const Ziggurat *z, Run *run, \
                     void (*yield)(void)) { \
        Drawing d = {pcg, out, n, plus, scale, z, yield, 0, 0, 0}; \
        draw(d, NAME##_chunks, NAME, EXPECTED, run); \
    }

DRAW(uniform, n)
DRAW(normal, n + n / 46)
DRAW(exponential, n + n / 31)
