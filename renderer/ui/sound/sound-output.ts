import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { SoundDevice } from '../../../shared/ipc/view-preferences.ts';
import { words } from '../../locales/words.ts';
import { notify } from '../overlays/toast.tsx';
import { useViewPreferences } from '../preferences.ts';

const t = words('ui');

/** TypeScript's DOM types don't include `AudioContext.setSinkId`. */
interface SoundSink {
  setSinkId(id: string): Promise<void>;
}

interface SoundOutputState {
  /** Excludes the system default. Null until the devices have been enumerated. */
  readonly devices: readonly SoundDevice[] | null;
  /** Null for the system default. */
  readonly chosen: SoundDevice | null;
}

export const useSoundOutput = create<SoundOutputState>()(() => ({ devices: null, chosen: null }));

const sinks = new Set<SoundSink>();

export function deviceInUse({ devices, chosen }: SoundOutputState): SoundDevice | null {
  if (chosen === null) return null;
  if (devices === null) return chosen;
  // Device ids change if the page's data is cleared, so names are compared as well.
  return devices.find(({ id }) => id === chosen.id) ?? devices.find(({ label }) => label === chosen.label) ?? null;
}

const apply = (sink: SoundSink): void => {
  const id = deviceInUse(useSoundOutput.getState())?.id ?? '';
  // Fails if the device has just been unplugged. In that case, the following `devicechange` event sets the output
  // again.
  sink.setSinkId(id).catch(() => undefined);
};

export function routeToChosenDevice(target: AudioContext | HTMLMediaElement): () => void {
  const sink = target as unknown as SoundSink;
  sinks.add(sink);
  if (useSoundOutput.getState().chosen !== null) apply(sink);
  return () => void sinks.delete(sink);
}

useSoundOutput.subscribe((now, before) => {
  if (deviceInUse(now)?.id !== deviceInUse(before)?.id) for (const sink of sinks) apply(sink);
});

/** Chromium also lists the system default under these ids. */
const SYSTEM_DEVICE_IDS = new Set(['', 'default', 'communications']);

export async function refreshDevices(): Promise<void> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const devices = all
    .filter(({ kind, deviceId }) => kind === 'audiooutput' && !SYSTEM_DEVICE_IDS.has(deviceId))
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || t('soundDevice.unnamed', { device: at + 1 }) }));
  useSoundOutput.setState({ devices });
}

/** If the device is unplugged, shows a notice and falls back to the system default. */
export function FollowDevices() {
  const { soundDevice } = useViewPreferences();
  const isListed = useSoundOutput(({ devices }) => devices !== null);
  const wasThere = useRef<boolean | null>(null);
  useEffect(() => {
    wasThere.current = null;
    useSoundOutput.setState({ chosen: soundDevice });
  }, [soundDevice]);
  useEffect(() => {
    if (soundDevice) refreshDevices().catch(() => undefined);
  }, [soundDevice]);
  // Chromium starts an additional process for `devicechange`, so only listen when necessary.
  const matters = soundDevice !== null || isListed;
  useEffect(() => {
    if (!matters) return;
    const look = () => void refreshDevices().catch(() => undefined);
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
