import { ownEntry } from "@reader/document/content";
import { escapeMath, functions } from "./characters.ts";
import { joined, joinedAll } from "./latex-join.ts";
import { fenced, optional } from "./latex-parts.ts";

/** A template whose slots are written as LaTeX. */
export interface WrittenTemplate {
  readonly selector: number;
  readonly variation: number;
  readonly slots: readonly string[];
  /** Characters after the slots, such as brackets or the sign of a sum. */
  readonly signs: readonly string[];
  /** True before MTEF 5, which numbers templates differently. */
  readonly isOld: boolean;
}

/** Converts a template to LaTeX. The content of the slots of an unknown one is kept. */
export function templateLatex(template: WrittenTemplate): string {
  const known = template.isOld ? upgradedTemplate(template) : template;
  const write = ownEntry(writers, String(known.selector));
  return write === undefined ? joinedAll(known.slots) : write(known);
}

/** Returns the scripts that a template adds to the base before it: `_`, `^`, both, or an empty string. */
export function scriptSigns(template: WrittenTemplate): string {
  const { selector, variation, slots } = template.isOld ? upgradedTemplate(template) : template;
  if (selector < selectors.subscript || selector > selectors.bothScripts || isSet(variation, 1)) return "";
  return (slot(slots, 0).trim() === "" ? "" : "_") + (slot(slots, 1).trim() === "" ? "" : "^");
}

type Write = (template: WrittenTemplate) => string;

/** The selectors of templates in MTEF 5. */
const selectors = {
  interval: 9,
  root: 10,
  fraction: 11,
  underBar: 12,
  overBar: 13,
  arrow: 14,
  integral: 15,
  integralOperator: 21,
  sumOperator: 22,
  limit: 23,
  brace: 24,
  bracket: 25,
  division: 26,
  subscript: 27,
  superscript: 28,
  bothScripts: 29,
  dirac: 30,
  vector: 31,
  tilde: 32,
  hat: 33,
  arc: 34,
  jointStatus: 35,
  strike: 36,
  box: 37,
} as const;

/** Brackets by selector. */
const brackets = ["⟨⟩", "()", "{}", "[]", "||", "‖‖", "⌊⌋", "⌈⌉", "⟦⟧"] as const;

/** Signs of large operators by selector. */
const operators: ReadonlyMap<number, string> = new Map([
  [16, "sum"],
  [17, "prod"],
  [18, "coprod"],
  [19, "bigcup"],
  [20, "bigcap"],
]);

const intervalSigns = "()[]";

const writers: Readonly<Record<string, Write | undefined>> = {
  ...Object.fromEntries(
    brackets.map((pair, selector) => [selector, (template: WrittenTemplate) => fence(pair, template)]),
  ),
  ...Object.fromEntries([...operators].map(([selector, name]) => [selector, operator(() => `\\${name}`)])),
  [selectors.interval]: interval,
  [selectors.root]: ({ slots }) => `\\sqrt${optional(slots[1])}{${slot(slots, 0)}}`,
  [selectors.fraction]: fraction,
  [selectors.underBar]: bar("underline"),
  [selectors.overBar]: bar("overline"),
  [selectors.arrow]: arrow,
  [selectors.integral]: operator(integralSign),
  [selectors.integralOperator]: operator(chosenSign),
  [selectors.sumOperator]: operator(chosenSign),
  [selectors.limit]: ({ slots }) => limits(slot(slots, 0), slot(slots, 1), slot(slots, 2)),
  [selectors.brace]: groupMark("brace"),
  [selectors.bracket]: groupMark("bracket"),
  [selectors.division]: ({ slots }) => `\\overset{${slot(slots, 1)}}{)\\overline{${slot(slots, 0)}}}`,
  [selectors.subscript]: scripts,
  [selectors.superscript]: scripts,
  [selectors.bothScripts]: scripts,
  [selectors.dirac]: dirac,
  [selectors.vector]: vector,
  [selectors.tilde]: ({ slots }) => accent("tilde", slot(slots, 0)),
  [selectors.hat]: ({ slots }) => accent("hat", slot(slots, 0)),
  [selectors.arc]: ({ slots }) => `\\overset{\\frown}{${slot(slots, 0)}}`,
  [selectors.strike]: strike,
  [selectors.box]: ({ variation, slots }) => (isSet(variation, 0x1e) ? `\\boxed{${slot(slots, 0)}}` : slot(slots, 0)),
};

function slot(slots: readonly string[], index: number): string {
  return slots[index] ?? "";
}

function isSet(variation: number, bits: number): boolean {
  return (variation & bits) === bits;
}

function fence(pair: string, { variation, slots }: WrittenTemplate): string {
  const begin = isSet(variation, 1) ? pair.charAt(0) : "";
  const end = isSet(variation, 2) ? pair.charAt(1) : "";
  return begin === "" && end === "" ? slot(slots, 0) : fenced(begin, slot(slots, 0), end);
}

/** Writes brackets that do not match, such as those of a half-open interval. */
function interval({ variation, slots }: WrittenTemplate): string {
  const begin = intervalSigns.charAt(variation & 3);
  return fenced(begin, slot(slots, 0), intervalSigns.charAt((variation >> 4) & 3));
}

function fraction({ variation, slots }: WrittenTemplate): string {
  if (isSet(variation, 2)) return joinedAll([slot(slots, 0), "/", slot(slots, 1)]);
  return `\\frac{${slot(slots, 0)}}{${slot(slots, 1)}}`;
}

function bar(command: string): Write {
  return ({ variation, slots }) => {
    const single = `\\${command}{${slot(slots, 0)}}`;
    return isSet(variation, 1) ? `\\${command}{${single}}` : single;
  };
}

/** Writes an arrow with content above and below it. */
function arrow({ variation, slots }: WrittenTemplate): string {
  const [above, below] = [slot(slots, 0), slot(slots, 1)];
  if ((variation & 3) === 0 && (variation & 0x30) !== 0x30) {
    return `\\x${isSet(variation, 0x10) ? "left" : "right"}arrow${optional(below)}{${above}}`;
  }
  const kinds = ["leftrightarrow", "rightleftarrows", "rightleftharpoons"] as const;
  const sign = `\\${kinds[variation & 3] ?? kinds[0]}`;
  const lower = below === "" ? sign : `\\underset{${below}}{${sign}}`;
  return above === "" ? lower : `\\overset{${above}}{${lower}}`;
}

/** Writes the scripts of a base that precedes them; those of a base that follows start with an empty one. */
function scripts({ variation, slots }: WrittenTemplate): string {
  const written = script("_", slot(slots, 0)) + script("^", slot(slots, 1));
  return isSet(variation, 1) && written !== "" ? `{}${written}` : written;
}

function script(sign: "_" | "^", latex: string): string {
  return latex.trim() === "" ? "" : `${sign}{${latex}}`;
}

/** Writes a large operator: its sign, its limits and its content. */
function operator(sign: Write): Write {
  return (template) => {
    const { slots } = template;
    const limited = sign(template) + script("_", slot(slots, 1)) + script("^", slot(slots, 2));
    return joined(limited, slot(slots, 0));
  };
}

/** Returns the sign that the author chose, a character or a slot after the others. */
function chosenSign({ slots, signs }: WrittenTemplate): string {
  const [sign = ""] = signs;
  return sign === "" ? slot(slots, 3) : escapeMath(sign);
}

/** Signs of one, two and three integrals without and with a loop. */
const integrals = ["int", "int", "iint", "iiint"] as const;
const contours = ["oint", "oint", "oiint", "oiiint"] as const;

function integralSign({ variation }: WrittenTemplate): string {
  const names = (variation & 0xc) === 0 ? integrals : contours;
  return `\\${names[variation & 3] ?? names[0]}`;
}

/** Writes content with something below and above it. Functions such as `lim` have limits. */
function limits(content: string, lower: string, upper: string): string {
  if ((content.startsWith("\\") && functions.has(content.slice(1))) || operatorName.test(content)) {
    return content + script("_", lower) + script("^", upper);
  }
  const under = lower === "" ? content : `\\underset{${lower}}{${content}}`;
  return upper === "" ? under : `\\overset{${upper}}{${under}}`;
}

const operatorName = /^\\(?:sum|prod|coprod|bigcup|bigcap|bigvee|bigwedge)$/;

/** Writes a brace or bracket over or under content, with its label. */
function groupMark(kind: string): Write {
  return ({ variation, slots }) => {
    const isAbove = isSet(variation, 1);
    const mark = `\\${isAbove ? "over" : "under"}${kind}{${slot(slots, 0)}}`;
    return mark + script(isAbove ? "^" : "_", slot(slots, 1));
  };
}

function dirac({ variation, slots }: WrittenTemplate): string {
  const left = isSet(variation, 1) ? ["\\langle", slot(slots, 0), "|"] : [];
  const right = isSet(variation, 2) ? [slots.at(-1) ?? "", "\\rangle"] : [];
  return joinedAll([...left, ...(left.length === 0 ? ["|"] : []), ...right]);
}

function vector({ variation, slots }: WrittenTemplate): string {
  const content = slot(slots, 0);
  const direction = ["right", "left", "right", "leftright"][variation & 3] ?? "right";
  const isUnder = isSet(variation, 4);
  if (isSet(variation, 8)) {
    return `\\${isUnder ? "underset" : "overset"}{\\${direction === "left" ? "left" : "right"}harpoonup}{${content}}`;
  }
  if (isUnder) return `\\under${direction}arrow{${content}}`;
  return direction === "right" && isSingle(content) ? `\\vec{${content}}` : `\\over${direction}arrow{${content}}`;
}

/** Writes an accent, wide above more than one character. */
function accent(command: string, content: string): string {
  return `\\${isSingle(content) ? "" : "wide"}${command}{${content}}`;
}

function isSingle(latex: string): boolean {
  return /^(?:.|\\[a-z]+)$/iu.test(latex);
}

function strike({ variation, slots }: WrittenTemplate): string {
  const kinds = ["cancel", "cancel", "bcancel", "xcancel"] as const;
  return `\\${kinds[(variation >> 1) & 3] ?? "cancel"}{${slot(slots, 0)}}`;
}

/** Converts the selector and variation of an older template to those of MTEF 5. */
function upgradedTemplate(template: WrittenTemplate): WrittenTemplate {
  const old = ownEntry(oldTemplates, String(template.selector));
  return old === undefined ? { ...template, selector: unknown } : { ...template, ...old(template) };
}

const unknown = -1;

/** Returns the fields that differ in MTEF 5. */
type Upgrade = (template: WrittenTemplate) => Partial<WrittenTemplate>;

/** Brackets: both, the left one, the right one. */
const oldFence: Upgrade = ({ selector, variation }) => ({ selector, variation: [3, 1, 2][variation] ?? 3 });

function upgrade(selector: number, ...variations: readonly number[]): Upgrade {
  return ({ variation }) => ({ selector, variation: variations[variation] ?? variation });
}

/** Superscript, subscript, both; their slots are those of MTEF 5. */
function oldScripts(precedes: number): Upgrade {
  return ({ variation }) => ({
    selector: [selectors.superscript, selectors.subscript][variation] ?? selectors.bothScripts,
    variation: precedes,
  });
}

/** Large operators for which the slots of limits precede that of the sign. */
const oldOperator: Upgrade = ({ slots }) => ({
  selector: selectors.limit,
  slots: [slot(slots, slots.length - 1), ...(slots.length > 2 ? slots.slice(0, 2) : [])],
});

const oldTemplates: Readonly<Record<string, Upgrade | undefined>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((selector) => [selector, oldFence])),
  8: () => ({ selector: selectors.interval, variation: 0x22 }),
  9: () => ({ selector: selectors.interval, variation: 0x33 }),
  10: () => ({ selector: selectors.interval, variation: 0x23 }),
  11: () => ({ selector: selectors.interval, variation: 0x12 }),
  12: () => ({ selector: selectors.interval, variation: 0x30 }),
  13: upgrade(selectors.root),
  14: upgrade(selectors.fraction, 0, 1),
  15: oldScripts(0),
  16: upgrade(selectors.underBar),
  17: upgrade(selectors.overBar),
  18: oldArrow(0x10),
  19: oldArrow(0x20),
  20: oldArrow(0x30),
  21: upgrade(selectors.integral, 1, 1, 1, 5, 5),
  22: upgrade(selectors.integral, 2, 2, 6, 6),
  23: upgrade(selectors.integral, 3, 3, 7, 7),
  24: upgrade(selectors.integral, 1, 1, 5),
  25: upgrade(selectors.integral, 6, 2),
  26: upgrade(selectors.integral, 7, 3),
  27: () => ({ selector: selectors.brace, variation: 1 }),
  28: () => ({ selector: selectors.brace, variation: 0 }),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [29 + index, upgrade(16 + (index >> 1))])),
  39: oldLimit,
  40: upgrade(selectors.division),
  41: () => ({ selector: selectors.fraction, variation: 2 }),
  42: oldOperator,
  43: oldOperator,
  44: oldScripts(1),
  45: upgrade(selectors.dirac, 3, 1, 2),
  46: upgrade(selectors.vector, 5, 6, 7),
  47: upgrade(selectors.vector, 1, 2, 3),
  48: () => ({ selector: selectors.box, variation: 0x1e }),
};

/** Arrows with a slot above or below. */
function oldArrow(direction: number): Upgrade {
  return ({ variation, slots }) => ({
    selector: selectors.arrow,
    variation: direction,
    slots: slots.length > 1 || variation === 0 ? slots : ["", slot(slots, 0)],
  });
}

/** Limits: above, below, both. */
function oldLimit({ variation, slots }: WrittenTemplate): Partial<WrittenTemplate> {
  const isUpperOnly = variation === 0 && slots.length === 2;
  return { selector: selectors.limit, slots: isUpperOnly ? [slot(slots, 0), "", slot(slots, 1)] : slots };
}
