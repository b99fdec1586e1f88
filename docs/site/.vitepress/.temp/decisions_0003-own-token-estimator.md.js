import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0003 · An estimator of tokens in the core","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0003-own-token-estimator.md","filePath":"decisions/0003-own-token-estimator.md"}');
const _sfc_main = { name: "decisions/0003-own-token-estimator.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0003--an-estimator-of-tokens-in-the-core" tabindex="-1">0003 · An estimator of tokens in the core <a class="header-anchor" href="#0003--an-estimator-of-tokens-in-the-core" aria-label="Permalink to &quot;0003 · An estimator of tokens in the core&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An answer must fit the space that a model has left, which is counted in tokens. Exact tokenizers are large: their vocabulary of some hundred thousand entries takes far longer to load than a text file takes to read, and each model has a different one. The common rule of four bytes to a token is wrong by half or more on texts where a cut matters: tables of numbers, access logs, base64, identifiers, Hindi.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>The core estimates. Each UTF-16 code unit belongs to one of at most 32 classes (vowels, common and rare consonants, digits, brackets, Han, kana, …), and is charged by its class and that of the previous unit. The charges are a table of small integers, hundredths of a token, fitted to o200k by a script in the repository. Estimating takes one pass and two look-ups per character, and loads nothing.</p><p>For other numbers, pass <code>countTokens</code>. <code>loadExactTokenCounter</code> makes an exact one from the optional package <code>gpt-tokenizer</code>.</p><p>The meter charges the rendered text: gutters and escapes are counted with it.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Nothing is loaded and nothing is fetched for a token budget.</li><li>Each kind of text that was checked is estimated within a quarter of the true number; <a href="/tokens.html">the table</a> shows each. A file can be worse than its kind. Budgets are limits of size, not invoices.</li><li>Estimates of blocks that end with a newline add up to the estimate of the whole, except for rounding up, so an answer can be metered while it grows.</li><li>Another vocabulary means another fit. The script, its samples&#39; counts and the table of costs change together.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0003-own-token-estimator.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0003OwnTokenEstimator = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0003OwnTokenEstimator as default
};
