import { matchesAnyGlob } from "./glob.ts";
import { secretRules } from "./secret-files.ts";

/** A file or folder that is about to be read, after every link was followed. */
export interface PolicyFile {
  /** Absolute, in the form of the platform. */
  readonly realPath: string;
  /** Relative to the root that it lies in, with posix slashes. */
  readonly relativePath: string;
  /** The last segment of the real path. */
  readonly name: string;
  readonly kind: "file" | "directory";
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
 */
export function createPolicy(options: PolicyOptions = {}): Policy {
  const allow = (options.allow ?? []).map((glob) => glob.toLowerCase());
  const deny = (options.deny ?? []).map((glob) => glob.toLowerCase());
  return (file) => {
    if (file.kind === "directory") return allowed;
    const path = file.realPath.toLowerCase().split(/[/\\]/);
    if (matchesAnyGlob(deny, path)) return { allowed: false, reason: "the policy of this workspace denies it." };
    const copied = [...path.slice(0, -1), originalName(path.at(-1) ?? "")];
    const rule = secretRules.find(
      ({ files, except = [] }) => matchesAnyGlob(files, copied) && !matchesAnyGlob(except, copied),
    );
    if (rule === undefined || matchesAnyGlob(allow, path)) return allowed;
    return { allowed: false, reason: `it may hold ${rule.holds}.` };
  };
}

/** What an editor or a careful person copied the file from: `.env` for `.env~`, `#.env#` and `.env.bak`. */
function originalName(name: string): string {
  return name.replace(/^#(.+)#$/, "$1").replace(/(?:\.(?:bak|old|orig|save|swp|~\d+)|~)+$/, "") || name;
}
