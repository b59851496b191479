/** Returns a template tag that builds a RegExp. `${…}` inserts the source of another pattern. */
export const withFlags =
  (flags: string) =>
  ({ raw }: TemplateStringsArray, ...sources: readonly string[]): RegExp =>
    new RegExp(
      raw.reduce((before, part, at) => before + (sources[at - 1] ?? '') + part),
      flags,
    );

export const pattern = withFlags('u');
export const anyCase = withFlags('iu');

export const anyMatch =
  (...patterns: readonly RegExp[]) =>
  (text: string): boolean =>
    patterns.some((one) => one.test(text));
