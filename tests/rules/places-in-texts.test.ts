import { describe, expect, test } from 'bun:test';
import { placeCells } from '#src/features/sources/items/places-in-texts.ts';

const placeOf = (text: string) => {
  const { ort = '', landskap = '', address = '' } = placeCells(text);
  return [ort, landskap, address];
};

describe('a location', () => {
  test.each([
    ['Vagnhärad, Trostorpsrakan start och mål', ['Vagnhärad', '', 'Trostorpsrakan start och mål']],
    ['Slite, Gotland.', ['Slite', 'Gotland', '']],
    ['Mora, Dalarnas län', ['Mora', 'Dalarna', '']],
    ['Mora, Dalarnas län, 792 30, Sverige', ['Mora', 'Dalarna', '792 30']],
    ['Start: Slottsskogsvallen, 413 08 Göteborg, Sweden', ['Göteborg', '', 'Slottsskogsvallen']],
    ['Storgatan 1, SE-123 45 Ort', ['Ort', '', 'Storgatan 1']],
    ['Storgatan 1, 12345 Ort', ['Ort', '', 'Storgatan 1']],
    ['Storgatan 1, S-123 45 Ort, Sweden', ['Ort', '', 'Storgatan 1']],
    ['Umeå, Centrum', ['Umeå', '', 'Centrum']],
    ['Umeå centrum', ['Umeå', '', 'Umeå centrum']],
    ['Mora kommun', ['Mora', '', '']],
    ['Ort: Mora', ['Mora', '', '']],
    ['MORA', ['Mora', '', '']],
    ['Vasaparken (Stockholm)', ['Stockholm', '', 'Vasaparken (Stockholm)']],
    ['Vasaparken - Stockholm', ['Stockholm', '', 'Vasaparken - Stockholm']],
    ['Friidrottens hus i Göteborg', ['Göteborg', '', 'Friidrottens hus i Göteborg']],
    ['Klubbstugan, Ljung', ['Ljung', '', 'Klubbstugan']],
    ['Ljung, Klubbstugan', ['Ljung', '', 'Klubbstugan']],
    ['Slottsskogsvallen, Göteborg, Västra Götalands län', ['Göteborg', 'Västergötland', 'Slottsskogsvallen']],
    ['Ljung, Västra Götalands län', ['Ljung', '', 'Västra Götalands län']],
    ['Gotland', ['', 'Gotland', '']],
    ['Skåne län', ['', 'Skåne', '']],
    ['Klubbstugan', ['', '', 'Klubbstugan']],
    ['59.33, 18.06', ['', '', '59.33, 18.06']],
    ['57.7089,11.9746', ['', '', '57.7089,11.9746']],
    ['59,3293; 18,0686', ['', '', '59,3293; 18,0686']],
    ['59°19′N 18°03′E', ['', '', '59°19′N 18°03′E']],
    ['59°19\'46.2"N 18°03\'58.7"E', ['', '', '59°19\'46.2"N 18°03\'58.7"E']],
    ['N 59.3293 E 18.0686', ['', '', 'N 59.3293 E 18.0686']],
    ['Mora, 61.0049, 14.5371', ['Mora', '', '61.0049, 14.5371']],
    ['792 30', ['', '', '792 30']],
    ['792 30, Mora', ['Mora', '', '792 30']],
    ['', ['', '', '']],
    ['https://example.com/karta', ['', '', 'https://example.com/karta']],
    ['Oslo, Norge', ['Oslo', '', 'Norge']],
    ['Klintehamn (Gotland)', ['Klintehamn', 'Gotland', '']],
    ['Lund - Skåne', ['Lund', 'Skåne', '']],
    ['Slite, Gotlands kommun', ['Slite', 'Gotland', '']],
    ['Slite, Region Gotland', ['Slite', 'Gotland', '']],
    ['Nyköping, Sörmlands län', ['Nyköping', 'Södermanland', '']],
    ['Mora Sverige', ['Mora', '', '']],
    ['Gothenburg, Sweden', ['Göteborg', '', '']],
    ['Stockholm, Stockholm', ['Stockholm', '', '']],
    ['Vasagatan 1 792 30 Mora', ['Mora', '', 'Vasagatan 1']],
    ['Slottsskogsvallen Göteborg', ['Göteborg', '', 'Slottsskogsvallen Göteborg']],
    ['Göteborg: Slottsskogsvallen', ['Göteborg', '', 'Göteborg: Slottsskogsvallen']],
    ['Idre Fjäll, Älvdalens kommun', ['Älvdalen', '', 'Idre Fjäll']],
    ['Lunds kommun', ['Lund', '', '']],
    ['Docksta, Höga Kusten, Ångermanland', ['Docksta', 'Ångermanland', 'Höga Kusten']],
    ['Plikta, Slottsskogen', ['', '', 'Plikta, Slottsskogen']],
    ['Vallda i Kungsbacka kommun', ['Kungsbacka', '', 'Vallda i Kungsbacka kommun']],
    ['Kyrkan i Mora centrum', ['Mora', '', 'Kyrkan i Mora centrum']],
    ['Lördag kl 11.00 Stortorget Örebro City', ['Örebro', '', 'Lördag kl 11.00 Stortorget Örebro City']],
    ['Mt. Hood, OR', ['', '', 'Mt. Hood, OR']],
    ['OR', ['Or', '', '']],
    ['Or, Dalsland', ['Or', 'Dalsland', '']],
    [
      'I fjällen går landets finaste lopp. Start vid gränsen',
      ['', '', 'I fjällen går landets finaste lopp, Start vid gränsen'],
    ],
    [
      'I fjällen går landets finaste lopp, Klubbstugan',
      ['', '', 'I fjällen går landets finaste lopp, Klubbstugan'],
    ],
    ['Mer information kommer senare, Sverige', ['', '', 'Mer information kommer senare']],
    ['Norra Stora Lilla Byn, Sverige', ['Norra Stora Lilla Byn', '', '']],
    ['Berga by, Sverige', ['Berga by', '', '']],
    ['Klubbstugan, Okändby, Sverige', ['Okändby', '', 'Klubbstugan']],
    ['Start: Sälen. Mål: Mora', ['Sälen', '', 'Mora']],
    ['(59.33, 18.06)', ['', '', '59.33, 18.06']],
    ['Mora (59.33, 18.06)', ['Mora', '', '59.33, 18.06']],
    [
      'https://www.google.com/maps/@59.33,18.06,15z',
      ['', '', 'https://www.google.com/maps/@59.33,18.06,15z'],
    ],
    ['Mora https://goo.gl/maps/abc', ['Mora', '', 'https://goo.gl/maps/abc']],
    ['Stockholms stadion', ['', '', 'Stockholms stadion']],
    ['Uppsalavägen 3', ['', '', 'Uppsalavägen 3']],
  ])('%j is a town, a landskap and an address', (text, place) => expect(placeOf(text)).toEqual(place));

  test('names a town of the landskap that it says', () => {
    expect(placeOf('Ås, Jämtland')).toEqual(['Ås', 'Jämtland', '']);
    expect(placeOf('Ås, Västernorrlands län')).toEqual(['Ås', 'Ångermanland', '']);
  });

  test('takes linear time to read', () => {
    for (const piece of [
      '1',
      '1.1 ',
      '°',
      '59° ',
      ', ',
      'a i ',
      ' - ',
      'Mora ',
      '792 30 a ',
      'www.',
      "59°19'",
    ])
      expect(placeOf(piece.repeat(100_000))[0]?.length).toBeLessThan(1001);
  });
});

test('a place that is not known yet is neither a town nor an address', () => {
  for (const location of ['TBA', '?', 'Ej bestämt'])
    expect(placeCells(location)).toEqual({ ort: '', landskap: '', address: '' });
  expect(placeCells('Ej bestämt, Mora')).toMatchObject({ ort: 'Mora', address: '' });
});
