import type { ReadMail } from '#tests/support/mails.ts';

/** What a mail tells. */
export type Heard = {
  email: string;
  messageId: string;
  /** Of the simulated clock. */
  at: number;
  facts: string[];
  unsubscribeUrl: string;
};

const FACT = /^(Nytt datum|Inställt|Framflyttat|Blir av|Anmälan|Fulltecknat)/;

export function hearingOf(mail: ReadMail, at: number): Heard {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
  const unsubscribeUrl = /<(.*)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
  const email = mail.to?.[0]?.address ?? '';
  let section = '';
  const facts: string[] = [];
  for (const block of (mail.text ?? '').replaceAll('\r\n', '\n').split('\n\n')) {
    const lines = block.trim().split('\n');
    if (lines.length === 1) section = lines[0] ?? '';
    if (lines.length < 3 || !lines.at(-1)?.startsWith('http')) continue;
    facts.push(...factsOf(section, lines));
  }
  return { email, messageId: mail.messageId ?? '', at, facts, unsubscribeUrl };
}

function factsOf(section: string, lines: string[]): string[] {
  if (section === 'SÄLJES' || section === 'SÖKS') return [`${lines.at(-1)?.split('/').at(-1)} ad`];
  const number = lines[0]?.split(' ').at(-1);
  if (section === 'NYA LOPP') return [`${number} new`];
  return lines.slice(1, -1).flatMap((line) => (FACT.test(line) ? [`${number} ${line}`] : []));
}
