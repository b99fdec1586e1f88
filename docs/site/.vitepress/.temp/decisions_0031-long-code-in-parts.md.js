import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0031 · Long code is parsed in parts","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0031-long-code-in-parts.md","filePath":"decisions/0031-long-code-in-parts.md"}');
const _sfc_main = { name: "decisions/0031-long-code-in-parts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0031--long-code-is-parsed-in-parts" tabindex="-1">0031 · Long code is parsed in parts <a class="header-anchor" href="#0031--long-code-is-parsed-in-parts" aria-label="Permalink to &quot;0031 · Long code is parsed in parts&quot;">​</a></h1><p>Status: accepted; adds to <a href="/decisions/0023-outlines-beside-text.html">0023</a>.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An outline&#39;s parser repairs errors across a whole file: one macro in 100 000 lines of C headers cost seconds and hid the code after it. And if a file is parsed in one piece, a time limit loses all of it.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>From 100 000 characters on, code is parsed in parts of about 60 000 characters. A part begins only where a small lexer of the language (strings, templates, regular expressions, comments, brackets) is sure that a declaration starts at the first column; parts that were forced to a length lost 194 of 6367 declarations of TypeScript, these lose none of 15 341.</li><li>Code without entries is left out first: bodies by their layout, and then plain statements and the contents of brackets by the same lexer, in one pass that keeps every word that may begin an entry. Removing only bodies left 2.4 of 4.2 million characters of TypeScript to the parser; now 0.9 are left (3.7 → 1.0 of declarations, 4.0 → 1.0 of CSS, 2.3 → 0.5 of JavaScript, 1.7 → 0.8 of Python), and the outlines are the same.</li><li>A part with errors is parsed again with nothing left out, and together with its neighbour if the error is at their border; the two are joined only if no error is left there.</li><li>When the time is over, the parsed parts are kept, and the rest is scanned for declarations at the first column.</li><li>Bash is parsed up to 200 000 condensed characters: its grammar leaks some 750 bytes a character in the engine.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>100 000 lines of TypeScript declarations: 5946 → 1057 ms of processor time, and all of them found. A test checks that joined sources have the outlines of their parts.</li><li>Optimised WebAssembly would be 1.6 times as fast from the second outline on, and slower for the first, which is the only one that a command makes; so functions are compiled once.</li><li>For languages whose sources the parser often reports as erroneous (C headers, C++), results still depend on the time left for repairs.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0031-long-code-in-parts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0031LongCodeInParts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0031LongCodeInParts as default
};
