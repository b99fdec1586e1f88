/** Files that hold secrets by their name. */
export interface SecretRule {
  /** Globs of names and ends of paths. */
  readonly files: readonly string[];
  /** Globs of files among them that are made to be shared. */
  readonly except?: readonly string[];
  /** What such a file holds; completes "… is not read: it may hold". */
  readonly holds: string;
}

const templates = ["example", "sample", "template", "tmpl", "tpl", "dist", "default", "defaults", "schema"];
const publicKeys = ["*.pub", "*public*", "*pubkey*", "*pub-key*", "*pub_key*"];
const certificates = ["*cert*", "*chain*", "ca.pem", "ca-*", "*-ca.pem", "*_ca.pem", "*bundle*", "*dhparam*", "*csr*"];

/**
 * The files that the default policy denies. Collected from the documentation of the tools that write them and from the
 * global ignore lists that GitHub publishes (github/gitignore). A folder is never meant: `environment/`, `.env/` (a
 * Python environment) and what lies in them are read. A `.pem` file holds a key or a certificate: the ones whose name
 * speaks of a certificate are read, the others not, because cloud consoles hand out keys as `name.pem`.
 */
export const secretRules: readonly SecretRule[] = [
  {
    files: [".env", ".env.*", ".env-*", ".env_*", "*.env"],
    except: templates.flatMap((word) => [
      `.env*.${word}`,
      `.env-${word}`,
      `.env_${word}`,
      `${word}.env`,
      `*.${word}.env`,
    ]),
    holds: "passwords and keys of an application",
  },
  { files: [".envrc", ".envrc.local", ".envrc.private"], holds: "keys that a shell exports" },
  {
    files: ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "id_xmss"].flatMap((name) => [
      name,
      `${name}.*`,
    ]),
    except: publicKeys,
    holds: "a private SSH key",
  },
  { files: ["*_rsa", "*_dsa", "*_ecdsa", "*_ed25519", "ssh_host_*_key"], holds: "a private SSH key" },
  {
    files: [".ssh/**/*"],
    except: ["*.pub", "known_hosts", "known_hosts.old", "authorized_keys"],
    holds: "private SSH keys",
  },
  { files: ["*key*.pem", "*private*.pem"], except: publicKeys, holds: "a private key" },
  { files: ["*.pem"], except: [...publicKeys, ...certificates], holds: "a private key" },
  { files: ["*.key", "*.p8", "*.pkcs8", "*.ppk"], except: publicKeys, holds: "a private key" },
  {
    files: ["*.p12", "*.pfx", "*.pkcs12", "*.jks", "*.bks", "*.keystore"],
    except: ["debug.keystore"],
    holds: "private keys",
  },
  { files: [".gnupg/**/*", "secring.gpg"], holds: "private keys" },
  { files: ["*.kdbx", "*.kdb", "*.keychain", "*.keychain-db", "keychains/**/*"], holds: "stored passwords" },
  { files: ["logins.json", "key3.db", "key4.db", "login data"], holds: "passwords stored by a browser" },
  { files: [".netrc", "_netrc", ".authinfo", ".authinfo.gpg"], holds: "passwords of servers" },
  { files: [".git-credentials", ".config/git/credentials"], holds: "passwords of Git servers" },
  { files: [".config/gh/hosts.yml", ".config/hub", ".config/glab-cli/config.yml"], holds: "tokens of a code host" },
  { files: [".npmrc", "_npmrc"], holds: "tokens of a package registry" },
  { files: [".pypirc", ".gem/credentials", ".composer/auth.json"], holds: "tokens of a package registry" },
  { files: [".cargo/credentials", ".cargo/credentials.toml"], holds: "tokens of a package registry" },
  { files: [".m2/settings.xml", ".m2/settings-security.xml"], holds: "passwords of a package registry" },
  { files: [".gradle/gradle.properties"], holds: "passwords and signing keys" },
  { files: [".aws/credentials", ".aws/sso/cache/*", ".aws/cli/cache/*", ".boto", ".s3cfg"], holds: "keys of a cloud" },
  {
    files: [
      "gcloud/credentials.db",
      "gcloud/access_tokens.db",
      "gcloud/legacy_credentials/**/*",
      "application_default_credentials.json",
    ],
    holds: "keys of a cloud",
  },
  {
    files: ["service-account*.json", "service_account*.json", "serviceaccount*.json", "client_secret*.json"],
    holds: "keys of a cloud",
  },
  { files: ["credentials.json"], holds: "keys of a service" },
  {
    files: [".azure/accesstokens.json", ".azure/msal_token_cache.*", ".azure/service_principal_entries.*"],
    holds: "keys of a cloud",
  },
  { files: [".docker/config.json", ".dockercfg", ".dockerconfigjson"], holds: "passwords of container registries" },
  { files: [".kube/config", "kubeconfig", "*.kubeconfig"], holds: "keys of a cluster" },
  { files: ["*.tfstate", "*.tfstate.*"], holds: "secrets in plain text, as Terraform state does" },
  { files: [".terraformrc", "terraform.rc", "credentials.tfrc.json"], holds: "tokens of Terraform" },
  { files: [".vault-token", ".config/op/config", ".config/rclone/rclone.conf", "rclone.conf"], holds: "access tokens" },
  { files: [".htpasswd", ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf"], holds: "passwords" },
  { files: [".smbcredentials", ".fetchmailrc", ".msmtprc", ".databrickscfg", "*.ovpn"], holds: "passwords" },
  { files: ["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-"], holds: "the passwords of this machine" },
  { files: ["usersecrets/*/secrets.json", ".streamlit/secrets.toml"], holds: "secrets of an application" },
  { files: [".claude/.credentials.json", ".codex/auth.json", "opencode/auth.json"], holds: "tokens of an agent" },
  { files: [".config/github-copilot/*.json", ".gemini/oauth_creds.json"], holds: "tokens of an agent" },
  { files: ["wallet.dat"], holds: "the keys of a wallet" },
];
