import { afterEach, expect, test } from 'bun:test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useAction } from '#client/ui/use-action.tsx';
import { freshPage, toastSaying } from '#tests/support/client.tsx';
import { renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');
afterEach(cleanup);

type DeferredResponse = ReturnType<typeof Promise.withResolvers<{ message: string }>>;

type Props = {
  send: (input: { id: string }) => Promise<{ message: string }>;
  addLogEntry: (entry: unknown) => void;
};

function Records({ send, addLogEntry }: Props) {
  const { start, dialog } = useAction({
    confirm: ({ id, name }: { id: string; name: string }) => ({
      title: 'Ta bort sak',
      about: `Nummer ${id}`,
      question: `Ta bort ${name}?`,
      confirmLabel: 'Ta bort',
    }),
    send: ({ id }) => send({ id }),
    successToast: ({ message }) => message,
    failureToast: 'Kunde inte ta bort',
    onSuccess: (_response, { name }) => addLogEntry(['done', name]),
    onFailure: (error, { name }) => addLogEntry(['failed', name, (error as Error).message]),
    refresh: (_input, isDone) => addLogEntry(['refresh', isDone]),
  });
  return (
    <>
      {['A', 'B'].map((name, index) => (
        <button key={name} type="button" onClick={() => start({ id: String(index), name })}>
          {`Fråga ${name}`}
        </button>
      ))}
      {dialog}
    </>
  );
}

/** The test settles each response itself. */
function open() {
  const log: unknown[] = [];
  const responses: DeferredResponse[] = [];
  const send = (input: { id: string }) => {
    log.push(['sent', input]);
    const response = Promise.withResolvers<{ message: string }>();
    responses.push(response);
    return response.promise;
  };
  renderAt('/', <Records send={send} addLogEntry={(entry) => log.push(entry)} />);
  return { log, responses };
}

const dialogs = () => document.querySelectorAll('dialog').length;
const ask = (name: string) => fireEvent.click(screen.getByText(`Fråga ${name}`));
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

test('an action asks first, sends once for two presses, shows the response message and closes its dialog', async () => {
  const { log, responses } = open();
  ask('A');
  expect(screen.getByText('Nummer 0')).toBeTruthy();
  expect(screen.getByText('Ta bort A?')).toBeTruthy();
  press('Ta bort');
  press('Ta bort');
  await waitFor(() => expect(log).toEqual([['sent', { id: '0' }]]));
  responses[0]?.resolve({ message: 'Saken är borta' });
  await toastSaying('Saken är borta');
  await waitFor(() => expect(dialogs()).toBe(0));
  expect(log).toEqual([
    ['sent', { id: '0' }],
    ['done', 'A'],
    ['refresh', true],
  ]);
});

test('a failed action shows a toast, calls onFailure and closes its dialog', async () => {
  const { log, responses } = open();
  ask('A');
  press('Ta bort');
  await waitFor(() => expect(responses).toHaveLength(1));
  responses[0]?.reject(new Error('no'));
  await toastSaying('Kunde inte ta bort');
  await waitFor(() => expect(dialogs()).toBe(0));
  expect(log).toEqual([
    ['sent', { id: '0' }],
    ['failed', 'A', 'no'],
    ['refresh', false],
  ]);
});

test('a late response reports on its own record and leaves the dialog about another record open', async () => {
  const { log, responses } = open();
  ask('A');
  press('Ta bort');
  await waitFor(() => expect(responses).toHaveLength(1));
  press('Avbryt');
  expect(dialogs()).toBe(0);
  ask('B');
  responses[0]?.resolve({ message: 'Borta' });
  await toastSaying('Borta');
  await waitFor(() =>
    expect(log.slice(1)).toEqual([
      ['done', 'A'],
      ['refresh', true],
    ]),
  );
  expect(screen.getByText('Ta bort B?')).toBeTruthy();
});
