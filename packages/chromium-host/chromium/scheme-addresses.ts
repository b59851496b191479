// Plain Chromium has no custom schemes, so `scheme://host/path` is mapped to `http://host.scheme.localhost/path`. The
// host's loopback server serves this address, which is a secure context and has its own origin.

const CUSTOM_SCHEME_URL = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/is;
const LOCALHOST_URL = /^http:\/\/([^/?#]*)\.([a-z][a-z0-9+-]*)\.localhost(?=[/?#]|$)(.*)$/is;

export class SchemeAddresses {
  readonly #schemes = new Set<string>();

  add(scheme: string): void {
    this.#schemes.add(scheme);
  }

  has(scheme: string): boolean {
    return this.#schemes.has(scheme);
  }

  /** Returns the address to use in Chromium. Addresses with other schemes are unchanged. */
  toChromium(address: string): string {
    const [, scheme = '', host, rest] = CUSTOM_SCHEME_URL.exec(address) ?? [];
    return this.has(scheme) ? `http://${host}.${scheme}.localhost${rest || '/'}` : address;
  }

  fromChromium(address: string): string {
    const [, host, scheme = '', rest] = LOCALHOST_URL.exec(address) ?? [];
    return this.has(scheme) ? `${scheme}://${host}${rest}` : address;
  }

  /** Splits a host name (`app.lectern.localhost`); null if it isn't a registered scheme. */
  parseHost(name: string): { readonly scheme: string; readonly host: string } | null {
    const [, host, scheme] = /^(.+)\.([a-z][a-z0-9+-]*)\.localhost$/i.exec(name) ?? [];
    return host && scheme && this.has(scheme) ? { scheme, host } : null;
  }

  /**
   * Translates a content security policy to Chromium's addresses: custom schemes also allow their mapped addresses, and
   * the page may connect to the host's message channel.
   */
  translatePolicy(policy: string, channel: string): string {
    let text = policy;
    for (const scheme of this.#schemes) {
      text = text.replace(new RegExp(`(^|[\\s;])(${scheme}:)(?=$|[\\s;])`, 'g'), `$1$2 http://*.${scheme}.localhost`);
    }
    const directives = text.split(';').map((directive) => directive.trim());
    const at = directives.findIndex((directive) => /^connect-src\s/i.test(directive));
    const allowed = at < 0 ? '' : (directives[at] ?? '').replace(/^connect-src\s+|'none'/gi, '');
    const inherited = directives.find((directive) => /^default-src\s/i.test(directive));
    if (at >= 0) directives[at] = `connect-src ${allowed} ${channel}`;
    else if (inherited) directives.push(`connect-src ${inherited.replace(/^default-src\s+|'none'/gi, '')} ${channel}`);
    return directives.filter(Boolean).join('; ');
  }
}
