// `bun run admin:create USERNAME`: an admin, or another password for one, also while the server runs (D3).
import { fstatSync } from 'node:fs';
import type { Context } from '../src/platform/context';
import { ensurePackages } from './ensure-packages';
import { attempt, DONE, misused, onCalendar, readWords } from './script';

const HELP = `Usage: bun run admin:create USERNAME

Makes the admin USERNAME, or gives the one of that name another password and logs them out everywhere.
USERNAME: letters, digits, dots, hyphens, underscores; upper and lower case are the same.

The password (8 to 128 characters) is ADMIN_PASSWORD of the environment, unless ADMIN_USERNAME names somebody else;
else the first line of what is piped in; else a random one, which is printed once.

Usable while the server runs; DATABASE_URL and DATA_DIR say which calendar.

  --help      this text

Exit codes:
  0  done
  1  failed: the database is away
  2  misused: wrong arguments, or a name or password that cannot be one`;

async function run(): Promise<number> {
  const words = readWords(HELP, { missing: 'Name one admin.' });
  if (typeof words === 'number') return words;
  await ensurePackages('run');
  const { safeParse } = await import('valibot');
  const { ADMIN_NAME_IS, ADMIN_PASSWORD_IS, AdminName, AdminPassword } = await import(
    '../src/shared/admin-account'
  );
  const name = safeParse(AdminName, words.word);
  if (!name.success) return misused(`USERNAME must be ${ADMIN_NAME_IS}.`);
  const { ADMIN_USERNAME, ADMIN_PASSWORD, ...environment } = process.env;
  const isTheirs = !ADMIN_USERNAME || ADMIN_USERNAME.trim().toLowerCase() === name.output;
  const given = (isTheirs && ADMIN_PASSWORD) || (await firstPipedLine());
  if (given && !safeParse(AdminPassword, given).success)
    return misused(`What is given must be ${ADMIN_PASSWORD_IS}.`);

  const work = async (context: Context) => {
    const { newPassword, setAdmin } = await import('../src/features/admins/service');
    const password = given || newPassword();
    const isNew = await setAdmin(context, name.output, password);
    console.log(
      isNew
        ? `The admin ${name.output} is made.`
        : `The admin ${name.output} has another password and is logged out.`,
    );
    if (!given) console.log(`Password: ${password} (shown only now)`);
    return DONE;
  };
  return attempt('Nothing changed.', () => onCalendar(work, environment));
}

/** The first line of a pipe or a file; undefined for a terminal, for nothing at all, and for an empty line. */
async function firstPipedLine(): Promise<string | undefined> {
  const stat = fstatSync(0, { throwIfNoEntry: false } as never);
  if (!stat || !(stat.isFIFO() || stat.isFile() || stat.isSocket())) return undefined;
  for await (const line of console) return line.replace(/\r$/, '') || undefined;
  return undefined;
}

process.exit(await run());
