import { cleanEvent } from "../documents/clean-event.ts";
import { inTime } from "../documents/pull-in-time.ts";
import type { Handler } from "../contract/handler.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import type { Notice } from "../contract/notices.ts";
import type { ReadResult } from "../contract/result.ts";
import { fileSource } from "../files/file-source.ts";
import type { Sniff } from "../contract/source.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Call } from "./call.ts";
import { pullLimits } from "./pull-limits.ts";

/** A text file and the handler for its type. */
export interface AnnotatedFile {
  readonly opened: OpenedFile;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Returns what the handler of a text adds to the lines of an answer. Returns nothing if the handler fails. */
export async function annotations(
  call: Call,
  { parts }: ReadResult,
  { opened, sniff, handler }: AnnotatedFile,
): Promise<readonly Notice[]> {
  const shown = parts.filter((part) => part.type === "text");
  const source = fileSource(opened, sniff, call.budget);
  const ask = async (): Promise<readonly Notice[]> => (await handler.annotate?.(source, shown)) ?? [];
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  try {
    const events = (await inTime(ask, pullLimits(call, deadline))).map(cleanEvent);
    return events.filter((event) => event.type === "notice");
  } catch {
    return [];
  }
}
