import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORDING_ORIGIN } from '../../../../shared/model/connection.ts';
import { DEFAULT_CREDITS } from '../../../../shared/rules/export/credits.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { changeBook } from './change-book.ts';
import {
  creditsDiffer,
  isDisclosureInScript,
  restoreCredits,
  setCredits,
  setDisclosure,
  updateSpokenDisclosure,
} from './credits-in-script.ts';
import { narrationSources, sourcesOfTakes } from './narration.ts';

const CLONE = 'lectern://voices/cloned/abc/manifest.json';
const REPLICA = 'This audiobook is narrated by a digital replica of a human voice.';
const IN_EU = { region: 'eu', spoken: 'by-rule' } as const;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# One\n\nThe lamp was lit.\n');
  project.book.change({ title: 'Letters', language: 'en' });
  castAll(project);
});
afterEach(() => workshop.clear());

const none = () => null;
const castClone = () => project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: CLONE })));
const first = () => project.lines.states()[0];

describe('the spoken disclosure', () => {
  it('is the first line of the book in the EU if a voice is cloned, even without credits', () => {
    castClone();
    const former = setDisclosure(project, IN_EU, none);
    expect(first()).toMatchObject({ chapterTitle: '(Opening Credits)', text: REPLICA, state: 'unrendered' });
    expect(isDisclosureInScript(project)).toBe(true);
    restoreCredits(project, former);
    expect(first()?.chapterTitle).toBe('One');
    expect(project.settings()).toMatchObject({ disclosure: { region: null }, spokenDisclosure: null });
  });

  it('precedes the opening credits, which follow the book’s details and language', () => {
    castClone();
    setCredits(project, DEFAULT_CREDITS);
    setDisclosure(project, IN_EU, none);
    expect(first()?.text).toBe(`${REPLICA} Letters.`);
    changeBook(project, { narrators: ['Cy Dale'], language: 'de' });
    expect(updateSpokenDisclosure(project, none)).toBe(true);
    expect(first()?.text).toBe(
      'Dieses Hörbuch wird von der digitalen Nachbildung einer menschlichen Stimme gelesen. Letters. Narrated by Cy Dale.',
    );
    setDisclosure(project, { ...IN_EU, spoken: 'never' }, none);
    expect(first()?.text).toBe('Letters. Narrated by Cy Dale.');
    expect(creditsDiffer(project)).toBe(false);
  });

  it('isn’t added without a cloned voice, unless the producer wants it', () => {
    setDisclosure(project, IN_EU, none);
    expect(first()?.chapterTitle).toBe('One');
    expect(updateSpokenDisclosure(project, (voice) => `consent to ${voice}`)).toBe(true);
    expect(first()?.text).toBe(REPLICA);
    setDisclosure(project, { region: null, spoken: 'always' }, none);
    expect(first()?.text).toBe('This audiobook is narrated by a digital voice.');
    expect(updateSpokenDisclosure(project, none)).toBe(false);
  });

  it('is reported as missing if the producer rewords it, but isn’t replaced', () => {
    setDisclosure(project, { region: null, spoken: 'always' }, none);
    const said = project.settings().spokenDisclosure ?? '';
    save(project, project.script.text().replace(said, 'Read by a machine.'));
    setDisclosure(project, { region: null, spoken: 'always' }, none);
    expect(first()?.text).toBe('Read by a machine.');
    expect(isDisclosureInScript(project)).toBe(false);
    expect(creditsDiffer(project)).toBe(true);
  });
});

describe('the sources of a project', () => {
  it('are those of its takes, and those of the voices of lines without one', () => {
    expect(sourcesOfTakes(project)).toEqual([]);
    expect(narrationSources(project, none)).toEqual({ current: [], planned: ['trained'] });
    giveTakes(project);
    castClone();
    expect(sourcesOfTakes(project)).toEqual(['trained']);
    expect(narrationSources(project, none)).toEqual({ current: [], planned: ['cloned'] });
  });

  it('are recordings if all takes are', () => {
    giveTakes(project);
    project.db.prepare(`UPDATE takes SET source = json_set(source, '$.origin', ?)`).run(RECORDING_ORIGIN);
    expect(sourcesOfTakes(project)).toEqual(['recorded']);
    expect(narrationSources(project, none)).toEqual({ current: ['recorded'], planned: [] });
    setDisclosure(project, { region: 'eu', spoken: 'always' }, none);
    expect(first()?.chapterTitle).toBe('One');
  });
});
