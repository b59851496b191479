import { mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toyPack, writePack } from '../testing/toy-models/toy-pack.ts';
import { toyCtcPack } from '../testing/toy-models/toy-recognisers.ts';
import { checkPackFiles, PackError, readPack, readRecogniserPack, readVoicePack } from './read-pack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is wrong with the pack in the folder. */
function problem(): string {
  try {
    readPack(folder);
    return 'none';
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.where === '' ? error.problem : `${error.problem} ${error.where}`;
  }
}

const described = (different: Readonly<Record<string, unknown>>): string => {
  writePack(folder, { ...toyPack(), ...different });
  return problem();
};

const listing = (path: string) => ({ path, size: 1, sha256: '0'.repeat(64) });

describe('a recogniser pack', () => {
  const described = (different: Readonly<Record<string, unknown>>): string => {
    const { pack, files } = toyCtcPack();
    writePack(folder, { ...pack, ...different }, files);
    return problem();
  };

  test('is read where all it lists is there', () => {
    const { pack, files } = toyCtcPack();
    writePack(folder, pack, files);
    expect(readRecogniserPack(folder)).toMatchObject({ kind: 'recogniser', languages: ['en', 'de'] });
    expect(() => readVoicePack(folder)).toThrow('malformed: kind');
  });

  test('is refused without a licence, a language or one of its model’s files', () => {
    expect(described({ rights: undefined })).toBe('no-licence');
    expect(described({ languages: [] })).toBe('malformed languages');
    expect(described({ languages: ['English!'] })).toBe('malformed languages.0');
    expect(described({ engine: { kind: 'nemo-ctc', model: 'other.onnx', tokens: 'tokens.txt' } })).toBe(
      'malformed engine.model',
    );
    expect(described({ engine: { kind: 'whisper', model: 'model.onnx', tokens: 'tokens.txt' } })).toBe(
      'malformed engine.encoder',
    );
    expect(described({ engine: { kind: 'vits', model: 'model.onnx', tokens: 'tokens.txt' } })).toBe(
      'malformed engine.kind',
    );
    expect(described({ files: [...toyCtcPack().pack.files, listing('../model.onnx')] })).toBe('malformed files.2.path');
    expect(described({ kind: 'music' })).toBe('malformed kind');
  });
});

describe('a voice pack', () => {
  test('is read where all it lists is there', () => {
    writePack(folder);
    const pack = readVoicePack(folder);
    expect(pack.voices.map(({ id, speaker, age }) => [id, speaker, age])).toEqual([
      ['low', 0, 'adult'],
      ['high', 1, 'adult'],
    ]);
    expect(pack.rights).toMatchObject({ licence: 'CC-BY-4.0', commercialUse: true, forbiddenUses: [] });
  });

  test('is refused without a licence, or one that does not say whether it may be used commercially', () => {
    expect(described({ rights: undefined })).toBe('no-licence');
    expect(described({ rights: { commercialUse: true } })).toBe('no-licence');
    expect(described({ rights: { licence: ' ', commercialUse: true } })).toBe('no-licence');
    expect(described({ rights: { licence: 'MIT' } })).toBe('malformed rights.commercialUse');
  });

  test.each([
    '../model.onnx',
    'a/../../model.onnx',
    '/etc/passwd',
    'C:/model.onnx',
    'a\\b',
    './a',
    'a//b',
    'NUL',
    'data/com1.txt',
    'a.',
    'a ',
    'a\u0000b',
    'pack.json',
  ])('is refused with a file named %j', (path) => {
    expect(described({ files: [...toyPack().files, listing(path)] })).toBe('malformed files.2.path');
  });

  test('is refused with two files that are one where capitals do not count', () => {
    expect(described({ files: [...toyPack().files, listing('Model.onnx')] })).toBe('malformed files.2.path');
  });

  test('is refused where it would be too large, names a file it does not list, or knows no such field', () => {
    expect(described({ files: [...toyPack().files, { ...listing('big'), size: 4 * 1024 ** 3 }] })).toBe(
      'malformed files',
    );
    expect(described({ engine: { kind: 'vits', model: 'other.onnx', tokens: 'tokens.txt' } })).toBe(
      'malformed engine.model',
    );
    expect(described({ engine: { kind: 'exec', command: 'rm' } })).toBe('malformed engine.kind');
    expect(described({ setup: 'rm -r' })).toBe('malformed');
  });

  test('is refused where there is nothing, half of it, or a link', () => {
    expect(problem()).toBe('no-pack');
    writeFileSync(join(folder, 'pack.json'), '{"format":1,');
    expect(problem()).toBe('malformed pack.json');
    writePack(folder);
    writeFileSync(join(folder, 'tokens.txt'), 'a 1\n');
    expect(problem()).toBe('wrong-size tokens.txt');
    unlinkSync(join(folder, 'tokens.txt'));
    expect(problem()).toBe('missing tokens.txt');
    symlinkSync('/etc/hostname', join(folder, 'tokens.txt'));
    expect(problem()).toBe('missing tokens.txt');
  });

  test('has a file of another content found out', async () => {
    writePack(folder);
    const pack = readPack(folder);
    await checkPackFiles(folder, pack);
    const [model] = pack.files;
    writeFileSync(join(folder, 'model.onnx'), Buffer.alloc(model?.size ?? 0));
    await expect(checkPackFiles(folder, pack)).rejects.toMatchObject({ problem: 'wrong-hash', where: 'model.onnx' });
  });
});
