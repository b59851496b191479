// What voices may be used for: of a take, while they are cast, and of what is exported.

export const uses = {
  notCommercial: 'not commercial',
  notCommercialHint: 'The licence of {voice} forbids commercial use: {licence}.',
  /** Beside the button that casts a voice, and under the one that is cast. */
  casting: 'May not be used commercially ({licence}). What it speaks must not be sold.',
  take: {
    summary: 'Licence: {licences}',
    consent: 'Consent: {consents}',
    licence: 'Licence',
    attribution: 'Credit',
    commercial: 'Commercial use',
    allowed: 'allowed',
    forbidden: 'forbidden',
    forbiddenUses: 'Also forbidden',
    consentId: 'Consent to the clone',
  },
  exported: {
    heading: 'Voices and their licences',
    warning:
      '{voices, plural, one {A voice may not be used commercially. Publish this for free only, or cast another voice:} other {# voices may not be used commercially. Publish this for free only, or cast other voices:}}',
    /** `lines` are how many, `numbers` those of the first few. */
    heard:
      '{voice} ({licence}): {roles}, {lines, plural, one {line {numbers}} other {# lines: {numbers}}}{more, select, yes {…} other {}}',
    forbiddenUses: 'Forbidden, whatever it is published for:',
    forbiddenUse: '{voice}: {use}',
    credits: 'Credits to paste:',
    copy: 'Copy credits',
    unrecorded:
      '{lines, plural, one {Of # line it was not recorded what its voice may be used for.} other {Of # lines it was not recorded what their voices may be used for.}}',
  },
} as const;
