/** A rule for files whose names are typical of secrets. */
export interface SecretRule {
  /** Globs of names and path ends. */
  readonly files: readonly string[];
  /** Globs of exceptions: files intended to be shared. */
  readonly except?: readonly string[];
  /** The content of such a file; completes "… is not read: it may contain". */
  readonly holds: string;
  /** True if other files have such names, too, and start as a ZIP archive, which the secret never does. */
  readonly unlessZip?: true;
}

const templates = ["example", "sample", "template", "tmpl", "tpl", "dist", "default", "defaults", "schema"];
const publicKeys = ["*.pub", "*pub.pem", "*public*", "*pubkey*", "*pub-key*", "*pub_key*"];
const certificates = [
  "*cert*",
  "*chain*",
  "ca.pem",
  "roots.pem",
  "ca-*",
  "*-ca.pem",
  "*_ca.pem",
  "*bundle*",
  "*dhparam*",
  "*csr*",
];

/**
 * The files that the default policy denies. Collected from the documentation of the tools that write them, the global
 * ignore lists of GitHub (github/gitignore) and the signatures of secret scanners. A rule never matches a folder:
 * `environment/`, `.env/` (a Python environment) and their files can be read. A `.pem` file contains a key or a
 * certificate: it is allowed if its name suggests a certificate and denied otherwise, because cloud consoles issue keys
 * as `name.pem`. Copies and look-alikes of these names are denied, too: see `policy.ts`.
 */
export const secretRules: readonly SecretRule[] = [
  {
    files: [".env", ".env.*", ".env-*", ".env_*", "*.env", ".dev.vars", ".dev.vars.*", ".flaskenv"],
    // With the suffixes of variable types, which tools write.
    except: templates
      .flatMap((word) => [
        `.env*.${word}`,
        `.env-${word}`,
        `.env_${word}`,
        `${word}.env`,
        `*.${word}.env`,
        `.dev.vars.${word}`,
      ])
      .concat("*.d.ts"),
    holds: "passwords and keys of an application",
  },
  {
    files: [".envrc", ".envrc.*"],
    except: templates.map((word) => `.envrc.${word}`),
    holds: "keys that a shell exports",
  },
  {
    files: ["secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "secrets.properties", ".secrets"],
    holds: "secrets of an application",
  },
  {
    files: ["usersecrets/*/secrets.json", ".streamlit/secrets.toml", "wp-config.php", "keystore.properties"],
    holds: "secrets of an application",
  },
  {
    files: ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "id_xmss"].flatMap((name) => [
      name,
      `${name}.*`,
    ]),
    except: [...publicKeys, "*.md"],
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
  // Keynote presentations have the same extension.
  { files: ["*.key"], except: publicKeys, holds: "a private key", unlessZip: true },
  { files: ["*.p8", "*.pkcs8", "*.ppk", "*.pvk", "*.snk"], except: publicKeys, holds: "a private key" },
  {
    files: ["*.p12", "*.pfx", "*.pkcs12", "*.jks", "*.jceks", "*.bks", "*.bcfks", "*.keystore"],
    except: ["debug.keystore"],
    holds: "private keys",
  },
  { files: ["*.keytab", "krb5cc_*"], holds: "keys of Kerberos" },
  { files: [".gnupg/**/*", "secring.gpg", "*.agekey", "age/keys.txt"], holds: "private keys" },
  {
    files: ["/etc/wireguard/*.conf", "wg0.conf", "wpa_supplicant.conf", "*.nmconnection", "ipsec.secrets", "*.ovpn"],
    holds: "keys of a network",
  },
  { files: ["*.kdbx", "*.kdb", "*.keychain", "*.keychain-db", "keychains/**/*"], holds: "stored passwords" },
  {
    files: ["*.1pif", "*.1pux", "*.agilekeychain", "*.psafe3", "*.enpassdb", "bitwarden_export_*", "lastpass_export*"],
    holds: "stored passwords",
  },
  {
    files: [
      "logins.json",
      "logins-backup.json",
      "signons.sqlite",
      "key3.db",
      "key4.db",
      "login data",
      "login data for account",
    ],
    holds: "passwords stored by a browser",
  },
  { files: ["cookies.sqlite", "network/cookies", "default/cookies"], holds: "open sessions of a browser" },
  { files: [".netrc", "_netrc", ".authinfo", ".authinfo.gpg"], holds: "passwords of servers" },
  {
    files: [
      "sitemanager.xml",
      "recentservers.xml",
      "winscp.ini",
      "sftp-config.json",
      ".vscode/sftp.json",
      ".ftpconfig",
    ],
    holds: "passwords of servers",
  },
  { files: [".git-credentials", ".config/git/credentials"], holds: "passwords of Git servers" },
  {
    files: [".config/gh/hosts.yml", ".config/hub", ".config/glab-cli/config.yml", ".config/tea/config.yml"],
    holds: "tokens of a code host",
  },
  { files: [".npmrc", "_npmrc", ".yarnrc.yml", ".pnpmrc"], holds: "tokens of a package registry" },
  {
    files: [".pypirc", ".pip/pip.conf", "pip/pip.conf", "pip/pip.ini", "pypoetry/auth.toml"],
    holds: "tokens of a package registry",
  },
  { files: [".gem/credentials", ".bundle/config", ".composer/auth.json"], holds: "tokens of a package registry" },
  { files: [".cargo/credentials", ".cargo/credentials.toml"], holds: "tokens of a package registry" },
  { files: [".m2/settings.xml", ".m2/settings-security.xml"], holds: "passwords of a package registry" },
  {
    files: [".ivy2/.credentials", ".sbt/.credentials", ".nuget/nuget/nuget.config"],
    holds: "passwords of a package registry",
  },
  { files: [".gradle/gradle.properties"], holds: "passwords and signing keys" },
  { files: [".aws/credentials", ".aws/sso/cache/*", ".aws/cli/cache/*", ".boto", ".s3cfg"], holds: "keys of a cloud" },
  {
    files: [
      "rootkey.csv",
      "accesskeys.csv",
      "*_accesskeys.csv",
      "new_user_credentials.csv",
      ".passwd-s3fs",
      "passwd-s3fs",
    ],
    holds: "keys of a cloud",
  },
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
    files: [
      "service-account*.json",
      "service_account*.json",
      "serviceaccount*.json",
      "*-service-account.json",
      "*_service_account.json",
      "*firebase-adminsdk*.json",
      "client_secret*.json",
    ],
    except: ["*schema*.json"],
    holds: "keys of a cloud",
  },
  { files: ["credentials.json", "credentials.csv"], holds: "keys of a service" },
  {
    files: [".azure/accesstokens.json", ".azure/msal_token_cache.*", ".azure/service_principal_entries.*"],
    holds: "keys of a cloud",
  },
  {
    files: [
      ".config/doctl/config.yaml",
      ".config/hcloud/cli.toml",
      ".config/scw/config.yaml",
      ".config/linode-cli",
      ".oci/config",
      ".bluemix/config.json",
      ".fly/config.yml",
      ".wrangler/config/default.toml",
      "com.vercel.cli/auth.json",
      "netlify/config.json",
      "configstore/firebase-tools.json",
      ".supabase/access-token",
      ".pulumi/credentials.json",
      ".cloudflared/*.json",
      "ngrok.yml",
    ],
    holds: "tokens of a cloud",
  },
  {
    files: [".docker/config.json", ".dockercfg", ".dockerconfigjson", "containers/auth.json"],
    holds: "passwords of container registries",
  },
  {
    files: [".kube/config", "kubeconfig", "kubeconfig.yml", "kubeconfig.yaml", "*.kubeconfig", "talosconfig"],
    holds: "keys of a cluster",
  },
  { files: ["/etc/kubernetes/*.conf", "/etc/rancher/k3s/k3s.yaml"], holds: "keys of a cluster" },
  { files: ["*.tfstate", "*.tfstate.*"], holds: "secrets in plain text, as Terraform state does" },
  {
    files: ["*.tfvars", "*.tfvars.json"],
    except: templates.flatMap((word) => [`${word}.tfvars`, `*.${word}.tfvars`, `*-${word}.tfvars`, `*_${word}.tfvars`]),
    holds: "secrets that Terraform is given",
  },
  { files: [".terraformrc", "terraform.rc", "credentials.tfrc.json"], holds: "tokens of Terraform" },
  {
    files: [".vault-token", ".vault_pass", ".vault-pass", "vault_pass", ".vault_password", ".ansible_vault_pass"],
    holds: "passwords of a vault",
  },
  { files: [".config/op/config", ".config/rclone/rclone.conf", "rclone.conf", ".rclone.conf"], holds: "access tokens" },
  {
    files: [".htpasswd", "htpasswd", ".htdigest", ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf"],
    holds: "passwords",
  },
  {
    files: [".mongorc.js", ".mongoshrc.js", ".dbt/profiles.yml", ".snowsql/config", "snowflake/connections.toml"],
    holds: "passwords of a database",
  },
  {
    files: [".smbcredentials", ".fetchmailrc", ".msmtprc", ".mbsyncrc", ".offlineimaprc", ".muttrc", ".esmtprc"],
    holds: "passwords",
  },
  {
    files: [".databrickscfg", ".davfs2/secrets", "chap-secrets", "pap-secrets", ".purple/accounts.xml"],
    holds: "passwords",
  },
  {
    files: [
      ".*_history",
      ".*-history",
      ".*_hist",
      ".history",
      ".histfile",
      ".zhistory",
      "fish_history",
      "ghci_history",
      "cqlsh_history",
      "consolehost_history.txt",
      "nushell/history.txt",
      "nushell/history.sqlite3",
      ".ipython/*/history.sqlite",
      ".snowsql/history",
      ".julia/logs/repl_history.jl",
      ".viminfo",
      ".lesshst",
    ],
    holds: "commands that were typed, passwords among them",
  },
  {
    files: [
      "/etc/shadow",
      "/etc/shadow-",
      "/etc/gshadow",
      "/etc/gshadow-",
      "/etc/master.passwd",
      "/etc/security/opasswd",
    ],
    holds: "the passwords of this machine",
  },
  { files: [".claude/.credentials.json", ".codex/auth.json", "opencode/auth.json"], holds: "tokens of an agent" },
  {
    files: [".config/github-copilot/*.json", ".gemini/oauth_creds.json", ".qwen/oauth_creds.json", ".claude.json"],
    holds: "tokens of an agent",
  },
  {
    files: ["huggingface/token", "huggingface/stored_tokens", ".huggingface/token", "kaggle.json", "token.pickle"],
    holds: "tokens of a service",
  },
  {
    files: ["wallet.dat", "*.wallet", "utc--*", ".electrum/wallets/*", "solana/id.json"],
    holds: "the keys of a wallet",
  },
];
