export interface ReadEvent {
  readonly kind: string;
  readonly data: string;
}

/** Yields a response's events as they arrive, until it ends. */
export async function* readEvents(reply: Response): AsyncGenerator<ReadEvent> {
  let rest = '';
  const chunks = (reply.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream());
  for await (const chunk of chunks) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      // Skip comments.
      if (frame.startsWith(':')) continue;
      const [, kind = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      yield { kind, data };
    }
  }
}
