// Music and effects: a cue's sound is attached in the inspector, adjusted, undone, and named at export.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { answerOpenDialog } from './support/launch.ts';
import { soundOf, speech } from './support/sounds.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const SCRIPT = `# One

[MUSIC: theme, fade under]

ADA: Hello there, and welcome to the show.

SFX: A door slams.

BEN: Who's there? (SFX: footsteps) Anyone?

[MUSIC OUT]

ADA: Good night.
`;

test('a sound is attached to a cue, adjusted and undone', async ({ open, folders, service }) => {
  const book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  const sound = join(folders.scratch, 'theme.wav');
  writeFileSync(sound, encodeWav(soundOf(speech('A theme that goes on for quite a while'))));
  const window = await open({ arguments: [book] });
  const { frame, page, script, exports, app } = window;
  await frame.goTo('Script');
  await script.putCursorAtEndOf('fade under]');
  const cue = page.getByRole('button', { name: /MUSIC: theme/ });
  await expect(cue).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('4 cues, 3 without a sound file')).toBeVisible();
  await answerOpenDialog(app, sound);
  await page.getByRole('button', { name: 'Attach sound…' }).click();
  await expect(cue).toContainText('theme.wav');
  await expectAccessible(window, 'a cue with a sound');
  await page.getByLabel('Gain').fill('-18');
  await page.getByLabel('Gain').press('Enter');
  await frame.notice('sound changed').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Gain')).toHaveValue('-6 dB');
  await page.getByRole('button', { name: /A door slams/ }).click();
  await expect(page.getByRole('button', { name: 'Attach sound…' })).toBeVisible();
  await frame.goTo('Export');
  await exports.chooseTarget('Podcast');
  await expect(page.getByLabel('Mix in music and effects')).toBeChecked();
  await expect(page.getByText('4 cues, 2 without a sound file')).toBeVisible();
});
