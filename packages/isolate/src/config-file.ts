import type { ConfigPlace, FoundConfigFile } from "./options/own-config-file.ts";

/**
 * The configuration file that was named, else the user's own, `reader/reader.config.json` in `XDG_CONFIG_HOME` or
 * `~/.config`; undefined where there is neither. Never one that merely lies in the working directory: it can name
 * programs to run, and who wrote that folder need not be who works in it. Rejects with a `SetupError`.
 */
export async function findConfigFile(place: ConfigPlace): Promise<FoundConfigFile | undefined> {
  const { readConfigFile } = await import("./parent/modules/read-config-file.ts");
  return readConfigFile(place);
}
