// The public surface: every name is listed, so that adding one is a decision.
export { command } from "./read/command.ts";
export type { CommandHandler } from "./read/command.ts";
export { commandIssues } from "./options/command-issues.ts";
export type { CommandIssue } from "./options/command-issues.ts";
export { configFileName } from "./config/config.ts";
export type { CommandEntry, ConfigIssue, ConfigOutcome, ModuleEntry, ReaderConfig } from "./config/config.ts";
export { configSchema } from "./config/config-schema.ts";
export { loadSetup } from "./config/load-setup.ts";
export type { LoadedSetup, SetupLine, SetupPlace } from "./config/load-setup.ts";
export { parseConfig } from "./config/parse-config.ts";
export { commandOf, inOrder, userHandlers } from "./config/user-handlers.ts";
export type { ConfigFile, LoadModule, ModuleSource, UserSetup, UserWishes } from "./config/user-handlers.ts";
export { defaultMaxOutputBytes } from "./options/options.ts";
export type { CommandOptions } from "./options/options.ts";
export { SetupError } from "./config/user-handlers.ts";
export { splitWords } from "./options/options.ts";
export { workingDirectory } from "./options/environment.ts";
