import type { ReadErrorData } from "@reader/core";
import { expect, test } from "vitest";
import { wordsFor } from "../../src/outcomes/failure.ts";

function words(error: Partial<ReadErrorData>, path = "a.txt"): readonly (string | undefined)[] {
  const { message, hint } = wordsFor(
    { code: "not-found", message: "a.txt does not exist.", hint: "Look.", ...error },
    path,
  );
  return [message, hint];
}

test("an error keeps its words where it names the path", () => {
  expect(words({})).toEqual(["a.txt does not exist.", "Look."]);
});

test.for([
  ["../a.txt", "../a.txt does not exist."],
  ["/x/y/a.txt", "/x/y/a.txt does not exist."],
  ["../b.txt", "../b.txt: a.txt does not exist."],
  ["-", "a.txt does not exist."],
  ["/x/\u001b", String.raw`"/x/\u001b": a.txt does not exist.`],
] as const)("the path %j, as it was typed, is said %s", ([path, message]) => {
  expect(words({}, path)[0]).toBe(message);
});

test("a path that was quoted in the message is not said twice", () => {
  const message = String.raw`"a\u0001b" does not exist.`;
  expect(words({ message }, "a\u0001b")[0]).toBe(message);
});

test("a request that is not valid is no matter of the path", () => {
  expect(words({ code: "invalid-request", message: "The request is not valid." })[0]).toBe("The request is not valid.");
});

test("fields of a request are called as the options that set them", () => {
  const hint = "Use `offset` or `maxTokens`, `overBudget` refuse, `column`; not `nothing`, `rm -rf` or `Sheet1`.";
  expect(words({ hint })[1]).toBe(
    "Use --offset or --max-tokens, --over-budget refuse, --column; not `nothing`, `rm -rf` or `Sheet1`.",
  );
});

test.for([
  ["denied-by-policy", "--allow-secrets"],
  ["timed-out", "--timeout"],
  ["outside-workspace", "--root"],
  ["not-a-file", "command | reader -"],
] as const)("%s has a way out of this program's own: %s", ([code, option]) => {
  expect(words({ code })[1]).toContain(option);
});

test.for([
  ["Ask the user for the password and send it as `password`.", "Give its password: --password P."],
  ["Send the password with the request.", "Give its password: --password P."],
  ["Ask the user for the right password and send it as `password`.", "Give the right password: --password P."],
  ["Ask the user for a copy without encryption.", "Ask the user for a copy without encryption."],
  ["Unpack it with `7z x` first.", "Unpack it with `7z x` first."],
] as const)("of what is encrypted, where %j is what a model is told, a person is told %j", ([hint, told]) => {
  expect(words({ code: "encrypted", message: "a.txt is encrypted.", hint })[1]).toBe(told);
});

test("an interrupt needs no advice", () => {
  expect(words({ code: "aborted", message: "The read was aborted by its caller." })).toEqual([
    "Interrupted.",
    undefined,
  ]);
});

test.for([
  ["doctr", "Did you mean reader doctor? To list this folder: reader ."],
  ["notes.txt", "List the folder: reader ."],
  ["docs/old notes/a.txt", "List the folder: reader 'docs/old notes/'"],
  ["/nowhere", "List the folder: reader /"],
  ["caf\uFFFD.txt", "A name that is not valid UTF-8 cannot be an argument. Use: reader - < FILE"],
] as const)("of %j, which is not there and like nothing that is, a shell shows more", ([path, hint]) => {
  const listed = "List the folder that it should be in, starting at the root of the workspace.";
  expect(words({ message: `${path} does not exist.`, hint: listed }, path)[1]).toBe(hint);
});

test("a name that is like another one is advice enough", () => {
  expect(words({ hint: "Read doctor.md if that is what was meant." }, "doctr")[1]).toContain("doctor.md");
});
