import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RevisionEdit } from '../../../../shared/ipc/revision-requests.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import { keepSourceEpub, MAX_SOURCE_BYTES, readSourceEpubSync } from '../source-epub.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { ImportedTexts } from './imported-texts.ts';
import { applyVersion, compareVersion, keepTypography, restoreVersion } from './revision.ts';

const ONE = '## One\n\nMARA: The storm is coming.\n\nIVO: Then close the shutters, all of them.';
const TWO = '## Two\n\nMARA: Is anybody there at all?\n\nThe lamp went out in the long hall.';
const THREE = '## Three\n\nIVO: We should have left at noon, Mara.\n\nMARA: Yes.';
const SCRIPT = `${ONE}\n\n${TWO}\n\n${THREE}\n`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const version = (text: string) => ({ text, confirmedRoles: [] });
const summary = (text: string) =>
  compareVersion(project, version(text)).chapters.map(({ title, change, moved }) => [title, change, moved]);
const everything = () => true;
/** Accepts one chapter alone. */
const only = (text: string, title: string) => {
  const { chapters } = compareVersion(project, version(text));
  return (index: number) => chapters[index]?.title === title;
};
/** What each line says, with its takes. */
const rendered = () =>
  new Map(project.lines.states().map(({ id, text }) => [text, project.takes.takesOf(id).map((take) => take.id)]));

describe('the EPUB in the project’s folder', () => {
  const [first, second] = [Uint8Array.of(1), Uint8Array.of(2, 2)];
  const kept = () => readSourceEpubSync(project.dir);
  const next = SCRIPT.replace('The storm is', 'The storms are');

  it('is replaced by that of a new version, and returns with the former version', () => {
    keepSourceEpub(project.dir, first);
    const former = applyVersion(project, { ...version(next), epub: second }, everything);
    expect(kept()).toEqual(Buffer.from(second));
    restoreVersion(project, former);
    expect(kept()).toEqual(Buffer.from(first));
  });

  it('is removed with the former version if that had none', () => {
    const former = applyVersion(project, { ...version(next), epub: second }, everything);
    restoreVersion(project, former);
    expect(kept()).toBeNull();
  });

  it('stays if no chapter is accepted, or if the new version isn’t an EPUB', () => {
    keepSourceEpub(project.dir, first);
    applyVersion(project, { ...version(next), epub: second }, () => false);
    restoreVersion(project, applyVersion(project, version(next), everything));
    expect(kept()).toEqual(Buffer.from(first));
  });

  it('is removed rather than left if the new one is too large to keep', () => {
    keepSourceEpub(project.dir, first);
    applyVersion(project, { ...version(next), epub: new Uint8Array(MAX_SOURCE_BYTES + 1) }, everything);
    expect(kept()).toBeNull();
  });
});

describe('a new version of a script', () => {
  it('that differs in marks alone changes nothing, and leaves marks that were set', () => {
    project.updateSettings({ actOnDirections: true });
    save(project, SCRIPT.replace('Is anybody', 'Is *anybody*'));
    castAll(project);
    giveTakes(project);
    const next = SCRIPT.replace('The storm is coming', 'The storm *is* coming');
    expect(summary(next).map(([, change]) => change)).toEqual(['same', 'same', 'same']);
    const before = rendered();
    applyVersion(project, version(next.replace('at noon', 'at *ten*')), everything);
    expect(project.script.text()).toContain('MARA: Is *anybody* there at all?');
    expect(project.script.text()).toContain('at *ten*, Mara');
    expect([...rendered()].filter(([text]) => !before.has(text))).toHaveLength(1);
  });

  it.each([
    ['quotation marks and apostrophes', 'MARA: “Don’t,” he said, ‘now’.', "MARA: \"Don't,\" he said, 'now'."],
    ['accents in one character or two', 'IVO: Renée’s café.', 'IVO: Rene\u0301e’s cafe\u0301.'],
    ['spaces that break no row', 'IVO: Yes\u00a0?', 'IVO: Yes ?'],
  ])('that differs in %s alone changes nothing, and keeps all takes', (_, one, other) => {
    for (const [before, after] of [[one, other] as const, [other, one] as const]) {
      save(project, `${SCRIPT}\n${before}\n`);
      project.updateSettings({ importedTexts: null });
      castAll(project);
      giveTakes(project);
      const takes = rendered();
      expect(summary(`${SCRIPT}\n${after}\n`).map(([, change]) => change)).toEqual(['same', 'same', 'same']);
      applyVersion(project, version(`${SCRIPT.replace('at noon', 'at ten')}\n${after}\n`), everything);
      expect(project.script.text()).toContain(`\n${before}\n`);
      expect([...rendered()].filter(([text]) => !takes.has(text))).toHaveLength(1);
    }
  });

  it('of its own file keeps its marks, and not its typography', () => {
    save(project, 'MARA: “So.”\n\nIVO: “Then *go*.”\n');
    const next = parseScript('MARA: "So."\n\nIVO: "Then go."\n', project.settings());
    expect(keepTypography(project, next).map(({ source }) => source)).toEqual(['MARA: “So.”', 'IVO: "Then go."']);
  });

  it('has what is written otherwise as it is written, where the words differ too', () => {
    save(project, `${SCRIPT}\nMARA: “Come in,” he said.\n`);
    applyVersion(project, version(`${SCRIPT}\nMARA: "Come out," he said.\n`), everything);
    expect(project.script.text()).toContain('MARA: "Come out," he said.');
  });

  it('that is the same changes nothing', () => {
    expect(summary(SCRIPT)).toEqual([
      ['One', 'same', false],
      ['Two', 'same', false],
      ['Three', 'same', false],
    ]);
  });

  it('is compared chapter by chapter: what was added, changed, moved and removed', () => {
    const lost = project.lines.states().filter(({ chapterTitle }) => chapterTitle === 'Two');
    for (const { id: lineId } of lost.slice(0, 2)) {
      project.notes.add({ lineId, text: 'Slower.', takeId: null, seconds: null });
    }
    const next = `${THREE}\n\n${ONE.replace('coming', 'here')}\n\n## Four\n\nMARA: Something quite new.\n`;
    expect(summary(next)).toEqual([
      ['Three', 'same', true],
      ['One', 'changed', false],
      ['Two', 'removed', false],
      ['Four', 'added', false],
    ]);
    const { chapters, takesLost, notesLost } = compareVersion(project, version(next));
    expect(chapters[1]?.paragraphs).toEqual([
      { change: 'same', before: '## One', after: '## One', oldAt: 0, newAt: 3 },
      {
        change: 'changed',
        before: 'MARA: The storm is coming.',
        after: 'MARA: The storm is here.',
        oldAt: 1,
        newAt: 4,
      },
      {
        change: 'same',
        before: 'IVO: Then close the shutters, all of them.',
        after: 'IVO: Then close the shutters, all of them.',
        oldAt: 2,
        newAt: 5,
      },
    ]);
    expect(takesLost).toEqual([0, 0, 3, 0]);
    expect(notesLost).toEqual([0, 0, 2, 0]);
    expect(project.script.text()).toBe(SCRIPT);
  });

  it('keeps the takes of all that is still there, and comes back to the letter', () => {
    const before = rendered();
    const next = `${THREE}\n\n${ONE.replace('coming', 'here')}\n\n## Four\n\nMARA: Something quite new.\n`;
    const former = applyVersion(project, version(next), everything);
    expect(project.script.text()).toBe(next);
    const after = rendered();
    for (const text of ['Then close the shutters, all of them.', 'We should have left at noon, Mara.', 'Yes.']) {
      expect(after.get(text)).toEqual(before.get(text));
    }
    expect(after.get('The storm is here.')).toEqual(before.get('The storm is coming.'));
    expect(after.get('Something quite new.')).toEqual([]);
    restoreVersion(project, former);
    expect(project.script.text()).toBe(SCRIPT);
    expect(rendered()).toEqual(before);
    expect(project.lines.states().every(({ state }) => state === 'fresh')).toBe(true);
  });

  it('changes only the chapters that are accepted', () => {
    const next = `${THREE}\n\n${ONE.replace('coming', 'here')}\n\n## Four\n\nMARA: Something quite new.\n`;
    applyVersion(project, version(next), only(next, 'One'));
    expect(project.script.text()).toBe(`${ONE.replace('coming', 'here')}\n\n${TWO}\n\n${THREE}\n`);
    applyVersion(project, version(next), only(next, 'Four'));
    expect(project.script.text()).toBe(
      `${ONE.replace('coming', 'here')}\n\n${TWO}\n\n${THREE}\n\n## Four\n\nMARA: Something quite new.\n`,
    );
  });

  it('that calls a role otherwise keeps its voice and the takes of its lines', () => {
    const before = rendered();
    const voice = project.cast.snapshot().roles.get('MARA')?.voice;
    const next = SCRIPT.replaceAll('MARA:', 'MARGUERITE:');
    expect(compareVersion(project, version(next)).renamed).toEqual([{ from: 'MARA', into: 'MARGUERITE' }]);
    const former = applyVersion(project, version(next), everything);
    expect(project.cast.snapshot().roles.get('MARGUERITE')?.voice).toBe(voice);
    expect(rendered()).toEqual(before);
    expect(project.lines.states().every(({ state }) => state === 'fresh')).toBe(true);
    restoreVersion(project, former);
    expect(project.lines.states().every(({ state }) => state === 'fresh')).toBe(true);
  });

  it('finds a chapter again by its words when its heading reads otherwise', () => {
    expect(summary(SCRIPT.replace('## Two', '## The Second'))).toEqual([
      ['One', 'same', false],
      ['The Second', 'changed', false],
      ['Three', 'same', false],
    ]);
  });

  it('shows a paragraph that went to another chapter as moved', () => {
    const line = 'The lamp went out in the long hall.';
    const next = `${ONE}\n\n${line}\n\n## Two\n\nMARA: Is anybody there at all?\n\n${THREE}\n`;
    const { chapters } = compareVersion(project, version(next));
    expect(chapters[0]?.paragraphs.at(-1)).toEqual({ change: 'moved', before: line, after: line, oldAt: 5, newAt: 3 });
    expect(chapters.map(({ change }) => change)).toEqual(['changed', 'changed', 'same']);
    const before = rendered();
    applyVersion(project, version(next), everything);
    expect(rendered()).toEqual(before);
  });

  it.each([
    ['to an earlier one', (line: string) => `${ONE}\n\n${line}\n\n## Two\n\nMARA: Is anybody there now?\n\n${THREE}\n`],
    ['to a later one', (line: string) => `${ONE}\n\n## Two\n\nMARA: Is anybody there now?\n\n${THREE}\n\n${line}\n`],
    ['and its chapter is removed', (line: string) => `${ONE}\n\n${line}\n\n${THREE}\n`],
  ])('keeps a paragraph whose move to another chapter is rejected: %s', (_, write) => {
    const line = 'The lamp went out in the long hall.';
    const next = write(line);
    const before = rendered().get(line);
    applyVersion(project, version(next), only(next, 'Two'));
    expect(project.script.text().split(line)).toHaveLength(2);
    expect(project.script.text()).toMatch(
      /## Two\n\n(?:MARA: .* now\?\n\n)?The lamp went out in the long hall\.\n\n## Three/,
    );
    expect(rendered().get(line)).toEqual(before);
  });
});

describe('paragraphs edited in Lectern since the import', () => {
  /** As if the script had been imported, and then edited. */
  function edit(...changes: readonly (readonly [from: string, into: string])[]): void {
    const texts = new ImportedTexts(parseScript(SCRIPT, project.settings()));
    project.updateSettings({ importedTexts: texts.stored() });
    save(
      project,
      changes.reduce((text, [from, into]) => text.replace(from, into), SCRIPT),
    );
  }
  const edits = (text: string) => {
    const { edits: found, chapters } = compareVersion(project, version(text));
    return found?.map(({ chapter, paragraph }) => {
      const { before, after } = chapters[chapter]?.paragraphs[paragraph] ?? {};
      return [before, after];
    });
  };
  const apply = (text: string, replaced: readonly string[] = []) => {
    const revision = compareVersion(project, version(text));
    const beforeOf = (one: RevisionEdit) => revision.chapters[one.chapter]?.paragraphs[one.paragraph]?.before ?? '';
    return applyVersion(project, version(text), everything, revision, (one) => replaced.includes(beforeOf(one)));
  };

  it('are unknown in a project that doesn’t record its import', () => {
    expect(edits(SCRIPT)).toBeUndefined();
  });

  it('are kept unless the new version should replace them, whether or not it has changed there', () => {
    edit(['is coming', 'approaches'], ['at noon', 'at ten']);
    const next = SCRIPT.replace('coming', 'here').replace('anybody', 'anyone');
    expect(edits(next)).toEqual([
      ['MARA: The storm approaches.', 'MARA: The storm is here.'],
      ['IVO: We should have left at ten, Mara.', 'IVO: We should have left at noon, Mara.'],
    ]);
    apply(next, ['MARA: The storm approaches.']);
    expect(project.script.text()).toBe(next.replace('at noon', 'at ten'));
    // They are still edits when the next version comes.
    expect(edits(next)).toEqual([
      ['IVO: We should have left at ten, Mara.', 'IVO: We should have left at noon, Mara.'],
    ]);
  });

  it('include added and deleted ones', () => {
    edit(['\n\nIVO: Then close', '\n\nIVO: Well.\n\nIVO: Then close'], ['\n\nMARA: Yes.', '']);
    const mine = project.script.text();
    const next = SCRIPT.replace('coming', 'here');
    expect(edits(next)).toEqual([
      ['IVO: Well.', null],
      [null, 'MARA: Yes.'],
    ]);
    const former = apply(next);
    expect(project.script.text()).toBe(mine.replace('coming', 'here'));
    restoreVersion(project, former);
    expect(project.script.text()).toBe(mine);
    expect(edits(next)).toHaveLength(2);
  });

  it('don’t include repeated words that the new version adds', () => {
    edit(['at noon', 'at ten']);
    expect(edits(SCRIPT.replace('at all?', 'at all?\n\nMARA: Yes.'))).toHaveLength(1);
  });

  it('stay with the heading of a chapter that the new version removes', () => {
    edit(['The lamp went out', 'Every lamp went out']);
    apply(`${ONE}\n\n${THREE}\n`);
    expect(project.script.text()).toBe(`${ONE}\n\n## Two\n\nEvery lamp went out in the long hall.\n\n${THREE}\n`);
  });

  it('don’t include renamed roles', () => {
    edit(...Array<readonly [string, string]>(3).fill(['MARA:', 'MARGUERITE:']));
    expect(edits(SCRIPT.replace('at noon', 'at ten'))).toEqual([]);
  });

  it('count the takes that a new version affects', () => {
    edit(['is coming', 'approaches']);
    castAll(project);
    giveTakes(project);
    const { chapters, effectOf, takes } = compareVersion(project, version(`${ONE}\n\n${THREE}\n`));
    expect(chapters.map(({ change }) => change)).toEqual(['changed', 'removed', 'same']);
    expect(effectOf(0, 1)).toMatchObject({ stale: 1, removed: 0, approved: 0 });
    expect(effectOf(1, 1)).toMatchObject({ stale: 0, removed: 1, takes: 1 });
    expect(takes).toBeGreaterThan(effectOf(0, 1).takes);
  });
});
