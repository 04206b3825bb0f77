// Runs a library once: node library_runs.mjs LIBRARY NAME, its inputs (one float32 array) on standard input.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [library, name] = process.argv.slice(2);
const koffi = createRequire(process.cwd() + "/")("koffi");
const file = koffi.load(library);
const create = file.func(`void *${name}_create()`);
const run = file.func(`int32_t ${name}_run(void *context, void **inputs, void **outputs)`);
const output = file.func(`void *${name}_output(int64_t i)`);
const destroy = file.func(`void ${name}_destroy(void *context)`);
const described = koffi.struct("described", {
  name: "char *", dtype: "char *", ndim: "int64_t", shape: "int64_t *", nbytes: "int64_t", written: "int64_t",
});

const given = readFileSync(0);
const made = Buffer.alloc(Number(koffi.decode(output(0), described).nbytes));
const context = create();
const code = run(context, [given], [made]);
destroy(context);
process.stdout.write(made);
process.exitCode = code;
