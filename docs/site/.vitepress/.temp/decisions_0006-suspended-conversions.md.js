import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0006 · Handlers are suspended between two pages","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0006-suspended-conversions.md","filePath":"decisions/0006-suspended-conversions.md"}');
const _sfc_main = { name: "decisions/0006-suspended-conversions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0006--handlers-are-suspended-between-two-pages" tabindex="-1">0006 · Handlers are suspended between two pages <a class="header-anchor" href="#0006--handlers-are-suspended-between-two-pages" aria-label="Permalink to &quot;0006 · Handlers are suspended between two pages&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A document of hundreds of pages does not fit one answer. A model reads it page by page, and each page is a separate request. Converting the whole document for each request makes reading quadratic; converting it once and keeping all of it makes the first page as slow as the last, and keeps images that were never requested.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>A handler is an async generator, and only the core pulls from it. When an answer is full, the core stops pulling and keeps the suspended generator, with the events yielded so far. The next request for the same document replays the kept events and then pulls further ones.</p><p>Kept conversions are limited: at most two suspended ones, 32 MiB for each document, 64 MiB in all; the least recently used is evicted first. Thirty seconds after the last page of any document, suspended handlers are closed, which runs their <code>finally</code>. That timer does not keep a program alive. <code>reader.close()</code> closes them at once.</p><p>A conversion is identified by the file&#39;s identity (device, inode, size, both times), the handler, the capabilities, and every part of the request that affects the handler&#39;s events: <code>pages</code>, <code>select</code>, <code>view</code>, <code>password</code>.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Reading a document from its first page to its last converts it once.</li><li>A suspended handler holds an open file, and perhaps an engine, until it is closed. Handlers must therefore be able to wait at any <code>yield</code>.</li><li>Lines are numbered from the first one that the handler yields for this <code>pages</code> and <code>select</code>. A continuation repeats both, so its numbers continue from the previous answer.</li><li>A conversion is used by one read at a time. A concurrent read of the same document converts it separately.</li><li>A handler that failed or was aborted is closed and not kept. A document larger than the limit is converted again for each answer.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0006-suspended-conversions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0006SuspendedConversions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0006SuspendedConversions as default
};
