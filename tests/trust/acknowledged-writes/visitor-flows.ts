import type { Flow } from './load';

const PASSWORD = 'Loppet2027';

export const contact: Flow = async ({ ask, marker }) => {
  const subject = marker();
  await ask('public.contact.sendMessage', {
    input: { name: 'Olle Berg', email: 'olle@example.se', subject, message: 'När öppnar anmälan?' },
    parts: (books) => ({ message: !!books.find('contact_messages', 'subject', subject) }),
  });
};

export const letter: Flow = async ({ ask, people, chance }) => {
  const id = people.letter();
  if (!id) return;
  const who = people.admin.headers;
  const read = await ask('admin.contact.markRead', {
    who,
    input: { id, is_read: true },
    parts: (books) => ({
      mark: books.find('contact_messages', 'id', id)?.is_read === true,
      audit: books.hasAct('contact.read', id),
    }),
  });
  if (read?.outcome !== 'ok' || chance(0.5)) return;
  const gone = await ask('admin.contact.deleteMessage', {
    who,
    input: { id },
    parts: (books) => ({
      gone: !books.find('contact_messages', 'id', id),
      audit: books.hasAct('contact.delete', id),
    }),
  });
  read.write.isOverwritten = gone !== undefined;
};

export const proposal: Flow = async ({ ask, people, marker, chance }) => {
  const event_name = marker();
  const sent = await ask('public.submissions.submit', {
    input: {
      event_name,
      event_date: '2099-05-01',
      sport_type: 'Löpning',
      distances: '10 km',
      submitter_name: 'Karin Hedlund',
      submitter_email: `${event_name}@example.se`,
    },
    parts: (books) => ({ proposal: !!books.find('event_submissions', 'event_name', event_name) }),
  });
  const id = String(sent?.body.id);
  if (sent?.outcome !== 'ok') return;
  const status = chance(0.6) ? 'approved' : 'rejected';
  await ask('admin.submissions.review', {
    who: people.admin.headers,
    input: { id, status },
    parts: (books) => ({
      decision: books.find('event_submissions', 'id', id)?.status === status,
      audit: books.hasAct(status === 'approved' ? 'submission.approve' : 'submission.reject', id),
      mail: books.hasMail(`submission.${status}`, id),
      ...(status === 'approved' && { event: !!books.find('events', 'event_name', event_name) }),
    }),
  });
};

export const registration: Flow = async ({ ask, marker }) => {
  const name = marker();
  const email = `${name}@example.se`;
  await ask('marketplace.accounts.register', {
    input: {
      email,
      full_name: `Åsa ${name}`,
      phone_number: '070-123 45 67',
      password: PASSWORD,
      confirm_password: PASSWORD,
    },
    parts: (books) => {
      const account = books.find('marketplace_users', 'email', email);
      return { account: !!account, mail: !!account && books.hasMail('account.verification', account.id) };
    },
  });
};
