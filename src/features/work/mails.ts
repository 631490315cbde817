import type { Composer, Composers } from '#src/platform/mail.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { DIGEST_MAIL } from './digest/service.ts';
import { findRecipient } from './digest/store.ts';
import { formatWorkCount, WORK_LABELS, waitingKinds } from './rules.ts';
import { readWork } from './service.ts';

/** The weekly digest of an admin: the tasks that are pending when it is sent. */
const digestMail: Composer = async (ctx, { admin_id = '', email = '' }) => {
  if (!(await findRecipient(ctx.database.db, admin_id, email))) return undefined;
  const work = await readWork(ctx);
  const kinds = waitingKinds(work);
  if (kinds.length === 0) return undefined;
  const total = formatWorkCount(kinds.reduce((sum, kind) => sum + work[kind], 0));
  const oldest = kinds
    .map((kind) => work.oldest[kind])
    .filter((at) => at !== null)
    .sort()[0];
  return {
    to: email,
    name: '',
    subject: `Att göra i kalendern: ${total} väntar`,
    preheader: kinds.map((kind) => WORK_LABELS[kind]).join(', '),
    paragraphs: ['Det här väntar i adminportalen.'],
    facts: kinds.map((kind) => ({ label: WORK_LABELS[kind], value: formatWorkCount(work[kind]) })),
    afterFacts: oldest
      ? [`Det äldsta har väntat sedan ${formatLongDay(dayInStockholm(new Date(oldest)))}.`]
      : [],
    button: { label: 'Öppna adminportalen', url: `${ctx.siteUrl}/admin/dashboard?tab=work` },
    notes: ['Du får mejlet på måndagar när något väntar. Du kan stänga av det i adminportalen.'],
  };
};

export const workMails: Composers = { [DIGEST_MAIL]: digestMail };
