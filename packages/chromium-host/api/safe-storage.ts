import type Electron from 'electron';
import { strict } from '../strict.ts';

type Part = Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

const encryptionUnavailable = (action: string): Error =>
  new Error(`Error while ${action}. Encryption is not available.`);

const part: Part = {
  isAsyncEncryptionAvailable: async () => false,
  getSelectedStorageBackend: () => 'basic_text',
  async encryptStringAsync(): Promise<Buffer> {
    throw encryptionUnavailable('encrypting the text provided to safeStorage.encryptStringAsync');
  },
  async decryptStringAsync(): Promise<Electron.DecryptStringAsyncReturnValue> {
    throw encryptionUnavailable('decrypting the ciphertext provided to safeStorage.decryptStringAsync');
  },
};

/** Simulates a missing keychain, unless a spec replaces these functions. */
export const safeStorage = strict('safeStorage', part);
