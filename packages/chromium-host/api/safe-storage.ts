import type Electron from 'electron';
import { strict } from '../strict.ts';

type Part = Pick<
  Electron.SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

const encryptionUnavailable = (action: string): Error =>
  new Error(`Error while ${action}. Encryption is not available.`);

const part: Part = {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'basic_text',
  encryptString(): Buffer {
    throw encryptionUnavailable('encrypting the text provided to safeStorage.encryptString');
  },
  decryptString(): string {
    throw encryptionUnavailable('decrypting the ciphertext provided to safeStorage.decryptString');
  },
};

/** Simulates a missing keychain, unless a spec replaces these functions. */
export const safeStorage = strict('safeStorage', part);
