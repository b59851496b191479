const HEAD_BYTES = 44;

/** A recording of one channel as a WAV file of 16 bits. @param stretches samples of -1 to 1, one after the other */
export function wavOf(stretches: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const frames = stretches.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(HEAD_BYTES + frames * 2);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, bytes.byteLength - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, frames * 2, true);
  let at = HEAD_BYTES;
  for (const stretch of stretches) {
    for (const sample of stretch) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
      at += 2;
    }
  }
  return bytes;
}
