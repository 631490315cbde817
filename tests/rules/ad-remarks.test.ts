import { describe, expect, test } from 'bun:test';
import { contactRemark, priceRemark } from '#client/features/announcements/remarks.ts';

describe('the remark on a price', () => {
  test.each([
    [1000, 895, null, ''],
    [1074, 895, null, ''],
    [1450, 995, null, '46 % över ordinarie.'],
    [3000, 895, null, '3,4 gånger ordinarie.'],
    [3000, 895, 750, '3,4 gånger ordinarie. Säljs oftast för 750 kr.'],
    [800, 895, 750, 'Säljs oftast för 750 kr.'],
    [700, 895, 750, ''],
    [900, null, 750, 'Säljs oftast för 750 kr.'],
    [9000, null, null, ''],
    [Number.NaN, 895, 750, ''],
  ])('is, for %p where %p is ordinary and %p usual, %p', (price, ordinary_price, median_price, remark) => {
    expect(priceRemark(price, { ordinary_price, median_price }).replaceAll('\u00a0', ' ')).toBe(remark);
  });
});

describe('the remark on a description', () => {
  test.each([
    'Ring 070-123 45 67',
    'nås på 0701234567.',
    '+46 70 123 45 67',
    '08-123 456 78',
    '(070) 123 45 67',
  ])('finds the phone number in %p', (text) => {
    expect(contactRemark(text)).toStartWith('Det ser ut som ett telefonnummer.');
  });

  test('finds an e-mail address', () => {
    expect(contactRemark('Mejla anna@exempel.se!')).toStartWith('Det ser ut som en e-postadress.');
  });

  test.each([
    '',
    'Startgrupp 4, 22 maj 2027 kl. 09:30',
    '2027-05-22, 10 000 m',
    '0,5 mil + 21,1 km för 1 295 kr',
    'Startnummer 12345',
  ])('finds nothing in %p', (text) => {
    expect(contactRemark(text)).toBe('');
  });
});
