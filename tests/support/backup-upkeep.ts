/**
 * Fills the tables of history, sources, organisers and admin accounts, for the events and admins that exist. `line` and
 * `instant` are expressions of `n`. Every column has a value in some row.
 */
export const upkeepSql = (line: string, instant: string) => `
  create temp table upkeep on commit drop as
    select id as event_id, series_id, event_name, row_number() over (order by id) as n from events;
  update admins set email = username || '@example.se', wants_digest = true, digest_sent_on = '2027-01-04',
    totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = created_at, totp_last_step = 59000000 where username like 'other%';
  insert into admin_passkeys select 'nyckel_' || n, id, 'cHVibGlj-' || n, n, array['internal', 'hybrid'], ${line}, ${instant}, ${instant}
    from (select id, row_number() over (order by id) as n from admins where username like 'other%') a;
  insert into admin_recovery_codes select id, repeat('ab', 32), ${instant}
    from (select id, row_number() over (order by id) as n from admins where username like 'other%') a;
  insert into organisers select gen_random_uuid(), series_id, 'arr' || n || '@example.se',
    encode(sha256(n::text::bytea), 'hex'), ${instant}, 'vera', ${instant}, case when n % 2 = 0 then ${instant} end, ${instant}
    from upkeep where series_id is not null;
  -- A server that runs does not fetch them.
  insert into sources select gen_random_uuid(), ${line}, 'https://lopp.example/kalender/' || n || '.ics', n % 2 = 0,
    jsonb_build_object('sport_type', 'OCR', 'distances', '10 km', 'landskap', 'Dalarna'), ${instant}, timestamptz '2190-01-01 00:00Z', ${instant},
    ${instant}, 'source.unreachable', '"abc"', 'Wed, 21 Oct 2026 07:28:00 GMT', n from generate_series(1, 3) as n;
  insert into event_batches select gen_random_uuid(), (array['import', 'source', 'bulk', 'undo'])[n % 4 + 1], ${line}, 'vera',
    (select id from sources order by id limit 1), ${instant}, n, n, n, ${instant}, 'vera' from generate_series(1, 4) as n;
  insert into event_revisions select gen_random_uuid(), event_id, (select id from event_batches order by id limit 1), ${instant},
    (array['admin', 'organiser', 'source', 'geocoder', 'system'])[n % 5 + 1], ${line},
    '{"organizer": null, "distances": ["5 km"], "banner_start_date": null}',
    jsonb_build_object('organizer', 'IFK', 'distances', array['10 km'], 'banner_start_date', to_jsonb(${instant})) from upkeep;
  insert into event_proposals select gen_random_uuid(), event_id, (select id from organisers o where o.series_id = upkeep.series_id order by id limit 1),
    'arr@example.se', '{"event_name": "Före"}', jsonb_build_object('event_name', event_name),
    (array['pending', 'approved', 'rejected'])[n % 3 + 1], ${instant}, ${line}, ${instant}, 'vera' from upkeep;
  insert into page_views select event_id, date '2027-01-01' + n::int % 300, n from upkeep;
  insert into distinct_events select event_id, lead, ${instant}, 'vera'
    from (select event_id, n, lead(event_id) over (order by event_id) from upkeep) pairs where lead is not null;
  insert into source_items select (select id from sources order by id limit 1), ${line}, event_id,
    jsonb_build_object('event_name', event_name, 'distances', array['10 km']), ${instant}, ${instant} from upkeep;
  insert into source_changes select gen_random_uuid(), (select id from sources order by id limit 1), ${line}, event_id,
    case when n % 2 = 0 then '{"ort": null}'::jsonb end, '{"ort": "Mora"}', (array['pending', 'ignored'])[n % 2 + 1], ${instant}
    from upkeep;
  insert into link_checks select left(encode(sha256(('https://lopp.example/' || n)::bytea), 'hex'), 32)::uuid, 'https://lopp.example/' || n,
    'lopp.example', (array['unchecked', 'ok', 'unknown', 'failing', 'dead'])[n % 5 + 1], 404, 'http', n, ${instant}, ${instant},
    ${instant} from upkeep;`;
