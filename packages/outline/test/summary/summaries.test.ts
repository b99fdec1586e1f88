import { describe, expect, test } from "vitest";
import { outlineText } from "../../src/outline-file.ts";
import { generatedSummary, lockFileSummary, sourceMapSummary } from "../../src/summary/machine-made.ts";
import { outlineOfText } from "../outlining.ts";

/** A placeholder for the SHA-256 of a file. */
const hash = "0123456789abcdef".repeat(4);

describe("a lock file", () => {
  const files: readonly (readonly [string, string, string])[] = [
    ["package-lock.json", '{"dependencies":{"a":{"version":"1","resolved":"x"}}}', "lock file of npm: 1 package"],
    ["yarn.lock", '__metadata:\n  version: 8\n\n"a@npm:^1":\n  version: 1.0.0\n', "lock file of Yarn: 1 package"],
    ["uv.lock", "version = 1\n\n[[package]]\nname = 'a'\n", "lock file of uv: 1 package"],
    [
      "Pipfile.lock",
      '{"default":{"a":{"hashes":[],"version":"==1"},"b":{"version":"==2"}}}',
      "lock file of Pipenv: 2 packages",
    ],
    [
      "composer.lock",
      '{\n    "packages": [\n        {\n            "name": "a/b",\n            "authors": [\n                {\n                    "name": "C"\n',
      "lock file of Composer: 1 package",
    ],
    ["flake.lock", '{"nodes":{"a":{"locked":{"rev":"x"}},"root":{}}}', "lock file of Nix: 1 input"],
    [
      "gradle.lockfile",
      "# This is a Gradle generated file\na.b:c:1.0=compile\nempty=annotation\n",
      "lock file of Gradle: 1 module",
    ],
    [
      "Package.resolved",
      '{"pins":[{"identity":"a"},{"identity":"b"}]}',
      "lock file of Swift Package Manager: 2 packages",
    ],
    ["mix.lock", '%{\n  "a": {:hex, :a, "1"},\n}\n', "lock file of Mix: 1 package"],
    [
      "pubspec.lock",
      "packages:\n  a:\n    dependency: direct\n    description:\n      name: a\nsdks:\n  dart: x\n",
      "lock file of pub: 1 package",
    ],
    ["mix.lock", '%{"a": {:hex, :a, "1"},\n  "b": {:git, "c", "d", []}}\n', "lock file of Mix: 2 packages"],
    [
      "rebar.lock",
      '{"1.2.0",\n[{<<"a">>,{pkg,<<"a">>,<<"1.1.1">>},0}]}.\n[\n{pkg_hash,[\n {<<"a">>, <<"F6">>}]}\n].\n',
      "lock file of rebar3: 1 package",
    ],
    [
      "paket.lock",
      "STORAGE: NONE\nNUGET\n  remote: https://a\n    B (5.0.1)\n      C (>= 1)\nGITHUB\n  remote: d/e\n    src/F.fs (377d)\n",
      "lock file of Paket: 2 packages",
    ],
    [
      "conan.lock",
      '{"version":"0.5","requires":["a/1.5.5#8400%17.7"],"build_requires":["b/1.4.19#b38c%17.4"]}',
      "lock file of Conan: 2 packages",
    ],
    [
      "conan.lock",
      '{\n "graph_lock": {\n  "nodes": {\n   "0": {\n    "pref": null\n   },\n   "1": {\n    "pref": "a/1.10.0#0:a4#0",\n    "options": "b/c=1"\n',
      "lock file of Conan: 1 package",
    ],
    ["Cartfile.resolved", 'github "a/b" "4.8.2"\ngit "c" "5.0.0"\n', "lock file of Carthage: 2 packages"],
    ["Chart.lock", "dependencies:\n- name: a\n  version: 1\ndigest: sha256:98\n", "lock file of Helm: 1 chart"],
    ["Gopkg.lock", '[[projects]]\n  name = "a"\n\n[solve-meta]\n', "lock file of dep: 1 project"],
    [
      "stack.yaml.lock",
      "packages:\n- completed:\n    hackage: a\n    pantry-tree:\n      size: 3\n  original:\n    hackage: a\nsnapshots:\n- completed:\n    size: 5\n",
      "lock file of Stack: 1 package",
    ],
    [
      "Manifest.toml",
      '# This file is machine-generated - editing it directly is not advised\n\njulia_version = "1.12.6"\n\n[[deps.A]]\n\n[[deps.B]]\n',
      "lock file of Julia: 2 packages",
    ],
    ["pylock.toml", "lock-version = '1.0'\n[[packages]]\nname = 'a'\n", "lock file of Python (PEP 751): 1 package"],
    [
      "pixi.lock",
      "version: 6\nenvironments:\n  default:\n    packages:\n      linux-64:\n      - conda: a\npackages:\n- conda: a\n  md5: b\n- pypi: c\n",
      "lock file of Pixi: 2 packages",
    ],
    [
      "MODULE.bazel.lock",
      '{"lockFileVersion": 13,"registryFileHashes":{"https://bcr/modules/a/1/MODULE.bazel":"x","https://bcr/modules/a/1/source.json":"y"}}',
      "lock file of Bazel: 1 module",
    ],
    [
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\npackages:\n  a@1:\n    resolution: {}\n---\nlockfileVersion: '9.0'\npackages:\n  b@1:\n    resolution: {}\nsnapshots:\n  b@1: {}\n",
      "lock file of pnpm: 2 packages",
    ],
    ["packages.lock.json", '{"dependencies":{"net8.0":{"A":{"resolved":"1"}}}}', "lock file of NuGet: 1 package"],
    ["bun.lock", '{\n  "lockfileVersion": 1,\n  "packages": {\n  }\n}\n', "lock file of Bun: 0 packages"],
    [
      "package-lock.json",
      '{"name":"a","version":"1.0.0","lockfileVersion":1,"requires":true,"dependencies":{"b":{"version":"file:../b"},"c":{"version":"1.0.0","bundled":true}}}',
      "lock file of npm: 2 packages",
    ],
    [
      "npm-shrinkwrap.json",
      '{"version":"1.0.0","lockfileVersion":3,"packages":{"":{"version":"1.0.0"},"node_modules/@a/b":{"version":"1.0.0"},"node_modules/@a/b/node_modules/c":{"resolved":"d","link":true},"d":{}}}',
      "lock file of npm: 2 packages",
    ],
    [
      "Pipfile.lock",
      '{\n    "_meta": {\n        "hash": {\n        }\n    },\n    "default": {\n        "a": {\n            "git": "x"\n        }\n    },\n    "develop": {}\n}\n',
      "lock file of Pipenv: 1 package",
    ],
    [
      "Pipfile.lock",
      '{\n    "_meta": {\n        "requires": {\n        }\n    },\n    "build": {\n        "a": {\n        }\n    },\n    "default": {},\n    "develop": {\n        "b": {\n        }\n    }\n}\n',
      "lock file of Pipenv: 2 packages",
    ],
    [
      "deno.lock",
      `{"version":"2","remote":{"https://a/b.ts":"${hash}","data:text/javascript,c":"${hash}"}}`,
      "lock file of Deno: 2 dependencies",
    ],
    ["deno.lock", `{"https://a/b.ts": "${hash}"}`, "lock file of Deno: 1 dependency"],
    [
      "deno.lock",
      '{"version":"4","specifiers":{"npm:b@1":"1.0.0"},"jsr":{"@a/b@1.0.0":{"integrity":"x"}},"npm":{"b@1.0.0":{"integrity":"sha512-y"}}}',
      "lock file of Deno: 2 dependencies",
    ],
    [
      "pnpm-lock.yaml",
      "lockfileVersion: 5.4\n\npackages:\n\n  /a/1.0.0:\n    resolution: {integrity: x}\n    dependencies:\n      b: 1.0.0\n\n  ? /c/1.0.0_d@1:e@1\n  : resolution: {integrity: y}\n",
      "lock file of pnpm: 2 packages",
    ],
    [
      "yarn.lock",
      '# yarn lockfile v1\n\n\na@^1, a@^1.1:\n  version "1.1.0"\n  dependencies:\n    b "^1"\n\n"@c/d@1":\n  version "1.0.0"\n',
      "lock file of Yarn: 2 packages",
    ],
    [
      "yarn.lock",
      '__metadata:\n  version: 8\n\n? "a@npm:1, a@npm:2"\n:\n  version: 1\n\n"b@npm:1":\n  version: 1\n',
      "lock file of Yarn: 2 packages",
    ],
    [
      "uv.lock",
      "version = 1\nrequires-python = '>=3.8'\n\n[[distribution]]\nname = 'a'\n",
      "lock file of uv: 1 package",
    ],
    [
      "composer.lock",
      '{\n  "packages": [\n    {\n      "name": "a/b",\n      "version": "1.0",\n      "authors": [{ "name": "C", "email": "d" }]\n    }\n  ],\n  "packages-dev": []\n}\n',
      "lock file of Composer: 1 package",
    ],
    [
      "rails_7.gemfile.lock",
      "GEM\n  specs:\n    a (1.0)\n      b (>= 1)\n    b (1.0)\n",
      "lock file of Bundler: 2 gems",
    ],
    ["go.work.sum", "a.b/c v1.0.0 h1:x=\na.b/c v1.0.0/go.mod h1:y=\n", "lock file of Go: 1 module"],
    ["compileClasspath.lockfile", "# This is a Gradle generated file\na.b:c:1.0\n", "lock file of Gradle: 1 module"],
    [
      "Manifest-v1.11.toml",
      'julia_version = "1.11.0"\n\n[[deps.A]]\n    [deps.A.extensions]\n',
      "lock file of Julia: 1 package",
    ],
    [
      "manifest.toml",
      '# This file was generated by Gleam\n\npackages = [\n  { name = "a", version = "1" },\n  { name = "b", version = "1" },\n]\n\n[requirements]\na = { version = "~> 1" }\n',
      "lock file of Gleam: 2 packages",
    ],
    [
      "MODULE.bazel.lock",
      '{"lockFileVersion":3,"moduleDepGraph":{"<root>":{"key":"<root>"},"a@1.0":{"key":"a@1.0"}}}',
      "lock file of Bazel: 1 module",
    ],
    [
      "pixi.lock",
      "version: 1\nmetadata:\n  channels: []\npackage:\n- platform: linux-64\n  name: a\n  manager: conda\n",
      "lock file of Pixi: 1 package",
    ],
    [
      "conda-lock.yml",
      "version: 1\nmetadata:\n  platforms:\n    - linux-64\npackage:\n  - name: a\n    manager: conda\n  - name: b\n    manager: pip\n",
      "lock file of conda-lock: 2 packages",
    ],
    [
      "cabal.project.freeze",
      "active-repositories: hackage.haskell.org:merge\nconstraints: any.a ==1.0,\n             any.b ==2.0.1,\n             b +flag\n",
      "lock file of Cabal: 2 packages",
    ],
    ["shard.lock", "version: 2.0\nshards:\n  a:\n    git: b\n    version: 1.0\n", "lock file of Shards: 1 shard"],
    [
      "renv.lock",
      '{"R":{"Version":"4"},"Packages":{"A":{"Package":"A","Version":"1"},"B":{"Package":"B"}}}',
      "lock file of renv: 2 packages",
    ],
    [
      "buf.lock",
      "# Generated by buf. DO NOT EDIT.\nversion: v1\ndeps:\n  - remote: buf.build\n    owner: a\n",
      "lock file of Buf: 1 module",
    ],
    ["mise.lock", '[[tools.a]]\nversion = "1"\n\n[[tools."cargo:b"]]\nversion = "1"\n', "lock file of mise: 2 tools"],
    [
      "Berksfile.lock",
      "DEPENDENCIES\n  a\n\nGRAPH\n  a (1.0)\n    b (>= 0)\n  b (1.0)\n",
      "lock file of Berkshelf: 2 cookbooks",
    ],
    [
      "lazy-lock.json",
      `{\n  "a": { "branch": "main", "commit": "${hash.slice(24)}" }\n}\n`,
      "lock file of lazy.nvim: 1 plugin",
    ],
    [
      "requirements.lock",
      "# generated by rye\n-e file:.\na==1.0\n    # via b\nb[c]==2.0\n",
      "lock file of Python: 3 packages",
    ],
  ];

  test.for(files)("%s is summarised with its entries", ([name, text, expected]) => {
    expect(lockFileSummary(name, text)).toBe(expected);
  });

  const namesakes: readonly (readonly [string, string])[] = [
    ["package-lock.json", '{"issues":[{"resolved":true,"version":"1"}]}'],
    ["packages.lock.json", '{"packages":["a"]}'],
    ["yarn.lock", "Where the yarn is locked:\n"],
    ["go.sum", "go: the sum of it all\n\nh1: a heading\n"],
    ["Cargo.lock", "The lock of the cargo.\n"],
    ["poetry.lock", ""],
    ["Manifest.toml", '[package]\nname = "a"\n'],
    ["Chart.lock", "dependencies: none of them\n"],
    ["requirements.lock", "a==1\n"],
    ["my.lockfile", "What is locked: all\n"],
    ["manifest.lock", "Of cargo: none\n"],
    ["cargo.lock", "[package]\n"],
    ["lock.yaml", "packages:\n  a: 1\n"],
    ["conda-lock.yml", "jobs:\n  lock: {}\n"],
  ];

  test.for(namesakes)("is not a %s with %j in it", ([name, text]) => {
    expect(lockFileSummary(name, text)).toBeUndefined();
  });

  test("of another kind has the keys of its JSON", async () => {
    const { entries, summary } = await outlineOfText('{"a":1}', "application/json", "package-lock.json");
    expect([entries.map(({ title }) => title), summary]).toEqual([["a: 1"], undefined]);
  });

  test("is detected by its whole name", () => {
    expect(lockFileSummary("my-yarn.lock", "")).toBeUndefined();
  });
});

describe("a generated file", () => {
  const marks: readonly (readonly [string, string])[] = [
    [
      "// Code generated by mockgen. DO NOT EDIT.\n",
      'generated by mockgen ("Code generated by mockgen. DO NOT EDIT.")',
    ],
    [
      "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n",
      'generated by protocol buffer compiler ("Generated by the protocol buffer compiler. DO NOT EDIT!")',
    ],
    [
      "/**\n * Autogenerated by Thrift Compiler (0.9.3)\n */\n",
      'generated by Thrift ("Autogenerated by Thrift Compiler (0.9.3")',
    ],
    [
      "// automatically generated by the FlatBuffers compiler, do not modify\n",
      'generated by FlatBuffers compiler ("automatically generated by the FlatBuffers compiler, do not modify")',
    ],
    ["/* @generated */\n", 'generated ("@generated")'],
    ["// <auto-generated>\n", 'generated ("auto-generated")'],
    [
      "/* A Bison parser, made by GNU Bison 3.8.2.  */\n",
      'generated by GNU Bison ("A Bison parser, made by GNU Bison 3.8.2.")',
    ],
    [
      "# This file was automatically generated by SWIG (http://www.swig.org).\n",
      'generated by SWIG ("This file was automatically generated by SWIG (http://www.swig.org).")',
    ],
    ["/*\n   This file was automatically generated\n*/\n", 'generated ("This file was automatically generated")'],
    ["// Generated from Foo.g4 by ANTLR 4.9\n", 'generated by ANTLR ("Generated from Foo.g4 by ANTLR 4.9")'],
    [
      '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<!-- Generated by javadoc (17) -->\n',
      'generated by javadoc ("Generated by javadoc (17")',
    ],
    ["// AUTO GENERATED FILE - DO NOT EDIT\n", 'generated ("AUTO GENERATED FILE - DO NOT EDIT")'],
    [
      "// Generated by dts-bundle-generator v8.0.0\n",
      'generated by dts-bundle-generator ("Generated by dts-bundle-generator v8.0.0")',
    ],
    [
      "#!/usr/bin/env python\n# This file is automatically @generated by Poetry.\n",
      'generated by Poetry ("This file is automatically @generated by Poetry.")',
    ],
    ["<?php\n\nuse A\\B;\n\n/* @generated */\n", 'generated ("@generated")'],
    [
      "// This file is automatically generated by tools/make-tables.py.\n",
      'generated by tools/make-tables.py ("This file is automatically generated by tools/make-tables.py.")',
    ],
    [
      "// This file is automatically generated from the specification.\n",
      'generated ("This file is automatically generated from the specification.")',
    ],
    [
      "/****\n** Meta object code from reading C++ file 'a.h'\n**\n** Created by: The Qt Meta Object Compiler version 68 (Qt 6.4.2)\n",
      'generated by Qt Meta Object Compiler ("Created by: The Qt Meta Object Compiler version 68 (Qt 6.4.2")',
    ],
    ["// GENERATED CODE - DO NOT MODIFY BY HAND\n", 'generated ("GENERATED CODE - DO NOT MODIFY BY HAND")'],
  ];

  test.for(marks)("is detected by %j", ([text, expected]) => {
    expect(generatedSummary("x", text)).toBe(expected);
  });

  test("is detected by its name without a comment", () => {
    expect(generatedSummary("user_pb2.py", "x = 1\n")).toBe("generated by protoc");
  });

  const built: readonly (readonly [string, string, string])[] = [
    ["a.js", "/******/ (() => { // webpackBootstrap\n", "generated by webpack"],
    [
      "a.cjs",
      '"use strict";\nvar __create = Object.create;\nvar __defProp = Object.defineProperty;\n',
      "generated by esbuild",
    ],
    ["a.js", "//#region src/a.ts\nconst a = 1;\n", "generated by rolldown"],
    ["a.js", "var __awaiter = (this && this.__awaiter) || function () {};\n", "generated by TypeScript"],
    ["a.css", "a { b: c }\n/*# sourceMappingURL=a.css.map */\n", "generated, with the source map a.css.map"],
    [
      "a.mjs",
      "f();\n//# sourceMappingURL=data:application/json;base64,e30=",
      "generated, with a source map at its end",
    ],
  ];

  test.for(built)("of a bundler or compiler, %s, is detected by %j", ([name, text, expected]) => {
    expect(generatedSummary(name, text)).toBe(expected);
  });

  const scripts: readonly string[] = [
    "//#region Public API\nconst a = 1;\n",
    "// Reads what follows sourceMappingURL=a.js.map\n",
    'const mark = "webpackBootstrap";\n',
    "export const line = `\n//# sourceMappingURL=${map}\n`;\n",
  ];

  test.for(scripts)("of a bundler is not detected by %j", (text) => {
    expect(generatedSummary("a.js", text)).toBeUndefined();
  });

  const written: readonly string[] = [
    'const mark = "Code generated by x. DO NOT EDIT.";\n',
    "// Generates code. Do not edit the templates.\n",
    `${"\n".repeat(60)}// Code generated by x. DO NOT EDIT.\n`,
    "/* see me@generated.example */\n",
    "import a from 'a';\nconst head = `\n// Code generated by us. DO NOT EDIT.\n`;\n",
    'x = """\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n"""\n',
    "/** Skips files that have @generated in their head */\n",
    "// If this file was generated, skip it\n",
    "// Checks whether this code is generated by protoc\n",
    "// Generated by hand\n",
    '// isGenerated looks at "// Code generated .* DO NOT EDIT."\n',
  ];

  test.for(written)("is not detected by %j", (text) => {
    expect(generatedSummary("x.ts", text)).toBeUndefined();
  });
});

test("A heading of Markdown is no comment of a generator", () => {
  expect(generatedSummary("a.md", "# Generated with love\n")).toBeUndefined();
  expect(generatedSummary("a.md", "# A\n<!-- Generated by terraform-docs -->\n")).toBeUndefined();
  expect(generatedSummary("a.md", "<!-- Generated by terraform-docs -->\n")).toMatch(/^generated by terraform-docs /);
});

describe("a minified file", () => {
  test("has no entries, and says how long its lines are", async () => {
    const text = `${"function a(){return 1};".repeat(1000)}\n`;
    const expected = { entries: [], summary: "minified JavaScript: 1 line, longest 23 000 characters" };
    expect(await outlineOfText(text, "text/javascript")).toEqual(expected);
  });

  test("of which only the first part is here says at least how long its lines are", async () => {
    const text = "function a(){return 1};".repeat(1000);
    const request = {
      text,
      mediaType: "text/javascript" as const,
      name: "a.js",
      cutBy: { limit: "maxInputBytes", value: 1 },
    };
    expect((await outlineText(request)).summary).toBe(
      "minified JavaScript: at least 1 line, longest at least 23 000 characters",
    );
  });

  test("is not one whose lines end in CR alone", async () => {
    const text = "function a() {\r  return 1;\r}\r".repeat(500);
    const { summary, entries } = await outlineOfText(text, "text/javascript");
    expect([summary, entries.length]).toEqual([undefined, 500]);
  });

  test("is not one long string in code that a person wrote", async () => {
    const text = `${"function a() {\n  return 1;\n}\n".repeat(500)}const b = "${"x".repeat(6000)}";\n`;
    expect((await outlineOfText(text, "text/javascript")).summary).toBeUndefined();
  });

  test("is not one with long lines in which there are spaces", async () => {
    const list = Array.from({ length: 400 }, (_, at) => `name${at}`).join(", ");
    const { summary, entries } = await outlineOfText(
      `export const a = [${list}];\nfunction b() {}\n`,
      "text/javascript",
    );
    expect([summary, entries.map(({ name }) => name)]).toEqual([undefined, ["a", "b"]]);
    const exports = await outlineOfText(`export {${list.replaceAll(" ", "")}};\n`, "text/x-typescript", "index.d.ts");
    expect(exports.summary).toBeUndefined();
  });

  test("of HTML is detected by its tags, and keeps its headings", async () => {
    const minified = `<html><body><h1>A</h1>${"<ul><li>a</li><li>b</li></ul>".repeat(200)}</body></html>`;
    const found = await outlineOfText(minified, "text/html");
    expect(found.summary).toMatch(/^minified HTML: 1 line/);
    expect(found.entries.map(({ name }) => name)).toEqual(["A"]);
    const prose = `<h1>A</h1><p>${"A word and another. ".repeat(500)}</p>`;
    expect((await outlineOfText(prose, "text/html")).summary).toBeUndefined();
  });

  test("keeps its keys where it is JSON", async () => {
    const text = JSON.stringify({ a: Array.from({ length: 3000 }, (_, at) => at), b: true });
    const found = await outlineOfText(text, "application/json");
    expect(found.summary).toMatch(/^minified JSON: 1 line/);
    expect(found.entries.map(({ title }) => title)).toEqual(["a: [3000 items]", "b: true"]);
  });
});

describe("a source map", () => {
  test("is summarised with its sources, whatever their names contain", () => {
    const text = JSON.stringify({ version: 3, sources: ["a]b.ts", 'c"d.ts', "e\\"], mappings: "AAAA" });
    expect(sourceMapSummary(text)).toBe("source map: 3 sources");
  });

  test("with many sources is counted to its end", () => {
    const text = JSON.stringify({ version: 3, sources: Array.from({ length: 200_000 }, () => "a.ts"), mappings: "" });
    expect(sourceMapSummary(text)).toBe("source map: 200000 sources");
  });
});
