import type { ManifestContainer } from './container.ts';
import { audioStart, id3Container } from './id3.ts';
import { mp4Container } from './mp4.ts';
import type { SourceFile } from './source-file.ts';
import { wavContainer } from './wav.ts';

/** Formats that can be signed. The manifest of an Ogg file is in a separate file. */
export type SignableFormat = 'mp3' | 'flac' | 'wav' | 'mp4' | 'ogg';

export const CONTAINERS: Readonly<Record<Exclude<SignableFormat, 'ogg'>, ManifestContainer>> = {
  mp3: id3Container,
  flac: id3Container,
  wav: wavContainer,
  mp4: mp4Container,
};

/** Detects the format from the file's content. Returns null if the format can't be signed. */
export async function detectFormat(source: SourceFile): Promise<SignableFormat | null> {
  const head = await source.read(0, 12);
  const start = head.toString('latin1', 0, 4);
  if ((start === 'RIFF' || start === 'RF64') && head.toString('latin1', 8, 12) === 'WAVE') return 'wav';
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  const audio = await source.read(await audioStart(source), 4);
  const marker = audio.toString('latin1');
  if (marker === 'OggS') return 'ogg';
  if (marker === 'fLaC') return 'flac';
  return isMp3Frame(audio) ? 'mp3' : null;
}

/** Returns whether an MPEG audio header of layer III starts here. */
function isMp3Frame(bytes: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const [version, layer, rate] = [(second >> 3) & 3, (second >> 1) & 3, (third >> 2) & 3];
  return first === 0xff && second >= 0xe0 && version !== 1 && layer === 1 && rate !== 3;
}
