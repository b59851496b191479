import type { Project } from '../store/project.ts';

/**
 * Looks whether the audio files of all takes are where they should be, and remembers it: a line whose pick is gone is not
 * fresh any more, and can be rendered again; one whose file is back is fresh again. A reader remembers nothing.
 *
 * @returns whether something is otherwise than it was remembered
 */
export async function lookAtAudio(project: Project): Promise<boolean> {
  const before = problems(project);
  await project.takes.verify();
  return problems(project) !== before;
}

/** What is remembered of audio that is not as it was kept, as a text to be compared. */
function problems(project: Project): string {
  const rows = project.db
    .prepare<{ readonly id: number; readonly audio_problem: string }>(
      'SELECT id, audio_problem FROM takes WHERE audio_problem IS NOT NULL ORDER BY id',
    )
    .all();
  return JSON.stringify(rows.map(({ id, audio_problem }) => [id, audio_problem]));
}
