/** A provider that answers as Anthropic streams: first one call of `read`, then a word. Keeps the bodies that it was sent. */
export function anthropicStream(input) {
  const bodies = [];
  return {
    /** What the provider got after the call. */
    answer: () => bodies.at(-1)?.messages.at(-1),
    fetch: async (_, { body }) => {
      bodies.push(JSON.parse(typeof body === "string" ? body : await new Response(body).text()));
      const events = bodies.length === 1 ? callEvents(input) : wordEvents();
      const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

function callEvents(input) {
  const block = { type: "tool_use", id: "call_1", name: "read", input: {} };
  return around("tool_use", block, { type: "input_json_delta", partial_json: JSON.stringify(input) });
}

function wordEvents() {
  return around("end_turn", { type: "text", text: "" }, { type: "text_delta", text: "Done." });
}

function around(reason, block, delta) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "1", type: "message", role: "assistant", content: [], model: "m", stop_reason: null, usage };
  return [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}
