import { expect, test } from "vitest";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";

test("without arguments no folder is named, and it is served over stdio", () => {
  expect(parseArguments([], {})).toEqual({
    command: "serve",
    roots: [],
    allowedHosts: [],
    handlers: [],
    commands: [],
    languages: ["eng"],
    model: "any",
  });
});

test.for([
  { argv: ["--http"], http: { host: "127.0.0.1", port: 8787 }, roots: [] },
  { argv: ["--http", "docs"], http: { host: "127.0.0.1", port: 8787 }, roots: ["docs"] },
  { argv: ["--http", "9000", "docs"], http: { host: "127.0.0.1", port: 9000 }, roots: ["docs"] },
  { argv: ["--http=[::1]:9000"], http: { host: "::1", port: 9000 }, roots: [] },
  { argv: ["docs", "--http", "example.org:80"], http: { host: "example.org", port: 80 }, roots: ["docs"] },
])("$argv listens at $http", ({ argv, http, roots }) => {
  expect(parseArguments(argv, {})).toMatchObject({ http, roots });
});

test("the roots of clients are ignored if that is asked for", () => {
  expect(parseArguments(["--ignore-client-roots", "docs"], {})).toMatchObject({
    ignoresClientRoots: true,
    roots: ["docs"],
  });
});

test.for(["nowhere", "127.0.0.1:70000", "127.0.0.1:"])("%s is no address", (address) => {
  expect(() => parseArguments([`--http=${address}`], {})).toThrow("is not an address");
});

test("the token of the environment counts where none is given, and an empty one is none", () => {
  expect(parseArguments([], { READER_MCP_TOKEN: "a" }).token).toBe("a");
  expect(parseArguments(["--token", "b"], { READER_MCP_TOKEN: "a" }).token).toBe("b");
  expect(parseArguments([], { READER_MCP_TOKEN: "" })).not.toHaveProperty("token");
});

test("what a user sets up beside what there is may be given more than once", () => {
  const argv = ["--handler", "a", "--handler", "b#c", "--handler-command", "org=pandoc {file}", "--config", "r.json"];
  expect(parseArguments(argv, {})).toMatchObject({
    handlers: ["a", "b#c"],
    commands: ["org=pandoc {file}"],
    config: "r.json",
  });
});

test("languages of scans may be given one by one or together, and what can be none is refused", () => {
  const argv = ["--ocr-language", "deu,eng", "--ocr-language", "chi_sim"];
  expect(parseArguments(argv, {}).languages).toEqual(["deu", "eng", "chi_sim"]);
  expect(() => parseArguments(["--ocr-language", "../eng"], {})).toThrow("is not an OCR language");
});
