import { describe, expect, test } from 'bun:test';
import { readTitle } from '#src/features/imports/rows/title-words.ts';

const stateOf = (title: string) => {
  const { name, status, soldOut } = readTitle(title);
  return [name, status ?? (soldOut ? 'sold out' : undefined)];
};

describe('a title', () => {
  test.each([
    'Canceled: Loppet',
    'CANCELLED - Loppet',
    'Cancelled – Loppet',
    'Loppet - INSTÄLLT',
    'Loppet – inställt',
    'Loppet (inställt)',
    'Loppet (INSTÄLLT!)',
    'Loppet [Cancelled]',
    'Loppet, inställt',
    'Loppet: inställt',
    'Loppet INSTÄLLT',
    'Loppet INSTÄLLT!',
    'Loppet ❌ INSTÄLLT ❌',
    'INSTÄLLT Loppet',
    'inställt Loppet',
    'Inställt Loppet',
    '[INSTÄLLT] Loppet',
    '(inställd) Loppet',
    'INSTÄLLT! Loppet',
    '*** INSTÄLLT *** Loppet',
    '❌ INSTÄLLT ❌ Loppet',
    '⚠️ Inställt: Loppet',
    'AVLYST: Loppet',
    'AFLYST | Loppet',
    'Loppet // AVLYST',
    'Loppet - INSTÄLLT pga snö',
    'Loppet (inställt pga väder)',
    'INSTÄLLT p.g.a. snö: Loppet',
    'Inställt 2027 – Loppet',
    'Loppet är inställt',
    'Loppet inställt',
    'Loppet är INSTÄLLT!',
    'Loppet er avlyst',
    'Loppet cancelled',
    'Loppet INSTÄLLT pga snö',
    'Loppet inställt på grund av för få anmälda',
    'Loppet INSTÄLLT 2027',
    'INSTÄLLT-Loppet',
    'Loppet/INSTÄLLT',
    'Loppet. INSTÄLLT.',
    'Loppet... INSTÄLLT',
    '~~Loppet~~ INSTÄLLT',
    'INSTÄLLT (Loppet)',
    'OBS! INSTÄLLT! Loppet',
    'OBS: Loppet inställt',
    'Tyvärr inställt: Loppet',
    'Tävlingen inställd: Loppet',
    'Loppet (tävlingen är inställd)',
    'Race cancelled - Loppet',
    'Loppet – Status: inställt',
    'Cancelled Loppet',
    'INSTA\u0308LLT: Loppet'.normalize('NFC'),
  ])('%j says that the race is cancelled', (title) =>
    expect(stateOf(title)).toEqual(['Loppet', 'cancelled']),
  );

  test.each([
    'FRAMFLYTTAT: Loppet',
    'Loppet - framflyttat till hösten',
    'Loppet (uppskjutet)',
    'UTSATT – Loppet',
    'UDSAT: Loppet',
    'Loppet [POSTPONED]',
    'Postponed: Loppet',
    'RESCHEDULED Loppet',
    'Loppet (rescheduled)',
    'Loppet framflyttat till 5 juni',
    'Loppet (uppskjutet på obestämd tid)',
  ])('%j says that the race is postponed', (title) =>
    expect(stateOf(title)).toEqual(['Loppet', 'postponed']),
  );

  test.each([
    'SLUTSÅLT! Loppet',
    'Loppet - slutsålt',
    'Loppet (fulltecknat)',
    'FULLTECKNAT Loppet',
    'UTSOLGT: Loppet',
    'Loppet – FULLTEGNET',
    'UDSOLGT - Loppet',
    'Sold out: Loppet',
    'Loppet (SOLD OUT)',
    'SOLD-OUT | Loppet',
    'Loppet slutsålt!',
    'Loppet (fullsatt)',
    'FULL: Loppet',
    '[FULL] Loppet',
    'Loppet (FULL)',
    'Loppet - FULL',
    'Loppet (fullt)',
  ])('%j says that the race is sold out', (title) => expect(stateOf(title)).toEqual(['Loppet', 'sold out']));

  test('may say two things', () => {
    expect(readTitle('SLUTSÅLT / INSTÄLLT: Loppet')).toEqual({
      name: 'Loppet',
      status: 'cancelled',
      soldOut: true,
      isNameless: false,
    });
  });

  test('keeps what else it says', () => {
    expect(stateOf('Coniston Fair - CANCELLED (AS)')).toEqual(['Coniston Fair (AS)', 'cancelled']);
    expect(stateOf('Loppet [INSTÄLLT] Mora')).toEqual(['Loppet Mora', 'cancelled']);
    expect(stateOf('Loppet INSTÄLLT (10 km)')).toEqual(['Loppet (10 km)', 'cancelled']);
    expect(stateOf('Loppet INSTÄLLT 22 maj')).toEqual(['Loppet 22 maj', 'cancelled']);
    expect(stateOf('Inställt!')).toEqual(['Inställt!', 'cancelled']);
    expect(stateOf('INSTÄLLT')).toEqual(['INSTÄLLT', 'cancelled']);
  });

  test.each([
    'Loppet ej inställt',
    'Loppet (ej inställt)',
    'Loppet - ej inställt',
    'LOPPET ÄR EJ INSTÄLLT',
    'Loppet är inte inställt',
    'Loppet - inte inställt!',
    'Loppet blir inte inställt',
    'Blir loppet inställt?',
    'Inställda loppet',
    'Inställt lopp i Mora',
    'Sold Out Run',
    'Cancelled Heroes Run',
    'Utsattas lopp',
    'Fulltecknatloppet',
    'Aldrig-inställt-loppet',
    'Loppet som inte är utsatt för väder',
    'Not cancelled: Loppet',
    'Anmälan kan inte bli inställd',
    'Loppet (inställt?)',
    'Inställda Loppet',
    'Loppet – barnloppet inställt',
    'Loppet - 5 km INSTÄLLT',
    'Loppet (10 km slutsålt)',
    'Loppet – nästan fulltecknat',
    'Snart slutsålt: Loppet',
    'Loppet 2026 inställt, nytt datum 2027',
    'Det blev INSTÄLLT Loppet',
    'Full fart Loppet',
    'Loppet: Full distans',
    'Loppet - Full',
    'FULL MOON RUN',
    'Ironman (FULL)',
    'HALF / FULL',
  ])('%j says nothing', (title) => expect(stateOf(title)).toEqual([title, undefined]));

  test('takes linear time to read', () => {
    for (const piece of [
      'INSTÄLLT ',
      '(',
      ' - ',
      'inställt pga ',
      '! ',
      ' ',
      '- inställt',
      '1',
      'a',
      '.',
      ' INSTÄLLT 1',
      'FULL ',
    ])
      expect(readTitle(piece.repeat(100_000)).name.length).toBeGreaterThan(-1);
  });

  test('takes a millisecond at most, whatever the gaps between signs are', () => {
    const titles = [200, 500].map((length) => `A ${'        ('.repeat(60).slice(0, length - 12)} B inställ`);
    const before = process.cpuUsage();
    for (let count = 0; count < 300; count++) for (const title of titles) readTitle(title);
    expect(process.cpuUsage(before).user / 600).toBeLessThan(1000);
  });

  test('leaves titles alone that are longer than any name', () => {
    const title = `INSTÄLLT: ${'Loppet '.repeat(60)}`.trim();
    expect(readTitle(title)).toEqual({ name: title, status: undefined, soldOut: false, isNameless: false });
  });
});
