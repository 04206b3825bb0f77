/* Numbers of NumPy's legacy `RandomState`, drawn faster: the words of MT19937 and numbers made of them by vectors, normal
   ones by the polar method, with the logarithm of the C library as NumPy has it. Every number, and the state that is
   left, are NumPy's. The text in twister.ll is made of this file by `make follower`. */

typedef unsigned long long u64;
typedef unsigned u32;
typedef long long i64;

enum { LANES = 8, STATE = 624, FAR = 397, PAIRS = 256, WORDS = 4 * PAIRS };

typedef u32 Words __attribute__((vector_size(8 * LANES), aligned(4)));
typedef u64 Bits __attribute__((vector_size(8 * LANES), aligned(8)));
typedef double Doubles __attribute__((vector_size(8 * LANES), aligned(8)));

/* NumPy's state of MT19937 (Matsumoto and Nishimura 1998). */
typedef struct {
    u32 key[STATE];
    int at;
} Twister;

#define TWISTED(KEY, I, FROM) \
    (FROM) ^ ((((KEY) & 0x80000000u) | ((I) & 0x7fffffffu)) >> 1) ^ (-((I) & 1u) & 0x9908b0dfu)

static inline void twist_some(u32 *key, i64 from, i64 to, i64 far) {
    i64 i = from;
    for (; i + 2 * LANES <= to; i += 2 * LANES) {
        Words here = *(Words *)(key + i), next = *(Words *)(key + i + 1), other = *(Words *)(key + i + far);
        *(Words *)(key + i) = TWISTED(here, next, other);
    }
    for (; i < to; i++) key[i] = TWISTED(key[i], key[i + 1], key[i + far]);
}

static void twist(u32 *key) {
    twist_some(key, 0, STATE - FAR, FAR);
    twist_some(key, STATE - FAR, STATE - 1, FAR - STATE);
    key[STATE - 1] = TWISTED(key[STATE - 1], key[0], key[FAR - 1]);
}

#define TEMPER(Y) \
    Y ^= Y >> 11, Y ^= Y << 7 & 0x9d2c5680u, Y ^= Y << 15 & 0xefc60000u, Y ^= Y >> 18

/* So many words, or none where there is nothing to write to: then the state only moves on. */
static void next_words(Twister *t, u32 *words, i64 n) {
    for (i64 done = 0; done < n;) {
        if (t->at == STATE) twist(t->key), t->at = 0;
        i64 some = STATE - t->at < n - done ? STATE - t->at : n - done, i = 0;
        const u32 *key = t->key + t->at;
        if (words) {
            for (; i + 2 * LANES <= some; i += 2 * LANES) {
                Words y = *(const Words *)(key + i);
                TEMPER(y);
                *(Words *)(words + done + i) = y;
            }
            for (; i < some; i++) {
                u32 y = key[i];
                TEMPER(y);
                words[done + i] = y;
            }
        }
        t->at += (int)some;
        done += some;
    }
}

/* Uniform numbers in [0, 1), of 27 bits of a word and 26 of the next; as many as lanes. */
static inline void units(const u32 *words, Doubles *out) {
    Bits pair = *(const Bits *)words;
    *out = __builtin_convertvector((pair & 0xffffffff) >> 5 << 26 | pair >> 38, Doubles) * (1.0 / 9007199254740992.0);
}

/* `out` becomes plus + scale * u, u uniform in [0, 1). */
void twister_uniform(Twister *t, double *out, i64 n, double plus, double scale, void *none) {
    u32 words[WORDS];
    for (i64 done = 0; done < n;) {
        i64 some = n - done < WORDS / 2 ? n - done : WORDS / 2;
        next_words(t, words, 2 * some);
        Doubles u;
        for (i64 i = 0; i < some; i += LANES) {
            units(words + 2 * i, &u);
            u = plus + scale * u;
            if (i + LANES <= some)
                *(Doubles *)(out + done + i) = u;
            else
                for (int j = 0; i + j < some; j++) out[done + i + j] = u[j];
        }
        done += some;
    }
}

/* `out` becomes plus + scale * x, x normal: those of pairs in the unit circle, the second before the first; `n` is even. */
void twister_normal(Twister *t, double *out, i64 n, double plus, double scale, double (*log)(double)) {
    for (i64 done = 0; done < n;) {
        u32 words[WORDS];
        double first[PAIRS + LANES], second[PAIRS + LANES], square[PAIRS + LANES];
        i64 where[PAIRS + LANES], wanted = (n - done) / 2, pairs = wanted + wanted / 2 + LANES, found = 0;
        if (pairs > PAIRS) pairs = PAIRS;
        pairs = pairs / LANES * LANES;
        Twister before = *t;
        next_words(t, words, 4 * pairs);
        for (i64 i = 0; i < pairs; i += LANES) {
            Doubles low, high, x, y, r;
            units(words + 4 * i, &low);
            units(words + 4 * i + 2 * LANES, &high);
            low = 2.0 * low - 1.0, high = 2.0 * high - 1.0;
            x = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
            y = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
            r = x * x + y * y;
#pragma clang loop unroll(full)
            for (int j = 0; j < LANES; j++) {
                first[found] = x[j], second[found] = y[j], square[found] = r[j], where[found] = i + j;
                found += !(r[j] >= 1.0 || r[j] == 0.0);
            }
        }
        if (found >= wanted) {
            found = wanted;
            *t = before;
            next_words(t, 0, 4 * (where[found - 1] + 1));
        }
        double logs[PAIRS + LANES];
        for (i64 i = 0; i < found; i++) logs[i] = log(square[i]);
        for (i64 i = 0; i < found; i += LANES) {
            Doubles f = __builtin_elementwise_sqrt(-2.0 * *(Doubles *)(logs + i) / *(Doubles *)(square + i));
            *(Doubles *)(first + i) *= f, *(Doubles *)(second + i) *= f;
        }
        for (i64 i = 0; i < found; i++) {
            out[done++] = plus + scale * second[i];
            out[done++] = plus + scale * first[i];
        }
    }
}
