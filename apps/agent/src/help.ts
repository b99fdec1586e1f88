/** What `--help` prints. */
export const help: string = `Usage: demo [options] [folder ...]

Answers questions about the files of a folder: lists, finds, reads, looks at
pictures and pages, and names its sources, each checked against what was read.

Without options it follows a script, offline: no model is called, the words were
written beforehand, and the files are those of fixtures/demo.

  -q, --question TEXT   asks this and ends; may be repeated
  --model NAME          anthropic:…, openai:…, google:… with the key in the environment;
                        ollama:…, lmstudio:…, llamacpp:… on this machine;
                        compatible:… with --base-url, any server of Chat Completions
  --base-url URL        where the server of the model is, such as http://localhost:11434/v1
  --images              the model takes pictures; --no-images: it does not. Where neither is
                        given, hosted models do and servers of your own do not
  --scripted            the script, said outright
  --handler MODULE      reads with a handler of somebody else's, by path or package, in a process
                        of its own; MODULE#EXPORT where it exports several; may be repeated
  --handler-command TYPES=COMMAND
                        reads these endings or media types by a program of this machine, as in
                        'org=pandoc -f org -t gfm'; {file} is a file, else stdin; may be repeated
  --config FILE         takes handlers, their order, limits and folders from this file; for a
                        model ~/.config/reader/reader.config.json where not given and there
  --max-steps N         the most messages of the model for an answer; 20
  --json                events as JSON, one a line, instead of text
  --web                 the view of what the model sees, in a browser; without a model, any
                        folders can be looked at, and nobody answers questions
  --port N              where --web listens on this machine; any free port
  -h, --help            this text

Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY,
COMPATIBLE_API_KEY where a server wants one. Ctrl-C stops an answer.
`;
