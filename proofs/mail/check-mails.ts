import type { ReadMail } from '#tests/support/mails.ts';
import { addressOf, PASSWORD, visitorOf } from './registrations.ts';

/** Whoever registered again because the first response was lost gets a link to choose a password instead. */
export async function checkMails(url: string, accepted: ReadMail[], registered: number) {
  const byAddress = Map.groupBy(accepted, ({ to }) => to?.[0]?.address ?? '');
  const lostMails: string[] = [];
  const brokenLinks: string[] = [];
  for (let number = 0; number < registered; number++) {
    const address = addressOf(number);
    const mails = byAddress.get(address);
    if (!mails) lostMails.push(address);
    else if (!(await hasWorkingLink(url, mails, visitorOf(number)))) brokenLinks.push(address);
  }
  const ids = accepted.map(({ messageId }) => messageId);
  return { lostMails, brokenLinks, duplicates: ids.length - new Set(ids).size };
}

async function hasWorkingLink(url: string, mails: ReadMail[], visitor: string): Promise<boolean> {
  for (const { path } of mails.toReversed()) {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
      body: JSON.stringify({ new_password: PASSWORD }),
    });
    if (response.status === 200) return true;
  }
  return false;
}
