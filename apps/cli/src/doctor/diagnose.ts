import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadExactTokenCounter, type Handler } from "@reader/core";
import { findPackage, packageOf, type Package } from "./packages.ts";

/** A library that a part of the program depends on. */
export interface EngineReport {
  readonly name: string;
  readonly version?: string;
  readonly licence?: string;
  readonly state: "loads" | "missing" | "broken";
  /** Why it does not load. */
  readonly problem?: string;
  /** True if the part works without it, with fewer features. */
  readonly isOptional?: true;
  /** Its platform-specific libraries and their licences. */
  readonly brings?: Readonly<Record<string, string>>;
}

/** A part of the program: the core, or a handler. */
export interface PartReport {
  readonly name: string;
  readonly package: string;
  readonly isInstalled: boolean;
  readonly version: string;
  readonly licence: string;
  readonly mediaTypes: readonly string[];
  readonly engines: readonly EngineReport[];
  /** Why npm may have left it out, although this program depends on it. */
  readonly absence?: string;
  /** A package that reads the same files, and its licence. */
  readonly alternative?: Alternative;
  /** The package whose handler reads these files, so that this one is not used. */
  readonly unusedBecauseOf?: string;
}

/** A package that can be installed instead of another one. */
export interface Alternative {
  readonly package: string;
  readonly licence: string;
}

/** Returns the name and version of the runtime. Bun and Deno also name the version of Node.js that they are like. */
export function runtimeOf({ bun, deno, node }: Readonly<Record<string, string | undefined>>): string {
  if (bun !== undefined) return `Bun ${bun}`;
  return deno === undefined ? `Node.js ${node}` : `Deno ${deno}`;
}

/** The result of `reader doctor`. */
export interface Diagnosis {
  readonly versions: {
    readonly cli: string;
    readonly core: string;
    readonly node: string;
    /** The runtime with its version, such as `Bun 1.4.5`. */
    readonly runtime: string;
    readonly system: string;
  };
  readonly parts: readonly PartReport[];
  /** Whether exact token counting works, and if not, why. */
  readonly exactTokens: { readonly isAvailable: boolean; readonly problem?: string };
  /** Package names by licence, both sorted. */
  readonly licences: Readonly<Record<string, readonly string[]>>;
}

/** A handler or a helper of handlers. */
export type Diagnosable = Pick<Handler, "name" | "mediaTypes" | "origin"> &
  Pick<PartReport, "alternative" | "unusedBecauseOf">;

/** Inspects the installed packages, and loads every engine once. */
export async function diagnose(handlers: readonly Diagnosable[]): Promise<Diagnosis> {
  const cli = packageOf(import.meta.url);
  const core = packageOf(locate("@reader/core"));
  const text: Part = { name: "text", package: core.name, home: core, mediaTypes: ["text/*"] };
  const parts = [text, ...handlers.map(partOf)];
  const reports: PartReport[] = [];
  for (const part of parts) {
    // A handler that would not be used is not missing.
    if (part.home === undefined && part.unusedBecauseOf !== undefined) continue;
    reports.push({ ...(await reportOf(part)), ...absenceOf(part, cli) });
  }
  return {
    versions: {
      cli: cli.version,
      core: core.version,
      node: process.versions.node,
      runtime: runtimeOf(process.versions),
      system: `${process.platform} ${process.arch}`,
    },
    parts: reports,
    exactTokens: await lookForExactTokens(),
    licences: licencesOf(cli, reports),
  };
}

/**
 * The URL of a module, given its name or URL. A handler is found from the package of all handlers, which depends on it.
 * `import.meta.resolve` does not work in a bundle.
 */
function locate(module: string): string {
  if (URL.canParse(module)) return module;
  const program = createRequire(import.meta.url);
  try {
    return pathToFileURL(createRequire(program.resolve("@reader/handlers")).resolve(module)).href;
  } catch {
    return pathToFileURL(program.resolve(module)).href;
  }
}

interface Part extends Pick<PartReport, "alternative" | "unusedBecauseOf"> {
  readonly name: string;
  readonly package: string;
  /** Undefined if the package is not installed or unknown. */
  readonly home: Package | undefined;
  readonly mediaTypes: readonly string[];
}

function partOf({ name, mediaTypes, origin, alternative, unusedBecauseOf }: Diagnosable): Part {
  const home = origin === undefined ? undefined : homeOf(origin.module);
  return {
    name,
    package: home?.name ?? origin?.module ?? "unknown",
    home,
    mediaTypes,
    ...(alternative === undefined ? {} : { alternative }),
    ...(unusedBecauseOf === undefined ? {} : { unusedBecauseOf }),
  };
}

/** Returns the package of a module, or `undefined` if it is not installed. */
export function homeOf(module: string): Package | undefined {
  try {
    return packageOf(locate(module));
  } catch {
    return undefined;
  }
}

async function reportOf({ home, mediaTypes, ...names }: Part): Promise<PartReport> {
  const engines = home === undefined ? [] : eachOnce(await reportEngines(home));
  const { version = "unknown", licence = "unknown" } = home ?? {};
  return { ...names, isInstalled: home !== undefined, version, licence, mediaTypes, engines };
}

/** Several packages of a handler may use the same engine. It is optional only if it is to all of them. */
function eachOnce(engines: readonly EngineReport[]): readonly EngineReport[] {
  const found = new Map<string, EngineReport>();
  for (const engine of engines) {
    const key = `${engine.name} ${engine.version ?? ""}`;
    if (found.get(key)?.isOptional !== undefined || !found.has(key)) found.set(key, engine);
  }
  return [...found.values()];
}

/** An optional dependency that is not there was left out by npm, without a message. */
function absenceOf({ home, package: name }: Part, cli: Package): Pick<PartReport, "absence"> {
  if (home !== undefined || !cli.optionalDependencies.includes(name)) return {};
  return { absence: "npm leaves it out without a message with --omit=optional, or if its Node.js is older than 22.13" };
}

/** The engines of a package, including those of the packages of this project that it depends on. */
async function reportEngines({ dependencies, optional, folder }: Package): Promise<readonly EngineReport[]> {
  const engines: EngineReport[] = [];
  for (const name of dependencies) engines.push(...(await reportsOf(name, folder)));
  for (const name of optional) {
    for (const report of await reportsOf(name, folder)) engines.push({ ...report, isOptional: true });
  }
  return engines;
}

/** The report of one engine, or for a package of this project the reports of its engines. */
async function reportsOf(name: string, from: string): Promise<readonly EngineReport[]> {
  const own = name.startsWith("@reader/") ? findPackage(name, from) : undefined;
  return own === undefined ? [await reportOfEngine(name, from)] : reportEngines(own);
}

/** Finds an engine from the package that uses it, and imports it. */
export async function reportOfEngine(name: string, from: string): Promise<EngineReport> {
  const found = findPackage(name, from);
  if (found === undefined) return { name, state: "missing", problem: "It is not installed." };
  const { version, licence, folder, entry } = found;
  const brings = systemPartsOf(found);
  try {
    // Older packages omit the file extension, as `require` allows.
    await import(pathToFileURL(createRequire(import.meta.url).resolve(join(folder, entry))).href);
    return { name, version, licence, state: "loads", ...(Object.keys(brings).length === 0 ? {} : { brings }) };
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    return { name, version, licence, state: "broken", problem };
  }
}

function systemPartsOf({ optionalDependencies, folder }: Package): Readonly<Record<string, string>> {
  const found = optionalDependencies.map((name) => findPackage(name, folder)).filter((part) => part !== undefined);
  return Object.fromEntries(found.map(({ name, licence }) => [name, licence]));
}

async function lookForExactTokens(): Promise<Diagnosis["exactTokens"]> {
  try {
    await loadExactTokenCounter();
    return { isAvailable: true };
  } catch (cause) {
    return { isAvailable: false, problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

function licencesOf(cli: Package, parts: readonly PartReport[]): Diagnosis["licences"] {
  const packages = [
    { name: cli.name, licence: cli.licence },
    ...parts.filter(({ isInstalled }) => isInstalled).map(({ package: name, licence }) => ({ name, licence })),
    ...parts.flatMap(({ engines }) => engines.filter(isThere).flatMap(licencesOfEngine)),
  ];
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  return Object.fromEntries(
    licences.map((licence) => {
      const names = packages.filter((each) => each.licence === licence).map(({ name }) => name);
      return [licence, [...new Set(names)].toSorted()];
    }),
  );
}

function isThere({ state }: EngineReport): boolean {
  return state !== "missing";
}

function licencesOfEngine({ name, licence = "unknown", brings = {} }: EngineReport): readonly NamedLicence[] {
  return [{ name, licence }, ...Object.entries(brings).map(([part, own]) => ({ name: part, licence: own }))];
}

interface NamedLicence {
  readonly name: string;
  readonly licence: string;
}
