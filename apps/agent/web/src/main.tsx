import "./styles/theme.css";
import "./styles/layout.css";
import "./styles/files.css";
import "./styles/person.css";
import "./styles/model.css";
import "./styles/conversation.css";
import { StrictMode, useEffect, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Start } from "../../src/web/wire.ts";
import { fetchStart } from "./shared/api.ts";
import { problemWords } from "./shared/words.ts";
import { Workbench } from "./workbench.tsx";

/** The page. It is empty until the server has described its folders and models, or shows why that failed. */
function App(): ReactNode {
  const [start, setStart] = useState<Start>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    fetchStart().then(setStart, (error: unknown) => setProblem(problemWords(error)));
  }, []);
  if (start === undefined && problem !== undefined) {
    return (
      <main className="alone" role="alert">
        <h1>What the model sees</h1>
        <p>{problem}</p>
      </main>
    );
  }
  return start === undefined ? null : <Workbench start={start} />;
}

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
