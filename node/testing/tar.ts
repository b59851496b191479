// Writes `tar` archives, also such as no honest program makes.
import { bzip2 } from './bzip2.ts';

export interface TarEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** `0` a file, `1` and `2` links, `3` a device, `5` a folder, `6` a pipe. */
  readonly type?: string;
  readonly linkTo?: string;
  /** What its head says, where that isn't true. */
  readonly size?: number;
}

function entry({ name, content = '', type = '0', linkTo = '', size }: TarEntry): Buffer {
  const bytes = Buffer.from(content as string);
  const head = Buffer.alloc(512);
  head.write(name, 0, 100);
  head.write('0000644\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\0`, 124);
  head.write('00000000000\0', 136);
  head.write('        ', 148);
  head.write(type, 156);
  head.write(linkTo, 157, 100);
  head.write('ustar\u000000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

export const tar = (entries: readonly TarEntry[]): Buffer => Buffer.concat([...entries.map(entry), Buffer.alloc(1024)]);

export const tarBz2 = (entries: readonly TarEntry[]): Buffer => bzip2(tar(entries));
