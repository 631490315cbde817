import * as v from 'valibot';
import { KRONOR_MAX } from '#src/features/announcements/fields.ts';
import { isEdition, isSlug } from '#src/features/events/series/rules.ts';
import { isOwnHash } from '#src/platform/passwords/passwords.ts';
import { isDay } from '#src/shared/dates.ts';
import { DISTANCE_MAX, DISTANCES_MAX, joinDistances, splitDistances } from '#src/shared/distances.ts';
import { accountName, isEmail, requiredText, SHORT, text, URL_MAX } from '#src/shared/fields.ts';
import { isWebUrl } from '#src/shared/web-url.ts';

export const required = (max = SHORT) => requiredText('request.invalid', max);

export const textMatching = (max: number, isValid: (value: string) => boolean) =>
  v.pipe(text(), v.nonEmpty(), v.maxLength(max), v.check(isValid));

/** Of other systems: kept as it is, because it is compared character by character. */
export const foreignText = (max = SHORT) => v.pipe(text(), v.nonEmpty(), v.maxLength(max));

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

const instantWithin = (firstYear: number, lastYear: number) =>
  v.pipe(
    v.string(),
    v.maxLength(40),
    v.regex(INSTANT),
    v.check((instant) => {
      const year = new Date(instant).getUTCFullYear();
      return year >= firstYear && year <= lastYear;
    }),
  );

/** A time recorded by a server, so within these years. */
export const serverInstant = instantWithin(2000, 2199);

/** A time typed by an admin: from 1900 in any time zone to the end of year 9999. */
export const typedInstant = instantWithin(1899, 9999);

/** Some letters take more characters in lower case. */
const ACCOUNT_EMAIL_MAX = 3 * 254;
/** Earlier releases stored domains as typed. This converts them to the form used for lookups. */
export const accountEmail = v.pipe(
  textMatching(ACCOUNT_EMAIL_MAX, (value) => isEmail(value) && value === value.toLowerCase()),
  v.transform(accountName),
);

/** A user name is made from a full name, with a number appended if it was taken. */
export const username = textMatching(80, (value) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(value));

/** A user name, or the hash of one that was taken by a registration without an account. */
export const takenName = v.union([username, v.pipe(v.string(), v.maxLength(65), v.regex(/^#[0-9a-f]{64}$/))]);

export const passwordHash = textMatching(100, isOwnHash);

/** The rule of the first release. Today's is stricter, but names that were accepted before stay valid. */
export const memberName = v.pipe(
  required(),
  v.check((name) => !/:\/\/|www\.|@/i.test(name.normalize('NFKC'))),
);

export const kronor = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(KRONOR_MAX));
export const degrees = (max: number) => v.pipe(v.number(), v.minValue(-max), v.maxValue(max));

/** At least four digits, and no leading zero if there are more. JSON numbers are exact up to 15 digits. */
export const orderNumber = textMatching(
  20,
  (value) => /^SP-(\d{4}|[1-9]\d{4,14})$/.test(value) && value !== 'SP-0000',
);

export const distances = v.pipe(
  v.array(v.string()),
  v.minLength(1),
  v.maxLength(DISTANCES_MAX),
  v.everyItem((distance) => distance.length <= DISTANCE_MAX && distance.isWellFormed()),
  v.check((list) => Bun.deepEquals(splitDistances(joinDistances(list)), list)),
);

/** The range of PostgreSQL's integer. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));

/** Leaves room for later increments. */
export const version = v.pipe(count, v.minValue(1), v.maxValue(2 ** 30));

/** Links in mails have two bytes for the number of a watch. */
const WATCH_NUMBER_MAX = 0xffff;
export const watchCount = v.pipe(count, v.maxValue(WATCH_NUMBER_MAX));
export const watchNumber = v.pipe(watchCount, v.minValue(1));

export const day = v.pipe(v.string(), v.check(isDay));
export const hash = textMatching(64, (value) => /^[0-9a-f]{64}$/.test(value));
export const base64Url = (max: number) => textMatching(max, (value) => /^[\w-]+$/.test(value));
export const webUrl = textMatching(URL_MAX, isWebUrl);
export const edition = textMatching(20, isEdition);
export const slug = textMatching(200, isSlug);
