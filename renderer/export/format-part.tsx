import { SegmentedControl } from '@mantine/core';
import { OUTPUT_FORMATS, type OutputFormat } from '../../shared/service/vocabulary.ts';
import styles from './export-screen.module.css';

const FORMATS: Readonly<Record<OutputFormat, { readonly label: string; readonly about: string }>> = {
  wav: { label: 'WAV', about: 'As it was rendered, 16 bit. For editing and for masters.' },
  flac: { label: 'FLAC', about: 'The same sound to the bit, at about half the size.' },
  mp3: { label: 'MP3', about: 'Small, and every player opens it.' },
  ogg: { label: 'Ogg', about: 'Vorbis: small, for the web and for games.' },
  mulaw: { label: 'µ-law', about: 'WAV for telephone systems, 8 bit.' },
};

/** From the master to what is heard on the way. */
const ORDER: readonly OutputFormat[] = ['wav', 'flac', 'mp3', 'ogg', 'mulaw'];

interface FormatPartProps {
  readonly format: OutputFormat;
  choose(format: OutputFormat): void;
}

/** The format of the files. */
export function FormatPart({ format, choose }: FormatPartProps) {
  return (
    <section className={styles.part} aria-labelledby="export-format">
      <h2 id="export-format" className="label">
        Format
      </h2>
      <div className={styles.body}>
        <SegmentedControl
          aria-labelledby="export-format"
          className={styles.choice}
          value={format}
          onChange={(value) => choose(OUTPUT_FORMATS.find((other) => other === value) ?? format)}
          data={ORDER.map((value) => ({ value, label: FORMATS[value].label }))}
        />
        <p className="dim">{FORMATS[format].about}</p>
      </div>
    </section>
  );
}
