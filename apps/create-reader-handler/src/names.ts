/** What a handler's parts are called, derived from the name of its format. */
export interface Names {
  /** `my-format`: the handler, the extension of its files, its media type. */
  readonly format: string;
  /** `myFormat`: the factory. */
  readonly factory: string;
  /** `MyFormat`: part of other names. */
  readonly type: string;
  /** `reader-handler-my-format`, or as it was given with a scope. */
  readonly package: string;
}

/** Words that cannot name a function, or that the template uses. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in interface let new null package private protected public return static " +
    "super switch this throw true try typeof undefined var void while with yield extent notice text source context"
  ).split(" "),
);

/** The names of the template, which is a working handler of a format with this name. */
export const templateNames: Names = namesOf("my-format");

/**
 * Returns the names for what the user typed: `my-format`, `reader-handler-my-format` or `@acme/my-format`. Throws an
 * `Error` with a message for the user.
 */
export function namesOf(typed: string): Names {
  const [, scope = "", name = ""] = /^(@[a-z\d][\w.-]*\/)?(.+)$/.exec(typed) ?? [];
  const format = name.replace(/^reader-(?:handler-)?/, "");
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(format)) {
    throw new Error(
      `${JSON.stringify(typed)} cannot name a format. Use lower-case letters, digits and single hyphens, starting with a letter: my-format.`,
    );
  }
  const factory = format.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  if (reserved.has(factory))
    throw new Error(`${format} is a word of the language. Use a longer name: ${format}-format.`);
  const full = scope === "" ? `reader-handler-${format}` : `${scope}${name}`;
  if (full.length > 214) throw new Error("npm allows names of at most 214 characters. Use a shorter name.");
  return { format, factory, type: factory.charAt(0).toUpperCase() + factory.slice(1), package: full };
}

/** Replaces the names of the template in a text or a path. */
export function rename(text: string, names: Names): string {
  return text
    .replaceAll(templateNames.package, "\0")
    .replaceAll(templateNames.format, names.format)
    .replaceAll(templateNames.factory, names.factory)
    .replaceAll(templateNames.type, names.type)
    .replaceAll("\0", names.package);
}
