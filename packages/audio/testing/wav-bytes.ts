/** One chunk of a RIFF file: its name, its body, and what it says of its size where that is not the truth. */
export interface Chunk {
  readonly id: string;
  readonly body: Uint8Array;
  readonly announced?: number;
  /** Without the byte that fills an odd body up. */
  readonly unpadded?: boolean;
}

/** A chunk that says how the samples are written. */
export function formatChunk(tag: number, options: { bits: number; channels?: number; sampleRate?: number }): Chunk {
  const { bits, channels = 1, sampleRate = 8000 } = options;
  const view = new DataView(new ArrayBuffer(16));
  view.setUint16(0, tag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, sampleRate, true);
  view.setUint32(8, (sampleRate * channels * bits) / 8, true);
  view.setUint16(12, (channels * bits) / 8, true);
  view.setUint16(14, bits, true);
  return { id: 'fmt ', body: new Uint8Array(view.buffer) };
}

/** A WAV file of these chunks. */
export function wavFile(chunks: readonly Chunk[], riffSize?: number): Uint8Array {
  const parts = chunks.map(({ id, body, announced, unpadded }) => {
    const padding = body.length % 2 === 1 && unpadded !== true ? [0] : [];
    const head = new DataView(new ArrayBuffer(4));
    head.setUint32(0, announced ?? body.length, true);
    return [...Buffer.from(id, 'latin1'), ...new Uint8Array(head.buffer), ...body, ...padding];
  });
  const content = parts.flat();
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, riffSize ?? content.length + 4, true);
  return Uint8Array.from([...Buffer.from('RIFF'), ...new Uint8Array(size.buffer), ...Buffer.from('WAVE'), ...content]);
}

/** What stands before `dataBytes` bytes of samples. */
export function wavHead(format: Chunk, dataBytes: number): Uint8Array {
  const head = wavFile([format, { id: 'data', body: new Uint8Array(0), announced: dataBytes }]);
  new DataView(head.buffer).setUint32(4, head.length + dataBytes - 8, true);
  return head;
}
