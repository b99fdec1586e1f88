import { describe, expect, test } from "vitest";
import { createPolicy, defaultPolicy, type Policy, type PolicyFile } from "../../../src/files/policy/policy.ts";
import { secretRules } from "../../../src/files/policy/secret-files.ts";
import { contentOf, faultOf, memoryWorkspace } from "../workspace/memory.ts";

function fileAt(realPath: string, kind: PolicyFile["kind"] = "file"): PolicyFile {
  const name = realPath.split(/[/\\]/).at(-1) ?? "";
  return { realPath, relativePath: realPath.slice(1), name, kind };
}

function isAllowed(policy: Policy, path: string): boolean {
  return policy(fileAt(path)).allowed;
}

const secrets = [
  ".env",
  ".ENV",
  ".Env.Local",
  ".env.production",
  ".env.development.local",
  ".env.bak",
  ".env-prod",
  "prod.env",
  ".envrc",
  "id_rsa",
  "id_ed25519",
  "ID_RSA",
  "id_rsa.bak",
  ".env~",
  "#.env#",
  "id_rsa~",
  "server.key.old",
  ".npmrc.orig",
  ".netrc.~2~",
  "deploy_rsa",
  "ssh_host_ed25519_key",
  ".ssh/work",
  ".ssh/keys/deep/one",
  "server.key",
  "server-key.pem",
  "privkey.pem",
  "my-aws-instance.pem",
  "cert-key.pem",
  "AuthKey_ABC.p8",
  "putty.ppk",
  "store.p12",
  "store.PFX",
  "release.jks",
  "upload.keystore",
  "vault.kdbx",
  ".gnupg/private-keys-v1.d/X.key",
  ".gnupg/pubring.kbx",
  ".netrc",
  "_netrc",
  ".git-credentials",
  ".npmrc",
  ".pypirc",
  ".aws/credentials",
  ".AWS/Credentials",
  ".aws/sso/cache/x.json",
  ".docker/config.json",
  ".kube/config",
  "prod.kubeconfig",
  ".config/gcloud/credentials.db",
  ".config/gcloud/legacy_credentials/me/adc.json",
  ".config/gcloud/application_default_credentials.json",
  "service-account-prod.json",
  "client_secret_123.json",
  "credentials.json",
  ".azure/msal_token_cache.json",
  ".config/gh/hosts.yml",
  ".cargo/credentials.toml",
  ".m2/settings.xml",
  "terraform.tfstate",
  "terraform.tfstate.backup",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  ".htpasswd",
  ".pgpass",
  ".my.cnf",
  "logins.json",
  "Login Data",
  ".claude/.credentials.json",
  ".dev.vars",
  "terraform.tfvars",
  "prod.auto.tfvars.json",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".local/share/fish/fish_history",
  "PSReadLine/ConsoleHost_history.txt",
  ".yarnrc.yml",
  "secrets.yaml",
  "wp-config.php",
  "rootkey.csv",
  "app-firebase-adminsdk-x1.json",
  "bitwarden_export_20240101.json",
  "UTC--2024-01-01T00-00-00Z--0",
];

/** Copies of secrets, by the hands of editors, systems and people. */
const copies = [
  ".env (1)",
  ".env[1]",
  ".env copy",
  ".env copy 2",
  ".env - Copy",
  ".env - Copy (2)",
  "Copy of .env",
  "Copy (2) of .env",
  "copy_of_.env",
  ".env – Kopie",
  "Kopie von .env",
  "Copie de .env",
  ".env - cópia",
  ".env — копия",
  ".env - Копия",
  ".env のコピー",
  ".env 副本",
  ".env 복사본",
  ".env.old",
  ".env.save",
  ".env.swp",
  ".id_rsa.swp",
  ".npmrc.bak.swo",
  ".credentials.json.swp",
  ".env.1",
  ".env.20240101",
  ".env.bak.bak2",
  ".Env.Local (3)",
  "Copy of .env.bak (2)",
  "credentials (1).json",
  "credentials copy.json",
  "credentials_old.json",
  "credentials-2024-01-01.json",
  "credentials.json.txt",
  "backup-credentials.json",
  "key (1).pem",
  "ID_RSA COPY",
  "id_rsa 2024-01-01",
  "id_rsa-backup",
  "terraform.tfvars.bak",
  "secrets (2).yaml",
];

/** Names that look like those of secrets, or that a system takes for them. */
const lookAlikes = [
  ".env ",
  ".env.",
  ".env. . ",
  " .env",
  ".env\u00a0",
  ".env\u3164",
  ".env\u2800",
  "\ufeff.env",
  "\u200b.env",
  ".e\u200dnv",
  ".env\u202e",
  ".e\u00adnv",
  ".e\u{e0041}nv",
  ".e\u0301nv",
  "\uff0e\uff45\uff4e\uff56",
  ".\u{1d41e}\u{1d427}\u{1d42f}",
  ".\u0435nv",
  ".en\u03bd",
  "\u2024env",
  "\u3002env",
  ".env::$DATA",
  "\u0456d_rsa",
  "\u0406d_rsa",
  ".\u0430ws/credentials",
  "\u212ared.key",
  ".ENV\u200b (1)",
  "c\u043epy of .env",
];

const ordinary = [
  ".env.example",
  ".env.example~",
  "id_rsa.pub.bak",
  "notes.txt~",
  "#a#",
  "~",
  ".env.sample",
  ".env.template",
  ".env.dist",
  ".env.defaults",
  ".ENV.EXAMPLE",
  ".env.local.example",
  ".env-example",
  "example.env",
  "prod.example.env",
  ".envrc.example",
  "env.ts",
  "env",
  "environment.ts",
  "environment/index.ts",
  ".environment/settings.yaml",
  ".env/lib/python3/site.py",
  ".env.d/readme",
  ".environment",
  "environment",
  ".envoy.yaml",
  "dotenv",
  "process.env.md",
  "id_rsa.pub",
  "id_ed25519.pub",
  "deploy_rsa.pub",
  ".ssh/work.pub",
  ".ssh/known_hosts",
  ".ssh/authorized_keys",
  "public.pem",
  "public_key.pem",
  "rsa.pub.key.pub",
  "cert.pem",
  "fullchain.pem",
  "ca.pem",
  "ca-bundle.pem",
  "server.crt",
  "public.key",
  "debug.keystore",
  "keys.ts",
  "key.json",
  "keyboard.txt",
  "config.json",
  "docker/config.json",
  "kube/config",
  "aws/credentials.md",
  ".aws/config",
  ".aws/sso/cache/sub/x.json",
  ".gitconfig",
  "shadow",
  "myetc/shadow",
  "secrets.ts",
  "token.ts",
  "password.md",
  "credentials.ts",
  "tfstate.md",
  "main.tf",
  ".env.example (1)",
  "Copy of .env.example",
  ".env.sample copy",
  ".env.template.bak",
  ".env.d.ts",
  "id_rsa.md",
  "id_rsa.pub (1)",
  "known_hosts (1)",
  "history.txt",
  "bash_history.md",
  "credentials.test.ts",
  "copy.ts",
  "env (1)",
  "env copy.txt",
  "environment (1).ts",
  "notes (1).md",
  "package copy.json",
  "CHANGELOG-2024-01-01.md",
  "example.tfvars",
  "terraform.tfvars.example",
  "roots.pem",
  "дневник.txt",
  "副本.txt",
];

describe("the default policy", () => {
  test.for(secrets)("denies %s in any folder and says why", (path) => {
    for (const real of [`/w/${path}`, `/w/some/folder/${path}`, `C:\\w\\${path.replaceAll("/", "\\")}`]) {
      const verdict = defaultPolicy(fileAt(real));
      expect(verdict.allowed ? "allowed" : verdict.reason).toMatch(/^it may contain [a-z ,']+\.$/i);
    }
  });

  test.for(ordinary)("reads %s", (path) => {
    expect(defaultPolicy(fileAt(`/w/${path}`))).toEqual({ allowed: true });
  });

  test.for(copies)("denies the copy %j", (path) => {
    expect(isAllowed(defaultPolicy, `/w/${path}`)).toBe(false);
  });

  test.for(lookAlikes)("denies the look-alike %j", (path) => {
    expect(isAllowed(defaultPolicy, `/w/${path}`)).toBe(false);
  });

  test("decides about hostile names in time that grows with their length alone", () => {
    const names = [" ", ".", "~", "(1)", " copy", "\u0301", "\u200b", "\ud800", "/a", "a-"].map((part) =>
      part.repeat(50_000),
    );
    for (const name of names) expect(isAllowed(defaultPolicy, `/w/${name}x`)).toBe(true);
  });

  test("denies the passwords of the machine by their whole path", () => {
    expect(isAllowed(defaultPolicy, "/etc/shadow")).toBe(false);
    expect(isAllowed(defaultPolicy, "/w/etc/shadow")).toBe(true);
  });

  test.for([".env", ".ssh", ".gnupg", "id_rsa", "x.key"])("lists a folder called %s", (name) => {
    expect(defaultPolicy(fileAt(`/w/${name}`, "directory"))).toEqual({ allowed: true });
  });

  test("has no rule that denies nothing, and is written in lower case", () => {
    const idle = secretRules.flatMap(({ files }) =>
      files.filter((glob) => {
        const path = glob.replaceAll("**/", "").replaceAll("*", "x");
        return isAllowed(defaultPolicy, path.startsWith("/") ? path : `/w/${path}`);
      }),
    );
    expect(idle).toEqual([]);
    const globs = secretRules.flatMap(({ files, except = [] }) => [...files, ...except]);
    expect(globs).toEqual(globs.map((glob) => glob.toLowerCase()));
  });
});

describe("a policy with changes", () => {
  test("reads what is allowed, and only that", () => {
    const policy = createPolicy({ allow: [".npmrc", "Fixtures/**/*.key", "/srv/app/.env"] });
    expect(isAllowed(policy, "/w/.npmrc")).toBe(true);
    expect(isAllowed(policy, "/w/fixtures/tls/deep/a.key")).toBe(true);
    expect(isAllowed(policy, "/w/fixtures/a.key")).toBe(true);
    expect(isAllowed(policy, "/w/other/a.key")).toBe(false);
    expect(isAllowed(policy, "/srv/app/.env")).toBe(true);
    expect(isAllowed(policy, "/w/srv/app/.env")).toBe(false);
  });

  test("denies more, and that wins over what is allowed", () => {
    const policy = createPolicy({ deny: ["*.SQL", "private/**/*"], allow: ["*.sql"] });
    expect(isAllowed(policy, "/w/dump.sql")).toBe(false);
    expect(isAllowed(policy, "/w/private/deep/notes.md")).toBe(false);
    expect(isAllowed(policy, "/w/public/notes.md")).toBe(true);
    expect(isAllowed(policy, "/w/.env")).toBe(false);
  });
});

describe("a policy of the caller", () => {
  test("also denies copies and look-alikes of what is denied", () => {
    const policy = createPolicy({ deny: ["Ключи.txt", "plans/*"] });
    for (const name of [
      "Ключи.txt",
      "ключи.txt",
      "Ключи (1).txt",
      "Ключ\u200bи.txt",
      "Plans/a.md",
      "pl\u0430ns/a.md",
    ]) {
      expect([name, isAllowed(policy, `/w/${name}`)]).toEqual([name, false]);
    }
    expect(isAllowed(policy, "/w/Ключ.txt")).toBe(true);
  });

  test("allows what is named, and no copy of it", () => {
    const policy = createPolicy({ allow: [".env"] });
    expect([".env", ".ENV", ".env (1)", ".env.bak"].map((name) => isAllowed(policy, `/w/${name}`))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("in a workspace", () => {
  const entries = {
    "/w/.env": "SECRET=1",
    "/w/.env.example": "SECRET=",
    "/w/notes.txt": { kind: "symlink", target: ".env" },
    "/w/.env.link": { kind: "symlink", target: ".env.example" },
    "/w/src/a.ts": "a",
  } as const;

  test("a secret is denied under an innocent name, because the resolved name counts", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    for (const asked of [".env", "notes.txt"]) {
      expect(await faultOf(workspace.open(asked))).toMatchObject({
        code: "denied-by-policy",
        message: `${asked} is not read: it may contain passwords and keys of an application.`,
        hint: "Go on without its content, and ask the user for what you need from it.",
      });
    }
    expect(files.calls.map(({ name }) => name)).not.toContain("open");
    expect(await contentOf(workspace, ".env.link")).toBe("SECRET=");
  });

  test("the hook gets the resolved file once for each open", async () => {
    const seen: PolicyFile[] = [];
    const policy: Policy = (file) => {
      seen.push(file);
      return { allowed: true };
    };
    const { workspace } = memoryWorkspace({ entries }, { policy });
    expect(await contentOf(workspace, "notes.txt")).toBe("SECRET=1");
    await workspace.locate("src");
    expect(seen).toEqual([
      { realPath: "/w/.env", relativePath: ".env", name: ".env", kind: "file" },
      { realPath: "/w/src", relativePath: "src", name: "src", kind: "directory" },
    ]);
  });

  test("its own reason and next step are given", async () => {
    const policy: Policy = () => ({ allowed: false, reason: "it is Sunday.", hint: "Come back on Monday." });
    const { workspace } = memoryWorkspace({ entries }, { policy });
    expect(await faultOf(workspace.open("src/a.ts"))).toMatchObject({
      message: "src/a.ts is not read: it is Sunday.",
      hint: "Come back on Monday.",
    });
  });
});
