export const VALID_ROW = {
  event_date: '2027-05-22',
  event_name: 'Göteborgsvarvet',
  distances: '21,1 km',
  sport_type: 'Löpning',
  ort: 'Göteborg',
  landskap: 'Västergötland',
};

export const TODAY = '2027-01-15';
