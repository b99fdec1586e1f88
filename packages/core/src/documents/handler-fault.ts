import {
  ReadError,
  type FailedHandler,
  type ReadErrorCode,
  type ReadErrorData,
  type ReadErrorDetails,
} from "../contract/errors.ts";
import { errorData } from "../render/error-text.ts";
import { cleanTold, failedHandler, failureSubject, isBlamed, type HandlerAtWork } from "./failed-handler.ts";
import { shortened } from "../render/words.ts";

/** Characters of one sentence of an error; more is a document. */
const maxSentenceCharacters = 2000;

/** Characters of the details as JSON. */
const maxDetailsCharacters = 20_000;

/**
 * Whatever a handler threw, as a `ReadError` of strings and data that names the handler. Handlers throw `undefined`,
 * objects whose members throw, messages of megabytes: nothing of that may reach those who only want to show an error.
 */
export function handlerFault(thrown: unknown, atWork?: HandlerAtWork): ReadError {
  const nameless = errorData(undefined, atWork === undefined ? undefined : failureSubject(atWork));
  try {
    return faultOf(errorData(thrown, atWork === undefined ? undefined : failureSubject(atWork)), nameless, atWork);
  } catch {
    return faultOf(nameless, nameless, atWork);
  }
}

function faultOf(data: ReadErrorData, nameless: ReadErrorData, atWork: HandlerAtWork | undefined): ReadError {
  const { code, message, hint, details } = data;
  const facts = withHandler(code, cleanDetails(details), atWork);
  return new ReadError(code, sentence(message) ?? nameless.message, {
    hint: sentence(hint) ?? nameless.hint,
    ...(facts === undefined ? {} : { details: facts }),
  });
}

function withHandler(
  code: ReadErrorCode,
  details: ReadErrorDetails | undefined,
  atWork: HandlerAtWork | undefined,
): ReadErrorDetails | undefined {
  const { handler, ...others } = details ?? {};
  const failed = whoFailed(code, cleanTold(handler), atWork);
  if (details === undefined && failed === undefined) return undefined;
  return { ...others, ...(failed === undefined ? {} : { handler: failed }) };
}

/** The innermost handler is the one that failed: of those around it nothing is told, their versions neither. */
function whoFailed(
  code: ReadErrorCode,
  told: Partial<FailedHandler>,
  atWork: HandlerAtWork | undefined,
): FailedHandler | undefined {
  if (told.name !== undefined && told.byHand !== undefined) {
    return failedHandler(told.name === atWork?.handler.name ? atWork : undefined, told);
  }
  return atWork !== undefined && isBlamed(code) ? failedHandler(atWork, told) : undefined;
}

function sentence(words: unknown): string | undefined {
  if (typeof words !== "string" || words.trim() === "") return undefined;
  return shortened(words, maxSentenceCharacters);
}

/** The details as JSON holds them; they are facts for programs, which do without them where they are none. */
function cleanDetails(details: unknown): ReadErrorDetails | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  try {
    const json = JSON.stringify(details);
    return json.length > maxDetailsCharacters ? undefined : (JSON.parse(json) as ReadErrorDetails);
  } catch {
    return undefined;
  }
}
