import type { Page } from 'playwright-core';
import { events } from '#db/schema/index.ts';
import { formatDays } from '#src/shared/dates.ts';
import type { Site } from './site.ts';

export async function readRows(page: Page): Promise<string[]> {
  return page.locator('.import-rows').evaluate(async (list) => {
    const rows = new Map<number, string>();
    for (let top = 0; ; top += list.clientHeight / 2) {
      list.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (const row of list.querySelectorAll<HTMLElement>('.import-row')) {
        const texts = [
          ...row.querySelectorAll(
            '.import-row-number, .tag, .import-row-reason, .import-row-date, .import-row-name, .import-row-facts > span',
          ),
        ];
        rows.set(Number(row.dataset.index), texts.map((one) => one.textContent?.trim()).join(' | '));
      }
      if (top >= list.scrollHeight) break;
    }
    return [...rows].sort(([a], [b]) => a - b).map(([, text]) => text);
  });
}

/** All stored events, in the format of `readRows` but without row numbers. Each row starts with `tagLabel`. */
export async function storedRows(site: Site, tagLabel: string): Promise<string[]> {
  const rows = await site.db.select().from(events);
  return rows
    .map((row) =>
      [
        tagLabel,
        formatDays(row.event_date, row.event_end_date),
        row.event_name,
        row.sport_type,
        row.distances.join(', '),
        [row.address, row.ort, row.landskap].filter(Boolean).join(', '),
        row.race_link && `Länk till loppet: ${row.race_link}`,
        row.result_link && `Länk till resultat: ${row.result_link}`,
        row.organizer && `Arrangör: ${row.organizer}`,
        row.latitude === null && 'Syns inte på kartan',
      ]
        .filter(Boolean)
        .join(' | '),
    )
    .sort();
}

export const withoutNumber = (row: string) => row.replace(/^Rad \d+ \| /, '');
