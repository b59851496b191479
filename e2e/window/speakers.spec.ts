// Who says the quotations of a novel, confirmed by keyboard before anything is made.
import { existsSync } from 'node:fs';
import { sampleBytes } from '../support/texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

test('by keyboard alone: doubtful ones are decided by number, name and narrator, taken back, and left in the middle', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { library, speakers, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('alice.txt', sampleBytes('alice.txt'));
  await library.importDialog.getByRole('switch', { name: 'Find speakers' }).focus();
  await page.keyboard.press('Space');
  const confirm = library.importDialog.getByRole('button', { name: 'Confirm who speaks…' });
  await expect(confirm).toBeEnabled();
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(speakers.list).toBeFocused();
  const left = async () => Number(/(\d+) uncertain left/.exec(await speakers.progress.innerText())?.[1]);
  const before = await left();
  expect(before).toBeGreaterThan(50);
  await expectAccessible(window, 'the speakers of a book');
  await expect(speakers.list).toBeFocused();

  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  const place = (of: 'posinset' | 'setsize') => speakers.selected.getAttribute(`aria-${of}`);
  const second = await place('posinset');
  await page.keyboard.press('k');
  await expect.poll(() => place('posinset')).not.toBe(second);
  await page.keyboard.press('1');
  await expect(speakers.told).toContainText('Alice.');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('0');
  await expect(speakers.told).toContainText('Narrator.');
  const after = await left();
  expect(after).toBeLessThan(before);
  await page.keyboard.press('r');
  await expect(speakers.field).toBeFocused();
  await page.keyboard.type('mock');
  await page.keyboard.press('Enter');
  await expect(speakers.told).toContainText('Mock Turtle.');
  await page.keyboard.press('n');
  await page.keyboard.type('A voice');
  await page.keyboard.press('Enter');
  await expect(speakers.told).toContainText('A voice.');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('u');
  await page.keyboard.press('Control+z');
  await expect.poll(left).toBe(after);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(left).toBeLessThan(after);
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await expect(speakers.newName).toBeFocused();
  await expect(speakers.newName).toHaveValue('Alice');
  await page.keyboard.press('Escape');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('f');
  await page.keyboard.press('End');
  await expect.poll(async () => (await place('posinset')) === (await place('setsize'))).toBe(true);

  // Left in the middle: nothing is made, and what was decided is there when the file comes again.
  const kept = await left();
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(library.importDialog).toContainText(`${kept} uncertain`);
  await page.keyboard.press('Escape');
  await expect(library.importDialog).toBeHidden();
  expect(existsSync(projectsFolder(folders))).toBe(false);
  await library.drop('alice.txt', sampleBytes('alice.txt'));
  await library.importDialog.getByRole('switch', { name: 'Find speakers' }).focus();
  await page.keyboard.press('Space');
  await expect(library.importDialog).toContainText(`${kept} uncertain`);
  await library.confirmImportByEnter();
  await expect(frame.projectName).not.toHaveText('');
  await expect(library.importDialog).toBeHidden();
  expect(service.userId).not.toBe('');
});
