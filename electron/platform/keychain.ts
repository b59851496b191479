import { safeStorage } from 'electron';

const noKeychain = (): Error => new Error('There is no keychain.');

/** Chromium's prefix of data encrypted with a key that is the same on every computer, because there is no keychain. */
const UNPROTECTED = 'v10';

/**
 * Returns whether the system has a keychain, without accessing it. Accessing it can show a prompt, which people who
 * only use the local service should never see. `encrypt` and `decrypt` access it.
 */
export const offersKeychain = (): boolean =>
  process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());

async function accessKeychain(): Promise<void> {
  if (!offersKeychain() || !(await safeStorage.isAsyncEncryptionAvailable())) throw noKeychain();
}

/** Rejects if there is no keychain, or if the user denies access. */
export async function encrypt(text: string): Promise<Uint8Array<ArrayBuffer>> {
  await accessKeychain();
  const bytes = await safeStorage.encryptStringAsync(text);
  if (process.platform === 'linux' && bytes.toString('latin1', 0, UNPROTECTED.length) === UNPROTECTED)
    throw noKeychain();
  return new Uint8Array(bytes);
}

/** Rejects if there is no keychain, or if the data is damaged or belongs to another user. */
export async function decrypt(bytes: Uint8Array): Promise<string> {
  await accessKeychain();
  return (await safeStorage.decryptStringAsync(Buffer.from(bytes))).result;
}
