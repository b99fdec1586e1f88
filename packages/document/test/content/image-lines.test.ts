import { image, text, type HandlerEvent } from "@reader/core/handler";
import { mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { withImageLines } from "../../src/content/image-event.ts";
import { greyPng } from "../support/grey-images.ts";

const context = mockContext();
const twenty = context.budget.maxImages;

async function* behindOneLine(count: number): AsyncGenerator<HandlerEvent> {
  yield text("before\n");
  for (let number = 1; number <= count; number += 1) yield image("image/png", greyPng, { alt: `photo ${number}` });
  yield text("after\n");
  yield image("image/png", greyPng, { alt: "last" });
}

async function lines(count: number, given = context): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const event of withImageLines(behindOneLine(count), given)) {
    if (event.type === "text") found.push(event.text);
  }
  return found;
}

test("as many images as an answer holds stand behind one line", async () => {
  expect(await lines(twenty)).toEqual(["before\n", "after\n"]);
});

test("those that the next answer begins with have a line to begin at", async () => {
  const more = [`[more images: photo ${twenty + 1}]\n`, `[more images: photo ${2 * twenty + 1}]\n`];
  expect(await lines(2 * twenty + 5)).toEqual(["before\n", ...more, "after\n"]);
});

test("where no image may be shown, no line is added", async () => {
  const budget = { ...context.budget, maxImages: 0 };
  expect(await lines(50, { ...context, budget })).toEqual(["before\n", "after\n"]);
});
