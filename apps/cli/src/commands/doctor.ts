import { type Handler, type MediaPattern, ReadError } from "@reader/core";
import type { AddonUse } from "@reader/core/internal";
import type { CommandHandler } from "@reader/handler-command";
import { isolatedDescriptions, isolatedHandlers } from "@reader/handlers";
import { UsageError } from "@reader/handlers/usage-error";
import { reportProtections, type ProtectionReport } from "@reader/isolate";
import { findSoffice } from "@reader/office-pages/converter";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { type Diagnosable, diagnose, type Diagnosis, type EngineReport, type PartReport } from "../doctor/diagnose.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { printable, toJson } from "../output/format.ts";
import { stylerFor, write } from "../output/write.ts";
import { checkRoots } from "../reading/grant.ts";
import { withUserSetup } from "../reading/user-setup.ts";

/** Text recognition of scans, which is optional and not a handler. */
const recognition: Diagnosable = {
  name: "ocr",
  mediaTypes: ["image/*"],
  origin: { module: "@reader/ocr", export: "ocr" },
};

/** `reader doctor`: reports what is installed, whether it works, and what to install. Exit code 1 if something is broken. */
export async function runDoctor(line: CommandLine): Promise<number> {
  if (line.operands.length > 0) throw new UsageError("reader doctor takes no path.", "See reader info for a file.");
  const { handlers } = isolatedHandlers({ resolveFrom: import.meta.url });
  const { setup, roots } = await withUserSetup({ handlers }, line);
  checkRoots(roots);
  const yours = (setup.handlers ?? []).filter((handler) => !handlers.includes(handler)).map(reportUserHandler);
  const walls = { ...(await findWalls()), nativeCode: nativeCodeOf(handlers) };
  const programs = { soffice: await findSoffice(process.env) };
  const diagnosis = { ...(await diagnose([...withAlternatives(handlers), recognition])), yours, walls, programs };
  await write("stdout", line.options.has("json") ? `${toJson(diagnosis)}\n` : describe(diagnosis));
  const areSound = faultyEngines(diagnosis).length === 0 && yours.every(({ problem }) => problem === undefined);
  const isSound = areSound && !lacksSandbox(walls);
  return isSound ? exitCodes.read : exitCodes.fault;
}

/** Adds to each handler the one that would replace it, which is not used while the first is installed. */
function withAlternatives(handlers: readonly Handler[]): readonly Diagnosable[] {
  return handlers.flatMap(({ name, mediaTypes, origin }): readonly Diagnosable[] => {
    const own = { name, mediaTypes, ...(origin === undefined ? {} : { origin }) };
    const other = isolatedDescriptions.find(({ replaces }) => replaces === name);
    if (other === undefined) return [own];
    const alternative = { package: other.origin.module, licence: other.licence ?? "unknown" };
    const { name: otherName, mediaTypes: types, origin: from } = other;
    const unused = { name: otherName, mediaTypes: types, origin: from, unusedBecauseOf: origin?.module ?? name };
    return [{ ...own, alternative }, unused];
  });
}

interface FullDiagnosis extends Diagnosis {
  readonly yours: readonly UserReport[];
  readonly walls: Walls;
  /** The paths of programs that the reader starts. */
  readonly programs: { readonly soffice: string | undefined };
}

/** What protects this machine from a hostile file. */
interface Walls extends ProtectionReport {
  /** The handlers that load native code: for every file, and for models that take images. */
  readonly nativeCode: Readonly<Record<AddonUse, readonly string[]>>;
}

function nativeCodeOf(handlers: readonly Handler[]): Walls["nativeCode"] {
  const namesOf = (use: AddonUse): readonly string[] =>
    handlers.filter(({ origin }) => origin?.addons === use).map(({ name }) => name);
  return { always: namesOf("always"), "for-images": namesOf("for-images") };
}

async function findWalls(): Promise<ProtectionReport> {
  try {
    return await reportProtections();
  } catch (error) {
    throw ReadError.is(error) ? new UsageError(error.message, error.hint ?? "See reader --help.") : error;
  }
}

/** True if the required sandbox does not work. The handlers then refuse to read. */
function lacksSandbox({ mode, isSandboxed }: ProtectionReport): boolean {
  return mode === "bwrap" && !isSandboxed;
}

/** Describes what protects this machine, in lines. */
export function wallLines(walls: Walls, runtime: string): readonly string[] {
  if (runtime.startsWith("Bun ")) {
    return [
      `  ✗ processes: ${runtime} cannot isolate the parsers of documents, and only text is read; use Node.js 22.13 or later, or --no-isolate for files that you trust`,
    ];
  }
  const { always, "for-images": forImages } = walls.nativeCode;
  return [
    "  ✓ processes: each handler except csv runs in its own process, with memory and time limits",
    walls.permissions
      ? "  ✓ Node.js permissions: a process can read its packages, and cannot write files or start programs"
      : `  ✗ Node.js permissions: ${missingPermissions()}`,
    `  ✓ native code: loaded from their own packages by ${always.join(", ")}, and for models that take images by ` +
      `${forImages.join(", ")}; the other handlers load none`,
    sandboxLine(walls),
  ];
}

function missingPermissions(): string {
  return process.versions["deno"] === undefined
    ? "not in this version; install Node.js 24 or newer"
    : "Deno does not apply them, so a file that exploits a parser has your permissions; use Node.js for files that you do not trust";
}

function sandboxLine(walls: Walls): string {
  const { sandbox, mode, isSandboxed } = walls;
  if (isSandboxed)
    return "  ✓ sandbox: bubblewrap; native code cannot access the network, other files or other processes either";
  if (lacksSandbox(walls)) {
    return `  ✗ sandbox: required by READER_SANDBOX=bwrap, so these handlers cannot read: ${sandboxProblem(sandbox)}. Or set READER_SANDBOX=off`;
  }
  const gap = "  – sandbox (optional): none, so native code that a file exploits has your permissions";
  if (sandbox.state === "works") return `${gap}; bubblewrap works here, set READER_SANDBOX=bwrap to use it`;
  return `${gap}; ${sandboxProblem(sandbox)}${mode === "auto" ? "" : ", then set READER_SANDBOX=bwrap"}`;
}

/** LibreOffice runs in bubblewrap where that works, unless the environment forbids it. */
function officeLine({ programs: { soffice }, walls }: Pick<FullDiagnosis, "programs" | "walls">): string {
  if (soffice === undefined)
    return "  – LibreOffice (optional): not installed; it would show pages of office documents as images (--view image)";
  const isForbidden = process.env["READER_SANDBOX"] === "off";
  const isSandboxed = walls.sandbox.state === "works" && !isForbidden;
  const where = isSandboxed
    ? "in bubblewrap"
    : "without a sandbox, so a document that exploits it has your permissions";
  return `  ✓ LibreOffice: ${printable(soffice)}, for --view image of office documents; it runs ${where}`;
}

/** Why there is no sandbox, and how to get one. */
function sandboxProblem(sandbox: ProtectionReport["sandbox"]): string {
  if (sandbox.state === "works") return "bubblewrap works here";
  const problem = printable(sandbox.problem);
  if (process.platform !== "linux") return `${problem}: run the reader in a container`;
  return sandbox.state === "missing"
    ? `${problem}: install the package bubblewrap of your system`
    : `bubblewrap does not work here (${problem}): allow user namespaces`;
}

/** Engines that do not work. A missing optional engine is not counted. */
function faultyEngines({ parts }: Diagnosis): readonly EngineReport[] {
  return parts.flatMap(({ engines }) =>
    engines.filter(({ state, isOptional }) => state === "broken" || (state === "missing" && isOptional !== true)),
  );
}

function describe(diagnosis: FullDiagnosis): string {
  const style = stylerFor("stdout");
  const { cli, core, runtime, system } = diagnosis.versions;
  const missing = missingLines(diagnosis);
  const sections = [
    [style("bold", `reader ${cli}`), `  core ${core}, ${runtime}, ${system}`],
    ...(diagnosis.yours.length === 0 ? [] : [[style("bold", "Your handlers"), ...diagnosis.yours.map(userLine)]]),
    [style("bold", "Handlers and their engines"), ...packagesOf(diagnosis.parts).flatMap(packageLines)],
    [style("bold", "Isolation of handlers"), ...wallLines(diagnosis.walls, runtime)],
    [style("bold", "Programs"), officeLine(diagnosis)],
    [
      style("bold", "Licences"),
      ...Object.entries(diagnosis.licences).map(([licence, names]) => `  ${licence}: ${names.join(", ")}`),
    ],
    [style("bold", "Missing"), ...(missing.length === 0 ? ["  nothing"] : missing)],
  ];
  return sections.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function userLine({ name, mediaTypes, version, byHand, problem }: UserReport): string {
  const facts = [...(version === undefined ? [] : [`version ${version}`]), ...(byHand === undefined ? [] : [byHand])];
  const what = printable(`${name}: ${mediaTypes.join(", ")} (${facts.join("; ")})`);
  return problem === undefined ? `  ✓ ${what}` : `  ✗ ${what}: ${printable(problem)}`;
}

/** Groups handlers by package, because those of one package have the same engines. */
function packagesOf(parts: readonly PartReport[]): readonly (readonly PartReport[])[] {
  const names = [...new Set(parts.map((part) => part.package))];
  return names.map((name) => parts.filter((part) => part.package === name));
}

function packageLines(parts: readonly PartReport[]): readonly string[] {
  const engines = parts[0]?.isInstalled === true ? parts[0].engines : [];
  return [...parts.map(partLine), ...engines.map(engineLine)];
}

function partLine({ name, mediaTypes, isInstalled, unusedBecauseOf, ...home }: PartReport): string {
  const what = `${name}: ${mediaTypes.join(", ")}`;
  if (unusedBecauseOf !== undefined) {
    return `  – ${what} (${home.package} ${home.version}, ${home.licence}; not used, because ${unusedBecauseOf} is installed)`;
  }
  if (!isInstalled) return `  ✗ ${what} (${home.package} is not installed)`;
  return `  ✓ ${what} (${home.package} ${home.version}, ${home.licence})`;
}

function engineLine({ name, version, licence, state, problem, isOptional }: EngineReport): string {
  if (state === "loads") return `    ✓ ${name} ${version}, ${licence}`;
  const known = version === undefined ? name : `${name} ${version}`;
  return `    ${isOptional === true && state === "missing" ? "–" : "✗"} ${known}: ${problem}`;
}

function missingLines(diagnosis: Diagnosis): readonly string[] {
  const { parts, exactTokens } = diagnosis;
  const lines = [
    ...parts.filter(({ isInstalled }) => !isInstalled).map(missingPart),
    ...parts.flatMap(({ engines }) => engines.filter(({ state }) => state !== "loads").map(installLine)),
    ...(exactTokens.problem === undefined ? [] : [`  exact token counts (optional): ${exactTokens.problem}`]),
  ];
  return [...new Set(lines)];
}

function missingPart({ package: name, mediaTypes, absence, alternative: other }: PartReport): string {
  const instead = other === undefined ? "" : ` or npm install ${other.package} (licence: ${other.licence})`;
  const reason = absence === undefined ? "" : `. ${mediaTypes.join(", ")} cannot be read until then: ${absence}`;
  return `  ${name}: npm install ${name}${instead}${reason}`;
}

function installLine({ name, state, isOptional }: EngineReport): string {
  if (state === "broken") return `  ${name}: install it again, npm install --force ${name}`;
  return `  ${name}${isOptional === true ? " (optional)" : ""}: npm install ${name}`;
}

/** A handler that the user set up with options or a configuration file. */
interface UserReport {
  readonly name: string;
  readonly mediaTypes: readonly MediaPattern[];
  readonly version?: string;
  /** A command that reads a file with this handler only. */
  readonly byHand?: string;
  /** Why it cannot work. Absent for a handler that was loaded. */
  readonly problem?: string;
}

/** Describes a handler of the user, without reading a file. */
function reportUserHandler(handler: Handler): UserReport {
  const { name, mediaTypes, version } = handler;
  const byHand = handler.byHand?.("FILE");
  const problem = isCommand(handler) ? handler.programProblem() : undefined;
  return {
    name,
    mediaTypes,
    ...(version === undefined ? {} : { version }),
    ...(byHand === undefined ? {} : { byHand }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function isCommand(handler: Handler): handler is CommandHandler {
  return "programProblem" in handler;
}
