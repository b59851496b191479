// Texts that try to break the reading of scripts.
import fc from 'fast-check';
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '../../model/settings.ts';

/** Marks of the format, white space of every kind, and letters that are more than one code unit. */
const hostileUnit: fc.Arbitrary<string> = fc.constantFrom(
  ...['ALGERNON: ', 'LANE:', 'NARRATOR: ', 'Tom: ', '田中：', 'A', ':', '：', '# ', '## ', '#', '(', ')', '\\'],
  ...[
    '[pause 1.5s]',
    '[PAUSE 2 s]',
    '[pause 0s]',
    '[pause',
    '[SFX: a]',
    '(MUSIC)',
    '[',
    ']',
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
  ],
  ...[
    '\u2028',
    '\u00a0',
    '\ufeff',
    '\u200d',
    'word',
    'Mr. ',
    'Done. ',
    'e\u0301',
    '\u0301',
    '👨‍👩‍👧',
    '🇩🇰',
    '\ud83c',
    '\udfad',
  ],
  ...['שלום', 'नमस्ते। ', '本当。', 'สวัสดี', 'ß', 'ǅ', '…', '—', ', '],
);

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 9, arbitrary: hostileUnit }, fc.string({ unit: 'grapheme', maxLength: 6 })), {
    maxLength: 24,
  })
  .map((units) => units.join(''));

/** Settings for a script, and for prose with confirmed roles of two scripts. */
export const someSettings: fc.Arbitrary<ProjectSettings> = fc
  .record({
    roleMarks: fc.constantFrom('capitals' as const, 'confirmed' as const),
    confirmedRoles: fc.constantFrom<string[]>([], ['Tom', '田中']),
    speakBrackets: fc.boolean(),
    speakHeadings: fc.boolean(),
    lineCharacters: fc.constantFrom<number>(50, 60, 2000),
  })
  .map((settings) => ({ ...DEFAULT_PROJECT_SETTINGS, ...settings }));
