import { endingBefore } from "../text/lines/line-end.ts";
import type { LineInput } from "../text/lines/inside-line.ts";
import type { Notice } from "../contract/notices.ts";
import type { EndingRun, TextFacts } from "../contract/result.ts";

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

/** What an answer shows that seems to be decoded wrongly, with the numbers of its lines. */
export interface ShownOddities {
  /** U+FFFD: how many, and where. */
  readonly replacements: { readonly count: number; readonly lines: readonly number[] };
  /** Lines that seem to be in another encoding than the rest. */
  readonly other?: { readonly encoding: string; readonly lines: readonly number[] };
}

/** Lines that a notice names. */
const maxNamedLines = 5;

/** What a reader of the text should know of its storage, and of what the answer shows of it. */
export function textNotices({ decoder }: LineInput, endings: readonly EndingRun[], shown: ShownOddities): Notice[] {
  const { encoding, confidence } = decoder;
  const { other, replacements } = shown;
  // The file may hold genuine U+FFFD, and bad bytes behind the answer.
  const replaced = Math.min(replacements.count, decoder.replacements);
  const notices: Notice[] = [];
  if (confidence < 1) notices.push({ type: "notice", code: "encoding-guessed", encoding, confidence });
  if (replaced > 0) {
    const lines = lineNumbers(replacements.lines);
    notices.push({ type: "notice", code: "replacement-characters", encoding, count: replaced, lines });
  }
  if (other !== undefined) {
    const lines = lineNumbers(other.lines);
    notices.push({ type: "notice", code: "mixed-encodings", encoding, other: other.encoding, lines });
  }
  const count = (eol: EndingRun["eol"]): number =>
    endings.reduce((sum, run) => sum + (run.eol === eol ? run.lines : 0), 0);
  const mixed = { lf: count("lf"), crlf: count("crlf"), cr: count("cr") };
  if (mixed.cr > 0 && mixed.lf + mixed.crlf > 0) notices.push({ type: "notice", code: "mixed-line-endings", ...mixed });
  return notices;
}

function lineNumbers(lines: readonly number[]): string {
  return `${lines.slice(0, maxNamedLines).join(", ")}${lines.length > maxNamedLines ? ", …" : ""}`;
}

function eolOf(kinds: ReadonlySet<EndingRun["eol"]>): TextFacts["eol"] {
  if (kinds.size > 1) return "mixed";
  return [...kinds][0] ?? "none";
}
