import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Case } from "./cases.ts";
import { createTrialReader } from "./crew.ts";
import type { FindingKind, Fault } from "./judge.ts";
import { minimiseFile, minimiseList } from "./minimise.ts";
import { splitters } from "./splitters.ts";
import type { Trial, WorkerOptions } from "./worker-messages.ts";

/** A fault, and the first case that showed it. */
export interface Finding {
  readonly kind: FindingKind;
  readonly signature: string;
  readonly message: string;
  /** The case that showed it first. */
  readonly id: string;
  /** The cases that the same worker read before, in the same batch, which may be what it takes. */
  readonly batch: { readonly format: string | undefined; readonly ids: readonly string[] };
  /** How many cases showed it. */
  count: number;
}

/** Collects faults, one finding for all cases with the same signature. */
export function createFindings(): Findings {
  const all = new Map<string, Finding>();
  return {
    all: () => [...all.values()],
    add({ kind, signature, message }, id, batch) {
      const key = `${kind} ${signature}`;
      const known = all.get(key);
      if (known === undefined) all.set(key, { kind, signature, message, id, batch, count: 1 });
      else known.count += 1;
    },
  };
}

/** What was found so far. */
export interface Findings {
  all(): readonly Finding[];
  add(fault: Fault, id: string, batch: Finding["batch"]): void;
}

/** How findings are minimised. */
export interface MinimiseOptions {
  readonly worker: WorkerOptions & { readonly noAnswerMs: number };
  readonly caseOf: (id: string) => Case;
  /** The folder that fixtures are written to. */
  readonly folder: string;
  readonly secondsEach: number;
}

/** What is left of a finding after minimising. */
export interface Minimised {
  readonly finding: Finding;
  /** The folder with the files, or `undefined` if the fault did not show again. */
  readonly folder: string | undefined;
  readonly bytes: number;
  readonly bytesBefore: number;
}

/**
 * Makes a finding as small as possible, and writes it as a fixture: `KIND-HASH/input.ENDING`, `request.json` and
 * `finding.json`; files that have to be read before are `before-N.ENDING`.
 */
export async function minimiseFinding(finding: Finding, options: MinimiseOptions): Promise<Minimised> {
  const { batch, id } = finding;
  const until = Date.now() + options.secondsEach * 1000;
  const isOver = (): boolean => Date.now() > until;
  const reader = createTrialReader(options.worker);
  const needsSoundFile = kindsOfState.has(finding.kind);
  const shows = async (trials: readonly Trial[]): Promise<boolean> => {
    const observations = await reader.read(trials, needsSoundFile ? batch.format : undefined);
    if (needsSoundFile) await reader.renew();
    return observations.some(({ faults }) => faults.some((fault) => isSame(fault, finding)));
  };
  try {
    const upTo = batch.ids.includes(id) ? batch.ids.slice(0, batch.ids.indexOf(id) + 1) : batch.ids;
    const whole = upTo.map((each) => trialOf(options.caseOf(each)));
    const bytesBefore = whole.at(-1)?.bytes.length ?? 0;
    const trials = await fewestFiles(whole, shows, isOver);
    if (trials === undefined) return { finding, folder: undefined, bytes: 0, bytesBefore };
    const smallest = [...trials];
    for (const [at, trial] of trials.entries()) {
      const withBytes = (bytes: Uint8Array): readonly Trial[] => smallest.with(at, { ...trial, bytes });
      const bytes = await minimiseFile(trial.bytes, (candidate) => shows(withBytes(candidate)), { splitters, isOver });
      smallest[at] = { ...trial, bytes };
    }
    const bytes = smallest.reduce((sum, trial) => sum + trial.bytes.length, 0);
    return { finding, folder: write(finding, smallest, options.folder), bytes, bytesBefore };
  } finally {
    await reader.renew();
  }
}

/** Faults that one file causes and another one shows. They need a new process for each attempt. */
const kindsOfState: ReadonlySet<FindingKind> = new Set(["leak", "wrong-canary", "host-died"]);

/** The last file alone if it is enough, else the fewest of all of them; `undefined` if all of them are not. */
async function fewestFiles(
  whole: readonly Trial[],
  shows: (trials: readonly Trial[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Trial[] | undefined> {
  const alone = whole.slice(-1);
  if (await shows(alone)) return alone;
  return (await shows(whole)) ? minimiseList(whole, shows, isOver) : undefined;
}

function isSame(fault: Fault, finding: Finding): boolean {
  return fault.kind === finding.kind && fault.signature === finding.signature;
}

/** The file of a case as bytes. */
export function trialOf({ id, name, make, verb, request }: Case): Trial {
  return { id, name, bytes: make(), verb, request };
}

function write(finding: Finding, trials: readonly Trial[], folder: string): string {
  const hash = createHash("sha256").update(`${finding.kind} ${finding.signature}`).digest("hex").slice(0, 8);
  const target = join(folder, `${finding.kind}-${hash}`);
  mkdirSync(target, { recursive: true });
  for (const [at, trial] of trials.entries()) {
    const ending = trial.name.slice(trial.name.indexOf(".") + 1);
    const isLast = at === trials.length - 1;
    writeFileSync(join(target, isLast ? `input.${ending}` : `before-${at + 1}.${ending}`), trial.bytes);
    if (isLast) writeFileSync(join(target, "request.json"), `${JSON.stringify(trial.request)}\n`);
  }
  const { batch, ...facts } = finding;
  const cases = trials.map(({ id, verb }) => ({ id, verb }));
  writeFileSync(
    join(target, "finding.json"),
    `${JSON.stringify({ ...facts, format: batch.format, cases }, undefined, 2)}\n`,
  );
  return target;
}
