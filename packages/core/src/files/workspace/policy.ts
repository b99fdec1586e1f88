import { createGlobMatcher, type GlobMatcher } from "./glob.ts";
import { originalNames } from "./original-names.ts";
import { plainName } from "./plain-name.ts";
import { secretRules } from "./secret-files.ts";

/** A file or folder that is about to be read, after every link was followed. */
export interface PolicyFile {
  /** Absolute, in the form of the platform. A file inside an archive or a document continues the path of that. */
  readonly realPath: string;
  /** Relative to the root that it lies in, with posix slashes. */
  readonly relativePath: string;
  /** The last segment of the real path. */
  readonly name: string;
  readonly kind: "file" | "directory";
  /** The path inside the archive or document, with posix slashes; absent for a file of the file system. */
  readonly member?: string;
}

/** Whether a file may be read; `reason` completes the sentence "… is not read: …". */
export type PolicyVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: string;
      /** One imperative sentence in place of the usual one. */
      readonly hint?: string;
    };

/** Decides about every file and folder, on the place where it really lies. Must not throw. */
export type Policy = (file: PolicyFile) => PolicyVerdict;

/** What is changed about the default policy. */
export interface PolicyOptions {
  /** Globs of files that are read although a rule denies them, such as `.npmrc` or `config/*.key`. */
  readonly allow?: readonly string[];
  /** Globs of further files that are not read. A file that is in both lists is not read. */
  readonly deny?: readonly string[];
}

const allowed: PolicyVerdict = { allowed: true };

/** The policy where nobody says otherwise: files that hold secrets by their name are denied, all else is read. */
export const defaultPolicy: Policy = createPolicy();

/**
 * The default policy with changes. Globs match the end of the real path without regard to case: `*.key` that name in
 * every folder, `.aws/credentials` that file in every `.aws`, `/srv/app/.env` one file alone; `*` and `**` as usual.
 * What is denied is also denied as a copy (`.env (1)`), under a name that looks the same, and inside of archives.
 */
export function createPolicy(options: PolicyOptions = {}): Policy {
  const allow = (options.allow ?? []).map((glob) => glob.toLowerCase());
  const deny = (options.deny ?? []).map((glob) => glob.toLowerCase());
  const isAllowed = createGlobMatcher(allow);
  const isDenied = createGlobMatcher([...deny, ...deny.map(plainGlob)]);
  return (file) => {
    if (file.kind === "directory") return allowed;
    const written = file.realPath.toLowerCase().split(/[/\\]/);
    const paths = pathsOf(file);
    if ([written, ...paths].some(isDenied))
      return { allowed: false, reason: "the policy of this workspace denies it." };
    const holds = secretOf(paths);
    if (holds === undefined || isAllowed(written)) return allowed;
    return { allowed: false, reason: `it may hold ${holds}.` };
  };
}

function plainGlob(glob: string): string {
  return glob.split("/").map(plainName).join("/");
}

type Path = readonly string[];

/**
 * The paths under which a file is looked for in the rules, in plain names: its own and those of what it may be a copy
 * of. A member of an archive also counts from the root of the archive: `etc/shadow` in a backup is `/etc/shadow`.
 */
function pathsOf({ realPath, member }: PolicyFile): readonly Path[] {
  const segments = realPath.split(/[/\\]/).map(plainName);
  const inside = member === undefined ? [] : ["", ...member.split("/").map(plainName)];
  const names = originalNames(segments.at(-1) ?? "");
  const starts = member === undefined ? [segments] : [segments, inside];
  return starts.flatMap((path) => names.map((name) => [...path.slice(0, -1), name]));
}

/** What a file holds; undefined for one that is no secret. A template stays one as a copy. */
function secretOf(paths: readonly Path[]): string | undefined {
  const { isSecret: mayBeSecret, rules } = allRules();
  // Nearly all files end here.
  if (!paths.some(mayBeSecret)) return undefined;
  return rules.find(({ isSecret, isExcepted }) => paths.some(isSecret) && !paths.some(isExcepted))?.holds;
}

interface Rule {
  readonly isSecret: GlobMatcher;
  readonly isExcepted: GlobMatcher;
  readonly holds: string;
}

interface AllRules {
  /** Whether any rule names it. */
  readonly isSecret: GlobMatcher;
  readonly rules: readonly Rule[];
}

let builtRules: AllRules | undefined;

/** Prepared when the first file is asked about, so that a program that reads none starts without. */
function allRules(): AllRules {
  builtRules ??= {
    isSecret: createGlobMatcher(secretRules.flatMap(({ files }) => files)),
    rules: secretRules.map(({ files, except = [], holds }) => ({
      isSecret: createGlobMatcher(files),
      isExcepted: createGlobMatcher(except),
      holds,
    })),
  };
  return builtRules;
}
