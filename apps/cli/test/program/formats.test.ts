import { expect, test } from "vitest";
import { run } from "../support/run.ts";

interface Report {
  readonly handler: string;
  readonly mediaTypes: readonly string[];
  readonly package?: string;
  readonly licence?: string;
  readonly isIsolated: boolean;
  readonly isTextByDefault: boolean;
}

test("formats are listed with their handlers, licences and isolation", async () => {
  const { code, stdout, stderr } = await run(["formats", "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  const reports = new Map((JSON.parse(stdout) as readonly Report[]).map((report) => [report.handler, report]));
  expect(reports.get("pdf")).toMatchObject({ package: "@reader/handler-pdf", isIsolated: true });
  expect(reports.get("html")).toMatchObject({ licence: "MIT", isIsolated: true, isTextByDefault: true });
  expect(reports.get("csv")).toMatchObject({ isIsolated: false, isTextByDefault: true });
  expect(reports.get("data")?.mediaTypes).toContain("application/vnd.sqlite3");
});

test("a program of the user is listed, and needs no package", async () => {
  const { stdout } = await run(["formats", "--handler-command", "org=cat"]);
  expect(stdout).toMatch(/a program of yours/);
  expect(stdout).not.toContain("not installed");
});

test("formats takes no path", async () => {
  const { code, stderr } = await run(["formats", "a.pdf"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("reader formats takes no path.")]);
});
