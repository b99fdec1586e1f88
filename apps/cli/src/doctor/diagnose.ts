import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadExactTokenCounter, type Handler } from "@reader/core";
import { findPackage, packageOf, type Package } from "./packages.ts";

/** A library that a part of the program stands on. */
export interface EngineReport {
  readonly name: string;
  readonly version?: string;
  readonly licence?: string;
  readonly state: "loads" | "missing" | "broken";
  /** Why it does not load. */
  readonly problem?: string;
}

/** A part of the program: the core, or a handler. */
export interface PartReport {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly licence: string;
  readonly mediaTypes: readonly string[];
  readonly engines: readonly EngineReport[];
}

/** What `reader doctor` found out. */
export interface Diagnosis {
  readonly versions: { readonly cli: string; readonly core: string; readonly node: string; readonly system: string };
  readonly parts: readonly PartReport[];
  /** Whether tokens can be counted exactly, and otherwise what to do for it. */
  readonly exactTokens: { readonly isAvailable: boolean; readonly problem?: string };
  /** Every package by its licence, both sorted. */
  readonly licences: Readonly<Record<string, readonly string[]>>;
}

/** Looks at everything that is installed, and loads every engine once. */
export async function diagnose(handlers: readonly Handler[]): Promise<Diagnosis> {
  const cli = packageOf(import.meta.url);
  const core = packageOf(locate("@reader/core"));
  const parts = [
    { name: "text", home: core, mediaTypes: ["text/*"] },
    ...handlers.map((handler) => ({ name: handler.name, home: homeOf(handler), mediaTypes: handler.mediaTypes })),
  ];
  const reports: PartReport[] = [];
  for (const part of parts) reports.push(await reportOf(part));
  return {
    versions: {
      cli: cli.version,
      core: core.version,
      node: process.versions.node,
      system: `${process.platform} ${process.arch}`,
    },
    parts: reports,
    exactTokens: await lookForExactTokens(),
    licences: licencesOf(cli, reports),
  };
}

/** The URL of a module, by its name or by itself. `import.meta.resolve` does not survive bundling. */
function locate(module: string): string {
  return URL.canParse(module) ? module : pathToFileURL(createRequire(import.meta.url).resolve(module)).href;
}

interface Part {
  readonly name: string;
  readonly home: Package | undefined;
  readonly mediaTypes: readonly string[];
}

/** The package that a handler comes from; undefined where it does not tell. */
function homeOf({ origin }: Handler): Package | undefined {
  return origin === undefined ? undefined : packageOf(locate(origin.module));
}

async function reportOf({ name, home, mediaTypes }: Part): Promise<PartReport> {
  const engines: EngineReport[] = [];
  const dependencies = home?.dependencies.filter((each) => !each.startsWith("@reader/")) ?? [];
  for (const each of dependencies) engines.push(await reportOfEngine(each, home?.folder ?? "."));
  const { name: packageName = "unknown", version = "unknown", licence = "unknown" } = home ?? {};
  return { name, package: packageName, version, licence, mediaTypes, engines };
}

/** Finds an engine from where it is used, and imports it. */
export async function reportOfEngine(name: string, from: string): Promise<EngineReport> {
  const found = findPackage(name, from);
  if (found === undefined) return { name, state: "missing", problem: "It is not installed." };
  const { version, licence, folder, entry } = found;
  try {
    await import(pathToFileURL(join(folder, entry)).href);
    return { name, version, licence, state: "loads" };
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    return { name, version, licence, state: "broken", problem };
  }
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
    ...parts.map(({ package: name, licence }) => ({ name, licence })),
    ...parts.flatMap(({ engines }) => engines.map(({ name, licence = "unknown" }) => ({ name, licence }))),
  ];
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  return Object.fromEntries(
    licences.map((licence) => {
      const names = packages.filter((each) => each.licence === licence).map(({ name }) => name);
      return [licence, [...new Set(names)].toSorted()];
    }),
  );
}
