import type { ReadErrorCode, ReadRequest } from "@reader/core";
import type { HandlerContext, HandlerEvent, HandlerInfo, HandlerOrigin, Source } from "@reader/core/handler";

/** What `read` and `info` of a handler get. */
export interface Stage {
  readonly source: Source;
  readonly context: HandlerContext;
}

/** How a read ends: with an answer, which a budget may cut, or with an error code. */
export type Ending = "answered" | ReadErrorCode;

/** The expected outcome of a misbehaviour. */
export interface ExpectedOutcome {
  /** The valid endings. An answer that ran out of time counts as `timed-out`. */
  readonly endings: readonly Ending[];
  /** Whether the line before the misbehaviour must be in the outcome. Default: `first-line`. */
  readonly keeps?: "first-line" | "nothing";
  /** Must match the text, the message or the hint. */
  readonly matches?: RegExp;
  /** Must not match any of them. */
  readonly lacks?: RegExp;
  /** `gone` if only killing the process stops the handler, so the process must have ended. */
  readonly process?: "gone";
}

/** One way in which a handler can go wrong. */
export interface Misbehaviour {
  /** The name in the first line of a file, after `misbehave: `. */
  readonly name: string;
  readonly family: string;
  /** A sentence that says what it does. */
  readonly does: string;
  readonly expected: ExpectedOutcome;
  /** `time` if only the time limit ends it. The limit is then short. Default: `itself`. */
  readonly endsBy?: "itself" | "time";
  /** `survivable` if a reader in the same process survives it. Default: `deadly`. */
  readonly withoutIsolation?: "survivable" | "deadly";
  /** The fields of the request besides the path. */
  readonly request?: Omit<ReadRequest, "path">;
  /** Size of the file in bytes, if it has more than its text. */
  readonly fileBytes?: number;
  /** True if its handler declares that it loads native code. */
  readonly addons?: true;
  /** `native-code` if it needs a native library, whose path is the second line of the file. */
  readonly needs?: "native-code";
  /** The misbehaviour of `read`. */
  readonly read?: Read;
  /** The misbehaviour of `info`. */
  readonly info?: (stage: Stage) => Promise<HandlerInfo>;
  /** The origin of a handler that misbehaves when it is created. Only an isolation loads it. */
  readonly origin?: HandlerOrigin;
}

/** A `read` of a handler. */
export type Read = (stage: Stage) => AsyncIterable<HandlerEvent>;

/** A misbehaviour without its family. */
export type Described = Omit<Misbehaviour, "family">;

/** Adds the family to misbehaviours. */
export function family(name: string, members: readonly Described[]): readonly Misbehaviour[] {
  return members.map((member) => ({ ...member, family: name }));
}

/** The outcome of a read that only a time limit stops. */
export const timedOut: ExpectedOutcome = { endings: ["timed-out"] };

/** The outcome of a handler that failed. */
export const failed: ExpectedOutcome = { endings: ["handler-failed"] };

/** An action of a handler. Returns text for the answer, or nothing. */
export type Action = (stage: Stage) => string | undefined | void | Promise<string | undefined | void>;

/** Returns a `read` that yields a first line, runs an action, and yields the text that it returns. */
export function doing(action: Action): Read {
  return async function* read(stage) {
    yield* firstLine();
    const words = await action(stage);
    if (typeof words === "string") yield { type: "text", text: `${words}\n` };
  };
}

/** Returns a `read` that yields a first line and then a value that may be no event. */
export function yielding(make: () => unknown): Read {
  return async function* read() {
    yield* firstLine();
    yield make() as HandlerEvent;
  };
}

/** Yields the first line, which must not be lost, and waits until it is sent. */
export async function* firstLine(): AsyncGenerator<HandlerEvent> {
  yield { type: "text", text: `Before the misbehaviour, in process ${process.pid}.\n` };
  await turn();
}

/** Returns the id of the process that ran a misbehaviour, by the first line of its text, or `undefined`. */
export function processOf(text: string): number | undefined {
  const found = /^Before the misbehaviour, in process (\d+)\.$/m.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Waits for one turn of the event loop, in which written data is sent. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Returns a promise that never settles, and keeps the process alive. */
export function never(): Promise<never> {
  return new Promise<never>(() => {
    setInterval(() => undefined, 60_000);
  });
}

/** Blocks the event loop for ever. */
export function loopForEver(): never {
  for (let count = 0; count >= 0; count = (count + 1) % 1000);
  throw new Error("An endless loop ended.");
}

/** Throws any value. */
export function raise(thrown: unknown): never {
  throw thrown;
}

/** Tries each action and reports the first that worked. */
export function attempt(...actions: readonly (() => unknown)[]): string {
  for (const action of actions) {
    try {
      action();
      return `Allowed: ${String(action)}`;
    } catch {
      continue;
    }
  }
  return "Refused.";
}

/** The expected outcome of a handler that tries to break out: it reports that every attempt failed. */
export const refused: ExpectedOutcome = { endings: ["answered"], matches: /Refused\./, lacks: /Allowed/ };

/** The name of a package that is not installed. */
export const missingPackage: string = "reader-testkit-package-that-nobody-has";

/** The used part of WebAssembly, which the types of Node lack. */
interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly run: () => void } };
  readonly Memory: new (limits: { readonly initial: number }) => WebAssemblyMemory;
}

/** A WebAssembly memory, which grows by pages of 64 KiB. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const { WebAssembly: parts } = globalThis as unknown as { readonly WebAssembly: WebAssemblyParts };

/** `(module (func (export "run") (loop (br 0))))`: the sections type, function, export and code, one per line. */
export const loopModule: readonly number[] = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  [0x03, 0x02, 0x01, 0x00],
  [0x07, 0x07, 0x01, 0x03, 0x72, 0x75, 0x6e, 0x00, 0x00],
  [0x0a, 0x09, 0x01, 0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b],
].flat();

/** Instantiates a module without imports and returns its exports. */
export function compile(bytes: readonly number[]): { readonly run: () => void } {
  return new parts.Instance(new parts.Module(Uint8Array.from(bytes))).exports;
}

/** Creates a memory without pages. */
export function emptyMemory(): WebAssemblyMemory {
  return new parts.Memory({ initial: 0 });
}
