import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the repository, with a slash at its end. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** A page of the site. */
export interface SitePage {
  /** From the top of the repository. */
  readonly source: string;
  /** From the top of the site, with `.md`. */
  readonly route: string;
  readonly title: string;
}

/** A group of pages in the sidebar. */
export interface Section {
  readonly title: string;
  readonly isOpen: boolean;
  readonly pages: readonly SitePage[];
}

/** What a section holds: files in order, and patterns of them. */
const contents: readonly { readonly title: string; readonly isOpen?: boolean; readonly files: readonly string[] }[] = [
  {
    title: "Guide",
    isOpen: true,
    files: [
      "README.md",
      "docs/agents.md",
      "docs/results.md",
      "docs/tokens.md",
      "docs/batch.md",
      "docs/cluster.md",
      "docs/many-documents.md",
      "apps/cli/README.md",
      "apps/mcp/README.md",
      "apps/agent/README.md",
      "apps/agent/web/README.md",
    ],
  },
  {
    title: "Formats",
    isOpen: true,
    files: ["docs/formats.md", "packages/handler-*/README.md", "packages/outline/README.md", "packages/ocr/README.md"],
  },
  {
    title: "Recipes",
    isOpen: true,
    files: [
      "docs/ai-sdk.md",
      "docs/mcp.md",
      "docs/anthropic.md",
      "docs/openai.md",
      "docs/langchain.md",
      "docs/writing-a-handler.md",
      "docs/coming-from-*.md",
    ],
  },
  { title: "Packages", files: ["docs/packages.md", "packages/*/README.md", "apps/*/README.md"] },
  { title: "Security", files: ["SECURITY.md", "docs/security.md", "docs/threat-model.md"] },
  {
    title: "Quality and performance",
    files: [
      "docs/benchmarks.md",
      "bench/odd-files/README.md",
      "docs/quality.md",
      "packages/{ocr,outline}/quality/README.md",
      "bench/torture/README.md",
    ],
  },
  {
    title: "Project",
    files: ["docs/architecture.md", "CONTRIBUTING.md", "docs/*.md", "docs/site/README.md", "fixtures/ORIGINS.md"],
  },
  { title: "Decisions", files: ["docs/decisions/README.md", "docs/decisions/*.md"] },
];

/** The sections of the site. A file that several sections name is in the first of them. */
export function sections(): readonly Section[] {
  const seen = new Set<string>();
  return contents.map(({ title, isOpen = false, files }) => {
    const found = files.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
    const paths = found.map((path) => path.replaceAll("\\", "/")).filter((path) => isFirst(seen, path));
    return { title, isOpen, pages: paths.map(pageOf) };
  });
}

function isFirst(seen: Set<string>, path: string): boolean {
  const isNew = !seen.has(path);
  seen.add(path);
  return isNew;
}

function pageOf(source: string): SitePage {
  const heading = /^# (.+)$/m.exec(readFileSync(join(root, source), "utf8"))?.[1];
  if (heading === undefined) throw new Error(`${source} has no heading of the first level, which the sidebar needs.`);
  return { source, route: routeOf(source), title: heading.replaceAll("`", "") };
}

/** `docs/x.md` is `x.md`, `packages/x/README.md` is `packages/x.md`, and the README is the first page. */
function routeOf(source: string): string {
  if (source === "README.md") return "index.md";
  if (source === "SECURITY.md") return "security-model.md";
  return source
    .replace(/^docs\//, "")
    .replace(/^decisions\/README\.md$/, "decisions/index.md")
    .replace(/\/README\.md$/, ".md");
}
