import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./styles/theme.css";
import "./styles/layout.css";
import "./styles/files.css";
import "./styles/person.css";
import "./styles/model.css";
import "./styles/conversation.css";

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
