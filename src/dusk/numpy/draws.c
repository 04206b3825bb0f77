/* NumPy's own random numbers, drawn faster: the words of PCG64 many at a time, and of the ziggurat what is accepted at
   once. What is not is drawn by NumPy's function, from the same words: `Words` is a `bitgen_t` to it. So every number,
   and the state that is left, are NumPy's. The text in draws.ll is made of this file by `make follower`. */

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned __int128 u128;

enum { BLOCK = 512, CHAINS = 4 };

/* 64-bit words of PCG64 (XSL RR 128/64; O'Neill 2014), drawn ahead of their use. */
typedef struct Words {
    /* as NumPy's `bitgen_t` */
    struct Words *self;
    u64 (*next_word)(struct Words *);
    unsigned (*next_half)(struct Words *);
    double (*next_double)(struct Words *);
    u64 (*next_raw)(struct Words *);

    u128 state, step;
    i64 at, count, wanted;
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

static void begin(Words *w, Pcg *pcg) {
    w->self = w;
    w->next_word = w->next_raw = next_word;
    w->next_half = next_half;
    w->next_double = next_double;
    w->state = pcg->state, w->step = pcg->step;
    w->at = w->count = 0;
}

static void end(Words *w, Pcg *pcg) {
    rewind_to_use(w);
    pcg->state = w->state;
}

static double from_bits(u64 bits) {
    union { u64 bits; double value; } x = {bits};
    return x.value;
}

static u64 to_bits(double value) {
    union { double value; u64 bits; } x = {value};
    return x.bits;
}

/* `out` becomes plus + scale * u, u uniform in [0, 1). */
void draw_uniform(Pcg *pcg, double *out, i64 n, double plus, double scale, void *none) {
    Words w;
    begin(&w, pcg);
    for (i64 i = 0; i < n;) {
        w.wanted = n - i;
        refill(&w);
        i64 some = w.count < n - i ? w.count : n - i;
        for (i64 j = 0; j < some; j++) out[i + j] = plus + scale * unit(w.words[j]);
        w.at = some;
        i += some;
    }
    end(&w, pcg);
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
    begin(&w, &none);
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

/* `out` becomes plus + scale * x, x of the ziggurat's distribution. */
static inline void draw(Pcg *pcg, double *out, i64 n, double plus, double scale, Ziggurat *z, int low, int sign, int bits) {
    Words w;
    u64 mask = (1ULL << bits) - 1;
    begin(&w, pcg);
    for (i64 i = 0; i < n;) {
        w.wanted = n - i;
        if (w.at == w.count) refill(&w);
        i64 some = w.count - w.at < n - i ? w.count - w.at : n - i, j = 0;
        for (const u64 *words = w.words + w.at; j < some; j++) {
            u64 word = words[j] >> low, place = (word >> (8 + sign)) & mask;
            if (__builtin_expect(place >= z->inside[word & 255], 0)) break;
            double x = (double)(i64)place * z->width[word & 255];
            if (sign) x = from_bits(to_bits(x) ^ (word >> 8 & 1) << 63);
            out[i + j] = plus + scale * x;
        }
        w.at += j;
        i += j;
        if (j < some) {
            w.wanted = n - i;
            out[i++] = plus + scale * z->slow(&w);
        }
    }
    end(&w, pcg);
}

void draw_normal(Pcg *pcg, double *out, i64 n, double plus, double scale, Ziggurat *z) {
    draw(pcg, out, n, plus, scale, z, 0, 1, 52);
}

void draw_exponential(Pcg *pcg, double *out, i64 n, double plus, double scale, Ziggurat *z) {
    draw(pcg, out, n, plus, scale, z, 3, 0, 53);
}
