import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatsOf } from "../formats.ts";
import { signatureOf, type Fault } from "../judge.ts";
import type { Part, PartContext } from "./part.ts";

const program = fileURLToPath(new URL("../shortage-program.ts", import.meta.url));
const commandLine = fileURLToPath(new URL("../../../apps/cli/dist/main.js", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const timeLimitMs = 300_000;

/** A limit of the system or of Node under which sound files are read. */
interface Shortage {
  readonly name: string;
  /** What a shell does before the program. */
  readonly limit: string;
  readonly nodeOptions: readonly string[];
  /** True if every file has to be read right all the same. */
  readonly mustSucceed: boolean;
}

const shortages: readonly Shortage[] = [
  { name: "48 descriptors", limit: "ulimit -n 48", nodeOptions: [], mustSucceed: true },
  { name: "24 descriptors", limit: "ulimit -n 24", nodeOptions: [], mustSucceed: false },
  { name: "60 MB of heap", limit: ":", nodeOptions: ["--max-old-space-size=60"], mustSucceed: true },
  { name: "3 GB of address space", limit: "ulimit -v 3000000", nodeOptions: [], mustSucceed: false },
];

/** Too few descriptors, too little memory, no space on the disk: right answers or typed errors, and no half-written file. */
export const shortage: Part = {
  name: "shortage",
  about: "too few descriptors, too little memory, a full disk",
  weight: 2,
  async run(context) {
    if (process.platform === "win32") return context.counter.note("left out: Windows has no ulimit");
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "reader-torture-shortage-")));
    try {
      const sound = join(folder, "sound");
      mkdirSync(sound);
      for (const { name, seeds } of formatsOf(fixtures)) {
        const [seed] = seeds;
        if (seed !== undefined) copyFileSync(seed.path, join(sound, `${name}.${seed.ending}`));
      }
      const expected = answersUnder(sound, { name: "plenty", limit: ":", nodeOptions: [], mustSucceed: true }, context);
      for (const each of shortages) compare(each, expected, { found: answersUnder(sound, each, context), context });
      fillDisk(folder, context);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Line {
  readonly name: string;
  readonly ending: string;
  readonly ms: number;
  readonly faults: readonly Fault[];
  readonly words: string;
}

type Answers = ReadonlyMap<string, Line>;

function answersUnder(
  folder: string,
  { limit, nodeOptions, name }: Shortage,
  { options, counter }: PartContext,
): Answers {
  const words = [process.execPath, ...nodeOptions, program, folder, options.worker.handlersModule]
    .map((word) => `'${word}'`)
    .join(" ");
  const { stdout, status, signal, stderr } = spawnSync("/bin/sh", ["-c", `${limit} && exec ${words}`], {
    encoding: "utf8",
    timeout: timeLimitMs,
    maxBuffer: 100_000_000,
  });
  if (status !== 0)
    counter.note(`with ${name} the program ended with ${status ?? signal}: ${stderr.trim().slice(0, 200)}`);
  const lines = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
  return new Map(lines.map((line) => [line.name, line]));
}

interface Comparison {
  readonly found: Answers;
  readonly context: PartContext;
}

function compare({ name, mustSucceed }: Shortage, expected: Answers, { found, context }: Comparison): void {
  for (const [file, right] of expected) {
    const answer = found.get(file);
    // With so few descriptors that no child can be started, an error that says so is right.
    const isSaid = !mustSucceed && /too many files are open/.test(answer?.words ?? "");
    const faults: Fault[] = (isSaid ? [] : (answer?.faults ?? [])).map((each) => ({
      ...each,
      signature: name,
      message: `with ${name}, ${file}: ${each.message}`,
    }));
    const isSame = answer?.words === right.words;
    if (answer === undefined && mustSucceed)
      faults.push({ kind: "no-answer", signature: name, message: `with ${name}, ${file} had no answer` });
    else if (answer !== undefined && !isSame && (mustSucceed || !answer.words.startsWith("Error"))) {
      const message = `with ${name}, ${file} was answered: ${answer.words.slice(0, 200)}`;
      faults.push({ kind: "wrong-canary", signature: name, message });
    }
    context.counter.count(`${name}: ${answer?.ending ?? "no answer"}`, answer?.ms ?? 0, faults);
    for (const each of faults) context.findings.add(each, `${name} ${file}`, { format: undefined, ids: [] });
  }
}

function fault(kind: Fault["kind"], message: string): Fault {
  return { kind, signature: signatureOf(message), message };
}

/** Saves images where files may have no more than a few kilobytes: what is left is whole, and the command says so. */
function fillDisk(folder: string, { counter, findings }: PartContext): void {
  const document = join(fixtures, "pdf/all-as-images/input.pdf");
  if (!existsSync(commandLine)) return counter.note("the full disk is left out: the command line is not built");
  const whole = savedImages(join(folder, "whole"), ":", document);
  const cut = savedImages(join(folder, "cut"), "ulimit -f 8", document);
  const faults: Fault[] = [];
  for (const [name, bytes] of cut.files) {
    if (!whole.files.get(name)?.equals(bytes))
      faults.push(fault("bad-answer", `with a full disk, ${name} is half-written`));
  }
  if (cut.files.size < whole.files.size && cut.status === 0)
    faults.push(fault("bad-answer", "a full disk is not reported"));
  counter.count(`full disk: ${cut.status === 0 ? "saved" : "refused"}`, cut.ms, faults);
  for (const each of faults) findings.add(each, "full disk", { format: undefined, ids: [] });
}

function savedImages(folder: string, limit: string, document: string) {
  mkdirSync(folder);
  const startedAt = performance.now();
  const words = [process.execPath, commandLine, document, "--view", "image", "--save-images", folder]
    .map((word) => `'${word}'`)
    .join(" ");
  const { status } = spawnSync("/bin/sh", ["-c", `${limit} && exec ${words}`], {
    encoding: "utf8",
    timeout: timeLimitMs,
  });
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return { status, files, ms: performance.now() - startedAt };
}
