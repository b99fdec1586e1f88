import { createInterface } from "node:readline/promises";
import { UsageError } from "@reader/handlers/usage-error";
import { converse } from "../conversation/converse.ts";
import type { AgentEvent } from "../conversation/events.ts";
import { type ConversationHistory, createHistory } from "../conversation/history.ts";
import type { RunContext } from "../host/run-context.ts";
import { type Ending, showConversation } from "./show-conversation.ts";

const exitStopped = 130;

/** Talks with a person, or answers the questions of the command line. Returns the exit code. */
export async function talk(context: RunContext): Promise<number> {
  const questions = firstQuestions(context);
  introduce(context);
  const history = createHistory();
  let isSound = true;
  for (const question of questions) {
    const ending = await answer(context, history, { question });
    if (ending === "stopped" && !isOpenEnded(context)) return exitStopped;
    if (ending === "error") isSound = false;
  }
  if (!isOpenEnded(context)) return isSound ? 0 : 1;
  return converseWithPerson(context, history);
}

/** True if the program waits for more questions of a person. */
function isOpenEnded({ line, host }: RunContext): boolean {
  return line.questions.length === 0 && host.isInteractive;
}

function firstQuestions({ line, host, model }: RunContext): readonly string[] {
  if (line.questions.length > 0) return line.questions;
  // The script starts with its first question as a demonstration.
  if (model.isScripted) return model.questions.slice(0, 1);
  if (host.isInteractive) return [];
  throw new UsageError("There is no terminal to ask for a question.", 'Give --question "…", or run it in a terminal.');
}

function introduce({ line, host: { output }, model, roots }: RunContext): void {
  if (line.format === "json") return;
  const images = model.capabilities.images === undefined ? "; images are not sent (--images)" : "";
  output.write(`${output.style("bold", model.label)}${images}\n${output.style("dim", roots.join(", "))}\n`);
}

/** Answers questions until the person leaves. */
async function converseWithPerson(context: RunContext, history: ConversationHistory): Promise<number> {
  const { model, host } = context;
  for (;;) {
    if (model.isScripted) host.output.write(`\n${menu(model.questions, context)}`);
    const typed = (await askLine("\n› "))?.trim();
    if (typed === undefined || /^(?:exit|quit|bye)$/i.test(typed)) return 0;
    if (typed === "") continue;
    await answer(context, history, { question: model.questions[Number(typed) - 1] ?? typed, typed });
  }
}

function menu(questions: readonly string[], { host: { output } }: RunContext): string {
  const lines = questions.map((question, at) => `  ${at + 1}  ${question}\n`);
  return `${output.style("dim", "The script knows these questions; type a number, or exit:")}\n${lines.join("")}`;
}

/** A question, and what was typed for it: the question itself, or the number of a question of the script. */
interface Asked {
  readonly question: string;
  readonly typed?: string;
}

async function answer(
  context: RunContext,
  history: ConversationHistory,
  { question, typed }: Asked,
): Promise<Ending | "stopped"> {
  const { reader, model, line, host } = context;
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once("SIGINT", interrupt);
  const { maxSteps } = line;
  const options = { question, reader, model, history, signal: stop.signal };
  const events = converse(maxSteps === undefined ? options : { ...options, maxSteps });
  try {
    const ending =
      line.format === "json" ? await writeJson(events, context) : await showConversation(events, host.output, typed);
    return stop.signal.aborted ? "stopped" : ending;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

async function writeJson(events: ReturnType<typeof converse>, { host }: RunContext): Promise<Ending> {
  let ending: Ending = "error";
  for await (const event of events) {
    host.output.write(jsonLine(event));
    if (event.type === "done" && event.stopped !== "steps") ending = "done";
  }
  return ending;
}

/** Asks a person for a line. Returns `undefined` on Ctrl-C, Ctrl-D or the end of input. */
async function askLine(prompt: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  lines.once("SIGINT", leave).once("close", leave);
  try {
    return await lines.question(prompt, { signal: gone.signal });
  } catch {
    process.stdout.write("\n");
    return undefined;
  } finally {
    lines.close();
  }
}

/** Serialises an event as one line of JSON. Images and documents are replaced by their size. */
export function jsonLine(event: AgentEvent): string {
  return `${JSON.stringify(event, elided)}\n`;
}

function elided(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: value.length };
  return name === "base64" && typeof value === "string" ? { characters: value.length } : value;
}
