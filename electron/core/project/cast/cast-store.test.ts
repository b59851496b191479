import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PronunciationRule, Role } from '../../../../shared/model/cast.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, outline, save, Workshop } from '../testing/test-project.ts';
import { CastError } from './cast-store.ts';

const SCENE = 'ALGERNON: Yes.\n\nLANE: No.\n\nALGERNON: Well.\nLANE: Well, sir.\n\nThe end.\n';
const RULE: PronunciationRule = {
  from: 'sir',
  to: 'suh',
  wholeWord: true,
  matchCase: false,
  role: 'LANE',
  language: null,
};

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCENE);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const change = (name: string, patch: Partial<Role>) =>
  project.cast.saveRoles(project.cast.roles().map((role) => (role.name === name ? { ...role, ...patch } : role)));
const staleNumbers = () => project.lines.states({ states: ['stale'] }).map(({ number }) => number);

describe('the cast', () => {
  it('lists the roles in the order in which they appear, and is there after opening again', () => {
    expect(project.cast.roles().map(({ name }) => name)).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
    change('LANE', { parameters: { speed: 0.9 }, turnPrefix: 'LANE>' });
    const roles = project.cast.roles();
    project.close();
    project = workshop.open();
    expect(project.cast.roles()).toEqual(roles);
  });

  it('makes exactly the lines of a role stale whose voice changes, and fresh when it is changed back', () => {
    change('LANE', { voice: 'another' });
    expect(staleNumbers()).toEqual([2, 3]);
    change('LANE', { voice: 'voice:LANE' });
    expect(staleNumbers()).toEqual([]);
  });

  it('leaves lines alone where only the order changes', () => {
    project.cast.saveRoles(project.cast.roles().toReversed());
    expect(project.cast.roles().map(({ name }) => name)).toEqual(['NARRATOR', 'LANE', 'ALGERNON']);
    expect(staleNumbers()).toEqual([]);
  });

  it('keeps roles that are not given, after those that are', () => {
    const [algernon] = project.cast.roles();
    project.cast.saveRoles([
      { name: 'JACK', voice: 'j', parameters: {}, turnPrefix: null },
      ...(algernon ? [algernon] : []),
    ]);
    expect(project.cast.roles().map(({ name }) => name)).toEqual(['JACK', 'ALGERNON', 'LANE', 'NARRATOR']);
  });

  it('keeps its voices when the script is saved again with a new role', () => {
    save(project, `${SCENE}\nJACK: Good night.\n`);
    expect(project.cast.roles().map(({ voice }) => voice)).toEqual([
      'voice:ALGERNON',
      'voice:LANE',
      'voice:NARRATOR',
      null,
    ]);
    expect(outline(project).at(-1)).toBe('blocked Good night.');
  });

  it('refuses parameters out of bounds, and nothing changes', () => {
    expect(() => change('LANE', { voice: 'x', parameters: { speed: 9 } })).toThrow();
    expect(project.cast.roles()[1]?.voice).toBe('voice:LANE');
    expect(staleNumbers()).toEqual([]);
  });

  it('is read again after a transaction that was rolled back', () => {
    expect(() =>
      project.db.transaction(() => {
        change('LANE', { voice: 'another' });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(project.cast.roles()[1]?.voice).toBe('voice:LANE');
    expect(staleNumbers()).toEqual([]);
  });
});

describe('pronunciation rules', () => {
  it('make exactly the lines stale whose text they change, and free again when they go', () => {
    project.cast.saveRules([RULE]);
    expect(staleNumbers()).toEqual([3]);
    expect(project.lines.requestOf(project.lines.states()[2]?.id ?? 0)).toMatchObject({
      request: { text: 'ALGERNON: Well.\nLANE: Well, suh.' },
    });
    project.cast.saveRules([]);
    expect(staleNumbers()).toEqual([]);
  });

  it('are kept in their order', () => {
    const rules = [RULE, { ...RULE, from: 'a', role: null, language: 'english' as const, matchCase: true, ipa: 'eɪ' }];
    project.cast.saveRules(rules);
    project.close();
    project = workshop.open();
    expect(project.cast.rules()).toEqual(rules);
  });
});

describe('changing one role', () => {
  it('gives back what it was, so that it can be put back', () => {
    const before = project.cast.roles()[1];
    expect(project.cast.updateRole('LANE', { voice: 'another', parameters: { speed: 2 } })).toEqual(before);
    expect(project.cast.roles().map(({ name }) => name)).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
    expect(staleNumbers()).toEqual([2, 3]);
    project.cast.updateRole('LANE', before ?? {});
    expect(staleNumbers()).toEqual([]);
  });

  it('sets what marks its turns, without the white space around it', () => {
    expect(project.cast.updateRole('LANE', { turnPrefix: ' Lane> ' }).turnPrefix).toBeNull();
    expect(staleNumbers()).toEqual([3]);
    expect(project.cast.updateRole('LANE', { turnPrefix: null }).turnPrefix).toBe('Lane>');
    expect(staleNumbers()).toEqual([]);
  });

  it('refuses what could not mark its turns, and changes nothing', () => {
    const problemOf = (prefix: string) => {
      try {
        project.cast.updateRole('LANE', { turnPrefix: prefix });
      } catch (error) {
        return error instanceof CastError ? error.problem : error;
      }
      return null;
    };
    expect(problemOf('')).toEqual({ kind: 'empty' });
    expect(problemOf('  ')).toEqual({ kind: 'empty' });
    expect(problemOf('a\nb')).toEqual({ kind: 'row-break' });
    expect(problemOf('ALGERNON:')).toEqual({ kind: 'collides', role: 'ALGERNON', prefix: 'ALGERNON:' });
    expect(project.cast.roles()[1]?.turnPrefix).toBeNull();
    expect(() => project.cast.updateRole('NOBODY', { turnPrefix: 'x' })).toThrow(RangeError);
  });
});

describe('settings that shape requests', () => {
  it('make lines stale, and fresh when they are set back', () => {
    project.updateSettings({ language: 'english' });
    expect(project.lines.counts()).toMatchObject({ stale: 4, fresh: 0 });
    project.updateSettings({ language: null });
    expect(project.lines.counts()).toMatchObject({ stale: 0, fresh: 4 });
  });

  it('are the only ones that cause keys to be recomputed', () => {
    project.db.exec(`UPDATE lines SET render_key = 'as it was'`);
    const keys = () => new Set(project.lines.states().map(({ renderKey }) => renderKey));
    expect(project.updateSettings({ characterCap: 1_000 })).toBe(false);
    expect(project.updateSettings({ characterCap: 1_000, language: null })).toBe(false);
    expect(keys()).toEqual(new Set(['as it was']));
    expect(project.settings().characterCap).toBe(1_000);
    expect(project.updateSettings({ quality: 'high' })).toBe(true);
    expect(keys()).not.toContain('as it was');
  });

  it('that say what is spoken take lines away and bring them back', () => {
    save(project, `# The Play\n\n${SCENE}`);
    giveTakes(project);
    project.updateSettings({ speakHeadings: false });
    expect(project.lines.counts()).toMatchObject({ lines: 4, fresh: 4, chapters: 1 });
    project.updateSettings({ speakHeadings: true });
    expect(project.lines.counts()).toMatchObject({ lines: 5, fresh: 5 });
  });

  it('that say which names are roles cause the script to be read again', () => {
    project.updateSettings({ roleMarks: 'confirmed', confirmedRoles: ['LANE'] });
    expect(project.lines.states()[0]?.roles).toEqual(['NARRATOR']);
    project.updateSettings({ roleMarks: 'capitals', confirmedRoles: [] });
    expect(project.lines.counts().fresh).toBe(4);
  });
});
