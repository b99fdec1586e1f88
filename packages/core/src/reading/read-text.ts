import { ReadError } from "../errors.ts";
import { createBlockDecoder } from "../lines/block-decoder.ts";
import { startDeadline, type Deadline } from "../lines/deadline.ts";
import { fileSupply } from "../lines/file-supply.ts";
import type { LineInput } from "../lines/inside-line.ts";
import type { LongLineLimits } from "../lines/raw-lines.ts";
import type { TextFile } from "../lines/text-file.ts";
import type { Notice } from "../notices.ts";
import type { ReadResult } from "../result.ts";
import { encodings } from "../sniff/encodings.ts";
import { layoutOf } from "../sniff/unit-layout.ts";
import type { Sniff, SniffedText } from "../source/source.ts";
import type { OpenedFile } from "../workspace/workspace.ts";
import type { Call } from "./call.ts";
import { finishRead } from "./finish.ts";
import { pullAnswer } from "./pull-answer.ts";
import { textFactsOf, textNotices } from "./text-facts.ts";

/** Reads a text file, streamed, in constant memory. */
export async function readText(call: Call, opened: OpenedFile, found: SniffedFile): Promise<ReadResult> {
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  const input = await openText(call, opened, { ...found, deadline });
  try {
    const finished = await pullAnswer(call, fileSupply(input), deadline);
    const endings = finished.collector.lines.sections.endings();
    const empty: Notice[] = opened.stat.size === 0 ? [{ type: "notice", code: "empty-file" }] : [];
    return finishRead(finished, {
      path: opened.path,
      mediaType: found.sniff.mediaType,
      handler: "text",
      notices: [...empty, ...textNotices(input, endings)],
      text: await textFactsOf(input, endings),
    });
  } catch (error) {
    throw ReadError.is(error) && error.code === "timed-out" ? scanTimedOut(input, call) : error;
  } finally {
    await call.state.indexes.keep(input.file, opened.stat);
  }
}

/** What the first bytes told of a text file. */
export interface SniffedFile {
  readonly sniff: Sniff;
  readonly text: SniffedText;
}

async function openText(
  call: Call,
  opened: OpenedFile,
  found: SniffedFile & { readonly deadline: Deadline },
): Promise<LineInput> {
  const { encoding, bomBytes } = found.text;
  const { path, handle, stat } = opened;
  const { deadline } = found;
  const bare = { path, handle, size: stat.size, bomBytes, layout: layoutOf(encoding), deadline };
  const { onProgress } = call;
  const watched =
    onProgress === undefined
      ? bare
      : { ...bare, onScanned: (doneBytes: number) => onProgress({ doneBytes, totalBytes: stat.size }) };
  const file: TextFile = { ...watched, index: await call.state.indexes.take(watched, stat) };
  return { file, decoder: createBlockDecoder(path, found.text, encodings), limits: limitsOf(call) };
}

/** A character takes at most four bytes in every encoding that is read here. */
const maxCharacterBytes = 4;
const slack = 1024;

function limitsOf({ budget }: Call): LongLineLimits {
  const characters = Math.min(budget.maxLineCharacters, budget.maxBytes);
  return {
    maxLineBytes: characters * maxCharacterBytes + slack,
    maxContinuedUnits: budget.maxBytes + slack,
    maxScanBytes: budget.maxClipScanBytes,
  };
}

function scanTimedOut({ file }: LineInput, call: Call): ReadError {
  const { textTimeMs } = call.budget;
  return new ReadError("timed-out", `${file.path} is too large to reach the wanted lines in ${textTimeMs} ms.`, {
    hint: "Send the same request again: it goes on where this one stopped.",
    details: { limit: { name: "textTimeMs", value: textTimeMs } },
  });
}
