import {
  ReadError,
  type FailedHandler,
  type ReadErrorCode,
  type ReadErrorData,
  type ReadErrorDetails,
} from "../contract/errors.ts";
import { errorData } from "../render/error-text.ts";
import { cleanFailedHandler, failedHandler, failureSubject, isBlamed, type HandlerAtWork } from "./failed-handler.ts";
import { shortened } from "../render/words.ts";

/** Maximum length of a sentence in an error, in characters. */
const maxSentenceCharacters = 2000;

/** Maximum length of the details as JSON, in characters. */
const maxDetailsCharacters = 20_000;

/**
 * Converts any value that a handler threw to a `ReadError` of strings and data that names the handler. Handlers throw
 * `undefined`, objects with throwing members and messages of megabytes; none of these may reach code that only displays
 * an error.
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
  const failed = whoFailed(code, cleanFailedHandler(handler), atWork);
  if (details === undefined && failed === undefined) return undefined;
  return { ...others, ...(failed === undefined ? {} : { handler: failed }) };
}

/**
 * Returns the handler that failed, which is the innermost one. The handlers around it and their versions are not
 * reported.
 */
function whoFailed(
  code: ReadErrorCode,
  reported: Partial<FailedHandler>,
  atWork: HandlerAtWork | undefined,
): FailedHandler | undefined {
  if (reported.name !== undefined && reported.byHand !== undefined) {
    return failedHandler(reported.name === atWork?.handler.name ? atWork : undefined, reported);
  }
  return atWork !== undefined && isBlamed(code) ? failedHandler(atWork, reported) : undefined;
}

function sentence(words: unknown): string | undefined {
  if (typeof words !== "string" || words.trim() === "") return undefined;
  return shortened(words, maxSentenceCharacters);
}

/** Returns the details as JSON data, or `undefined` if they have no JSON form. They are optional facts for programs. */
function cleanDetails(details: unknown): ReadErrorDetails | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  try {
    const json = JSON.stringify(details);
    return json.length > maxDetailsCharacters ? undefined : (JSON.parse(json) as ReadErrorDetails);
  } catch {
    return undefined;
  }
}
