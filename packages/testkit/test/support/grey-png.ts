import { Buffer } from "node:buffer";

/** A grey PNG of 8 by 8 pixels. */
export const greyPng: Uint8Array = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAD0lEQVQI12NoAAMGEhgAXfgQAWwfYCoAAAAASUVORK5CYII=",
    "base64",
  ),
);
