import { defineHandler, type Handler, image as imageEvent } from "@reader/core/handler";

/** A handler that passes PNG images on. The real one needs native code. */
export const image: Handler = defineHandler({
  name: "image",
  mediaTypes: ["image/png"],
  async *read(source) {
    yield imageEvent("image/png", await source.bytes(), { widthPx: 1, heightPx: 1 });
  },
});
