import { describe, expect, it } from 'vitest';
import { isPageAddress, type PageOptions, pageAddress, parseAddress } from './page-address.ts';

describe('an address of the application', () => {
  it('names a file of the page', () => {
    expect(parseAddress('lectern://app/index.html')).toEqual({ kind: 'asset', names: ['index.html'] });
    expect(parseAddress('lectern://app/assets/index-Bx_4-2.js?v=1')).toEqual({
      kind: 'asset',
      names: ['assets', 'index-Bx_4-2.js'],
    });
  });

  it('names a take or an audition', () => {
    expect(parseAddress('lectern://app/media/take/12')).toEqual({ kind: 'take', takeId: 12 });
    expect(parseAddress('lectern://app/media/audition/aZ9_-')).toEqual({ kind: 'audition', auditionId: 'aZ9_-' });
  });

  it('names a cover by the project, whatever version is named', () => {
    expect(parseAddress('lectern://app/media/cover/0af9/12-34')).toEqual({ kind: 'cover', id: '0af9' });
  });

  it.each([
    'lectern://app/media/cover/0af9',
    'lectern://app/media/cover/..%2f/1',
    'lectern://app/media/cover/0af9/a/b',
    'lectern://app/..%2f..%2fetc/passwd',
    'lectern://app/%2e%2e/%2e%2e/etc/passwd%00',
    'lectern://app/..%5c..%5cwindows',
    'lectern://app/assets\\..\\..\\secret',
    'lectern://app/assets//x.js',
    'lectern://app/.git/config',
    'lectern://app/assets/',
    'lectern://app/',
    'lectern://app',
    'lectern://app/media/take/0',
    'lectern://app/media/take/-1',
    'lectern://app/media/take/1.5',
    'lectern://app/media/take/01',
    'lectern://app/media/take/1/..%2f2',
    'lectern://app/media/take/%31',
    'lectern://app/media/take/9999999999999999999',
    'lectern://app/media/audition/a%2fb',
    'lectern://app/media/other/1',
    'lectern://other/index.html',
    'lectern://app:80/index.html',
    'lectern://user@app/index.html',
    'https://app/index.html',
    'file:///etc/passwd',
    'no address',
  ])('%s names nothing', (address) => {
    expect(parseAddress(address)).toBeNull();
  });

  it('can’t climb out of the page’s folder by dots, because the address itself is made plain first', () => {
    expect(parseAddress('lectern://app/../../etc/passwd')).toEqual({ kind: 'asset', names: ['etc', 'passwd'] });
    expect(parseAddress('lectern://app/%2e%2e/etc/passwd')).toEqual({ kind: 'asset', names: ['etc', 'passwd'] });
    expect(parseAddress('lectern://app/media/take/../../index.html')).toEqual({ kind: 'asset', names: ['index.html'] });
  });

  it('is the page’s, or is not', () => {
    expect(isPageAddress('lectern://app/index.html#script')).toBe(true);
    const addresses = (
      [
        { language: 'en-XA', project: undefined },
        { language: 'de', project: 'opening' },
        { language: 'en', project: 'none' },
        { language: 'en', project: undefined },
      ] satisfies PageOptions[]
    ).map(pageAddress);
    expect(addresses).toEqual([
      'lectern://app/index.html?language=en-XA',
      'lectern://app/index.html?language=de&project=opening',
      'lectern://app/index.html?project=none',
      'lectern://app/index.html',
    ]);
    expect(addresses.every(isPageAddress)).toBe(true);
    expect(isPageAddress('lectern://app/assets/index.js')).toBe(false);
    expect(isPageAddress('lectern://app.example/index.html')).toBe(false);
    expect(isPageAddress('https://app/index.html')).toBe(false);
    expect(isPageAddress('about:blank')).toBe(false);
  });
});
