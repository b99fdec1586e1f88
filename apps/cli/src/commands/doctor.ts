import type { AddonUse, Handler } from "@reader/core";
import { reportWalls, type WallReport } from "@reader/isolate";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { diagnose, type Diagnosable, type Diagnosis, type EngineReport, type PartReport } from "../doctor/diagnose.ts";
import { isolatedHandlers } from "../handlers.ts";
import { reportUserHandler, type UserReport } from "../doctor/user-handlers.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { toJson } from "../output/json.ts";
import { printable } from "../output/printable.ts";
import { stylerFor } from "../output/style.ts";
import { write } from "../output/write.ts";
import { checkRoots } from "../reading/grant.ts";
import { withUserSetup } from "../reading/user-setup.ts";

/** What reads the pictures of scans: optional, and no handler. */
const recognition: Diagnosable = {
  name: "ocr",
  mediaTypes: ["image/*"],
  origin: { module: "@reader/ocr", export: "ocr" },
};

/** `reader doctor`: tells what is installed, whether it works, and what to install. Exit code 1 where something is broken. */
export async function runDoctor(line: CommandLine): Promise<number> {
  if (line.operands.length > 0) throw new UsageError("reader doctor takes no path.", "See reader info for a file.");
  const handlers = isolatedHandlers();
  const { setup, roots } = await withUserSetup({ handlers }, line);
  checkRoots(roots);
  const yours = (setup.handlers ?? []).filter((handler) => !handlers.includes(handler)).map(reportUserHandler);
  const walls = { ...(await reportWalls()), nativeCode: nativeCodeOf(handlers) };
  const diagnosis = { ...(await diagnose([...handlers, recognition])), yours, walls };
  await write("stdout", line.options.has("json") ? `${toJson(diagnosis)}\n` : describe(diagnosis));
  const isSound = faultyEngines(diagnosis).length === 0 && yours.every(({ problem }) => problem === undefined);
  return isSound ? exitCodes.read : exitCodes.fault;
}

interface FullDiagnosis extends Diagnosis {
  readonly yours: readonly UserReport[];
  readonly walls: Walls;
}

/** What is between a file and this machine. */
interface Walls extends WallReport {
  /** The handlers that load native code: for every file, and for models that take images. */
  readonly nativeCode: Readonly<Record<AddonUse, readonly string[]>>;
}

function nativeCodeOf(handlers: readonly Handler[]): Walls["nativeCode"] {
  const namesOf = (use: AddonUse): readonly string[] =>
    handlers.filter(({ origin }) => origin?.addons === use).map(({ name }) => name);
  return { always: namesOf("always"), "for-images": namesOf("for-images") };
}

function wallLines({ permissions, sandbox, isSandboxed, nativeCode }: Walls): readonly string[] {
  const { always, "for-images": forImages } = nativeCode;
  return [
    "  ✓ a process of its own for each handler but csv, with limits of memory and time",
    permissions
      ? "  ✓ permissions of Node.js: reads its packages, writes nothing, starts nothing"
      : "  ✗ permissions of Node.js: this version has none",
    `  ✓ native code from their packages only: ${always.join(", ")}; for models that take images: ${forImages.join(", ")}`,
    sandboxLine(sandbox, isSandboxed),
  ];
}

function sandboxLine(sandbox: WallReport["sandbox"], isSandboxed: boolean): string {
  if (isSandboxed)
    return "  ✓ sandbox (bubblewrap): no network, no other files, no other processes, also for native code";
  if (sandbox.state === "works")
    return "  – sandbox (bubblewrap, optional): works here; set READER_SANDBOX=bwrap to use it";
  return `  – sandbox (bubblewrap, optional): ${printable(sandbox.problem)}`;
}

/** What does not work; an optional engine that is not there is no fault. */
function faultyEngines({ parts }: Diagnosis): readonly EngineReport[] {
  return parts.flatMap(({ engines }) =>
    engines.filter(({ state, isOptional }) => state === "broken" || (state === "missing" && isOptional !== true)),
  );
}

function describe(diagnosis: FullDiagnosis): string {
  const style = stylerFor("stdout");
  const { cli, core, node, system } = diagnosis.versions;
  const missing = missingLines(diagnosis);
  const sections = [
    [style("bold", `reader ${cli}`), `  core ${core}, Node.js ${node}, ${system}`],
    ...(diagnosis.yours.length === 0 ? [] : [[style("bold", "Your handlers"), ...diagnosis.yours.map(userLine)]]),
    [style("bold", "Handlers and their engines"), ...packagesOf(diagnosis.parts).flatMap(packageLines)],
    [style("bold", "Walls around handlers"), ...wallLines(diagnosis.walls)],
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

/** Handlers of one package have the same engines, which are then said once. */
function packagesOf(parts: readonly PartReport[]): readonly (readonly PartReport[])[] {
  const names = [...new Set(parts.map((part) => part.package))];
  return names.map((name) => parts.filter((part) => part.package === name));
}

function packageLines(parts: readonly PartReport[]): readonly string[] {
  const engines = parts[0]?.isInstalled === true ? parts[0].engines : [];
  return [...parts.map(partLine), ...engines.map(engineLine)];
}

function partLine({ name, mediaTypes, isInstalled, ...home }: PartReport): string {
  const what = `${name}: ${mediaTypes.join(", ")}`;
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
    ...parts.filter(({ isInstalled }) => !isInstalled).map((part) => `  ${part.package}: npm install ${part.package}`),
    ...parts.flatMap(({ engines }) => engines.filter(({ state }) => state !== "loads").map(installLine)),
    ...(exactTokens.problem === undefined ? [] : [`  exact token counts (optional): ${exactTokens.problem}`]),
  ];
  return [...new Set(lines)];
}

function installLine({ name, state, isOptional }: EngineReport): string {
  if (state === "broken") return `  ${name}: install it again, npm install --force ${name}`;
  return `  ${name}${isOptional === true ? " (optional)" : ""}: npm install ${name}`;
}
