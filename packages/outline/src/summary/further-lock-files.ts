import type { LockFile } from "./lock-file-kinds.ts";

/** The lock files of package managers that fewer projects use. */
export const furtherLockFiles: readonly LockFile[] = [
  {
    names: ["pylock.toml", "pylock.*.toml"],
    tool: "Python (PEP 751)",
    entry: "package",
    sign: /^lock-version\s*=/m,
    patterns: [/^\[\[packages\]\]/gm],
  },
  {
    names: ["pixi.lock"],
    tool: "Pixi",
    entry: "package",
    sign: /^(?:environments|packages?):/m,
    // Up to version 3 it was as Conda's own.
    patterns: [/^- (?:conda|pypi|kind): /gm, /^[ \t-]+manager:/gm],
  },
  {
    names: ["conan.lock"],
    tool: "Conan",
    entry: "package",
    sign: /"(?:graph_lock|requires)"\s*:/,
    // Up to version 1 a package is a node of a graph; names in its `requires` are no further ones.
    patterns: [
      /"p?ref"\s*:\s*"[^"\n]+"/g,
      /"[^"\s/:]+\/[^"\s]+#[0-9a-f]+(?:%[\d.]+)?"/g,
      /"[^"\s/:]+\/[^"\s/]+"(?=\s*[,\]])/g,
    ],
  },
  {
    names: ["paket.lock"],
    tool: "Paket",
    entry: "package",
    sign: /^(?:NUGET|GITHUB|GIT|HTTP|STORAGE:|RESTRICTION:)/m,
    patterns: [/^ {4}\S.*? \([^)\n]+\)/gm],
  },
  {
    names: ["rebar.lock"],
    tool: "rebar3",
    entry: "package",
    sign: /^\[\]\.|\{<<"/m,
    patterns: [/\{<<"[^"\n]+">>,\s*\{\w+,/g],
  },
  {
    names: ["cartfile.resolved"],
    tool: "Carthage",
    entry: "package",
    sign: /^(?:github|git|binary) "/m,
    patterns: [/^(?:github|git|binary) "/gm],
  },
  {
    names: ["chart.lock", "requirements.lock", "helmfile*.lock"],
    tool: "Helm",
    entry: "chart",
    sign: /^digest: sha256:/m,
    patterns: [/^[ \t]*- name:/gm, /^[ \t]*name:/gm],
  },
  {
    names: ["gopkg.lock"],
    tool: "dep",
    entry: "project",
    sign: /^\[\[projects\]\]|^\[solve-meta\]|^memo = "/m,
    patterns: [/^\[\[projects\]\]/gm],
  },
  {
    names: ["stack.yaml.lock", "stack.lock"],
    tool: "Stack",
    entry: "package",
    sign: /^packages:[^]*^snapshots:/m,
    patterns: [/^ {4}pantry-tree:/gm],
  },
  {
    names: ["manifest.toml", "manifest-v*.toml", "juliamanifest*.toml"],
    tool: "Julia",
    entry: "package",
    sign: /^julia_version\s*=|machine-generated - editing it directly is not advised/m,
    patterns: [/^\[\[[^\]\n]+\]\]/gm],
  },
  {
    names: ["module.bazel.lock"],
    tool: "Bazel",
    entry: "module",
    sign: /"lockFileVersion"\s*:/,
    // Up to version 10 of the format each module has its key; the root's has no version.
    patterns: [/"https?:[^"\n]*\/source\.json"\s*:/g, /"key"\s*:\s*"[^"\n]+@[^"\n]*"/g],
  },
];
