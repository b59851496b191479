// Turns grouped into dialogs: their lines, and what is sent for them.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const SCENE = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

JACK: How are you, my dear Algernon?
`;
const LISTEN = "Did you hear what I was playing, Lane?\nLANE: I didn't think it polite to listen, sir.";

let workshop: StudioWorkshop;
let studio: TestStudio;
let chapterId: number | null;

afterEach(() => workshop.clear());

async function openScene(service: 'shared' | 'own'): Promise<void> {
  workshop = new StudioWorkshop('silent', service);
  studio = await workshop.openWith(SCENE);
  const [first] = await studio.ask('project.chapters', {});
  chapterId = first?.id ?? null;
}

const open = () => studio.ask('script.open', { chapterId });
const briefs = () => studio.ask('script.chapterBriefs', { chapterId });

/** Groups or ungroups the chapter's turns, as the editor does. */
async function regroup(action: 'group' | 'ungroup'): Promise<void> {
  const { documentId, revision, text } = await open();
  const { changes } = await studio.ask('script.dialogEdits', { documentId, from: 0, to: text.length, action });
  await studio.ask('script.edit', { documentId, revision, changes });
}

/** What the service was asked to speak, oldest first. */
function textsAskedFor(): unknown[] {
  const database = new DatabaseSync(join(workshop.home, 'service', 'service.db'), { readOnly: true });
  try {
    return database
      .prepare(`SELECT input ->> '$.text' AS text FROM jobs ORDER BY number`)
      .all()
      .map(({ text }) => text);
  } finally {
    database.close();
  }
}

async function render(lineIds?: number[]): Promise<void> {
  studio.forget();
  await studio.ask('production.start', lineIds ? { lineIds } : {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
}

describe('turns that are grouped into a dialog', () => {
  it('are one line of two roles; separated again they are the lines they were, with their takes', async () => {
    await openScene('shared');
    await render();
    const before = await briefs();
    expect(before.map(({ status }) => status)).toEqual(before.map(() => 'fresh'));
    const { text } = await open();
    await regroup('group');
    const dialogs = (await briefs()).filter(({ roles }) => roles.length === 2);
    expect(dialogs).toMatchObject([{ roles: ['ALGERNON', 'LANE'], status: 'stale' }]);
    expect((await briefs()).length).toBe(before.length - 1);
    await regroup('ungroup');
    expect((await open()).text).toBe(text);
    expect(await briefs()).toEqual(before);
  });

  it('are sent in one request, each turn marked by the prefix of its role', async () => {
    await openScene('own');
    await regroup('group');
    const { id = 0 } = (await briefs()).find(({ roles }) => roles.length === 2) ?? {};
    const textToSend = async () => (await studio.ask('line.detail', { lineId: id })).payload?.['text'];
    expect(await textToSend()).toBe(`ALGERNON: ${LISTEN}`);
    await studio.ask('cast.change', { role: 'ALGERNON', change: { turnPrefix: 'A>' } });
    expect(await textToSend()).toBe(`A> ${LISTEN}`);
    await render([id]);
    expect(textsAskedFor()).toEqual([`A> ${LISTEN}`]);
  });
});
