import { type LanguageModel, wrapLanguageModel } from "ai";
import { anthropic, type Capabilities, gemini, openai, textOnly } from "@reader/core";
import { anyModel } from "@reader/core/internal";
import { UsageError } from "@reader/handlers/usage-error";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { moveMediaToUser } from "@reader/tool/ai-sdk";
import type { ModelChoice } from "../arguments/parse-arguments.ts";
import { demoScenario, type Scenario } from "../scripted/scenario.ts";
import { scriptName, startScriptedServer } from "../scripted/scripted-server.ts";

/** The address of a server and the name of its model. */
interface ChatModelOptions {
  /** The name of the server in errors and request settings. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey?: string | undefined;
}

/** A model of a Chat Completions server. Tool messages accept only text, so images are sent in a user message after them. */
export function chatModel({ provider, baseUrl, modelName, apiKey }: ChatModelOptions): LanguageModel {
  const models = createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return wrapLanguageModel({ model: models(modelName), middleware: moveMediaToUser() });
}

/** Environment variables. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

const scriptedOffer = "or give --scripted instead of --model";

/** Opens a model of a provider or server. Throws a `UsageError` if a setting is missing or wrong. */
export async function openModel(choice: ModelChoice, environment: Environment): Promise<AgentModel> {
  const { provider, modelName, entry } = parseModel(choice.model);
  const apiKey = keyOf(entry, environment);
  const baseUrl = baseUrlOf(choice, entry);
  const model = await entry.create({ provider, modelName, apiKey, baseUrl });
  return {
    label: `${provider}:${modelName}`,
    provider: entry.title,
    model,
    capabilities: capabilitiesOf(choice, entry),
    isScripted: false,
    questions: [],
    // Retries do not help if a local server is not running.
    maxRetries: entry.needsKey ? 2 : 0,
    advice: adviceOf(entry),
    close: async () => undefined,
  };
}

interface ParsedModel {
  readonly provider: string;
  readonly modelName: string;
  readonly entry: ProviderEntry;
}

function parseModel(text: string): ParsedModel {
  const at = text.indexOf(":");
  const provider = (at < 0 ? text : text.slice(0, at)).trim().toLowerCase();
  const modelName = at < 0 ? "" : text.slice(at + 1).trim();
  const entry = providerTable.get(provider);
  if (entry === undefined) {
    const names = [...providerTable.keys()].join(", ");
    throw new UsageError(`There is no provider "${provider}".`, `Give provider:name with one of ${names}.`);
  }
  if (modelName === "") {
    throw new UsageError(`"${text}" does not name a model.`, `Give its name after a colon: ${provider}:NAME.`);
  }
  return { provider, modelName, entry };
}

function keyOf({ title, keyVariables, needsKey }: ProviderEntry, environment: Environment): string | undefined {
  const key = keyVariables.map((name) => environment[name]).find((value) => value !== undefined && value !== "");
  if (key !== undefined || !needsKey) return key;
  const [variable = ""] = keyVariables;
  throw new UsageError(
    `There is no key for ${title}: ${variable} is not set.`,
    `Set ${variable} in the environment, ${scriptedOffer}.`,
  );
}

function baseUrlOf({ baseUrl, model }: ModelChoice, entry: ProviderEntry): string | undefined {
  if (baseUrl === undefined) {
    if (entry.needsBaseUrl !== true) return entry.baseUrl;
    throw new UsageError(`The address of the server of ${model} is missing.`, "Give --base-url http://host:port/v1.");
  }
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    throw new UsageError(`"${baseUrl}" is not a server address.`, "Give --base-url http://host:port/v1.");
  }
  return baseUrl.replace(/\/+$/, "");
}

function capabilitiesOf({ images }: ModelChoice, { capabilities }: ProviderEntry): Capabilities {
  if (images === false) return textOnly;
  return images === true && capabilities.images === undefined ? anyModel : capabilities;
}

function adviceOf({ keyVariables, needsKey, start }: ProviderEntry): ProviderAdvice {
  const [variable = ""] = keyVariables;
  const begin = start === undefined ? "Check that the server runs" : `Start it with \`${start}\``;
  return {
    unreachable: needsKey
      ? `Check that this machine is online, ${scriptedOffer}.`
      : `${begin}, give another address with --base-url, ${scriptedOffer}.`,
    refused: `Check ${variable} in the environment.`,
  };
}

/** The settings of a provider. */
interface ProviderEntry {
  /** Its name for people. */
  readonly title: string;
  /** Environment variables for the key, the most common first. */
  readonly keyVariables: readonly string[];
  /** True if it requires a key. */
  readonly needsKey: boolean;
  /** The default address. Absent for a provider whose package has one. */
  readonly baseUrl?: string;
  /** True if `--base-url` is required. */
  readonly needsBaseUrl?: boolean;
  /** The default capabilities of its models. */
  readonly capabilities: Capabilities;
  /** The command that starts it on this machine. */
  readonly start?: string;
  /** Creates a model. The provider's package is loaded only here. */
  readonly create: (settings: ProviderSettings) => Promise<LanguageModel>;
}

/** The settings of a model. */
interface ProviderSettings {
  readonly provider: string;
  readonly modelName: string;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

/** The providers by their name in `--model`. */
export const providerTable: ReadonlyMap<string, ProviderEntry> = new Map<string, ProviderEntry>([
  [
    "anthropic",
    {
      title: "Anthropic",
      keyVariables: ["ANTHROPIC_API_KEY"],
      needsKey: true,
      capabilities: anthropic,
      async create({ modelName, ...settings }) {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        return createAnthropic(given(settings))(modelName);
      },
    },
  ],
  [
    "openai",
    {
      title: "OpenAI",
      keyVariables: ["OPENAI_API_KEY"],
      needsKey: true,
      capabilities: openai,
      async create({ modelName, ...settings }) {
        const { createOpenAI } = await import("@ai-sdk/openai");
        return createOpenAI(given(settings))(modelName);
      },
    },
  ],
  [
    "google",
    {
      title: "Google",
      keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
      needsKey: true,
      capabilities: gemini,
      async create({ modelName, ...settings }) {
        const { createGoogle } = await import("@ai-sdk/google");
        return createGoogle(given(settings))(modelName);
      },
    },
  ],
  ["ollama", local("Ollama", "http://localhost:11434/v1", "ollama serve")],
  ["lmstudio", local("LM Studio", "http://localhost:1234/v1", "lms server start")],
  ["llamacpp", local("llama.cpp", "http://localhost:8080/v1", "llama-server -m MODEL.gguf --jinja")],
  ["compatible", { ...compatible("The server"), needsBaseUrl: true }],
]);

function local(title: string, baseUrl: string, start: string): ProviderEntry {
  return { ...compatible(title), baseUrl, start };
}

/** A server with an unknown model, which is assumed to accept only text. */
function compatible(title: string): ProviderEntry {
  return {
    title,
    keyVariables: ["COMPATIBLE_API_KEY"],
    needsKey: false,
    capabilities: textOnly,
    create: async ({ baseUrl = "", ...settings }) => chatModel({ ...settings, baseUrl }),
  };
}

function given({ apiKey, baseUrl }: Pick<ProviderSettings, "apiKey" | "baseUrl">): {
  readonly apiKey?: string;
  readonly baseURL?: string;
} {
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  };
}

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

/** A model that answers questions, and its properties. */
export interface AgentModel {
  /** A name for people: `anthropic:claude-opus-4-5`, or a description of the scripted server. */
  readonly label: string;
  /** The name of its provider, for error messages. */
  readonly provider: string;
  /** The model with the middleware that its provider needs. */
  readonly model: LanguageModel;
  /** What it accepts besides text. */
  readonly capabilities: Capabilities;
  /** True if its answers were written in advance. */
  readonly isScripted: boolean;
  /** The questions that a script can answer. Empty for a model. */
  readonly questions: readonly string[];
  /** How often a request is retried after a temporary failure. */
  readonly maxRetries: number;
  /** Advice for failures of the provider. */
  readonly advice: ProviderAdvice;
  /** Releases its resources. */
  close(): Promise<void>;
}

/** Advice for people, for each common failure of a provider. */
interface ProviderAdvice {
  /** The server does not respond. */
  readonly unreachable: string;
  /** The key is wrong or missing. */
  readonly refused: string;
}
