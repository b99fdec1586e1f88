import { randomNumbers } from "./random.ts";

/** A morning of the shop of the bakery Krume & Korn, second by second. */
export interface Morning {
  /** The lines of `app.log`. */
  readonly lines: readonly string[];
  /** For each quarter of an hour from 06:00: orders that were placed, and that failed. */
  readonly quarters: readonly Quarter[];
  /** When the first and the last order failed. */
  readonly firstFailure: string;
  readonly lastFailure: string;
}

/** A quarter of an hour. */
export interface Quarter {
  readonly start: string;
  readonly placed: number;
  readonly failed: number;
}

const day = "2026-03-14";
const minutes = 150;
const outage = { from: 72, until: 110 };
const pages = ["/", "/menu", "/menu/bread", "/menu/cakes", "/basket", "/opening-hours", "/img/rye.webp"];

/** The log of the morning on which the pool of connections was too small. */
export function writeMorning(): Morning {
  const random = randomNumbers(20_260_314);
  const entries: { at: number; words: string }[] = startEntries();
  const orders: { at: number; failed: boolean }[] = [];
  let order = 10_310;
  for (let minute = 0; minute < minutes; minute += 1) {
    const isOut = minute >= outage.from && minute < outage.until;
    for (let count = 0; count < 12 + Math.floor(random() * 6); count += 1) {
      const page = pages[Math.floor(random() * pages.length)] ?? "/";
      const took = Math.floor((isOut ? 1900 : 24) + random() * (isOut ? 2800 : 60));
      entries.push({ at: within(minute, random()), words: `INFO  web       GET ${page} 200 ${took} ms` });
    }
    for (let count = 0; count < 3 + Math.floor(random() * 4); count += 1) {
      const at = within(minute, random());
      const failed = isOut && random() < 0.95;
      orders.push({ at, failed });
      entries.push({ at, words: orderWords((order += 1), failed, random()) });
    }
    if (isWaiting(minute)) {
      const waiting = 2 + Math.floor(random() * (isOut ? 30 : 4));
      entries.push({
        at: within(minute, 0.999),
        words: `WARN  database  5 of 5 connections in use, ${waiting} requests wait`,
      });
    }
  }
  const lines = entries.sort((left, right) => left.at - right.at).map(({ at, words }) => `${stamp(at)} ${words}`);
  const failures = orders.filter(({ failed }) => failed).sort((left, right) => left.at - right.at);
  return {
    lines,
    quarters: Array.from({ length: minutes / 15 }, (_, at) => quarterOf(at, orders)),
    firstFailure: stamp(failures[0]?.at ?? 0).slice(11, 19),
    lastFailure: stamp(failures.at(-1)?.at ?? 0).slice(11, 19),
  };
}

function startEntries(): { at: number; words: string }[] {
  return [
    { at: 4, words: "INFO  app       krume-shop 4.12.0 starts" },
    { at: 31, words: "INFO  config    config.toml of 2026-03-13 18:42: database.pool = 5 (was 50)" },
    { at: 88, words: "INFO  database  connected to orders, pool of 5" },
    // What a visitor sent stands in logs as it came.
    { at: within(47, 0.31), words: "WARN  web       GET /search?q=\u001B[2J\u001B[31mrye 404 3 ms" },
    {
      at: within(outage.until - 1, 0.995),
      words: "INFO  config    config.toml of 2026-03-14 07:49: database.pool = 50 (was 5)",
    },
    { at: within(outage.until - 1, 0.998), words: "INFO  database  connected to orders, pool of 50" },
  ];
}

function isWaiting(minute: number): boolean {
  return minute >= 41 && minute < outage.until && (minute >= outage.from || minute % 4 === 1);
}

function orderWords(order: number, failed: boolean, random: number): string {
  if (!failed) return `INFO  checkout  order K-${order} placed, ${180 + Math.floor(random * 240)} ms`;
  return `ERROR checkout  order K-${order} failed: no free database connection after 5000 ms`;
}

function within(minute: number, part: number): number {
  return minute * 60_000 + Math.floor(part * 60_000);
}

function stamp(at: number): string {
  return new Date(Date.parse(`${day}T06:00:00Z`) + at).toISOString();
}

function quarterOf(at: number, orders: readonly { at: number; failed: boolean }[]): Quarter {
  const own = orders.filter((order) => Math.floor(order.at / 900_000) === at);
  return {
    start: stamp(at * 900_000).slice(11, 16),
    placed: own.filter(({ failed }) => !failed).length,
    failed: own.filter(({ failed }) => failed).length,
  };
}
