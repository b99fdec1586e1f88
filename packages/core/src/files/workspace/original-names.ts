import { plainName } from "./plain-name.ts";

/** Rounds in which marks of copies are removed: `Copy of .env.bak (2)` has three. */
const maxRounds = 6;

/** Characters of a name, which no file system exceeds. Patterns take the square of their number in time. */
const maxCharacters = 255;

/**
 * A plain name and what it may be a copy of, as editors, systems and careful people make them: `.env` for `.env~`,
 * `#.env#`, `.env.bak`, `.env.1`, `.env (1)`, `Copy of .env` and `.env - Copy (2)`, `credentials.json` for
 * `credentials (1).json` and `credentials_old.json`.
 */
export function originalNames(name: string): readonly string[] {
  const names = [name];
  if (name.length > maxCharacters) return names;
  for (let last = name; names.length <= maxRounds;) {
    const original = withoutMark(last);
    if (original === last) break;
    names.push(original);
    last = original;
  }
  // Vim puts a dot in front of the name of its swap file, unless the name starts with one.
  if (/\.sw[a-p]$/.test(name)) names.push(...names.slice(1).map((each) => each.replace(/^\./, "")));
  return names;
}

function withoutMark(name: string): string {
  const unwrapped = name.replace(/^#(.+)#$/, "$1").replace(/^(?:\.#|~\$)(?=.)/, "");
  if (unwrapped !== name) return unwrapped;
  const copied = withoutCopyMark(name);
  if (copied !== name) return copied;
  // After the marks that stand in front of an extension, because `.txt` is one.
  for (const mark of endMarks) {
    const rest = name.replace(mark, "");
    if (rest !== name && rest !== ".") return rest;
  }
  return name;
}

const oldWords = "bak|backup|old|orig|original|save|saved|copy|prev|previous|tmp|temp";

/** Marks at the end of a whole name, each behind something. */
const endMarks: readonly RegExp[] = [
  /(?<=.)(?:\.?~\d*~?|~\d*)$/,
  /(?<=.)\.sw[a-p]$/,
  new RegExp(`(?<=.)[._-](?:${oldWords})\\d*$`),
  /(?<=.)\.(?:txt|dpkg-(?:old|dist|new|bak|tmp)|ucf-(?:old|dist|new)|rpm(?:save|orig|new)|pac(?:save|new|orig))$/,
  /(?<=.)\.\d{1,10}$/,
];

/** What systems call a copy, in the languages that they are used in. */
const copyWords =
  "copy|copie|copia|kopie|kopia|kopi|kopio|kopya|cópia|kópia|másolat|salinan|bản sao|копия|копія|" +
  "копие|αντίγραφο|コピー|のコピー|副本|的副本|拷贝|複本|复件|복사본|사본|สำเนา|नकल|עותק|نسخة|kopyası|clone|duplicate|" +
  "backup";

interface CopyMarks {
  /** `copy of ` in front of a name. */
  readonly front: RegExp;
  /** ` copy 2`, ` - copy (2)`, `(2)` and a date at the end of a name or in front of its extension. */
  readonly end: RegExp;
}

let builtMarks: CopyMarks | undefined;

/** Compiled when a name first comes this far, because most do not. */
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

/** Characters without which no mark of a copy stands in a name: a separator in it, a number in brackets. */
const mayHaveMark = /.[ _[(.-]/;

function withoutCopyMark(name: string): string {
  if (!mayHaveMark.test(name)) return name;
  const { front, end } = copyMarks();
  const rest = name.replace(front, "");
  return rest === name ? name.replace(end, "") : rest;
}
