import type { GrammarName } from "../engine.ts";
import { countBrackets, matchEnd } from "./bracket-depth.ts";

/** Characters of a part that is parsed by itself; that many take some milliseconds. */
const minChunkCharacters = 60_000;

/** Characters of a part that counting brackets and quotes has not ended: it counts wrongly. */
const maxCountedCharacters = 150_000;

const carriageReturn = 0x0d;

/** What a line begins with that begins a part; a word alone may go on with what is above it. */
const opening = /(?!(?:else|catch|finally|while|where)\b)[A-Za-z_@#<$~[/]/y;

/** What everybody has in the first column, and nothing else there: whatever brackets say, these begin a part. */
const wordOpenings: Readonly<Record<GrammarName, RegExp>> = {
  bash: /(?:function[ \t]+[\w.:-]+|[\w.:-]+[ \t]*\(\))/y,
  go: /(?:func|type|var|const)\b/y,
  python: /(?:@|(?:async[ \t]+)?def\b|class\b)/y,
  ruby: /(?:class|module|def)\b/y,
  rust: /(?:#\[|(?:pub|impl|fn|mod|use|struct|enum|trait|unsafe)\b)/y,
};

const script = /(?:export|import|interface|declare|namespace)\b/y;

/** The same of languages that have other things there, too: behind a part that has become long, these begin the next. */
const sureOpenings: Readonly<Record<GrammarName, RegExp>> = {
  ...wordOpenings,
  typescript: script,
  tsx: script,
  javascript: script,
  java: /(?:package|import|public|abstract|final|class|interface|enum|record)\b/y,
  "c-sharp": /(?:namespace|using|public|internal|global)\b/y,
  php: /(?:namespace|use|class|interface|trait|abstract|final|function)\b/y,
  cpp: /(?:#[ \t]*include\b|namespace\b|extern[ \t]+")/y,
  css: /[.#@A-Za-z*]/y,
};

/**
 * Where a long text can be taken apart so that each part parses like a text of its own: before lines that begin in the
 * first column, behind an empty line or the end of a statement, outside of brackets, comments and texts of several
 * lines. A guess that errs to the safe side: whatever it misreads makes a part longer. The first one begins at 0.
 */
export function chunkStarts(text: string, grammar: GrammarName): readonly number[] {
  const starts = [0];
  let from = 0;
  let depthAt = countBrackets(text, grammar, from);
  let look = minChunkCharacters;
  for (let at = text.indexOf("\n", look); at >= 0; at = text.indexOf("\n", Math.max(at + 1, look))) {
    if (!isBehindEnd(text, at) || !isBegin(text, at + 1, beginsOf(grammar, at - from, depthAt?.(at) ?? 0))) continue;
    from = at + 1;
    starts.push(from);
    depthAt = countBrackets(text, grammar, from);
    look = at + minChunkCharacters;
  }
  return starts;
}

/** What begins another part behind one of so many characters, inside of so many brackets; undefined where nothing does. */
function beginsOf(grammar: GrammarName, length: number, depth: number): RegExp | undefined {
  const words = wordOpenings[grammar];
  if (depth === 0) return words ?? opening;
  if (length <= maxCountedCharacters) return undefined;
  return sureOpenings[grammar];
}

/** Whether a declaration may end before the end of a line. */
function isBehindEnd(text: string, lineEnd: number): boolean {
  const before = text.charAt(text.charCodeAt(lineEnd - 1) === carriageReturn ? lineEnd - 2 : lineEnd - 1);
  return before === "\n" || before === "}" || before === ";";
}

function isBegin(text: string, line: number, begins: RegExp | undefined): boolean {
  return begins !== undefined && matchEnd(text, line, begins) > 0;
}
