import { endingBefore } from "../lines/line-end.ts";
import type { LineInput } from "../lines/inside-line.ts";
import type { Notice } from "../notices.ts";
import type { EndingRun, TextFacts } from "../result.ts";

/** How a file's text is stored, given how the lines of the answer end. */
export async function textFactsOf(input: LineInput, endings: readonly EndingRun[]): Promise<TextFacts> {
  const { file, decoder } = input;
  const last = await endingBefore(file, file.size);
  const kinds = new Set(endings.map(({ eol }) => eol));
  if (kinds.size === 0 && last !== undefined) kinds.add(last);
  return {
    encoding: decoder.encoding,
    confidence: decoder.confidence,
    bom: file.bomBytes > 0,
    eol: eolOf(kinds),
    ...(kinds.size > 1 ? { endings } : {}),
    finalNewline: last !== undefined,
  };
}

/** The U+FFFD that an answer shows: how many, and the numbers of the lines that have some. */
export interface Replacements {
  readonly count: number;
  readonly lines: readonly number[];
}

/** Lines with U+FFFD that a notice names. */
const maxNamedLines = 5;

/** What a reader of the text should know of its storage; `shown` are the U+FFFD that the answer has. */
export function textNotices({ decoder }: LineInput, endings: readonly EndingRun[], shown: Replacements): Notice[] {
  const { encoding, confidence } = decoder;
  // The file may hold genuine U+FFFD, and bad bytes behind the answer.
  const replacements = Math.min(shown.count, decoder.replacements);
  const notices: Notice[] = [];
  if (confidence < 1) notices.push({ type: "notice", code: "encoding-guessed", encoding, confidence });
  if (replacements > 0) {
    const more = shown.lines.length > maxNamedLines ? ", …" : "";
    const lines = `${shown.lines.slice(0, maxNamedLines).join(", ")}${more}`;
    notices.push({ type: "notice", code: "replacement-characters", encoding, count: replacements, lines });
  }
  const count = (eol: EndingRun["eol"]): number =>
    endings.reduce((sum, run) => sum + (run.eol === eol ? run.lines : 0), 0);
  const mixed = { lf: count("lf"), crlf: count("crlf"), cr: count("cr") };
  if (mixed.cr > 0 && mixed.lf + mixed.crlf > 0) notices.push({ type: "notice", code: "mixed-line-endings", ...mixed });
  return notices;
}

function eolOf(kinds: ReadonlySet<EndingRun["eol"]>): TextFacts["eol"] {
  if (kinds.size > 1) return "mixed";
  return [...kinds][0] ?? "none";
}
