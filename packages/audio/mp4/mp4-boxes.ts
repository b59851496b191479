// Writes boxes of MP4 files (ISO/IEC 14496-12): a size, a four-letter name and the content.
import { joinBytes } from '../codecs/bytes.ts';

const encoder = new TextEncoder();

export type BoxPart = Uint8Array | string;

const bytesOf = (part: BoxPart): Uint8Array => (typeof part === 'string' ? encoder.encode(part) : part);

const nameBytes = (name: string): Uint8Array => Uint8Array.from(name, (letter) => letter.charCodeAt(0));

export function box(name: string, ...parts: readonly BoxPart[]): Uint8Array {
  const content = joinBytes(parts.map(bytesOf));
  return joinBytes([u32(content.length + 8), nameBytes(name), content]);
}

export const fullBox = (name: string, version: number, flags: number, ...parts: readonly BoxPart[]): Uint8Array =>
  box(name, u32(version * 2 ** 24 + flags), ...parts);

export const u8 = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export function u16(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [index, value] of values.entries()) view.setUint16(index * 2, value);
  return new Uint8Array(view.buffer);
}

export function u32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return new Uint8Array(view.buffer);
}

export function u64(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 8));
  for (const [index, value] of values.entries()) view.setBigUint64(index * 8, BigInt(value));
  return new Uint8Array(view.buffer);
}

export const zeros = (count: number): Uint8Array => new Uint8Array(count);

export const IDENTITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
