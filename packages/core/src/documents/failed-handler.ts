import type { FailedHandler, ReadErrorCode } from "../contract/errors.ts";
import type { Handler } from "../contract/handler.ts";
import { named, quoted } from "../render/quote.ts";
import { shellWord } from "../render/shell-word.ts";
import { shortened } from "../render/words.ts";

/** A handler at work, and the exact path of what it works on, relative to its root. */
export interface HandlerAtWork {
  readonly handler: Pick<Handler, "name" | "version" | "byHand" | "origin">;
  readonly path: string;
}

/** Failures that another handler might not have. The others are the request's or the workspace's. */
const blamed: ReadonlySet<ReadErrorCode> = new Set(["handler-failed", "corrupt", "timed-out", "too-large"]);

/** Whether a failure with this code is told with the handler that had it. */
export function isBlamed(code: ReadErrorCode): boolean {
  return blamed.has(code);
}

const maxNameCharacters = 100;
const maxCommandCharacters = 1000;
const maxSaidCharacters = 4000;

/** What is known of a handler that failed, under what the failure says itself. */
export function failedHandler(atWork: HandlerAtWork | undefined, told: Partial<FailedHandler>): FailedHandler {
  const { handler, path = "" } = atWork ?? {};
  const { origin } = handler ?? {};
  return {
    name: nameOf(handler?.name),
    ...shortText("version", () => handler?.version, maxNameCharacters),
    ...shortText("package", () => packageOf(origin?.module), maxNameCharacters),
    ...shortText("byHand", () => handler?.byHand?.(path) ?? commandFor(origin, path), maxCommandCharacters),
    ...told,
  };
}

/** What a failure tells of its handler, as far as it is text. */
export function cleanTold(told: unknown): Partial<FailedHandler> {
  const fields: Readonly<Record<string, unknown>> = { ...(typeof told === "object" ? told : {}) };
  return {
    ...shortText("name", () => fields["name"], maxNameCharacters),
    ...shortText("version", () => fields["version"], maxNameCharacters),
    ...shortText("package", () => fields["package"], maxNameCharacters),
    ...shortText("said", () => fields["said"], maxSaidCharacters),
    ...shortText("byHand", () => fields["byHand"], maxCommandCharacters),
  };
}

/** A handler at work, as the subject of a sentence about its failure. */
export function failureSubject({ handler, path }: HandlerAtWork): string {
  return `The handler ${quoted(nameOf(handler.name))} failed on ${named(path)}`;
}

/** Handlers come from anywhere: a name may be no string. */
function nameOf(name: unknown): string {
  return typeof name === "string" ? shortened(name, maxNameCharacters) : "unnamed";
}

/** A field with a text of at most so many characters; none where there is no text. */
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

/** The package of a bare specifier; what is a URL tells where a file lies on this machine. */
function packageOf(module: string | undefined): string | undefined {
  return module === undefined ? undefined : /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/.exec(module)?.[0];
}

/** In one process, where a fault can be looked at. The command line program has the handlers of this project itself. */
function commandFor(origin: Handler["origin"], path: string): string {
  const home = packageOf(origin?.module);
  const isOwn = home?.startsWith("@reader/handler-") === true;
  const module = home === undefined || origin === undefined ? "./your-handler.js" : `${home}#${origin.export}`;
  return `npx @reader/cli --no-isolate ${isOwn ? "" : `--handler ${module} `}${shellWord(path.startsWith("-") ? `./${path}` : path)}`;
}
