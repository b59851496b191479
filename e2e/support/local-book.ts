// Renders a book in this process, with the core and a local service that the core manages.

import { checkAudio } from '@lectern/audio/meters';
import { createLinkOpener } from '../../electron/compose.ts';
import { type Run, startRun } from '../../electron/core/production/run.ts';
import { planRun } from '../../electron/core/production/run-plan.ts';
import { Journal } from '../../electron/core/project/journal/journal.ts';
import { createProject } from '../../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import type { RunEvent } from '../../shared/model/run.ts';
import { castRoles } from '../../shared/rules/cast/default-cast.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { SERVICE_ENTRY } from './entries.ts';
import { temporaryFolder } from './processes.ts';

export type LocalBook = Awaited<ReturnType<typeof openLocalBook>>;

/** Starts a local service in a temporary folder, and creates a project with voices from the text. */
export async function openLocalBook(text: string) {
  const folder = temporaryFolder();
  const homeBefore = process.env['LECTERN_HOME'];
  process.env['LECTERN_HOME'] = `${folder.path}/home`;
  const link = await createLinkOpener({ entry: SERVICE_ENTRY })(
    { baseUrl: null, key: '', userId: '', plan: null },
    () => {},
  );
  const project = createProject(`${folder.path}/book.lectern`, {
    name: 'Book',
    connection: link.identity,
    clock: systemClock,
    random: systemRandom,
  });
  project.script.saveScript(parseScript(text, project.settings()));
  project.cast.saveRoles(castRoles(project.cast.roles(), await link.client.listVoices(), 'english'));
  const journal = new Journal(project.db);
  return {
    link,
    project,
    journal,

    /** Starts rendering all lines that aren't fresh. More lines can be added to the run with the returned `runId`. */
    render(onEvent: (event: RunEvent) => void): { readonly run: Run; readonly runId: number } {
      const { send } = planRun(project, journal);
      const lineIds = send.map(({ lineId }) => lineId);
      const runId = journal.createRun(lineIds, {}, systemClock.now());
      const run = startRun(
        {
          project,
          journal,
          client: link.client,
          connection: link.identity,
          dispatcher: link.dispatcher,
          clock: systemClock,
          random: systemRandom,
          checkAudio,
          ...(link.pollTiming ? { pollTiming: link.pollTiming } : {}),
          onEvent,
        },
        { runId, lines: send, retryFailed: 0, signal: new AbortController().signal },
      );
      return { run, runId };
    },

    async close(): Promise<void> {
      project.close();
      await link.close();
      if (homeBefore === undefined) delete process.env['LECTERN_HOME'];
      else process.env['LECTERN_HOME'] = homeBefore;
      folder.remove();
    },
  };
}
