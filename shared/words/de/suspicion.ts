import type { suspicion as english } from '../en/suspicion.ts';
import type { Translation } from '../words.ts';

export const suspicion: Translation<typeof english> = {
  flag: {
    silent: { label: 'stumm', meaning: 'Der Take enthält keinen Ton.' },
    fast: {
      label: '{ratio}× schnell',
      meaning:
        'Der Take ist viel kürzer, als {against, select, speech {sich diese Wörter sprechen lassen} other {diese Stimme dafür brauchen würde}}: Vielleicht fehlen Wörter.',
    },
    slow: {
      label: '{ratio}× langsam',
      meaning:
        'Der Take dauert {ratio}-mal so lange wie {against, select, speech {bei dieser Textlänge} other {bei dieser Stimme und Textlänge}} üblich.',
    },
    'dead-air': {
      label: '{seconds} s Stille',
      meaning:
        '{seconds} Sekunden Stille {place, select, start {am Anfang} inside {in der Mitte} other {am Ende}}, die das Skript nicht vorsieht.',
    },
    clipping: {
      label: 'übersteuert',
      meaning: '{samples, number} Samples sind voll ausgesteuert: Dort ist der Take verzerrt.',
    },
    'cut-start': {
      label: 'Anfang abgeschnitten',
      meaning: 'Der Take beginnt mitten in einem Laut, {level} dB gegenüber dem Gesprochenen.',
    },
    'cut-end': {
      label: 'Ende abgeschnitten',
      meaning: 'Der Take endet mitten in einem Laut, {level} dB gegenüber dem Gesprochenen.',
    },
    'one-sided': {
      label: '{quiet, select, left {linker} other {rechter}} Kanal fehlt',
      meaning:
        'Der {quiet, select, left {linke} other {rechte}} Kanal ist stumm oder {decibels} dB leiser als der andere.',
    },
    duration: {
      label: 'nicht die angekündigte Länge',
      meaning:
        'Der Take ist {seconds} s lang, der Dienst hat {announced} s angekündigt: Vielleicht fehlt ein Teil davon.',
    },
  },
};
