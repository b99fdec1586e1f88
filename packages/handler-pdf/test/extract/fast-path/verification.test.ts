import { describe, expect, test } from "vitest";
import { createKind, isTrustedKind, kindNamed, type Kind } from "../../../src/extract/fast-path/verification.ts";
import { createVerification, type Verification } from "../../../src/extract/fast-path/verification.ts";

function proven(): Verification {
  const verification = createVerification();
  verification.report("same");
  verification.report("same");
  return verification;
}

/** Returns the decisions for pages that are all equal both ways. */
function decisionsOf(verification: Verification, pages: number): readonly string[] {
  return Array.from({ length: pages }, () => {
    const next = verification.next();
    if (next !== "engine") verification.report(next === "compare" ? "same" : "read");
    return next;
  });
}

/** A kind of which this many long documents were read. */
function kindAfter(documents: number): Kind {
  const kind = createKind();
  for (let index = 0; index < documents; index += 1) decisionsOf(createVerification({ kind }), 3);
  return kind;
}

test("the first pages of a document are read both ways, and the others by the fast path once they were equal", () => {
  expect(decisionsOf(createVerification(), 4)).toEqual(["compare", "compare", "fast", "fast"]);
});

test("one different page ends the fast path for the document", () => {
  const verification = proven();
  verification.report("different");
  verification.report("same");
  expect(verification.next()).toBe("engine");
});

test("pages are compared at growing intervals", () => {
  const decisions = decisionsOf(proven(), 1000);
  const places = decisions.flatMap((doing, place) => (doing === "compare" ? [place] : []));
  expect(places).toEqual([64, 321]);
});

test("unsupported pages end it only if there are many in a row", () => {
  const verification = proven();
  for (let page = 0; page < 100; page += 1) verification.report(page % 4 === 0 ? "read" : "unreadable");
  expect(verification.next()).not.toBe("engine");
  for (let page = 0; page < 8; page += 1) verification.report("unreadable");
  expect(verification.next()).toBe("engine");
});

describe("documents of one kind", () => {
  test("need no verification once pages of several were equal", () => {
    expect(isTrustedKind(kindAfter(2))).toBe(false);
    expect(decisionsOf(createVerification({ kind: kindAfter(3) }), 2)).toEqual(["fast", "fast"]);
  });

  test("are not trusted because of a single one, however long it is", () => {
    const kind = createKind();
    decisionsOf(createVerification({ kind }), 5000);
    expect(createVerification({ kind }).next()).toBe("compare");
  });

  test("are compared now and then, however short each is", () => {
    const kind = kindAfter(3);
    const decisions = Array.from({ length: 100 }, () =>
      decisionsOf(createVerification({ kind, isShort: true }), 4),
    ).flat();
    expect(decisions.filter((doing) => doing === "compare").length).toBeGreaterThan(3);
    expect(decisions.filter((doing) => doing === "fast").length).toBeGreaterThan(380);
  });

  test("are compared more rarely the more of them were equal, at last once in a thousand pages", () => {
    const kind = kindAfter(3);
    const decisions = Array.from({ length: 3000 }, () =>
      decisionsOf(createVerification({ kind, isShort: true }), 4),
    ).flat();
    const places = decisions.flatMap((doing, place) => (doing === "compare" ? [place] : []));
    expect(places.slice(0, 4)).toEqual([15, 48, 113, 242]);
    expect((places.at(-1) ?? 0) - (places.at(-2) ?? 0)).toBe(1025);
  });

  test("are compared sooner if they are long", () => {
    expect(decisionsOf(createVerification({ kind: kindAfter(3) }), 40)).toContain("compare");
  });

  test("must each be verified once one of them differed", () => {
    const kind = kindAfter(3);
    const believed = createVerification({ kind });
    createVerification({ kind }).report("different");
    expect(believed.next()).toBe("compare");
    expect(decisionsOf(createVerification({ kind }), 3)).toEqual(["compare", "compare", "fast"]);
    expect(decisionsOf(createVerification({ kind, isShort: true }), 3)).toEqual(["engine", "engine", "engine"]);
  });

  test("are read by the engine if they are short and few, and contribute one page each if they are many", () => {
    const kind = createKind();
    const decisions = Array.from({ length: 11 }, () =>
      decisionsOf(createVerification({ kind, isShort: true }), 2).join(" "),
    );
    expect(decisions.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => "engine engine"));
    expect(decisions.slice(3, 9)).toEqual([...Array.from({ length: 5 }, () => "compare engine"), "compare fast"]);
    expect(decisions.slice(9)).toEqual(["fast fast", "fast fast"]);
  });

  test("are known by name; a process keeps the most recent kinds", () => {
    const kind = kindNamed("kept");
    for (let index = 0; index < 99; index += 1) kindNamed(`other ${index}`);
    expect(kindNamed("kept")).toBe(kind);
    for (let index = 0; index < 100; index += 1) kindNamed(`further ${index}`);
    expect(kindNamed("kept")).not.toBe(kind);
  });
});
