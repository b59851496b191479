// A language model is set up, tried, and asked who speaks in a novel: a scripted server on this machine, told before it is asked.
import { join } from 'node:path';
import { allSaidBy, doubtfulTale, serveModel } from '../../electron/core/language-model/testing/scripted-model.ts';
import { expectAccessible } from './support/accessible.ts';
import { readSavedScript } from './support/books.ts';
import { filesContaining } from './support/folders.ts';
import { projectsFolder } from './support/home.ts';
import { readHeapText } from './support/page-memory.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const KEY = 'sk-never-shown-0123456789';
const NOVEL = doubtfulTale(3);

test('is sent nothing before it is said how much goes where, and what it answers is shown as its word', async ({
  open,
  folders,
  service,
}) => {
  const model = await serveModel(allSaidBy('Tom'));
  const window = await open();
  const { library, speakers, settings, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  expect(service.userId).not.toBe('');

  await settings.show('Language model');
  const part = page.getByRole('tabpanel', { name: 'Language model' });
  const address = part.getByRole('textbox', { name: 'Address' });
  const save = part.getByRole('button', { name: 'Save', exact: true });
  await address.fill('http://model.example/v1');
  await part.getByLabel('Name').fill('large');
  await save.click();
  await expect(part.getByRole('alert')).toContainText('unencrypted');
  await address.fill('https://model.example/v1');
  await save.click();
  await expect(frame.notice('Language model saved.')).toBeVisible();
  await expect(part.getByRole('checkbox', { name: /parts of books to https:\/\/model\.example/ })).not.toBeChecked();
  await expect(part.getByRole('button', { name: /^Send it to/ })).toBeDisabled();

  await address.fill(model.url.href);
  await part.getByLabel('Key', { exact: true }).fill(KEY);
  await part.getByRole('radio', { name: /only you can read/ }).check();
  await part.getByRole('textbox', { name: 'Sent', exact: true }).fill('2');
  await save.click();
  await expect(part).toContainText('Nothing: the server runs on this computer.');
  await part.getByRole('button', { name: 'List models' }).click();
  await expect(part).toContainText('The server has 2 models.');
  await part.getByLabel('Name').fill('small');
  await save.click();
  await part.getByLabel('Sentence').fill('“Who is there?”\n\nTom waited.');
  await part.getByRole('button', { name: /^Send it to http/ }).click();
  await expect(part.getByRole('status').last()).toContainText('“Who is there?” Tom');
  expect(filesContaining(folders.home, KEY)).toEqual([expect.stringMatching(/keys.language-model\.key$/)]);
  expect((await readHeapText(page)).includes(KEY)).toBe(false);

  model.calls.length = 0;
  await library.drop('novel.txt', Buffer.from(NOVEL));
  await library.importDialog.getByRole('switch', { name: 'Find speakers' }).click({ force: true });
  await library.importDialog.getByRole('button', { name: 'Ask the language model…' }).click();
  const asking = page.getByRole('dialog', { name: 'Ask the language model' });
  await expect(asking.getByRole('list', { name: 'What is sent' })).toContainText(
    `will be sent to ${model.url.origin}, on this computer, in 3 requests, covering 3 quotations.`,
  );
  await expect(asking).toContainText('This will cost about 0.00');
  await expectAccessible(window, 'what asking a language model sends');
  expect(model.calls).toEqual([]);
  await asking.getByRole('button', { name: 'Send 3 requests' }).click();
  await expect(asking.getByRole('list', { name: 'Result' })).toContainText('The model answered 3 quotations of 3.');
  expect(model.calls).toHaveLength(3);
  await expect(asking).toContainText('No quotations are uncertain.');
  await asking.getByRole('button', { name: 'Confirm who speaks…' }).click();
  const asked = speakers.rows.filter({ hasText: 'Who is there' }).first();
  await expect(asked).toContainText('language model');
  await speakers.dialog.getByRole('button', { name: 'Done' }).click();
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('novel');
  expect(readSavedScript(join(projectsFolder(folders), 'novel.lectern'))).toContain('Tom: “Who is there?”');
  await model.close();
});
