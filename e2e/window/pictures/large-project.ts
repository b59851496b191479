// Screenshots of a book with three hundred chapters and forty roles with long names, and a service with a thousand
// voices.
import { expect } from '@playwright/test';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, setStage } from './stage.ts';

const CHAPTERS = 300;
const ROLES = 40;
const VOICES = 1_000;

const LANGUAGES = ['English (GB)', 'English (US)', 'German', 'Portuguese (BR)'];
const ACCENTS = ['british', 'american', 'austrian', 'north-east brazilian'];
const AGES = ['youth', 'adult', 'senior'];
const STYLES = ['narrative', 'conversational', 'audiobook', 'advertising'];
const NAMES = ['Alistair', 'Bernadette', 'Cornelius Featherstonehaugh', 'Dot', 'Evangelina de Souza', 'Fritz'];

const pick = (items: readonly string[], at: number): string => items[at % items.length] ?? '';

const voices = Array.from({ length: VOICES }, (_, at) => ({
  id: `s3://voices/crowd-${at}/manifest.json`,
  name: `${pick(NAMES, at)} ${Math.floor(at / NAMES.length) + 1}`,
  sample: `https://samples.example/${at}.mp3`,
  accent: pick(ACCENTS, at),
  age: pick(AGES, at),
  gender: at % 2 === 0 ? 'male' : 'female',
  language: pick(LANGUAGES, at),
  loudness: 'neutral',
  style: pick(STYLES, at),
  tempo: 'neutral',
  texture: 'smooth',
  is_cloned: at % 50 === 0,
  voice_engine: 'SvcDialog',
}));

const roleName = (at: number): string =>
  `THE ${['DOWAGER', 'SECOND GENTLEMAN', 'APOTHECARY'][at % 3]} OF HOUSE ${at + 1}`;

const TEXT = Array.from(
  { length: CHAPTERS },
  (_, at) =>
    `# Chapter ${at + 1}: in which the weather is discussed\n\n${roleName(at % ROLES)}: It is cold for the time of year, number ${at + 1}.\n\n${roleName((at * 7) % ROLES)}: It always is.`,
).join('\n\n');

export const shootLargeProject: ShotSet = async ({ camera, folders }) => {
  const { service } = await setStage(folders, {
    behaviours: { voices },
    name: 'A crowd',
    text: TEXT,
    fill: (project) => addPlayTakes(project, 30),
  });
  try {
    await withWindow(folders, async (window) => {
      const { library, frame, cast, page } = window;
      await library.openRecent('A crowd');
      await expect(frame.projectName).toHaveText('A crowd');
      await frame.chooseChapter('Chapter 4: in which the weather is discussed');
      await camera.take(window, 'crowd-script', ALL_SIZES);
      await frame.goTo('Cast');
      await cast.roles.focus();
      await page.keyboard.press('End');
      await camera.take(window, 'crowd-roles', ALL_SIZES);
      await cast.show('Voices');
      await expect(cast.summary).toContainText('1,000');
      await cast.chooseFilter('Language', 'English \\(GB\\)', 'Portuguese \\(BR\\)');
      await cast.searchVoices.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('PageDown');
      await camera.take(window, 'crowd-voices', ALL_SIZES);
      await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Accent' }).click();
      await camera.take(window, 'crowd-filter');
      await page.keyboard.press('Escape');
      await frame.goTo('Production');
      await expect(page.getByRole('table', { name: 'Planned batches' })).toBeVisible();
      await camera.take(window, 'crowd-production');
    });
  } finally {
    await service.close();
  }
};
