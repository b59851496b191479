// A pack of a model made for tests, as a catalogue names one and a server has it.
import { createHash } from 'node:crypto';
import type { KnownPack } from '@lectern/tts-protocol';
import { packDescriptionSchema } from '@lectern/tts-protocol';
import { type TarEntry, tarBz2 } from '../../../../../node/testing/tar.ts';
import { TOY_VITS_FILES, toyPack } from '../../../../../node/testing/toy-models/toy-pack.ts';

export const toyTarEntries = (within = 'toys/'): TarEntry[] =>
  Object.entries(TOY_VITS_FILES).map(([name, content]) => ({ name: within + name, content }));

export const TOY_ARCHIVE = tarBz2(toyTarEntries());

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function toyKnownPack(address: string): KnownPack {
  const { files: _files, ...head } = toyPack();
  return {
    archive: {
      address,
      bytes: TOY_ARCHIVE.byteLength,
      sha256: sha256Of(TOY_ARCHIVE),
      form: 'tar.bz2',
      folder: 'toys',
    },
    pack: packDescriptionSchema.parse(head),
  };
}
