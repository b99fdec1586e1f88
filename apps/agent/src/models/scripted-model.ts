import { demoScenario, type Scenario } from "../scripted/scenario.ts";
import { scriptName, startScriptedServer } from "../scripted/scripted-server.ts";
import type { AgentModel } from "./agent-model.ts";
import { anyPictures } from "./capabilities.ts";
import { chatModel } from "./chat-model.ts";

/** How a script is followed. */
export interface ScriptedModelOptions {
  /** What is followed; that of the demo, about the files of `fixtures/demo`, where not given. */
  readonly scenario?: Scenario;
  /** Milliseconds between two pieces of an answer; 0 where not given. */
  readonly pauseMs?: number;
}

/**
 * Starts the scripted server, and gives what talks to it over HTTP through the same client as for any other server. No
 * model is called; `close` ends the server.
 */
export async function scriptedModel(options: ScriptedModelOptions = {}): Promise<AgentModel> {
  const { scenario = demoScenario(), pauseMs = 0 } = options;
  const server = await startScriptedServer({ scenario, pauseMs });
  return {
    label: "scripted: no model is called; the words were written beforehand",
    provider: "the scripted server",
    model: chatModel({ provider: "scripted", baseUrl: server.baseUrl, modelName: scriptName }),
    capabilities: anyPictures,
    isScripted: true,
    questions: scenario.turns.map(({ question }) => question),
    maxRetries: 0,
    advice: {
      unreachable: "Start the program again: its scripted server has ended.",
      refused: "Ask a question of the script, with its folder as it was; for others give --model provider:name.",
    },
    close: () => server.close(),
  };
}
