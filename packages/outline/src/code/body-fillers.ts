import type { GrammarName } from "../engine.ts";
import { blockRules } from "./body-rules.ts";
import type { Inside } from "./level.ts";

/** Characters of a head; what is longer is none. */
const maxHeadCharacters = 2000;

/** What stands before a bracket in its statement, the bracket included, as one line. */
export function headOf({ text, level, parent }: Inside): string {
  const { open } = level;
  if (parent.kind === "brackets" || open - parent.start > maxHeadCharacters) return "";
  return text
    .slice(parent.start, open + 1)
    .replace(/\/\/[^\r\n]*|\/\*[^]*?\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The head of a type, behind annotations with parameters of their own. */
const typeHead = /\b(?:class|struct|record|interface|enum|union|trait|namespace|module)\b[^()]*\{$|\)\s*:[^:]*\{$/;

/** A block of a function in a function, or of a statement in one. */
export const controlHead: RegExp =
  /^(?:\} )?(?:if|else|for|foreach|while|do|switch|try|catch|finally|using|lock|synchronized)\b/;

/** Bodies of functions, and blocks of statements inside of them, by the rules of their language. */
export function bodyFiller(grammar: GrammarName, anyHead: string): (inside: Inside) => string | undefined {
  const rules = blockRules[grammar];
  return (inside) => {
    if (rules === undefined || inside.level.kind === "brackets") return undefined;
    const head = headOf(inside);
    if (isBlock(inside, head)) return rules.isTelling(inside.inside, anyHead) ? undefined : "";
    const isBody = head !== "" && rules.isHead(head) && (inside.level.kind === "code" || !typeHead.test(head));
    return isBody && !rules.isTelling(inside.inside, head) ? "" : undefined;
  };
}

/** Whether brackets are around statements of another one in a function. */
function isBlock({ level, parent }: Inside, head: string): boolean {
  return parent.kind === "code" && level.kind === "code" && controlHead.test(head);
}

/** Bodies of functions, their parameters, and attributes, in languages that say the type of a parameter before its name. */
export function typedFiller(grammar: GrammarName, anyHead: string): (inside: Inside) => string | undefined {
  const inBody = bodyFiller(grammar, anyHead);
  return (inside) => {
    const bracket = inside.text.charAt(inside.level.open);
    if (bracket === "(") return parametersFiller(inside);
    return bracket === "[" && grammar === "c-sharp" ? attributeFiller(inside) : inBody(inside);
  };
}

/** Attributes begin where no value does. */
function attributeFiller({ text, level }: Inside): string | undefined {
  return /(?:^|[{};\](,])\s*$/.test(text.slice(Math.max(0, level.open - 80), level.open)) ? "a" : undefined;
}

/** Words before parentheses that hold no parameters, or that want something in them. */
const notParameters =
  /\b(?:if|for|foreach|while|switch|catch|using|lock|fixed|return|sizeof|typeof|decltype|alignas|alignof|noexcept|requires|defined|static_assert|when)\s*$|[^\w>)]\s*$/;

/** A type and a name, as no list of values begins. */
const parameters =
  /^\s*(?:\[[^\]]*\]\s*|(?:const|this|ref|out|in|params|final)\s+)*[\w:.]+(?:<[^();={}]*>)?[?[\]]*(?:\s+(?:const\b)?[\s*&]*|\s*[*&]+\s*(?:const\s+)?)[A-Za-z_][^;{}]*$/;

/** What stands for the parameters of functions, which only their signatures tell of: one, so that nothing takes it for a call. */
function parametersFiller({ text, inside, level }: Inside): string | undefined {
  if (!parameters.test(inside)) return undefined;
  return notParameters.test(text.slice(Math.max(0, level.open - 20), level.open)) ? undefined : "int a";
}
