import { describe, expect, it } from 'vitest';
import { kindOfSection, kindOfTitle } from './section-kinds.ts';

const STORY = [
  'She read the letter twice. Nothing in it was new to her, and yet she put it away with care.',
  'Then she went down to the harbour. The boat had not come in.',
];
const DIALOGUE = ['“Who is there?” he asked.', '“Only me,” said Ada.', 'He opened the door and let her in.'];
const RIGHTS = [
  'Copyright © 2020 A. Writer. All rights reserved. No part of this book may be copied.',
  'ISBN 978-3-16-148410-0',
];

describe('the kind of a section', () => {
  it.each([
    ['Copyright', RIGHTS, 'copyright'],
    ['Copyright Page', RIGHTS, 'copyright'],
    ['Copyright © 2020 A. Writer', ['Published by a press.'], 'copyright'],
    ['Copyright and permissions of A. Writer', RIGHTS, 'copyright'],
    ['THE FULL PROJECT GUTENBERG™ LICENSE', ['To protect the mission.'], 'copyright'],
    ['Contents', ['One', 'Two', 'Three'], 'contents'],
    ['Index', ['Rain, 12, 14', 'Snow, 3'], 'index'],
    ['Dramatis Personae', ['ADA, a keeper. Old.', 'TOM, her son.'], 'cast-list'],
    ['The Persons of the Play', STORY, 'cast-list'],
    ['Notes', ['1. It did. Smith says so.'], 'notes'],
    ['Bibliography', ['Smith, John. The Rain. London, 1999.'], 'bibliography'],
    ['Dedication', ['To M., who was there. And to all the others.'], 'dedication'],
    ['Dedicated to M.', ['With love.'], 'dedication'],
    ['About the Author', ['A. Writer lives by the sea. She has two cats.'], 'about-author'],
    ['About the Author: A. Writer', ['She lives by the sea. She has two cats.'], 'about-author'],
    ['About the Author A. Writer', ['A. Writer lives in Hull. This is her first novel.'], 'about-author'],
    ['Also by A. Writer', ['The Long Rain', 'The Short Rain'], 'about-author'],
    ['Acknowledgements', ['Thanks to all. I could not have done it alone.'], 'about-author'],
  ] as const)('“%s” with %j', (title, texts, kind) => {
    expect(kindOfSection(title, texts)).toBe(kind);
  });

  it.each([
    'Copyright considerations',
    'Copyright, or the Right to Copy',
    'Copyrighted Love',
    'The Project Gutenberg Affair',
    'About the Author’s Mother',
    'Also by Night',
    'Other Books by the Bed',
    'Dedicated to Danger',
    'Contents',
    'The Characters',
    'Index',
    'Cover',
    'Imprint',
    'Credits',
  ])('isn’t told by the title “%s” alone, where its text is a chapter’s', (title) => {
    expect(kindOfSection(title, STORY)).toBeNull();
  });

  it.each(['Copyright', 'Notes', 'Sources', 'References', 'Dedication', 'About the Author', 'Newsletter'])(
    'isn’t told by the title “%s” where people talk in it',
    (title) => {
      expect(kindOfSection(title, DIALOGUE)).toBeNull();
    },
  );

  it.each([
    ['表紙', '目次', '奥付', 'まえがき', '著者紹介'],
    ['封面', '目录', '版权页', '前言', '作者简介'],
    ['표지', '차례', '판권지', '머리말', '지은이 소개'],
    ['आवरण', 'विषय सूची', 'कॉपीराइट', 'प्रस्तावना', 'लेखक परिचय'],
    ['الغلاف', 'المحتويات', 'حقوق النشر', 'مقدمة', 'عن المؤلف'],
    ['כריכה', 'תוכן העניינים', 'זכויות יוצרים', 'הקדמה', 'על המחבר'],
    ['Обложка', 'Оглавление', 'Выходные данные', 'Предисловие', 'Об авторе'],
    ['Обкладинка', 'Зміст', 'Вихідні дані', 'Передмова', 'Про автора'],
    ['Umschlag', 'Inhalt', 'Impressum', 'Vorwort', 'Über die Autorin'],
    ['Couverture', 'Sommaire', 'Mentions légales', 'Préface', 'À propos de l’auteur'],
    ['Portada', 'Índice', 'Créditos', 'Prólogo', 'Sobre la autora'],
    ['Copertina', 'Indice', 'Colophon', 'Prefazione', 'Sull’autore'],
    ['Capa', 'Sumário', 'Ficha técnica', 'Prefácio', 'Sobre o autor'],
    ['Omslag', 'Inhoudsopgave', 'Colofon', 'Voorwoord', 'Over de auteur'],
    ['Titelblad', 'Innehåll', 'Kolofon', 'Förord', 'Om författaren'],
    ['Titelside', 'Indhold', 'Ophavsret', 'Forord', 'Om forfatteren'],
    ['Kansi', 'Sisällys', 'Tekijänoikeudet', 'Esipuhe', 'Kirjailijasta'],
    ['Okładka', 'Spis treści', 'Strona redakcyjna', 'Przedmowa', 'O autorce'],
    ['Obálka', 'Obsah', 'Tiráž', 'Předmluva', 'O autorovi'],
    ['Címlap', 'Tartalom', 'Impresszum', 'Előszó', 'A szerzőről'],
    ['Copertă', 'Cuprins', 'Drepturi de autor', 'Prefață', 'Despre autor'],
    ['Kapak', 'İçindekiler', 'Künye', 'Önsöz', 'Yazar hakkında'],
  ])('is known in many languages: %s, %s, %s, %s, %s', (...titles) => {
    expect(titles.map((title) => kindOfSection(title, ['1']))).toEqual([
      'title-page',
      'contents',
      'copyright',
      'foreword',
      'about-author',
    ]);
  });

  it('needs no text where the title can mean nothing else', () => {
    expect(kindOfTitle('Table of Contents')).toBe('contents');
    expect(kindOfTitle('Copyright considerations')).toBeNull();
  });
});
