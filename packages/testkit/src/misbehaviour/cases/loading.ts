import {
  broken,
  cutOff,
  type Described,
  doing,
  family,
  type Misbehaviour,
  missingPackage,
  type RightOutcome,
} from "./misbehaviour.ts";

/** A package that is not installed. The answer must name it. */
const missing: RightOutcome = {
  endings: ["handler-failed", "unsupported-type"],
  keeps: "nothing",
  says: new RegExp(`npm install ${missingPackage}`),
  hides: /file:\/\//,
};

const nothing: RightOutcome = { ...broken, keeps: "nothing" };

/** The URL of a module of this folder: as source or compiled, as this one is. */
function beside(name: string): string {
  return new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url).href;
}

function module(file: string, name = "misbehaving"): Pick<Misbehaviour, "origin"> {
  return { origin: { module: beside(`faulty/${file}`), export: name } };
}

const members: readonly Described[] = [
  {
    name: "missing-dependency",
    does: "Needs a package that is not installed, and asks for it when it reads.",
    right: { ...missing, keeps: "before" },
    read: doing(async () => void (await import(missingPackage))),
  },
  {
    name: "missing-dependency-at-import",
    does: "Needs a package that is not installed to be loaded at all.",
    right: missing,
    ...module("import-misses"),
  },
  {
    name: "missing-handler",
    does: "Is not installed itself.",
    right: missing,
    origin: { module: missingPackage, export: "misbehaving" },
  },
  {
    name: "missing-file",
    does: "Lies in a file that there is not.",
    right: { ...nothing, hides: /file:|faulty/ },
    ...module("no-such-file"),
  },
  {
    name: "missing-export",
    does: "Is not exported by its module.",
    right: nothing,
    ...module("factories", "noSuchExport"),
  },
  { name: "no-factory", does: "Is exported as a number.", right: nothing, ...module("factories", "noFunction") },
  { name: "factory-throws", does: "Throws when it is made.", right: nothing, ...module("factories", "throwing") },
  {
    name: "factory-gives-nothing",
    does: "Is undefined when it is made.",
    right: nothing,
    ...module("factories", "nothing"),
  },
  {
    name: "future-version",
    does: "Speaks another version of the contract.",
    right: nothing,
    ...module("factories", "fromTheFuture"),
  },
  { name: "cannot-read", does: "Has no read.", right: nothing, ...module("factories", "withoutRead") },
  {
    name: "factory-loops",
    does: "Loops when it is made.",
    right: { ...cutOff, keeps: "nothing" },
    endsBy: "time",
    ...module("factories", "looping"),
  },
  { name: "import-throws", does: "Throws when it is imported.", right: nothing, ...module("import-throws") },
  { name: "import-exits", does: "Ends its process when it is imported.", right: nothing, ...module("import-exits") },
  {
    name: "import-waits",
    does: "Never comes to the end of its import.",
    right: { ...cutOff, keeps: "nothing" },
    endsBy: "time",
    ...module("import-waits"),
  },
  {
    name: "import-loops",
    does: "Loops when it is imported.",
    right: { ...cutOff, keeps: "nothing" },
    endsBy: "time",
    ...module("import-loops"),
  },
];

/** Handlers that cannot be loaded. */
export const loading: readonly Misbehaviour[] = family("loading", members);
