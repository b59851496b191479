// The operating system's keychain.
import { safeStorage } from 'electron';

/** Whether there is a real keychain: one that keeps the secret in the open, as Linux may have it, is none. */
export const hasKeychain = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text');

/** @throws where there is no keychain */
export function encrypt(text: string): Uint8Array<ArrayBuffer> {
  if (!hasKeychain()) throw new Error('There is no keychain.');
  return new Uint8Array(safeStorage.encryptString(text));
}

/** @throws where there is no keychain, or the bytes are damaged or of another user */
export function decrypt(bytes: Uint8Array): string {
  if (!hasKeychain()) throw new Error('There is no keychain.');
  return safeStorage.decryptString(Buffer.from(bytes));
}
