import * as table from '#db/schema/index.ts';
import type { Database } from '#src/platform/database.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { ALWAYS_CONFIRMED } from '#tests/support/content.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { addFactors, totpOf } from './factors.ts';
import { FIRST_NUMBERS, MEMBER, marker, OTHER, PASSWORD } from './people.ts';
import { addUpkeep } from './upkeep.ts';
import { addWatches } from './watches.ts';

const FAR_FUTURE = '2099-01-01T00:00:00.000Z';
const ROW_COUNT = 24;
const SINGLE_USE_COUNT = 40;
/** More than there are operations, so that no operation uses a session that another has ended. */
const ADMIN_COUNT = 260;

export type World = Awaited<ReturnType<typeof makeWorld>>;

let cachedHash: string | undefined;
let worldCount = 0;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const itemAt = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

const TABLES = `admins, marketplace_users, marketplace_usernames, events, series, event_submissions, banners, notices, evidence,
  contact_messages, contact_info, marketplace_settings, watchers, watch_requests, audit_log, outbox, rate_limits, deleted_accounts,
  sources, event_batches, link_checks`;

/** `feedUrl` is the address of a calendar that sources can fetch. */
export async function makeWorld({ db, sql }: Pick<Database, 'db' | 'sql'>, feedUrl: string) {
  cachedHash ??= await hashPassword(PASSWORD);
  const password_hash = cachedHash;
  const round = ++worldCount;
  await emptyTables(sql, TABLES);

  const accountRow = (number: number, is_verified = true) => ({
    id: Bun.randomUUIDv7(),
    email: `${marker('e', number)}-${round}@example.se`,
    username: `person.${number}.${round}`,
    password_hash,
    full_name: `Person Nummer${number}`,
    phone_number: `070-${marker('p', number)}`,
    is_verified,
  });
  const people = range(ROW_COUNT + 2).map((number) => accountRow(number));
  // Members who log out or delete their account, so each is used once; and members who are not verified yet.
  const spare = range(SINGLE_USE_COUNT).map((number) => accountRow(FIRST_NUMBERS.spare + number));
  const unverified = range(SINGLE_USE_COUNT).map((number) =>
    accountRow(FIRST_NUMBERS.unverified + number, false),
  );
  // These members can only use links from mails.
  const suspended = range(SINGLE_USE_COUNT).map((number) => ({
    ...accountRow(FIRST_NUMBERS.suspended + number),
    is_suspended: true,
  }));
  await db.insert(table.accounts).values([...people, ...spare, ...unverified, ...suspended]);
  const [member, other] = [itemAt(people, MEMBER), itemAt(people, OTHER)];
  const strangers = people.slice(2);

  const adminRow = (username: string) => ({ id: Bun.randomUUIDv7(), username, password_hash });
  // Each session has its own admin, because a change of password ends the admin's other sessions.
  const admins = range(ADMIN_COUNT).map((number) => ({
    ...adminRow(`granskaren${number}`),
    ...totpOf(number),
  }));
  await db.insert(table.admins).values([...admins, adminRow('inloggaren')]);

  const tokenOf = (name: string) => `${marker('t', round)}-${name}-${Bun.randomUUIDv7()}`;
  const hashAll = (tokens: string[]) => Promise.all(tokens.map(hashToken));
  const sessionsOf = async (name: string, users: { id: string }[]) => {
    const tokens = users.map((_, index) => tokenOf(`${name}${index}`));
    const hashes = await hashAll(tokens);
    await db.insert(table.sessions).values(
      users.map(({ id }, index) => ({
        token_hash: itemAt(hashes, index),
        user_id: id,
        expires_at: FAR_FUTURE,
      })),
    );
    return tokens;
  };
  const adminTokens = range(ADMIN_COUNT).map((index) => tokenOf(`admin${index}`));
  await db.insert(table.adminSessions).values(
    (await hashAll(adminTokens)).map((token_hash, index) => ({
      token_hash,
      admin_id: itemAt(admins, index).id,
      expires_at: FAR_FUTURE,
      confirmed_at: ALWAYS_CONFIRMED,
      has_second_factor: true,
    })),
  );
  const linksOf = async (purpose: 'verification' | 'reset' | 'privacy', users: { id: string }[]) => {
    const tokens = users.map((_, index) => tokenOf(`${purpose}${index}`));
    const hashes = await hashAll(tokens);
    await db.insert(table.accountTokens).values(
      users.map(({ id }, index) => ({
        token_hash: itemAt(hashes, index),
        purpose,
        user_id: id,
        expires_at: FAR_FUTURE,
      })),
    );
    return tokens;
  };

  const race = { event_date: '2099-05-01', sport_type: 'Löpning', distances: ['10 km'] };
  const events = range(ROW_COUNT).map((n) => ({
    ...race,
    id: Bun.randomUUIDv7(),
    event_name: `Loppet ${n}`,
  }));
  await db.insert(table.events).values(events);
  const series = range(ROW_COUNT * 2).map((n) => ({
    id: Bun.randomUUIDv7(),
    name: `Serien ${n}`,
    slug: `serien-${n}`,
  }));
  await db.insert(table.series).values(series);
  await db
    .insert(table.events)
    .values(series.map(({ id, name }) => ({ ...race, event_name: name, series_id: id, edition: '2099' })));
  const adRow = (user_id: string, n: number) => ({
    id: Bun.randomUUIDv7(),
    announcement_type: 'sale' as const,
    event_id: itemAt(events, n).id,
    event_name: itemAt(events, n).event_name,
    event_date: '2099-05-01',
    distance: '10 km',
    price: 500,
    user_id,
  });
  const ownAds = range(ROW_COUNT).map((n) => adRow(member.id, n));
  const otherAds = range(ROW_COUNT).map((n) => adRow(n % 2 ? other.id : itemAt(strangers, n).id, n));
  const orderNumbers = await db
    .insert(table.announcements)
    .values([...ownAds, ...otherAds])
    .returning({ order_number: table.announcements.order_number });
  const conversations = otherAds.slice(0, ROW_COUNT / 2).map((ad) => ({
    id: Bun.randomUUIDv7(),
    announcement_id: ad.id,
    participant_id: member.id,
  }));
  const ownConversations = ownAds.map(({ id }) => ({
    id: Bun.randomUUIDv7(),
    announcement_id: id,
    participant_id: other.id,
  }));
  await db.insert(table.conversations).values([...conversations, ...ownConversations]);
  await db.insert(table.messages).values(
    conversations.flatMap((one, n) => [
      { conversation_id: one.id, sender_id: member.id, message_text: 'Finns den kvar?' },
      { conversation_id: one.id, sender_id: itemAt(otherAds, n).user_id, message_text: 'Ja.' },
    ]),
  );
  await db
    .insert(table.messages)
    .values(
      ownConversations.map(({ id }) => ({ conversation_id: id, sender_id: other.id, message_text: 'Hej' })),
    );
  const rows = {
    submission: range(ROW_COUNT).map((n) => ({
      ...race,
      id: Bun.randomUUIDv7(),
      event_name: `Förslaget ${n}`,
      submitter_name: 'Karin',
      submitter_email: `${marker('e', FIRST_NUMBERS.proposer + n)}@example.se`,
      submitter_phone: marker('p', FIRST_NUMBERS.proposer + n),
    })),
    banner: range(ROW_COUNT).map((n) => ({
      id: Bun.randomUUIDv7(),
      title: `Banner ${n}`,
      external_url: 'https://example.se/bild.png',
      file_type: 'image' as const,
      order_index: n,
    })),
    message: range(ROW_COUNT).map((n) => ({
      id: Bun.randomUUIDv7(),
      name: 'Olle',
      email: `${marker('e', FIRST_NUMBERS.sender + n)}@example.se`,
      subject: 'Fråga',
      message: `Ring ${marker('p', FIRST_NUMBERS.sender + n)}.`,
    })),
    report: range(ROW_COUNT).map((n) => ({
      id: Bun.randomUUIDv7(),
      // Some by the member and some about them. A member must not learn who reported them.
      ...(n % 2
        ? { reported_user_id: itemAt(strangers, n).id, reporter_id: member.id, reporter_email: member.email }
        : {
            reported_user_id: n % 4 ? itemAt(strangers, n).id : member.id,
            reporter_id: itemAt(strangers, n + 1).id,
            reporter_email: `${marker('e', FIRST_NUMBERS.reporter + n)}@example.se`,
          }),
      reporter_name: 'Anna',
      reason: 'spam' as const,
      description: 'Skräp.',
    })),
  };
  await db.insert(table.submissions).values(rows.submission);
  await db.insert(table.banners).values(rows.banner);
  await db.insert(table.contactMessages).values(rows.message);
  await db.insert(table.reports).values(rows.report);
  const notices = range(ROW_COUNT).map((n) => ({
    id: Bun.randomUUIDv7(),
    url: `/marketplace/annons/${itemAt(orderNumbers, n).order_number}`,
    announcement_id: itemAt(otherAds, n).id,
    explanation: `Ring ${marker('p', FIRST_NUMBERS.informer + n)}.`,
    name: 'Karin',
    email: `${marker('e', FIRST_NUMBERS.informer + n)}@example.se`,
    good_faith: true,
  }));
  await db.insert(table.notices).values(notices);
  const statementRow = (n: number) => ({
    id: Bun.randomUUIDv7(),
    user_id: itemAt(strangers, n).id,
    kind: 'ad_deleted' as const,
  });
  const objections = range(ROW_COUNT).map((n) => ({
    ...statementRow(n),
    objection: 'Nej.',
    objected_at: '2026-01-01T00:00:00.000Z',
  }));
  // Each takes one objection.
  const open = range(SINGLE_USE_COUNT).map(statementRow);
  await db.insert(table.statements).values([...objections, ...open]);
  const statementTokens = open.map((_, index) => tokenOf(`statement${index}`));
  const statementHashes = await hashAll(statementTokens);
  await db.insert(table.statementLinks).values(
    open.map(({ id }, index) => ({
      token_hash: itemAt(statementHashes, index),
      statement_id: id,
      expires_at: FAR_FUTURE,
    })),
  );

  const organiserTokens = range(ROW_COUNT).map((index) => tokenOf(`organiser${index}`));
  const tokens: Record<'member' | 'other' | 'spare' | 'admin' | 'organiser', string[]> = {
    member: await sessionsOf(
      'member',
      range(SINGLE_USE_COUNT).map(() => member),
    ),
    other: await sessionsOf(
      'other',
      range(SINGLE_USE_COUNT).map(() => other),
    ),
    spare: await sessionsOf('spare', spare),
    admin: adminTokens,
    organiser: organiserTokens,
  };
  const placeholderValues: Record<string, string[]> = {
    event: events.map(({ id }) => id),
    series: series.slice(ROW_COUNT).map(({ id }) => id),
    series_slug: series.slice(0, ROW_COUNT).map(({ slug }) => slug),
    other_series: series.slice(0, ROW_COUNT).map(({ id }) => id),
    ad: [...ownAds, ...otherAds].map(({ id }) => id),
    own_ad: ownAds.map(({ id }) => id),
    other_ad: otherAds.map(({ id }) => id),
    conv_ad: conversations.map((one) => one.announcement_id),
    conv_other: conversations.map((_, n) => itemAt(otherAds, n).user_id),
    user: strangers.map(({ id }) => id),
    user_email: strangers.map(({ email }) => email),
    submission: rows.submission.map(({ id }) => id),
    banner: rows.banner.map(({ id }) => id),
    message: rows.message.map(({ id }) => id),
    report: rows.report.map(({ id }) => id),
    notice: notices.map(({ id }) => id),
    objection: objections.map(({ id }) => id),
    order_number: orderNumbers.map(({ order_number }) => order_number),
    statement_token: statementTokens,
    member: [member.id],
    other: [other.id],
    login_email: spare.map(({ email }) => email),
    verify_token: await linksOf('verification', unverified),
    data_token: await linksOf('privacy', suspended),
    reset_token: await linksOf('reset', spare),
    ...(await addFactors({ db }, admins, password_hash)),
    ...(await addWatches(
      { db },
      {
        count: ROW_COUNT,
        member,
        eventIds: events.map(({ id }) => id),
        ownAds,
        emailOf: (n) => `${marker('e', FIRST_NUMBERS.watcher + n)}@example.se`,
      },
    )),
    ...(await addUpkeep(
      { db },
      {
        count: ROW_COUNT,
        tokenHashes: await hashAll(organiserTokens),
        emailOf: (n) => `${marker('e', FIRST_NUMBERS.organiser + n)}@example.se`,
        feedUrl,
      },
    )),
  };
  const hashes = await hashAll([...tokens.member, ...tokens.other, ...tokens.admin, ...organiserTokens]);
  const totpSecrets = admins.map(({ totp_secret }) => totp_secret);
  return { tokens, placeholderValues, secrets: [password_hash, ...hashes, ...totpSecrets] };
}
