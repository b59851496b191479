import { LIVING } from '../lines/line-states.ts';
import type { Project } from '../project.ts';

const ALONE = `SELECT 1 FROM paragraphs WHERE kind = 'pause' AND deleted_at IS NULL`;
const BESIDE_WORDS = `SELECT 1 FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  WHERE ${LIVING} AND (pause_before IS NOT NULL OR pause_after IS NOT NULL)`;

/** Whether the script has a mark such as `[pause 1.5s]`, in a paragraph of its own or beside words. */
export const hasPauseMarks = ({ db }: Pick<Project, 'db'>): boolean =>
  db.prepareArrays<[0 | 1]>(`SELECT EXISTS (${ALONE}) OR EXISTS (${BESIDE_WORDS})`).get()?.[0] === 1;
