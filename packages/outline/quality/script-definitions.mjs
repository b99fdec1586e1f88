// The definitions of JavaScript and TypeScript by the parser of the bundler, because ctags 5.9 does not know either well.
// @boundaries-ignore it is no part of the package, but of how its quality is measured
import { parseAst } from "rolldown/parseAst";

const declared = new Set([
  "FunctionDeclaration",
  "TSDeclareFunction",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSEnumDeclaration",
  "TSModuleDeclaration",
]);
const members = new Set(["MethodDefinition", "TSAbstractMethodDefinition", "TSMethodSignature"]);
const values = new Set(["FunctionExpression", "ArrowFunctionExpression", "ClassExpression"]);

/** Each definition that has a name, with its lines; undefined for what the parser does not take. */
export function scriptDefinitions(text, { lang }) {
  try {
    const lineOf = lineFinder(text);
    const found = [];
    collect(parseAst(text, { lang }), { found, isInFunction: false });
    return found.map(({ start, end, ...rest }) => {
      return { ...rest, line: lineOf(start), end: lineOf(end - 1) };
    });
  } catch {
    return undefined;
  }
}

function collect(node, { found, isInFunction }) {
  if (Array.isArray(node)) for (const each of node) collect(each, { found, isInFunction });
  if (node === null || typeof node !== "object" || typeof node.type !== "string") return;
  const name = nameOf(node, isInFunction);
  const { type: kind, start, end } = node;
  if (name !== undefined) found.push({ name, kind, start, end, isWanted: true });
  else found.push(...namesOf(node).map((each) => ({ name: each, kind, start, end, isWanted: false })));
  const isFunction = /Function(?:Declaration|Expression)$/.test(node.type);
  for (const child of Object.values(node)) collect(child, { found, isInFunction: isInFunction || isFunction });
}

function nameOf(node, isInFunction) {
  if (declared.has(node.type)) return nameIn(node.id);
  if (members.has(node.type)) return node.computed ? undefined : nameIn(node.key);
  if (isInFunction) return undefined;
  if (node.type === "TSTypeAliasDeclaration") return nameIn(node.id);
  return node.type === "VariableDeclarator" && values.has(node.init?.type) ? nameIn(node.id) : undefined;
}

/** Of an identifier or a literal. */
function nameIn(node) {
  return node?.name ?? (node?.value === undefined ? undefined : String(node.value));
}

/** What else may get an entry: variables, functions in objects and assignments, tests. */
const others = {
  VariableDeclarator: ({ id }) => nameIn(id),
  TSTypeAliasDeclaration: ({ id }) => nameIn(id),
  Property: ({ key }) => nameIn(key),
  PropertyDefinition: ({ key }) => nameIn(key),
  AssignmentExpression: ({ left }) => nameIn(left.property ?? left),
  ExportDefaultDeclaration: () => "default",
  CallExpression: ({ arguments: [first] }) => nameIn(first),
};

function namesOf(node) {
  const name = others[node.type]?.(node);
  return name === undefined ? [] : [name];
}

function lineFinder(text) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (index) => {
    let low = 0;
    for (let high = starts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
