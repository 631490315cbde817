import { afterEach, expect, test } from 'bun:test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useAction } from '../../client/ui/use-action';
import { freshPage, toastSaying } from '../support/client';
import { renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');
afterEach(cleanup);

type Answer = ReturnType<typeof Promise.withResolvers<{ message: string }>>;

type Props = { send: (input: { id: string }) => Promise<{ message: string }>; tell: (seen: unknown) => void };

function Records({ send, tell }: Props) {
  const { start, dialog } = useAction({
    confirm: ({ id, name }: { id: string; name: string }) => ({
      title: 'Ta bort sak',
      about: `Nummer ${id}`,
      question: `Ta bort ${name}?`,
      confirmLabel: 'Ta bort',
    }),
    send: ({ id }) => send({ id }),
    done: ({ message }) => message,
    failed: 'Kunde inte ta bort',
    onDone: (_answer, { name }) => tell(['done', name]),
    onFailed: (error, { name }) => tell(['failed', name, (error as Error).message]),
    refresh: (_input, isDone) => tell(['refresh', isDone]),
  });
  return (
    <>
      {['A', 'B'].map((name, at) => (
        <button key={name} type="button" onClick={() => start({ id: String(at), name })}>
          {`Fråga ${name}`}
        </button>
      ))}
      {dialog}
    </>
  );
}

/** Two records that can be asked about; what was sent is answered by hand. */
function open() {
  const seen: unknown[] = [];
  const answers: Answer[] = [];
  const send = (input: { id: string }) => {
    seen.push(['sent', input]);
    const answer = Promise.withResolvers<{ message: string }>();
    answers.push(answer);
    return answer.promise;
  };
  renderAt('/', <Records send={send} tell={(one) => seen.push(one)} />);
  return { seen, answers };
}

const dialogs = () => document.querySelectorAll('dialog').length;
const ask = (name: string) => fireEvent.click(screen.getByText(`Fråga ${name}`));
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

test('it asks, sends once, tells what the server says, and is closed', async () => {
  const { seen, answers } = open();
  ask('A');
  expect(screen.getByText('Nummer 0')).toBeTruthy();
  expect(screen.getByText('Ta bort A?')).toBeTruthy();
  press('Ta bort');
  press('Ta bort');
  await waitFor(() => expect(seen).toEqual([['sent', { id: '0' }]]));
  answers[0]?.resolve({ message: 'Saken är borta' });
  await toastSaying('Saken är borta');
  await waitFor(() => expect(dialogs()).toBe(0));
  expect(seen).toEqual([
    ['sent', { id: '0' }],
    ['done', 'A'],
    ['refresh', true],
  ]);
});

test('a failure is told to who asked for it, and the question is closed', async () => {
  const { seen, answers } = open();
  ask('A');
  press('Ta bort');
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.reject(new Error('no'));
  await toastSaying('Kunde inte ta bort');
  await waitFor(() => expect(dialogs()).toBe(0));
  expect(seen).toEqual([
    ['sent', { id: '0' }],
    ['failed', 'A', 'no'],
    ['refresh', false],
  ]);
});

test('an answer that comes late is about its own record, and leaves the question about another', async () => {
  const { seen, answers } = open();
  ask('A');
  press('Ta bort');
  await waitFor(() => expect(answers).toHaveLength(1));
  press('Avbryt');
  expect(dialogs()).toBe(0);
  ask('B');
  answers[0]?.resolve({ message: 'Borta' });
  await toastSaying('Borta');
  await waitFor(() =>
    expect(seen.slice(1)).toEqual([
      ['done', 'A'],
      ['refresh', true],
    ]),
  );
  expect(screen.getByText('Ta bort B?')).toBeTruthy();
});
