// Where sound goes: the device that the producer chose, while it is there; else where the system sends it.

import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { SoundDevice } from '../../shared/ipc/view-preferences.ts';
import { words } from '../locales/words.ts';
import { useViewPreferences } from './preferences.ts';
import { notify } from './toast.tsx';

const t = words('ui');

/** What can be told where to play: an audio element, or a context (which TypeScript's own library doesn't know of). */
interface SoundSink {
  setSinkId(id: string): Promise<void>;
}

interface SoundOutputState {
  /** The devices that are there, without the system's own choice; null: not looked for yet. */
  readonly devices: readonly SoundDevice[] | null;
  /** Null: where the system sends sound. */
  readonly chosen: SoundDevice | null;
}

export const useSoundOutput = create<SoundOutputState>()(() => ({ devices: null, chosen: null }));

/** What plays at present, or may at any moment. */
const playing = new Set<SoundSink>();

/** The device that is used: the chosen one, if it is there; else none, which is the system's. */
export function deviceInUse({ devices, chosen }: SoundOutputState): SoundDevice | null {
  if (chosen === null) return null;
  if (devices === null) return chosen;
  // Its id is another one after the page's data were cleared; its name is still its own.
  return devices.find(({ id }) => id === chosen.id) ?? devices.find(({ label }) => label === chosen.label) ?? null;
}

const apply = (one: SoundSink): void => {
  const id = deviceInUse(useSoundOutput.getState())?.id ?? '';
  // Refused when the device has just gone: the change of devices follows, and the output is set again.
  one.setSinkId(id).catch(() => undefined);
};

/** Has an element or a context play where the producer wants it, now and after every change. @returns ends that */
export function playThroughChosen(target: AudioContext | HTMLMediaElement): () => void {
  const one = target as unknown as SoundSink;
  playing.add(one);
  if (useSoundOutput.getState().chosen !== null) apply(one);
  return () => void playing.delete(one);
}

useSoundOutput.subscribe((now, before) => {
  if (deviceInUse(now)?.id !== deviceInUse(before)?.id) for (const one of playing) apply(one);
});

/** The system's own choice stands in the list under these names besides. */
const OF_THE_SYSTEM = new Set(['', 'default', 'communications']);

/** Looks which devices are there. */
export async function lookForDevices(): Promise<void> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const devices = all
    .filter(({ kind, deviceId }) => kind === 'audiooutput' && !OF_THE_SYSTEM.has(deviceId))
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || t('soundDevice.unnamed', { device: at + 1 }) }));
  useSoundOutput.setState({ devices });
}

/**
 * Has sound go where the preferences say; draws nothing. A device that is unplugged is said, and sound goes on where the
 * system sends it.
 */
export function FollowDevices() {
  const { soundDevice } = useViewPreferences();
  const isListed = useSoundOutput(({ devices }) => devices !== null);
  const wasThere = useRef<boolean | null>(null);
  useEffect(() => {
    wasThere.current = null;
    useSoundOutput.setState({ chosen: soundDevice });
  }, [soundDevice]);
  useEffect(() => {
    if (soundDevice) lookForDevices().catch(() => undefined);
  }, [soundDevice]);
  // As soon as a page listens to these changes, Chromium starts a process for it.
  const matters = soundDevice !== null || isListed;
  useEffect(() => {
    if (!matters) return;
    const look = () => void lookForDevices().catch(() => undefined);
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => navigator.mediaDevices.removeEventListener('devicechange', look);
  }, [matters]);
  useEffect(
    () =>
      useSoundOutput.subscribe((now) => {
        const { chosen, devices } = now;
        if (chosen === null || devices === null) return;
        const isThere = deviceInUse(now) !== null;
        if (wasThere.current !== isThere && (wasThere.current !== null || !isThere)) {
          notify(t(isThere ? 'soundDevice.back' : 'soundDevice.gone', { device: chosen.label }), {
            id: 'sound-device',
          });
        }
        wasThere.current = isThere;
      }),
    [],
  );
  return null;
}
