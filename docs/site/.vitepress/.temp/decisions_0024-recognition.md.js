import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0024 · Handlers request OCR, outside their time limit","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0024-recognition.md","filePath":"decisions/0024-recognition.md"}');
const _sfc_main = { name: "decisions/0024-recognition.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0024--handlers-request-ocr-outside-their-time-limit" tabindex="-1">0024 · Handlers request OCR, outside their time limit <a class="header-anchor" href="#0024--handlers-request-ocr-outside-their-time-limit" aria-label="Permalink to &quot;0024 · Handlers request OCR, outside their time limit&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A scan has no text, and a model without vision gets nothing from it. Recognising a page takes seconds and 200 to 300 MB, more than a handler&#39;s limits allow.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Handlers request it through the core (<code>context.recognise</code>), and the creator of the reader chooses the recogniser. A recogniser gets grey pixels: the simplest contract, without an encoder, and rules of tables can be erased from them (82 % of the words of a ruled screenshot became 96 %).</li><li><code>@reader/ocr</code> runs the WebAssembly of <code>tesseract.js-core</code> itself. The worker of <code>tesseract.js</code> needs threads, which isolated processes may not start, and fetches language data that is missing.</li><li>In isolation the recogniser is one more handler of the pool, so there is no second mechanism for killing and replacing processes.</li><li>Recognition does not count against <code>documentTimeMs</code>: a child&#39;s clock stops while it waits. Once the separate time limit is over, no further page is started, and <code>next</code> asks for pages instead of lines, because a process that restarts would otherwise recognise the first pages forever.</li><li>The handler cuts a strip (a long screenshot, a panorama) at the row or column with the fewest edges, without overlap, so that nothing is read twice.</li><li>Ink in rows of print that no recognised word covers is recognised once more as a separate block: at most six areas, with at least 75 % confidence. A receipt&#39;s column of prices is otherwise lost (83 to 97 % of its words).</li><li>Text is recognised only when a read needs it. Results are cached by image, so paging recognises each page once.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Recognised text carries its confidence and the boxes of its words as data; rendered, the answer says what was recognised, by which engine, and which lines have low confidence.</li><li>A reader without isolation is blocked for seconds a page.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0024-recognition.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0024Recognition = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0024Recognition as default
};
