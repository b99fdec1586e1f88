import { capabilityProfiles } from "@reader/core";
import { expect, test } from "vitest";
import { parseArguments, type CommandLine } from "../../src/arguments/parse-arguments.ts";
import { requestFor, setupFor } from "../../src/reading/setup.ts";

function lineOf(...argv: string[]): Promise<CommandLine> {
  return parseArguments(["x", ...argv]);
}

async function given(...argv: string[]): Promise<CommandLine["options"]> {
  return (await lineOf(...argv)).options;
}

test("a request holds what was given and nothing else", async () => {
  expect(requestFor(await given())).toEqual({});
  const argv = ["--offset", "-3", "--limit=7", "--pages", "2-", "--select", "A1", "--find", "/x/i", "--context", "0"];
  expect(requestFor(await given(...argv))).toEqual({
    offset: -3,
    limit: 7,
    pages: "2-",
    select: "A1",
    find: "/x/i",
    context: 0,
  });
  const more = ["--lines", "1-2", "--column", "9", "--view", "native", "--encoding", "gbk", "--password", "p"];
  expect(requestFor(await given(...more, "--over-budget", "refuse"))).toEqual({
    lines: "1-2",
    column: 9,
    view: "native",
    encoding: "gbk",
    password: "p",
    overBudget: "refuse",
  });
});

test("limits of the budget are no part of the request, which could only lower them", async () => {
  expect(requestFor(await given("--max-tokens", "9", "--max-bytes", "9"))).toEqual({});
});

test.for(["text", "anthropic", "openai", "gemini"] as const)("--model %s takes its profile", async (model) => {
  expect(setupFor(await lineOf("--model", model)).capabilities).toBe(capabilityProfiles[model]);
});

test("a model that is not named takes only text, and images if they are saved", async () => {
  expect(setupFor(await lineOf()).capabilities).toBe(capabilityProfiles.text);
  const { capabilities } = setupFor(await lineOf("--save-images", "d"));
  expect(capabilities?.images?.mediaTypes).toContain("image/svg+xml");
  expect(setupFor(await lineOf("--save-images", "d", "--model", "gemini")).capabilities).toBe(
    capabilityProfiles.gemini,
  );
});

test("the policy stands until somebody lifts it", async () => {
  expect(setupFor(await lineOf())).not.toHaveProperty("policy");
  const file = { realPath: "/x/.env", relativePath: ".env", name: ".env", kind: "file" as const };
  expect(setupFor(await lineOf("--allow-secrets")).policy?.(file)).toEqual({ allowed: true });
});

test("a handler is isolated until somebody wants it in this process", async () => {
  const isolated = setupFor(await lineOf()).handlers ?? [];
  const own = setupFor(await lineOf("--no-isolate")).handlers ?? [];
  expect(own.map(({ name }) => name)).toEqual(isolated.map(({ name }) => name));
  expect(own.find(({ name }) => name === "notebook")).toHaveProperty("info");
  expect(own).not.toEqual(isolated);
});
