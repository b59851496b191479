import type { ExportSigning } from '../../shared/model/export/signature.ts';
import { signingSentences } from '../../shared/words/signing-words.ts';
import { Signing } from '../core/app/signing/signing.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import { systemClock } from '../core/system.ts';
import { type CommandOutput, plainText } from './output.ts';
import { tDelivery } from './words.ts';

/** The command line has no access to the keychain. */
export const openSigning = (home = makeDataFolder()): Signing =>
  new Signing({ home, secretBox: null, clock: systemClock, fetch });

export function printSigning(signing: ExportSigning | null, output: CommandOutput): void {
  if (signing) for (const row of signingSentences(tDelivery, signing)) output.note(plainText(row));
}
