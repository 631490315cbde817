import type { Flow } from './load';

export const ad: Flow = async ({ ask, people, marker, chance }) => {
  const who = people.seller().headers;
  const description = marker();
  const made = await ask('marketplace.announcements.create', {
    who,
    input: {
      announcement_type: 'sale',
      event_id: people.event_id,
      distance: '10 km',
      price: 500,
      description,
    },
    parts: (books) => ({ ad: !!books.find('announcements', 'description', description) }),
  });
  if (made?.outcome !== 'ok') return;
  const id = String(made.body.id);
  // The description changes next, so look the ad up by its id.
  made.write.parts = (books) => ({ ad: !!books.find('announcements', 'id', id) });

  const other = marker();
  const price = 1 + Math.floor(Math.random() * 400);
  const edited = await ask('marketplace.announcements.update', {
    who,
    input: { id, price, description: other },
    parts: (books) => {
      const row = books.find('announcements', 'id', id);
      return { description: row?.description === other, price: row?.price === price };
    },
  });
  if (edited?.outcome !== 'ok') return;

  if (chance(0.5)) {
    await ask('marketplace.announcements.complete', {
      who,
      input: { id },
      parts: (books) => ({ completed: books.find('announcements', 'id', id)?.is_completed === true }),
    });
    return;
  }
  const gone = await ask('marketplace.announcements.delete', {
    who,
    input: { id },
    parts: (books) => ({ gone: !books.find('announcements', 'id', id) }),
  });
  const isGone = gone !== undefined;
  made.write.isOverwritten = edited.write.isOverwritten = isGone;
};

export const conversation: Flow = async ({ ask, people, marker }) => {
  const pair = people.pair();
  if (!pair) return;
  const { buyer, ad: announcement_id, seller } = pair;
  const question = marker();
  const sent = await ask('marketplace.conversations.send', {
    who: buyer.headers,
    input: { announcement_id, message_text: question },
    parts: (books) => {
      const row = books.find('messages', 'message_text', question);
      const opened = row && books.find('conversations', 'id', row.conversation_id);
      return {
        message: !!row,
        conversation: !!opened,
        mail:
          !!row && books.hasMail('conversation.message', [row.conversation_id, seller.id].sort().join(' ')),
      };
    },
  });
  if (sent?.outcome !== 'ok') return;
  const reply = marker();
  await ask('marketplace.conversations.reply', {
    who: seller.headers,
    input: { announcement_id, other_user_id: buyer.id, message_text: reply },
    parts: (books) => {
      const row = books.find('messages', 'message_text', reply);
      return {
        message: !!row,
        mail:
          !!row && books.hasMail('conversation.message', [row.conversation_id, buyer.id].sort().join(' ')),
      };
    },
  });
};

export const profile: Flow = async ({ ask, people, marker }) => {
  const member = people.fresh();
  if (!member) return;
  const [full_name, phone_number] = [marker(), marker()];
  await ask('marketplace.accounts.updateProfile', {
    who: member.headers,
    input: { full_name, phone_number },
    parts: (books) => {
      const row = books.find('marketplace_users', 'id', member.id);
      return { name: row?.full_name === full_name, phone: row?.phone_number === phone_number };
    },
  });
};

export const report: Flow = async ({ ask, people, marker }) => {
  const description = marker();
  await ask('marketplace.reports.create', {
    who: people.reporter.headers,
    input: {
      reason: 'spam',
      description,
      reported_user_id: people.seller().id,
      related_announcement_id: null,
    },
    parts: (books) => ({ report: !!books.find('reports', 'description', description) }),
  });
};
