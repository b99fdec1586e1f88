import { textOnly, type Capabilities } from "@reader/core";
import { UsageError } from "../usage-error.ts";
import type { AgentModel, ProviderAdvice } from "./agent-model.ts";
import { anyPictures } from "./capabilities.ts";
import { providerTable, type ProviderEntry } from "./provider-table.ts";

/** What the command line says of a model. */
export interface ModelChoice {
  /** `provider:name`; the name may hold colons itself, such as `ollama:qwen3-vl:8b`. */
  readonly model: string;
  readonly baseUrl?: string;
  /** Whether it takes pictures; what is usual for its provider where not given. */
  readonly images?: boolean;
}

/** Variables of the environment. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

const scriptedOffer = "or leave --model out: --scripted needs none";

/** Makes a model ready that is asked over the network. Throws a `UsageError` where something is missing for it. */
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
    // A server on this machine that does not answer will not do so a second later.
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
    throw new UsageError(`"${text}" names no model.`, `Give its name behind a colon, as ${provider}:NAME.`);
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
    throw new UsageError(`Nobody says where the server of ${model} is.`, "Give --base-url, as http://host:port/v1.");
  }
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    throw new UsageError(`"${baseUrl}" is no address of a server.`, "Give --base-url as http://host:port/v1.");
  }
  return baseUrl.replace(/\/+$/, "");
}

function capabilitiesOf({ images }: ModelChoice, { capabilities }: ProviderEntry): Capabilities {
  if (images === false) return textOnly;
  return images === true && capabilities.images === undefined ? anyPictures : capabilities;
}

function adviceOf({ keyVariables, needsKey, start }: ProviderEntry): ProviderAdvice {
  const [variable = ""] = keyVariables;
  const begin = start === undefined ? "Look whether the server runs" : `Start it with \`${start}\``;
  return {
    unreachable: needsKey
      ? `Look whether this machine is online, ${scriptedOffer}.`
      : `${begin}, give another address with --base-url, ${scriptedOffer}.`,
    refused: `Check ${variable} in the environment.`,
  };
}
