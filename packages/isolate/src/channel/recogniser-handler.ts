import { defineHandler, type Handler, type Recogniser } from "@reader/core/handler";

/** A recogniser as a handler, so that it runs where handlers run: the one event is the JSON of what it recognised. */
export function recogniserHandler({ name, recognise }: Pick<Recogniser, "name" | "recognise">): Handler {
  return defineHandler({
    name,
    mediaTypes: [],
    async *read(source, { select = "{}", signal }) {
      const { widthPx, heightPx } = JSON.parse(select) as { readonly widthPx: number; readonly heightPx: number };
      const image = { data: await source.bytes(), widthPx, heightPx };
      yield { type: "text", text: JSON.stringify(await recognise(image, { signal })) };
    },
  });
}

/** Whether a factory has made a recogniser. */
export function isRecogniser(value: unknown): value is Pick<Recogniser, "name" | "recognise"> {
  return typeof value === "object" && value !== null && "recognise" in value && typeof value.recognise === "function";
}
