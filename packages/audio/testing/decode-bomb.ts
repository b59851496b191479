// Run as a program of its own by decode-bounds.test.ts: decodes a bomb, and says as JSON what came of it and how much
// memory it took, as the operating system measured it.
import { readFileSync } from 'node:fs';
import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { decodeBlocks } from '../codecs/decode.ts';
import { flacBomb, mp3Bomb, opusBomb, vorbisBomb, wavBomb } from './bombs.ts';

const [, , name = '', seconds = '60'] = process.argv;

async function bytesOf(): Promise<Uint8Array> {
  switch (name) {
    case 'flac':
      return flacBomb(30_000);
    case 'flac that says it is short':
      return flacBomb(30_000, 1, 48_000);
    case 'flac of 8 channels':
      return flacBomb(30_000, 8);
    case 'mp3':
      return mp3Bomb(1_000_000);
    case 'vorbis':
      return vorbisBomb(4_000);
    case 'vorbis that says it is short':
      return vorbisBomb(4_000, 48_000);
    case 'vorbis of 4 GHz':
      return vorbisBomb(4_000, 48_000, 0xffffffff);
    case 'opus':
      return opusBomb(4_000);
    case 'opus of 255 channels':
      return opusBomb(400, 255);
    case 'wav of 1 Hz':
      return wavBomb(2_000_000, 1, 1);
    case 'wav of 65,535 channels':
      return wavBomb(65_535 * 1_000, 65_535, 48_000);
    default:
      throw new Error(`There is no bomb “${name}”.`);
  }
}

const memoryMb = () => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

const bytes = await bytesOf();
const before = memoryMb();
let blocks = 0;
let most = 0;
const take = ({ channels }: { readonly channels: readonly Float32Array[] }): void => {
  blocks += 1;
  most = Math.max(most, channels.length * (channels[0]?.length ?? 0));
};
const outcome = await decodeBlocks(bytes, {}, take, { seconds: Number(seconds) }).then(
  ({ frames, sampleRate }) => `${frames / sampleRate} s`,
  (error: unknown) => (error instanceof AudioFormatError ? error.kind : String(error)),
);
const grownMb = memoryMb() - before;
process.stdout.write(
  JSON.stringify({ outcome, fileBytes: bytes.length, blocks, most, grownMb, cpu: process.cpuUsage().user / 1e6 }),
);
