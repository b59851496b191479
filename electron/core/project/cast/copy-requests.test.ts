import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Role } from '../../../../shared/model/cast.ts';
import { save, Workshop } from '../testing/test-project.ts';
import { copiedRoles, copiedRules, matchRoles, readCast } from './copy-requests.ts';

let workshop: Workshop;

beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const role = (name: string, voice: string | null, rest: Partial<Role> = {}): Role => ({
  name,
  voice,
  parameters: {},
  turnPrefix: null,
  ...rest,
});
const always = () => true;
const rule = (from: string, of: string | null) =>
  ({ from, to: 'x', wholeWord: true, matchCase: false, role: of, language: null }) as const;

it('reads the cast of a project, be it open in another place, and changes nothing of it', () => {
  const project = workshop.create('Other.lectern');
  save(project, 'LANE: Yes.\n');
  project.cast.updateRole('LANE', { voice: 'orion' });
  const read = readCast(workshop.path('Other.lectern'), workshop);
  expect(read).toEqual({ name: 'Play', roles: project.cast.roles(), rules: [] });
});

it('matches roles of the same name, in whatever letters, unless somebody says otherwise', () => {
  const theirs = [role('LANE', 'a'), role('Jack', 'b')];
  expect([...matchRoles(['LANE', 'JACK', 'CECILY'], theirs, {})]).toEqual([
    ['LANE', 'LANE'],
    ['JACK', 'Jack'],
    ['CECILY', null],
  ]);
  const byHand = { LANE: null, CECILY: 'Jack', JACK: 'nobody' };
  expect([...matchRoles(['LANE', 'JACK', 'CECILY'], theirs, byHand)]).toEqual([
    ['LANE', null],
    ['JACK', null],
    ['CECILY', 'Jack'],
  ]);
});

it('takes voices, parameters and prefixes over; a voice that can’t be cast here, and a prefix that collides, stay out', () => {
  const own = [role('LANE', 'own'), role('JACK', 'own'), role('CECILY', 'own')];
  const theirs = [
    role('LANE', 'theirs', { parameters: { speed: 1.2 }, turnPrefix: 'L>' }),
    role('JACK', 'elsewhere', { turnPrefix: 'L>' }),
  ];
  const matches = matchRoles(['LANE', 'JACK', 'CECILY'], theirs, {});
  expect(copiedRoles(own, theirs, matches, (voice) => voice !== 'elsewhere')).toEqual([
    role('LANE', 'theirs', { parameters: { speed: 1.2 }, turnPrefix: 'L>' }),
    role('JACK', 'own'),
    role('CECILY', 'own'),
  ]);
  expect(copiedRoles(own, theirs, new Map(), always)).toEqual(own);
});

it('puts their rules behind ours, under our names, none twice', () => {
  const matches = new Map([
    ['CECILY', 'LANE'],
    ['JACK', null],
  ]);
  const theirs = [rule('one', null), rule('two', 'LANE'), rule('three', 'GWENDOLEN'), rule('four', null)];
  expect(copiedRules([rule('one', null)], theirs, matches)).toEqual([
    rule('one', null),
    rule('two', 'CECILY'),
    rule('four', null),
  ]);
});
