import type { Handler } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";
import { UsageError } from "@reader/handlers/usage-error";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { homeOf } from "../doctor/diagnose.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { printable, toJson } from "../output/format.ts";
import { stylerFor, write } from "../output/write.ts";
import { checkRoots } from "../reading/grant.ts";
import { withUserSetup } from "../reading/user-setup.ts";

/** A handler, and the files that it reads. */
interface FormatReport {
  readonly handler: string;
  readonly mediaTypes: readonly string[];
  /** The package of the handler; absent for the core and for programs of the user. */
  readonly package?: string;
  /** The licence of the package, as SPDX expression; absent if it is not installed. */
  readonly licence?: string;
  /** True if the handler runs in a process without access to files and network. */
  readonly isIsolated: boolean;
  /** True if its files are shown as their own lines, unless a part or the document is requested. */
  readonly isTextByDefault: boolean;
  /** True if only outlines of files come from it. */
  readonly isOutliner: boolean;
}

/** `reader formats`: lists the handlers in order of precedence, with their types, licences and isolation. */
export async function runFormats(line: CommandLine): Promise<number> {
  if (line.operands.length > 0) throw new UsageError("reader formats takes no path.", "See reader info for a file.");
  const { handlers } = isolatedHandlers({ resolveFrom: import.meta.url });
  const { setup, roots } = await withUserSetup({ handlers }, line);
  checkRoots(roots);
  const reports = [textReport, ...(setup.handlers ?? handlers).map(reportOf)];
  await write("stdout", line.options.has("json") ? `${toJson(reports)}\n` : describe(reports));
  return exitCodes.read;
}

/** Text of any type that no handler takes is read by the core. */
const textReport: FormatReport = {
  handler: "text",
  mediaTypes: ["text/*"],
  package: "@reader/core",
  licence: "MIT",
  isIsolated: false,
  isTextByDefault: true,
  isOutliner: false,
};

function reportOf(handler: Handler): FormatReport {
  const { name, mediaTypes, origin, annotate, textByDefault, outlinesOnly } = handler;
  const home = origin === undefined ? undefined : homeOf(origin.module);
  return {
    handler: name,
    mediaTypes,
    ...(origin === undefined ? {} : { package: home?.name ?? origin.module }),
    ...(home === undefined ? {} : { licence: home.licence }),
    // Only a handler in processes of its own has idle ones.
    isIsolated: handler.freeIdle !== undefined,
    isTextByDefault: annotate !== undefined || textByDefault === true,
    isOutliner: outlinesOnly === true,
  };
}

function describe(reports: readonly FormatReport[]): string {
  const style = stylerFor("stdout");
  return reports
    .map((report) => [style("bold", printable(report.handler)), ...factsOf(report), ""].join("\n"))
    .join("");
}

function factsOf({ mediaTypes, licence, isIsolated, isTextByDefault, isOutliner, ...report }: FormatReport): string[] {
  const facts = [
    homeWords(report.package, licence),
    isIsolated ? "isolated" : "in the program's own process",
    ...(isOutliner ? ["outlines only"] : []),
    ...(isTextByDefault && !isOutliner ? ["lines of the file by default"] : []),
  ];
  return [`  ${facts.join(" · ")}`, ...mediaTypes.map((type) => `  ${printable(type)}`)];
}

function homeWords(home: string | undefined, licence: string | undefined): string {
  if (home === undefined) return "a program of yours";
  return `${printable(home)}, ${licence === undefined ? "not installed" : printable(licence)}`;
}
