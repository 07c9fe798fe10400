// Asks the engine, as WebAssembly in node, about a case of each language, and about many more than one, and holds it to what the cases say and to
// what the same engine answers on this machine.
//
//     node --no-warnings tests/wasm.mjs ENGINE.wasm ENGINE [CASES A LANGUAGE]

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

// Besides its own stack, which the build sets, WebAssembly uses that of its thread: in KiB.  So each question has a process with a larger one.
const STACK = 250_000;

if (process.argv[2] === "--ask") {
  Error.stackTraceLimit = 0;
  const module = await WebAssembly.compile(readFileSync(process.argv[3]));
  const wasi = new WASI({ version: "preview1", returnOnExit: true });
  process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
} else {
  compare();
}

// What the engine answers to a question, as WebAssembly.
function ask(wasm, question) {
  const node = `"${process.execPath}" --no-warnings --stack-size=${STACK - 50_000} "${fileURLToPath(import.meta.url)}" --ask "${wasm}"`;
  const done = spawnSync("sh", ["-c", `ulimit -s ${STACK}; exec ${node}`], {
    input: JSON.stringify(question),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  // Node 20 sometimes crashes as it ends, with the answer written; the answer has the status, too.
  const answered = done.status === null && done.stdout.endsWith("\n");
  const status = answered ? JSON.parse(done.stdout).status : done.status;
  return { status, answer: done.stdout, said: done.stderr };
}

function compare() {
  const [wasm, native, many = "12"] = process.argv.slice(2);
  const root = join(import.meta.dirname, "..");

  // A case of each language, with what it gives.
  const SHOWN = [
    ["examples/primes.fut", "main", "30i64", ["[2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64]"]],
    ["spec/fcl/cases/programs/reverse.fcl", "main", "[1, 2, 3, 4]", ["[4i32, 3i32, 2i32, 1i32]"]],
    ["spec/dex/cases/derivatives/gradient.dx", "main", "", ["6.0f32"]],
    ["spec/core/cases/evaluation/width-irregular.core", "main", "[2i64, 2i64]", ["[[0i64, 1i64], [0i64, 1i64]]"]],
    ["spec/kernel/cases/evaluation/atomic.ker", "main", "[0, 1, 2, 3, 4, 5, 6, 7]", ["[28i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32]"]],
    ["examples/dpia/dot2.dpia", "main", "1i64 3i64 1i64 [1f32, 2f32, 3f32] [4f32, 5f32, 6f32]", ["32.0f32"]],
  ];

  const texts = (file) => {
    // What may be imported lies beside the program.
    const folder = dirname(join(root, file));
    const ending = file.split(".").pop();
    const beside = readdirSync(folder).filter((name) => name.endsWith(`.${ending}`));
    const names = [basename(file), ...beside];
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  };
  const question = (file, entry, input) => {
    const all = texts(file);
    const program = basename(file);
    const imports = /\bimport\b|\binclude\b/.test(all[program]);
    return { program, texts: imports ? all : { [program]: all[program] }, entry, input, fuel: 2_000_000 };
  };

  // The questions that the test blocks of a case ask.
  const blocks = (file) => {
    const text = readFileSync(join(root, file), "utf8");
    let entry = "main";
    const found = [];
    for (const line of text.split("\n")) {
      const named = /^-- entry: (\S+)/.exec(line);
      if (named) entry = named[1];
      const input = /^-- input \{(.*)\}\s*$/.exec(line);
      if (input) found.push(question(file, entry, input[1]));
    }
    return found.length > 0 ? found.slice(0, 1) : [{ ...question(file, undefined, ""), check: true }];
  };
  const files = (folder) =>
    readdirSync(join(root, folder)).sort().flatMap((name) => {
      const path = join(folder, name);
      return statSync(join(root, path)).isDirectory() ? files(path) : [path];
    });

  const asked = SHOWN.map(([file, entry, input]) => question(file, entry, input));
  for (const [language, endings] of [
    ["futhark", ["fut"]], ["dpia", ["dpia"]], ["fcl", ["fcl"]], ["core", ["core"]], ["kernel", ["ker"]], ["dex", ["dx"]], ["dex", ["dxc"]],
  ]) {
    const all = files(`spec/${language}/cases`).filter((file) => endings.includes(file.split(".").pop()));
    const step = Math.max(1, Math.floor(all.length / Number(many)));
    for (let k = 0; k < all.length; k += step) asked.push(...blocks(all[k]));
  }
  // Deeper than a stack that cannot grow has room for: a limit, and no crash.  On this machine stacks grow.
  const LIMIT = 3;
  const DEEP = {
    program: "deep.fut",
    texts: { "deep.fut": "def f (x: i64): i64 = if x == 0 then 0 else 1 + f (x - 1)\nentry main (x: i64): i64 = f x" },
    input: "1000000i64",
    definition: true,
  };

  asked.push(DEEP);

  let [passed, failed] = [0, 0];
  const fail = (question, message) => {
    failed += 1;
    console.log(`FAILED ${question.program}: ${message}`);
  };
  asked.forEach((question, k) => {
    const ours = ask(wasm, question);
    const said = ours.answer && JSON.parse(ours.answer).diagnostics?.[0];
    const isDeep = ours.status === LIMIT && said?.message.includes("levels deep");
    if (question === DEEP) {
      if (!isDeep) return fail(question, `${ours.status} ${ours.answer}${ours.said}`);
      console.log(`a million calls deep: status ${ours.status}, ${said.rule}/${said.premise}: ${said.message}`);
      passed += 1;
      return;
    }
    const shown = SHOWN[k];
    const there = spawnSync(native, { input: JSON.stringify(question), encoding: "utf8", maxBuffer: 1 << 28 });
    // What goes as deep as any limit allows comes to that of a stack that cannot grow before.
    const isLimit = isDeep && there.status === LIMIT;
    if (!isLimit && (ours.status !== there.status || ours.answer !== there.stdout))
      return fail(question, `${ours.status} ${ours.answer}${ours.said}where the machine has ${there.status} ${there.stdout}${there.stderr}`);
    if (shown) {
      const values = JSON.stringify(JSON.parse(ours.answer).values);
      if (values !== JSON.stringify(shown[3])) return fail(question, values);
      console.log(`${shown[0]}: ${values}`);
    }
    passed += 1;
  });
  console.log(`wasm32 in node: ${statSync(wasm).size} bytes, ${asked.length} questions`);
  console.log(`test result: ${passed} passed; ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
