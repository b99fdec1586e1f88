import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"HTML is source unless it was saved from the web","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0051-html-is-source-unless-saved.md","filePath":"decisions/0051-html-is-source-unless-saved.md"}');
const _sfc_main = { name: "decisions/0051-html-is-source-unless-saved.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="html-is-source-unless-it-was-saved-from-the-web" tabindex="-1">HTML is source unless it was saved from the web <a class="header-anchor" href="#html-is-source-unless-it-was-saved-from-the-web" aria-label="Permalink to &quot;HTML is source unless it was saved from the web&quot;">​</a></h1><p>HTML is both source code and a document. A model that edits a page needs its lines; a model that reads a saved page needs its article, which is a twentieth of the source.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>A handler can set <code>textByDefault</code>. The core then reads the lines of its files, and the handler gets two kinds of requests: those with <code>view: &quot;document&quot;</code>, and those without a view for a page that was saved from the web. A page was saved if a program that saves pages says so in its first 64 KiB, or if it names its own address on a server below the root (<code>link rel=canonical</code>, <code>og:url</code>). A notice says that a document is shown, and how to get the source.</p><p>The main content is found by Readability, and then cleaned of links, captions and blocks beside the article by rules for all sites.</p><h2 id="evidence" tabindex="-1">Evidence <a class="header-anchor" href="#evidence" aria-label="Permalink to &quot;Evidence&quot;">​</a></h2><ul><li>Of the 102 pages of the corpus that people saved, 95 have such a mark. Of 666 HTML files of a development machine, only the generated pages of the Node.js manual have one.</li><li>Word F1 of the main content on these 102 pages: 0.968; Readability alone 0.948, defuddle 0.921. Captions cost 0.004, so they are left out with the images.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0051-html-is-source-unless-saved.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0051HtmlIsSourceUnlessSaved = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0051HtmlIsSourceUnlessSaved as default
};
