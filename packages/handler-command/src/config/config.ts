import type { Budget, Json } from "@reader/core/handler";
import type { CommandOptions } from "../options/options.ts";

/** The name of a configuration file. */
export const configFileName = "reader.config.json";

/** A third-party handler. */
export interface ModuleEntry {
  readonly kind: "module";
  /** A path that starts with `./`, `../` or `/`, relative to the folder of the file, or a package name. */
  readonly module: string;
  /** The name of the exported factory. Not needed if the module exports only one function. */
  readonly export?: string;
  readonly options?: Json;
}

/** A program that reads a format. */
export interface CommandEntry {
  readonly kind: "command";
  readonly command: CommandOptions;
}

/** A valid configuration. Every field of the file is optional. */
export interface ReaderConfig {
  /** In order of precedence, before the handlers of the program. */
  readonly handlers: readonly (ModuleEntry | CommandEntry)[];
  /** Names of handlers that take precedence over all others. */
  readonly order: readonly string[];
  /** Limits that differ from the program's. */
  readonly limits: Partial<Budget>;
  /** Folders that reads are limited to, relative to the folder of the file. `undefined` if the file names none. */
  readonly roots: readonly string[] | undefined;
}

/** A fault in a configuration file and its place: `handlers[2].timeoutMs`. */
export interface ConfigIssue {
  readonly field: string;
  readonly problem: string;
}

/** A configuration, or all its faults. */
export type ConfigOutcome = { readonly ok: true; readonly config: ReaderConfig } | Faults;

/** The limits of a file, or all its faults. */
export type LimitsOutcome = { readonly ok: true; readonly limits: ReaderConfig["limits"] } | Faults;

interface Faults {
  readonly ok: false;
  readonly issues: readonly ConfigIssue[];
}
