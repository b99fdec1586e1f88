import { converse, createHistory, type ConversationHistory } from "./conversation.ts";
import type { Stage } from "./stage.ts";
import { askLine } from "./terminal/ask.ts";
import { jsonLine } from "./terminal/json-line.ts";
import { showConversation, type Ending } from "./terminal/show-conversation.ts";
import { UsageError } from "./usage-error.ts";

const exitStopped = 130;

/** Talks with a person, or answers the questions of the command line; gives the exit code. */
export async function talk(stage: Stage): Promise<number> {
  const questions = firstQuestions(stage);
  introduce(stage);
  const history = createHistory();
  let isSound = true;
  for (const question of questions) {
    const ending = await answer(stage, history, { question });
    if (ending === "stopped" && !goesOn(stage)) return exitStopped;
    if (ending === "error") isSound = false;
  }
  if (!goesOn(stage)) return isSound ? 0 : 1;
  return converseWithPerson(stage, history);
}

/** A conversation with a person has no end of its own. */
function goesOn({ line, host }: Stage): boolean {
  return line.questions.length === 0 && host.isInteractive;
}

function firstQuestions({ line, host, model }: Stage): readonly string[] {
  if (line.questions.length > 0) return line.questions;
  // The script shows what it has, so that something is to be seen.
  if (model.isScripted) return model.questions.slice(0, 1);
  if (host.isInteractive) return [];
  throw new UsageError("Nobody can be asked here.", 'Give --question "…", or run it in a terminal.');
}

function introduce({ line, host: { output }, model, roots }: Stage): void {
  if (line.format === "json") return;
  const images = model.capabilities.images === undefined ? "; pictures are not sent (--images)" : "";
  output.write(`${output.style("bold", model.label)}${images}\n${output.style("dim", roots.join(", "))}\n`);
}

/** Asks until the person goes. */
async function converseWithPerson(stage: Stage, history: ConversationHistory): Promise<number> {
  const { model, host } = stage;
  for (;;) {
    if (model.isScripted) host.output.write(`\n${menu(model.questions, stage)}`);
    const typed = (await askLine("\n› "))?.trim();
    if (typed === undefined || /^(?:exit|quit|bye)$/i.test(typed)) return 0;
    if (typed === "") continue;
    await answer(stage, history, { question: model.questions[Number(typed) - 1] ?? typed, typed });
  }
}

function menu(questions: readonly string[], { host: { output } }: Stage): string {
  const lines = questions.map((question, at) => `  ${at + 1}  ${question}\n`);
  return `${output.style("dim", "The script knows these questions; type a number, or exit:")}\n${lines.join("")}`;
}

/** A question, and what was typed for it at the prompt: itself, or the number of one of the script. */
interface Asked {
  readonly question: string;
  readonly typed?: string;
}

async function answer(
  stage: Stage,
  history: ConversationHistory,
  { question, typed }: Asked,
): Promise<Ending | "stopped"> {
  const { reader, model, line, host } = stage;
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once("SIGINT", interrupt);
  const { maxSteps } = line;
  const options = { question, reader, model, history, signal: stop.signal };
  const events = converse(maxSteps === undefined ? options : { ...options, maxSteps });
  try {
    const ending =
      line.format === "json" ? await writeJson(events, stage) : await showConversation(events, host.output, typed);
    return stop.signal.aborted ? "stopped" : ending;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

async function writeJson(events: ReturnType<typeof converse>, { host }: Stage): Promise<Ending> {
  let ending: Ending = "error";
  for await (const event of events) {
    host.output.write(jsonLine(event));
    if (event.type === "done" && event.stopped !== "steps") ending = "done";
  }
  return ending;
}
