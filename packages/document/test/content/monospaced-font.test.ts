import { expect, test } from "vitest";
import { isMonospacedFont } from "../../src/content/monospaced-font.ts";

test.for([
  "Courier New",
  "CourierNewPSMT",
  "CourierNewPS-BoldMT",
  "DejaVu Sans Mono",
  "JetBrainsMono-Regular",
  "liberation mono",
  "Lucida Sans Typewriter",
  "Consolas",
])("%s is monospaced", (name) => {
  expect(isMonospacedFont(name)).toBe(true);
});

test.for(["American Typewriter", "Kimono", "Monotype Corsiva", "Source Sans Pro", "MS Gothic"])(
  "%s is not monospaced",
  (name) => {
    expect(isMonospacedFont(name)).toBe(false);
  },
);
