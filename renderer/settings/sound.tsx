import { Button, Radio, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useChangePreferences, useViewPreferences } from '../ui/preferences.ts';
import { deviceInUse, lookForDevices, playThroughChosen, useSoundOutput } from '../ui/sound-output.ts';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const SYSTEM = 'system';

/** The device through which takes and auditions are heard. */
export function Sound() {
  const { soundDevice, atChapterEnd, playsNext } = useViewPreferences();
  const change = useChangePreferences();
  const output = useSoundOutput();
  const devices = output.devices ?? [];
  const inUse = deviceInUse(output);
  const isGone = soundDevice !== null && output.devices !== null && inUse === null;
  useEffect(() => void lookForDevices().catch(() => undefined), []);
  const choose = (id: string) => change({ soundDevice: devices.find((device) => device.id === id) ?? null });
  return (
    <Part title="Sound" intro="Takes, auditions and samples of voices are heard through this device.">
      <Setting
        label="Device"
        hint="One that is unplugged is missed for as long: sound then goes where the system sends it."
      >
        <Radio.Group
          aria-label="Device for sound"
          value={isGone ? soundDevice.id : (inUse?.id ?? SYSTEM)}
          onChange={choose}
        >
          <div className={styles.choices}>
            <Radio value={SYSTEM} label="Where the system sends it" />
            {devices.map(({ id, label }) => (
              <Radio key={id} value={id} label={label} />
            ))}
            {isGone && <Radio value={soundDevice.id} label={`${soundDevice.label} (not there now)`} />}
          </div>
        </Radio.Group>
        {output.devices !== null && devices.length === 0 && (
          <p className="dim">The system names no devices: sound goes where it sends it.</p>
        )}
        <TestTone />
      </Setting>
      <Setting label="At the end of a chapter" hint="When a chapter is played through, line by line.">
        <Radio.Group
          aria-label="At the end of a chapter"
          value={atChapterEnd}
          onChange={(chosen) => change({ atChapterEnd: chosen === 'continue' ? 'continue' : 'stop' })}
        >
          <div className={styles.choices}>
            <Radio value="stop" label="Stop" />
            <Radio value="continue" label="Continue with the next chapter" />
          </div>
        </Radio.Group>
      </Setting>
      <Setting label="After a verdict" hint="In Review, once a take is approved or rejected.">
        <Switch
          label="Play the next line"
          checked={playsNext}
          onChange={(event) => change({ playsNext: event.currentTarget.checked })}
        />
      </Setting>
    </Part>
  );
}

/** Hertz, seconds, and a share of full scale: to be heard, and not to frighten. */
const TONE = { hertz: 440, seconds: 1.2, level: 0.15 } as const;

function TestTone() {
  const [sounds, setSounds] = useState(false);
  const play = () => {
    setSounds(true);
    const context = new AudioContext();
    const leave = playThroughChosen(context);
    const gain = context.createGain();
    const tone = context.createOscillator();
    const end = context.currentTime + TONE.seconds;
    gain.gain.setValueAtTime(0, context.currentTime);
    gain.gain.linearRampToValueAtTime(TONE.level, context.currentTime + 0.05);
    gain.gain.setValueAtTime(TONE.level, end - 0.1);
    gain.gain.linearRampToValueAtTime(0, end);
    tone.frequency.value = TONE.hertz;
    tone.connect(gain).connect(context.destination);
    tone.onended = () => {
      leave();
      void context.close();
      setSounds(false);
    };
    tone.start();
    tone.stop(end);
  };
  return (
    <div className={styles.actions}>
      <Button disabled={sounds} onClick={play}>
        Play a test tone
      </Button>
      <span role="status" className="dim">
        {sounds && 'A tone sounds.'}
      </span>
    </div>
  );
}
