import type { Budget, Json } from "@reader/core/handler";
import { nameDistance } from "@reader/core/internal";
import { commandFields, maxTimeMs } from "../options/command-issues.ts";
import type { ConfigIssue } from "./config.ts";

/** An unchecked object of a configuration file. */
export type Fields = Readonly<Record<string, unknown>>;

/** The limits that a file may set. Each is an integer from 1. */
export const limitFields: readonly (keyof Budget)[] = [
  "maxLines",
  "maxTokens",
  "maxBytes",
  "maxLineCharacters",
  "maxImages",
  "maxClipScanBytes",
  "textTimeMs",
  "documentTimeMs",
  "maxInputBytes",
  "maxInflatedBytes",
  "maxEntries",
  "maxDepth",
  "maxMegapixels",
  "maxSidePx",
];

/** The largest value of each limit. Times are bounded by timers. */
export function mostOf(limit: keyof Budget): number {
  return limit.endsWith("TimeMs") ? maxTimeMs : Number.MAX_SAFE_INTEGER;
}

/** The fields allowed in a file, a module and a command. The folder of a command is that of the file. */
export const knownFields: Readonly<Record<"file" | "module" | "command" | "limits", readonly string[]>> = {
  file: ["$schema", "handlers", "order", "limits", "roots"],
  module: ["module", "export", "options"],
  command: commandFields.filter((name) => name !== "directory"),
  limits: limitFields,
};

/** Reports unknown fields with the nearest match. `place` is the name of the object, or empty for the file. */
export function unknownFields(object: Fields, known: readonly string[], place: string): readonly ConfigIssue[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: place === "" ? name : `${place}.${name}`,
      problem: `is not known${suggestion(name, known)}`,
    }));
}

/** Returns `; did you mean "order"?`, or an empty string if no name is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, distance: nameDistance(name, each) ?? Number.POSITIVE_INFINITY }))
    .toSorted((left, right) => left.distance - right.distance)
    .find(({ distance }) => distance < 4);
  return near === undefined ? `; there is ${known.join(", ")}` : `; did you mean "${near.each}"?`;
}

/** True if a JSON value is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text = { type: "string", pattern: String.raw`\S` };
const texts = { type: "array", items: text };
const count = { type: "integer", minimum: 1 };

/** A command as an object of a configuration file. */
const commandSchema = {
  type: "object",
  required: ["name", "command"],
  anyOf: [
    { required: ["mediaTypes"], properties: { mediaTypes: { minItems: 1 } } },
    { required: ["extensions"], properties: { extensions: { minItems: 1 } } },
  ],
  additionalProperties: false,
  properties: {
    name: { ...text, maxLength: 100, description: "Its name in messages." },
    version: { ...text, description: "The version of the program, for messages about its failures." },
    command: {
      description:
        "The program and its arguments, run without a shell. {file} is the path of a temporary file with the bytes; without it, they come on standard input.",
      anyOf: [text, { type: "array", minItems: 1, items: { type: "string" } }],
    },
    mediaTypes: { type: "array", items: { type: "string", pattern: String.raw`^[\w.+*-]+/[\w.+*-]+$` } },
    extensions: { type: "array", items: { type: "string", pattern: String.raw`^\.?\w[\w.+-]{0,31}$` } },
    timeoutMs: { ...count, maximum: maxTimeMs },
    maxOutputBytes: { ...count, maximum: Number.MAX_SAFE_INTEGER },
    environment: { type: "object", additionalProperties: { type: "string" } },
  },
};

const moduleSchema = {
  type: "object",
  required: ["module"],
  additionalProperties: false,
  properties: {
    module: { ...text, description: "A path that starts with ./, relative to the folder of this file, or a package." },
    export: { ...text, description: "The exported factory. Default: the only exported function." },
    options: { description: "The argument of the factory." },
  },
};

/** The JSON Schema of a configuration file, stored in `reader.schema.json`. */
export const configSchema: Json = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "reader.config.json",
  description: "Configuration of the reader: third-party handlers, their order, limits, and folders that may be read.",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    handlers: {
      description: "In order of precedence, before the handlers of the program.",
      type: "array",
      items: { anyOf: [text, commandSchema, moduleSchema] },
    },
    order: { ...texts, description: "Names of handlers that take precedence over all others." },
    limits: {
      description: "Limits that differ from those of the program.",
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(limitFields.map((name) => [name, limit(name)])),
    },
    roots: {
      ...texts,
      minItems: 1,
      description: "Folders that reads are limited to, relative to the folder of this file.",
    },
  },
};

function limit(name: (typeof limitFields)[number]): Json {
  const maximum = mostOf(name);
  return maximum === Number.MAX_SAFE_INTEGER ? count : { ...count, maximum };
}
