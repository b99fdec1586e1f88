import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"0005 · Patterns with RE2's semantics","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0005-re2-patterns.md","filePath":"decisions/0005-re2-patterns.md"}`);
const _sfc_main = { name: "decisions/0005-re2-patterns.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0005--patterns-with-re2s-semantics" tabindex="-1">0005 · Patterns with RE2&#39;s semantics <a class="header-anchor" href="#0005--patterns-with-re2s-semantics" aria-label="Permalink to &quot;0005 · Patterns with RE2&#39;s semantics&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p><code>find</code> takes a pattern from a model, and so, indirectly, from any text that the model has read. JavaScript&#39;s <code>RegExp</code> backtracks: <code>(a+)+$</code> on a line of thirty characters takes longer than a whole read may, and blocks everything else: timers and abort signals. Checking patterns for danger first is guesswork.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>A pattern between slashes, <code>/…/</code> with the flags <code>i</code> and <code>s</code>, is compiled by an implementation of RE2 in JavaScript (<code>re2js</code>). Its time is linear in the length of the line. Anything else is a literal, found with <code>includes</code>.</p><p>The library is loaded only when a regular expression is used.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>No pattern can hang a read. The deadline of a read is checked between blocks of lines, and a block is never slow for its pattern.</li><li>The time for a line also grows with the compiled expression, so that one of more than 4000 instructions is <code>invalid-request</code>: <code>((a{100}){10})</code> written thirty times has 30 722 and took 23 s for a line of 20 000 characters. A list of 20 000 words with common beginnings has 6223.</li><li>Lookaround and backreferences do not exist. A pattern that uses them is <code>invalid-request</code>, with the reason and what to do instead.</li><li>Patterns are matched line by line: <code>^</code> and <code>$</code> are the ends of a line, and no match spans two lines.</li><li>A literal that begins and ends with a slash must be written as a regular expression.</li><li>RE2 in JavaScript is slower than <code>RegExp</code> on harmless patterns. Literals, which are most searches, are not affected, and a pattern is tried only on lines that hold the longest text which every match of it must hold (<code>time</code> of <code>time(d )?out</code>): a gigabyte of log takes 1 s instead of 8 s, or 15 s without regard to case.</li><li>A match longer than 16 384 characters may be missed if it spans two chunks of a line that is too long to load.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0005-re2-patterns.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0005Re2Patterns = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0005Re2Patterns as default
};
