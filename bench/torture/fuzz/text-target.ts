import { createReader, readErrorCodes, type Budget, type ReadOutcome, type ReadRequest } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { linesOf, renderingFaults, textFaults } from "./text-model.ts";

/** One input of the fuzzer: a file, what is asked of it, and the limits of the reader. */
export interface TextInput {
  readonly bytes: Uint8Array;
  /** Anything that a model may send beside the path. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly limits: Partial<Budget>;
}

const codes: ReadonlySet<unknown> = new Set(readErrorCodes);
const maxSteps = 60;

/** Reads a file as it is asked, follows `next` to the end, and returns what was wrong, a sentence each. */
export async function textInputFaults({ bytes, request, limits }: TextInput): Promise<readonly string[]> {
  const fileSystem = memoryFileSystem({ entries: { "/a.txt": bytes } });
  const reader = createReader({ roots: ["/"], fileSystem, budget: limits, clock: () => 0 });
  const faults: string[] = [];
  let asked: unknown = { path: "a.txt", ...request };
  let from: readonly [line: number, column: number] = [Number.NEGATIVE_INFINITY, 0];
  let encoding: string | undefined;
  try {
    for (let step = 0; step < maxSteps && faults.length === 0; step += 1) {
      const outcome = await reader.read(asked as object);
      faults.push(...shapeFaults(outcome));
      if (step > 0 && !outcome.ok && !isAllowedRefusal(outcome.error.code, asked))
        faults.push(`\`next\` was refused: ${outcome.error.code} ${outcome.error.message}`);
      encoding ??= outcome.ok ? outcome.text?.encoding : undefined;
      const known = asRequest(asked);
      const lines = encoding === undefined || known === undefined ? undefined : linesOf(bytes, encoding);
      if (lines !== undefined && known !== undefined)
        faults.push(...textFaults(outcome, { lines, request: known, budget: reader.budget }));
      const sections = outcome.parts.filter((part) => part.type === "text");
      if (outcome.ok) faults.push(...renderingFaults(renderText(outcome), sections));
      if (!outcome.ok || outcome.next === undefined) break;
      asked = outcome.next.request;
      const { offset = 0, column = 0, lines: ranges } = outcome.next.request;
      if (ranges !== undefined || outcome.next.request.find !== undefined) continue;
      if (offset < from[0] || (offset === from[0] && column <= from[1]))
        faults.push(`\`next\` does not get on from line ${offset}, column ${column}`);
      from = [offset, column];
    }
  } catch (error) {
    faults.push(`it rejected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    await reader.close();
  }
  return faults;
}

/**
 * True if a request that the reader made itself may be refused with this code: a later part of the file may be binary, and
 * a request can ask to be refused instead of cut.
 */
function isAllowedRefusal(code: string, asked: unknown): boolean {
  return code === "binary" || (code === "over-budget" && (asked as ReadRequest).overBudget === "refuse");
}

/** The request, if all its fields have the types that the model of the text understands. */
function asRequest(asked: unknown): Omit<ReadRequest, "path"> | undefined {
  const { limit, maxTokens, maxBytes, find, select } = asked as ReadRequest;
  const areNumbers = [limit, maxTokens, maxBytes].every(
    (value: unknown) => value === undefined || typeof value === "number",
  );
  const isKnown = areNumbers && (find === undefined || typeof find === "string") && select === undefined;
  return isKnown ? (asked as ReadRequest) : undefined;
}

function shapeFaults(outcome: ReadOutcome): readonly string[] {
  if (outcome.ok) return [];
  const { code, message, hint, details } = outcome.error;
  return [
    ...(codes.has(code) ? [] : [`the code ${String(code)} is not one`]),
    ...(code === "handler-failed" ? [`the core failed: ${message}`] : []),
    ...(message.trim() === "" || hint.trim() === "" ? ["a sentence of the error is missing"] : []),
    ...(code === "invalid-request" && details?.issues?.length === 0 ? ["no field is named that is wrong"] : []),
  ];
}
