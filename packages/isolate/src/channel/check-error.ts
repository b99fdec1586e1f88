import { readErrorCodes, type ReadErrorCode, type ReadErrorDetails } from "@reader/core/handler";
import type { PackedError } from "./messages.ts";
import { cleanJson, isCount, isObject, type Unknown } from "./plain.ts";

/** As a set: a name from elsewhere must not find what every object has. */
const codes: ReadonlySet<unknown> = new Set(readErrorCodes);

/** An error as a child sent it, checked; what is none is `other`, without words. */
export function checkError(value: unknown): PackedError {
  if (!isObject(value)) return unknownError;
  switch (value["kind"]) {
    case "read-error":
      return checkReadError(value) ?? unknownError;
    case "relayed":
      return isCount(value["call"]) ? { kind: "relayed", call: value["call"] } : unknownError;
    case "missing":
      return { kind: "missing", package: text(value["package"], 200) };
    case "limit":
      return { kind: "limit", name: limitName(value["name"]), actual: isCount(value["actual"]) ? value["actual"] : 0 };
    case "malformed":
      return { kind: "malformed" };
    default:
      return checkOther(value);
  }
}

const unknownError: PackedError = { kind: "other", name: "", message: "" };

function checkReadError(value: Unknown): PackedError | undefined {
  const { code, hint, details } = value;
  if (!isCode(code)) return undefined;
  const copy = isObject(details) ? checkDetails(details) : undefined;
  return {
    kind: "read-error",
    code,
    message: text(value["message"], 4000),
    ...(typeof hint === "string" ? { hint: text(hint, 4000) } : {}),
    ...(copy === undefined ? {} : { details: copy }),
  };
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";

/** What each fact behind an error must be. */
const facts: Readonly<Record<keyof ReadErrorDetails, (value: unknown) => boolean>> = {
  total: isNumber,
  unit: isText,
  limit: (value) =>
    isObject(value) && isText(value["name"]) && isNumber(value["value"]) && isNumber(value["actual"] ?? 0),
  mediaType: isText,
  package: isText,
  candidates: (value) => Array.isArray(value) && value.every(isText),
  line: isNumber,
  column: isNumber,
  target: isText,
  request: isObject,
  systemCode: isText,
  handler: (value) => isObject(value) && Object.values(value).every(isText),
  issues: (value) =>
    Array.isArray(value) && value.every((each) => isObject(each) && isText(each["field"]) && isText(each["problem"])),
};

/** The facts that are what they must be. */
function checkDetails(details: Unknown): ReadErrorDetails | undefined {
  const sound = Object.entries(facts).filter(
    ([name, isSound]) => Object.hasOwn(details, name) && isSound(details[name]),
  );
  return cleanJson(Object.fromEntries(sound.map(([name]) => [name, details[name]]))) as ReadErrorDetails | undefined;
}

function checkOther(value: Unknown): PackedError {
  const other = { kind: "other" as const, name: text(value["name"], 100), message: text(value["message"], 4000) };
  return typeof value["code"] === "string" ? { ...other, code: text(value["code"], 100) } : other;
}

function isCode(value: unknown): value is ReadErrorCode {
  return codes.has(value);
}

function limitName(value: unknown): "maxOutputBytes" | "maxEventBytes" {
  return value === "maxEventBytes" ? value : "maxOutputBytes";
}

function text(value: unknown, maxCharacters: number): string {
  return typeof value === "string" ? value.slice(0, maxCharacters) : "";
}
