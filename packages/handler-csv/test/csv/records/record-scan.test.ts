import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonDialect, type Dialect } from "../../../src/csv/records/dialect.ts";
import { createRecordMachine, state, type State } from "../../../src/csv/records/record-machine.ts";
import { countRecords, countSlowly } from "../../../src/csv/records/record-scan.ts";

const dialects: readonly Dialect[] = [
  commonDialect,
  { ...commonDialect, delimiter: "\t" },
  { ...commonDialect, quote: "'" },
  { ...commonDialect, skipsBlanks: true },
  { ...commonDialect, escape: "backslash" },
];

const soup = fc.string({ unit: fc.constantFrom(",", "\t", '"', "'", "\n", "\r", " ", "\\", "a", "é"), maxLength: 400 });
/** Nothing is out of place here, so that the quick way is the one that is taken. */
const tidy = fc
  .array(fc.constantFrom('"a,b\n""c"', "plain", "", '""', '"\r\n"'), { maxLength: 60 })
  .map((fields) => fields.map((field, at) => field + (["\n", ",", "\r\n", ",", "\r"][at % 5] ?? "")).join(""));
const states = fc.constantFrom<State>(...Object.values(state));

describe("the quick count of records", () => {
  test.for(dialects.map((dialect) => [JSON.stringify(dialect), dialect] as const))(
    "is that of the byte-by-byte machine in the dialect %s, from every state",
    ([, dialect]) => {
      const machine = createRecordMachine(dialect);
      fc.assert(
        fc.property(fc.oneof(soup, tidy), states, (text, from) => {
          const bytes = new TextEncoder().encode(text);
          expect(countRecords(machine, bytes, from)).toEqual(countSlowly(machine, bytes, from));
        }),
        { seed: 3, numRuns: 2000 },
      );
    },
  );

  test("is the same wherever the bytes are divided", () => {
    const machine = createRecordMachine(commonDialect);
    fc.assert(
      fc.property(fc.oneof(soup, tidy), fc.nat(400), (text, at) => {
        const bytes = new TextEncoder().encode(text);
        const whole = countRecords(machine, bytes, state.recordStart);
        const first = countRecords(machine, bytes.subarray(0, at), state.recordStart);
        const second = countRecords(machine, bytes.subarray(at), first.state);
        expect({ starts: first.starts + second.starts, state: second.state }).toEqual(whole);
      }),
      { seed: 4, numRuns: 1000 },
    );
  });

  test("gets by a single mark that is out of place in a large piece", () => {
    const machine = createRecordMachine(commonDialect);
    const line = 'one,"two, or more",three\n';
    const text = `${line.repeat(10_000)}5" pipe,x,y\n${line.repeat(10_000)}`;
    const bytes = new TextEncoder().encode(text);
    expect(countRecords(machine, bytes, state.recordStart)).toEqual({ starts: 20_001, state: state.recordStart });
  });
});
