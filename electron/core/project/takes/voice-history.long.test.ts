import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VOICE_SOUND_VERSION } from '../../../../shared/model/voice-sound.ts';
import type { Project } from '../project.ts';
import { castAll, save, Workshop } from '../testing/test-project.ts';
import { giveTake } from '../testing/test-takes.ts';
import { acceptDrift, canaryLines, chooseCanaries, restoreAccepted, voiceDrifts } from './voice-history.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  const line = (index: number) => `LANE: Number ${index}, the truth is rarely pure and never simple, sir.`;
  save(project, Array.from({ length: 60 }, (_, index) => line(index)).join('\n\n'));
  castAll(project);
});
afterEach(() => {
  project.close();
  workshop.clear();
});

const voice = (pitchSemitones: number) => ({
  version: VOICE_SOUND_VERSION,
  pitchSemitones,
  timbre: Float32Array.from({ length: 12 }, (_, index) => index + (pitchSemitones % 1)),
});
/** Local noon of a day in January 2026. */
const noon = (day: number) => new Date(2026, 0, day, 12).getTime();

function render(number: number, day: number, pitch: number): number {
  const { takeId } = giveTake(project, number, { measured: { voice: voice(pitch), speechLevelDb: -20 } });
  project.db.prepare('UPDATE takes SET created_at = ? WHERE id = ?').run(noon(day), takeId);
  return takeId;
}

/** 20 lines on each of two days, then 20 with another pitch. */
function renderThreeDays(shift: number): void {
  for (let number = 1; number <= 60; number += 1) {
    const day = Math.ceil(number / 20);
    render(number, day, 85 + (number % 5) / 10 + (day === 3 ? shift : 0));
  }
}

describe('a voice’s history', () => {
  it('tells from which day on the voice sounds different', () => {
    renderThreeDays(1);
    const [drift, ...others] = voiceDrifts(project.db);
    expect(others).toEqual([]);
    expect(drift).toMatchObject({ roles: ['LANE'], takes: 60, unmeasured: 0, canaries: null });
    expect(drift?.alarms).toMatchObject([{ dimension: 'pitch', by: 'day', group: '2026-01-03', takes: 20 }]);
    expect(drift?.alarms[0]?.shift).toBeCloseTo(1, 5);
    expect(drift?.days.map(({ group, takes, isReference }) => [group, takes, isReference])).toEqual([
      ['2026-01-01', 20, true],
      ['2026-01-02', 20, false],
      ['2026-01-03', 20, false],
    ]);
  });

  it('has no alarm if the voice sounds the same', () => {
    renderThreeDays(0);
    expect(voiceDrifts(project.db)).toMatchObject([{ alarms: [] }]);
  });

  it('compares takes only with takes of the same parameters', () => {
    renderThreeDays(1);
    project.db
      .prepare(`UPDATE takes SET request = json_set(request, '$.speed', 0.9) WHERE created_at = ?`)
      .run(noon(3));
    expect(voiceDrifts(project.db)).toMatchObject([
      { parameters: {}, takes: 40, alarms: [] },
      { parameters: { speed: 0.9 }, takes: 20, alarms: [] },
    ]);
  });

  it('counts takes that haven’t been measured, and those with the same audio once', () => {
    renderThreeDays(0);
    project.db.prepare(`DELETE FROM voice_sounds WHERE audio_hash IN (SELECT audio_hash FROM takes LIMIT 3)`).run();
    const [first] = project.takes.takesOf(project.lines.states()[0]?.id ?? 0);
    project.db
      .prepare('UPDATE takes SET audio_hash = ? WHERE id <= ?')
      .run(first?.audioHash ?? '', (first?.id ?? 0) + 1);
    expect(voiceDrifts(project.db)).toMatchObject([{ takes: 60, unmeasured: 3, days: [{ takes: 19 }, {}, {}] }]);
  });

  it('is compared only with later takes once the producer has accepted a change, until that is undone', () => {
    renderThreeDays(1);
    const { key } = voiceDrifts(project.db)[0] ?? { key: '' };
    const before = acceptDrift(project.db, key, noon(3));
    expect(voiceDrifts(project.db)).toMatchObject([{ alarms: [], acceptedSince: noon(3), days: [{ takes: 20 }] }]);
    restoreAccepted(project.db, key, before);
    expect(voiceDrifts(project.db)).toMatchObject([{ alarms: [{ dimension: 'pitch' }], acceptedSince: null }]);
  });
});

describe('canary lines', () => {
  const idOf = (number: number) => project.lines.states()[number - 1]?.id ?? 0;

  it('are a voice’s first approved lines, unless the producer chooses others', () => {
    renderThreeDays(0);
    for (const number of [40, 7, 9]) {
      const [take] = project.takes.takesOf(idOf(number));
      project.decisions.setVerdict(take?.id ?? 0, 'approved');
    }
    expect(canaryLines(project.db)).toEqual([7, 9, 40].map(idOf));
    chooseCanaries(project.db, [idOf(3), idOf(4)]);
    expect(canaryLines(project.db)).toEqual([3, 4].map(idOf));
    chooseCanaries(project.db, []);
    expect(canaryLines(project.db)).toEqual([7, 9, 40].map(idOf));
  });

  it('are the first lines if none is approved, and none before the first take', () => {
    expect(canaryLines(project.db)).toEqual([]);
    renderThreeDays(0);
    expect(canaryLines(project.db)).toEqual([1, 2, 3, 4, 5].map(idOf));
  });

  it('show a change as soon as they are rendered again on another day', () => {
    for (const number of [1, 2, 3, 4, 5]) render(number, 1, 85);
    for (const number of [1, 2, 3, 4, 5]) render(number, 9, 86.2);
    const [drift] = voiceDrifts(project.db);
    expect(drift).toMatchObject({ alarms: [], canaries: { lines: 5, alarms: ['pitch'] } });
    expect(drift?.canaries?.shifts.pitch).toBeCloseTo(1.2, 5);
  });
});
