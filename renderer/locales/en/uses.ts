// Licences of voices: of a take, when casting, and of an export.

export const uses = {
  notCommercial: 'not commercial',
  notCommercialHint: 'The licence for {voice} forbids commercial use: {licence}.',
  /** Next to the cast button, and below the cast voice. */
  casting: 'Not for commercial use ({licence}): you can’t sell recordings made with this voice.',
  take: {
    summary: 'Licence: {licences}',
    consent: 'Consent: {consents}',
    licence: 'Licence',
    attribution: 'Credit',
    commercial: 'Commercial use',
    allowed: 'allowed',
    forbidden: 'forbidden',
    forbiddenUses: 'Also forbidden',
    consentId: 'Clone consent',
  },
  exported: {
    heading: 'Voices and their licences',
    warning:
      '{voices, plural, one {A voice isn’t licensed for commercial use. Publish this only for free, or cast another voice:} other {# voices aren’t licensed for commercial use. Publish this only for free, or cast other voices:}}',
    /** `lines` is the count, `numbers` lists the first few. */
    heard:
      '{voice} ({licence}): {roles}, {lines, plural, one {line {numbers}} other {# lines: {numbers}}}{more, select, yes {…} other {}}',
    forbiddenUses: 'Forbidden in any publication:',
    forbiddenUse: '{voice}: {use}',
    credits: 'Credits to paste:',
    copy: 'Copy credits',
    unrecorded:
      '{lines, plural, one {The voice licence for # line wasn’t recorded.} other {The voice licences for # lines weren’t recorded.}}',
  },
} as const;
