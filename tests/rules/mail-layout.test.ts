import { expect, test } from 'bun:test';
import { renderMail } from '#src/platform/mail/layout.ts';

test('a mail keeps the lines of a fact, indented so that they are no paragraphs of ours', () => {
  const { text, html } = renderMail(
    {
      to: 'anna@example.se',
      name: 'Anna\nEk',
      subject: 'Din annons är dold',
      preheader: '',
      paragraphs: ['Vi har dolt din annons.'],
      facts: [
        { label: 'Händelse', value: 'Du krävde förskott.\n\nDu svarade <inte>.\n' },
        { label: 'Ärende', value: 'REF1' },
      ],
      button: { label: 'Invänd', url: 'https://lopp.example/rules' },
      notes: [],
    },
    { siteName: 'Loppkalendern', siteUrl: 'https://lopp.example' },
  );
  expect(text).toContain(
    '\n\nVi har dolt din annons.\n\nHändelse: Du krävde förskott.\n  Du svarade <inte>.\nÄrende: REF1\n\n',
  );
  expect(text).toStartWith('Hej Anna Ek!\n');
  expect(html).toContain('>Du krävde förskott.<br>Du svarade &lt;inte&gt;.</td>');
});

test('a digest has a heading for each section, and links its items', () => {
  const items = [
    { title: 'Vasaloppet <90>', url: 'https://lopp.example/a', lines: ['Inställt', 'Mora\n\nEtt stycke'] },
    { title: 'Lidingöloppet', url: 'https://lopp.example/b', lines: ['Nytt datum'] },
  ];
  const { text, html } = renderMail(
    {
      to: 'anna@example.se',
      name: '',
      subject: 'Inställt: Vasaloppet, och en nyhet till',
      preheader: '',
      paragraphs: [],
      sections: [{ title: 'Ändringar', items }],
      afterFacts: ['Och 5 till.'],
      button: { label: 'Visa alla', url: 'https://lopp.example/' },
      footerLinks: [{ label: 'Avsluta', url: 'https://lopp.example/c' }],
      notes: ['Du bevakar loppet.'],
    },
    { siteName: 'Loppkalendern', siteUrl: 'https://lopp.example' },
  );
  expect(text).toStartWith(
    [
      'Hej!',
      'ÄNDRINGAR',
      'Vasaloppet <90>\nInställt\nMora Ett stycke\nhttps://lopp.example/a',
      'Lidingöloppet\nNytt datum\nhttps://lopp.example/b',
      'Och 5 till.',
      'Visa alla:\nhttps://lopp.example/',
      'Du bevakar loppet.',
      'Avsluta:\nhttps://lopp.example/c',
    ].join('\n\n'),
  );
  expect(html).toMatch(/<h2[^>]*>Ändringar<\/h2>/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/lopp\.example\/a"[^>]*>Vasaloppet &lt;90&gt;<\/a>/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/lopp\.example\/c"[^>]*>Avsluta<\/a>/);
  expect(html).not.toMatch(/<img|<link|<script|url\(|src=/);
});
