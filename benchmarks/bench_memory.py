"""The founding note's memory arithmetic by the public report: 320 and 240 bytes; two temporaries whatever the depth."""

import dusk
import dusk.numpy as np


@dusk.compile
def note(A, B):
    C = B * A
    return C + 1


def layers(n):
    """A forward-only chain of n products, each needing the one before whole."""

    @dusk.compile
    def forward(x):
        for _ in range(n):
            x = np.sin(x.T @ x)
        return x

    return forward


def main():
    note(np.ones(10), np.ones(10) * 2)
    report = dusk.memory_report(note)
    print("A, B = ones(10), ones(10) * 2; C = B * A; D = C + 1:", end=" ")
    print(f"imperative {report.imperative} bytes, compiled {report.peak} bytes")
    one = 8 * 8 * 8
    for n in (3, 10, 50):
        forward = layers(n)
        forward(np.ones((8, 8)))
        report = dusk.memory_report(forward)
        print(f"{n:3} layers: temporaries {report.temporaries / one:g} layers' results, padding {report.padding} bytes")


if __name__ == "__main__":
    main()
