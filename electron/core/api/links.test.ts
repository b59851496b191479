import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointUrl, fromStoredLink, isLoopback, isPrivateAddress, resolveLink, toStoredLink } from './links.ts';

const base = new URL('http://127.0.0.1:4100/');

describe('links', () => {
  it('are taken as they are, or from the address that they were read from', () => {
    const readFrom = new URL('https://tts.example/api/v2/tts/batches');
    expect(resolveLink('https://other.example/x?y=1', readFrom)?.href).toBe('https://other.example/x?y=1');
    expect(resolveLink('/b/1', readFrom)?.href).toBe('https://tts.example/b/1');
    expect(resolveLink('batches/1', readFrom)?.href).toBe('https://tts.example/api/v2/tts/batches/1');
    expect(resolveLink('../../b?t=%2F', readFrom)?.href).toBe('https://tts.example/api/b?t=%2F');
    expect(resolveLink('//other.example/x', readFrom)?.href).toBe('https://other.example/x');
  });

  it('lose user name, password and fragment', () => {
    expect(resolveLink('http://me:secret@host.example/x#part', base)?.href).toBe('http://host.example/x');
  });

  it('are none where they lead to no http address', () => {
    for (const href of ['javascript:alert(1)', 'file:///etc/passwd', 'http://', 'data:,x', 'https://[broken/']) {
      expect(resolveLink(href, base)).toBeNull();
    }
  });

  it('of the own origin are kept without it, and so outlive a change of port', () => {
    const stored = toStoredLink(new URL('/b/1?t=2', base), base);
    expect(stored).toBe('/b/1?t=2');
    expect(fromStoredLink(stored, new URL('http://127.0.0.1:9999/'))?.href).toBe('http://127.0.0.1:9999/b/1?t=2');
  });

  it('of another origin are kept whole', () => {
    const stored = toStoredLink(new URL('https://other.example/b/1'), base);
    expect(stored).toBe('https://other.example/b/1');
    expect(fromStoredLink(stored, base)?.href).toBe(stored);
  });

  it('that were never kept so are no links', () => {
    for (const stored of ['b/1', '', 'file:///x', 'javascript:1']) expect(fromStoredLink(stored, base)).toBeNull();
  });

  it('never lead to another origin after they were kept, whatever their path', () => {
    const pieces = fc.array(fc.constantFrom('/', '//', '\\', '@', ':', '..', 'evil.example', '?', '#', '%2F', 'b'));
    fc.assert(
      fc.property(pieces, fc.boolean(), (path, own) => {
        const origin = own ? base.origin : 'https://other.example';
        const url = URL.parse(`${origin}/${path.join('')}`);
        const resolved = url && resolveLink(url.href, base);
        if (!resolved) return;
        expect(fromStoredLink(toStoredLink(resolved, base), base)?.href).toBe(resolved.href);
      }),
    );
  });
});

describe('addresses', () => {
  it('of this very machine are known', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.9.10', '127.1', '[::1]', 'LOCALHOST']) {
      expect(isLoopback(new URL(`http://${host}/`).hostname)).toBe(true);
    }
    for (const host of ['127.0.0.1.evil.example', 'localhost.evil.example', '128.0.0.1', '10.0.0.1', '[::2]']) {
      expect(isLoopback(new URL(`http://${host}/`).hostname)).toBe(false);
    }
  });

  it('are private over https, and over plain http only on this machine', () => {
    expect(isPrivateAddress(new URL('https://tts.example/'))).toBe(true);
    expect(isPrivateAddress(new URL('http://[::1]:80/'))).toBe(true);
    expect(isPrivateAddress(new URL('http://tts.example/'))).toBe(false);
    expect(isPrivateAddress(new URL('ftp://localhost/'))).toBe(false);
  });

  it('of the documented paths follow the base address, with or without a path of its own', () => {
    const path = '/api/v2/voices';
    expect(endpointUrl(path, base).href).toBe('http://127.0.0.1:4100/api/v2/voices');
    expect(endpointUrl(path, new URL('https://h.example/prefix/')).href).toBe('https://h.example/prefix/api/v2/voices');
    expect(endpointUrl(path, new URL('https://h.example/prefix?x=1')).href).toBe(
      'https://h.example/prefix/api/v2/voices',
    );
  });
});
