import type { Adapter, Answer } from "./adapter.ts";
import { secret, type Expectation } from "./odd-file.ts";

/**
 * The verdict for a file: `right`; `refused`, an honest error about a file that can be shown; `wrong`, with the first
 * reason; `hangs` and `dies` if there was no answer.
 */
export interface Verdict {
  readonly is: "right" | "refused" | "wrong" | "hangs" | "dies";
  readonly reason?: string;
}

const defaultMaxCharacters = 400_000;

/** Compares an answer with the expectation. */
export function judge(answer: Answer, expect: Expectation, adapter: Pick<Adapter, "showsImages">): Verdict {
  const always = faultOfAny(answer, expect);
  if (always !== undefined) return { is: "wrong", reason: always };
  if (answer.ok && expect.is === "refusal") return { is: "wrong", reason: "shows what is to be refused" };
  if (!answer.ok) return verdictOnError(answer, expect, adapter);
  if (answer.text === "" && (answer.images ?? 0) === 0) return { is: "wrong", reason: "says nothing" };
  const fault = faultOfContent(answer, expect) ?? faultOfImage(answer, expect, adapter);
  return fault === undefined ? { is: "right" } : { is: "wrong", reason: fault };
}

function verdictOnError(answer: Answer, expect: Expectation, adapter: Pick<Adapter, "showsImages">): Verdict {
  if (answer.text.trim() === "") return { is: "wrong", reason: "an error without a word" };
  if (expect.is === "content") return { is: "refused", reason: answer.code ?? short(answer.text) };
  if (expect.image === true && adapter.showsImages === true) return { is: "refused", reason: short(answer.text) };
  const { code } = answer;
  const isOther = code !== undefined && expect.codes !== undefined && !expect.codes.includes(code);
  return isOther ? { is: "wrong", reason: `the error is ${code}` } : { is: "right" };
}

function faultOfAny(
  { text }: Answer,
  { lacks = [], maxCharacters = defaultMaxCharacters }: Expectation,
): string | undefined {
  const found = [secret, ...lacks].find((each) => text.includes(each));
  if (found !== undefined) return `shows ${JSON.stringify(found).slice(0, 40)}`;
  return text.length > maxCharacters ? `${text.length} characters` : undefined;
}

function faultOfContent({ text, lines }: Answer, expect: Expectation): string | undefined {
  const absent = expect.has?.find((each) => !text.includes(each));
  if (absent !== undefined) return `lacks ${JSON.stringify(absent).slice(0, 40)}`;
  if (lines === undefined || expect.lines === undefined || lines === expect.lines) return undefined;
  return `tells ${lines} lines in place of ${expect.lines}`;
}

function faultOfImage({ images = 0 }: Answer, expect: Expectation, { showsImages }: Pick<Adapter, "showsImages">) {
  return expect.image === true && showsImages === true && images === 0 ? "shows no image" : undefined;
}

/** The last line: what a traceback ends with is what went wrong. */
function short(text: string): string {
  const last = text.trim().split("\n").at(-1) ?? "";
  return last.replaceAll(/\s+/g, " ").trim().slice(0, 60);
}
