import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"0028 · libarchive's locale is set to UTF-8 in its memory","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0028-names-in-foreign-archives.md","filePath":"decisions/0028-names-in-foreign-archives.md"}`);
const _sfc_main = { name: "decisions/0028-names-in-foreign-archives.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0028--libarchives-locale-is-set-to-utf-8-in-its-memory" tabindex="-1">0028 · libarchive&#39;s locale is set to UTF-8 in its memory <a class="header-anchor" href="#0028--libarchives-locale-is-set-to-utf-8-in-its-memory" aria-label="Permalink to &quot;0028 · libarchive&#39;s locale is set to UTF-8 in its memory&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>libarchive-wasm 1.2.0 reads 7z, cpio, ISO and <code>.tar.Z</code> files. It is built without <code>setlocale</code>, so every non-ASCII letter in a name was lost. Our own readers for the names of four formats, one of which needs LZMA, would duplicate the library.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>One word of the library&#39;s memory, the locale of its C library (musl), is set to UTF-8. This is done only if the version is exactly that one, if the two words that lead there have the values that they have in that version, and if a small cpio archive read afterwards gives its name back; otherwise a fresh instance works as before.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>A new version of the library loses these letters again until the patch is adapted; a test reports it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0028-names-in-foreign-archives.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0028NamesInForeignArchives = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0028NamesInForeignArchives as default
};
