import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API of @reader/handler-mail","description":"","frontmatter":{},"headers":[],"relativePath":"api/handler-mail.md","filePath":"api/handler-mail.md"}');
const _sfc_main = { name: "api/handler-mail.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-of-readerhandler-mail" tabindex="-1">API of @reader/handler-mail <a class="header-anchor" href="#api-of-readerhandler-mail" aria-label="Permalink to &quot;API of @reader/handler-mail&quot;">​</a></h1><p>Reads e-mail messages, Outlook messages and mailboxes with their attachments. <a href="/packages/handler-mail.html">What it is for, and how to use it</a>.</p><h2 id="readerhandler-mail" tabindex="-1"><code>@reader/handler-mail</code> <a class="header-anchor" href="#readerhandler-mail" aria-label="Permalink to &quot;\`@reader/handler-mail\`&quot;">​</a></h2><h3 id="mail" tabindex="-1"><code>mail</code> <a class="header-anchor" href="#mail" aria-label="Permalink to &quot;\`mail\`&quot;">​</a></h3><p>Creates a handler for e-mail. A message is read as its header fields, its body as Markdown, and a list of its attachments, each of which <code>select: &quot;attachment/NAME&quot;</code> reads with the handler for its type. Nothing is fetched.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> mail</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Handler</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><h3 id="mailtypes" tabindex="-1"><code>mailTypes</code> <a class="header-anchor" href="#mailtypes" aria-label="Permalink to &quot;\`mailTypes\`&quot;">​</a></h3><p>The media types of the handler: messages, saved web pages (MHT), Outlook items, mailboxes.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> mailTypes</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> readonly</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> MediaType</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[];</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/handler-mail.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const handlerMail = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  handlerMail as default
};
