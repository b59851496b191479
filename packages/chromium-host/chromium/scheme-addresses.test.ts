import { describe, expect, it } from 'vitest';
import { SchemeAddresses } from './scheme-addresses.ts';

const addresses = new SchemeAddresses();
addresses.add('lectern');

describe('addresses of a custom scheme', () => {
  it.each([
    ['lectern://app/index.html', 'http://app.lectern.localhost/index.html'],
    ['lectern://app/media/take/1?part=2#x', 'http://app.lectern.localhost/media/take/1?part=2#x'],
  ])('shows %s to Chromium as %s and back', (own, shown) => {
    expect(addresses.toChromium(own)).toBe(shown);
    expect(addresses.fromChromium(shown)).toBe(own);
  });

  it.each(['https://example.com/', 'http://app.other.localhost/', 'about:blank'])('leaves %s alone', (address) => {
    expect([addresses.toChromium(address), addresses.fromChromium(address)]).toEqual([address, address]);
  });
});

describe('a content security policy', () => {
  const channel = 'http://app.lectern.localhost/secret/';

  it('names where a scheme is shown beside the scheme', () => {
    const policy = "default-src 'self'; media-src lectern:; connect-src 'self'";
    expect(addresses.translatePolicy(policy, channel)).toBe(
      `default-src 'self'; media-src lectern: http://*.lectern.localhost; connect-src 'self' ${channel}`,
    );
  });

  it.each([
    ["default-src 'none'", `default-src 'none'; connect-src ${channel}`],
    ["default-src 'self'", `default-src 'self'; connect-src 'self' ${channel}`],
    ["default-src 'none'; connect-src 'none'", `default-src 'none'; connect-src ${channel}`],
    ["img-src 'self'", "img-src 'self'"],
  ])('lets %s reach the host’s channel, and nothing more', (policy, shown) => {
    expect(addresses.translatePolicy(policy, channel).replace(/ +/g, ' ')).toBe(shown);
  });
});
