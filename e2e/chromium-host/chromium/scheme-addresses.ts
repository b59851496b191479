// Plain Chromium knows no custom schemes: `scheme://host/path` is shown to it as `http://host.scheme.localhost/path`,
// an origin of its own and a secure context, that leads to the host's loopback server.

const CUSTOM = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/is;
const SHOWN = /^http:\/\/([^/?#]*)\.([a-z][a-z0-9+-]*)\.localhost(?=[/?#]|$)(.*)$/is;

/** The registered schemes and how their addresses look to Chromium. */
export class SchemeAddresses {
  readonly #schemes = new Set<string>();

  add(scheme: string): void {
    this.#schemes.add(scheme);
  }

  has(scheme: string): boolean {
    return this.#schemes.has(scheme);
  }

  /** The address for Chromium; one of another scheme stays as it is. */
  toChromium(address: string): string {
    const [, scheme = '', host, rest] = CUSTOM.exec(address) ?? [];
    return this.has(scheme) ? `http://${host}.${scheme}.localhost${rest || '/'}` : address;
  }

  /** The address as the application knows it. */
  fromChromium(address: string): string {
    const [, host, scheme = '', rest] = SHOWN.exec(address) ?? [];
    return this.has(scheme) ? `${scheme}://${host}${rest}` : address;
  }

  /** Splits what a request names as its host (`app.lectern.localhost`); null where it is no registered scheme. */
  ofHost(name: string): { readonly scheme: string; readonly host: string } | null {
    const [, host, scheme] = /^(.+)\.([a-z][a-z0-9+-]*)\.localhost$/i.exec(name) ?? [];
    return host && scheme && this.has(scheme) ? { scheme, host } : null;
  }

  /**
   * A content security policy in Chromium's addresses: sources that name a custom scheme also name where it is
   * shown, and the page may connect to the host's own channel.
   */
  policy(policy: string, channel: string): string {
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
