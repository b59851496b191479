// Follows the devices for sound: one that is unplugged is said, and sound goes on where the system sends it.
import { useEffect, useRef } from 'react';
import { useViewPreferences } from './preferences.ts';
import { deviceInUse, lookForDevices, useSoundOutput } from './sound-output.ts';
import { notify } from './toast.tsx';

/** Has sound go where the preferences say; draws nothing. */
export function FollowDevices() {
  const { soundDevice } = useViewPreferences();
  const wasThere = useRef<boolean | null>(null);
  useEffect(() => {
    wasThere.current = null;
    useSoundOutput.setState({ chosen: soundDevice });
  }, [soundDevice]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    const look = () => void lookForDevices().catch(() => undefined);
    mediaDevices?.addEventListener('devicechange', look);
    if (mediaDevices && soundDevice) look();
    return () => mediaDevices?.removeEventListener('devicechange', look);
  }, [soundDevice]);
  useEffect(
    () =>
      useSoundOutput.subscribe((now) => {
        const { chosen, devices } = now;
        if (chosen === null || devices === null) return;
        const isThere = deviceInUse(now) !== null;
        if (wasThere.current !== isThere && (wasThere.current !== null || !isThere)) {
          const said = isThere
            ? `${chosen.label} is there again: sound goes there.`
            : `${chosen.label} is not there: sound goes where the system sends it.`;
          notify(said, { id: 'sound-device' });
        }
        wasThere.current = isThere;
      }),
    [],
  );
  return null;
}
