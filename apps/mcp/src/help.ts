/** What `--help` prints. */
export const help: string = `Usage: reader-mcp [options] [folder ...]

An MCP server with the tools read, list and find over the files of the folders;
of the current folder where none is given. It speaks over stdin and stdout.

  --http [host:port]   listen for streamable HTTP at /mcp instead; 127.0.0.1:8787 where not given
  --token TOKEN        what each request over HTTP has to bear; better given as READER_MCP_TOKEN
  --allow-host NAME    a name by which the server is called besides localhost; may be repeated
  --model NAME         what the model takes: any (the default), anthropic, openai, gemini or text
  --handler MODULE     a handler of somebody else's, by path or package, run in a process of its own;
                       name#export where the module exports several; may be repeated
  -h, --help           this text
  -v, --version        the version
`;
