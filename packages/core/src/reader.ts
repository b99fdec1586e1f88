import { type Budget, budgetFor, readerBudget, type TokenCounter } from "./contract/budget.ts";
import { type Capabilities, textOnly } from "./contract/capabilities.ts";
import type { Handler } from "./contract/handler.ts";
import type { Recogniser } from "./contract/recognition.ts";
import type { Transcriber } from "./contract/transcription.ts";
import { defaultRules, type RequestRules } from "./contract/request-rules.ts";
import type { ReadRequest } from "./contract/request.ts";
import type { ReadFailure, ReadOutcome } from "./contract/result.ts";
import type { StopSignal } from "./contract/stop-signal.ts";
import { createConversionCache } from "./documents/conversion-cache.ts";
import { checkHandlers } from "./documents/registry.ts";
import type { FileSystem } from "./files/file-system.ts";
import { nodeFileSystem } from "./files/node-file-system.ts";
import { processGate, retryingFileSystem } from "./files/descriptor-limits.ts";
import type { folderContents, FolderOutcome } from "./files/workspace/list-directory.ts";
import type { Policy } from "./files/policy/policy.ts";
import { createWorkspace, type Workspace } from "./files/workspace/workspace.ts";
import type { Call, ReaderState, ReadProgress } from "./read/call.ts";
import type { InfoOutcome } from "./read/info.ts";
import { createOutlineCache } from "./read/outline/outline-cache.ts";
import { PartialFailure } from "./read/partial-failure.ts";
import type { BytesOutcome, FileOutcome } from "./read/read-bytes.ts";
import { readFile } from "./read/read-file.ts";
import type { SearchFilter } from "./read/search-filter.ts";
import { createSniffCache } from "./read/sniff-cache.ts";
import { createRecognitionCache } from "./read/recognition-cache.ts";
import { createTranscriptCache } from "./read/transcription.ts";
import type { Session } from "./read/session.ts";
import { errorData } from "./render/error-text.ts";
import { escapeText, needsEscape } from "./render/escapes.ts";
import { type Gutter, gutterCost } from "./render/number-lines.ts";
import { checkRequest } from "./request/check-request.ts";
import { normaliseRequest } from "./request/normalise-request.ts";
import type { Clock } from "./text/lines/deadline.ts";
import { createIndexCache } from "./text/lines/index-cache.ts";
import type { Pricing } from "./text/lines/text-meter.ts";
import { estimateTokens } from "./tokens/estimate-tokens.ts";

/** The options of a reader. All have a default. */
export interface ReaderOptions {
  /** In order of precedence. Without handlers only text is read. */
  readonly handlers?: readonly Handler[];
  /** Folders outside of which nothing is read. Defaults to the working directory. */
  readonly roots?: readonly string[];
  /** Decides which files inside the roots are denied. Defaults to secrets such as `.env` and private keys. */
  readonly policy?: Policy;
  /** Limits that differ from `defaultBudget`. */
  readonly budget?: Partial<Budget>;
  /** What the model accepts. Defaults to text only. */
  readonly capabilities?: Capabilities;
  /**
   * Recognises the text of scans and screenshots for models that accept no images. Without it, no text is recognised. A
   * function is called when a document is opened.
   */
  readonly recognise?: Recogniser | (() => Recogniser | undefined) | undefined;
  /** Transcribes the speech of recordings without subtitles. Without it, nothing is transcribed. */
  readonly transcribe?: Transcriber | undefined;
  /** Counts tokens exactly. Defaults to an estimate. */
  readonly countTokens?: TokenCounter;
  /** The gutter of rendered results, which costs tokens. Defaults to `compact`. */
  readonly gutter?: Gutter;
  /** Whether a folder is listed or refused. Defaults to `list`. */
  readonly directories?: "list" | "refuse";
  /** Rules for requests that differ from `defaultRules`. */
  readonly rules?: Partial<RequestRules>;
  /** The file system to read from. Defaults to that of this machine. */
  readonly fileSystem?: FileSystem;
  /** Returns milliseconds since any fixed moment. Defaults to the clock of the process. */
  readonly clock?: Clock;
}

/** The options of one read. */
export interface ReadOptions {
  /** Aborts the read: the outcome is a failure with the code `aborted`. */
  readonly signal?: StopSignal;
  /** The conversation that this read belongs to. */
  readonly session?: Session;
  /** What the model of this read accepts, if it differs from the reader's option. Caches distinguish models by `name`. */
  readonly capabilities?: Capabilities;
  /**
   * Whether text in scans and images may be recognised, which takes seconds for each. By default it is, if the reader has a
   * recogniser. With `true` or `false`, a notice says how many were not recognised.
   */
  readonly recognise?: boolean;
  /** Called from time to time during a long scan, and for each page whose text was recognised. */
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** The options of `bytes`. */
export interface BytesOptions extends Pick<ReadOptions, "signal"> {
  /** Maximum size in bytes. Defaults to `budget.maxInputBytes`. */
  readonly maxBytes?: number;
}

/** Reads files for a model. */
export interface Reader {
  /** The handlers, in order of precedence. */
  readonly handlers: readonly Handler[];
  /** The limits. */
  readonly budget: Budget;
  /** What the model accepts, unless a read says otherwise. */
  readonly capabilities: Capabilities;
  /** Whether a folder is listed or refused. */
  readonly directories: "list" | "refuse";
  /** What happens to requests that exceed the file or the budget. */
  readonly rules: RequestRules;
  /**
   * Reads a file or folder. `request` is a `ReadRequest`, what a model wrote instead of one (`file_path`, numbers as
   * strings), or a path. Never rejects: every error is a `ReadFailure`.
   */
  read(request: ReadRequest | string | object, options?: ReadOptions): Promise<ReadOutcome>;
  /** Returns the type, the size and the cost of a file, without its content. Never rejects. */
  info(request: ReadRequest | string | object, options?: ReadOptions): Promise<InfoOutcome>;
  /** Lists a folder as data, under the same policy, for programs that walk files. Never rejects. */
  list(path: string, options?: Pick<ReadOptions, "signal">): Promise<FolderOutcome>;
  /** Returns the location and size of a file, under the same policy. Never rejects. */
  locate(path: string, options?: Pick<ReadOptions, "signal">): Promise<FileOutcome>;
  /**
   * Returns the bytes of a file, for programs that pass it on. Opens and checks it as a read does, under the same policy
   * and within `documentTimeMs`. Never rejects; a file above `maxBytes` is `too-large`.
   */
  bytes(path: string, options?: BytesOptions): Promise<BytesOutcome>;
  /**
   * Returns a filter for a search of many files, which excludes text without a match much faster than a read does.
   * `find` is that of a request. Rejects with a `ReadError` if it is invalid.
   */
  searchFilter(find: string, options?: Pick<ReadOptions, "signal">): Promise<SearchFilter>;
  /** Closes suspended documents and their files. The reader can still be used. */
  close(): Promise<void>;
}

/** Creates a reader. Throws a `TypeError` for handlers that this version cannot call, and for invalid limits. */
export function createReader(options: ReaderOptions = {}): Reader {
  const state = stateOf(options);
  const budget = readerBudget(options.budget);
  const rules = { ...defaultRules, ...options.rules };
  const { perform, within } = performer(state, { budget, rules });
  let listContents: typeof folderContents | undefined;
  return {
    handlers: state.handlers,
    budget,
    capabilities: state.capabilities,
    directories: state.directories,
    rules,
    read: (input, given = {}) => orFailure(input, () => perform(input, given, (call) => readFile(call, given.session))),
    // A read does not load modules that only the other calls need.
    info: (input, given = {}) =>
      orFailure(input, async () => perform(input, given, (await import("./read/info.ts")).readInfo)),
    list: (path, { signal } = {}) =>
      orFailure({ path }, async () => {
        // A walk lists thousands of folders, and an import takes as long as a small one.
        const list = (listContents ??= (await import("./files/workspace/list-directory.ts")).folderContents);
        const checked = checkRequest({ path });
        return within(signal, (workspace) => list(workspace, checked.path));
      }),
    locate: (path, given = {}) =>
      orFailure({ path }, async () => perform({ path }, given, (await import("./read/read-bytes.ts")).findFile)),
    bytes: (path, { maxBytes = budget.maxInputBytes, ...given } = {}) =>
      orFailure({ path }, async () => {
        const { readBytes } = await import("./read/read-bytes.ts");
        return perform({ path }, given, (call) => readBytes(call, maxBytes));
      }),
    async searchFilter(find, { signal } = {}) {
      const { createSearchFilter } = await import("./read/search-filter.ts");
      return createSearchFilter(find, { state, budget, signal, within: (ask) => within(signal, ask) });
    },
    async close() {
      state.outlines.clear();
      state.sniffs.clear();
      await state.conversions.clear();
    },
  };
}

/** Returns the outcome of `ask`, or a failure if it rejects. */
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
  /** Performs a call in which no wait for a file takes longer than a whole read may take. */
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
    perform(input, { signal, onProgress, capabilities = state.capabilities, recognise }, ask) {
      const checked = checkRequest(input, rules);
      const own = {
        checked,
        budget: budgetFor(budget, checked),
        signal,
        recognises: recognise ?? ("if-possible" as const),
        onProgress,
      };
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
    sniffs: createSniffCache(),
    conversions,
    recogniser: () => (recogniser = typeof recognise === "function" ? recognise() : recognise),
    condemned: () => [...handlers, recogniser].reduce((sum, each) => sum + (each?.condemned ?? 0), 0),
    recognitions: createRecognitionCache(),
    transcriber: options.transcribe,
    transcripts: createTranscriptCache(),
    outlines: createOutlineCache(),
  };
}

/** Creates the pricing of lines with a gutter, by a token counter or by the estimate. */
function createPricing(gutter: Gutter, countTokens: TokenCounter = estimateTokens): Pricing {
  return {
    countTokens,
    gutterCost: (firstLine, lineCount) => gutterCost(gutter, firstLine, lineCount),
    show: (text) => (needsEscape(text) ? escapeText(text) : text),
  };
}

/** Converts a thrown value to a failure. `input` is the original request, which may be any value. */
function failureOf(error: unknown, input: unknown): ReadFailure {
  const path = pathOf(input);
  if (!(error instanceof PartialFailure)) return { ok: false, path, error: errorData(error), parts: [], notices: [] };
  const { parts, notices } = error;
  return { ok: false, path, error: errorData(error.cause), parts, notices };
}

/** Returns the path of a request, if it has one, so that callers that read several files can assign a failure. */
function pathOf(input: unknown): string {
  const { path } = normaliseRequest(input).fields;
  return typeof path === "string" ? path : "";
}
