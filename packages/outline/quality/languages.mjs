// The languages that are counted: their files, their media type, and the kinds of universal-ctags that are definitions.
const c = {
  noise: /^(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+)$/,
  kinds: "function,struct,union,enum,typedef,class,namespace",
};

/**
 * By the name in the table. `ctags` is the name of the parser there; what has a `lang` is counted by another
 * parser. `noise` is what ctags takes for a definition and is none: calls in blocks, accessors of properties.
 */
export const measured = {
  TypeScript: { files: /(?<!\.d)\.[mc]?ts$/, mediaType: "text/x-typescript", lang: "ts" },
  TSX: { files: /\.tsx$/, mediaType: "text/x-typescript", lang: "tsx" },
  "TypeScript declarations": { files: /\.d\.[mc]?ts$/, mediaType: "text/x-typescript", lang: "dts" },
  JavaScript: { files: /(?<!\.min)\.[mc]?js$/, mediaType: "text/javascript", lang: "jsx" },
  Python: { files: /\.py$/, mediaType: "text/x-python", ctags: "Python", kinds: "class,function,member" },
  Java: {
    files: /\.java$/,
    mediaType: "text/x-java",
    ctags: "Java",
    kinds: "class,interface,enum,annotation,method",
    noise: /\.|^try$/,
  },
  Go: { files: /\.go$/, mediaType: "text/x-go", ctags: "Go", kinds: "func,type,struct,interface,methodSpec,talias" },
  Rust: {
    files: /\.rs$/,
    mediaType: "text/x-rust",
    ctags: "Rust",
    kinds: "module,struct,interface,enum,function,method,typedef,macro",
  },
  C: { ...c, files: /\.c$/, mediaType: "text/x-c", ctags: "C" },
  "C headers": { ...c, files: /\.h$/, mediaType: "text/x-c", ctags: "C++" },
  "C++": { ...c, files: /\.(?:cc|cpp|cxx|hpp|hh)$/, mediaType: "text/x-c++", ctags: "C++" },
  "C#": {
    files: /\.cs$/,
    mediaType: "text/x-csharp",
    ctags: "C#",
    kinds: "class,interface,enum,struct,method,property,namespace,event",
    noise:
      /\.|^(?:get|set|add|remove|lock|using|fixed|switch|catch|if|while|foreach|for|return|new|throw|finally|try)$/,
  },
  Ruby: { files: /\.rb$/, mediaType: "text/x-ruby", ctags: "Ruby", kinds: "class,module,method,singletonMethod" },
  PHP: {
    files: /\.php$/,
    mediaType: "text/x-php",
    ctags: "PHP",
    kinds: "class,interface,trait,function",
  },
  Bash: {
    files: /\.(?:sh|bash)$|\/completions\/[\w.+-]+$/,
    mediaType: "text/x-shellscript",
    ctags: "Sh",
    noise: /=$/,
    kinds: "function",
  },
  PowerShell: { files: /\.ps[dm]?1$/, mediaType: "text/x-powershell", ctags: "PowerShell", kinds: "function" },
  CSS: { files: /(?<!\.min)\.css$/, mediaType: "text/css", ctags: "CSS", kinds: "class,selector,id" },
  SCSS: { files: /\.scss$/, mediaType: "text/x-scss", ctags: "SCSS", kinds: "class,id,mixin,function" },
};
