import type { MediaType } from "../contract/media-type.ts";

/**
 * The file extensions of each media type: one type per line, followed by its extensions, each between two spaces. An
 * extension of several unrelated formats (`.key`, `.pages`, `.dat`) is omitted, or listed only with its text format. A
 * single string, because it takes no time to build.
 */
const endings = `
text/plain txt text log out err me nfo lst ;
text/markdown md markdown mdown mkd mdx qmd rmd ;
text/csv csv ;
text/tab-separated-values tsv tab ;
text/html html htm xhtml shtml ;
text/css css ;
text/x-scss scss sass less ;
text/javascript js mjs cjs jsx ;
text/x-typescript tsx cts ;
text/x-vue vue svelte astro ;
text/x-python py pyi pyw ;
text/x-java java ;
text/x-kotlin kt kts ;
text/x-scala scala sc ;
text/x-groovy groovy gradle ;
text/x-c c h ;
text/x-c++ cc cpp cxx hpp hh hxx ;
text/x-csharp cs csx ;
text/x-fsharp fs fsi fsx ;
text/x-go go ;
text/x-rust rs ;
text/x-swift swift ;
text/x-objective-c mm ;
text/x-ruby rb rake gemspec ;
text/x-perl pl pm ;
text/x-php php phtml ;
text/x-template jsp asp aspx erb ejs hbs njk liquid twig j2 ;
text/x-lua lua ;
text/x-r r ;
text/x-julia jl ;
text/x-haskell hs ;
text/x-ocaml ml mli ;
text/x-elixir ex exs ;
text/x-erlang erl hrl ;
text/x-clojure clj cljs cljc edn ;
text/x-lisp el lisp scm rkt ;
text/x-dart dart ;
text/x-zig zig ;
text/x-assembly asm s ;
text/x-shellscript sh bash zsh fish ksh ;
text/x-powershell ps1 psm1 psd1 ;
text/x-batch bat cmd ;
text/x-protobuf proto ;
text/x-graphql graphql gql ;
text/x-terraform tf tfvars hcl ;
text/x-nix nix ;
text/x-cmake cmake ;
text/x-diff diff patch ;
text/x-ini ini cfg conf properties editorconfig ;
text/x-rst rst ;
text/x-org org ;
text/x-asciidoc adoc asciidoc ;
text/x-tex tex sty cls bib ;
text/x-typst typ ;
text/vtt vtt ;
text/calendar ics vcs ;
text/vcard vcf ;
application/json json map har ;
application/x-ndjson jsonl ndjson ;
application/json5 json5 jsonc ;
application/geo+json geojson ;
application/x-ipynb+json ipynb ;
application/yaml yaml yml ;
application/toml toml ;
application/sql sql ;
application/xml xml xsd xsl xslt dtd plist resx csproj vbproj fsproj props targets wsdl xmp ;
application/x-subrip srt ;
application/rtf rtf ;
application/postscript ps eps ;
application/mbox mbox ;
message/rfc822 eml emlx ;
image/svg+xml svg ;
application/pdf pdf ;
application/msword doc ;
application/vnd.ms-excel xls xlt ;
application/vnd.ms-powerpoint ppt pps ;
application/vnd.ms-outlook msg ;
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx docm dotx dotm ;
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx xlsm xltx xltm ;
application/vnd.ms-excel.sheet.binary.macroenabled.12 xlsb ;
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx pptm potx potm ppsx ppsm ;
application/vnd.oasis.opendocument.text odt ott ;
application/vnd.oasis.opendocument.spreadsheet ods ots ;
application/vnd.oasis.opendocument.presentation odp otp ;
application/vnd.oasis.opendocument.graphics odg ;
application/epub+zip epub ;
application/x-fictionbook+xml fb2 ;
application/x-mobipocket-ebook mobi azw azw3 prc ;
application/vnd.ms-xpsdocument xps oxps ;
application/zip zip ;
application/java-archive jar war ear ;
application/gzip gz tgz svgz ;
application/x-bzip2 bz2 tbz2 ;
application/x-xz xz txz ;
application/zstd zst ;
application/x-7z-compressed 7z ;
application/vnd.rar rar ;
application/x-tar tar ;
application/vnd.sqlite3 sqlite sqlite3 ;
application/vnd.duckdb duckdb ;
application/vnd.apache.parquet parquet ;
application/vnd.apache.arrow.file arrow feather ;
application/vnd.apache.arrow.stream arrows ;
application/avro avro ;
application/wasm wasm ;
application/vnd.microsoft.portable-executable exe dll ;
image/png png ;
image/jpeg jpg jpeg jpe ;
image/gif gif ;
image/webp webp ;
image/bmp bmp dib ;
image/tiff tif tiff dng ;
image/avif avif ;
image/heic heic heif ;
image/vnd.adobe.photoshop psd ;
image/vnd.microsoft.icon ico cur ;
image/jxl jxl ;
audio/mpeg mp3 ;
audio/wav wav ;
audio/flac flac ;
audio/ogg ogg oga opus ogv ;
video/mp4 mp4 m4v m4a mov 3gp ;
video/webm webm mkv ;
video/x-msvideo avi ;
video/x-flv flv ;
video/mp2t m2ts ;
audio/vnd.dolby.dd-raw ac3 eac3 ;
font/woff woff ;
font/woff2 woff2 ;
font/ttf ttf ;
font/otf otf ;
`;

/** Extensions of text that are also used for binary formats. They label text, but promise nothing. */
const labelsOnly: Readonly<Record<string, MediaType>> = {
  ts: "text/x-typescript",
  mts: "text/x-typescript",
  m: "text/x-objective-c",
  dot: "text/vnd.graphviz",
  pot: "text/x-gettext",
  po: "text/x-gettext",
  pub: "text/plain",
  key: "text/plain",
  pem: "text/plain",
};

/** File names without an extension that identify their type. */
const wholeNames: Readonly<Record<string, MediaType>> = {
  dockerfile: "text/x-dockerfile",
  containerfile: "text/x-dockerfile",
  makefile: "text/x-makefile",
  gnumakefile: "text/x-makefile",
  "cmakelists.txt": "text/x-cmake",
  gemfile: "text/x-ruby",
  rakefile: "text/x-ruby",
  jenkinsfile: "text/x-groovy",
  ".bashrc": "text/x-shellscript",
  ".profile": "text/x-shellscript",
  ".zshrc": "text/x-shellscript",
};

/** Returns the type that the extension of a name promises; `undefined` if it promises no particular type. */
export function promisedType(name: string): MediaType | undefined {
  const at = endings.indexOf(` ${endingOf(name)} `);
  if (at < 0) return undefined;
  const start = endings.lastIndexOf("\n", at) + 1;
  return endings.slice(start, endings.indexOf(" ", start));
}

/**
 * Returns the type with which a name labels text, such as `text/x-python`. The type may be one whose bytes are not
 * text.
 */
export function labelOf(name: string): MediaType | undefined {
  return lookUp(wholeNames, name.toLowerCase()) ?? lookUp(labelsOnly, endingOf(name)) ?? promisedType(name);
}

/** An extension that does not occur in the table. */
const noEnding = " ";

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? noEnding : name.slice(dot + 1).toLowerCase();
}

function lookUp(table: Readonly<Record<string, MediaType>>, key: string): MediaType | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
