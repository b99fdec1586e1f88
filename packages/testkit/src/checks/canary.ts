import { run } from "../run/drive.ts";
import { type Check, describeThrown } from "./check.ts";

/** Checks that the handler reads its canary. A process that cannot read it is replaced, so a wrong one costs every process. */
export const canaryCheck: Check = {
  title: "reads its canary",
  async violations({ handler, graceMs }) {
    const canary = await handler.canary?.();
    if (canary === undefined) return [];
    const { name, mediaType, bytes, text } = canary;
    const { events, error } = await run(handler, { name, bytes, graceMs });
    const content = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    return [
      ...(error === undefined ? [] : [`the canary ends with ${describeThrown(error)}`]),
      ...(content.includes(text) ? [] : [`the text of the canary does not include ${JSON.stringify(text)}`]),
      ...(handler.mediaTypes.includes(mediaType) ? [] : [`${mediaType} of the canary is not in mediaTypes`]),
    ];
  },
};
