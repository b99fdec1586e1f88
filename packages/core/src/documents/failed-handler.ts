import type { FailedHandler, ReadErrorCode } from "../contract/errors.ts";
import type { Handler } from "../contract/handler.ts";
import { named, quoted } from "../render/quote.ts";
import { shellWord } from "../render/shell-word.ts";
import { shortened } from "../render/words.ts";

/** A running handler and the exact path of its file, relative to its root. */
export interface HandlerAtWork {
  readonly handler: Pick<Handler, "name" | "version" | "byHand" | "origin">;
  readonly path: string;
}

/** Failures that another handler might avoid. All other codes are caused by the request or the workspace. */
const blamed: ReadonlySet<ReadErrorCode> = new Set(["handler-failed", "corrupt", "timed-out", "too-large"]);

/** True if an error with this code names the handler that failed. */
export function isBlamed(code: ReadErrorCode): boolean {
  return blamed.has(code);
}

const maxNameCharacters = 100;
const maxCommandCharacters = 1000;
const maxSaidCharacters = 4000;

/** Combines what the core knows of a failed handler with what the failure itself reports, which takes precedence. */
export function failedHandler(atWork: HandlerAtWork | undefined, reported: Partial<FailedHandler>): FailedHandler {
  const { handler, path = "" } = atWork ?? {};
  const { origin } = handler ?? {};
  return {
    name: nameOf(handler?.name),
    ...shortText("version", () => handler?.version, maxNameCharacters),
    ...shortText("package", () => packageOf(origin?.module), maxNameCharacters),
    ...shortText("byHand", () => handler?.byHand?.(path) ?? commandFor(origin, path), maxCommandCharacters),
    ...reported,
  };
}

/** Returns the fields of a failure that describe its handler, as far as they are text. */
export function cleanFailedHandler(reported: unknown): Partial<FailedHandler> {
  const fields: Readonly<Record<string, unknown>> = { ...(typeof reported === "object" ? reported : {}) };
  return {
    ...shortText("name", () => fields["name"], maxNameCharacters),
    ...shortText("version", () => fields["version"], maxNameCharacters),
    ...shortText("package", () => fields["package"], maxNameCharacters),
    ...shortText("said", () => fields["said"], maxSaidCharacters),
    ...shortText("byHand", () => fields["byHand"], maxCommandCharacters),
  };
}

/** Describes a running handler as the subject of a sentence about its failure. */
export function failureSubject({ handler, path }: HandlerAtWork): string {
  return `The handler ${quoted(nameOf(handler.name))} failed on ${named(path)}`;
}

/** Handlers are untrusted: a name may not be a string. */
function nameOf(name: unknown): string {
  return typeof name === "string" ? shortened(name, maxNameCharacters) : "unnamed";
}

/** Returns a field shortened to a maximum number of characters, or no field if it has no text. */
function shortText<Name extends keyof FailedHandler>(
  name: Name,
  ask: () => unknown,
  maxCharacters: number,
): { readonly [Key in Name]?: string };
function shortText(name: string, ask: () => unknown, maxCharacters: number): object {
  try {
    const found = ask();
    return typeof found === "string" && found !== "" ? { [name]: shortened(found, maxCharacters) } : {};
  } catch {
    return {};
  }
}

/** Returns the package of a bare specifier. A URL would reveal where a file lies on this machine. */
function packageOf(module: string | undefined): string | undefined {
  return module === undefined ? undefined : /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/.exec(module)?.[0];
}

/**
 * Returns a command that reproduces the failure with the handler in the same process (`--no-isolate`), where it can be
 * debugged. The command line program includes the handlers of this project, so they need no `--handler`.
 */
function commandFor(origin: Handler["origin"], path: string): string {
  const home = packageOf(origin?.module);
  const isOwn = home?.startsWith("@reader/handler-") === true;
  const module = home === undefined || origin === undefined ? "./your-handler.js" : `${home}#${origin.export}`;
  return `npx @reader/cli --no-isolate ${isOwn ? "" : `--handler ${module} `}${shellWord(path.startsWith("-") ? `./${path}` : path)}`;
}
