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
import { formatsOf, type Seed } from "../formats.ts";
import { signatureOf, type Fault } from "../judge.ts";
import type { Part, PartContext } from "./part.ts";

const program = fileURLToPath(new URL("../shortage-program.ts", import.meta.url));
const commandLine = fileURLToPath(new URL("../../../apps/cli/lib/main.cjs", import.meta.url));
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
    if (process.platform === "win32") return context.counter.leaveOut("Windows has no ulimit");
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "reader-torture-shortage-")));
    try {
      const sound = join(folder, "sound");
      mkdirSync(sound);
      for (const { name, seed } of soundFiles(context)) copyFileSync(seed.path, join(sound, `${name}.${seed.ending}`));
      const expected = answersUnder(sound, { name: "plenty", limit: ":", nodeOptions: [], mustSucceed: true }, context);
      for (const each of shortages) {
        if (timeLeftMs(context) > 0) compare(each, expected, { found: answersUnder(sound, each, context), context });
      }
      if (timeLeftMs(context) > 0) fillDisk(folder, context);
      else context.counter.note("the time was over before every shortage was tried");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Runs of the program, which read every file. */
const runs = shortages.length + 1;
/** What a run takes for a file on two busy cores. */
const fileMs = 1500;
const fewestFiles = 4;

/** A sound file of each format; of fewer formats, which the seed decides, if there is little time. */
function soundFiles(context: PartContext): readonly { readonly name: string; readonly seed: Seed }[] {
  const all = formatsOf(fixtures).flatMap(({ name, seeds: [seed] }) => (seed === undefined ? [] : [{ name, seed }]));
  const inTime = Math.max(fewestFiles, Math.floor(timeLeftMs(context) / runs / fileMs));
  const count = Math.min(all.length, inTime, context.options.count);
  if (count < all.length) context.counter.note(`${count} of ${all.length} formats`);
  const first = context.options.seed % all.length;
  return [...all.slice(first), ...all.slice(0, first)].slice(0, count);
}

function timeLeftMs({ deadline }: PartContext): number {
  return deadline - Date.now();
}

/** Nothing that is started runs beyond the time of the part, which would be missing for the parts after it. */
function limitMs(context: PartContext): number {
  // The timeout of a child process must be an integer.
  return Math.ceil(Math.max(1000, Math.min(timeLimitMs, timeLeftMs(context))));
}

interface Line {
  readonly name: string;
  readonly ending: string;
  readonly ms: number;
  readonly faults: readonly Fault[];
  readonly words: string;
}

interface Answers {
  /** True if the program was ended because the time of the part was over. */
  readonly isOver: boolean;
  readonly lines: ReadonlyMap<string, Line>;
}

function answersUnder(folder: string, { limit, nodeOptions, name }: Shortage, context: PartContext): Answers {
  const { options, counter } = context;
  const words = [process.execPath, ...nodeOptions, program, folder, options.worker.handlersModule]
    .map((word) => `'${word}'`)
    .join(" ");
  const { stdout, status, signal, stderr } = spawnSync("/bin/sh", ["-c", `${limit} && exec ${words}`], {
    encoding: "utf8",
    timeout: limitMs(context),
    // The program would wait for its readers.
    killSignal: "SIGKILL",
    maxBuffer: 100_000_000,
  });
  const isOver = signal === "SIGKILL" && timeLeftMs(context) <= 0;
  if (isOver) counter.note(`the time was over while files were read with ${name}`);
  else if (status !== 0)
    counter.note(`with ${name} the program ended with ${status ?? signal}: ${stderr.trim().slice(0, 200)}`);
  const lines = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
  return { isOver, lines: new Map(lines.map((line) => [line.name, line])) };
}

interface Comparison {
  readonly found: Answers;
  readonly context: PartContext;
}

function compare({ name, mustSucceed }: Shortage, expected: Answers, { found, context }: Comparison): void {
  for (const [file, right] of expected.lines) {
    const answer = found.lines.get(file);
    if (answer === undefined && found.isOver) continue;
    // With so few descriptors that no child can be started, an error that says so is right.
    const isSaid = !mustSucceed && answer?.ending === "out-of-resources";
    const faults: Fault[] = (answer?.faults ?? []).map((each) => ({
      ...each,
      signature: name,
      message: `with ${name}, ${file}: ${each.message}`,
    }));
    const isSame = answer?.words === right.words;
    if (answer === undefined && mustSucceed)
      faults.push({ kind: "no-answer", signature: name, message: `with ${name}, ${file} had no answer` });
    else if (answer !== undefined && !isSame && (mustSucceed || !answer.words.startsWith("Error")) && !isSaid) {
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
function fillDisk(folder: string, context: PartContext): void {
  const { counter, findings } = context;
  const document = join(fixtures, "pdf/all-as-images/input.pdf");
  if (!existsSync(commandLine)) return counter.note("the full disk is left out: the command line is not built");
  const whole = savedImages({ folder: join(folder, "whole"), limit: ":", document }, context);
  const cut = savedImages({ folder: join(folder, "cut"), limit: "ulimit -f 8", document }, context);
  if (whole.status === null || cut.status === null)
    return counter.note("the time was over while images were saved on a full disk");
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

interface Saving {
  readonly folder: string;
  readonly limit: string;
  readonly document: string;
}

function savedImages({ folder, limit, document }: Saving, context: PartContext) {
  mkdirSync(folder);
  const startedAt = performance.now();
  const words = [process.execPath, commandLine, document, "--view", "image", "--save-images", folder]
    .map((word) => `'${word}'`)
    .join(" ");
  const { status } = spawnSync("/bin/sh", ["-c", `${limit} && exec ${words}`], {
    encoding: "utf8",
    timeout: limitMs(context),
  });
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return { status, files, ms: performance.now() - startedAt };
}
