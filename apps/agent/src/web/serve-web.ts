import { once } from "node:events";
import type { Reader } from "@reader/core";
import { converse } from "../conversation/converse.ts";
import type { AgentEvent } from "../conversation/events.ts";
import { createHistory } from "../conversation/history.ts";
import type { ViewContext } from "../host/run-context.ts";
import { UsageError } from "@reader/handlers/usage-error";
import type { WebOptions } from "./start-web.ts";

/** Serves the web view until the program is stopped, and returns the exit code. Without a model there is no conversation. */
export async function serveWeb(context: ViewContext): Promise<number> {
  const { startWeb } = await import("./start-web.ts");
  const { line, host, reader, roots, model } = context;
  const { port } = line;
  const { recognise } = reader;
  const view = await startWeb({
    reader,
    roots,
    ...conversationOf(context),
    ...(recognise === undefined ? {} : { recognise }),
    ...(port === undefined ? {} : { port }),
  }).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(message, "Fix this, then start the program again.");
  });
  const label = model?.label ?? "no model: files are shown, but questions are not answered";
  host.output.write(`${host.output.style("bold", label)}\n${view.url}\n`);
  const stop = new AbortController();
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((name) => once(process, name, { signal: stop.signal })));
  stop.abort();
  await view.close();
  return 0;
}

function conversationOf({ line: { maxSteps }, model }: ViewContext): Pick<WebOptions, "model" | "converse"> {
  if (model === undefined) return {};
  const steps = maxSteps === undefined ? {} : { maxSteps };
  return { model, converse: oneConversation((question) => ({ ...question, model, ...steps })) };
}

interface Question {
  readonly question: string;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

type OptionsOf = (question: Question) => Omit<Parameters<typeof converse>[0], "history">;

/** Questions continue one conversation. A question during another answer starts a separate one. */
function oneConversation(optionsOf: OptionsOf): (question: Question) => AsyncGenerator<AgentEvent, void, undefined> {
  const history = createHistory();
  let isBusy = false;
  return async function* (question) {
    if (isBusy) return yield* converse(optionsOf(question));
    isBusy = true;
    try {
      yield* converse({ ...optionsOf(question), history });
    } finally {
      isBusy = false;
    }
  };
}
