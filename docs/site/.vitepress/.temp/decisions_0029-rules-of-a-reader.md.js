import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0029 · A reader has rules, and no presets","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0029-rules-of-a-reader.md","filePath":"decisions/0029-rules-of-a-reader.md"}');
const _sfc_main = { name: "decisions/0029-rules-of-a-reader.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0029--a-reader-has-rules-and-no-presets" tabindex="-1">0029 · A reader has rules, and no presets <a class="header-anchor" href="#0029--a-reader-has-rules-and-no-presets" aria-label="Permalink to &quot;0029 · A reader has rules, and no presets&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Four existing read tools answer four questions in different ways: what a negative offset means, what lines beyond the end return, what pages beyond the end return, and whether an answer that is too long is cut or refused. A team that relies on one of them must be able to keep its behaviour.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p><code>createReader({ rules })</code> answers the four questions for all reads of a reader; without it the defaults apply. The words for models (hints, schema, description of the tool) follow the rules, so that they never offer what is refused. There are no presets named after other tools: each would hide four decisions behind a name, and take bytes that the tool package does not have.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The migration pages name the rules to set.</li><li>Listings and searches are cut whatever the rules are: neither has a range to request.</li><li>Two more rules were added later, because a model of such a team would not request a view in each call: <code>documents</code>, which PDF files are sent as documents without a request, and <code>maxPagesUnasked</code>, above which a document has to be requested by pages. <code>documents</code> is not a default view: images would no longer be fitted, and a search would have no text. Both depend on the request: requests for lines and matches always get text.</li><li><code>info</code> never refuses a file as too large, because callers ask it after a refusal.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0029-rules-of-a-reader.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0029RulesOfAReader = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0029RulesOfAReader as default
};
