import type { Translation } from '../../../shared/words/words.ts';
import type { parameters as english } from '../en/parameters.ts';

export const parameters: Translation<typeof english> = {
  bounds: {
    between:
      '{unit, select, times {{min, number}- bis {max, number}-fach} Hz {{min, number} bis {max, number} Hz} other {{min, number} bis {max, number}}}',
    from: '{unit, select, s {ab {min, number} s} other {ab {min, number}}}',
  },
  speed: {
    label: 'Tempo',
    name: 'Tempo',
    none: 'Standard der Stimme',
    what: 'Wie schnell die Stimme spricht: 1 ist ihr eigenes Tempo, 2 ist doppelt so schnell.',
  },
  temperature: {
    label: 'Temperatur',
    name: 'Temperatur',
    none: 'Standard des Dienstes',
    what: 'Wie sehr sich ein Take vom nächsten unterscheidet: niedrig ist gleichmäßig und sicher, hoch ist lebhafter und zufälliger.',
  },
  seed: {
    label: 'Startwert',
    name: 'Startwert',
    none: 'Zufällig',
    what: 'Derselbe Startwert ergibt denselben Take. Ohne Startwert ist jeder Take ein neuer; Neuvertonungen brauchen das.',
  },
  language: {
    label: 'Sprache',
    name: 'Sprache',
    none: 'Standard der Stimme',
    what: 'Die Sprache, in der der Text gelesen wird.',
  },
  quality: {
    label: 'Qualität',
    name: 'Qualität',
    none: 'Standard des Dienstes',
    what: 'Wie viel Sorgfalt der Dienst auf den Klang verwendet; Entwürfe kommen früher zurück.',
  },
  sample_rate: {
    label: 'Abtastrate',
    name: 'Abtastrate',
    none: 'Standard der Stimme',
    what: 'Abtastwerte pro Sekunde Audio. Exporte rechnen um; legen Sie die Rate nur fest, wenn Sie eine bestimmte brauchen.',
  },
  voice_conditioning_seconds: {
    label: 'Stimmabgleich',
    name: 'Stimmabgleich',
    none: 'Standard des Dienstes',
    what: 'Wie viele Sekunden der Stimmprobe der Dienst anhört, bevor er spricht: Mehr kommt der Stimmprobe näher.',
  },
};
