import { expect, test } from 'bun:test';
import { fireEvent, render, screen } from '@testing-library/react';
import { FileDrop } from '#client/ui/file-drop.tsx';

test('FileDrop rejects two files at once with an error, and accepts the next single file', () => {
  const acceptedNames: string[] = [];
  render(
    <FileDrop label="Välj fil" hint="CSV" accept=".csv" onFile={({ name }) => acceptedNames.push(name)} />,
  );
  const dropZone = screen.getByText('Välj fil').closest('label') as HTMLElement;
  const drop = (...names: string[]) =>
    fireEvent.drop(dropZone, { dataTransfer: { files: names.map((name) => new File(['x'], name)) } });

  drop('a.csv', 'b.csv');
  expect(acceptedNames).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe('Släpp en fil i taget.');

  drop('b.csv');
  expect(acceptedNames).toEqual(['b.csv']);
  expect(screen.queryByRole('alert')).toBeNull();
});
