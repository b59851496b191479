import { Command } from 'commander';
import stringWidth from 'string-width';
import { askVoices, connect, connectionChoice, withConnection } from '../connection.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { t } from '../words.ts';

export function voicesCommand(finish: (status: ExitStatus) => void): Command {
  return withConnection(new Command('voices'))
    .description(t('command.voices'))
    .option('--json', t('option.jsonArray'), false)
    .action(async (options: { json: boolean; baseUrl?: string }) => {
      const connection = await connect(connectionChoice(options.baseUrl, process.env), output);
      try {
        const voices = await askVoices(connection, output);
        if (options.json) output.json(voices);
        else {
          const rows = voices.map((voice) => [
            voice.name ?? '',
            voice.language ?? '',
            voice.accent ?? '',
            voice.gender ?? '',
            voice.age ?? '',
            voice.voice_engine ?? '',
            voice.synthesizer ?? '',
            voice.id,
          ]);
          for (const row of columns([headings(), ...rows.map((cells) => cells.map(plainText))])) output.result(row);
        }
        finish(EXIT.done);
      } finally {
        await connection.close();
      }
    });
}

const headings = (): readonly string[] => [
  t('voices.name'),
  t('voices.language'),
  t('voices.accent'),
  t('voices.gender'),
  t('voices.age'),
  t('voices.engine'),
  t('voices.synthesizer'),
  t('voices.id'),
];

/** Rows of cells as text, each column as wide as its widest cell: a Japanese sign takes the room of two letters. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}
