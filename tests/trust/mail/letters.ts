import type { ReadMail } from '../../support/mails';
import { addressOf, PASSWORD } from './registrations';

/**
 * Whose mail is not there, whose mails have no link that works, and how many were taken over twice. Who had to register a
 * second time, because the answer to the first was cut off, is sent a link to choose a password.
 */
export async function readLetters(url: string, accepted: ReadMail[], registered: number) {
  const byAddress = Map.groupBy(accepted, ({ to }) => to?.[0]?.address ?? '');
  const lost: string[] = [];
  const dead: string[] = [];
  for (let number = 0; number < registered; number++) {
    const address = addressOf(number);
    const mails = byAddress.get(address);
    if (!mails) lost.push(address);
    else if (!(await hasLinkThatWorks(url, mails))) dead.push(address);
  }
  const ids = accepted.map(({ messageId }) => messageId);
  return { lost, dead, twice: ids.length - new Set(ids).size };
}

/** The latest first. */
async function hasLinkThatWorks(url: string, mails: ReadMail[]): Promise<boolean> {
  for (const { path } of mails.toReversed()) {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ new_password: PASSWORD }),
    });
    if (answer.status === 200) return true;
  }
  return false;
}
