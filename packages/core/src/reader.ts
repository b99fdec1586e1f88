import { type Budget, budgetFor, readerBudget } from "./contract/budget.ts";
import { type Capabilities, textOnly } from "./contract/capabilities.ts";
import type { Handler } from "./contract/handler.ts";
import type { Recogniser } from "./contract/recognition.ts";
import { defaultRules, type RequestRules } from "./contract/request-rules.ts";
import type { ReadRequest } from "./contract/request.ts";
import type { ReadFailure, ReadOutcome } from "./contract/result.ts";
import type { StopSignal } from "./contract/stop-signal.ts";
import type { TokenCounter } from "./contract/token-counter.ts";
import { createConversionCache } from "./documents/conversion-cache.ts";
import { checkHandlers } from "./documents/registry.ts";
import { processGate } from "./files/descriptor-gate.ts";
import type { FileSystem } from "./files/file-system.ts";
import { nodeFileSystem } from "./files/node-file-system.ts";
import { retryingFileSystem } from "./files/retrying-file-system.ts";
import type { FolderOutcome } from "./files/workspace/folder-contents.ts";
import type { Policy } from "./files/workspace/policy.ts";
import { createWorkspace, type Workspace } from "./files/workspace/workspace.ts";
import type { Call, ReaderState, ReadProgress } from "./read/call.ts";
import type { InfoOutcome } from "./read/info.ts";
import { createOutlineCache } from "./read/outline/outline-cache.ts";
import { PartialFailure } from "./read/partial-failure.ts";
import type { BytesOutcome, FileOutcome } from "./read/read-bytes.ts";
import { readFile } from "./read/read-file.ts";
import { createRecognitionCache } from "./read/recognition-cache.ts";
import type { Session } from "./read/session.ts";
import { errorData } from "./render/error-text.ts";
import { escapeText, needsEscape } from "./render/escapes.ts";
import { type Gutter, gutterCost } from "./render/gutter.ts";
import { checkRequest } from "./request/check-request.ts";
import { normaliseRequest } from "./request/normalise-request.ts";
import type { Clock } from "./text/lines/deadline.ts";
import { createIndexCache } from "./text/lines/index-cache.ts";
import type { Pricing } from "./text/lines/text-meter.ts";
import { estimateTokens } from "./tokens/estimate-tokens.ts";

/** How a reader is set up. Everything has a default. */
export interface ReaderOptions {
  /** In order of precedence. Without handlers only text is read. */
  readonly handlers?: readonly Handler[];
  /** Directories outside of which nothing is read; the working directory where not given. */
  readonly roots?: readonly string[];
  /** Which files inside the roots are denied; secrets such as `.env` and private keys where not given. */
  readonly policy?: Policy;
  /** Limits that differ from `defaultBudget`. */
  readonly budget?: Partial<Budget>;
  /** What the model takes; text only where not given. */
  readonly capabilities?: Capabilities;
  /**
   * Recognises the text of scans and screenshots for models that do not see them; nothing does where not given. Looked
   * at when a document is opened; a function is asked then.
   */
  readonly recognise?: Recogniser | (() => Recogniser | undefined) | undefined;
  /** Counts tokens exactly; estimated where not given. */
  readonly countTokens?: TokenCounter;
  /** The gutter that answers will be rendered with, because it costs tokens; `compact` where not given. */
  readonly gutter?: Gutter;
  /** Whether a directory is listed or refused; `list` where not given. */
  readonly directories?: "list" | "refuse";
  /** Rules for requests that differ from `defaultRules`. */
  readonly rules?: Partial<RequestRules>;
  /** Where files come from; this machine where not given. */
  readonly fileSystem?: FileSystem;
  /** Milliseconds from any fixed moment; the process's clock where not given. */
  readonly clock?: Clock;
}

/** What accompanies one read. */
export interface ReadOptions {
  /** Gives up: the outcome is a failure with the code `aborted`. */
  readonly signal?: StopSignal;
  /** The conversation that this read belongs to. */
  readonly session?: Session;
  /** What the model takes that gets this answer, where that is not what the reader was set up for; told apart by name. */
  readonly capabilities?: Capabilities;
  /** Told now and then how far a long scan has come, and of each page whose text was recognised. */
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** How the bytes of a file are asked for. */
export interface BytesOptions extends Pick<ReadOptions, "signal"> {
  /** The most bytes to load; `budget.maxInputBytes` if not given. */
  readonly maxBytes?: number;
}

/** Reads files for a model. */
export interface Reader {
  /** What reads files beside the core's own text, in order of precedence. */
  readonly handlers: readonly Handler[];
  /** The limits in force. */
  readonly budget: Budget;
  /** What the model takes where a read does not say otherwise. */
  readonly capabilities: Capabilities;
  /** Whether a directory is listed or refused. */
  readonly directories: "list" | "refuse";
  /** What becomes of requests that ask for more than there is or fits. */
  readonly rules: RequestRules;
  /**
   * Reads what a request asks for. `request` is a `ReadRequest` or what a model wrote instead of one (`file_path`,
   * numbers as strings); a bare string is a path. Never rejects: whatever is wrong is a `ReadFailure`.
   */
  read(request: ReadRequest | string | object, options?: ReadOptions): Promise<ReadOutcome>;
  /** Tells what a file is, how much of it there is and what it would cost, without its content. */
  info(request: ReadRequest | string | object, options?: ReadOptions): Promise<InfoOutcome>;
  /** Tells what a folder holds, as data, under the same policy: for programs that go through files. Never rejects. */
  list(path: string, options?: Pick<ReadOptions, "signal">): Promise<FolderOutcome>;
  /** Finds a file, and tells where it lies and how large it is, under the same policy. Never rejects. */
  locate(path: string, options?: Pick<ReadOptions, "signal">): Promise<FileOutcome>;
  /**
   * The bytes of a file as they are, opened and checked like those of a read, under the same policy and in the time that
   * a document has: for programs that pass a file on. Never rejects; a file above `maxBytes` is `too-large`.
   */
  bytes(path: string, options?: BytesOptions): Promise<BytesOutcome>;
  /** Lets suspended documents and their open files go. A reader can be used again after it. */
  close(): Promise<void>;
}

/** Makes a reader. Throws a `TypeError` for handlers that this version cannot call, and for limits that are none. */
export function createReader(options: ReaderOptions = {}): Reader {
  const state = stateOf(options);
  const budget = readerBudget(options.budget);
  const rules = { ...defaultRules, ...options.rules };
  const { perform, within } = performer(state, { budget, rules });
  return {
    handlers: state.handlers,
    budget,
    capabilities: state.capabilities,
    directories: state.directories,
    rules,
    read: (input, given = {}) => orFailure(input, () => perform(input, given, (call) => readFile(call, given.session))),
    // What only the other calls need is not loaded for a read.
    info: (input, given = {}) =>
      orFailure(input, async () => perform(input, given, (await import("./read/info.ts")).readInfo)),
    list: (path, { signal } = {}) =>
      orFailure({ path }, async () => {
        const { folderContents } = await import("./files/workspace/folder-contents.ts");
        const checked = checkRequest({ path });
        return within(signal, (workspace) => folderContents(workspace, checked.path));
      }),
    locate: (path, given = {}) =>
      orFailure({ path }, async () => perform({ path }, given, (await import("./read/read-bytes.ts")).findFile)),
    bytes: (path, { maxBytes = budget.maxInputBytes, ...given } = {}) =>
      orFailure({ path }, async () => {
        const { readBytes } = await import("./read/read-bytes.ts");
        return perform({ path }, given, (call) => readBytes(call, maxBytes));
      }),
    async close() {
      state.outlines.clear();
      await state.conversions.clear();
    },
  };
}

/** What `ask` comes to; a failure if it rejects. */
async function orFailure<Outcome>(input: unknown, ask: () => Promise<Outcome>): Promise<Outcome | ReadFailure> {
  try {
    return await ask();
  } catch (error) {
    return failureOf(error, input);
  }
}

/** Performs the calls of a reader. */
interface Performer {
  /** Checks a request, and performs its call. */
  readonly perform: <Outcome>(
    input: unknown,
    given: ReadOptions,
    ask: (call: Call) => Promise<Outcome>,
  ) => Promise<Outcome>;
  /** Performs a call for which no file is waited for longer than a whole read may take. */
  readonly within: <Outcome>(
    signal: StopSignal | undefined,
    ask: (workspace: Workspace) => Promise<Outcome>,
  ) => Promise<Outcome>;
}

function performer(state: ReaderState, { budget, rules }: Pick<Reader, "budget" | "rules">): Performer {
  const timeMs = Math.max(budget.textTimeMs, budget.documentTimeMs);
  const within: Performer["within"] = (signal, ask) =>
    processGate.run(async () => {
      const workspace = state.workspace.within({ timeMs, signal });
      try {
        return await ask(workspace);
      } finally {
        workspace.release();
      }
    }, signal);
  return {
    within,
    perform(input, { signal, onProgress, capabilities = state.capabilities }, ask) {
      const checked = checkRequest(input, rules);
      const own = { checked, budget: budgetFor(budget, checked), signal, onProgress };
      return within(signal, (workspace) => ask({ ...own, state: { ...state, capabilities, workspace } }));
    },
  };
}

function stateOf(options: ReaderOptions): ReaderState {
  const { fileSystem = nodeFileSystem(), roots, policy, recognise } = options;
  const conversions = createConversionCache();
  const handlers = checkHandlers(options.handlers ?? []);
  let recogniser: Recogniser | undefined;
  const free = async (): Promise<boolean> => {
    const hasClosed = await conversions.closeSuspended();
    return handlers.filter((handler) => handler.freeIdle?.() === true).length > 0 || hasClosed;
  };
  return {
    workspace: createWorkspace({
      fileSystem: retryingFileSystem(fileSystem, free),
      ...(roots === undefined ? {} : { roots }),
      ...(policy === undefined ? {} : { policy }),
    }),
    handlers,
    capabilities: options.capabilities ?? textOnly,
    pricing: createPricing(options.gutter ?? "compact", options.countTokens),
    directories: options.directories ?? "list",
    clock: options.clock ?? (() => performance.now()),
    indexes: createIndexCache(),
    conversions,
    recogniser: () => (recogniser = typeof recognise === "function" ? recognise() : recognise),
    condemned: () => [...handlers, recogniser].reduce((sum, each) => sum + (each?.condemned ?? 0), 0),
    recognitions: createRecognitionCache(),
    outlines: createOutlineCache(),
  };
}

/** What lines cost with a gutter, by a token counter or else by the estimate. */
function createPricing(gutter: Gutter, countTokens: TokenCounter = estimateTokens): Pricing {
  return {
    countTokens,
    gutterCost: (firstLine, lineCount) => gutterCost(gutter, firstLine, lineCount),
    show: (text) => (needsEscape(text) ? escapeText(text) : text),
  };
}

/** Turns whatever was thrown into a failure. `input` is the request as it came, which may be anything. */
function failureOf(error: unknown, input: unknown): ReadFailure {
  const path = pathOf(input);
  if (!(error instanceof PartialFailure)) return { ok: false, path, error: errorData(error), parts: [], notices: [] };
  const { parts, notices } = error;
  return { ok: false, path, error: errorData(error.cause), parts, notices };
}

/** The path as far as the request names one, for a caller who reads several files. */
function pathOf(input: unknown): string {
  const { path } = normaliseRequest(input).fields;
  return typeof path === "string" ? path : "";
}
