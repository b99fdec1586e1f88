import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import type { Json } from "@reader/core";
import type { Look, LookRequest, ModelName, Seen } from "../../../src/web/wire.ts";
import { aimOf, isFields } from "./aim.ts";
import { fetchLook, fetchSeen } from "./api.ts";
import { marksOf } from "./marks.ts";
import { recall, remember } from "./remembered.ts";
import { problemWords } from "./words.ts";

/** What the page shows. */
export interface View {
  /** The request. */
  readonly request: Json;
  readonly seen?: Seen;
  readonly look?: Look;
  /** The place in the person's view. */
  readonly aim?: LookRequest;
  /** Texts to mark in both views. */
  readonly marks: readonly string[];
  readonly isReading: boolean;
  /** True until the model's view is that of the last request. The person's view may take longer. */
  readonly isModelReading: boolean;
  /** Why the last request failed. */
  readonly problem?: string;
}

/** A file as a person and as a model sees it. */
export interface Viewer extends View {
  readonly model: ModelName;
  /** Sends a request. `quote` is a text to mark, which a citation is about. */
  readonly open: (request: Json, quote?: string) => void;
  /** Sends a request of an answer. */
  readonly follow: (request: Json) => void;
  /** Sends the request again for another model. */
  readonly choose: (model: ModelName) => void;
  /** Shows another place of the file in the person's view only. */
  readonly turn: (aim: LookRequest) => void;
  /** Shows no file. */
  readonly close: () => void;
}

const nothing: View = { request: null, marks: [], isReading: false, isModelReading: false };

function problemLook(error: unknown): Look {
  return { kind: "nothing", message: problemWords(error), hint: "" };
}

function withoutProblem(view: View): View {
  const { problem: _problem, ...rest } = view;
  return rest;
}

/** Shows the model's view before the person's view has loaded. The person's view stays if the file is the same. */
function withSeen({ look, seen }: View, fresh: Required<Pick<View, "request" | "seen" | "aim" | "marks">>): View {
  const isSame = look !== undefined && seen?.path === fresh.seen.path;
  return { ...fresh, ...(isSame ? { look } : {}), isReading: true, isModelReading: false };
}

/** The key of the last request, which is sent again when the page is reloaded. */
const requestKey = "request";

/** True if a request of this tab is sent again when the page loads. */
export function hasLastRequest(): boolean {
  return recall(requestKey) !== undefined;
}

/** A password is never stored. */
function withoutPassword(request: Json): Json {
  if (!isFields(request)) return request;
  return Object.fromEntries(Object.entries(request).filter(([name]) => !/^pass/i.test(name)));
}

type Work = (signal: AbortSignal) => Promise<void>;

/** Runs one task at a time. A new task aborts the previous one. */
function useLatest(setView: Dispatch<SetStateAction<View>>): (work: Work) => Promise<void> {
  const running = useRef<AbortController>(undefined);
  return useCallback(
    async (work) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setView((before) => ({ ...withoutProblem(before), isReading: true }));
      try {
        await work(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) setView((before) => ({ ...before, problem: problemWords(error) }));
      } finally {
        const ended = { isReading: false, isModelReading: false };
        if (running.current === controller) setView((before) => ({ ...before, ...ended }));
      }
    },
    [setView],
  );
}

/** Loads files, and moves to places in them. A reload opens the last file again. */
export function useViewer(): Viewer {
  const [view, setView] = useState<View>(nothing);
  const [model, setModel] = useState<ModelName>("anthropic");
  const run = useLatest(setView);
  const turn = useCallback(
    (aim: LookRequest) =>
      void run(async (signal) => {
        setView((before) => ({ ...before, isModelReading: false }));
        const look = await fetchLook(aim, signal);
        if (!signal.aborted) setView((before) => ({ ...before, look, aim }));
      }),
    [run],
  );
  const read = useCallback(
    (request: Json, as: ModelName, { quote, isOptional = false }: ReadOptions = {}) =>
      void run(async (signal) => {
        setView((before) => ({ ...before, isModelReading: true }));
        const seen = await fetchSeen({ request, model: as }, signal);
        if (signal.aborted) return;
        const isGone = isOptional && seen.error?.code === "not-found";
        remember(requestKey, isGone ? undefined : withoutPassword(request));
        if (isGone) return;
        const marks = marksOf(request, seen, quote);
        const aim = { ...aimOf(request, seen), ...(marks.length === 0 ? {} : { marks }) };
        // The two views load independently.
        setView((before) => withSeen(before, { request, seen, aim, marks }));
        const look = await fetchLook(aim, signal).catch(problemLook);
        if (!signal.aborted) setView((before) => ({ ...before, look }));
      }),
    [run],
  );
  useEffect(() => {
    const last = recall(requestKey);
    if (last !== undefined) read(last as Json, "anthropic", { isOptional: true });
  }, [read]);
  const open = useCallback(
    (request: Json, quote?: string) => read(request, model, quote === undefined ? {} : { quote }),
    [read, model],
  );
  const choose = useCallback(
    (next: ModelName) => {
      setModel(next);
      if (view.request !== null) read(view.request, next);
    },
    [read, view.request],
  );
  const close = useCallback(() => {
    remember(requestKey, undefined);
    setView(nothing);
  }, []);
  return { ...view, model, open, follow: open, choose, turn, close };
}

interface ReadOptions {
  /** A text to mark. */
  readonly quote?: string;
  /** True for a file that may be gone. Then nothing is shown. */
  readonly isOptional?: boolean;
}
