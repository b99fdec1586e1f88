import { ReadError } from "../contract/errors.ts";
import type { Call } from "./call.ts";
import { notice, type Notice } from "../contract/notices.ts";

/** A call for which nothing is recognised that is not known yet, and whether that was asked for. */
export interface DecliningCall {
  readonly call: Call;
  readonly wasAsked: () => boolean;
}

/** What is said of a document whose text is not known before it is recognised. */
export const notRecognised: Notice = notice(
  "What has to be recognised in pictures was not, to tell what it costs: that takes seconds a page. Read the file to have it done.",
);

/**
 * A call in which a document ends before the first picture whose text would have to be recognised: to tell of a scan
 * would take as long as to read it. What was recognised before is told.
 */
export function decliningRecognition(call: Call): DecliningCall {
  const given = call.state.recogniser();
  if (given === undefined) return { call, wasAsked: () => false };
  let asked = false;
  const recogniser = {
    ...given,
    recognise: (): Promise<never> => {
      asked = true;
      return Promise.reject(declined());
    },
  };
  return { call: { ...call, state: { ...call.state, recogniser: () => recogniser } }, wasAsked: () => asked };
}

/** `unit` tells that nobody else's page would fare better: the document ends here. */
function declined(): ReadError {
  return new ReadError("timed-out", "The text of this page is not recognised to tell of its document.", {
    hint: "Read the file to have its text recognised.",
    details: { unit: "page" },
  });
}
