import { humanLine, renderPieces, type ReadOutcome, type ReadResult, type RenderOptions } from "@reader/core";
import type { GivenOptions } from "../arguments/parse-arguments.ts";
import type { Target } from "../commands/files.ts";
import { gutterOf } from "../reading/setup.ts";
import { printable } from "./printable.ts";
import { isTerminal, write } from "./write.ts";

/**
 * Prints the outcome of a read: on stdout the lines and what the reader says about them, as a model would get both; on
 * stderr why there is no more, and where a person looks, one line about the read, with the next step where stdout, which has it too, goes elsewhere.
 */
export async function showRead(outcome: ReadOutcome, target: Target): Promise<void> {
  const { options, operands } = target.line;
  const isBare = !outcome.ok || options.has("quiet");
  const shown = isBare ? withoutNotes(outcome) : await inOwnWords(outcome);
  const pieces = renderPieces(shown, { gutter: gutterOf(options), ...(await stepsFor(outcome, options)) });
  const heading = operands.length > 1 ? headingFor(target) : "";
  await writePieces(heading, pieces, outcome.ok);
  if (!outcome.ok) return (await import("./failure.ts")).showFailure(outcome, target);
  if (!options.has("quiet") && isTerminal("stderr")) await sayWhatWasRead(outcome, target);
}

/** Characters that are gathered before they are written: an answer of ordinary size is written at once. */
const gatheredCharacters = 256 * 1024;

/** Writes pieces as they are made, behind a heading, which a failure with nothing to show does without. */
async function writePieces(heading: string, pieces: Iterable<string>, isHeaded: boolean): Promise<void> {
  let gathered = isHeaded ? heading : "";
  let isStart = !isHeaded;
  for (const piece of pieces) {
    gathered += isStart && piece !== "" ? `${heading}${piece}` : piece;
    if (piece !== "") isStart = false;
    if (gathered.length < gatheredCharacters) continue;
    await write("stdout", gathered);
    gathered = "";
  }
  if (gathered !== "") await write("stdout", gathered);
}

/** The next step as a command, for whoever has a shell; loaded for answers that have one. */
async function stepsFor(outcome: ReadOutcome, options: GivenOptions): Promise<Pick<RenderOptions, "nextStep">> {
  if (!outcome.ok || outcome.next === undefined) return {};
  const { commandFor } = await import("./shell-command.ts");
  return { nextStep: (request) => `run ${commandFor(request, options)}` };
}

/** Handlers speak of the fields of a request; whoever has a shell is told of options, as in the next step. */
async function inOwnWords(outcome: ReadOutcome): Promise<ReadOutcome> {
  if (!outcome.notices.some(({ code }) => code === "handler")) return outcome;
  const { inOptions } = await import("./failure.ts");
  const notices = outcome.notices.map((notice) =>
    notice.code === "handler" ? { ...notice, message: inOptions(notice.message) } : notice,
  );
  return { ...outcome, notices };
}

function headingFor({ path, index }: Target): string {
  return `${index > 0 ? "\n" : ""}==> ${printable(path)} <==\n`;
}

/** The same lines with nothing to say about them. */
function withoutNotes({ path, parts, ...rest }: ReadOutcome): ReadResult {
  const extents = "extents" in rest ? rest.extents.filter(({ unit }) => unit !== "line") : [];
  const cost = { tokens: 0, bytes: 0, images: 0 };
  return {
    ok: true,
    status: "complete",
    path,
    mediaType: "text/plain",
    handler: "text",
    parts,
    notices: [],
    extents,
    cost,
  };
}

async function sayWhatWasRead(result: ReadResult, { line }: Target): Promise<void> {
  const { tellLine } = await import("./fault.ts");
  const { stylerFor } = await import("./style.ts");
  const { nextStep } = await stepsFor(result, line.options);
  const isTold = isTerminal("stdout") || nextStep === undefined || result.next === undefined;
  const next = isTold ? "" : `; to go on, ${nextStep(result.next.request)}`;
  await tellLine(stylerFor("stderr")("dim", `${humanLine(result)}${next}`));
}
