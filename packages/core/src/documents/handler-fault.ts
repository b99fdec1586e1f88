import { ReadError, type ReadErrorDetails } from "../errors.ts";
import { errorData } from "../render/error-text.ts";
import { shortened } from "../render/words.ts";

/** Characters of one sentence of an error; more is a document. */
const maxSentenceCharacters = 2000;

/** Characters of the details as JSON. */
const maxDetailsCharacters = 20_000;

/**
 * Whatever a handler threw, as a `ReadError` of strings and data. Handlers throw `undefined`, objects whose members
 * throw, messages of megabytes: nothing of that may reach those who only want to show an error.
 */
export function handlerFault(thrown: unknown): ReadError {
  try {
    const { code, message, hint, details } = errorData(thrown);
    const facts = cleanDetails(details);
    const nameless = errorData(undefined);
    return new ReadError(code, sentence(message) ?? nameless.message, {
      hint: sentence(hint) ?? nameless.hint,
      ...(facts === undefined ? {} : { details: facts }),
    });
  } catch {
    const { code, message, hint } = errorData(undefined);
    return new ReadError(code, message, { hint });
  }
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
