import type { Handler } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import type { CreateHandlers } from "../../../torture/handlers.ts";

let earlier = "";
let isPoisoned = false;

/** A handler with three faults: one crash, one leak between documents, and one file that spoils all later answers. */
function planted(): Handler {
  return defineHandler({
    name: "planted",
    mediaTypes: ["application/x-planted"],
    sniff: (head) =>
      Buffer.from(head.subarray(0, 7)).toString("latin1") === "PLANTED" ? "application/x-planted" : undefined,
    async *read(source) {
      const content = new TextDecoder("latin1").decode(await source.bytes());
      const [size] = /(?<=^size=)\d+$/m.exec(content) as RegExpExecArray;
      if (content.length > 150) isPoisoned = true;
      yield text(content.includes("ÿ") ? `${content}${earlier}` : content);
      if (isPoisoned) yield text(`spoilt ${size}`);
      earlier = content;
    },
  });
}

export const createHandlers: CreateHandlers = () => ({ handlers: [planted()], close: async () => undefined });
