// Reads the chapters of a file back, by the specifications and not by the code that writes them.

/** A chapter as a file has it. */
export interface ReadChapter {
  readonly title: string;
  readonly startMs: number;
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

interface Block {
  readonly id: string;
  readonly body: Buffer;
}

/** Boxes of an MP4 file: the size, which counts its own eight bytes, comes first. */
function boxesIn(bytes: Buffer): Block[] {
  const boxes: Block[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push({ id: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

function boxAt(bytes: Buffer, path: readonly string[]): Buffer | undefined {
  return path.reduce<Buffer | undefined>(
    (inside, id) => inside && boxesIn(inside).find((box) => box.id === id)?.body,
    bytes,
  );
}

/** The chapter list of Nero, as mutagen reads it: in the movie's timescale; undefined where there is none. */
export function neroChaptersIn(file: Uint8Array): ReadChapter[] | undefined {
  const bytes = Buffer.from(file);
  const list = boxAt(bytes, ['moov', 'udta', 'chpl']);
  const timescale = boxAt(bytes, ['moov', 'mvhd'])?.readUInt32BE(20) ?? Number.NaN;
  if (!list) return undefined;
  const chapters: ReadChapter[] = [];
  let at = 9;
  for (let left = list[8] ?? 0; left > 0; left -= 1) {
    const startMs = (Number(list.readBigUInt64BE(at)) * 1_000) / (10_000 * timescale);
    const length = list[at + 8] ?? 0;
    chapters.push({ startMs, title: utf8(list.subarray(at + 9, at + 9 + length)) });
    at += 9 + length;
  }
  return chapters;
}

/** The QuickTime chapter track. */
export function trackChaptersIn(file: Uint8Array): ReadChapter[] {
  const bytes = Buffer.from(file);
  const tracks = boxesIn(boxAt(bytes, ['moov']) ?? Buffer.alloc(0)).filter(({ id }) => id === 'trak');
  const track = tracks.find(({ body }) => boxAt(body, ['mdia', 'hdlr'])?.toString('latin1', 8, 12) === 'text')?.body;
  const table = track && boxAt(track, ['mdia', 'minf', 'stbl']);
  if (!track || !table) return [];
  const timescale = boxAt(track, ['mdia', 'mdhd'])?.readUInt32BE(20) ?? Number.NaN;
  const [times, sizes, offsets] = ['stts', 'stsz', 'stco'].map((id) => boxAt(table, [id]) ?? Buffer.alloc(16));
  const durations = Array.from({ length: times?.readUInt32BE(4) ?? 0 }).flatMap((_, entry) =>
    Array.from({ length: times?.readUInt32BE(8 + entry * 8) ?? 0 }, () => times?.readUInt32BE(12 + entry * 8) ?? 0),
  );
  let [at, start] = [offsets?.readUInt32BE(8) ?? 0, 0];
  return durations.map((duration, index) => {
    const title = utf8(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)));
    const chapter = { startMs: (start * 1_000) / timescale, title };
    at += sizes?.readUInt32BE(12 + index * 4) ?? 0;
    start += duration;
    return chapter;
  });
}

/** Frames of ID3v2.3: the size is a plain number. */
function framesIn(bytes: Buffer): Block[] {
  const frames: Block[] = [];
  for (let at = 0; at + 10 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at + 4);
    frames.push({ id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 10, at + 10 + size) });
    at += 10 + size;
  }
  return frames;
}

const synchsafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((size, index) => size * 128 + (bytes[at + index] ?? 0), 0);

const id3Text = (body: Buffer): string =>
  body[0] === 0 ? body.toString('latin1', 1) : body.toString('utf16le', 3, body.length);

/** A text up to its zero, and what follows it. */
function upToZero(body: Buffer): readonly [text: string, rest: Buffer] {
  const end = body.indexOf(0);
  return [body.toString('latin1', 0, end), body.subarray(end + 1)];
}

/** Chapters of an ID3v2.3 tag: in the order of their frames, and as the tables of contents lead to them. */
export function id3ChaptersIn(tag: Uint8Array): { readonly frames: ReadChapter[]; readonly listed: ReadChapter[] } {
  const bytes = Buffer.from(tag);
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes[3] !== 3) throw new Error('There is no ID3v2.3 tag.');
  const chapters = new Map<string, ReadChapter>();
  const tables = new Map<string, readonly string[]>();
  let root = '';
  for (const { id, body } of framesIn(bytes.subarray(10, 10 + synchsafe(bytes, 6)))) {
    if (id === 'CHAP') {
      const [name, rest] = upToZero(body);
      const title = framesIn(rest.subarray(16)).find((frame) => frame.id === 'TIT2')?.body ?? Buffer.alloc(1);
      chapters.set(name, { startMs: rest.readUInt32BE(0), title: id3Text(title) });
    }
    if (id !== 'CTOC') continue;
    const [name, rest] = upToZero(body);
    const entries: string[] = [];
    let left = rest.subarray(2);
    for (let count = rest[1] ?? 0; count > 0; count -= 1) {
      const [entry, after] = upToZero(left);
      entries.push(entry);
      left = after;
    }
    tables.set(name, entries);
    if (((rest[0] ?? 0) & 2) !== 0) root = name;
  }
  const listed = (name: string): ReadChapter[] => {
    const chapter = chapters.get(name);
    return chapter ? [chapter] : (tables.get(name) ?? []).flatMap(listed);
  };
  return { frames: [...chapters.values()], listed: listed(root) };
}

/** Chunks of a RIFF file that begin at `from`. */
function chunksIn(bytes: Buffer, from: number): Block[] {
  const chunks: Block[] = [];
  for (let at = from; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.push({ id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

/** The tag of chunks that follow the sound of a WAV file, and its cue points with their labels. */
export function wavChaptersIn(chunks: Uint8Array, sampleRate: number) {
  const all = chunksIn(Buffer.from(chunks), 0);
  const bodyOf = (id: string) => all.find((chunk) => chunk.id === id)?.body;
  const lists = all.filter(({ id, body }) => id === 'LIST' && body.toString('latin1', 0, 4) === 'adtl');
  const labels = new Map(
    lists
      .flatMap(({ body }) => chunksIn(body, 4))
      .map(({ body }) => [body.readUInt32LE(0), utf8(body.subarray(4, body.length - 1))]),
  );
  const cue = bodyOf('cue ');
  const cues =
    cue &&
    Array.from({ length: cue.readUInt32LE(0) }, (_, index): ReadChapter => {
      const at = 4 + index * 24;
      const startMs = Math.round((cue.readUInt32LE(at + 20) * 1_000) / sampleRate);
      return { startMs, title: labels.get(cue.readUInt32LE(at)) ?? '' };
    });
  return { tag: bodyOf('id3 '), cues };
}

/** Chapters among Vorbis comments, as ffmpeg reads them: it looks at three digits of a number, and two of the hours. */
export function commentChaptersIn(texts: readonly string[]): ReadChapter[] {
  const starts = new Map<string, number>();
  const titles = new Map<string, string>();
  for (const text of texts) {
    const [, number = '', name, value = ''] = /^CHAPTER(\d{3})\d*(NAME)?=(.*)$/s.exec(text) ?? [];
    if (number === '') continue;
    const time = /^(\d\d):(\d\d):(\d\d)\.(\d{3})/.exec(value)?.slice(1).map(Number);
    if (name) titles.set(number, value);
    else if (time)
      starts.set(number, (((time[0] ?? 0) * 60 + (time[1] ?? 0)) * 60 + (time[2] ?? 0)) * 1_000 + (time[3] ?? 0));
  }
  return [...starts].map(([number, startMs]) => ({ startMs, title: titles.get(number) ?? '' }));
}
