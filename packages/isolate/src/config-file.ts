import type { ConfigPlace, FoundConfigFile } from "./options/own-config-file.ts";

/**
 * Reads the named configuration file, or the user's own: `reader/reader.config.json` in `XDG_CONFIG_HOME` or
 * `~/.config`. Returns `undefined` if neither exists. Never reads one from the working directory: a configuration can
 * name programs to run, and the folder's author may be someone else. Rejects with a `SetupError`.
 */
export async function findConfigFile(place: ConfigPlace): Promise<FoundConfigFile | undefined> {
  const { readConfigFile } = await import("./parent/modules/read-config-file.ts");
  return readConfigFile(place);
}
