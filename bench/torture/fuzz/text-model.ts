import type { Budget, ReadOutcome, ReadRequest, TextSection } from "@reader/core";

/** A text as a simple reader sees it: decoded at once, and split at every kind of line end. */
export function linesOf(bytes: Uint8Array, encoding: string): readonly string[] | undefined {
  const text = decoded(bytes, encoding);
  if (text === undefined) return undefined;
  const lines = text.split(/\r\n|\n|\r/);
  // A line end at the end begins no line.
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Encodings that Node reads in another way than the WHATWG standard: it lacks code page 949 and parts of Big5. */
const unlikeStandard: ReadonlySet<string> = new Set(["euc-kr", "big5"]);

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  if (unlikeStandard.has(encoding)) return undefined;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // Decoders of the core's own have no second implementation here.
    return undefined;
  }
}

/** What an answer is held against. */
export interface TextExpectation {
  readonly lines: readonly string[];
  readonly request: Omit<ReadRequest, "path">;
  readonly budget: Pick<Budget, "maxLines" | "maxTokens" | "maxBytes">;
}

/** What is wrong with one answer of the text pipeline, a sentence each. */
export function textFaults(outcome: ReadOutcome, expectation: TextExpectation): readonly string[] {
  const sections = outcome.parts.filter((part) => part.type === "text");
  return [
    ...sections.flatMap((section) => sectionFaults(section, expectation)),
    ...(outcome.ok ? budgetFaults(outcome, sections, expectation) : []),
    ...(outcome.ok ? findFaults(sections, expectation) : []),
  ];
}

/** Every line that is shown stands in the file under that number. */
function sectionFaults(section: TextSection, { lines, request }: TextExpectation): readonly string[] {
  const shown = section.text.split("\n");
  if (shown.length !== section.lineCount) return [`a section of ${section.lineCount} lines holds ${shown.length}`];
  const first = section.firstLine < 0 ? lines.length + section.firstLine : section.firstLine - 1;
  const clipped = new Set(section.clips?.map(({ line }) => line));
  return shown.flatMap((text, at) => {
    const line = lines[first + at];
    if (line === undefined) return [`line ${first + at + 1} of ${lines.length} is shown`];
    const isPart = clipped.has(section.firstLine + at) || (at === 0 && section.firstColumn !== undefined);
    const isRight = readingsOf(line).some((reading) => (isPart ? isPieceOf(text, reading, request) : text === reading));
    return isRight ? [] : [`line ${first + at + 1} is ${show(text)} instead of ${show(line)}`];
  });
}

/**
 * The readings of a line that are right. For bytes that its encoding does not define, some decoders give C1 controls and
 * others replacement characters. A decoder does one or the other for a whole line, and a line with C1 controls may also
 * have replacement characters for other bytes.
 */
function readingsOf(line: string): readonly string[] {
  return [line, line.replaceAll(/[\u0080-\u009f]/g, "\uFFFD")];
}

/** A line that is searched shows stretches of itself, between marks. */
function isPieceOf(text: string, line: string, { find }: TextExpectation["request"]): boolean {
  return find === undefined ? line.includes(text) : text.split("…").every((piece) => line.includes(piece));
}

function budgetFaults(
  { cost }: Extract<ReadOutcome, { readonly ok: true }>,
  sections: readonly TextSection[],
  { budget, request }: TextExpectation,
): readonly string[] {
  const count = sections.reduce((sum, { lineCount }) => sum + lineCount, 0);
  const most = {
    lines: Math.min(budget.maxLines, request.limit ?? Number.POSITIVE_INFINITY),
    tokens: Math.min(budget.maxTokens, request.maxTokens ?? Number.POSITIVE_INFINITY),
    bytes: Math.min(budget.maxBytes, request.maxBytes ?? Number.POSITIVE_INFINITY),
  };
  // One line is always given, so that every answer gets on.
  const isOver = count > 1 && (cost.tokens > most.tokens || cost.bytes > most.bytes);
  return [
    ...(count > most.lines ? [`${count} lines are shown, and ${most.lines} are allowed`] : []),
    ...(isOver
      ? [`it costs ${cost.tokens} tokens and ${cost.bytes} bytes, and ${most.tokens} and ${most.bytes} are allowed`]
      : []),
  ];
}

/** Every line that is said to match holds the text, and every line that holds it is said to match. */
function findFaults(sections: readonly TextSection[], { lines, request }: TextExpectation): readonly string[] {
  const find = literalOf(request.find);
  if (find === undefined) return [];
  return sections.flatMap(({ firstLine, firstColumn = 1, lineCount, matches = [] }) =>
    Array.from({ length: lineCount }, (_, at) => {
      const number = firstLine + at;
      const line = lines[number - 1] ?? "";
      // A line that is continued is searched from its column on.
      const searched =
        at === 0
          ? Array.from(line)
              .slice(firstColumn - 1)
              .join("")
          : line;
      if (searched.includes(find) === matches.includes(number)) return [];
      return [
        `line ${number}, ${show(searched)}, is ${matches.includes(number) ? "" : "not "}said to hold ${show(find)}`,
      ];
    }).flat(),
  );
}

/** The text that is searched for; undefined without a search, and for a regular expression. An empty `find` is not a search. */
function literalOf(find = ""): string | undefined {
  const text = find.replace(/(?:\r?\n)+$/, "");
  return text === "" || text.startsWith("/") ? undefined : text;
}

/** Lines of rendered text that begin as no content does: marks, notices, and what is said of the whole. */
const ownLine = /^(?:$|\[|Note: |Stored |Shown: |The answer |Next: |Error |…|--$|⋮|[A-Z][^\t]*$)/;

/** What is wrong with a rendered answer: control characters, and content without a line number of ours. */
export function renderingFaults(rendered: string, sections: readonly TextSection[]): readonly string[] {
  const odd =
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.exec(
      rendered,
    );
  const expected = sections.flatMap(({ firstLine, lineCount }) =>
    Array.from({ length: lineCount }, (_, at) => firstLine + at),
  );
  const numbered = rendered.split("\n").filter((line) => /^-?\d+[\t:]/.test(line));
  const numbers = numbered.map((line) => Number.parseInt(line, 10));
  const others = rendered.split("\n").filter((line) => !/^-?\d+[\t:]/.test(line) && !ownLine.test(line));
  return [
    ...(odd === null ? [] : [`U+${odd[0].codePointAt(0)?.toString(16)} is shown as it is`]),
    ...(numbers.join() === expected.join()
      ? []
      : [`the lines are numbered ${numbers.join().slice(0, 80)} instead of ${expected.join().slice(0, 80)}`]),
    ...others.map((line) => `a line stands outside of the numbers: ${show(line)}`),
  ];
}

function show(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
