import type { Flow } from './load.ts';

const PASSWORD = 'Loppet2027';

export const contactMessage: Flow = async ({ call, marker }) => {
  const subject = marker();
  await call('public.contact.sendMessage', {
    input: { name: 'Olle Berg', email: 'olle@example.se', subject, message: 'När öppnar anmälan?' },
    checkStored: (stored) => ({ message: !!stored.find('contact_messages', 'subject', subject) }),
  });
};

export const contactMessageReading: Flow = async ({ call, people, chance }) => {
  const id = people.unreadMessage();
  if (!id) return;
  const callerHeaders = people.admin.headers;
  const read = await call('admin.contact.markRead', {
    callerHeaders,
    input: { id, is_read: true },
    checkStored: (stored) => ({
      mark: stored.find('contact_messages', 'id', id)?.is_read === true,
      audit: stored.hasAuditEntry('contact.read', id),
    }),
  });
  if (read?.outcome !== 'ok' || chance(0.5)) return;
  const deleted = await call('admin.contact.deleteMessage', {
    callerHeaders,
    input: { id },
    checkStored: (stored) => ({
      gone: !stored.find('contact_messages', 'id', id),
      audit: stored.hasAuditEntry('contact.delete', id),
    }),
  });
  read.write.isOverwritten = deleted !== undefined;
};

export const proposal: Flow = async ({ call, people, marker, chance }) => {
  const event_name = marker();
  const submitted = await call('public.submissions.submit', {
    input: {
      event_name,
      event_date: '2099-05-01',
      sport_type: 'Löpning',
      distances: '10 km',
      submitter_name: 'Karin Hedlund',
      submitter_email: `${event_name}@example.se`,
    },
    checkStored: (stored) => ({ submission: !!stored.find('event_submissions', 'event_name', event_name) }),
  });
  const id = String(submitted?.body.id);
  if (submitted?.outcome !== 'ok') return;
  const status = chance(0.6) ? 'approved' : 'rejected';
  await call('admin.submissions.review', {
    callerHeaders: people.admin.headers,
    input: { id, status },
    checkStored: (stored) => ({
      decision: stored.find('event_submissions', 'id', id)?.status === status,
      audit: stored.hasAuditEntry(status === 'approved' ? 'submission.approve' : 'submission.reject', id),
      mail: stored.hasMail(`submission.${status}`, id),
      ...(status === 'approved' && { event: !!stored.find('events', 'event_name', event_name) }),
    }),
  });
};

export const registration: Flow = async ({ call, marker }) => {
  const name = marker();
  const email = `${name}@example.se`;
  await call('marketplace.accounts.register', {
    input: {
      email,
      full_name: `Åsa ${name}`,
      phone_number: '070-123 45 67',
      password: PASSWORD,
      confirm_password: PASSWORD,
    },
    checkStored: (stored) => {
      const account = stored.find('marketplace_users', 'email', email);
      return { account: !!account, mail: !!account && stored.hasMail('account.verification', account.id) };
    },
  });
};
