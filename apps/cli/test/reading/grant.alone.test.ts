import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkRoots, grantFor, placeFor } from "../../src/reading/grant.ts";
import { folderWith } from "../support/folder.ts";

const start = process.cwd();
let base = "";
let here = "";

beforeEach(() => {
  base = folderWith({ "here/a.txt": "a", "here/sub/b.txt": "b", "other/c.txt": "c", "here/a b.txt": "" });
  here = join(base, "here");
  process.chdir(here);
});

afterEach(() => process.chdir(start));

describe("without --root", () => {
  test.for(["a.txt", "./a.txt", "sub/b.txt", "sub/../a.txt", "a b.txt", "."])(
    "%j in the working directory needs no more than that",
    (typed) => {
      expect(grantFor(typed, [])).toEqual({ roots: [here], path: typed });
    },
  );

  test("a name that is missing is looked for in the working directory", () => {
    expect(grantFor("nope.txt", [])).toEqual({ roots: [here], path: "nope.txt" });
  });

  test("a path outside grants its folder, and is asked for as one place", () => {
    const path = join(base, "other/c.txt");
    const roots = [join(base, "other")];
    expect(grantFor("../other/c.txt", [])).toEqual({ roots, path });
    expect(grantFor(path, [])).toEqual({ roots, path });
    expect(grantFor(pathToFileURL(path).href, [])).toEqual({ roots, path });
  });

  test("a missing path outside grants the nearest folder that exists", () => {
    const path = join(base, "other/no/such/file.txt");
    expect(grantFor("../other/no/such/file.txt", [])).toEqual({ roots: [join(base, "other")], path });
  });

  test("a folder outside grants the folder that holds it", () => {
    expect(grantFor("..", [])).toEqual({ roots: [dirname(base)], path: base });
  });

  test("a link grants the folder that it leads to", () => {
    symlinkSync(join(base, "other/c.txt"), "link");
    expect(grantFor("link", [])).toEqual({ roots: [here, join(base, "other")], path: "link" });
  });

  test("a link inside the working directory grants nothing more", () => {
    symlinkSync("a.txt", "link");
    expect(grantFor("link", [])).toEqual({ roots: [here], path: "link" });
  });

  test("a link that leads to nothing grants where it leads, so that the error can say so", () => {
    symlinkSync(join(base, "other/gone.txt"), "link");
    expect(grantFor("link", [])).toEqual({ roots: [here, join(base, "other")], path: "link" });
  });

  test("links that go round in a circle grant nothing more", () => {
    symlinkSync("two", "one");
    symlinkSync("one", "two");
    expect(grantFor("one", [])).toEqual({ roots: [here], path: "one" });
  });

  test("a folder that is a link grants both its own place and the real one", () => {
    symlinkSync(join(base, "other"), join(base, "alias"));
    const path = join(base, "alias/c.txt");
    expect(grantFor(path, [])).toEqual({ roots: [join(base, "alias"), join(base, "other")], path });
  });

  test("a name that starts with the dots of the parent is no path outside", () => {
    expect(grantFor("..a.txt", [])).toEqual({ roots: [here], path: "..a.txt" });
  });

  test("a tilde is the home directory, and ~user is a name", () => {
    expect(grantFor("~/no-such-file", [])).toEqual({ roots: [homedir()], path: join(homedir(), "no-such-file") });
    expect(grantFor("~user/x", [])).toEqual({ roots: [here], path: "~user/x" });
  });

  test.skipIf(process.platform !== "linux").for(["/proc/self/environ", "/dev/null", "/sys/kernel", "/dev/fd/0"])(
    "%s is no reason to grant a view of the kernel",
    (typed) => {
      expect(grantFor(typed, []).roots[0]).toBe("/");
    },
  );

  test.skipIf(process.platform !== "linux")(
    "a working directory that was removed matters to relative paths only",
    () => {
      mkdirSync("gone");
      process.chdir("gone");
      rmSync(join(here, "gone"), { recursive: true });
      const path = join(base, "other/c.txt");
      expect(grantFor(path, [])).toEqual({ roots: [join(base, "other")], path });
      expect(grantFor(path, [base])).toEqual({ roots: [base], path });
      expect(grantFor("a.txt", [base])).toEqual({ roots: [base], path: "a.txt" });
      // The core reports that "." cannot be found.
      expect(grantFor("a.txt", [])).toEqual({ roots: ["."], path: "a.txt" });
      expect(placeFor("a.txt", [here])).toBe(join(here, "a.txt"));
      expect(() => checkRoots(["."])).toThrow("The working directory was removed");
      checkRoots([base]);
      process.chdir(here);
    },
  );
});

describe("with --root", () => {
  test("nothing but the roots is granted, whatever is typed", () => {
    expect(grantFor("/etc/hostname", [here])).toEqual({ roots: [here], path: "/etc/hostname" });
    expect(grantFor("../other/c.txt", [here])).toEqual({ roots: [here], path: "../other/c.txt" });
  });

  test("a relative path that exists here and lies in a root is that file", () => {
    expect(grantFor("sub/b.txt", ["sub"])).toEqual({ roots: ["sub"], path: join(here, "sub/b.txt") });
    expect(grantFor("a.txt", ["sub", "."])).toEqual({ roots: ["sub", "."], path: join(here, "a.txt") });
  });

  test("every other relative path starts at the roots", () => {
    expect(grantFor("b.txt", ["sub"])).toEqual({ roots: ["sub"], path: "b.txt" });
    expect(grantFor("a.txt", ["sub"])).toEqual({ roots: ["sub"], path: "a.txt" });
  });

  test("a root that is a link holds what lies in its real folder", () => {
    symlinkSync(join(base, "other"), join(base, "alias"));
    process.chdir(join(base, "other"));
    expect(grantFor("c.txt", [join(base, "alias")]).path).toBe(join(base, "other/c.txt"));
  });

  test("a path that no system takes is passed on as it is", () => {
    const long = "x".repeat(5000);
    expect(grantFor(long, [here])).toEqual({ roots: [here], path: long });
  });
});

describe("roots", () => {
  test.for([
    ["nope", 'The root "nope" does not exist.'],
    ["a.txt", 'The root "a.txt" is not a folder.'],
  ] as const)("that are none are told before a path is: %s", ([root, message]) => {
    expect(() => checkRoots([".", root])).toThrow(expect.objectContaining({ message }));
  });

  test("that are there pass", () => {
    expect(() => checkRoots([".", "../other", base])).not.toThrow();
  });
});

test.for([
  ["a.txt", [], "a.txt"],
  ["a.txt", ["sub"], "a.txt"],
  ["b.txt", ["sub"], "sub/b.txt"],
  ["c.txt", ["sub", "../other"], "../other/c.txt"],
  ["sub/b.txt", ["."], "sub/b.txt"],
] as const)("a program in the working directory finds %j below %j as %s", ([typed, roots, place]) => {
  expect(placeFor(typed, roots)).toBe(place);
});
