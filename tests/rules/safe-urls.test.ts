import { expect, test } from 'bun:test';
import { sourceOf } from '#src/features/banners/rules.ts';
import { mailtoUrl } from '#src/shared/text.ts';

test('sourceOf returns only files of this site and https URLs, whatever is stored', () => {
  const shownSource = (file_url: string | null, external_url: string | null) =>
    sourceOf({ file_url, external_url });
  expect(shownSource('/uploads/a.png', null)).toBe('/uploads/a.png');
  expect(shownSource(null, 'https://lopp.example/a.png')).toBe('https://lopp.example/a.png');
  for (const url of [
    'javascript:hit()',
    'data:text/html,x',
    'http://lopp.example/a.png',
    '//lopp.example/a.png',
    '/\\lopp.example/a.png',
    'https://u:p@lopp.example/',
    'ftp://lopp.example/a.png',
    '',
  ])
    expect([url, shownSource(url, null), shownSource(null, url)]).toEqual([url, null, null]);
});

test('a mailto link cannot add a recipient, a subject or a body', () => {
  expect(mailtoUrl('anna.berg@example.se')).toBe('mailto:anna.berg@example.se');
  expect(mailtoUrl('a?bcc=b%40x.se&body=x,c@example.se')).toBe(
    'mailto:a%3Fbcc%3Db%2540x.se%26body%3Dx%2Cc@example.se',
  );
});
