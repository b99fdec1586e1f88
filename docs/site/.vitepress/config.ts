import { defineConfig, type DefaultTheme } from "vitepress";
import { apiPackages } from "../src/api-pages.ts";
import { sections } from "../src/site-map.ts";
import { repositoryAddress } from "../src/stage.ts";

const repository = repositoryAddress();

function link(route: string): string {
  return `/${route.replace(/(?:index)?\.md$/, "")}`;
}

/** The anchors that code hosts give to headings, so that a link works in both places. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function sidebar(): DefaultTheme.SidebarItem[] {
  const pages = sections().map(({ title, isOpen, pages: listed }) => ({
    text: title,
    collapsed: !isOpen,
    items: listed.map((page) => ({ text: page.title, link: link(page.route) })),
  }));
  const api = { text: "API", collapsed: true, items: apiPackages().map((each) => apiItem(each)) };
  return [...pages.slice(0, 4), api, ...pages.slice(4)];
}

function apiItem({ name, route }: { readonly name: string; readonly route: string }): DefaultTheme.SidebarItem {
  return { text: name, link: link(route) };
}

// oxlint-disable-next-line import/no-default-export -- VitePress reads the default export.
export default defineConfig({
  title: "reader",
  description: "The reader for every AI agent: any file as numbered lines within a budget.",
  // Without it browsers ask for an icon that does not exist.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: "dist/pages",
  cacheDir: "dist/cache",
  cleanUrls: false,
  markdown: { html: false, anchor: { slugify: slug } },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    sidebar: sidebar(),
    nav: [
      { text: "Guide", link: "/agents" },
      { text: "Formats", link: "/formats" },
      { text: "API", link: "/api/" },
      { text: "Security", link: "/security-model" },
      { text: "Benchmarks", link: "/benchmarks" },
    ],
    ...(repository === undefined ? {} : { socialLinks: [{ icon: "github", link: repository }] }),
  },
});
