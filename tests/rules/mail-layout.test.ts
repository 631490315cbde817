import { expect, test } from 'bun:test';
import { renderMail } from '../../src/platform/mail/layout';

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
