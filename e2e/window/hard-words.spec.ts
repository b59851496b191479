import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const SCRIPT = `# CHAPTER I.

In the spring of 1884 Dr. Maren Ostergaard took the lead in the crêpe trade, and Maren was not yet twenty-one.

TOBIAS: Maren, the wind will tear the sails before 6:30 p.m.! The BBC man said so, and he had $3.50 on it.

MAREN: “C’est la vie, dans la vie,” as my aunt Solveig says. Mind Tobias, and close the hatch.

# CHAPTER II.

The crew saw Tobias row past St. Elmo's light on 12 May 1885.
`;

test('hard words are marked and corrected by keyboard, and headings show how they are read', async ({
  open,
  folders,
  service,
}) => {
  const book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    async fill(project) {
      project.updateSettings({ narrateHeadings: true, language: 'english' });
    },
  });
  const window = await open();
  await window.library.openRecent('Book');
  await window.frame.goTo('Cast');
  const { pronunciation: rules, page } = window;
  await rules.open();
  await page.getByRole('radiogroup', { name: 'Part' }).getByText('Hard words').click();
  const table = page.getByRole('grid', { name: 'Hard words' });
  await table.focus();
  await expect(table.getByRole('row', { selected: true })).toContainText('Maren');
  await page.keyboard.press('f');
  await expect(page.getByText(/^1 of \d+ checked$/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rules.spoken).toBeFocused();
  const corrected = await rules.written.inputValue();
  await page.keyboard.type('another');
  await page.keyboard.press('Enter');
  await expect(table).toBeFocused();
  await expect(page.getByText(/^2 of \d+ checked$/)).toBeVisible();
  const saved = () => queryProject(book, 'SELECT from_text, to_text FROM pronunciation_rules');
  await expect.poll(saved).toEqual([{ from_text: corrected, to_text: 'another' }]);
  await expectAccessible(window, 'hard words');
  await window.frame.goTo('Script');
  await page.getByText('CHAPTER I.').first().click();
  await expect(page.getByRole('textbox', { name: 'Read as' })).toHaveValue('Chapter one');
});
