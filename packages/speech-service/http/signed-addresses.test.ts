import { expect, test } from 'vitest';
import { AddressSigner } from './signed-addresses.ts';

function parts(address: string): [string, string, string] {
  const url = new URL(address);
  const file = decodeURIComponent(url.pathname.replace('/audio/', ''));
  return [file, url.searchParams.get('expires') ?? '', url.searchParams.get('signature') ?? ''];
}

test('an address is good until it expires, also after a restart', () => {
  let now = 1_000_000_000_000;
  const address = new AddressSigner('secret', 60, () => now).sign('http://h:1', 'bc-1.mp3');
  expect(address.startsWith('http://h:1/audio/bc-1.mp3?')).toBe(true);
  const later = new AddressSigner('secret', 60, () => now);
  expect(later.verify(...parts(address))).toBe('good');
  now += 59_999;
  expect(later.verify(...parts(address))).toBe('good');
  now += 1;
  expect(later.verify(...parts(address))).toBe('expired');
});

test('whatever is changed in it makes it forged', () => {
  const signer = new AddressSigner('secret', 60, () => 0);
  const [file, expires, signature] = parts(signer.sign('http://h', 'bc-1.mp3'));
  expect(signer.verify('bc-2.mp3', expires, signature)).toBe('forged');
  expect(signer.verify(file, '9999999999', signature)).toBe('forged');
  expect(signer.verify(file, expires, `${signature}a`)).toBe('forged');
  expect(signer.verify(file, expires, '')).toBe('forged');
  expect(new AddressSigner('other', 60, () => 0).verify(file, expires, signature)).toBe('forged');
});
