// Three small EPUBs of different kinds, for tests.
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';

const CONTAINER = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

function zipped(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries: Zippable = { mimetype: [strToU8('application/epub+zip'), { level: 0 }] };
  for (const [path, content] of Object.entries({ 'META-INF/container.xml': CONTAINER, ...files }))
    entries[path] = typeof content === 'string' ? strToU8(content) : content;
  return zipSync(entries);
}

/** A picture of one grey pixel. */
function png(): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.byteLength);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const playPage = (title: string, body: string): string => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" epub:prefix="z3998: http://www.daisy.org/z3998/2012/vocab/structure/, se: https://standardebooks.org/vocab/1.0" xml:lang="en-GB">
	<head>
		<title>${title}</title>
		<link href="../css/core.css" rel="stylesheet" type="text/css"/>
	</head>
	${body}
</html>
`;

/** The spoken lines of `playEpub`. */
export const PLAY_SCRIPT = `# Act I

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.

ALGERNON: I’m sorry for that, for your sake. I don’t play accurately\u2060—anyone can play accurately\u2060—but I play with wonderful expression. As far as the piano is concerned, sentiment is my forte. I keep science for Life.

LANE: I believe it is a very pleasant state, sir. That was in consequence of a misunderstanding between myself and a young person.

# Act II

MISS PRISM: Cecily, Cecily! Surely such a utilitarian occupation as the watering of flowers is rather Moulton’s duty than yours?

CECILY: But I don’t like German. It isn’t at all a becoming language.
`;

/** A play by Oscar Wilde in the style of Standard Ebooks: EPUB 3, with speeches in tables. */
export function playEpub(): Uint8Array {
  const speech = (role: string, words: string): string => `
					<tr>
						<td epub:type="z3998:persona">${role}</td>
						<td>${words}</td>
					</tr>`;
  const act = (number: string, scene: string, speeches: string): string =>
    playPage(
      `Act ${number}`,
      `<body epub:type="bodymatter z3998:drama z3998:fiction">
		<section id="act" epub:type="chapter z3998:scene">
			<h2>
				<span epub:type="se:label">Act</span>
				<span epub:type="z3998:ordinal z3998:roman">${number}</span>
			</h2>
			<p>${scene}</p>
			<table>
				<tbody>${speeches}
				</tbody>
			</table>
		</section>
	</body>`,
    );
  return zipped({
    'OPS/package.opf': `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" dir="ltr" prefix="se: https://standardebooks.org/vocab/1.0" unique-identifier="uid" version="3.0" xml:lang="en-US">
	<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
		<dc:identifier id="uid">https://books.example/the-importance-of-being-earnest</dc:identifier>
		<dc:date>2014-05-25T00:00:00Z</dc:date>
		<meta property="dcterms:modified">2014-05-25T00:00:00Z</meta>
		<dc:title id="title">The Importance of Being Earnest</dc:title>
		<meta property="file-as" refines="#title">Importance of Being Earnest, The</meta>
		<dc:language>en-GB</dc:language>
		<dc:creator id="author">Oscar Wilde</dc:creator>
	</metadata>
	<manifest>
		<item href="css/core.css" id="core.css" media-type="text/css"/>
		<item href="text/titlepage.xhtml" id="titlepage.xhtml" media-type="application/xhtml+xml"/>
		<item href="text/act-1.xhtml" id="act-1.xhtml" media-type="application/xhtml+xml"/>
		<item href="text/act-2.xhtml" id="act-2.xhtml" media-type="application/xhtml+xml"/>
		<item href="toc.xhtml" id="toc.xhtml" media-type="application/xhtml+xml" properties="nav"/>
	</manifest>
	<spine>
		<itemref idref="titlepage.xhtml"/>
		<itemref idref="act-1.xhtml"/>
		<itemref idref="act-2.xhtml"/>
	</spine>
</package>`,
    'OPS/css/core.css': 'b { font-weight: normal; }',
    'OPS/toc.xhtml': playPage(
      'Contents',
      `<body epub:type="frontmatter"><nav id="toc" epub:type="toc"><h2>Contents</h2><ol><li><a href="text/titlepage.xhtml">Titlepage</a></li><li><a href="text/act-1.xhtml">Act <span epub:type="z3998:roman">I</span></a></li><li><a href="text/act-2.xhtml">Act II</a></li></ol></nav></body>`,
    ).replaceAll('../css', 'css'),
    'OPS/text/titlepage.xhtml': playPage(
      'Titlepage',
      `<body epub:type="frontmatter"><section id="titlepage" epub:type="titlepage"><h1 epub:type="title">The Importance of Being Earnest</h1><p>By <b epub:type="z3998:author">Oscar Wilde</b>.</p></section></body>`,
    ),
    'OPS/text/act-1.xhtml': act(
      'I',
      'Scene: Morning-room in Algernon’s flat in Half-Moon Street.',
      [
        speech('Algernon', 'Did you hear what I was playing, Lane?'),
        speech('Lane', 'I didn’t think it polite to listen, sir.'),
        speech(
          'Algernon',
          'I’m sorry for that, for your sake. I don’t play accurately\u2060—anyone can play accurately\u2060—but I play with wonderful expression. As far as the piano is concerned, sentiment is my forte. I keep science for Life.',
        ),
        speech(
          'Lane',
          'I believe it <em>is</em> a very pleasant state, sir. <i epub:type="z3998:stage-direction">Puts the tea down.</i> That was in consequence of a misunderstanding between myself and a young person.',
        ),
      ].join(''),
    ),
    'OPS/text/act-2.xhtml': act(
      'II',
      'Scene: Garden at the Manor House.',
      [
        speech(
          'Miss Prism',
          '<i epub:type="z3998:stage-direction">Calling.</i> Cecily, Cecily! Surely such a utilitarian occupation as the watering of flowers is rather Moulton’s duty than yours?',
        ),
        speech('Cecily', 'But I don’t like German. It isn’t at all a becoming language.'),
      ].join(''),
    ),
  });
}

const oldPage = (title: string, body: string): string => `<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" version="-//W3C//DTD XHTML 1.1//EN" xml:lang="de">
<head>
<meta http-equiv="Content-Type" content="application/xhtml+xml; charset=iso-8859-1"/>
<meta http-equiv="Content-Style-Type" content="text/css"/>
<title>${title}</title>
<link rel="stylesheet" href="Styles/b%C3%BCcher.css" type="text/css"/>
</head>
<body>
${body}
</body>
</html>`;

/** The spoken lines of `oldEpub`. */
export const OLD_SCRIPT = `# Erstes Kapitel

In alten Zeiten, wo das Wünschen noch geholfen hat, lebte ein König, dessen Töchter waren alle schön.

„Was hast du vor, Königstochter?“, fragte der Frosch – und sie erschrak sehr.

# Zweites Kapitel

Am andern Tage, als sie mit dem König und allen Hofleuten sich zur Tafel gesetzt hatte, kam etwas die Marmortreppe heraufgekrochen.
`;

/** A German fairy tale as EPUB 2: an NCX, named entities, Latin-1, and markup that EPUB 3 no longer has. */
export function oldEpub(): Uint8Array {
  const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
  return zipped({
    'OPS/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<opf:package xmlns:opf="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="BookId">
<opf:metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>Der Froschk&#246;nig &amp; andere</dc:title>
<dc:creator opf:role="aut" opf:file-as="Grimm, Jacob">Jacob Grimm</dc:creator>
<dc:creator opf:role="aut">Wilhelm Grimm</dc:creator>
<dc:contributor opf:role="ill">Nobody</dc:contributor>
<dc:language>de</dc:language>
<dc:identifier id="BookId" opf:scheme="UUID">urn:uuid:0c5b3a8e-5f5c-4e3c-9a51-6f1f8b0d8a11</dc:identifier>
<dc:identifier opf:scheme="ISBN">978-3-16-148410-0</dc:identifier>
<dc:date opf:event="original-publication">1812</dc:date>
<dc:date opf:event="publication">2011-05-01</dc:date>
<dc:publisher></dc:publisher>
<opf:meta name="cover" content="cover-picture"/>
</opf:metadata>
<opf:manifest>
<opf:item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<opf:item id="cover-picture" href="Images/cover.png" media-type="image/png"/>
<opf:item id="css" href="Styles/b%C3%BCcher.css" media-type="text/css"/>
<opf:item id="one" href="Eins-und-zwei.xhtml" media-type="application/xhtml+xml"/>
<opf:item id="drawing" href="drawing.xhtml" media-type="application/xhtml+xml"/>
</opf:manifest>
<opf:spine toc="ncx"><opf:itemref idref="drawing"/><opf:itemref idref="one"/></opf:spine>
<opf:guide><opf:reference type="text" title="Anfang" href="Eins-und-zwei.xhtml"/></opf:guide>
</opf:package>`,
    'OPS/toc.ncx': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="urn:uuid:0c5b3a8e-5f5c-4e3c-9a51-6f1f8b0d8a11"/><meta name="dtb:depth" content="2"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>
<docTitle><text>Der Froschkönig</text></docTitle>
<navMap><navPoint id="n1" playOrder="1"><navLabel><text>Erstes Kapitel</text></navLabel><content src="Eins-und-zwei.xhtml"/>
<navPoint id="n2" playOrder="2"><navLabel><text>Zweites &amp; letztes Kapitel</text></navLabel><content src="Eins-und-zwei.xhtml#zwei"/></navPoint></navPoint></navMap></ncx>`,
    'OPS/Styles/bücher.css': 'p { text-indent: 1em; }',
    'OPS/Images/cover.png': png(),
    'OPS/drawing.xhtml': oldPage(
      '',
      '<div style="text-align: center"><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10" version="1.1"><title>Ein Kreis</title><circle cx="5" cy="5" r="4"/></svg></div>',
    ),
    'OPS/Eins-und-zwei.xhtml': latin(
      oldPage(
        'M&auml;rchen',
        `<h2 id="eins"><big>E</big>rstes Kapitel</h2>
<p><span class="initial">I</span>n alten Zeiten, wo das W&uuml;nschen noch geholfen hat,&nbsp;lebte ein <tt>K\xf6nig</tt>, dessen T&ouml;chter waren alle sch&#246;n.</p>
<p>&bdquo;Was hast du <b>vor, Königs</b>tochter?&ldquo;, fragte der Frosch &ndash; und sie er<i>schrak</i> sehr.</p>
<table border="1" cellpadding="4" cellspacing="0" width="90%" summary="Leer"><tr valign="top"><td align="right" abbr="x">1</td><td>Nicht gelesen</td></tr></table>
<p><acronym title="und so weiter">usw.</acronym><img src="Images/cover.png" alt="Deckel"/></p>
<hr class="trennung"/>
<h2 id="zwei">Zweites Kapitel</h2>
<p>Am andern Tage, als sie mit dem K&ouml;nig und allen Hofleuten sich zur Tafel gesetzt hatte, kam etwas die Marmor&shy;treppe heraufgekrochen.</p>
<ol type="1"><li value="3">Eine Aufz&auml;hlung</li></ol>`,
      ),
    ),
  });
}

/** The spoken lines of `notesEpub`. */
export const NOTES_SCRIPT = `# 吾輩は猫である

吾輩は猫である。名前はまだ無い。

どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。

# 二

東京の書生は食べるという話である。しかしその当時は何という考もなかった。

# Nachwort

Der Übersetzer dankt allen & jedem.
`;

/** A Japanese novel with ruby, notes, pictures, entities, nested elements, and two chapters in a file; EPUB 3. */
export function notesEpub(): Uint8Array {
  const page = (title: string, body: string, language = 'ja'): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">
<head><meta charset="UTF-8"/><title>${title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>`;
  return zipped({
    'OPS/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="ja" prefix="ibooks: http://vocabulary.itunes.apple.com/rdf/ibooks/vocabulary-extensions-1.0/">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:3a0c6d5f-77d5-4d2a-8f4c-0e7f5b6c9d22</dc:identifier>
<dc:title>吾輩は猫である</dc:title>
<dc:language>ja</dc:language>
<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="style.css" media-type="text/css"/>
<item id="picture" href="images/cat.png" media-type="image/png" properties="cover-image"/>
<item id="text" href="text.xhtml" media-type="application/xhtml+xml"/>
<item id="after" href="after.xhtml" media-type="application/xhtml+xml"/>
<item id="notes" href="notes.xhtml" media-type="application/xhtml+xml"/>
</manifest>
<spine page-progression-direction="rtl"><itemref idref="text"/><itemref idref="after"/><itemref idref="notes" linear="no"/></spine>
</package>`,
    'OPS/style.css': '.dot { text-emphasis: filled; }',
    'OPS/images/cat.png': png(),
    'OPS/nav.xhtml': page(
      '目次',
      '<nav epub:type="toc"><h1>目次</h1><ol><li><a href="text.xhtml#one">吾輩は猫である</a></li><li><a href="text.xhtml#two">二</a></li><li><a href="after.xhtml">Nachwort</a></li><li><a href="notes.xhtml">注</a></li></ol></nav>',
    ),
    'OPS/text.xhtml': page(
      '本文',
      `<section id="one" epub:type="chapter"><h1><ruby>吾輩<rp>(</rp><rt>わがはい</rt><rp>)</rp></ruby>は猫である</h1>
<p id="w1"><ruby>吾輩<rt>わがはい</rt></ruby>は<span class="dot"><span>猫</span>で</span>ある。<em>名前</em>はまだ無い。<a epub:type="noteref" href="notes.xhtml#n1" id="r1">注1</a></p>
<figure><img src="images/cat.png" alt="猫の絵"/><figcaption>猫の絵</figcaption></figure>
<p>どこで<ruby>生<rt>うま</rt></ruby>れたか<br/>とんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している<sup><a epub:type="noteref" href="notes.xhtml#n2" id="r2">2</a></sup>。</p></section>
<section id="two" epub:type="chapter"><h2>二</h2>
<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>の書生は<ruby>食<rt>た</rt></ruby>べるという話である。しかしその当時は何という考もなかった。<!-- 終 --></p></section>`,
    ),
    'OPS/after.xhtml': page(
      'Nachwort',
      '<h1>Nach<i>wort</i></h1><div><p xml:lang="de">Der <a href="https://example.org/?a=1&amp;b=2">Über<b>setzer</b></a> dankt <q>allen</q> &amp; <span class="dot">jedem</span>.</p></div>',
      'de',
    ),
    'OPS/notes.xhtml': page(
      '注',
      '<aside id="n1" epub:type="footnote"><p>名前のこと。<a href="text.xhtml#r1">戻る</a></p></aside><aside id="n2" epub:type="footnote"><p>鳴き声。</p></aside>',
    ),
  });
}
