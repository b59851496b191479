import { NumberInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { GAIN_DB } from '../../shared/model/take.ts';
import styles from './take-panel.module.css';

interface GainFieldProps {
  /** In dB, as it is saved. */
  readonly gainDb: number;
  onGain(gainDb: number): void;
}

/** A take's gain in dB. What is beyond its bounds is not saved: it becomes the bound when the field is left. */
export function GainField({ gainDb, onGain }: GainFieldProps) {
  const [draft, setDraft] = useState<number | string>(gainDb);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What is being typed is newer than the value that comes back.
    if (document.activeElement !== field.current) setDraft(gainDb);
  }, [gainDb]);
  return (
    <NumberInput
      ref={field}
      aria-label="Gain in decibels"
      className={styles.gain}
      suffix=" dB"
      min={GAIN_DB.min}
      max={GAIN_DB.max}
      step={1}
      decimalScale={1}
      value={draft}
      onChange={(value) => {
        setDraft(value);
        if (typeof value !== 'number' || value === gainDb) return;
        if (value >= GAIN_DB.min && value <= GAIN_DB.max) onGain(value);
      }}
      onBlur={() => {
        if (typeof draft !== 'number') setDraft(gainDb);
      }}
    />
  );
}
