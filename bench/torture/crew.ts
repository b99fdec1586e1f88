import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { diceOf } from "./dice.ts";
import { signatureOf, type Fault } from "./judge.ts";
import type { Observation } from "./stand.ts";
import type { Memory, Order, Trial, WorkerOptions, WorkerReport } from "./worker-messages.ts";

/** Cases that one worker reads in a row, between two sound files of the same format. */
export interface Batch {
  readonly format: string | undefined;
  readonly ids: readonly string[];
}

/** Receives everything that workers do. */
export interface CrewListener {
  observed(observation: Observation, batch: Batch): void;
  measured?(memory: Memory, worker: number): void;
}

/** How a crew is set up. */
export interface CrewOptions extends WorkerOptions {
  readonly workers: number;
  /** How long a case may take before its process is ended and the case counts as one without an answer. */
  readonly noAnswerMs: number;
  /** After this moment no batch is begun and no case of a batch is waited for; milliseconds since 1970. */
  readonly deadline: number;
}

const program = fileURLToPath(new URL("./worker.ts", import.meta.url));

/** Reads batches in several workers, replacing those that end or hang. */
export async function runBatches(
  batches: Iterator<Batch>,
  options: CrewOptions,
  listener: CrewListener,
): Promise<void> {
  const work = async (worker: number): Promise<void> => {
    const crewMember = createWorker(options);
    for (let next = batches.next(); next.done !== true && Date.now() < options.deadline; next = batches.next()) {
      const batch = next.value;
      let ids = batch.ids;
      while (ids.length > 0 && Date.now() < options.deadline) {
        const order: Order = { type: "run", format: batch.format, ids };
        const { memory, last } = await crewMember.obey(order, (observation) => listener.observed(observation, batch));
        if (memory !== undefined) listener.measured?.(memory, worker);
        // A worker that ended goes on after the case that ended it, unless that was the sound file.
        ids = memory === undefined && ids.includes(last) ? ids.slice(ids.indexOf(last) + 1) : [];
      }
    }
    await crewMember.end();
  };
  await Promise.all(Array.from({ length: options.workers }, (_, worker) => work(worker)));
}

/** Reads given files in a worker of its own. */
export interface TrialReader {
  /** Reads files one after the other, before and after them a sound file of the format if one is named. */
  read(trials: readonly Trial[], format: string | undefined): Promise<readonly Observation[]>;
  /** Ends the worker; the next files are read by a new one. */
  renew(): Promise<void>;
}

/** Creates a reader of given files. Nothing is started before the first. */
export function createTrialReader(options: WorkerOptions & { readonly noAnswerMs: number }): TrialReader {
  const worker = createWorker(options);
  return {
    async read(trials, format) {
      const observations: Observation[] = [];
      await worker.obey({ type: "try", format, trials }, (observation) => observations.push(observation));
      return observations;
    },
    renew: () => worker.end(),
  };
}

interface Obedience {
  /** Absent if the worker ended or was ended. */
  readonly memory: Memory | undefined;
  /** The last case that was begun. */
  readonly last: string;
}

interface Worker {
  obey(order: Order, observed: (observation: Observation) => void): Promise<Obedience>;
  end(): Promise<void>;
}

/** A worker that is started when it is first needed, and again after it ended. */
function createWorker(options: WorkerOptions & { readonly noAnswerMs: number }): Worker {
  let child: ChildProcess | undefined;
  return {
    async obey(order, observed) {
      child ??= await start(options);
      const obedience = await command(child, { order, observed, noAnswerMs: options.noAnswerMs });
      if (obedience.memory === undefined) {
        child.kill("SIGKILL");
        child = undefined;
      }
      return obedience;
    },
    async end() {
      const ending = child;
      child = undefined;
      if (ending?.connected !== true) return;
      const gone = new Promise((resolve) => ending.once("exit", resolve));
      ending.send({ type: "end" } satisfies Order, () => undefined);
      const timer = setTimeout(() => ending.kill("SIGKILL"), 10_000);
      await gone;
      clearTimeout(timer);
    },
  };
}

async function start(options: WorkerOptions): Promise<ChildProcess> {
  const child = fork(program, [JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
    env: { ...process.env, READER_TORTURE_SECRET: options.secret },
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`A worker did not start (${code ?? signal}): ${said}`)));
    child.once("message", () => {
      child.removeAllListeners("exit");
      child.removeAllListeners("error");
      child.on("error", () => undefined);
      resolve(child);
    });
  });
}

interface Command {
  readonly order: Order;
  readonly observed: (observation: Observation) => void;
  readonly noAnswerMs: number;
}

function command(child: ChildProcess, { order, observed, noAnswerMs }: Command): Promise<Obedience> {
  return new Promise((resolve) => {
    let last = "";
    let isOpen = false;
    let said = "";
    const done = (memory: Memory | undefined, fault?: Fault): void => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onExit);
      child.stderr?.off("data", onWords);
      if (fault !== undefined)
        observed({ id: last, ending: fault.kind, ms: noAnswerMs, faults: [fault], words: "", handler: "" });
      resolve({ memory, last });
    };
    const onSilence = (): void => done(undefined, silence(noAnswerMs));
    const onExit = (code: number | null, signal: string | null): void =>
      done(undefined, death(code ?? signal, isOpen ? said : `between two cases. ${said}`));
    const onWords = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-2000));
    const onMessage = (message: WorkerReport): void => {
      timer.refresh();
      if (message.type === "begins") [last, isOpen] = [message.id, true];
      else if (message.type === "ends") {
        isOpen = false;
        observed(message.observation);
      } else if (message.type === "done") done(message.memory);
    };
    const timer = setTimeout(onSilence, noAnswerMs);
    child.on("message", onMessage).on("exit", onExit);
    child.stderr?.on("data", onWords);
    child.send(order, () => undefined);
  });
}

function silence(noAnswerMs: number): Fault {
  return { kind: "no-answer", signature: "no answer", message: `there was no answer in ${noAnswerMs / 1000} s` };
}

function death(how: number | string | null, said: string): Fault {
  const message = `the process of the reader ended (${how ?? "unknown"}): ${said.trim()}`;
  return { kind: "host-died", signature: signatureOf(message), message };
}

/** A text that nothing else holds. */
export function newSecret(seed: number): string {
  return `torture${diceOf(`secret ${seed} ${Date.now()}`)
    .below(2 ** 32)
    .toString(36)}secret`;
}
