let answers = 0;

// Does what a task says: answers with the number of answers so far, never ends, or ends the process, also after an answer.
process.on("message", ({ what }: { readonly what: string }) => {
  if (what === "end") process.exit(3);
  while (what === "hang");
  answers += 1;
  process.send?.(answers, undefined, {}, () => {
    if (what === "answer-and-end") process.exit();
  });
});
