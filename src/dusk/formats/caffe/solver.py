"""Training as Caffe's solvers describe it: iterations, tests, snapshots that Caffe and Dusk go on from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

import dusk.numpy as dnp
from dusk import random
from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.formats.caffe.build import load
from dusk.formats.caffe.feed import Feed
from dusk.formats.caffe.fillers import initial
from dusk.formats.caffe.net import Net, parse, read_text
from dusk.formats.caffe.rules import learns, optimiser_of
from dusk.formats.caffe.schema import BLOB, SOLVER, SOLVER_STATE
from dusk.formats.caffe.weights import array_blob, blob_array, fitted, load_weights, mapped, save_weights
from dusk.formats.protobuf import Record, decode, encode, parse_text

Arrays = Mapping[str, Any]
Log = Callable[[str], None]


def parse_solver(text: str, name: str = "solver.prototxt") -> Record:
    """The record of a solver's text."""
    return parse_text(SOLVER, text, name)


class Training:
    """A net that is trained as a solver says: `run` does all of it, `step` one iteration.

    `data` and `test_data` are arrays of whole data sets by the names of the data layers' tops. Files that the solver
    names are looked for beside it, and snapshots written below `folder` (that of the solver): nothing outside of it.
    `history` has (iteration, loss, rate) of what was displayed, `tests` (iteration, number of the test net, means of
    its outputs).
    """

    def __init__(
        self,
        solver: Any,
        data: Arrays,
        test_data: Arrays | None = None,
        *,
        weights: Any = None,
        folder: Any = None,
        log: Log | None = None,
    ) -> None:
        self.solver = solver if isinstance(solver, Record) else parse_solver(read_text(solver), Path(solver).name)
        self.folder = Path(
            folder if folder is not None else Path(solver).parent if not isinstance(solver, Record) else "."
        )
        self.log: Log = log if log is not None else _silent
        self.net, self.tests_of = self._nets()
        seed = self.solver.random_seed
        self.source = np.random.default_rng(seed if seed >= 0 else None)
        self.key = random.key(seed if seed >= 0 else int(self.source.integers(1 << 31)))
        self.feed = Feed(self.net, data, self.source, self._mean(self.net))
        first = self.feed.next()
        self.feed.go_to(0)
        begin = initial(self.net, seed if seed >= 0 else None, **{name: x.shape for name, x in first.items()})
        self.parameters = {name: dnp.array(array) for name, array in begin.items()}
        if weights is not None:
            self.load(weights)
        self.optimiser = optimiser_of(self.solver, self.net)
        self.run_of = self._bound(self.net, first, self.parameters, "add" if self.solver.iter_size > 1 else "write")
        self.test_feeds = [
            Feed(net, data if test_data is None else test_data, self.source, self._mean(net)) for net in self.tests_of
        ]
        self.test_runs: list[Any] = [None] * len(self.tests_of)
        self.iteration = 0
        self.losses: list[float] = []
        self.snapshots: list[Path] = []
        self.history: list[tuple[int, float, float]] = []
        self.tests: list[tuple[int, int, dict[str, float]]] = []

    # --- what it is made of
    def _nets(self) -> tuple[Net, list[Net]]:
        """The nets of a solver: that which is trained, and those that are tested."""
        s = self.solver
        given = [name for name in ("net", "net_param", "train_net", "train_net_param") if s.has(name)]
        if len(given) != 1:
            named = ", ".join(given) or "none"
            raise FormatError(
                f"{s.where()}: a solver has one of net, net_param, train_net, train_net_param, not {named}"
            )
        train = self._read(getattr(s, given[0]), given[0])
        tests = [self._read(name, "test_net") for name in s.test_net] + list(s.test_net_param)
        shared = [train] * (max(len(s.test_iter) - len(tests), 0) if given[0] in ("net", "net_param") else 0)
        tests = [*shared, *tests] if s.test_interval or s.test_iter else []
        if len(s.test_iter) != len(tests):
            raise FormatError(
                f"{s.where('test_iter')}: {len(s.test_iter)} test_iter for {len(tests)} nets to be tested"
            )
        state = s.train_state
        net = load(train, "TRAIN", level=state.level, stages=list(state.stage))
        found = [load(record, "TEST", **_state(s.test_state, i)) for i, record in enumerate(tests)]
        return net, found

    def _read(self, given: Any, field: str) -> Record:
        return given if isinstance(given, Record) else parse(read_text(self._inside(given, field)), Path(given).name)

    def _inside(self, name: str, field: str, writing: bool = False) -> Path:
        """A path that a file names, below the folder (FormatError: it is outside of it)."""
        base = self.folder.resolve()
        paths = [(base / name).resolve(), (base / Path(name).name).resolve()]
        if not all(path.is_relative_to(base) for path in paths):
            raise FormatError(f"{self.solver.where(field)}: {field} {name!r} is outside of the solver's folder")
        # Caffe's own files are named from the root of its repository on
        return paths[0] if writing or paths[0].exists() else paths[1]

    def _mean(self, net: Net) -> Any:
        """The mean of the images, if a data layer names a file of it that is there."""
        for record in net.sources:
            if record.transform_param.has("mean_file"):
                path = self._inside(record.transform_param.mean_file, "mean_file")
                if path.exists():
                    found = blob_array(decode(BLOB, mapped(path), str(path)))
                    return found[0] if found.ndim == 4 else found
        return None

    def _bound(self, net: Net, batch: Arrays, arrays: Arrays, request: str) -> Any:
        """An executor of a net on these arrays of parameters."""
        states = net.symbol.list_auxiliary_states()
        args = {n: batch[n] if n in batch else arrays[n] for n in net.symbol.list_arguments()}
        wanted = [n for n in args if request != "null" and n in net.parameters and learns(net, n)]
        gradients = {n: dnp.zeros(args[n].shape, args[n].dtype) for n in wanted}
        args = {n: x if n in arrays else dnp.array(x) for n, x in args.items()}
        requests = {n: request if n in gradients else "null" for n in args}
        return net.symbol.bind(None, args, gradients, requests, {n: arrays[n] for n in states})

    def load(self, weights: Any) -> None:
        """Take over weights: a `.caffemodel`, or arrays by layer, for layers of the same names."""
        given = cast("Any", weights) if isinstance(weights, Mapping) else load_weights(weights)
        shapes = {name: array.shape for name, array in self.parameters.items()}
        for name, array in fitted(self.net, given, shapes).items():
            self.parameters[name][...] = array.astype(np.float32)

    # --- training
    def step(self) -> float:
        """One iteration: its loss, before the parameters moved."""
        s, run = self.solver, self.run_of
        total: Any = 0.0
        if s.iter_size > 1:
            for gradient in run.grad_dict.values():
                if gradient is not None:
                    gradient[...] = 0
        for i in range(s.iter_size):
            run.key = random.fold_in(self.key, self.iteration * s.iter_size + i)  # the same when it is taken up again
            outputs = run.forward(is_train=True, **self._inputs(run, self.feed.next()))
            heads, loss = self._objective(self.net, outputs)
            run.backward(heads)
            total = total + loss
        learned = {n: g for n, g in run.grad_dict.items() if g is not None}
        self.optimiser.update({n: self.parameters[n] for n in learned}, learned)
        self.iteration += 1
        return float(total) / s.iter_size

    def _inputs(self, run: Any, batch: Arrays) -> dict[str, Any]:
        return {n: x for n, x in batch.items() if n in run.arg_dict}

    def _objective(self, net: Net, outputs: Sequence[Any]) -> tuple[list[Any], Any]:
        """What each output counts for, and the sum that is to become small."""
        weights = {id(symbol): weight for _, symbol, weight in net.losses}
        heads: list[Any] = []
        total: Any = 0.0
        for symbol, value in zip(net.symbol, outputs, strict=True):
            weight = weights.get(id(symbol), 0.0)
            heads.append(np.full(value.shape, weight, value.dtype))
            if weight:
                total = total + weight * value.sum()
        return heads, total

    def run(self) -> Training:
        """All iterations that are left, with what the solver says is to be displayed, tested and kept."""
        s = self.solver
        while self.iteration < s.max_iter:
            at = self.iteration
            if s.test_interval and at % s.test_interval == 0 and (at > 0 or s.test_initialization):
                self.test()
            loss = self.step()
            self.losses = [*self.losses, loss][-max(s.average_loss, 1) :]
            if s.display and at % s.display == 0:
                smooth, rate = sum(self.losses) / len(self.losses), float(self.optimiser.rate)
                self.history.append((at, smooth, rate))
                self.log(f"iteration {at}: loss = {smooth:.6g}, lr = {rate:.6g}")
            if s.snapshot and self.iteration % s.snapshot == 0:
                self.snapshot()
        if s.has("snapshot_prefix") and s.snapshot_after_train and not (s.snapshot and s.max_iter % s.snapshot == 0):
            self.snapshot()
        if s.test_interval and self.iteration % s.test_interval == 0:
            self.test()
        return self

    def test(self) -> list[dict[str, float]]:
        """The means of the outputs of each test net, over as many batches as the solver says, the first of the data."""
        found: list[dict[str, float]] = []
        for i, (net, feed) in enumerate(zip(self.tests_of, self.test_feeds, strict=True)):
            sums: dict[str, Any] = {}
            feed.go_to(0)
            for _ in range(self.solver.test_iter[i]):
                batch = feed.next()
                if self.test_runs[i] is None:
                    missing = [n for n in net.parameters if n not in self.parameters]
                    if missing:
                        raise FormatError(f"the test net {net.name!r} has {', '.join(missing)}, which is not trained")
                    self.test_runs[i] = self._bound(net, batch, self.parameters, "null")
                run = self.test_runs[i]
                for name, value in zip(net.outputs(), run.forward(**self._inputs(run, batch)), strict=True):
                    sums[name] = sums.get(name, 0.0) + value.mean()
            means = {name: float(total) / self.solver.test_iter[i] for name, total in sums.items()}
            found.append(means)
            self.tests.append((self.iteration, i, means))
            self.log(f"iteration {self.iteration}: test {i}: " + ", ".join(f"{n} = {v:.6g}" for n, v in means.items()))
        return found

    # --- snapshots
    def snapshot(self) -> Path:
        """Write weights and the state of the solver, as Caffe does: `PREFIX_iter_N.caffemodel` and `.solverstate`."""
        prefix = self.solver.snapshot_prefix or "snapshot"
        stem = self._inside(f"{prefix}_iter_{self.iteration}", "snapshot_prefix", writing=True)
        stem.parent.mkdir(parents=True, exist_ok=True)
        model = stem.with_name(stem.name + ".caffemodel")
        save_weights(model, self.net, self.parameters)
        blobs = [
            array_blob(arrays.get(name, np.zeros(self.parameters[name].shape, np.float32)))
            for arrays in self.optimiser.state.values()
            for name in self.net.parameters
        ]
        reached = sum(1 for at in self.solver.stepvalue if at <= self.iteration)
        state = SOLVER_STATE(iter=self.iteration, learned_net=model.name, history=blobs, current_step=reached)
        path = stem.with_name(stem.name + ".solverstate")
        write_atomically(path, [encode(state)])
        self.snapshots.append(path)
        self.log(f"iteration {self.iteration}: written {path.name}")
        return path

    def restore(self, path: Any) -> None:
        """Go on from a `.solverstate` and the weights beside it that it names (FormatError: it is another net's)."""
        state = decode(SOLVER_STATE, mapped(path), str(path))
        names, slots = list(self.net.parameters), list(self.optimiser.state)
        if len(state.history) != len(names) * len(slots):
            raise FormatError(
                f"{path} has {len(state.history)} arrays of history: this solver, of {len(names)} parameters, has "
                f"{len(names) * len(slots)}"
            )
        saved: dict[str, Any] = {"steps": state.iter, "rate": float(self.optimiser.rate)}
        for i, blob in enumerate(state.history):
            name = names[i % len(names)]
            array = blob_array(blob)
            if array.size != self.parameters[name].size:
                raise FormatError(f"{path}: the history of {name} is of shape {array.shape}, it of another size")
            if learns(self.net, name):
                shape = self.parameters[name].shape
                saved[f"state.{slots[i // len(names)]}.{name}"] = np.array(array.reshape(shape), np.float32)
        if state.has("learned_net"):
            beside = Path(path).parent / Path(state.learned_net).name
            self.load(beside)
        self.optimiser.load_state_dict(saved)
        self.iteration = state.iter
        self.feed.go_to(self.iteration * self.solver.iter_size)


def _silent(text: str) -> None: ...


def _state(states: Sequence[Record], i: int) -> dict[str, Any]:
    if i >= len(states):
        return {}
    return {"level": states[i].level, "stages": list(states[i].stage)}


def train(
    solver: Any,
    data: Arrays,
    test_data: Arrays | None = None,
    *,
    weights: Any = None,
    resume: Any = None,
    folder: Any = None,
    log: Log | None = None,
) -> Training:
    """Train the net of a solver's file to the end; see `Training`. `resume` is a `.solverstate` to go on from.

    FormatError: a file is damaged, has what is not supported, or names what is outside of its folder.
    """
    made = Training(solver, data, test_data, weights=weights, folder=folder, log=log)
    if resume is not None:
        made.restore(resume)
    return made.run()
