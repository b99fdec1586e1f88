import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0010 · TypeScript 7 as a command, and two lint rules of our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0010-typescript-7-without-an-api.md","filePath":"decisions/0010-typescript-7-without-an-api.md"}');
const _sfc_main = { name: "decisions/0010-typescript-7-without-an-api.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0010--typescript-7-as-a-command-and-two-lint-rules-of-our-own" tabindex="-1">0010 · TypeScript 7 as a command, and two lint rules of our own <a class="header-anchor" href="#0010--typescript-7-as-a-command-and-two-lint-rules-of-our-own" aria-label="Permalink to &quot;0010 · TypeScript 7 as a command, and two lint rules of our own&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>TypeScript 7 is a native program. It no longer has the compiler&#39;s JavaScript API: the package exports a version and a set of <code>unstable/*</code> entries. Tools that call the old API (typed lint rules, documentation generators, bundlers of declarations) do not work with it.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>TypeScript is used as a command: <code>tsc -b</code> builds, and <code>tsc</code> checks the tests and the samples of these pages. There is no bundler: the published code is the compiler&#39;s output, one module for each source file, with the sources for debuggers.</p><p>Types in exported declarations are written out (<code>isolatedDeclarations</code>), so that declarations need no inference across files.</p><p>Linting is oxlint with its own type-aware companion. Two rules that it lacks are in <a href="https://github.com/reader/reader/blob/main/.ci/lint-plugin.mjs" target="_blank" rel="noreferrer"><code>.ci/lint-plugin.mjs</code></a>, on the syntax tree alone: every exported declaration has a doc comment, and a package imports only what it may.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>One compiler version, one way to run it, and no second type checker that might disagree.</li><li>These two rules have no type information. Checks that need types have to be a rule of the linter, or a test.</li><li>A package exports modules file by file. Start-up cost is therefore the number of imported modules, so a plain text file needs only few modules, and the rest is imported on demand.</li><li>Moving back to a compiler with an API, or on to a stable one, changes two files.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0010-typescript-7-without-an-api.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0010Typescript7WithoutAnApi = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0010Typescript7WithoutAnApi as default
};
