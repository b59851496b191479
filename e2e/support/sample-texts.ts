// Short realistic texts for tests.

/**
 * From the first act of "The Importance of Being Earnest" (Oscar Wilde, 1895): 4 roles, 24 spoken lines, and
 * directions.
 */
export const SCENE = `# First Act

(Morning-room in Algernon’s flat in Half-Moon Street.)

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.

ALGERNON: I’m sorry for that, for your sake. And, speaking of the science of Life, have you got the cucumber sandwiches cut for Lady Bracknell?

LANE: Yes, sir. (Hands them on a salver.)

(Enter Lady Bracknell and Gwendolen.)

LADY BRACKNELL: Good afternoon, dear Algernon, I hope you are behaving very well.

ALGERNON: I’m feeling very well, Aunt Augusta.

LADY BRACKNELL: That’s not quite the same thing. In fact the two things rarely go together.

ALGERNON: (To Gwendolen.) Dear me, you are smart!

GWENDOLEN: I am always smart!

LADY BRACKNELL: Won’t you come and sit here, Gwendolen?

GWENDOLEN: Thanks, mamma, I’m quite comfortable where I am.

ALGERNON: (Picking up empty plate in horror.) Good heavens! Lane! Why are there no cucumber sandwiches?

LANE: (Gravely.) There were no cucumbers in the market this morning, sir. I went down twice.

ALGERNON: No cucumbers!

LANE: No, sir. Not even for ready money.

ALGERNON: That will do, Lane, thank you.

LANE: Thank you, sir. (Goes out.)

## The music-room

ALGERNON: I am greatly distressed, Aunt Augusta, about there being no cucumbers, not even for ready money.

LADY BRACKNELL: It really makes no matter, Algernon.

ALGERNON: I hear her hair has turned quite gold from grief.

LADY BRACKNELL: It certainly has changed its colour.

GWENDOLEN: Certainly, mamma.
`;

/** The number of spoken lines in `SCENE`, including headings. */
export const SCENE_LINES = 24;
/** Without headings, which audio dramas don't speak. */
export const SCENE_SPEECHES = 22;

const PARAGRAPHS = [
  'Alice was beginning to get very tired of sitting by her sister on the\nbank, and of having nothing to do: once or twice she had peeped into the\nbook her sister was reading.',
  '‘And what is the use of a book,’ thought Alice ‘without pictures or\nconversations?’',
  'There was nothing so VERY remarkable in that; nor did Alice think it so\nVERY much out of the way to hear the Rabbit say to itself, ‘Oh dear!\nOh dear! I shall be late!’',
];

/**
 * The start of "Alice’s Adventures in Wonderland" as distributed by Project Gutenberg, with a BOM, CRLF, hard line
 * breaks and the licence.
 */
export const BOOK = `\uFEFFProject Gutenberg’s Alice’s Adventures in Wonderland, by Lewis Carroll

This eBook is for the use of anyone anywhere at no cost and with
almost no restrictions whatsoever.

Title: Alice’s Adventures in Wonderland

Author: Lewis Carroll

*** START OF THIS PROJECT GUTENBERG EBOOK ALICE’S ADVENTURES IN WONDERLAND ***



ALICE’S ADVENTURES IN WONDERLAND

Lewis Carroll



CHAPTER I. Down the Rabbit-Hole

${PARAGRAPHS.slice(0, 2).join('\n\n')}



CHAPTER II. The Pool of Tears

${PARAGRAPHS[2]}



*** END OF THIS PROJECT GUTENBERG EBOOK ALICE’S ADVENTURES IN WONDERLAND ***

This and all associated files of various formats will be found in:
http://www.gutenberg.org/1/11/
`.replaceAll('\n', '\r\n');

/** The same text as it is spoken, with each paragraph in one row and without the licence. */
export const BOOK_LINES: readonly string[] = PARAGRAPHS.map((paragraph) => paragraph.replaceAll('\n', ' '));

export function manyLines(lines: number): string {
  return Array.from({ length: lines }, (_, i) => {
    const role = i % 3 === 0 ? 'ALGERNON' : 'LANE';
    return `${role}: This is line ${i + 1} of them, sir.`;
  }).join('\n\n');
}
