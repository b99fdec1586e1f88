import { win32 } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileSystem } from "../../../src/files/file-system.ts";
import { requestedPlaces } from "../../../src/files/workspace/workspace.ts";
import { createPolicy } from "../../../src/files/policy/policy.ts";
import { resolveWindowsPath } from "../../../src/files/workspace/windows-path.ts";
import { contentOf, faultOf, memoryWorkspace } from "./memory.ts";

function refuse(): never {
  throw new Error("No call to the file system may be made.");
}

/** Windows without a disk: every call fails the test. */
const untouchable: FileSystem = {
  platform: "win32",
  path: win32,
  workingDirectory: String.raw`C:\base`,
  homeDirectory: String.raw`C:\base\home`,
  realPath: refuse,
  stat: refuse,
  linkStat: refuse,
  open: refuse,
  openDirectory: refuse,
};

async function placed(asked: string, roots: readonly string[] = [String.raw`C:\base`]): Promise<string> {
  const grounds = {
    fileSystem: untouchable,
    policy: createPolicy(),
    roots: roots.map((root) => ({ spelled: root, real: root })),
  };
  const [place] = await requestedPlaces(grounds, asked);
  return place?.absolute ?? "";
}

describe("resolved by words alone", () => {
  test.for([
    ["a.txt", String.raw`C:\base\a.txt`],
    [String.raw`sub\a.txt`, String.raw`C:\base\sub\a.txt`],
    ["sub/a.txt", String.raw`C:\base\sub\a.txt`],
    [String.raw`.\sub\..\a.txt`, String.raw`C:\base\a.txt`],
    [String.raw`C:\base\a.txt`, String.raw`C:\base\a.txt`],
    [String.raw`c:\BASE\a.txt`, String.raw`c:\BASE\a.txt`],
    ["C:/base/a.txt", String.raw`C:\base\a.txt`],
    [String.raw`\base\a.txt`, String.raw`C:\base\a.txt`],
    ["/base/a.txt", String.raw`C:\base\a.txt`],
    [String.raw`\\?\C:\base\a.txt`, String.raw`C:\base\a.txt`],
    ["//?/C:/base/a.txt", String.raw`C:\base\a.txt`],
    ["file:///C:/base/a%20b.txt", String.raw`C:\base\a b.txt`],
    ["~/a.txt", String.raw`C:\base\home\a.txt`],
    [String.raw`~\a.txt`, String.raw`C:\base\home\a.txt`],
    ["a.txt.", String.raw`C:\base\a.txt`],
    ["a.txt . .", String.raw`C:\base\a.txt`],
    ["sub. /a.txt ", String.raw`C:\base\sub\a.txt`],
    [".", String.raw`C:\base`],
    [String.raw`C:\base`, String.raw`C:\base`],
    ["C:\\base\\", String.raw`C:\base`],
    ["config.txt", String.raw`C:\base\config.txt`],
    ["console.log", String.raw`C:\base\console.log`],
    ["nullable.ts", String.raw`C:\base\nullable.ts`],
    ["com.example.txt", String.raw`C:\base\com.example.txt`],
    ["COM10.txt", String.raw`C:\base\COM10.txt`],
    ["aux-file", String.raw`C:\base\aux-file`],
    ["a~b.txt", String.raw`C:\base\a~b.txt`],
    ["longer-name~1.txt", String.raw`C:\base\longer-name~1.txt`],
    ["~$draft.docx", String.raw`C:\base\~$draft.docx`],
    ["ünï.txt", String.raw`C:\base\ünï.txt`],
  ] as const)("%j is %s", async ([asked, expected]) => {
    expect(await placed(asked)).toBe(expected);
  });

  test("a root on the network and short names on the way to a root are taken as they are given", async () => {
    const share = String.raw`\\server\share\base`;
    expect(await placed(String.raw`\\server\share\base\a.txt`, [share])).toBe(String.raw`\\server\share\base\a.txt`);
    expect(await placed("//SERVER/share/base/a.txt", [share])).toBe(String.raw`\\SERVER\share\base\a.txt`);
    expect(await placed(String.raw`\\?\UNC\server\share\base\a.txt`, [share])).toBe(`${share}\\a.txt`);
    expect(await placed("sub/a.txt", [share])).toBe(String.raw`\\server\share\base\sub\a.txt`);
    const short = String.raw`C:\Users\RUNNER~1\Temp`;
    expect(await placed(String.raw`C:\Users\RUNNER~1\Temp\a.txt`, [short])).toBe(`${short}\\a.txt`);
    expect(await placed("a.txt", ["C:\\"])).toBe(String.raw`C:\a.txt`);
  });
});

test.for([
  [String.raw`c:\Base`, String.raw`C:\BASE\Sub\a.txt`, String.raw`C:\BASE\Sub\a.txt`],
  [String.raw`C:\base`, "file:///c%3A/base/a.txt", String.raw`c:\base\a.txt`],
  ["D:\\", String.raw`d:\a.txt`, String.raw`d:\a.txt`],
] as const)("with the root %s, %s is %s", async ([root, asked, expected]) => {
  expect(await placed(asked, [root])).toBe(expected);
});

test.for([
  [String.raw`C:\base`, String.raw`C:\base2\a.txt`],
  [String.raw`\\server\share\base`, String.raw`\\server\share\base2\a.txt`],
  [String.raw`\\server\share\base`, String.raw`\\server\other\a.txt`],
  ["D:\\", String.raw`C:\a.txt`],
] as const)("with the root %s, %s is outside, whatever its name starts with", async ([root, asked]) => {
  expect((await faultOf(placed(asked, [root]))).code).toBe("outside-workspace");
});

describe("refused before any call", () => {
  test.for([
    // Network paths: opening one already sends the user's credentials.
    [String.raw`\\server\share\a.txt`, "outside-workspace"],
    ["//server/share/a.txt", "outside-workspace"],
    [String.raw`\/server\share`, "outside-workspace"],
    [String.raw`\\?\UNC\server\share\a.txt`, "outside-workspace"],
    ["//?/unc/server/share", "outside-workspace"],
    [String.raw`\\localhost\C$\base\a.txt`, "outside-workspace"],
    ["file://server/share/a.txt", "invalid-request"],
    ["file:////server/share/a.txt", "outside-workspace"],
    // Devices and the object manager.
    [String.raw`\\.\PhysicalDrive0`, "not-a-file"],
    [String.raw`\\.\pipe\x`, "not-a-file"],
    ["//./C:/base/a.txt", "not-a-file"],
    [String.raw`\\?\GLOBALROOT\Device\HarddiskVolume1\a`, "not-a-file"],
    [String.raw`\\?\Volume{b75e2c83-0000-0000-0000-602f00000000}\a`, "not-a-file"],
    [String.raw`\\?\C:`, "not-a-file"],
    [String.raw`\??\C:\base\a.txt`, "not-a-file"],
    // Paths that depend on the current folder of a drive.
    ["C:a.txt", "invalid-request"],
    ["c:", "invalid-request"],
    ["D:..\\a.txt", "invalid-request"],
    // Alternate streams.
    ["a.txt:stream", "invalid-request"],
    ["a.txt::$DATA", "invalid-request"],
    [".env::$DATA", "invalid-request"],
    ["sub:$I30:$INDEX_ALLOCATION/a.txt", "invalid-request"],
    [String.raw`C:\base\a.txt:x`, "invalid-request"],
    // Device names, with whatever follows.
    ["NUL", "not-a-file"],
    ["nul", "not-a-file"],
    ["nul.txt", "not-a-file"],
    ["con.tar.gz", "not-a-file"],
    ["sub/AUX", "not-a-file"],
    ["aux/a.txt", "not-a-file"],
    ["PRN .txt", "not-a-file"],
    ["COM1", "not-a-file"],
    ["com9.log", "not-a-file"],
    ["LPT0", "not-a-file"],
    ["COM\u00b9", "not-a-file"],
    ["lpt\u00b3.txt", "not-a-file"],
    ["CONIN$", "not-a-file"],
    ["conout$", "not-a-file"],
    ["nul. ", "not-a-file"],
    [String.raw`C:\base\nul`, "not-a-file"],
    [String.raw`\\?\C:\base\nul`, "not-a-file"],
    // Short names, which could stand for a denied file.
    ["PROGRA~1", "invalid-request"],
    ["ENV~1", "invalid-request"],
    ["ID_RSA~1.BAK", "invalid-request"],
    ["sub/A1B2~12.TXT", "invalid-request"],
    [String.raw`C:\base\SECRET~1.KEY`, "invalid-request"],
    // Names that no file can have.
    ["a?.txt", "invalid-request"],
    ["*.txt", "invalid-request"],
    ["a|b", "invalid-request"],
    ['"a"', "invalid-request"],
    ["<a>", "invalid-request"],
    ["a\u0001b", "invalid-request"],
    ["...", "invalid-request"],
    [".. ", "invalid-request"],
    [". . /a.txt", "invalid-request"],
    // Out of the root.
    ["..", "outside-workspace"],
    [String.raw`..\other\a.txt`, "outside-workspace"],
    [String.raw`C:\base\..\other\a.txt`, "outside-workspace"],
    [String.raw`C:\workshop\a.txt`, "outside-workspace"],
    [String.raw`D:\base\a.txt`, "outside-workspace"],
    [String.raw`\other\a.txt`, "outside-workspace"],
    [String.raw`\\?\D:\base\a.txt`, "outside-workspace"],
    ["a".repeat(40_000), "invalid-request"],
  ] as readonly (readonly [string, string])[])("%j is %s", async ([asked, code]) => {
    const fault = await faultOf(placed(asked));
    expect(fault.code).toBe(code);
    expect(fault.hint).toBeDefined();
  });

  test("on Windows alone: elsewhere these are names like others", async () => {
    for (const name of ["C:a.txt", "a.txt:stream", "NUL", "PROGRA~1", "a?.txt", "...", String.raw`\\server\x`]) {
      const { workspace } = memoryWorkspace({ entries: { [`/w/${name}`]: "plain" } });
      expect(await contentOf(workspace, name)).toBe("plain");
    }
  });
});

describe("over a disk of Windows", () => {
  const entries = {
    "C:\\base\\Sub\\A.txt": "alpha",
    "C:\\base\\.env": "SECRET=1",
    "C:\\other\\x.txt": "other",
    "C:\\base\\out": { kind: "symlink", target: "C:\\other\\x.txt" },
  } as const;

  test("a file is found in any case, and shown with its real one in posix slashes", async () => {
    const { workspace, files } = memoryWorkspace({ platform: "win32", entries, workingDirectory: "C:\\base" });
    const { handle, ...opened } = await workspace.open(String.raw`sub\a.TXT`);
    expect(opened).toMatchObject({ realPath: String.raw`C:\base\Sub\A.txt`, path: "sub/a.TXT" });
    await handle.close();
    expect(files.openHandles).toBe(0);
  });

  test.for([
    [".ENV", "denied-by-policy"],
    [".env.", "denied-by-policy"],
    [".env::$DATA", "invalid-request"],
    ["out", "outside-workspace"],
    ["missing.txt", "not-found"],
    ["Sub", "is-directory"],
  ] as const)("%s is %s", async ([asked, code]) => {
    const { workspace, files } = memoryWorkspace({ platform: "win32", entries, workingDirectory: "C:\\base" });
    expect((await faultOf(workspace.open(asked))).code).toBe(code);
    expect(files.openHandles).toBe(0);
  });
});

test("the plain form of a plain form is itself", () => {
  for (const path of ["a.txt", String.raw`sub\a.txt`, String.raw`C:\base\a.txt`, ".", "C:\\", "\\x"]) {
    expect(resolveWindowsPath(path, [])).toBe(path);
  }
});
