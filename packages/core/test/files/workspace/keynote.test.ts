import { describe, expect, test } from "vitest";
import { contentOf, faultOf, memoryWorkspace } from "./memory.ts";

const zip = "PK\u0003\u0004 and the rest of a presentation";

describe("a file called .key", () => {
  test.for(["talk.key", "talk.key.old", "deep/talk (1).key"])("is read as %s if it is a ZIP archive", async (name) => {
    const { workspace, files } = memoryWorkspace({ entries: { [`/w/${name}`]: zip } });
    expect(await contentOf(workspace, name)).toBe(zip);
    expect(files.openHandles).toBe(0);
  });

  test.for([
    ["PEM", "-----BEGIN PRIVATE KEY-----"],
    ["OpenSSH", "-----BEGIN OPENSSH PRIVATE KEY-----"],
    ["PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519"],
    ["DER", "0\u0082\u0004\u00a4\u0002\u0001"],
    ["a short file", "PK"],
    ["an empty file", ""],
    ["words", "the answer is 42"],
  ] as const)("is denied if it is %s", async ([, content]) => {
    const { workspace, files } = memoryWorkspace({ entries: { "/w/server.key": content } });
    expect((await faultOf(workspace.open("server.key"))).code).toBe("denied-by-policy");
    expect(files.openHandles).toBe(0);
  });

  test.for(["id_rsa.key", ".ssh/talk.key", "a.p12"])("stays denied as %s whatever it holds", async (name) => {
    const { workspace } = memoryWorkspace({ entries: { [`/w/${name}`]: zip } });
    expect((await faultOf(workspace.open(name))).code).toBe("denied-by-policy");
  });
});
