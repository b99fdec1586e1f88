import { adjective, capital, noun, pick, type Random, randomNumbers, sentence } from "../prints/random-words.ts";
import type { Table } from "../score/table-similarity.ts";

/** How rules show a table: around all cells, above and below the heads and at the end, below each row, or not at all. */
export const borders = ["grid", "frame", "rows", "none"] as const;
export type Borders = (typeof borders)[number];

/** A document with one table between paragraphs, made for a test. */
export interface TabledDocument {
  readonly name: string;
  readonly title: string;
  readonly paragraphs: readonly [above: string, below: string];
  readonly borders: Borders;
  readonly table: MadeTable;
}

/** A table whose cells are known. */
export interface MadeTable {
  readonly columns: readonly MadeColumn[];
  /** Lines of heads; the last one has a head for each column. */
  readonly heads: readonly (readonly MadeHead[])[];
  readonly rows: readonly MadeRow[];
  /** Lines right below the table, which are not in it. */
  readonly notes: readonly string[];
}

export interface MadeColumn {
  /** Width in percent of the text's width. */
  readonly width: number;
  readonly isNumeric: boolean;
}

export interface MadeHead {
  readonly text: string;
  /** Number of columns. */
  readonly span: number;
}

export interface MadeRow {
  /** One cell for each column; only the first one in a row that is the title of those below. */
  readonly cells: readonly string[];
  readonly isBold: boolean;
}

/** Returns the cells of a table as a reader should give them: a head over several columns is repeated in each. */
export function cellsOfTable({ columns, heads, rows }: MadeTable): Table {
  const spread = heads.map((line) => line.flatMap(({ text, span }) => Array.from({ length: span }, () => text)));
  return [...spread, ...rows.map(({ cells }) => columns.map((_, at) => cells[at] ?? ""))];
}

const makers: Readonly<Record<string, (random: Random) => MadeTable>> = {
  counts,
  accounts,
  programmes,
  survey,
  register,
};

/** Returns a document for each kind of table with each kind of rules, the same ones each time. */
export function tabledDocuments(): readonly TabledDocument[] {
  return Object.entries(makers).flatMap(([kind, make], at) =>
    borders.map((each, index) => {
      const random = randomNumbers(101 + 10 * at + index);
      return {
        name: `${kind}-${each}`,
        title: `Table ${1 + random(20)}. ${capital(adjective(random))} ${noun(random)} by ${noun(random)}`,
        paragraphs: [text(4, random), text(3, random)],
        borders: each,
        table: make(random),
      };
    }),
  );
}

/** Shares and numbers of two years, in groups with totals, as in statistics. */
function counts(random: Random): MadeTable {
  const groups = Array.from({ length: 3 }, () => [
    row([`${capital(adjective(random))} ${noun(random)}s`], true),
    ...rowsOf(2 + random(3), () => [name(random), amount(random), share(random), amount(random), share(random)]),
  ]);
  return {
    columns: columnsOf(36, [16, 16, 16, 16]),
    heads: [
      [head(""), head("2021", 2), head("2022", 2)],
      [head("Area"), head("Number"), head("Per cent"), head("Number"), head("Per cent")],
    ],
    rows: [...groups.flat(), row(["Total", amount(random), "100.0", amount(random), "100.0"], true)],
    notes: ["Source: the register of the office, at the end of each year.", "– Not available."],
  };
}

/** Amounts of four years with long labels, as in accounts. */
function accounts(random: Random): MadeTable {
  const label = (): string =>
    `${capital(adjective(random))} ${noun(random)} and ${noun(random)} of the ${adjective(random)} ${noun(random)}`;
  const values = (): readonly string[] => Array.from({ length: 4 }, () => balance(random));
  return {
    columns: columnsOf(40, [15, 15, 15, 15]),
    heads: [[head("Million euros"), ...["2019", "2020", "2021", "2022"].map((year) => head(year))]],
    rows: [
      row(["Revenue"], true),
      ...rowsOf(4, () => [label(), ...values()]),
      row(["Total revenue", ...values()], true),
      row(["Expenditure"], true),
      ...rowsOf(5, () => [random(2) === 0 ? label() : name(random), ...values()]),
      row(["Total expenditure", ...values()], true),
    ],
    notes: [],
  };
}

/** Descriptions of several lines beside names and amounts, as in programmes. */
function programmes(random: Random): MadeTable {
  return {
    columns: [...columnsOf(22, []), { width: 24, isNumeric: false }, { width: 40, isNumeric: false }, ...numbers([14])],
    heads: [[head("Programme"), head("Responsible body"), head("Objective"), head("Budget")]],
    rows: rowsOf(6, () => [
      capital(`${adjective(random)} ${noun(random)}`),
      `${capital(noun(random))} ${noun(random)} of the ${noun(random)}`,
      text(1 + random(2), random),
      amount(random),
    ]),
    notes: [],
  };
}

/** Shares below heads of several lines, as in surveys. */
function survey(random: Random): MadeTable {
  const answers = [
    "Strongly agree",
    "Agree",
    "Neither agree nor disagree",
    "Disagree",
    "Strongly disagree",
    "Don’t know",
  ];
  return {
    columns: columnsOf(34, [11, 11, 11, 11, 11, 11]),
    heads: [[head("Statement"), ...answers.map((answer) => head(answer))]],
    rows: rowsOf(9, () => [
      random(3) === 0 ? `The ${noun(random)} is ${adjective(random)} and the ${noun(random)} open` : name(random),
      ...answers.map(() => (random(9) === 0 ? "–" : String(random(60)))),
    ]),
    notes: ["Base: all who answered. Shares may not add up to 100 because of rounding."],
  };
}

/** Entries of one line, as in registers. */
function register(random: Random): MadeTable {
  return {
    columns: [
      { width: 10, isNumeric: false },
      ...[34, 24, 16].map((width) => ({ width, isNumeric: false })),
      ...numbers([16]),
    ],
    heads: [[head("No."), head("Name"), head("Place"), head("Date"), head("Amount")]],
    rows: Array.from({ length: 14 }, (_, index) =>
      row([String(index + 1), name(random), capital(noun(random)), date(random), amount(random)]),
    ),
    notes: [],
  };
}

function columnsOf(label: number, others: readonly number[]): readonly MadeColumn[] {
  return [{ width: label, isNumeric: false }, ...numbers(others)];
}

function numbers(widths: readonly number[]): readonly MadeColumn[] {
  return widths.map((width) => ({ width, isNumeric: true }));
}

function head(words: string, span = 1): MadeHead {
  return { text: words, span };
}

function row(cells: readonly string[], isBold = false): MadeRow {
  return { cells, isBold };
}

function rowsOf(length: number, make: () => readonly string[]): readonly MadeRow[] {
  return Array.from({ length }, () => row(make()));
}

function text(length: number, random: Random): string {
  return Array.from({ length }, () => sentence(random)).join(" ");
}

function name(random: Random): string {
  return `${capital(adjective(random))} ${noun(random)}`;
}

function amount(random: Random): string {
  return random(12) === 0 ? "–" : (1 + random(90_000)).toLocaleString("en");
}

function share(random: Random): string {
  return (random(1000) / 10).toFixed(1);
}

function balance(random: Random): string {
  const value = (1 + random(9000)).toLocaleString("en");
  return random(4) === 0 ? `(${value})` : value;
}

function date(random: Random): string {
  const months = ["January", "March", "May", "July", "October"];
  return `${1 + random(28)} ${pick(months, random)} 20${10 + random(13)}`;
}
