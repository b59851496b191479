// Native code that ends its process: while it is loaded, which is a reason to do without it, and later, which is none.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ABORTING_LETTER } from '../../../../node/testing/toy-models/toy-graphs.ts';
import { writePack } from '../../../../node/testing/toy-models/toy-pack.ts';
import { readVoicePack } from '../../../../node/voice-packs/read-pack.ts';
import { temporaryFolder } from '../../testing/test-service.ts';
import { PackSource, type PackSourceOptions } from './pack-source.ts';

const LIBRARY = 'libsherpa-onnx-c-api.so';
const NATIVE = /\/sherpa-onnx\.node$/m;

/** ELF's numbers of machines, and an instruction that each has none for. */
const MACHINES: Readonly<Record<string, { readonly machine: number; readonly illegal: readonly number[] }>> = {
  x64: { machine: 62, illegal: [0x0f, 0x0b] },
  arm64: { machine: 183, illegal: [0, 0, 0, 0] },
};
const machine = MACHINES[process.arch];

/** A shared library for Linux whose first instruction, run as it is loaded, is illegal. */
function crashingLibrary(): Uint8Array {
  const headBytes = 64;
  const segmentBytes = 56;
  const dynamicAt = headBytes + 2 * segmentBytes;
  // What the loader asks of each library: a table of strings and one of symbols, both with nothing but their first row.
  const [INIT, STRTAB, SYMTAB, STRSZ, SYMENT] = [12, 5, 6, 10, 11];
  const symbolBytes = 24;
  const dynamicBytes = 6 * 16;
  const symbolsAt = dynamicAt + dynamicBytes;
  const stringsAt = symbolsAt + symbolBytes;
  const codeAt = stringsAt + 8;
  const size = codeAt + 8;
  const file = Buffer.alloc(size);
  // 64 bits, little-endian, a library.
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(3, 16);
  file.writeUInt16LE(machine?.machine ?? 0, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(headBytes), 32);
  file.writeUInt16LE(headBytes, 52);
  file.writeUInt16LE(segmentBytes, 54);
  file.writeUInt16LE(2, 56);
  const segment = (index: number, type: number, from: number, bytes: number): void => {
    const start = headBytes + index * segmentBytes;
    file.writeUInt32LE(type, start);
    // To be read, written and run.
    file.writeUInt32LE(7, start + 4);
    for (const field of [8, 16, 24]) file.writeBigUInt64LE(BigInt(from), start + field);
    for (const field of [32, 40]) file.writeBigUInt64LE(BigInt(bytes), start + field);
    file.writeBigUInt64LE(type === 1 ? 0x1_0000n : 8n, start + 48);
  };
  segment(0, 1, 0, size);
  segment(1, 2, dynamicAt, dynamicBytes);
  const entries = [
    [INIT, codeAt],
    [STRTAB, stringsAt],
    [SYMTAB, symbolsAt],
    [STRSZ, 1],
    [SYMENT, symbolBytes],
  ] as const;
  for (const [index, [tag, value]] of entries.entries()) {
    file.writeBigUInt64LE(BigInt(tag), dynamicAt + 16 * index);
    file.writeBigUInt64LE(BigInt(value), dynamicAt + 16 * index + 8);
  }
  file.set(machine?.illegal ?? [], codeAt);
  return file;
}

let folder: ReturnType<typeof temporaryFolder>;
const sources: PackSource[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  writePack(folder.path);
});
afterEach(() => {
  for (const one of sources.splice(0)) one.process.close();
  vi.unstubAllEnvs();
  folder.remove();
});

function pack(options: PackSourceOptions = {}): PackSource {
  const source = new PackSource(folder.path, readVoicePack(folder.path), options);
  sources.push(source);
  return source;
}

/** @returns how many sentences were heard */
async function say(source: PackSource, text: string): Promise<number> {
  const utterance = { text, voice: undefined, model: undefined, speaker: 0, speed: 1, temperature: 1 };
  return (await Array.fromAsync(source.say(utterance, new AbortController().signal))).length;
}

/** The libraries that the process of a pack has loaded. */
const mapsOf = ({ process: { pid } }: PackSource): string => readFileSync(`/proc/${pid}/maps`, 'utf8');

describe.runIf(process.platform === 'linux' && machine !== undefined)('native code that ends its process', () => {
  test('while it is loaded is done without, from then on: WebAssembly speaks', async () => {
    writeFileSync(join(folder.path, LIBRARY), crashingLibrary());
    vi.stubEnv('LD_LIBRARY_PATH', folder.path);
    const source = pack();
    expect(await say(source, 'Abc. Def.')).toBe(2);
    expect(mapsOf(source)).not.toMatch(NATIVE);
    // Where libraries are found that can be loaded, they would be taken again.
    vi.unstubAllEnvs();
    const { pid = 0 } = source.process;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => source.process.pid).toBeUndefined();
    expect(await say(source, 'Abc.')).toBe(1);
    expect(mapsOf(source)).not.toMatch(NATIVE);
  });

  test('when it was loaded is taken again', async () => {
    const source = pack();
    expect(await say(source, 'Abc.')).toBe(1);
    const { pid = 0 } = source.process;
    expect(mapsOf(source)).toMatch(NATIVE);
    process.kill(pid, 'SIGSEGV');
    await expect.poll(() => source.process.pid).toBeUndefined();
    expect(await say(source, 'Abc.')).toBe(1);
    expect(mapsOf(source)).toMatch(NATIVE);
  });

  test('because of its model is one failed text, and is taken again', async () => {
    const source = pack();
    await expect(say(source, `Abc ${ABORTING_LETTER} def.`)).rejects.toThrow('failed while it spoke');
    expect(await say(source, 'Abc.')).toBe(1);
    expect(mapsOf(source)).toMatch(NATIVE);
  });

  test('while it is loaded, but killed from outside, is loaded again', async () => {
    const source = pack();
    const saying = say(source, 'Abc.');
    await expect.poll(() => source.process.pid).toBeDefined();
    process.kill(source.process.pid ?? 0, 'SIGKILL');
    expect(await saying).toBe(1);
    expect(mapsOf(source)).toMatch(NATIVE);
  });
});
