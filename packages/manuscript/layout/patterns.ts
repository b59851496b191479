// Patterns built from templates.

/** Returns a tag that builds a pattern with these flags: in its template, `${…}` is the source of a part. */
export const withFlags =
  (flags: string) =>
  ({ raw }: TemplateStringsArray, ...sources: readonly string[]): RegExp =>
    new RegExp(
      raw.reduce((before, part, at) => before + (sources[at - 1] ?? '') + part),
      flags,
    );

export const pattern = withFlags('u');
export const anyCase = withFlags('iu');

/** Returns a test that a text passes which one of the patterns matches. */
export const anyMatch =
  (...patterns: readonly RegExp[]) =>
  (text: string): boolean =>
    patterns.some((one) => one.test(text));
