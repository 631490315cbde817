import { writeICalendar } from '#src/features/events/feeds/icalendar.ts';
import { siteUrlOf } from '#src/platform/config.ts';
import { SHARED } from '#src/platform/http/caching.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { FEEDS } from '#src/shared/feeds.ts';
import { fileOf, fileResponse } from './file.ts';
import { exactPositions, type FileSources } from './file-sources.ts';
import type { Client, FindRace } from './rendered-pages.ts';

/**
 * The calendar file of the race with the page `path`. Undefined if there is no such race. Throws `request.too_many`.
 */
export async function serveRaceCalendar(
  { config, now, budget }: Pick<FileSources, 'config' | 'now' | 'budget'>,
  findRace: FindRace,
  request: Request,
  path: string,
  client: Client,
): Promise<Response | undefined> {
  client.countRead();
  const race = await findRace(path);
  const end = await budget.begin(client);
  try {
    // A calendar file is of one edition.
    if (!race || race.event.url !== path) return undefined;
    const { event, located } = race;
    const origin = siteUrlOf(config);
    const text = await writeICalendar({
      title: event.event_name,
      siteName: config.siteName,
      origin,
      url: `${origin}${path}.ics`,
      pageUrl: `${origin}${path}`,
      events: [event],
      positions: exactPositions(located ? [{ id: event.id, ...located }] : []),
      today: dayInStockholm(now()),
      updated: event.updated_at,
    });
    const file = await fileOf(`${FEEDS['/lopp.ics']}; charset=utf-8`, text);
    const response = fileResponse(request, file, SHARED);
    const filename = `${path.split('/').slice(2).join('-')}.ics`;
    response.headers.set('content-disposition', `inline; filename="${filename}"`);
    return response;
  } finally {
    end();
  }
}
