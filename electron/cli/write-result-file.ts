import { writeNamedFile } from '../../node/files/durable-write.ts';
import { errorCode } from '../../node/files/file-errors.ts';
import { CliError } from './exit.ts';
import { t } from './words.ts';

/** @throws CliError 2 if the file can't be written */
export function writeResultFile(file: string, content: string | Uint8Array): void {
  try {
    writeNamedFile(file, content);
  } catch (error) {
    const code = errorCode(error) ?? t('spending.unknownError');
    throw new CliError(t('spending.unwritten', { file, code }));
  }
}
