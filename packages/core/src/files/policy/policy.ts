import { plainName } from "./plain-name.ts";
import { secretRules } from "./secret-files.ts";

/** A path in lower case, split at its slashes. */
interface SplitPath {
  /** Shared by the files of a folder where possible, so that a matcher compares it with its globs once. */
  readonly folders: readonly string[];
  readonly name: string;
}

/**
 * Returns true if a glob matches the end of a path: `*.key` matches that name in any folder, `.aws/credentials` matches
 * that file in any folder called `.aws`. A glob that starts with `/` matches the whole path. `*` matches any characters
 * of a segment, `**` any number of segments; all other characters are literal. Globs are in lower case. Implemented
 * without regular expressions: compiling those of the default policy would add 3 ms to every start of a program.
 */
type GlobMatcher = (path: SplitPath) => boolean;

/** Compiles globs to match many paths. */
export function createGlobMatcher(globs: readonly string[]): GlobMatcher {
  const named = new Map<string, Glob[]>();
  const patterns: Glob[] = [];
  for (const each of globs.map(parseGlob)) {
    const { start, end } = each.segment;
    if (end === undefined) named.set(start, [...(named.get(start) ?? []), each]);
    else patterns.push(each);
  }
  let last: { readonly folders: readonly string[]; readonly patterns: readonly Glob[] } | undefined;
  const patternsFor = (folders: readonly string[]): readonly Glob[] => {
    if (last?.folders !== folders) last = { folders, patterns: patterns.filter((glob) => appliesIn(glob, folders)) };
    return last.patterns;
  };
  return ({ folders, name }) => {
    if (named.get(name)?.some((glob) => appliesIn(glob, folders)) === true) return true;
    return patternsFor(folders).some(({ segment }) => matchesSegment(segment, name));
  };
}

interface Glob {
  /** Matches the last segment. */
  readonly segment: Segment;
  /** Matches the folders that contain it. Absent if any folders match. */
  readonly folders: Folders | undefined;
}

/** Segments of folders; `undefined` represents `**`. */
type Folders = readonly (Segment | undefined)[];

/** Parses a glob. If it starts with `/`, its first folder is empty, as in an absolute path. */
function parseGlob(glob: string): Glob {
  const segments = glob.split("/");
  const segment = parseSegment(segments.pop() ?? "");
  if (segments.length === 0) return { segment, folders: undefined };
  const folders = segments[0] === "" ? segments : ["**", ...segments];
  return { segment, folders: folders.map((each) => (each === "**" ? undefined : parseSegment(each))) };
}

/** A segment of a glob, split at its stars. */
interface Segment {
  readonly start: string;
  readonly middle: readonly string[];
  /** Absent if the segment has no star. */
  readonly end: string | undefined;
}

function parseSegment(pattern: string): Segment {
  const [start = "", ...literals] = pattern.split("*");
  const end = literals.pop();
  return { start, middle: literals, end };
}

function matchesSegment({ start, middle, end }: Segment, name: string): boolean {
  if (end === undefined) return start === name;
  if (!name.startsWith(start) || !name.endsWith(end)) return false;
  // Matching each literal at its first occurrence leaves the most text for the following ones.
  let from = start.length;
  for (const literal of middle) {
    const at = name.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return name.length - end.length >= from;
}

/** True if a glob can match names in a folder. */
function appliesIn({ folders: wanted }: Glob, folders: readonly string[]): boolean {
  return wanted === undefined || matchesFrom({ wanted, folders }, 0, 0);
}

interface FolderMatch {
  readonly wanted: Folders;
  readonly folders: readonly string[];
}

function matchesFrom(match: FolderMatch, wantedAt: number, at: number): boolean {
  const { wanted, folders } = match;
  if (wantedAt === wanted.length) return at === folders.length;
  const segment = wanted[wantedAt];
  const folder = folders[at];
  if (segment === undefined) {
    for (let rest = at; rest <= folders.length; rest += 1) if (matchesFrom(match, wantedAt + 1, rest)) return true;
    return false;
  }
  return folder !== undefined && matchesSegment(segment, folder) && matchesFrom(match, wantedAt + 1, at + 1);
}

/** A file or folder to be read, with all links resolved. */
export interface PolicyFile {
  /** The absolute path in platform format. For a file inside an archive or document, followed by the inner path. */
  readonly realPath: string;
  /** The path relative to its root, with POSIX slashes. */
  readonly relativePath: string;
  /** The last segment of the real path. */
  readonly name: string;
  readonly kind: "file" | "directory";
  /** The path inside the archive or document, with POSIX slashes; absent for a file of the file system. */
  readonly member?: string;
}

/** The decision whether a file may be read; `reason` completes the sentence "… is not read: …". */
export type PolicyVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: string;
      /** One imperative sentence that replaces the default hint. */
      readonly hint?: string;
      /** True if the name alone denies the file, and its bytes allow it if they are a ZIP archive. */
      readonly unlessZip?: true;
    };

/** A verdict that denies a file. */
export type Denial = Extract<PolicyVerdict, { readonly allowed: false }>;

/** Decides whether a file or folder may be read, by its real path. Must not throw. */
export type Policy = (file: PolicyFile) => PolicyVerdict;

/** Changes to the default policy. */
export interface PolicyOptions {
  /** Globs of files to allow although a rule denies them, such as `.npmrc` or `config/*.key`. */
  readonly allow?: readonly string[];
  /** Globs of further files to deny. Overrides `allow`. */
  readonly deny?: readonly string[];
}

const allowed: PolicyVerdict = { allowed: true };

/** The default policy: denies files whose names are typical of secrets, and allows all others. */
export const defaultPolicy: Policy = createPolicy();

/**
 * Creates the default policy with changes. Globs match the end of the real path, ignoring case: `*.key` matches that
 * name in every folder, `.aws/credentials` that file in every `.aws`, and `/srv/app/.env` a single file. `*` and `**`
 * work as usual. A denied file is also denied as a copy (`.env (1)`), under a name that looks the same, and inside
 * archives.
 */
export function createPolicy(options: PolicyOptions = {}): Policy {
  const allow = (options.allow ?? []).map((glob) => glob.toLowerCase());
  const deny = (options.deny ?? []).map((glob) => glob.toLowerCase());
  const isAllowed = createGlobMatcher(allow);
  const isDenied = createGlobMatcher([...deny, ...deny.map(plainGlob)]);
  return (file) => {
    if (file.kind === "directory") return allowed;
    const paths = pathsOf(file);
    if (deny.length > 0 && [writtenPath(file), ...paths].some(isDenied))
      return { allowed: false, reason: "the policy of this workspace denies it." };
    const secret = secretOf(paths);
    if (secret === undefined || isAllowed(writtenPath(file))) return allowed;
    const { holds, unlessZip } = secret;
    return { allowed: false, reason: `it may contain ${holds}.`, ...(unlessZip === true ? { unlessZip } : {}) };
  };
}

function plainGlob(glob: string): string {
  return glob.split("/").map(plainName).join("/");
}

function writtenPath({ realPath }: PolicyFile): SplitPath {
  return splitPath(realPath.toLowerCase().split(/[/\\]/));
}

function splitPath(segments: readonly string[]): SplitPath {
  return { folders: segments.slice(0, -1), name: segments.at(-1) ?? "" };
}

/**
 * Returns the normalised paths to match against the rules: that of the file and those of the files it may be a copy of.
 * A member of an archive is also matched from the root of the archive: `etc/shadow` in a backup is `/etc/shadow`.
 */
function pathsOf({ realPath, member }: PolicyFile): readonly SplitPath[] {
  const nameStart = Math.max(realPath.lastIndexOf("/"), realPath.lastIndexOf("\\")) + 1;
  const folders = plainFolders(realPath.slice(0, nameStart));
  const names = namesOf(realPath.slice(nameStart));
  const paths = names.map((name) => ({ folders, name }));
  if (member === undefined) return paths;
  const inside = splitPath(["", ...member.split("/").map(plainName)]);
  return [...paths, ...names.map((name) => ({ folders: inside.folders, name }))];
}

let lastFolders: { readonly folder: string; readonly plain: readonly string[] } | undefined;

/** Returns the normalised folders of a path that ends with a slash. A search asks for many files of one folder in turn. */
function plainFolders(folder: string): readonly string[] {
  if (lastFolders?.folder !== folder) {
    lastFolders = { folder, plain: folder.split(/[/\\]/).slice(0, -1).map(plainName) };
  }
  return lastFolders.plain;
}

/** Maximum number of names whose originals are kept. */
const maxKeptNames = 1000;

let keptNames = new Map<string, readonly string[]>();

/** Returns the normalised name of a file and those of its originals. A search asks for each name twice or more. */
function namesOf(name: string): readonly string[] {
  let names = keptNames.get(name);
  if (names === undefined) {
    names = originalNames(plainName(name));
    if (keptNames.size === maxKeptNames) keptNames = new Map();
    keptNames.set(name, names);
  }
  return names;
}

/**
 * Returns the rule for the secret in a file, or `undefined` if it is not secret. A copy of a template is a template, too.
 */
function secretOf(paths: readonly SplitPath[]): Rule | undefined {
  const { isSecret: mayBeSecret, rules } = allRules();
  // Nearly all files end here.
  if (!paths.some(mayBeSecret)) return undefined;
  return rules.find(({ isSecret, isExcepted }) => paths.some(isSecret) && !paths.some(isExcepted));
}

interface Rule {
  readonly isSecret: GlobMatcher;
  readonly isExcepted: GlobMatcher;
  readonly holds: string;
  readonly unlessZip: true | undefined;
}

interface AllRules {
  /** Matches if any rule names the path. */
  readonly isSecret: GlobMatcher;
  readonly rules: readonly Rule[];
}

let builtRules: AllRules | undefined;

/** Compiles the rules when the first file is checked, so that a program that reads nothing starts faster. */
function allRules(): AllRules {
  builtRules ??= {
    isSecret: createGlobMatcher(secretRules.flatMap(({ files }) => files)),
    rules: secretRules.map(({ files, except = [], holds, unlessZip }) => ({
      isSecret: createGlobMatcher(files),
      isExcepted: createGlobMatcher(except),
      holds,
      unlessZip,
    })),
  };
  return builtRules;
}

/** Maximum number of copy marks to remove: `Copy of .env.bak (2)` has three. */
const maxRounds = 6;

/** Maximum length of a name in characters, which no file system exceeds. Some patterns take quadratic time. */
const maxCharacters = 255;

/**
 * Returns a name and the names that it may be a copy of, as editors, systems and people create them: `.env` for
 * `.env~`, `#.env#`, `.env.bak`, `.env.1`, `.env (1)`, `Copy of .env` and `.env - Copy (2)`; `credentials.json` for
 * `credentials (1).json` and `credentials_old.json`.
 */
function originalNames(name: string): readonly string[] {
  const names = [name];
  if (name.length > maxCharacters) return names;
  for (let last = name; names.length <= maxRounds;) {
    const original = withoutMark(last);
    if (original === last) break;
    names.push(original);
    last = original;
  }
  // Vim adds a leading dot to the name of its swap file, unless the name starts with one.
  if (/\.sw[a-p]$/.test(name)) names.push(...names.slice(1).map((each) => each.replace(/^\./, "")));
  return names;
}

function withoutMark(name: string): string {
  const unwrapped = name.replace(/^#(.+)#$/, "$1").replace(/^(?:\.#|~\$)(?=.)/, "");
  if (unwrapped !== name) return unwrapped;
  const copied = withoutCopyMark(name);
  if (copied !== name) return copied;
  // Checked after the marks before an extension, because `.txt` is also an end mark.
  for (const mark of endMarks) {
    const rest = name.replace(mark, "");
    if (rest !== name && rest !== ".") return rest;
  }
  return name;
}

const oldWords = "bak|backup|old|orig|original|save|saved|copy|prev|previous|tmp|temp";

/** Marks at the end of a whole name, each after at least one character. */
const endMarks: readonly RegExp[] = [
  /(?<=.)(?:\.?~\d*~?|~\d*)$/,
  /(?<=.)\.sw[a-p]$/,
  new RegExp(`(?<=.)[._-](?:${oldWords})\\d*$`),
  /(?<=.)\.(?:txt|dpkg-(?:old|dist|new|bak|tmp)|ucf-(?:old|dist|new)|rpm(?:save|orig|new)|pac(?:save|new|orig))$/,
  /(?<=.)\.\d{1,10}$/,
];

/** Words for a copy in the languages of operating systems. */
// cspell:disable
const copyWords =
  "copy|copie|copia|kopie|kopia|kopi|kopio|kopya|cópia|kópia|másolat|salinan|bản sao|копия|копія|" +
  "копие|αντίγραφο|コピー|のコピー|副本|的副本|拷贝|複本|复件|복사본|사본|สำเนา|नकल|עותק|نسخة|kopyası|clone|duplicate|" +
  "backup";
// cspell:enable

interface CopyMarks {
  /** Matches `copy of ` at the start of a name. */
  readonly front: RegExp;
  /** Matches ` copy 2`, ` - copy (2)`, `(2)` and a date at the end of a name or before its extension. */
  readonly end: RegExp;
}

let builtMarks: CopyMarks | undefined;

/** Compiles the patterns on first use, because most names do not need them. */
function copyMarks(): CopyMarks {
  if (builtMarks !== undefined) return builtMarks;
  const words = copyWords.split("|").map(plainName).join("|");
  const front = `^(?:${words})(?: ?\\(\\d+\\))?[ _-](?:(?:of|de|di|da|do|von|van|av|af|z)[ _-])?(?=.)`;
  const copied = `[ ._-]+(?:${words}|${oldWords})(?:[ _]?[(]?\\d{1,4}[)]?)?`;
  const numbered = "[ _]*[([]\\d{1,4}[)\\]]";
  const dated = "[ ._-](?:19|20)\\d\\d[._-]?\\d\\d[._-]?\\d\\d(?:[ ._t-]?\\d\\d[._h-]?\\d\\d(?:[._m-]?\\d\\d)?)?z?";
  builtMarks = {
    front: new RegExp(front),
    end: new RegExp(`(?<=.)(?:${copied}|${numbered}|${dated})(?=\\.[a-z0-9._-]+$|$)`),
  };
  return builtMarks;
}

/** Characters that every copy mark contains: a separator, or a bracket around a number. */
const mayHaveMark = /.[ _[(.-]/;

function withoutCopyMark(name: string): string {
  if (!mayHaveMark.test(name)) return name;
  const { front, end } = copyMarks();
  const rest = name.replace(front, "");
  return rest === name ? name.replace(end, "") : rest;
}
