import { escapeName, escapeText } from "@reader/core";
import type { AgentEvent, Citation } from "../conversation.ts";
import { citationLines, doneLine, resultLine } from "./event-lines.ts";
import type { Output } from "./output.ts";
import { createWordStream } from "./word-stream.ts";

/** Characters of a question that are shown again: a file that was piped in need not come back. */
const maxQuestionCharacters = 2000;

/** How a conversation ended: `done` with an answer, `error` without one. */
export type Ending = "done" | "error";

/**
 * Shows a conversation as it goes: a line for each call, the words as they come, then the sources. A question that is
 * `onScreen` already, because somebody typed it there, is not shown again.
 */
export async function showConversation(
  events: AsyncIterable<AgentEvent>,
  output: Output,
  onScreen?: string,
): Promise<Ending> {
  const screen = createScreen(output);
  for await (const event of events) {
    if (event.type === "question" && event.text === onScreen) continue;
    const ending = show(event, screen, output);
    if (ending !== undefined) return ending;
  }
  return "error";
}

/** What is on the screen so far, as far as it matters for what comes next. */
interface Screen {
  /** Writes what the model says. */
  say(text: string): void;
  /** Writes whole lines, below whatever was said. */
  writeLines(lines: string): void;
  readonly citations: Citation[];
}

function createScreen({ write }: Output): Screen {
  let [isSpeaking, atLineStart] = [false, true];
  const put = (text: string): void => {
    write(text);
    atLineStart = text.endsWith("\n");
  };
  const words = createWordStream(put);
  return {
    citations: [],
    say(text) {
      if (!isSpeaking) put("\n");
      isSpeaking = true;
      words.add(text);
    },
    writeLines(lines) {
      words.end();
      if (isSpeaking) put(atLineStart ? "\n" : "\n\n");
      isSpeaking = false;
      if (lines !== "") put(lines);
    },
  };
}

function questionWords(question: string): string {
  const rest = question.length - maxQuestionCharacters;
  if (rest <= 0) return escapeText(question);
  return `${escapeText(question.slice(0, maxQuestionCharacters))}… (${rest} characters more)`;
}

function show(event: AgentEvent, screen: Screen, output: Output): Ending | undefined {
  switch (event.type) {
    case "question":
      screen.writeLines(`\n${output.style("bold", `› ${questionWords(event.text)}`)}\n`);
      return undefined;
    case "call":
      // Its line comes with its result.
      screen.writeLines("");
      return undefined;
    case "result":
      screen.writeLines(resultLine(event, output));
      return undefined;
    case "text":
      screen.say(event.delta);
      return undefined;
    case "citation":
      screen.citations.push(event.citation);
      return undefined;
    case "done":
      screen.writeLines(citationLines(screen.citations, output) + doneLine(event, output));
      return event.stopped === "steps" ? "error" : "done";
    case "error":
      screen.writeLines(`${output.style("red", escapeName(event.message))}\n${escapeName(event.hint)}\n`);
      return "error";
  }
}
