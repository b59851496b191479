// Screenshots with names of the maximum length.
import { expect } from '@playwright/test';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, setStage } from './stage.ts';

const fill = (words: string, length: number): string =>
  words
    .repeat(Math.ceil(length / words.length))
    .slice(0, length)
    .trim();
const PROJECT = fill('The Life and Strange Surprizing Adventures of Robinson Crusoe of York Mariner ', 120);
const CHAPTER = fill('In which the weather is discussed at length and nobody is any the wiser for it ', 200);
// 40 characters is the maximum for a role name in capitals before a colon.
const ROLE = fill('THE DOWAGER COUNTESS OF GRANTHAM AND HER LATE HUSBAND ', 40);
const WORD = fill('Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', 300);

const TEXT = `# ${CHAPTER}

${ROLE}: A role with a name like this takes a good part of the row.

LANE: Yes, my lady.
${ROLE}: And here is a dialog with it, so that the inspector has two voices to show.

LANE: ${WORD}

${Array.from({ length: 30 }, (_, at) => `# Chapter ${at + 1}\n\nROLE ${at + 1}: Line ${at + 1}.`).join('\n\n')}
`;

export const shootLongNames: ShotSet = async ({ camera, folders }) => {
  const { service } = await setStage(folders, {
    behaviours: {},
    name: PROJECT,
    text: TEXT,
    fill: (project) => addPlayTakes(project, 12),
  });
  try {
    await withWindow(folders, async (window) => {
      const { library, script, frame, review, production, player, page } = window;
      await expect(library.recent).toBeVisible();
      await camera.take(window, 'long-library');
      await library.openRecent(PROJECT);
      await script.putCursorAtEndOf('And here is a dialog');
      await expect(frame.inspector).toContainText('dialog');
      await page.locator('.script-dot[title^="fresh:"]').nth(1).click();
      await expect(player.pause).toBeVisible();
      await player.pause.click();
      await camera.take(window, 'long-script', ALL_SIZES);
      await frame.goTo('Production');
      await expect(production.plan).toBeVisible();
      await camera.take(window, 'long-production', ALL_SIZES);
      await frame.goTo('Review');
      await review.focusTable();
      await camera.take(window, 'long-review', ALL_SIZES);
    });
  } finally {
    await service.close();
  }
};
