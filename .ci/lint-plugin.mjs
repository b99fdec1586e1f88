// The two lint rules of this repository that the linter does not have itself.
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

export default {
  meta: { name: "reader" },
  rules: { "documented-exports": documentedExports, "no-modules": noModules },
};
