// Writes ZIP files (APPNOTE 6.3.10) whose entries don't all fit into memory. Sizes are stored in the local headers rather
// than after the data, because EPUB readers check the first bytes of a book.
import type { FileHandle } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeAll } from './files/durable-write.ts';

export interface ZipFile {
  /** With `/` as separator. */
  readonly path: string;
  /** Less than 4 GiB. */
  readonly read: () => Promise<Uint8Array> | Uint8Array;
  /** True for data that is compressed already. */
  readonly isStored: boolean;
}

const LOCAL_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
/** Directories and UTF-8 names require version 2.0, ZIP64 version 4.5. */
const VERSION = 20;
const VERSION_64 = 45;
const UTF_8_FLAG = 1 << 11;
const DEFLATED = 8;
/** 1 January 1980, so that equal content gives equal bytes. */
const DATE = 0x21;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;

/** Writes the files in the given order, keeping one at a time in memory. @throws system errors; errors of `read` */
export async function writeZip(target: Pick<FileHandle, 'write'>, files: Iterable<ZipFile>): Promise<void> {
  const directory: Buffer[] = [];
  let offset = 0;
  const add = async (bytes: Uint8Array): Promise<void> => {
    await writeAll(target, bytes);
    offset += bytes.byteLength;
  };
  for (const { path, read, isStored } of files) {
    const content = await read();
    const packed = isStored ? content : deflateRawSync(content);
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF_8_FLAG, 2);
    fields.writeUInt16LE(isStored ? 0 : DEFLATED, 4);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.byteLength, 14);
    fields.writeUInt32LE(content.byteLength, 18);
    fields.writeUInt16LE(name.byteLength, 22);
    directory.push(directoryEntry(fields, name, offset));
    await add(Buffer.concat([uint32(LOCAL_SIGNATURE), fields, name]));
    await add(packed);
  }
  const start = offset;
  for (const entry of directory) await add(entry);
  await add(endOfDirectory(directory.length, start, offset - start));
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function directoryEntry(fields: Buffer, name: Buffer, offset: number): Buffer {
  const isLarge = offset >= MAX_32;
  const extra = Buffer.alloc(isLarge ? 12 : 0);
  if (isLarge) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const own = Buffer.from(fields);
  if (isLarge) own.writeUInt16LE(VERSION_64, 0);
  own.writeUInt16LE(extra.byteLength, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10);
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(isLarge ? VERSION_64 : VERSION);
  return Buffer.concat([uint32(ENTRY_SIGNATURE), madeBy, own, rest, name, extra]);
}

function endOfDirectory(count: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  if (count < MAX_16 && start < MAX_32 && bytes < MAX_32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(END64_SIGNATURE, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  for (const [at, value] of [count, count, bytes, start].entries()) end64.writeBigUInt64LE(BigInt(value), 24 + 8 * at);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR64_SIGNATURE, 0);
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
