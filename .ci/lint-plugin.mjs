// The lint rules of this repository that the linter does not have itself.
import { builtinModules } from "node:module";

const builtins = new Set(builtinModules);

/** Every exported declaration carries a doc comment. */
const documentedExports = {
  create(context) {
    const documented = new Set();

    function check(node, name, anchors) {
      if (documented.has(name)) return;
      documented.add(name);
      const isDocumented = anchors.some((anchor) => isDocComment(context.sourceCode.getCommentsBefore(anchor).at(-1)));
      if (!isDocumented) context.report({ node, message: `Exported "${name}" has no doc comment.` });
    }

    return {
      ExportNamedDeclaration(node) {
        if (node.declaration) {
          for (const name of declaredNames(node.declaration)) check(node, name, [node, node.declaration]);
          return;
        }
        if (node.source) return;
        for (const { local } of node.specifiers) {
          const declaration = findDeclaration(node.parent, local.name);
          if (declaration) check(declaration, local.name, [declaration]);
        }
      },
    };
  },
};

function isDocComment(comment) {
  return comment?.type === "Block" && comment.value.startsWith("*");
}

function declaredNames(declaration) {
  if (declaration.type !== "VariableDeclaration") return declaration.id ? [declaration.id.name] : [];
  return declaration.declarations.map(({ id }) => id.name ?? "destructured binding");
}

function findDeclaration(program, name) {
  const declarations = program.body.filter(({ type }) => type.endsWith("Declaration") && !/^(?:Im|Ex)port/.test(type));
  return declarations.find((declaration) => declaredNames(declaration).includes(name));
}

/** No static import, re-export or `import()` of the modules given as options; `node:` names also match the bare form. */
const noModules = {
  meta: { schema: { type: "array", items: { type: "string" } } },
  create(context) {
    function check(node) {
      if (typeof node.source?.value !== "string") return;
      const specifier = normalise(node.source.value);
      const isForbidden = context.options.some((pattern) => matches(pattern, specifier));
      if (isForbidden) context.report({ node, message: `"${specifier}" may not be imported here.` });
    }

    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

function normalise(specifier) {
  return builtins.has(specifier) && !specifier.startsWith("node:") ? `node:${specifier}` : specifier;
}

function matches(pattern, specifier) {
  return pattern.endsWith("*") ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern;
}

const fileModules = new Set(["node:fs", "node:fs/promises"]);

/**
 * No function of `node:fs`, however it is reached: a program asks the reader for files, which opens, checks and bounds
 * them. A file that needs one for something else says which (`names`) and for what (`reason`) in the settings.
 */
const noFileAccess = {
  meta: {
    schema: [
      {
        type: "object",
        properties: { names: { type: "array", items: { type: "string" } }, reason: { type: "string", minLength: 20 } },
        required: ["names", "reason"],
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const allowed = new Set(context.options[0]?.names);

    function checkNames(node, names) {
      for (const name of names.filter((each) => !allowed.has(each))) {
        const what = name === undefined ? "The whole of `node:fs`" : `\`${name}\` of \`node:fs\``;
        context.report({ node, message: `${what} may not be used here: ask the reader for files.` });
      }
    }

    function checkImport(node) {
      if (node.importKind === "type" || node.exportKind === "type" || !isFileModule(node.source)) return;
      const values = node.specifiers?.filter(
        ({ importKind, exportKind }) => ![importKind, exportKind].includes("type"),
      );
      checkNames(node, values?.map(importedName) ?? [undefined]);
    }

    return {
      ImportDeclaration: checkImport,
      ExportNamedDeclaration: checkImport,
      ExportAllDeclaration: checkImport,
      ImportExpression(node) {
        if (isFileModule(node.source)) checkNames(node, takenNames(node));
      },
      CallExpression(node) {
        // Whatever is called with the name of the module loads it: `require`, `getBuiltinModule`, a `createRequire`.
        if (isFileModule(node.arguments[0])) checkNames(node, takenNames(node));
      },
    };
  },
};

function isFileModule(source) {
  return typeof source?.value === "string" && fileModules.has(normalise(source.value));
}

/** The name of a module that a specifier stands for; undefined for all of them. */
function importedName({ type, imported, local }) {
  if (type === "ExportSpecifier") return local.name;
  return type === "ImportSpecifier" ? imported.name : undefined;
}

/** What is taken at once of a module that a call loads: `const { a } = load()`, `load().a`; undefined for all of it. */
function takenNames(call) {
  const loaded = call.parent.type === "AwaitExpression" ? call.parent : call;
  const { parent } = loaded;
  if (parent.type === "MemberExpression" && parent.object === loaded && !parent.computed) return [parent.property.name];
  if (parent.type !== "VariableDeclarator" || parent.id.type !== "ObjectPattern") return [undefined];
  return parent.id.properties.map(({ type, key, computed }) =>
    type === "Property" && !computed ? key.name : undefined,
  );
}

const testFunctions = new Set(["test", "it", "describe", "beforeAll", "beforeEach", "afterAll", "afterEach", "expect"]);

/**
 * No time limit of a single test, hook or poll: `vitest.config.ts` has one for all, which only ends what hangs. A shorter
 * one would fail on a busy machine.
 */
const noTestTimeout = {
  create(context) {
    const message =
      "Leave the time limit to vitest.config.ts: no outcome of a test depends on how fast the machine is.";
    return {
      CallExpression(node) {
        const name = rootOf(node.callee);
        if (!testFunctions.has(name)) return;
        for (const given of node.arguments) {
          const isNumber = name !== "expect" && given.type === "Literal" && typeof given.value === "number";
          const limit =
            given.type === "ObjectExpression" && given.properties.find(({ key }) => key?.name === "timeout");
          if (isNumber || limit) context.report({ node: limit || given, message });
        }
      },
    };
  },
};

/** The name that a chain of members and calls begins with: `test` of `test.skipIf(x).for(y)`. */
function rootOf(callee) {
  if (callee.type === "MemberExpression") return rootOf(callee.object);
  if (callee.type === "CallExpression") return rootOf(callee.callee);
  return callee.name;
}

export default {
  meta: { name: "reader" },
  rules: {
    "documented-exports": documentedExports,
    "no-file-access": noFileAccess,
    "no-modules": noModules,
    "no-test-timeout": noTestTimeout,
  },
};
