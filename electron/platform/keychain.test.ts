import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decrypt, encrypt, offersKeychain } from './keychain.ts';

const keychain = vi.hoisted(() => ({ backend: 'gnome_libsecret', isUnlocked: true, prefix: 'v11', accesses: 0 }));

vi.mock('electron', () => ({
  safeStorage: {
    getSelectedStorageBackend: () => keychain.backend,
    async isAsyncEncryptionAvailable() {
      keychain.accesses += 1;
      return keychain.isUnlocked;
    },
    encryptStringAsync: async (text: string) => Buffer.from(keychain.prefix + text),
    decryptStringAsync: async (bytes: Buffer) => ({ result: bytes.toString().slice(3), shouldReEncrypt: false }),
  },
}));

const onPlatform = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);

beforeEach(() => {
  Object.assign(keychain, { backend: 'gnome_libsecret', isUnlocked: true, prefix: 'v11', accesses: 0 });
});
afterEach(() => vi.restoreAllMocks());

describe('the keychain', () => {
  it.each(['darwin', 'win32', 'linux'] as const)('is offered on %s without being accessed', (platform) => {
    onPlatform(platform);
    expect(offersKeychain()).toBe(true);
    expect(keychain.accesses).toBe(0);
  });

  it.each(['basic_text', 'unknown'])('is not offered on Linux if Chromium would use %s', (backend) => {
    onPlatform('linux');
    keychain.backend = backend;
    expect(offersKeychain()).toBe(false);
  });

  it('encrypts, and decrypts again', async () => {
    onPlatform('linux');
    expect(await decrypt(await encrypt('sk-account'))).toBe('sk-account');
  });

  it('refuses a key that the system would leave unprotected', async () => {
    onPlatform('linux');
    keychain.prefix = 'v10';
    await expect(encrypt('sk-account')).rejects.toThrow('There is no keychain.');
  });

  it('refuses if it stays locked', async () => {
    onPlatform('darwin');
    keychain.isUnlocked = false;
    await expect(encrypt('sk-account')).rejects.toThrow('There is no keychain.');
    await expect(decrypt(Buffer.from('v10x'))).rejects.toThrow('There is no keychain.');
  });
});
