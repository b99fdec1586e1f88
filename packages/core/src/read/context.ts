import type { Capabilities } from "../contract/capabilities.ts";
import { ReadError } from "../contract/errors.ts";
import { withRequestedTables } from "../documents/csv-tables.ts";
import { handlerEvents } from "../documents/handler-events.ts";
import { markedText } from "../documents/marked-text.ts";
import type { HandlerEvent } from "../contract/events.ts";
import type { HandlerContext, InnerRequest } from "../contract/handler.ts";
import { findHandler, leavesText } from "../documents/registry.ts";
import type { TrustRecord } from "../documents/trust-record.ts";
import { csvAsked } from "./csv-asked.ts";
import { isDocumentWanted } from "./document-view.ts";
import { encodings } from "../text/encoding/encodings.ts";
import { named } from "../render/quote.ts";
import { sniff } from "../detect/sniff.ts";
import { bytesSource } from "../files/file-source.ts";
import { escapedName, showAsked } from "../files/workspace/safe-name.ts";
import type { Call } from "./call.ts";
import { deniedError } from "../files/workspace/locate.ts";
import type { LocatedFile, Grounds } from "../files/workspace/roots.ts";
import type { Denial, PolicyVerdict } from "../files/policy/policy.ts";

const sniffBytes = 4096;

/** The file and options of one run of a handler. */
export interface DocumentRun {
  readonly file: MemberPath["outer"];
  readonly signal: AbortSignal;
  readonly recognise?: HandlerContext["recognise"];
  readonly transcribe?: HandlerContext["transcribe"];
  readonly convert?: HandlerContext["convert"];
  /** Gets the handlers of the files inside. */
  readonly trust?: Pick<TrustRecord, "add">;
}

/** Creates the handler context for the outermost file of a request. */
export function createContext(call: Call, run: DocumentRun): HandlerContext {
  const { pages, select } = call.checked;
  return contextOf({ call, run, names: [], tree: { innerBytes: 0 } }, { pages, select });
}

interface Nesting {
  readonly call: Call;
  readonly run: DocumentRun;
  /** Names of the nested files that lead to this one, from the outermost file on. */
  readonly names: readonly string[];
  /** State shared by all files inside the outermost one. */
  readonly tree: { innerBytes: number };
}

/**
 * Creates the context for a file. A selection in an outer file is resolved when an inner one is read; the pages are
 * then those of the inner file.
 */
function contextOf(nesting: Nesting, { pages, select }: InnerRequest): HandlerContext {
  const { call, run, names, tree } = nesting;
  const { checked, budget, state } = call;
  const { file: outer, signal, recognise, transcribe, convert } = run;
  return {
    pages: pages ?? (checked.select === undefined ? undefined : checked.pages),
    select,
    view: checked.view,
    password: checked.password,
    ...(checked.request.boxes === true ? { boxes: true } : {}),
    ...(checked.request.tables === "csv" ? { tables: "csv" as const } : {}),
    capabilities: visibleCapabilities(call),
    budget: { ...budget, maxInflatedBytes: Math.max(0, budget.maxInflatedBytes - tree.innerBytes) },
    signal,
    nested: (name, bytes, wish = {}) => readNested({ ...nesting, names: [...names, name] }, { name, bytes, wish }),
    areDenied: async (inner) =>
      inner.map((name) => !memberVerdict(state.workspace, { outer, names: [...names, name] }).allowed),
    ...(recognise === undefined ? {} : { recognise }),
    ...(transcribe === undefined || names.length > 0 ? {} : { transcribe }),
    ...(convert === undefined ? {} : { convert }),
  };
}

/**
 * Hides images from a handler that may not show any, so that it makes none and reports them as for a model without
 * vision.
 */
function visibleCapabilities({ state, budget }: Call): Capabilities {
  const { images: _, ...blind } = state.capabilities;
  return budget.maxImages === 0 ? blind : state.capabilities;
}

interface InnerFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly wish: InnerRequest;
}

async function* readNested(nesting: Nesting, { name: written, bytes, wish }: InnerFile): AsyncGenerator<HandlerEvent> {
  const { call, run, names, tree } = nesting;
  const { budget, state } = call;
  refuseDeniedMember(state.workspace, { outer: run.file, names }, bytes);
  const name = escapedName(written);
  if (names.length > budget.maxDepth) throw tooDeep(named(name), budget.maxDepth);
  tree.innerBytes += bytes.length;
  if (tree.innerBytes > budget.maxInflatedBytes) throw tooMuch(named(name), budget.maxInflatedBytes);
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(start, end));
  const head = bytes.subarray(0, sniffBytes);
  const found = await sniff({ head, name, size: bytes.length, slice, handlers: state.handlers });
  const handler = findHandler(state.handlers, found.mediaType);
  const isText =
    handler !== undefined &&
    found.text !== undefined &&
    leavesText(handler, {
      ...wish,
      tables: csvAsked(call.checked),
      isDocument: await isDocumentWanted(call, handler, (end) => bytes.subarray(0, end)),
    });
  if (handler !== undefined && !isText) {
    run.trust?.add(handler);
    const source = bytesSource(name, bytes, { sniff: found, budget });
    const events = handlerEvents(handler.read(source, contextOf(nesting, wish)), { atWork: { handler, path: name } });
    yield* withRequestedTables(events, handler, call.checked.request.tables);
    return;
  }
  if (found.text === undefined) {
    const { unreadable } = await import("../render/unreadable.ts");
    throw unreadable(named(name), found);
  }
  const decoder = await encodings.open(found.text.encoding);
  yield* markedText([decoder.decode(bytes.subarray(found.text.bomBytes))], found.text);
}

function tooDeep(name: string, maxDepth: number): ReadError {
  return new ReadError(
    "too-large",
    `${name} is nested deeper than the limit of ${maxDepth} files inside files (maxDepth).`,
    {
      hint: "Unpack the outer file first, then read the inner one by its own path.",
      details: { limit: { name: "maxDepth", value: maxDepth } },
    },
  );
}

function tooMuch(name: string, maxInflatedBytes: number): ReadError {
  return new ReadError("too-large", `${name} and the files read before it have more than ${maxInflatedBytes} bytes.`, {
    hint: "Ask for fewer of the files inside, or unpack the outer file first.",
    details: { limit: { name: "maxInflatedBytes", value: maxInflatedBytes } },
  });
}

/** A file and the names of nested files that lead to another one, outermost first. */
interface MemberPath {
  readonly outer: Pick<LocatedFile, "name" | "realPath" | "relativePath">;
  readonly names: readonly string[];
}

type PolicyGrounds = Pick<Grounds, "fileSystem" | "policy">;

function isZip(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === "PK\u0003\u0004";
}

/** Returns the verdict of the policy on a file inside another one. */
export function memberVerdict({ fileSystem, policy }: PolicyGrounds, { outer, names }: MemberPath): PolicyVerdict {
  const inside = names.flatMap(segmentsOf);
  const name = inside.at(-1);
  if (name === undefined) return { allowed: true };
  const { realPath, relativePath } = outer;
  return policy({
    realPath: fileSystem.path.join(realPath, ...inside),
    relativePath: [relativePath, ...inside].join("/"),
    name,
    kind: "file",
    member: inside.join("/"),
  });
}

/** Throws `denied-by-policy` if a file inside another one may not be read. */
function refuseDeniedMember(grounds: PolicyGrounds, path: MemberPath, bytes: Uint8Array): void {
  const verdict = memberVerdict(grounds, path);
  if (verdict.allowed || (verdict.unlessZip === true && isZip(bytes))) return;
  throw deniedMember(path, verdict);
}

function deniedMember({ outer, names }: MemberPath, verdict: Denial): ReadError {
  return deniedError(`${showAsked(names.join("/"))} in ${outer.name}`, verdict);
}

/**
 * Splits an inner name into segments. The name is untrusted and comes from any system: both slashes separate segments,
 * `.` and `..` are resolved, and escapes that a handler added for display are decoded.
 */
function segmentsOf(name: string): readonly string[] {
  const segments: string[] = [];
  for (const segment of withoutEscapes(name).split(/[/\\]/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/** Escapes as written by `escapeName`. */
const escape = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/gi;

function withoutEscapes(name: string): string {
  return name.replaceAll(escape, (written: string, ...digits: (string | undefined)[]) => {
    const code = Number.parseInt(digits.slice(0, 3).join(""), 16);
    return code > 0x10ffff ? written : String.fromCodePoint(code);
  });
}
