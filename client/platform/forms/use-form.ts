import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { detailOf, type ErrorCode, isErrorCode } from '../../../src/shared/errors';
import { errorCodeOf, unlessUncertain } from '../api/failures';
import { toast } from '../feedback/toast';
import { keepDraft, readDraft } from './drafts';

type Errors = Partial<Record<string, ErrorCode>>;

/** Under a field that was left empty; the sentence of the whole form stands once, above (section 5). */
const EMPTY_FIELD = 'Behöver fyllas i';

const isMissing = (code: ErrorCode | undefined) => !!code?.endsWith('.required');

/** The first fault of each field, by the contract that the server holds too; undefined when there is none. */
export function faultsOf(schema: v.GenericSchema, input: unknown): Errors | undefined {
  const { issues } = v.safeParse(schema, input);
  if (!issues) return undefined;
  const errors: Errors = {};
  for (const { path, message } of issues) {
    errors[String(path?.[0]?.key ?? '')] ??= isErrorCode(message) ? message : 'request.invalid';
  }
  return errors;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the fields of a form need of it, whatever else it holds. */
export type FormOf<Values extends Record<string, unknown>> = Pick<
  ReturnType<typeof useForm<Values>>,
  'values' | 'set' | 'fault' | 'text' | 'errorOf'
>;

/**
 * What a form holds while it is filled in: its values by field name, and what is wrong with them. After
 * {@link refuse} focus goes to the first control that is wrong; a fault goes away when its field is changed. With a
 * `draftName`, `empty` must stay the same object, and the values outlive a reload and another page until they are sent.
 */
export function useForm<Values extends Record<string, unknown>>(empty: Values, draftName?: string) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(() => ({ ...empty, ...(draftName && readDraft(draftName)) }));
  const [errors, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const [told, setTold] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  useEffect(() => {
    if (!draftName) return;
    const text = JSON.stringify(values);
    keepDraft(draftName, text === JSON.stringify(empty) ? '' : text);
  }, [draftName, empty, values]);

  const fault = (name: Name, code: ErrorCode | undefined) => setErrors((all) => ({ ...all, [name]: code }));
  const set = <Key extends Name>(name: Key, value: Values[Key]) => {
    setValues((all) => ({ ...all, [name]: value }));
    fault(name, undefined);
  };

  const clear = () => {
    setValues(empty);
    setErrors({});
  };

  const missing = Object.values(errors).find(isMissing);
  return {
    form,
    values,
    set,
    fault,
    /** Empty again, with nothing wrong. */
    clear,
    /** Name, value and onChange of a control whose value is text. */
    text: (name: Name) => ({
      name: name as string,
      value: String(values[name]),
      onChange: (event: ChangeEvent<Control>) => set(name, event.target.value as Values[Name]),
    }),
    /** The sentence under a field. */
    errorOf: (name: Name): string | undefined => {
      const code = errors[name];
      return code && (isMissing(code) ? EMPTY_FIELD : detailOf(code));
    },
    /** The spec's sentence above the form while something required is missing. */
    missing: missing && detailOf(missing),
    refuse: (found: Errors) => {
      setErrors(found);
      setRefusals((count) => count + 1);
    },
    /** What the server said against what was sent, until it is sent again. */
    told,
    /** The sending of the form as a mutation's handlers: `failed` is the toast of section 8 when it fails. */
    sending: (failed: string) => ({
      onMutate: () => setTold(undefined),
      onSuccess: (answer: { message: string }) => {
        toast.success(answer.message);
        clear();
      },
      onError: (error: unknown) => {
        const code = errorCodeOf(error);
        setTold(code && detailOf(code));
        toast.error(unlessUncertain(error, failed));
      },
    }),
  };
}
