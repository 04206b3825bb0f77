"""LeNet learns to tell ten kinds of clothes apart: Fashion-MNIST (Xiao, Rasul and Vollgraf 2017).

    python examples/models/fashion.py --epochs 5 --folder /usr/share/datasets/fashion-mnist

Of 70,000 images of 28 x 28 pixels the 10,000 of the test set are only looked at. Nothing is downloaded: the folder has
the four files "train-images-idx3-ubyte.gz" and so on, as Debian's package dataset-fashion-mnist installs them.
"""

import sys
import time
from pathlib import Path

import results

from dusk import data, nn, optim, train
from dusk.nn import zoo

GOAL = 0.90  # share of the test images
FOLDERS = ("/usr/share/datasets/fashion-mnist", "/usr/share/dataset-fashion-mnist")


def batches(folder, split, **options):
    """Batches of images float32[size, 1, 28, 28] of mean 0 and deviation 1, and labels."""
    x, y = data.mnist(folder, split)
    return data.batches(x[:, None], y.astype("int64"), augment=data.normalise(72.9, 90.0), **options)


def learn(training, test, epochs, seed=0):
    """LeNet after so many epochs of `training`, and its history; `test` is evaluated on after each."""
    nn.seed(seed)
    model = zoo.lenet()
    history = train.fit(
        model,
        training,
        loss=nn.cross_entropy,
        optimiser=optim.AdamW(optim.one_cycle(2e-3, epochs * len(training)), weight_decay=0.01),
        epochs=epochs,
        validation=test,
        metrics=[train.Accuracy()],
    )
    return model, history


def main():
    options = results.options(__doc__, epochs=5, folder="")
    places = [options.folder] if options.folder else FOLDERS
    folder = next((place for place in places if Path(place).is_dir()), None)
    if folder is None:
        print(f"Fashion-MNIST is not in {' or '.join(places)}, so nothing is trained.")
        print("  Debian, Ubuntu:  apt install dataset-fashion-mnist")
        print("  else: put its four files into a folder, and give that:  --folder FOLDER")
        return results.SKIPPED
    training = batches(folder, "train", size=64, shuffle=True, seed=options.seed, last="drop")
    test = batches(folder, "test", size=250)
    begin = time.perf_counter()
    _, history = learn(training, test, options.epochs, options.seed)
    seconds, accuracy = time.perf_counter() - begin, history[-1]["validation_accuracy"]

    print(history)
    print(f"test accuracy {accuracy:.2%} after {seconds:.1f} s")
    results.write(options.out, "fashion", accuracy=accuracy, seconds=seconds)
    results.plot(history, options.out / "fashion.png")
    return 0 if accuracy >= GOAL else f"below the goal of {GOAL:.0%}"


if __name__ == "__main__":
    sys.exit(main())
