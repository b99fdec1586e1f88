import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

/** A name that a package exports. */
export interface Declaration {
  readonly name: string;
  /** The text of its doc comment, as Markdown. */
  readonly comment: string;
  /** Its declaration in TypeScript; overloads one after another. */
  readonly source: string;
}

type Program = ReturnType<typeof parseAst>;
type Statement = Program["body"][number];

interface Module {
  readonly path: string;
  readonly text: string;
  readonly body: readonly Statement[];
}

/** A name in a module, found by following exports and imports. */
interface Reference {
  readonly module: Module;
  readonly name: string;
}

/** Returns what a declaration file exports, in the order in which it is exported, also from other declaration files. */
export function declarationsOf(path: string): readonly Declaration[] {
  const module = parseModule(path);
  return module.body.flatMap((statement) => exportsOf(statement, module));
}

const modules = new Map<string, Module>();

function parseModule(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, "utf8");
  const module = { path, text, body: parseAst(text, { lang: "dts" }).body };
  modules.set(path, module);
  return module;
}

function exportsOf(statement: Statement, module: Module): readonly Declaration[] {
  if (statement.type === "ExportAllDeclaration") {
    const path = fileOf(module.path, statement.source.value);
    return path === undefined ? [] : declarationsOf(path);
  }
  if (statement.type !== "ExportNamedDeclaration") return [];
  const [declared] = namesIn(statement);
  if (declared !== undefined) {
    const isFirst = module.body.find((each) => namesIn(each).includes(declared)) === statement;
    return isFirst ? [describe({ module, name: declared }, declared)] : [];
  }
  return statement.specifiers.map(({ local, exported }) => {
    const name = wordOf(local);
    const source = statement.source?.value;
    const found = source === undefined ? { module, name } : referenceIn(module, source, name);
    return describe(found, wordOf(exported));
  });
}

function describe(found: Reference | undefined, name: string): Declaration {
  const declared = found === undefined ? undefined : resolve(found);
  if (declared === undefined) throw new Error(`The declaration of ${name} was not found.`);
  const { module } = declared;
  const statements = module.body.filter((statement) => namesIn(statement).includes(declared.name));
  const sources = statements.map(({ start, end }) => module.text.slice(start, end).replace(/^export /, ""));
  const comments = statements.map(({ start }) => commentBefore(module.text, start)).filter((words) => words !== "");
  return { name, comment: comments.join("\n\n"), source: sources.join("\n") };
}

/** Follows imports and exports to the module that declares a name. */
function resolve({ module, name }: Reference): Reference | undefined {
  if (module.body.some((statement) => namesIn(statement).includes(name))) return { module, name };
  for (const statement of module.body) {
    const next = nextReference(statement, module, name);
    const found = next === undefined ? undefined : resolve(next);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nextReference(statement: Statement, module: Module, name: string): Reference | undefined {
  if (statement.type === "ImportDeclaration") {
    const specifier = statement.specifiers.find(({ local }) => local.name === name);
    if (specifier?.type !== "ImportSpecifier") return undefined;
    return referenceIn(module, statement.source.value, wordOf(specifier.imported));
  }
  if (statement.type === "ExportAllDeclaration") return referenceIn(module, statement.source.value, name);
  if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return undefined;
  const specifier = statement.specifiers.find(({ exported }) => wordOf(exported) === name);
  return specifier && referenceIn(module, statement.source.value, wordOf(specifier.local));
}

function referenceIn(module: Module, source: string, name: string): Reference | undefined {
  const path = fileOf(module.path, source);
  return path === undefined ? undefined : { module: parseModule(path), name };
}

/** The declaration file behind an import: relative, or an entry of an installed package. */
function fileOf(from: string, source: string): string | undefined {
  if (source.startsWith(".")) return join(dirname(from), source.replace(/\.[jt]s$/, ".d.ts"));
  const [, name = "", entry = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(source) ?? [];
  const folder = packageFolder(dirname(from), name);
  if (folder === undefined) return undefined;
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const target = exports?.[`.${entry}`];
  const types = typeof target === "object" ? target.types : target;
  return types === undefined ? undefined : join(folder, types);
}

interface Manifest {
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
}

function packageFolder(from: string, name: string): string | undefined {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(from) === from ? undefined : packageFolder(dirname(from), name);
}

/** The names that a statement declares, exported or not. */
function namesIn(statement: Statement): readonly string[] {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration === null) return [];
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

function wordOf(name: { readonly type: string; readonly name?: string; readonly value?: string }): string {
  return name.name ?? name.value ?? "";
}

/** The doc comment that ends where a statement begins, without its marks. */
function commentBefore(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd();
  if (!before.endsWith("*/")) return "";
  const comment = before.slice(before.lastIndexOf("/**") + 3, -2);
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
  return lines
    .join("\n")
    .trim()
    .replaceAll(/\{@link (\S+?)(?:\s[^}]*)?\}/g, "`$1`");
}
