import { basename } from 'node:path';
import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import {
  type CueEntry,
  type CueSound,
  DEFAULT_SOUND_SETTINGS,
  type SoundSettings,
} from '../../../../shared/model/cue-sounds.ts';
import type { SoundFileProblem } from '../../../../shared/model/problems/sound-file.ts';
import type { Project } from '../project.ts';

export class SoundFileError extends Error {
  override readonly name = 'SoundFileError';
  readonly problem: SoundFileProblem;

  constructor(problem: SoundFileProblem, options?: ErrorOptions) {
    super(problem.kind, options);
    this.problem = problem;
  }
}

const MAX_SOUND_BYTES = 2 * 1024 ** 3;
const CHUNK_BYTES = 1024 ** 2;

interface SoundPorts {
  readonly checkAudio: (input: AudioInput, expected: ExpectedAudio) => Promise<CheckedAudio>;
}

/**
 * Copies a sound file into the project and returns it with the cue's current settings, or the defaults for its kind.
 * The licence and the credit of another file aren't kept.
 * @throws SoundFileError; ProjectError
 */
export async function importSound(
  project: Pick<Project, 'takes'>,
  cue: Pick<CueEntry, 'kind' | 'sound'>,
  path: string,
  { checkAudio }: SoundPorts,
): Promise<CueSound> {
  const name = basename(path);
  const file = await openRegularFile(path, 'follow').catch((error: unknown) => {
    throw soundFileError(error, path);
  });
  const incoming = project.takes.receiveAudio();
  try {
    const { size } = await file.stat();
    if (size > MAX_SOUND_BYTES) throw new SoundFileError({ kind: 'too-large', path });
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, incoming.position).catch((error: unknown) => {
        throw soundFileError(error, path);
      });
      if (bytesRead === 0) break;
      if (incoming.position + bytesRead > MAX_SOUND_BYTES) throw new SoundFileError({ kind: 'too-large', path });
      await incoming.write(chunk.subarray(0, bytesRead));
    }
    const checked = await checkAudio(incoming.at, { format: 'wav' });
    if (!checked.ok) throw new SoundFileError({ kind: 'undecodable', path, defect: checked.defect });
    const { hash, sizeBytes } = await project.takes.keepAudio(incoming, checked.format);
    const audio = {
      name,
      durationSeconds: checked.durationSeconds,
      audioHash: hash,
      format: checked.format,
      sizeBytes,
    };
    return { ...settingsFor(cue, hash), ...audio };
  } finally {
    await incoming.discard();
    await file.close();
  }
}

function settingsFor({ kind, sound }: Pick<CueEntry, 'kind' | 'sound'>, hash: string): SoundSettings {
  if (!sound) return DEFAULT_SOUND_SETTINGS[kind];
  return sound.audioHash === hash ? sound : { ...sound, licence: '', credit: '' };
}

/** Explains why a file couldn't be opened or read. */
export function soundFileError(error: unknown, path: string): SoundFileError {
  if (error instanceof UnsafeEntryError) return new SoundFileError({ kind: 'not-a-file', path }, { cause: error });
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new SoundFileError({ kind: 'not-found', path }, { cause: error });
  return new SoundFileError({ kind: 'unreadable', path, code: code ?? null }, { cause: error });
}
