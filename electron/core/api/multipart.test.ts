import { describe, expect, it } from 'vitest';
import { multipartForm } from './clones.ts';

async function sent(fields: Record<string, string>, file: { fileName: string; mediaType: string; bytes: Uint8Array }) {
  async function* chunks() {
    yield file.bytes.subarray(0, 3);
    yield file.bytes.subarray(3);
  }
  const content = { sizeBytes: file.bytes.byteLength, chunks: chunks() };
  const { contentType, body } = multipartForm(fields, { ...file, field: 'sample_file', content });
  const pieces: Uint8Array[] = [];
  for await (const piece of body.chunks) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.byteLength).toBe(body.sizeBytes);
  // An independent parser: what it reads must be what was meant.
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  const part = form.get('sample_file');
  if (!(part instanceof File)) throw new Error('no file');
  return { form, part, bytes };
}

const BYTES = Uint8Array.from({ length: 300 }, (_, index) => index % 256);

describe('a form with a file', () => {
  it('reads as it was meant', async () => {
    const fields = { voice_name: 'Änne “the loud”\r\nO’Hara', gender: 'female' };
    const { form, part } = await sent(fields, { fileName: 'söund 1.wav', mediaType: 'audio/wav', bytes: BYTES });
    expect(form.get('voice_name')).toBe(fields.voice_name);
    expect(form.get('gender')).toBe('female');
    expect([part.name, part.type]).toEqual(['söund 1.wav', 'audio/wav']);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(BYTES);
  });

  it('lets no name or type add a row to its head', async () => {
    const evil = 'a"; filename="b\r\nx-evil: 1\r\n\r\n\u0000.wav';
    const { form, part, bytes } = await sent(
      { voice_name: 'x' },
      { fileName: evil, mediaType: 'audio/wav\r\nx: 1', bytes: BYTES },
    );
    expect([...form.keys()]).toEqual(['voice_name', 'sample_file']);
    expect(part.type).toBe('application/octet-stream');
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(BYTES);
    expect(bytes.toString('latin1')).not.toMatch(/^x-evil/m);
  });

  it('has a boundary of its own each time', () => {
    async function* none() {}
    const file = { field: 'f', fileName: 'f', mediaType: 'a/b', content: { sizeBytes: 0, chunks: none() } };
    expect(multipartForm({}, file).contentType).not.toBe(multipartForm({}, file).contentType);
  });
});
