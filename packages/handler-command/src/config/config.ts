import type { Budget, Json } from "@reader/core/handler";
import type { CommandOptions } from "../options/options.ts";

/** The name of a configuration file. */
export const configFileName = "reader.config.json";

/** A handler of somebody else's. */
export interface ModuleEntry {
  readonly kind: "module";
  /** A path that starts with `./`, `../` or `/`, from the folder of the file, or the name of a package. */
  readonly module: string;
  /** The exported factory; the only exported function where not given. */
  readonly export?: string;
  readonly options?: Json;
}

/** A program that reads a format. */
export interface CommandEntry {
  readonly kind: "command";
  readonly command: CommandOptions;
}

/** What a configuration file says, checked. Everything is optional there. */
export interface ReaderConfig {
  /** In order of precedence, before the handlers of the program. */
  readonly handlers: readonly (ModuleEntry | CommandEntry)[];
  /** Names of handlers that come first, of all that there are. */
  readonly order: readonly string[];
  /** Limits that differ from the program's. */
  readonly limits: Partial<Budget>;
  /** Folders outside of which nothing is read, from the folder of the file; undefined where the file names none. */
  readonly roots: readonly string[] | undefined;
}

/** One thing that is wrong with a configuration file, and where: `handlers[2].timeoutMs`. */
export interface ConfigIssue {
  readonly field: string;
  readonly problem: string;
}

/** A configuration, or all that is wrong with it. */
export type ConfigOutcome =
  | { readonly ok: true; readonly config: ReaderConfig }
  | { readonly ok: false; readonly issues: readonly ConfigIssue[] };
