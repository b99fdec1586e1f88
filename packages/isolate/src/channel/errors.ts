import type { ReadErrorCode } from "@reader/core";
import { type ReadErrorDetails, readErrorCodes } from "@reader/core/internal";
import type { PackedError } from "./messages.ts";
import { cleanJson, isCount, isObject, type Unknown } from "./plain.ts";

/** Maximum length of a message, in characters. */
const maxMessageCharacters = 4000;

/** Matches Node's message for a package that was not found. */
const missingPackage = /Cannot find (?:package|module) '(@[\w.-]+\/[\w.-]+|[\w-][\w.-]*)/;

/** Converts a thrown value to data. Never throws. */
export function packError(error: unknown): PackedError {
  try {
    return pack(error);
  } catch {
    return { kind: "other", name: "", message: "" };
  }
}

function pack(error: unknown): PackedError {
  if (typeof error !== "object" || error === null) return { kind: "other", name: "", message: wordsOf(error) };
  const fields = error as Readonly<Record<string, unknown>>;
  if (fields["~reader"] === "ReadError") return packReadError(fields);
  const message = messageOf(fields);
  const code = typeof fields["code"] === "string" ? fields["code"].slice(0, 100) : undefined;
  const missing = code?.endsWith("MODULE_NOT_FOUND") === true ? missingPackage.exec(message)?.[1] : undefined;
  if (missing !== undefined) return { kind: "missing", package: missing };
  const other = { kind: "other" as const, name: wordsOf(fields["name"]), message };
  return code === undefined ? other : { ...other, code };
}

function packReadError(fields: Readonly<Record<string, unknown>>): PackedError {
  const { code, message, hint, details } = fields;
  const packed = {
    kind: "read-error",
    code,
    message: wordsOf(message),
    ...(typeof hint === "string" ? { hint: wordsOf(hint) } : {}),
    ...(details === undefined ? {} : { details }),
  };
  // Throws here, not when sent, if the details are cyclic. The receiver checks them.
  return JSON.parse(JSON.stringify(packed)) as PackedError;
}

function messageOf(fields: Readonly<Record<string, unknown>>): string {
  return deniedWords(fields) ?? wordsOf(fields["message"]);
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxMessageCharacters) : "";
}

/** Messages for handler authors about denied permissions of Node.js, by permission name. */
const refusals: Readonly<Record<string, string>> = {
  FileSystemRead: "A handler may read only the files of its package and of the packages that it depends on",
  FileSystemWrite: "A handler must not write files",
  ChildProcess: "A handler must not start programs",
  WorkerThreads: "A handler must not start threads",
  WASI: "A handler must not use WASI",
  Inspector: "A handler must not open a debugger",
  Net: "A handler must not use the network",
};

/**
 * Returns a message for an error of Node's permission model, or `undefined` for other errors. Node's own message
 * recommends flags that the user cannot set. Shows only the name of a file, because its folder may be private.
 */
function deniedWords({ code, permission, resource }: Readonly<Record<string, unknown>>): string | undefined {
  if (code !== "ERR_ACCESS_DENIED" || typeof permission !== "string") return undefined;
  const words = Object.hasOwn(refusals, permission) ? refusals[permission] : undefined;
  if (words === undefined || !permission.startsWith("FileSystem")) return words;
  const name = typeof resource === "string" ? resource.split(/[\\/]/).findLast((part) => part !== "") : undefined;
  return name === undefined ? words : `${words}, and it asked for ${name.slice(0, 80)}`;
}

/** A set, so that names such as `toString` are not found. */
const codes: ReadonlySet<unknown> = new Set(readErrorCodes);

/** Checks an error that a child sent. Anything else becomes `other` without a message. */
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

/** The type check of each error detail. */
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
  ended: isText,
  handler: (value) => isObject(value) && Object.values(value).every(isText),
  issues: (value) =>
    Array.isArray(value) && value.every((each) => isObject(each) && isText(each["field"]) && isText(each["problem"])),
};

/** Returns only the details of the right type. */
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
