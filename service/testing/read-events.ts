// Reads a stream of events as the service writes it, for tests.

export interface ReadEvent {
  readonly kind: string;
  readonly data: string;
}

/** The events of an answer, each as soon as it is there; ends with the answer, however that ends. */
export async function* readEvents(reply: Response): AsyncGenerator<ReadEvent> {
  let rest = '';
  const chunks = (reply.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream());
  for await (const chunk of chunks) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      // A comment is no event.
      if (frame.startsWith(':')) continue;
      const [, kind = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      yield { kind, data };
    }
  }
}
