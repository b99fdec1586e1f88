/** What `--help` prints. */
export const help: string = `Usage: reader-mcp [options] [folder ...]

An MCP server with the tools read, list and find over the files of the folders;
of the current folder where none is given. It speaks over stdin and stdout.

  --http [host:port]   listen for streamable HTTP at /mcp instead; 127.0.0.1:8787 where not given
  --token TOKEN        what each request over HTTP has to bear; better given as READER_MCP_TOKEN
  --allow-host NAME    a name by which the server is called besides localhost; may be repeated
  --model NAME         what the model takes: any (the default), anthropic, openai, gemini or text
  --ocr-language NAME  the language of scans and screenshots: eng (the default), deu, chi_sim ...; may be repeated;
                       each but eng needs the package @tesseract.js-data/NAME
  --handler MODULE     a handler of somebody else's, by path or package, run in a process of its own;
                       name#export where the module exports several; may be repeated
  --handler-command TYPES=COMMAND
                       read files with these endings or media types by a program of this machine,
                       as in 'org=pandoc -f org -t gfm'; {file} is a file, else stdin; may be repeated
  --config FILE        take handlers, their order, limits and folders from this file;
                       ~/.config/reader/reader.config.json where not given and there
  -h, --help           this text
  -v, --version        the version
`;
