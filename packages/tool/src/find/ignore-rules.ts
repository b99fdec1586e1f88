import { parsePathGlob, type PathGlob } from "./path-glob.ts";

interface Rule {
  readonly glob: PathGlob;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

/** What the ignore files of one folder say. */
export interface IgnoreRules {
  /** Whether an entry below the folder is ignored; undefined where no rule is for it. `path` is relative to the folder. */
  verdict(path: string, kind: "file" | "directory"): "ignored" | "kept" | undefined;
}

/** Parses the lines of an ignore file, in the language of `gitignore(5)`: the last rule that matches decides. */
export function parseIgnoreFile(content: string): IgnoreRules {
  const rules = content.split("\n").flatMap(parseLine).toReversed();
  return {
    verdict(path, kind) {
      const rule = rules.find(
        ({ glob, isForFolders }) => (!isForFolders || kind === "directory") && glob.matches(path),
      );
      if (rule === undefined) return undefined;
      return rule.isNegated ? "kept" : "ignored";
    },
  };
}

function parseLine(raw: string): Rule[] {
  const line = raw.replace(/\r$/, "").replace(/(?<!\\)[ \t]+$/, "");
  if (line === "" || line.startsWith("#")) return [];
  const isNegated = line.startsWith("!");
  const pattern = isNegated ? line.slice(1) : line;
  const isForFolders = pattern.endsWith("/");
  const glob = isForFolders ? pattern.slice(0, -1) : pattern;
  return glob === "" ? [] : [{ glob: parsePathGlob(glob, false), isNegated, isForFolders }];
}

/** The rules that hold in a folder: its own, and those of the folders around it. */
export interface IgnoreScope {
  readonly rules: IgnoreRules;
  /** The folder that they are of, relative to the root; `""` for the root. */
  readonly folder: string;
  readonly outer: IgnoreScope | undefined;
}

/** Whether an entry is ignored: the nearest folder that has a rule for it decides. `path` is relative to the root. */
export function isIgnored(scope: IgnoreScope | undefined, path: string, kind: "file" | "directory"): boolean {
  for (let each = scope; each !== undefined; each = each.outer) {
    const inner = each.folder === "" ? path : path.slice(each.folder.length + 1);
    const verdict = each.rules.verdict(inner, kind);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}
