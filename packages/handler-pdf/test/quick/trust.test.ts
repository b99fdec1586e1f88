import { expect, test } from "vitest";
import { createTrust } from "../../src/quick/trust/trust.ts";

function proven(): ReturnType<typeof createTrust> {
  const trust = createTrust();
  trust.tell("same");
  trust.tell("same");
  return trust;
}

test("the first pages of a document are read both ways, and the others without the engine once they were the same", () => {
  const trust = createTrust();
  expect(trust.next()).toBe("compare");
  trust.tell("same");
  expect(trust.next()).toBe("compare");
  trust.tell("same");
  expect(trust.next()).toBe("quick");
});

test("one page that is different ends it for the document", () => {
  const trust = proven();
  trust.tell("different");
  trust.tell("same");
  expect(trust.next()).toBe("engine");
});

test("a page is compared from time to time", () => {
  const trust = proven();
  const doings = Array.from({ length: 200 }, () => {
    const next = trust.next();
    trust.tell(next === "compare" ? "same" : "read");
    return next;
  });
  expect(doings.filter((doing) => doing === "compare")).toHaveLength(3);
});

test("pages that cannot be read without the engine end it only when they are many in a row", () => {
  const trust = proven();
  for (let page = 0; page < 100; page += 1) trust.tell(page % 4 === 0 ? "read" : "unreadable");
  expect(trust.next()).not.toBe("engine");
  for (let page = 0; page < 8; page += 1) trust.tell("unreadable");
  expect(trust.next()).toBe("engine");
});
