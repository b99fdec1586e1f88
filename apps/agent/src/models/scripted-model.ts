import { anyModel } from "@reader/core/internal";
import { demoScenario, type Scenario } from "../scripted/scenario.ts";
import { scriptName, startScriptedServer } from "../scripted/scripted-server.ts";
import type { AgentModel } from "./agent-model.ts";
import { chatModel } from "./chat-model.ts";

/** The options of a scripted model. */
export interface ScriptedModelOptions {
  /** The scenario. Default: that of the demo, about the files of `fixtures/demo`. */
  readonly scenario?: Scenario;
  /** Delay between two chunks of an answer, in milliseconds. Default: 0. */
  readonly pauseMs?: number;
}

/**
 * Starts the scripted server, and returns a model that calls it over HTTP with the same client as any other server. No real
 * model is called. `close` stops the server.
 */
export async function scriptedModel(options: ScriptedModelOptions = {}): Promise<AgentModel> {
  const { scenario = demoScenario(), pauseMs = 0 } = options;
  const server = await startScriptedServer({ scenario, pauseMs });
  return {
    label: "scripted: no model is called; the text was written in advance",
    provider: "the scripted server",
    model: chatModel({ provider: "scripted", baseUrl: server.baseUrl, modelName: scriptName }),
    capabilities: anyModel,
    isScripted: true,
    questions: scenario.turns.map(({ question }) => question),
    maxRetries: 0,
    advice: {
      unreachable: "Start the program again: its scripted server has stopped.",
      refused:
        "Ask a question of the script, with its folder unchanged. For other questions, give --model provider:name.",
    },
    close: () => server.close(),
  };
}
