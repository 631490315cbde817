export const RACE = {
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  sport_type: 'Längdskidor',
  distances: '90 km',
  ort: 'Mora',
  landskap: 'Dalarna',
};

/** What a visitor of the frame reads. */
export const textOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>|<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

export const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
