/** Where to look for a configuration file. */
export interface ConfigPlace {
  /** The path that the user typed, if any. */
  readonly given: string | undefined;
  /** The working directory, as an absolute path. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The content and location of a configuration file. */
export interface FoundConfigFile {
  /** The name to show to the user. */
  readonly name: string;
  /** The folder of the file, as an absolute path. */
  readonly directory: string;
  readonly text: string;
}

/**
 * Returns the path of the user's configuration file, or `undefined` if no configuration folder is known. A relative
 * path in `XDG_CONFIG_HOME` is ignored: https://specifications.freedesktop.org/basedir-spec/latest.
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
