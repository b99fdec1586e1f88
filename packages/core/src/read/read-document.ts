import { createConversion, type Conversion } from "../documents/conversion.ts";
import { createDemand } from "../documents/demand.ts";
import type { Handler } from "../contract/handler.ts";
import { eventSupply } from "../text/lines/event-supply.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import type { ReadResult } from "../contract/result.ts";
import { fileSource } from "../files/file-source.ts";
import type { Sniff } from "../contract/source.ts";
import type { CutAnswer } from "./outline/attach-outline.ts";
import type { Call } from "./call.ts";
import { createContext } from "./context.ts";
import { watchFile, type FileWatch } from "./file-watch.ts";
import { finishRead } from "./finish.ts";
import { pullAnswer } from "./pull-answer.ts";
import { withPageProgress } from "./page-progress.ts";
import { createPatience } from "./patience.ts";
import { pullLimits } from "./pull-limits.ts";
import { createRecognition, type Recognition, type RecognitionOptions } from "./recognition.ts";
import { wantsOutline } from "./outline/wants-outline.ts";
import { withinPages, withRuledView } from "./whole-document.ts";
import type { LocatedFile } from "../files/workspace/roots.ts";

/** A file and the handler that reads it. */
export interface HandledFile {
  readonly file: FileWatch;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Reads a document through its handler, or goes on with one that was kept open. */
export async function readDocument(given: Call, handled: HandledFile): Promise<ReadResult> {
  const call = withRuledView(given, handled);
  const key = keyOf(call, handled);
  const { conversions } = call.state;
  const conversion = conversions.take(key) ?? startConversion(call, handled);
  try {
    const result = await pullDocument(call, conversion, handled);
    if (handled.handler.outline === undefined || !wantsOutline(call, result)) return result;
    const again = (reserved: AnswerCost): Promise<ReadResult> =>
      pullDocument(call, conversion, { ...handled, reserved });
    return await outlineBeside(call, handled, { result, again });
  } finally {
    await conversions.put(key, conversion);
  }
}

/** The document is opened once more, because a conversion that has come to its end has closed it. */
async function outlineBeside(
  call: Call,
  { file, sniff, handler }: HandledFile,
  answer: CutAnswer,
): Promise<ReadResult> {
  const { workspace } = call.state;
  const { attachOutline } = await import("./outline/attach-outline.ts");
  const again = await workspace.open(call.checked.path).catch(() => undefined);
  if (again === undefined) return answer.result;
  const own = watchFile(workspace, again);
  try {
    // What was put in its place meanwhile is another document.
    if (again.identity !== file.opened.identity) return answer.result;
    return await attachOutline(call, { opened: again, sniff, handler }, answer);
  } finally {
    await own.release();
  }
}

/** Pulls what is wanted out of a conversion, in the time that a document has. */
export async function pullDocument(
  call: Call,
  conversion: Conversion,
  { file, sniff, handler, reserved }: Pick<HandledFile, "sniff"> & NamedParts,
): Promise<ReadResult> {
  const deadline = startDeadline(call.budget.documentTimeMs, call.state.clock, call.signal);
  const patience = createPatience(conversion, deadline, call.budget);
  const limits = pullLimits(call, deadline);
  conversion.use({
    ...limits,
    remainingMs: () => limits.remainingMs() + patience.grantedMs(),
    isOver: () => patience.isOver(),
  });
  const { path, relativePath } = file.opened;
  const supply = eventSupply(withinPages(withPageProgress(conversion, call.onProgress), call, path));
  const finished = await pullAnswer(call, { supply, deadline, reserved });
  const { mediaType } = sniff;
  return finishRead(finished, { path, relativePath, mediaType, handler: handler.name, notices: [] });
}

interface NamedParts {
  readonly file: { readonly opened: Pick<LocatedFile, "path" | "relativePath"> };
  readonly handler: { readonly name: string };
  /** What of the budget is kept for what stands behind the lines. */
  readonly reserved?: AnswerCost;
}

/** From here on the descriptor lives as long as the conversion. */
function startConversion(call: Call, { file, sniff, handler }: HandledFile): Conversion {
  const abort = new AbortController();
  const demand = createDemand();
  const recognition = recognitionOf(call, { signal: abort.signal, demand });
  const context = createContext(call, {
    file: file.opened,
    signal: abort.signal,
    recognise: recognition?.recognise,
  });
  file.handOver();
  const read = () => handler.read(fileSource(file.opened, sniff, call.budget), context);
  // A handler that throws when it is called does so in the time and the hands of the one who pulls.
  const events = { [Symbol.asyncIterator]: () => read()[Symbol.asyncIterator]() };
  const atWork = { handler, path: file.opened.relativePath };
  const waitedMs = recognition === undefined ? {} : { demand, waitedMs: () => recognition.waitedMs() };
  return createConversion(events, { abort, atWork, release: () => file.close(), ...waitedMs });
}

function recognitionOf(
  { state, budget }: Call,
  wish: Pick<RecognitionOptions, "signal" | "demand">,
): Recognition | undefined {
  const { recognitions: cache, clock } = state;
  const recogniser = state.recogniser();
  if (recogniser === undefined) return undefined;
  return createRecognition({ recogniser, cache, clock, timeMs: budget.recogniseTimeMs, ...wish });
}

/** Everything that changes what the handler yields. */
function keyOf({ checked, state }: Call, { file, handler }: HandledFile): string {
  const { pages, select, view, password } = checked;
  const options = [pages, select, view, password, state.capabilities.name];
  return JSON.stringify([file.opened.identity, handler.name, ...options, state.condemned()]);
}
