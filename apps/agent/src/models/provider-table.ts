import { anthropic, gemini, openai, textOnly, type Capabilities } from "@reader/core";
import type { LanguageModel } from "ai";
import { chatModel } from "./chat-model.ts";

/** What is known of a provider before it is asked. */
export interface ProviderEntry {
  /** How people call it. */
  readonly title: string;
  /** The variables that may hold the key, the usual one first. */
  readonly keyVariables: readonly string[];
  /** Whether it does nothing without a key. */
  readonly needsKey: boolean;
  /** Where it is where the command line does not say; absent for a provider whose own package knows. */
  readonly baseUrl?: string;
  /** Whether `--base-url` has to be given. */
  readonly needsBaseUrl?: boolean;
  /** What its models take where the command line does not say. */
  readonly capabilities: Capabilities;
  /** What starts it on this machine. */
  readonly start?: string;
  /** Makes a model; its package is loaded only here. */
  readonly create: (settings: ProviderSettings) => Promise<LanguageModel>;
}

/** What a model is made of. */
export interface ProviderSettings {
  readonly provider: string;
  readonly modelName: string;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

/** The providers, by what stands before the colon of `--model`. */
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

/** Which model runs there, and whether it takes pictures, nobody knows beforehand. */
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
