// The roles that speak, with all that the cast shows of them beside the names of their voices.
import { speakingTime } from '../../../../shared/rules/roles.ts';
import { excerptOf } from '../lines/excerpt.ts';
import type { LinePlaces } from '../lines/line-places.ts';
import type { Project } from '../project.ts';
import { roleFigures } from './role-figures.ts';
import { lineOfRole, overriddenLines } from './role-lines.ts';

interface Context {
  readonly project: Project;
  readonly places: LinePlaces;
}

/** In the order of the cast. */
export function castRoles({ project }: Context, _input: null) {
  const figures = roleFigures(project.db, project.settings());
  return project.cast.roles().flatMap((role) => {
    const known = figures.get(role.name);
    if (!known) return [];
    const { lines, characters, heard, overrides } = known;
    const time = speakingTime({ characters, heard, speed: role.parameters.speed ?? 1 });
    return [{ ...role, lines, characters, overrides, ...time }];
  });
}

/** The most lines with settings of their own that are listed. */
const MOST_OVERRIDES = 5_000;

/** Lines that set something for themselves, of those that a role speaks first. */
export function castOverrides({ project, places }: Context, role: string) {
  return overriddenLines(project.db, role, MOST_OVERRIDES).map(({ id, text, override }) => ({
    lineId: id,
    label: places.label(id),
    excerpt: excerptOf(text),
    override,
  }));
}

/** A line of a role, by its number among the role's lines in script order. */
export function castLineAt({ project, places }: Context, { role, at }: { readonly role: string; readonly at: number }) {
  const line = lineOfRole(project.db, role, at);
  return line && { lineId: line.id, label: places.label(line.id), text: line.text };
}
