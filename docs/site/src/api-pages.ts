import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { declarationsOf, type Declaration } from "./declarations.ts";
import { root } from "./site-map.ts";

/** A page that describes what a package exports. */
export interface ApiPage {
  readonly name: string;
  readonly route: string;
  readonly markdown: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly description: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** Entries for packages of this project only; they follow no version. */
const internal = /\/internal$/;

/** The packages that have an API page, from their manifests. */
export function apiPackages(): readonly { readonly name: string; readonly folder: string; readonly route: string }[] {
  return globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const folder = dirname(path).replaceAll("\\", "/");
      const manifest = manifestOf(folder);
      const route = folder.replace("packages/", "api/") + ".md";
      return manifest.private === true ? [] : [{ name: manifest.name, folder, route }];
    });
}

/** Writes the API pages from the built declaration files; throws if a package is not built. */
export function apiPages(): readonly ApiPage[] {
  return apiPackages().map(({ name, folder, route }) => ({ name, route, markdown: pageText(folder) }));
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

function pageText(folder: string): string {
  const { name, description, exports } = manifestOf(folder);
  const entries = Object.entries(exports).flatMap(([entry, target]) => {
    const types = typeof target === "object" ? target.types : target;
    return types.endsWith(".d.ts") && !internal.test(entry) ? [[`${name}${entry.slice(1)}`, types] as const] : [];
  });
  const parts = entries.map(([module, types]) => {
    const declarations = declarationsOf(join(root, folder, types));
    return `## \`${module}\`\n\n${callablesFirst(declarations).map(declarationText).join("\n")}`;
  });
  const about = `${description} [What it is for, and how to use it](/${folder}.md).`;
  return `# API of ${name}\n\n${about}\n\n${parts.join("\n")}`;
}

/** Functions and classes are what a reader looks for; the types belong to them. */
function callablesFirst(declarations: readonly Declaration[]): readonly Declaration[] {
  const rank = ({ source }: Declaration): number => {
    if (/^declare (?:async )?function/.test(source)) return 0;
    return /^declare (?:abstract )?class/.test(source) ? 1 : 2;
  };
  return declarations.toSorted((one, other) => rank(one) - rank(other));
}

function declarationText({ name, comment, source }: Declaration): string {
  const words = comment === "" ? "" : `${comment}\n\n`;
  return `### \`${name}\`\n\n${words}\`\`\`ts\n${source}\n\`\`\`\n`;
}
