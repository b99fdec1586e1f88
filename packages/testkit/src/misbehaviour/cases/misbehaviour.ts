import type { ReadErrorCode, ReadRequest } from "@reader/core";
import type { HandlerContext, HandlerEvent, HandlerInfo, HandlerOrigin, Source } from "@reader/core/handler";

/** What a handler is given to misbehave with. */
export interface Stage {
  readonly source: Source;
  readonly context: HandlerContext;
}

/** How a read may end: with the whole answer or a part of it that a budget cut, or with the code of an error. */
export type Ending = "answered" | ReadErrorCode;

/** What a reader must make of a misbehaviour. */
export interface RightOutcome {
  /** Every ending that is right; an answer that ran out of time counts as `timed-out`. */
  readonly endings: readonly Ending[];
  /** Whether the line that came before the deed must be in the outcome; it must where not given. */
  readonly keeps?: "before" | "nothing";
  /** What the text, the message or the hint must hold. */
  readonly says?: RegExp;
  /** What none of them may hold. */
  readonly hides?: RegExp;
  /** True if only ending the process can stop it, so that the process must be gone. Otherwise the process may live. */
  readonly process?: "gone";
}

/** One way in which a handler can go wrong. */
export interface Misbehaviour {
  /** What a file says in its first line, after `misbehave: `. */
  readonly name: string;
  readonly family: string;
  /** What it does, as a sentence. */
  readonly does: string;
  readonly right: RightOutcome;
  /** What ends it: itself, or only the limit of time, which is then made short. Itself where not given. */
  readonly endsBy?: "itself" | "time";
  /** Whether a reader in the same process outlives it. It does not where not given. */
  readonly withoutIsolation?: "survivable" | "deadly";
  /** What the request asks for besides the path. */
  readonly request?: Omit<ReadRequest, "path">;
  /** Bytes of the file, where it is larger than its words. */
  readonly fileBytes?: number;
  /** Whether its handler declares that it loads native code. */
  readonly addons?: true;
  /** What must lie on the disk: native code, of which the second line of the file tells the path. */
  readonly needs?: "native-code";
  /** The deed, done by `read`. */
  readonly read?: Read;
  /** The deed, done by `info`. */
  readonly info?: (stage: Stage) => Promise<HandlerInfo>;
  /** Where the handler would be made, where making it is the deed: such a one is loaded by an isolation only. */
  readonly origin?: HandlerOrigin;
}

/** A `read` of a handler. */
export type Read = (stage: Stage) => AsyncIterable<HandlerEvent>;

/** Everything of a misbehaviour but the family that it belongs to. */
export type Described = Omit<Misbehaviour, "family">;

/** Misbehaviours of one kind. */
export function family(name: string, members: readonly Described[]): readonly Misbehaviour[] {
  return members.map((member) => ({ ...member, family: name }));
}

/** The valid endings of a read that only a limit can stop. */
export const cutOff: RightOutcome = { endings: ["timed-out"] };

/** The ending of a handler that broke. */
export const broken: RightOutcome = { endings: ["handler-failed"] };

/** What a deed gives: words for the answer, or nothing. */
export type Deed = (stage: Stage) => string | undefined | void | Promise<string | undefined | void>;

/** One good line, with the number of the process, and then the deed; what it tells becomes the rest of the text. */
export function doing(deed: Deed): Read {
  return async function* read(stage) {
    yield* before();
    const told = await deed(stage);
    if (typeof told === "string") yield { type: "text", text: `${told}\n` };
  };
}

/** One good line, and then something that is given as an event, whatever it is. */
export function giving(make: () => unknown): Read {
  return async function* read() {
    yield* before();
    yield make() as HandlerEvent;
  };
}

/** A line that must not be lost, and the time to send it. */
export async function* before(): AsyncGenerator<HandlerEvent> {
  yield { type: "text", text: `Before the deed, in process ${process.pid}.\n` };
  await turn();
}

/** The number of the process in which a misbehaviour ran, as far as its text tells. */
export function processOf(text: string): number | undefined {
  const found = /^Before the deed, in process (\d+)\.$/m.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** One turn of the event loop, in which what was written goes out. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A promise that nothing settles, in a process that stays alive for it. */
export function never(): Promise<never> {
  return new Promise<never>(() => {
    setInterval(() => undefined, 60_000);
  });
}

/** Gives no control back. */
export function loopForEver(): never {
  for (let count = 0; count >= 0; count = (count + 1) % 1000);
  throw new Error("It came to the end of a loop without one.");
}

/** Throws anything, also what is no error. */
export function raise(thrown: unknown): never {
  throw thrown;
}

/** Tries each action and reports the first that worked. */
export function attempt(...deeds: readonly (() => unknown)[]): string {
  for (const deed of deeds) {
    try {
      deed();
      return `Allowed: ${String(deed)}`;
    } catch {
      continue;
    }
  }
  return "Refused.";
}

/** The expected outcome of a handler that tries to break out: it reports that every attempt failed. */
export const refused: RightOutcome = { endings: ["answered"], says: /Refused\./, hides: /Allowed/ };

/** The name of a package that is not installed. */
export const missingPackage: string = "reader-testkit-package-that-nobody-has";

/** What is used of WebAssembly; Node's types leave it to those of the browser. */
interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly run: () => void } };
  readonly Memory: new (limits: { readonly initial: number }) => WebAssemblyMemory;
}

/** A memory that grows by pages of 64 KiB. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

// Every Node has it, and none of the types that are in use here.
const { WebAssembly: parts } = globalThis as unknown as { readonly WebAssembly: WebAssemblyParts };

/** `(module (func (export "run") (loop (br 0))))`: the sections type, function, export and code, a line each. */
export const loopModule: readonly number[] = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  [0x03, 0x02, 0x01, 0x00],
  [0x07, 0x07, 0x01, 0x03, 0x72, 0x75, 0x6e, 0x00, 0x00],
  [0x0a, 0x09, 0x01, 0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b],
].flat();

/** The functions of a module without imports. */
export function compile(bytes: readonly number[]): { readonly run: () => void } {
  return new parts.Instance(new parts.Module(Uint8Array.from(bytes))).exports;
}

/** A memory of no pages. */
export function emptyMemory(): WebAssemblyMemory {
  return new parts.Memory({ initial: 0 });
}
