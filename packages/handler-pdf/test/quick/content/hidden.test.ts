import { expect, test } from "vitest";
import { scanContent } from "../../../src/judge/scan-content.ts";
import { createScanState, type Finding } from "../../../src/judge/scan-state.ts";
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
])("%s hides text for both who look for it", ([content, finding]) => {
  expect(findingOf(content)).toBe(finding);
  expect(scanFinding(content)).toBe(finding);
});
