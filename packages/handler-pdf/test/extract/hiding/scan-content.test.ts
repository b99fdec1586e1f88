import type { PDFPage } from "mupdf";
import { expect, test } from "vitest";
import { hidingRiskOf } from "../../../src/extract/hiding/hiding-risk.ts";
import { numbersBefore, numberWordsBefore, visitOperators } from "../../../src/extract/hiding/scan-content.ts";
import { scanContent, type ScanResources } from "../../../src/extract/hiding/scan-content.ts";
import { createScanState, type Finding } from "../../../src/extract/hiding/scan-state.ts";

const resources: ScanResources = { isTransparent: (name) => name === "Clear", scanForm: () => undefined };

function findingIn(content: string): Finding | undefined {
  const state = createScanState();
  scanContent(content, resources, state);
  return state.finding;
}

function operatorsIn(content: string): readonly string[] {
  const operators: string[] = [];
  visitOperators(content, (operator) => {
    operators.push(operator);
    return false;
  });
  return operators;
}

test.for<readonly [content: string, operators: readonly string[]]>([
  ["BT /F1 12 Tf (g f (nested) rg) Tj ET", ["BT", "Tf", "Tj", "ET"]],
  ["(escaped \\) g) ' (a) \"", ["'", '"']],
  ["<01AB f> Tj [<67> -5 (f)]TJ", ["Tj", "TJ"]],
  ["/Span<</MCID 0>>BDC f* W* n EMC", ["BDC", "f*", "W*", "n", "EMC"]],
  ["(never ends g f", []],
  ["<67", []],
  ["", []],
])("the operators of %s", ([content, operators]) => {
  expect(operatorsIn(content)).toEqual(operators);
});

test.for<readonly [content: string, finding: Finding | undefined]>([
  ["BT (black) Tj ET", undefined],
  ["1 g 0 0 500 500 re f 0 g (on white) Tj", undefined],
  ["(a) Tj 10 10 300 .5 re f", undefined],
  ["0 0 1 rg (blue) Tj 1 0 0 RG", undefined],
  ["/Opaque gs (seen) Tj", undefined],
  ["0 Tr (seen) Tj", undefined],
  ["0 0 100 100 re W n (seen) Tj", undefined],
  ["3 Tr (a) Tj", "mode"],
  ["7 Tr (a) Tj", "mode"],
  ["/Clear gs (a) Tj", "mode"],
  ["1 g (a) Tj", "colour"],
  ["1 1 1 rg [(a)] TJ", "colour"],
  ["0 0 0 0 k (a) '", "colour"],
  ["/Cs1 cs 1 1 1 scn (a) Tj", "colour"],
  ["1 g q 0 g Q (a) Tj", "colour"],
  ["0 0 .5 rg 0 0 300 20 re f (a) Tj", "colour"],
  ["(a) Tj 1 g 0 0 300 20 re f*", "cover"],
  ["(a) Tj 0 0 m 9 9 l 0 9 l h f", "cover"],
  ["0 0 0 0 re W n (a) Tj", "cover"],
  ["BT 72 600 Td (a) Tj ET 0 0 500 100 re f", undefined],
  ["BT 72 600 Td (a) Tj ET 0 590 500 30 re f", "cover"],
  ["BT 72 600 Td (a) Tj ET q .5 0 0 .5 0 0 cm 0 1180 500 60 re f Q", "cover"],
  ["BT 72 600 Td (a) Tj ET q .5 0 0 .5 0 0 cm 0 590 500 30 re f Q", undefined],
  ["BT 14 TL 72 614 Td (a) ' ET 0 590 500 14 re f", "cover"],
  ["BT 0 1 -1 0 300 100 Tm (upwards) Tj ET 0 590 500 30 re f", "cover"],
  ["0 0 500 100 re f BT 72 600 Td (black) Tj ET", undefined],
  ["q 0 0 500 100 re W n BT 72 600 Td (a) Tj ET Q", "cover"],
  ["q 0 0 500 100 re W n Q BT 72 600 Td (a) Tj ET", undefined],
  ["q 10 590 m 500 590 l 500 620 l 10 620 l h W* n BT 72 600 Td (a) Tj ET Q", undefined],
])("detects %s", ([content, finding]) => {
  expect(findingIn(content)).toBe(finding);
});

test("endlessly saved states do not take endless memory", () => {
  const state = createScanState();
  scanContent("q ".repeat(1_000_000), resources, state);
  expect(state.saved.length).toBeLessThan(2000);
});

test.for<readonly [words: string, numbers: readonly number[]]>([
  ["10 20.5", [10, 20.5]],
  ["-0.001 +.25", [-0.001, 0.25]],
  ["595.27559 841.88976", [595.27559, 841.88976]],
  ["0.1234567890123456789 1.", [0.123_456_789_012_345_68, 1]],
  ["7 1.2.3", [7, Number.NaN]],
  ["7 --5", [7, Number.NaN]],
  ["7 -", [7, Number.NaN]],
  ["7", [Number.NaN, 7]],
])("the numbers of %s are equal to those of JavaScript", ([words, numbers]) => {
  const content = `${words} `;
  expect(numbersBefore(content, content.length, 2)).toEqual(numbers);
});

test("a colour is the operands right before its operator", () => {
  expect(numberWordsBefore("/Cs1 cs 0 .5 1 ", 15)).toBe("0 .5 1");
  expect(numberWordsBefore("/Pattern ", 9)).toBe("");
});

test("a page whose annotations cannot be read gets the closer check", () => {
  const getObject = (): never => {
    throw new Error("damaged");
  };
  const content = { scanned: createScanState(), areImagesBehind: true };
  expect(hidingRiskOf({ getObject } as unknown as PDFPage, content)).toBe("any");
});
