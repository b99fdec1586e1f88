import { expect, test } from "vitest";
import { scanContent } from "../../../../src/extract/hiding/scan-content.ts";
import { createScanState, type Finding } from "../../../../src/extract/hiding/scan-state.ts";
import { run } from "./run.ts";

const states = { Clear: { fillAlpha: 0.05, endsText: true }, Opaque: { fillAlpha: 1, endsText: true } };

function findingOf(content: string): Finding | undefined {
  const { outcome } = run(`/F 10 Tf ${content}`, { states });
  return outcome.kind === "done" ? outcome.scanned.finding : expect.fail(outcome.kind);
}

function scanFinding(content: string): Finding | undefined {
  const state = createScanState();
  scanContent(content, { isTransparent: (name) => name === "Clear", scanForm: () => undefined }, state);
  return state.finding;
}

test.for<readonly [content: string, finding: Finding | undefined]>([
  ["BT (black) Tj ET", undefined],
  ["1 g 0 0 500 500 re f 0 g BT (on white) Tj ET", undefined],
  ["BT (a) Tj ET 10 10 300 .5 re f", undefined],
  ["/Opaque gs BT (seen) Tj ET", undefined],
  ["0 0 100 100 re W n BT (seen) Tj ET", undefined],
  ["BT 3 Tr (a) Tj ET", "mode"],
  ["/Clear gs BT (a) Tj ET", "mode"],
  ["1 g BT (a) Tj ET", "colour"],
  ["1 1 1 rg BT [(a)] TJ ET", "colour"],
  ["0 0 0 0 k BT (a) ' ET", "colour"],
  ["/Cs1 cs 1 1 1 scn BT (a) Tj ET", "colour"],
  ["1 g q 0 g Q BT (a) Tj ET", "colour"],
  ["0 0 .5 rg 0 0 300 20 re f BT (a) Tj ET", "colour"],
  ["BT (a) Tj ET 1 g 0 0 300 20 re f*", "cover"],
  ["BT (a) Tj ET 0 0 m 9 9 l 0 9 l h f", "cover"],
  ["0 0 0 0 re W n BT (a) Tj ET", "cover"],
  ["BT 72 600 Td (a) Tj ET 0 0 500 100 re f", undefined],
  ["BT 72 600 Td (a) Tj ET q .5 0 0 .5 0 0 cm 0 1180 500 60 re f Q", "cover"],
  ["BT 14 TL 72 614 Td (a) ' ET 0 590 500 14 re f", "cover"],
  ["BT 0 1 -1 0 300 100 Tm (upwards) Tj ET 0 590 500 30 re f", "cover"],
  ["q 0 0 500 100 re W n BT 72 600 Td (a) Tj ET Q", "cover"],
  ["q 0 0 500 100 re W n Q BT 72 600 Td (a) Tj ET", undefined],
])("%s hides text for both detectors", ([content, finding]) => {
  expect(findingOf(content)).toBe(finding);
  expect(scanFinding(content)).toBe(finding);
});

/** Only the pass over glyphs knows this: the letters of the font are half as wide as its size, which is 10. */
test.for<readonly [what: string, content: string, finding: Finding | undefined]>([
  ["an area right of where text ends", "BT 50 50 Td (ab) Tj ET 61 40 50 30 re f", undefined],
  ["an area that the text runs into", "BT 50 50 Td (ab) Tj ET 59 40 50 30 re f", "cover"],
  ["an area that text ran into before it went back", "BT 50 50 Td [(ab) 5000] TJ ET 59 40 50 30 re f", "cover"],
  ["an area left of the line, into which a list goes back", "BT 50 50 Td [5000 (ab)] TJ ET 0 40 9 30 re f", "cover"],
  ["an area where text is raised to", "BT 50 50 Td 60 Ts (ab) Tj ET 40 100 50 30 re f", "cover"],
  ["an area of the same colour further right", ".5 g 70 40 50 30 re f BT 50 50 Td (ab) Tj ET", undefined],
  ["an area of the same colour below the text", ".5 g 55 40 50 30 re f BT 50 50 Td (ab) Tj ET", "colour"],
  ["white text on a dark area", "0 .2 .5 rg 40 40 50 30 re f 1 g BT 50 50 Td (ab) Tj ET", undefined],
  ["white text on a picture", "q 90 0 0 90 0 0 cm /Picture Do Q 1 g BT 50 50 Td (ab) Tj ET", undefined],
  ["white text on a stencil", "q 90 0 0 90 0 0 cm /Stencil Do Q 1 g BT 50 50 Td (ab) Tj ET", "colour"],
  ["white text on a light area", ".9 g 40 40 50 30 re f 1 g BT 50 50 Td (ab) Tj ET", "colour"],
  ["white text that runs beyond a dark area", "0 g 40 40 19 30 re f 1 g BT 50 50 Td (ab) Tj ET", "colour"],
  ["white text that ran beyond it", "0 g 40 40 50 30 re f 1 g BT 50 50 Td [(abcdefghijk) 6000] TJ ET", "colour"],
  ["white text on white on dark", "0 g 0 0 90 90 re f 1 g 40 40 50 30 re f BT 50 50 Td (ab) Tj ET", "colour"],
  ["white text on a dark area that is blended", "/Blend gs 0 g 40 40 50 30 re f 1 g BT 50 50 Td (a) Tj ET", "colour"],
  ["white text on an area that is half transparent", "/Half gs 0 g 0 0 90 90 re f 1 g BT 50 50 Td (a) Tj ET", "colour"],
  ["text of a full tint", "/Ink cs 1 scn BT (a) Tj ET", undefined],
  ["text of no tint", "/Ink cs 0 scn BT (a) Tj ET", "colour"],
])("%s", ([, content, finding]) => {
  const half = { fillAlpha: 0.5, endsText: true };
  const { outcome } = run(`/F 10 Tf ${content}`, {
    states: { Blend: { isBlended: true, endsText: true }, Half: half },
  });
  expect(outcome).toMatchObject({ kind: "done", scanned: { finding } });
});

const picture = "q 50 0 0 30 40 40 cm /Picture Do Q";

test.for<readonly [what: string, content: string, areBehind: boolean]>([
  ["a picture below text", `${picture} BT 50 50 Td (ab) Tj ET`, true],
  ["a picture over text", `BT 50 50 Td (ab) Tj ET ${picture}`, false],
  ["a picture beside text", `BT 20 50 Td (ab) Tj ET ${picture}`, true],
  ["a picture that is cut off before it reaches text", `BT 80 50 Td (a) Tj ET 0 0 70 99 re W n ${picture}`, true],
  ["a stencil over text", "BT 50 50 Td (ab) Tj ET q 50 0 0 30 40 40 cm /Stencil Do Q", true],
  ["a picture over text that is turned", `BT 0 1 -1 0 300 100 Tm (ab) Tj ET ${picture}`, false],
])("%s is distinguished", ([, content, areBehind]) => {
  const { outcome } = run(`/F 10 Tf ${content}`);
  expect(outcome).toMatchObject({ kind: "done", areImagesBehind: areBehind });
});
