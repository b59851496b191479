// The audio file of one line: the take as it is kept, or converted.
import type { FileHandle } from 'node:fs/promises';
import type { OutputFormat } from '@lectern/tts-protocol';
import { writeAll } from '../../../node/files/durable-write.ts';
import { FileWriteError, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { hashOfFile } from '../../../node/files/regular-file.ts';
import type { ExportFormat } from '../../../shared/model/audio-formats.ts';
import type { LineReason } from '../../../shared/model/export.ts';
import type { Treatment } from '../../../shared/model/take.ts';
import { describeTreatment, type ExportLine } from './line-file-plan.ts';
import { copyTake } from './take-copy.ts';

/** How audio is read and converted. */
export interface LineAudioPorts {
  readonly format: ExportFormat;
  /** Opens a take's audio file for reading. The export closes it. */
  readonly openAudio: (line: ExportLine) => Promise<FileHandle>;
  /**
   * Writes the same sound to an open file in another format, treated where that is asked for. Not called where a take has the
   * format already and nothing is done to it. `heldBackDb`: by how much a gain was held back so that nothing clips. Throws
   * FileWriteError where the file can't be written, and anything else where the sound can't be converted.
   */
  readonly convert: (
    from: FileHandle,
    to: FileHandle,
    conversion: { readonly from: OutputFormat; readonly to: ExportFormat; readonly treatment: Treatment | undefined },
  ) => Promise<{ readonly heldBackDb: number }>;
}

/** What was written. */
export interface WrittenAudio {
  /** The hexadecimal SHA-256 of the file. */
  readonly hash: string;
  /** By how much a gain was held back so that nothing clips, in dB. */
  readonly heldBackDb: number;
}

/** A line's own audio can't be exported; those of the others can. The cause says why. */
export class LineAudioError extends Error {
  /** The file is there and holds something else. */
  readonly isDamaged: boolean;

  constructor(cause: unknown, isDamaged = false) {
    super("The audio of a line can't be exported.", { cause });
    this.isDamaged = isDamaged;
  }
}

function failAudio(error: unknown): never {
  throw new LineAudioError(error);
}

/**
 * Writes a line's audio to an empty file that is open for writing and reading: the take's own bytes, where it has the format
 * and nothing is done to it; only wrong sizes in the head of a WAV file are corrected. It goes part by part, however long the take is.
 *
 * @throws LineAudioError; what writing throws
 */
export async function writeLineAudio(line: ExportLine, file: FileHandle, ports: LineAudioPorts): Promise<WrittenAudio> {
  const audio = await ports.openAudio(line).catch(failAudio);
  try {
    const isTreated = describeTreatment(line.treatment) !== '';
    if (line.format === ports.format && !isTreated) return { hash: await copy(line, audio, file), heldBackDb: 0 };
    checkHash(line, await hashOfFile(audio).catch(failAudio));
    const conversion = { from: line.format, to: ports.format, treatment: isTreated ? line.treatment : undefined };
    const { heldBackDb } = await ports.convert(audio, file, conversion).catch((error: unknown) => {
      throw error instanceof FileWriteError ? error : new LineAudioError(error);
    });
    return { hash: await hashOfFile(file), heldBackDb };
  } finally {
    await audio.close();
  }
}

/** @returns the hash of the bytes that were written */
async function copy(line: ExportLine, audio: FileHandle, file: FileHandle): Promise<string> {
  const { sourceHash, hash } = await copyTake(audio, (bytes) => writeAll(file, bytes), failAudio);
  checkHash(line, sourceHash);
  return hash;
}

/** @throws LineAudioError where the file of a take is not the one that was kept */
function checkHash(line: ExportLine, found: string): void {
  if (/^[0-9a-f]{64}$/.test(line.audioHash) && found !== line.audioHash) {
    throw new LineAudioError(`${line.audioPath} has another hash`, true);
  }
}

/** Why the line has no file. */
export function reasonOf({ cause, isDamaged }: LineAudioError, { audioPath }: ExportLine): LineReason {
  if (isDamaged) return { kind: 'audio-changed', path: audioPath };
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return { kind: 'audio-missing' };
  if (cause instanceof UnsafeEntryError) return { kind: 'audio-unsafe' };
  return { kind: 'not-convertible', detail: cause instanceof Error ? cause.message : String(cause) };
}
