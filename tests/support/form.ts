import userEvent from '@testing-library/user-event';

/** The form control with this name. Throws if there is none. */
export function control(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`No control is named ${name}.`);
  return found;
}

/** Types or selects each value. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field: Element = control(name);
    if (field instanceof HTMLSelectElement) await userEvent.selectOptions(field, value);
    else await userEvent.type(field, value);
  }
}

/** The accessible description of a control: its hint and its error. */
export const describedBy = (name: string): string =>
  (control(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
