import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { detailOf, isErrorCode } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, failureMessage } from '#client/platform/api/failures.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { useSendOnce } from './use-send-once.ts';

type Errors = Partial<Record<string, ErrorCode>>;

/** Shown under each empty required field. The message for the whole form is shown once, above the fields. */
const EMPTY_FIELD_MESSAGE = 'Behöver fyllas i';

const isMissing = (code: ErrorCode | undefined) => !!code?.endsWith('.required');

const codeOf = (message: string): ErrorCode => (isErrorCode(message) ? message : 'request.invalid');

/**
 * Uses the schema that the server also uses. Undefined if the input is valid. An error within a list is also at its
 * path, such as `transfer_periods.0.to`.
 */
export function fieldErrorsOf(schema: v.GenericSchema, input: unknown): Errors | undefined {
  const { issues } = v.safeParse(schema, input);
  if (!issues) return undefined;
  const errors: Errors = {};
  for (const { path = [], message } of issues) {
    errors[String(path[0]?.key ?? '')] ??= codeOf(message);
    errors[path.map(({ key }) => String(key)).join('.')] ??= codeOf(message);
  }
  return errors;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a schema alone cannot say is checked by a function. */
type Check<Input> = v.GenericSchema | ((input: Input) => Errors | undefined);

/** A mutation or an action. */
type Sender<Input> = { isPending: boolean; reset?: () => void } & (
  | { mutateAsync: (input: Input) => Promise<unknown> }
  | { start: (input: Input) => void }
);

export type FormOf<Values extends Record<string, unknown>> = Pick<
  ReturnType<typeof useForm<Values>>,
  'values' | 'set' | 'setError' | 'inputProps' | 'fieldProps' | 'errorOf'
>;

/**
 * `showErrors` moves focus to the first invalid control. Changing a field clears its error. With a `draftName`, the
 * values survive reloads and navigation until they are sent; `initialValues` must then be the same object on each
 * render.
 */
export function useForm<Values extends Record<string, unknown>>(initialValues: Values, draftName?: string) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(() => ({ ...initialValues, ...(draftName && readDraft(draftName)) }));
  const [errors, setErrors] = useState<Errors>({});
  const [showErrorsCount, setShowErrorsCount] = useState(0);
  const [serverError, setServerError] = useState<string>();
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (showErrorsCount > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [showErrorsCount]);

  useEffect(() => {
    if (!draftName) return;
    const text = JSON.stringify(values);
    saveDraft(draftName, text === JSON.stringify(initialValues) ? '' : text);
  }, [draftName, initialValues, values]);

  const setError = (name: Name, code: ErrorCode | undefined) =>
    setErrors((all) => ({ ...all, [name]: code }));
  const set = <Key extends Name>(name: Key, value: Values[Key]) => {
    setValues((all) => ({ ...all, [name]: value }));
    const isOfField = (path: string) => path === name || path.startsWith(`${name}.`);
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([path]) => !isOfField(path))));
  };

  const clear = () => {
    setValues(initialValues);
    setErrors({});
  };

  const inputProps = (name: Name) => ({
    name: name as string,
    value: String(values[name]),
    onChange: (event: ChangeEvent<Control>) => set(name, event.target.value as Values[Name]),
  });
  /** Also of a part of a list, by its path. */
  const errorOf = (name: Name | `${Name}.${string}`): string | undefined => {
    const code = errors[name];
    return code && (isMissing(code) ? EMPTY_FIELD_MESSAGE : detailOf(code));
  };

  const showErrors = (foundErrors: Errors) => {
    setErrors(foundErrors);
    setShowErrorsCount((count) => count + 1);
  };
  const sendOnce = useSendOnce({ mutateAsync: (send: () => Promise<unknown>) => send() });
  /**
   * Handles the submission of the form, or the press of a button: shows what is invalid, or sends the input. Does
   * nothing while one is sent.
   */
  const submit =
    <Input>(check: Check<Input>, input: Input, sender: Sender<Input>) =>
    (event?: FormEvent) => {
      event?.preventDefault();
      if (sender.isPending) return;
      const foundErrors = typeof check === 'function' ? check(input) : fieldErrorsOf(check, input);
      if (foundErrors && Object.values(foundErrors).some(Boolean)) {
        // What the server said is about the last submission. Beside the new errors it would mislead.
        sender.reset?.();
        setServerError(undefined);
        showErrors(foundErrors);
      } else if ('start' in sender) sender.start(input);
      else sendOnce(() => sender.mutateAsync(input));
    };

  const firstMissingCode = Object.values(errors).find(isMissing);
  return {
    formRef,
    values,
    set,
    setError,
    clear,
    inputProps,
    errorOf,
    /** Of a `TextField`. */
    fieldProps: (name: Name) => ({ ...inputProps(name), error: errorOf(name) }),
    missingMessage: firstMissingCode && detailOf(firstMissingCode),
    showErrors,
    submit,
    /** About the last submission, until the next one. */
    serverError,
    /** Options of the mutation that sends the form. `failureToast` is shown after a failure. */
    mutationOptions: (failureToast: string) => ({
      onMutate: () => setServerError(undefined),
      onSuccess: (response: { message: string }) => {
        toast.success(response.message);
        clear();
      },
      onError: (error: unknown) => {
        const code = errorCodeOf(error);
        setServerError(code && detailOf(code));
        toast.error(failureMessage(error, failureToast));
      },
    }),
  };
}
