import { describe, expect, test } from 'bun:test';
import { daysIn } from '../../src/features/events/sources/days-in-texts';

const daysOf = (text: string) => {
  const found = daysIn(text);
  return found && [found.day, found.endDay].filter(Boolean).join(' ');
};

describe('the days in a text', () => {
  test.each([
    ['Loppet, 22–23 maj 2027', '2027-05-22 2027-05-23'],
    ['Loppet 22-23 maj 2027', '2027-05-22 2027-05-23'],
    ['Loppet 22 - 23 maj 2027', '2027-05-22 2027-05-23'],
    ['Loppet 22 och 23 maj 2027', '2027-05-22 2027-05-23'],
    ['Loppet 22. – 23. mai 2027', '2027-05-22 2027-05-23'],
    ['Loppet, 30 juni – 2 juli 2027', '2027-06-30 2027-07-02'],
    ['Loppet, 30 juni 2027 – 2 juli 2027', '2027-06-30 2027-07-02'],
    ['Loppet 31 dec – 1 jan 2028', '2027-12-31 2028-01-01'],
    ['Loppet lördag 22 maj 2027', '2027-05-22'],
    ['Loppet, lördag 22 – söndag 23 maj 2027', '2027-05-22 2027-05-23'],
    ['lördagen den 22:a maj 2027', '2027-05-22'],
    ['Loppet den 22 maj 2027 i Mora', '2027-05-22'],
    ['Loppet 22 MAJ 2027', '2027-05-22'],
    ['May 22, 2027', '2027-05-22'],
    ['May 22nd, 2027', '2027-05-22'],
    ['May 22–23, 2027', '2027-05-22 2027-05-23'],
    ['May 30 – June 2, 2027', '2027-05-30 2027-06-02'],
    ['22nd of May 2027', '2027-05-22'],
    ['Saturday 22 May 2027', '2027-05-22'],
    ['22.5.2027', '2027-05-22'],
    ['22.05.2027', '2027-05-22'],
    ['22.–23.5.2027', '2027-05-22 2027-05-23'],
    ['30.6.–2.7.2027', '2027-06-30 2027-07-02'],
    ['22/5 2027', '2027-05-22'],
    ['22/5-2027', '2027-05-22'],
    ['22/5/2027', '2027-05-22'],
    ['22–23/5 2027', '2027-05-22 2027-05-23'],
    ['30/6 – 2/7 2027', '2027-06-30 2027-07-02'],
    ['2027-05-22', '2027-05-22'],
    ['2027-05-22 – 2027-05-23', '2027-05-22 2027-05-23'],
    ['Loppet 5 km, 22 maj 2027', '2027-05-22'],
    ['Den 31 februari 2027, nej 1 mars 2027', '2027-03-01'],
    ['22 & 29 maj 2027', '2027-05-22'],
    ['22 oktober 2027', '2027-10-22'],
    ['22 September 2027', '2027-09-22'],
    ['22\u00a0maj\u00a02027', '2027-05-22'],
  ])('%j are %j', (text, days) => expect(daysOf(text)).toBe(days));

  test.each([
    'Loppet 22 maj',
    'Loppet 22/5',
    'Loppet 2027',
    'maj 2027',
    '31 februari 2027',
    '29 februari 2027',
    '22–32 maj 2027',
    '32 maj 2027',
    '22/13 2027',
    '0 maj 2027',
    '5 marathon 2027',
    '10 majblommor 2027',
  ])('are none in %j', (text) => expect(daysIn(text)).toBeUndefined());

  test('take linear time to find', () => {
    for (const piece of [
      '22 ',
      '22 maj ',
      '1/1 ',
      '22–',
      'May 22 ',
      '1.1.',
      '2027-',
      ' ',
      '31 februari 2027 ',
    ])
      expect(daysIn(piece.repeat(200_000 / piece.length))).toBeUndefined();
  });
});
