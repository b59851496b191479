// @vitest-environment happy-dom

import { SPEECH_PARAMETERS } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CastChangeDialog } from '../ui/cast/cast-change-dialog.tsx';
import { outlook } from '../ui/cast/testing/outlook.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { CastInspector } from './cast-inspector.tsx';
import { useCast } from './cast-store.ts';
import { castRole, castVoice, fakeCast, NO_EFFECT } from './testing/fake-cast.ts';

const ONE_STALE = outlook({ rendered: 2, stale: 1, characters: 30 });
const LINES = [{ lineId: 3, label: 'First Act · line 2', excerpt: 'Yes, sir.', override: { speed: 1.4, seed: 3 } }];

let cast: Rendered;
beforeEach(() => useCast.getState().enterProject(crypto.randomUUID()));
afterEach(() => cast.remove());

const openLane = async (more = {}, effect = ONE_STALE) => {
  cast = await render(
    <>
      <CastInspector />
      <CastChangeDialog />
    </>,
    fakeCast({
      roles: [castRole('LANE', { voice: 'voice-anna', voiceName: 'Anna', lines: 2, ...more })],
      voices: [castVoice('Anna'), castVoice('Ben'), castVoice('Old', { engine: 'Svc2.0', isCastable: false })],
      overrides: LINES,
      effect,
    }),
  );
};
const changes = () => cast.requests('cast.change') as { change: { parameters: Record<string, unknown> } }[];
const set = () => Object.assign({}, ...changes().map(({ change }) => change.parameters));
/** Expands the parameters that are not set. */
const showAll = async () => {
  if (cast.get('button', /^Voice defaults/).getAttribute('aria-expanded') !== 'true')
    await cast.click('button', /^Voice defaults/);
};
const enter = async (name: string, value: string) => {
  await cast.fill('textbox', name, value);
  await cast.press('Enter');
};

describe('role parameters', () => {
  it('are saved under the service’s names', async () => {
    await openLane({}, NO_EFFECT);
    await showAll();
    for (const [name, value] of Object.entries({
      Speed: '1.25',
      Temperature: '0.4',
      Seed: '77',
      'Sample rate': '24000',
      Conditioning: '12',
    })) {
      await enter(name, value);
    }
    await cast.choose('Language', 'English');
    await cast.choose('Quality', 'High');
    const expected = {
      speed: 1.25,
      temperature: 0.4,
      seed: 77,
      sample_rate: 24_000,
      voice_conditioning_seconds: 12,
      language: 'english',
      quality: 'high',
    };
    expect(set()).toEqual(expected);
    expect(Object.keys(SPEECH_PARAMETERS)).toEqual(expect.arrayContaining(Object.keys(expected)));
  });

  it('are not saved if out of bounds', async () => {
    await openLane();
    await showAll();
    await enter('Speed', '9');
    expect(changes()).toEqual([]);
  });

  it('are reset by a button, which can be undone', async () => {
    await openLane({ parameters: { seed: 77 } });
    await cast.click('button', 'Reset seed for LANE');
    await cast.click('button', 'Apply');
    expect(changes()).toEqual([{ role: 'LANE', change: { parameters: { seed: null } } }]);
    await cast.click('button', 'Undo');
    expect(cast.requests('undo.undo')).toEqual([{ step: '0001' }]);
  });

  it('do not mention stale lines before anything is rendered', async () => {
    await openLane({ parameters: { speed: 1 } }, NO_EFFECT);
    await enter('Speed', '1.25');
    expect(cast.notices()).toEqual(['Speed for LANE: 1.25.Undo']);
  });
});

describe('lines that override their role', () => {
  it('are listed with their overrides', async () => {
    await openLane({ overrides: 1 });
    expect(cast.get('list', 'LANE’s lines with overrides').textContent).toContain('speed 1.4, seed 3');
  });

  it('can drop one override or all of them, which can be undone', async () => {
    await openLane({ overrides: 1 });
    await cast.click('button', /^Clear speed \(\d+ lines?\)$/);
    expect(cast.requests('cast.overridesOutlook')).toEqual([{ lines: [{ lineId: 3, override: { seed: 3 } }] }]);
    await cast.click('button', 'Apply');
    expect(cast.requests('cast.putOverrides')).toEqual([{ lines: [{ lineId: 3, override: { seed: 3 } }] }]);
    expect(cast.notices()[0]).toContain(
      '1 line now uses the cast’s settings. 1 line still has its old take. Render it?',
    );
    await cast.click('button', 'Undo');
    expect(cast.requests('undo.undo')).toHaveLength(1);
    cast.get('button', 'Clear overrides for First Act · line 2').focus();
    await cast.press('Enter');
    await cast.click('button', 'Apply');
    expect(cast.requests('cast.putOverrides')[1]).toEqual({ lines: [{ lineId: 3, override: null }] });
  });

  it('open in the script', async () => {
    await openLane({ overrides: 1 });
    await cast.click('button', /^Yes, sir\./);
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 3 });
  });
});

it('shows the lines of a role in Review', async () => {
  await openLane();
  await cast.click('button', 'Show lines in Review');
  expect(useView.getState()).toMatchObject({ screen: 'review', role: 'LANE' });
});

describe('auditioning a role', () => {
  it('plays the selected line, and shows the cost before and after', async () => {
    await openLane();
    cast.bridge.answer({ 'cast.audition': () => ({ auditionId: 'a', characters: 14, endpoint: 'stream' }) });
    expect(document.body.textContent).toContain('Each preview uses 14 characters');
    await cast.click('button', 'Next line');
    expect(document.body.textContent).toContain('LANE speaks 2.');
    expect(cast.get('button', 'Next line').disabled).toBe(true);
    await cast.click('button', 'Preview with Anna');
    expect(cast.requests('cast.audition')).toEqual([{ role: 'LANE', lineId: 11, voice: 'voice-anna' }]);
    expect(usePlayer.getState().track).toMatchObject({
      title: 'Anna as LANE',
      detail: 'line 2 · audition · 14 characters used',
    });
    usePlayer.getState().stop();
  });
});

describe('the voice of a role', () => {
  const look = async (voice: string) => {
    await openLane();
    await cast.act(() => useCast.setState({ section: 'voices', voice }));
  };

  it('is chosen in the voice list', async () => {
    await openLane();
    await cast.click('button', /Choose another voice$/);
    expect(useCast.getState()).toMatchObject({ section: 'voices', tableFocusCount: 1 });
  });

  it('can be set to the voice selected in the list', async () => {
    await look('voice-ben');
    await cast.click('button', 'Cast Ben');
    await cast.click('button', 'Apply');
    expect(cast.requests('cast.change')).toEqual([{ role: 'LANE', change: { voice: 'voice-ben' } }]);
    expect(cast.notices()[0]).toContain('LANE now uses Ben. 1 line still has the old voice. Render it?');
    await cast.emit('chapters-changed', {} as never);
    expect(cast.all('button', 'Cast Ben')).toEqual([]);
  });

  it('can’t be one that batches do not accept, but such a voice can be auditioned', async () => {
    await look('voice-old');
    expect(document.body.textContent).toContain('Can’t be cast: batches support only SvcDialog');
    expect(cast.all('button', 'Cast Old')).toEqual([]);
    await cast.click('button', 'Preview with Old');
    expect(cast.requests('cast.audition')).toEqual([{ role: 'LANE', lineId: 10, voice: 'voice-old' }]);
  });

  it('can be chosen for a role without lines', async () => {
    await openLane({ voice: null, voiceName: null, lines: 0 });
    expect(document.body.textContent).toContain('No lines yet. In the script, write “LANE:” before');
    await cast.click('button', 'No voice yet: choose one');
    expect(useCast.getState().section).toBe('voices');
  });
});
