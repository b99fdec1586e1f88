import type { Budget, Json } from "@reader/core/handler";
import { commandIssues } from "../options/command-issues.ts";
import type { CommandOptions } from "../options/options.ts";
import { type Fields, isFields, knownFields, limitFields, mostOf, unknownFields } from "./config-schema.ts";
import type { CommandEntry, ConfigIssue, ConfigOutcome, LimitsOutcome, ModuleEntry, ReaderConfig } from "./config.ts";

/** Parses a configuration file. `directory` is the folder of its commands. Reports all faults. */
export function parseConfig(text: string, directory: string): ConfigOutcome {
  const issues: ConfigIssue[] = [];
  const file = parseJson(text, issues);
  if (file === undefined) return { ok: false, issues };
  issues.push(...unknownFields(file, knownFields.file, ""));
  const config: ReaderConfig = {
    handlers: listOf(file, "handlers", issues).flatMap((entry, at) =>
      takeHandler(entry, { place: `handlers[${at}]`, directory, issues }),
    ),
    order: takeTexts(file, "order", issues) ?? [],
    limits: takeLimits(file["limits"], { place: "limits", issues }),
    roots: takeRoots(file, issues),
  };
  return issues.length === 0 ? { ok: true, config } : { ok: false, issues };
}

/** Parses a file that holds only the `limits` of a configuration file. Reports all faults. */
export function parseLimits(text: string): LimitsOutcome {
  const issues: ConfigIssue[] = [];
  const limits = takeLimits(parseJson(text, issues), { place: "", issues });
  return issues.length === 0 ? { ok: true, limits } : { ok: false, issues };
}

function parseJson(text: string, issues: ConfigIssue[]): Fields | undefined {
  const json = asJson(text.replace(/^\uFEFF/, ""));
  try {
    const file: unknown = json.trim() === "" ? undefined : JSON.parse(json);
    if (isFields(file)) return file;
    const problem = file === undefined ? "is empty; write {} for the defaults" : "must be an object: {…}";
    issues.push({ field: "(file)", problem });
  } catch (cause) {
    const words = cause instanceof Error ? cause.message.replaceAll(/\s+/g, " ") : "it cannot be parsed";
    issues.push({ field: "(file)", problem: `is not valid JSON: ${words}` });
  }
  return undefined;
}

const textOr = (other: string): RegExp => new RegExp(String.raw`"(?:[^"\\]|\\[^])*"|${other}`, "g");

/** Match strings and comments, and strings and trailing commas. */
const [comments, lastCommas] = [
  textOr(String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`),
  textOr(String.raw`(?<=[^\s,[{]\s*),(?=\s*[\]}])`),
];

/** Replaces comments and trailing commas with spaces, so that positions in error messages stay correct. */
function asJson(text: string): string {
  const blank = (piece: string): string => (piece.startsWith('"') ? piece : piece.replaceAll(/[^\n]/g, " "));
  return text.replaceAll(comments, blank).replaceAll(lastCommas, blank);
}

function listOf(file: Fields, field: string, issues: ConfigIssue[]): readonly unknown[] {
  const value = file[field];
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  issues.push({ field, problem: "must be a list" });
  return [];
}

function takeTexts(file: Fields, field: string, issues: ConfigIssue[]): readonly string[] | undefined {
  if (file[field] === undefined) return undefined;
  return listOf(file, field, issues).flatMap((each, at) => {
    if (isText(each)) return [each];
    issues.push({ field: `${field}[${at}]`, problem: "must be a text that is not empty" });
    return [];
  });
}

/** An empty list would allow everything, which its author cannot intend. */
function takeRoots(file: Fields, issues: ConfigIssue[]): readonly string[] | undefined {
  const { roots } = file;
  if (Array.isArray(roots) && roots.length === 0) issues.push({ field: "roots", problem: "must name a folder" });
  return takeTexts(file, "roots", issues);
}

interface LimitsPlace {
  /** The field that has the limits; empty for a file of limits. */
  readonly place: string;
  readonly issues: ConfigIssue[];
}

function takeLimits(value: unknown, { place, issues }: LimitsPlace): Partial<Budget> {
  if (value === undefined) return {};
  if (!isFields(value)) {
    issues.push({ field: place, problem: "must be an object" });
    return {};
  }
  issues.push(...unknownFields(value, knownFields.limits, place));
  const given = limitFields.filter((name) => value[name] !== undefined);
  for (const name of given) {
    const most = mostOf(name);
    if (Number.isSafeInteger(value[name]) && Number(value[name]) >= 1 && Number(value[name]) <= most) continue;
    const range = most === Number.MAX_SAFE_INTEGER ? "from 1" : `from 1 to ${most}`;
    const field = place === "" ? name : `${place}.${name}`;
    issues.push({ field, problem: `must be a whole number ${range}` });
  }
  return Object.fromEntries(given.map((name) => [name, Number(value[name])]));
}

interface EntryPlace {
  readonly place: string;
  readonly directory: string;
  readonly issues: ConfigIssue[];
}

/** A string names a module as on the command line. An object is a module or a command, depending on its fields. */
function takeHandler(entry: unknown, at: EntryPlace): readonly (ModuleEntry | CommandEntry)[] {
  if (isText(entry)) return [specifiedModule(entry)];
  if (isFields(entry) && entry["command"] !== undefined) return takeCommand(entry, at);
  if (isFields(entry) && entry["module"] !== undefined) return takeModule(entry, at);
  at.issues.push({ field: at.place, problem: 'must be the name of a module, or an object with "module" or "command"' });
  if (isFields(entry)) {
    at.issues.push(...unknownFields(entry, [...knownFields.module, ...knownFields.command], at.place));
  }
  return [];
}

function specifiedModule(specifier: string): ModuleEntry {
  const [module = "", name] = specifier.split("#");
  return { kind: "module", module, ...(name === undefined ? {} : { export: name }) };
}

function takeModule(entry: Fields, { place, issues }: EntryPlace): readonly ModuleEntry[] {
  const { module, export: name, options } = entry;
  issues.push(...unknownFields(entry, knownFields.module, place));
  if (!isText(module)) issues.push({ field: `${place}.module`, problem: "must be a path or the name of a package" });
  if (name !== undefined && !isText(name)) issues.push({ field: `${place}.export`, problem: "must be a name" });
  if (!isText(module)) return [];
  return [
    {
      kind: "module",
      module,
      ...(isText(name) ? { export: name } : {}),
      ...(options === undefined ? {} : { options: options as Json }),
    },
  ];
}

function takeCommand(entry: Fields, { place, directory, issues }: EntryPlace): readonly CommandEntry[] {
  const faults = commandIssues(entry).map(({ field, problem }) => ({ field: `${place}.${field}`, problem }));
  issues.push(...unknownFields(entry, knownFields.command, place), ...faults);
  if (faults.length > 0) return [];
  // All fields were checked above; a file with a fault is not used.
  const options = entry as unknown as CommandOptions;
  return [{ kind: "command", command: { ...options, directory } }];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
