// `bun run admin:create USERNAME`: creates an admin or sets an admin's password. Works while the server runs.
import { fstatSync } from 'node:fs';
import type { Context } from '#src/platform/context.ts';
import { ensurePackages } from './ensure-packages.ts';
import { DONE, onCalendar, readArguments, reportMisuse, runOrReport } from './script.ts';

const HELP = `Usage: bun run admin:create [--reset-2fa] USERNAME

Creates the admin USERNAME. If that admin exists, sets a new password and ends all their sessions.
USERNAME: letters, digits, dots, hyphens, underscores; case-insensitive.

The password (8 to 128 characters) is ADMIN_PASSWORD of the environment, unless ADMIN_USERNAME names another admin.
Otherwise it is the first line of standard input, if that is a pipe or file. Otherwise it is random and printed once.

Works while the server runs. DATABASE_URL and DATA_DIR select the calendar.

  --reset-2fa  remove the second factors of USERNAME and end all their sessions, and keep the password
  --help       this text

Exit codes:
  0  done
  1  failed: there is no calendar, the database is unavailable, or there is no such admin for --reset-2fa
  2  misused: wrong arguments, or an invalid name or password`;

async function run(): Promise<number> {
  const parameters = readArguments(HELP, { missingMessage: 'Name one admin.', flags: ['reset-2fa'] });
  if (typeof parameters === 'number') return parameters;
  await ensurePackages('run');
  const { safeParse } = await import('valibot');
  const { ADMIN_NAME_IS, ADMIN_PASSWORD_IS, AdminName, AdminPassword } = await import(
    '#src/shared/admin-account.ts'
  );
  const name = safeParse(AdminName, parameters.word);
  if (!name.success) return reportMisuse(`USERNAME must be ${ADMIN_NAME_IS}.`);
  const { ADMIN_USERNAME, ADMIN_PASSWORD, ...environment } = process.env;
  if (parameters.flags['reset-2fa'])
    return runOrReport('Nothing changed.', () => onCalendar(resetFactorsOf(name.output), { environment }));
  const isForThisAdmin = !ADMIN_USERNAME || ADMIN_USERNAME.trim().toLowerCase() === name.output;
  const chosenPassword = (isForThisAdmin && ADMIN_PASSWORD) || (await firstPipedLine());
  if (chosenPassword && !safeParse(AdminPassword, chosenPassword).success)
    return reportMisuse(`The password must be ${ADMIN_PASSWORD_IS}.`);

  const work = async (context: Context) => {
    const { setAdmin } = await import('#src/features/admins/service.ts');
    const { generatePassword } = await import('#src/platform/passwords/passwords.ts');
    const password = chosenPassword || generatePassword();
    const isNew = await setAdmin(context, name.output, password);
    console.log(
      isNew
        ? `Created admin ${name.output}.`
        : `Admin ${name.output} has a new password and is logged out everywhere.`,
    );
    if (!chosenPassword) console.log(`Password: ${password} (shown only now)`);
    return DONE;
  };
  return runOrReport('Nothing changed.', () => onCalendar(work, { environment }));
}

const resetFactorsOf = (username: string) => async (context: Context) => {
  const { resetFactors } = await import('#src/features/admins/service.ts');
  if (!(await resetFactors(context, username))) throw new Error(`There is no admin ${username}.`);
  console.log(
    `Admin ${username} has no second factor and is logged out everywhere. The password is the same.`,
  );
  return DONE;
};

/** Undefined for a terminal, no input, or an empty line. */
async function firstPipedLine(): Promise<string | undefined> {
  const stat = fstatSync(0, { throwIfNoEntry: false } as never);
  if (!stat || !(stat.isFIFO() || stat.isFile() || stat.isSocket())) return undefined;
  for await (const line of console) return line.replace(/\r$/, '') || undefined;
  return undefined;
}

process.exit(await run());
