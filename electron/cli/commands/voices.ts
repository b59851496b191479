import { Command } from 'commander';
import { alignColumns } from '../columns.ts';
import { askVoices, connect, connectionChoice, withConnection } from '../connection.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { t } from '../words.ts';
import { addCommand } from './add-voice-pack.ts';
import { packsCommand, removeCommand } from './voice-packs.ts';

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
          for (const row of alignColumns([headings(), ...rows.map((cells) => cells.map(plainText))]))
            output.result(row);
        }
        finish(EXIT.done);
      } finally {
        await connection.close();
      }
    })
    .addCommand(packsCommand(finish))
    .addCommand(addCommand(finish))
    .addCommand(removeCommand(finish));
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
