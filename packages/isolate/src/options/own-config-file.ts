/** Where a configuration file is looked for. */
export interface ConfigPlace {
  /** As it was typed; undefined where none was. */
  readonly given: string | undefined;
  /** The working directory: absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A configuration file that was read. */
export interface FoundConfigFile {
  /** As a person names it. */
  readonly name: string;
  /** The folder that it lies in: absolute. */
  readonly directory: string;
  readonly text: string;
}

/**
 * Where a user's own configuration is; undefined where no folder of theirs is known. A relative path in the variable
 * does not count: https://specifications.freedesktop.org/basedir-spec/latest.
 */
export function ownConfigFile({
  XDG_CONFIG_HOME: named = "",
  HOME: home = "",
}: ConfigPlace["environment"]): string | undefined {
  const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  const fallback = isAbsolute(home) ? `${home}/.config` : undefined;
  const folder = isAbsolute(named) ? named : fallback;
  return folder === undefined ? undefined : `${folder}/reader/reader.config.json`;
}
