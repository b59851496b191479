// Prints all English messages in the form of a file for locales/, to be translated.
import { readEnglish } from './locale-files.ts';

console.log(JSON.stringify(await readEnglish(), null, 2));
