import { useEffect, useState, type ReactNode } from "react";
import type { Start } from "../../src/web/wire/start.ts";
import { fetchStart } from "./api.ts";
import { Workbench } from "./workbench.tsx";
import { problemWords } from "./words.ts";

/** The page: nothing but a word until the server has said what there is. */
export function App(): ReactNode {
  const [start, setStart] = useState<Start>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    fetchStart().then(setStart, (error: unknown) => setProblem(problemWords(error)));
  }, []);
  if (problem !== undefined) {
    return (
      <main className="alone" role="alert">
        <h1>What the model sees</h1>
        <p>{problem}</p>
      </main>
    );
  }
  return start === undefined ? null : <Workbench start={start} />;
}
