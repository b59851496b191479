import { safeStorage } from 'electron';

/** On Linux, the backend may be one that stores the secret unprotected. */
export const hasKeychain = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text');

/** Throws if there is no keychain. */
export function encrypt(text: string): Uint8Array<ArrayBuffer> {
  if (!hasKeychain()) throw new Error('There is no keychain.');
  return new Uint8Array(safeStorage.encryptString(text));
}

/** Throws if there is no keychain, or if the data is damaged or belongs to another user. */
export function decrypt(bytes: Uint8Array): string {
  if (!hasKeychain()) throw new Error('There is no keychain.');
  return safeStorage.decryptString(Buffer.from(bytes));
}
