const { existsSync } = process.getBuiltinModule("node:fs");

/**
 * Whether the user has a configuration file, where `findConfigFile` of `@reader/isolate` looks for it. Written here once
 * more, because that package is loaded for the first tool and not for the first message.
 */
export function hasOwnConfig({ XDG_CONFIG_HOME: named = "", HOME: home = "" }: NodeJS.ProcessEnv): boolean {
  const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  const fallback = isAbsolute(home) ? `${home}/.config` : "";
  const folder = isAbsolute(named) ? named : fallback;
  return folder !== "" && existsSync(`${folder}/reader/reader.config.json`);
}
