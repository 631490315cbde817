/** The address of a calendar feed for apps, and the pages of calendars on the web that subscribe to it. */
export function calendarLinks(feed: string, name: string) {
  const webcal = feed.replace(/^https?:/, 'webcal:');
  return {
    webcal,
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: feed, name })}`,
  };
}
