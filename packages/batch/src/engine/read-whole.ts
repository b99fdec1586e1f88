import type {
  Extent,
  ImagePart,
  MediaType,
  Notice,
  Reader,
  ReadErrorData,
  ReadOptions,
  ReadOutcome,
  ReadRequest,
  Stop,
  StopSignal,
  TextSection,
} from "@reader/core";

/** Limits of one document, with everything that is inside it. */
export interface WholeLimits {
  /** Bytes of text. Reached: the document is cut. */
  readonly maxTextBytes: number;
  /** Time for the whole document. Reached: `timed-out`, with what was read until then. */
  readonly documentTimeMs: number;
}

/** All of a document, as far as it was read. */
export interface WholeDocument {
  readonly sections: readonly TextSection[];
  readonly images: readonly ImagePart[];
  readonly notices: readonly Notice[];
  readonly extents: readonly Extent[];
  readonly mediaType?: MediaType;
  readonly handler?: string;
  readonly tokens: number;
  /** The limit that cut the text. */
  readonly stopped?: Stop;
  readonly error?: ReadErrorData;
}

/** What a read needs besides its path. */
export interface WholeCall extends WholeLimits {
  readonly reader: Reader;
  readonly request: Omit<ReadRequest, "path">;
  readonly signal?: StopSignal | undefined;
  readonly recognise: boolean;
}

/** Notices about a single answer, which say nothing about a document that is read to its end. */
const ofAnswers: ReadonlySet<string> = new Set(["no-outline", "outline-incomplete", "range-cut"]);

/**
 * Reads a document to its end, or to a limit. One answer may have all of its text; recognising scans, for example, takes
 * several.
 */
export async function readWhole(path: string, call: WholeCall): Promise<WholeDocument> {
  const { reader, request, maxTextBytes, documentTimeMs } = call;
  const collected = new Collected();
  const time = createTime(documentTimeMs, call.signal);
  try {
    for (let next: ReadRequest | undefined = { ...request, path }; next !== undefined;) {
      const options: ReadOptions = { signal: time.signal, recognise: call.recognise };
      const outcome: ReadOutcome = await reader.read(next, options);
      if (isWithoutTables(outcome) && next.tables !== undefined) {
        const { tables: _, ...rest } = next;
        next = rest;
        continue;
      }
      collected.add(outcome);
      if (!outcome.ok || outcome.next === undefined) return collected.document(time.isOver);
      const isFull = outcome.stopped?.by === "bytes" || collected.bytes >= maxTextBytes;
      if (isFull) return collected.cutAt(maxTextBytes);
      time.start();
      next = outcome.next.request;
    }
    return collected.document(time.isOver);
  } finally {
    time.end();
  }
}

/** True if a document has no tables that could be written otherwise. A run has files of all kinds, so it is read without. */
function isWithoutTables(outcome: ReadOutcome): boolean {
  if (outcome.ok || outcome.error.code !== "invalid-request") return false;
  const { issues = [] } = outcome.error.details ?? {};
  return issues.length > 0 && issues.every(({ field }) => field === "tables");
}

/** Collects the answers about one document. */
class Collected {
  readonly #sections: TextSection[] = [];
  readonly #images: ImagePart[] = [];
  readonly #notices = new Map<string, Notice>();
  #last: ReadOutcome | undefined;
  #extents: readonly Extent[] = [];
  #facts: { readonly mediaType?: MediaType; readonly handler?: string } = {};
  #tokens = 0;
  bytes = 0;

  add(outcome: ReadOutcome): void {
    this.#last = outcome;
    for (const part of outcome.parts) {
      if (part.type === "text") this.#sections.push(part);
      else if (part.type === "image") this.#images.push(part);
    }
    for (const notice of outcome.notices) {
      if (!ofAnswers.has(notice.code)) this.#notices.set(JSON.stringify(notice), notice);
    }
    if (!outcome.ok) return;
    const { mediaType, handler, cost } = outcome;
    this.#facts = { mediaType, handler };
    this.#extents = outcome.extents;
    this.#tokens += cost.tokens;
    this.bytes += cost.bytes;
  }

  document(isTimeOver: boolean): WholeDocument {
    const last = this.#last;
    const failure = last === undefined || last.ok ? undefined : last.error;
    const error = failure?.code === "aborted" && isTimeOver ? timedOut(failure) : failure;
    return { ...this.#all(), ...(error === undefined ? {} : { error }) };
  }

  cutAt(limit: number): WholeDocument {
    return { ...this.#all(), stopped: { by: "bytes", limit, used: this.bytes } };
  }

  #all(): WholeDocument {
    return {
      sections: this.#sections,
      images: this.#images,
      notices: [...this.#notices.values()],
      extents: this.#extents,
      ...this.#facts,
      tokens: this.#tokens,
    };
  }
}

function timedOut(error: ReadErrorData): ReadErrorData {
  return {
    ...error,
    code: "timed-out",
    message: "The document took longer to read than its time limit.",
  };
}

/** The time of a document that takes several answers. Each of them alone is limited by the reader. */
interface DocumentTime {
  readonly signal: StopSignal;
  readonly isOver: boolean;
  /** Starts the timer of the rest. */
  start(): void;
  end(): void;
}

function createTime(timeMs: number, outer: StopSignal | undefined): DocumentTime {
  const abort = new AbortController();
  const onAbort = (): void => abort.abort();
  const since = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  if (outer?.aborted === true) abort.abort();
  outer?.addEventListener("abort", onAbort);
  return {
    signal: abort.signal,
    get isOver() {
      return isOver;
    },
    start() {
      if (timer !== undefined || !Number.isFinite(timeMs)) return;
      const expire = (): void => {
        isOver = true;
        abort.abort();
      };
      timer = setTimeout(expire, Math.max(0, timeMs - (performance.now() - since)));
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}
