import { existsSync, readFileSync } from "node:fs";

/** A PDF of the corpus, as described by its manifests. */
export interface CorpusFile {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  readonly features: readonly string[];
  readonly password: string | undefined;
  /** The expected outcome of a hostile file. */
  readonly expectation: string;
}

const corpus = new URL("../../../../shared/corpus/", import.meta.url);

/** True if there is a corpus beside the checkout. Most machines have none. */
export const hasCorpus: boolean = existsSync(corpus);

if (!hasCorpus) process.stderr.write("There is no corpus beside this checkout: its tests are skipped.\n");

interface Entry {
  readonly file: string;
  readonly kind?: string | null;
  readonly features?: readonly string[];
  readonly password?: string;
  readonly expect?: unknown;
}

/** The real documents of type PDF. */
export function documentFiles(): readonly CorpusFile[] {
  if (!hasCorpus) return [];
  const entries = JSON.parse(readFileSync(new URL("documents/manifest.json", corpus), "utf8")) as readonly Entry[];
  return filesOf(
    "documents/",
    entries.filter(({ kind }) => kind === "pdf"),
  );
}

/** The hostile files that are PDF, or named so. */
export function hostileFiles(): readonly CorpusFile[] {
  if (!hasCorpus) return [];
  const lines = readFileSync(new URL("hostile/manifest.jsonl", corpus), "utf8").trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as Entry);
  return filesOf(
    "hostile/",
    entries.filter(({ file }) => /\.pdf$/i.test(file)),
  );
}

/** A manifest may prefix paths with its own folder. */
function filesOf(folder: string, entries: readonly Entry[]): readonly CorpusFile[] {
  return entries.flatMap((entry) => {
    const paths = [entry.file, entry.file.slice(entry.file.indexOf("/") + 1)];
    const url = paths
      .map((path) => new URL(encodeURI(folder + path).replaceAll("#", "%23"), corpus))
      .find((each) => existsSync(each));
    if (url === undefined) return [];
    return {
      name: entry.file,
      bytes: () => new Uint8Array(readFileSync(url)),
      features: entry.features ?? [],
      password: entry.password,
      expectation: typeof entry.expect === "string" ? entry.expect : "",
    };
  });
}
