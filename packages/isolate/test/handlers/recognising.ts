import type { Handler, Recogniser } from "@reader/core";
import type { Recognised, RecognisableImage } from "@reader/core/internal";

/** A handler that asks for the text of a picture and tells it; the file's name says how often. */
export function scanning(): Handler {
  return {
    specVersion: 1,
    name: "scanning",
    mediaTypes: [],
    async *read(_, { recognise }) {
      if (recognise === undefined) yield { type: "text", text: "nobody recognises\n" };
      const image = { data: new Uint8Array([1, 2, 3, 4, 5, 6]), widthPx: 3, heightPx: 2 };
      const recognised = await recognise?.(image);
      for (const { text } of recognised?.lines ?? []) yield { type: "text", text: `${text}\n` };
    },
  };
}

const box = { x0: 0, y0: 0, x1: 3, y1: 2 };

/** A recogniser that tells what it was given, and loops or breaks where that starts with a number for it. */
export function telling(): Recogniser {
  return {
    name: "telling",
    languages: [],
    async recognise({ data, widthPx, heightPx }: RecognisableImage): Promise<Recognised> {
      if (data[0] === 255) for (;;);
      if (data[0] === 254) process.exit(3);
      const text = `${widthPx}×${heightPx}: ${data.join(" ")}`;
      const lines = [{ text, confidence: 50, box, words: [] }];
      return Promise.resolve({ by: "Telling", lines, confidence: 50, turned: 0, skewDegrees: 0 });
    },
  };
}
