import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Demands } from "./score/demanded-strings.ts";

/** A PDF of the corpus, as its manifest describes it. */
export interface CorpusDocument {
  readonly name: string;
  readonly path: string;
  readonly password?: string;
  readonly features: readonly string[];
  /** Strings that the upstream project's tests look for. */
  readonly demands?: Demands;
}

/** A document whose text is known. */
export interface KnownDocument {
  readonly name: string;
  readonly path: string;
  /** The Markdown that the upstream project, docling, has for it. */
  readonly reference: string;
}

/** The folder of the corpus. */
export const corpusFolder: string = fileURLToPath(new URL("../../../../shared/corpus/", import.meta.url));
const folder = `${corpusFolder}documents/`;

/** Whether there is a corpus beside the checkout; most machines have none. */
export const hasCorpus: boolean = existsSync(folder);

interface Entry {
  readonly file: string;
  readonly kind: string;
  readonly source: string;
  readonly password?: string;
  readonly features?: readonly string[];
  readonly ground_truth?: readonly string[];
  readonly expect?: { readonly must_include?: readonly string[]; readonly must_not_include?: readonly string[] };
}

/** The documents of the corpus of some kinds, such as `pdf`. */
export function corpusDocuments(kinds: readonly string[]): readonly CorpusDocument[] {
  return entriesOf(kinds).map(documentOf);
}

/** The documents of docling of some kinds that come with their Markdown. */
export function knownDocuments(kinds: readonly string[]): readonly KnownDocument[] {
  return entriesOf(kinds).flatMap(({ file, source, ground_truth: [reference] = [] }) =>
    source.includes("docling") && reference !== undefined
      ? [{ name: nameOf(file), path: pathOf(file), reference: readReference(pathOf(reference)) }]
      : [],
  );
}

function entriesOf(kinds: readonly string[]): readonly Entry[] {
  const entries = JSON.parse(readFileSync(`${folder}manifest.json`, "utf8")) as readonly Entry[];
  return entries.filter(({ kind, file }) => kinds.includes(kind) && existsSync(pathOf(file)));
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

function documentOf(entry: Entry): CorpusDocument {
  const { file, features = [], password, expect } = entry;
  return {
    name: nameOf(file),
    path: pathOf(file),
    features,
    ...(password === undefined ? {} : { password }),
    ...(expect === undefined
      ? {}
      : { demands: { mustInclude: expect.must_include ?? [], mustNotInclude: expect.must_not_include ?? [] } }),
  };
}

/** The manifest puts the name of its half before the path. */
function pathOf(file: string): string {
  return folder + file.replace(/^[^/]+\//u, "");
}

/** The Markdown as a reader sees it: without comments, such as docling's image placeholder, and with entities resolved. */
function readReference(path: string): string {
  return readFileSync(path, "utf8")
    .replace(/<!--.*?-->/gsu, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
