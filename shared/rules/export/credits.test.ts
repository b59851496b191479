import { expect, it } from 'vitest';
import type { Credits } from '../../model/settings.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../model/settings.ts';
import { IN_CAPITALS } from '../role-marks.ts';
import { parseScript, scriptText } from '../script-text.ts';
import { spokenText } from '../spoken-text.ts';
import {
  type CreditNames,
  DEFAULT_CREDITS,
  extractCredits,
  missingCreditFields,
  withCredits,
  withoutCredits,
} from './credits.ts';

const credited = (text: string, credits: Credits | null, names: CreditNames): string =>
  scriptText(withCredits([text], credits, names), IN_CAPITALS);

const NAMES = { title: 'Mr. Fox & $1', authors: ['Ada', 'Bea'], narrators: ['Cy'] };

it('credits are chapters of their own, whose headings are not read aloud', () => {
  const text = credited('# One\n\nHello.\n', DEFAULT_CREDITS, NAMES);
  const spoken = parseScript(text, DEFAULT_PROJECT_SETTINGS).flatMap(({ lines }) =>
    lines.flatMap(({ turns }) => turns.map((turn) => spokenText(turn, DEFAULT_PROJECT_SETTINGS))),
  );
  expect(spoken.filter((words) => words !== '')).toEqual([
    'Mr. Fox & $1. Written by Ada, Bea. Narrated by Cy.',
    'One',
    'Hello.',
    'This was Mr. Fox & $1. Written by Ada, Bea. Narrated by Cy. The end.',
  ]);
});

it('leaves out sentences that name what is not known, and credits without any', () => {
  const names = { title: 'Emma', authors: [], narrators: [] };
  expect(credited('Hello.', { ...DEFAULT_CREDITS, closing: '{narrator} read it.' }, names)).toBe(
    '# (Opening Credits)\n\nEmma.\n\nHello.\n',
  );
  expect(credited('Hello.', null, names)).toBe('Hello.');
});

it('are taken out again as they were put in, and nothing else with them', () => {
  const text = '# One\n\nHello.\n\n## (Aside)\n\nHm.\n';
  expect(withoutCredits(credited(text, DEFAULT_CREDITS, NAMES))).toBe(text);
  expect(withoutCredits(text)).toBe(text);
  expect(withoutCredits(credited('Hello.\n\nWorld.\n', DEFAULT_CREDITS, NAMES))).toBe('Hello.\n\nWorld.\n');
  expect(withoutCredits('# (Closing Credits)\n\n# Two\n\nHello.')).toBe('# Two\n\nHello.\n');
});

it('lack what they name and the book does not have', () => {
  const nobody = { title: null, authors: [], narrators: [] };
  expect(missingCreditFields(DEFAULT_CREDITS, nobody)).toEqual(['title', 'authors', 'narrators']);
  expect(missingCreditFields(DEFAULT_CREDITS, { title: 'Emma', authors: ['Ada'], narrators: [] })).toEqual([
    'narrators',
  ]);
  expect(missingCreditFields({ opening: '{title}.', closing: 'The end.' }, { ...nobody, title: 'Emma' })).toEqual([]);
});

it('are found in a script as they are spoken there', () => {
  const credits = { ...DEFAULT_CREDITS, closing: '{narrator} read it.' };
  const text = credited('# One\n\nHello.\n', credits, { title: 'Emma', authors: [], narrators: [] });
  expect(extractCredits(text)).toEqual({ opening: 'Emma.', closing: '' });
  expect(extractCredits('# One\n\nHello.\n')).toEqual({ opening: '', closing: '' });
});
