import { type FormEvent, useEffect, useState } from 'react';
import {
  type MarketplaceSettings,
  MarketplaceSettingsInput,
} from '../../../../src/features/marketplace-settings/contract';
import { detailOf, type ErrorCode } from '../../../../src/shared/errors';
import { errorCodeOf } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { keepAdminDraft, readAdminDraft } from '../../../platform/forms/admin-drafts';
import { faultsOf, useForm } from '../../../platform/forms/use-form';
import { useAction } from '../../../ui/use-action';
import { newStep, type Step } from './steps-field';

type Values = { info_box_title: string; info_box_steps: Step[]; info_box_warning: string };

const DRAFT = 'settings';

const PARTS = [
  ['info_box_title', 'Rubrik'],
  ['info_box_steps', 'Steg'],
  ['info_box_warning', 'Varning'],
] as const;

const valuesOf = (settings: MarketplaceSettings): Values => ({
  ...settings,
  info_box_steps: settings.info_box_steps.map(newStep),
});

/** What is typed, as the server takes it. */
const settingsOf = (values: Values): MarketplaceSettings => ({
  ...values,
  info_box_steps: values.info_box_steps.map(({ text }) => text),
});

/** What was typed, and the box as it stood then. */
type Draft = { values: Values; shown: MarketplaceSettings };

/** The labels of the parts that are another in the second. */
const differences = (one: MarketplaceSettings, other: MarketplaceSettings): string[] =>
  PARTS.filter(([name]) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).map(
    ([, label]) => label,
  );

/**
 * The info box while it is written; `stored` is the box as it stands now. What is not saved is kept by the admin's id, also
 * when their session dies: by then somebody else may have written it.
 */
export function useSettingsForm(stored: MarketplaceSettings, adminId: string) {
  const utils = trpc.useUtils();
  const [draft] = useState(() => readAdminDraft<Draft>(adminId, DRAFT));
  const [shown, setShown] = useState(draft?.shown ?? stored);
  const form = useForm<Values>(draft?.values ?? valuesOf(stored));
  const { values, set } = form;
  const typed = settingsOf(values);
  const isChanged = differences(shown, typed).length > 0;
  const elsewhere = differences(shown, stored);
  const isConflict = isChanged && elsewhere.length > 0;

  useEffect(() => {
    keepAdminDraft(adminId, DRAFT, isChanged ? ({ values, shown } satisfies Draft) : undefined);
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [adminId, isChanged, values, shown]);

  const fill = (settings: MarketplaceSettings) => {
    setShown(settings);
    const next = valuesOf(settings);
    set('info_box_title', next.info_box_title);
    set('info_box_steps', next.info_box_steps);
    set('info_box_warning', next.info_box_warning);
  };

  const save = useAction({
    send: (input: MarketplaceSettingsInput) => utils.client.admin.marketplaceSettings.update.mutate(input),
    done: 'Inställningar sparade!',
    failed: FAILED.saveSettings,
    onDone: (saved) => {
      utils.public.marketplaceSettings.get.setData(undefined, saved);
      keepAdminDraft(adminId, DRAFT, undefined);
      fill(saved);
    },
    refresh: (_input, isDone) => {
      if (!isDone) void utils.public.marketplaceSettings.get.invalidate();
    },
  });

  // Fetched anew: where nothing was typed it is shown as it stands now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is the reason
  useEffect(() => {
    if (!isChanged && elsewhere.length > 0) fill(stored);
  }, [stored]);

  /** `over` is what is written over, when it is not what was shown. */
  const submit = (over = shown) => {
    save.forgetError();
    const faults = faultsOf(MarketplaceSettingsInput, typed);
    if (faults) form.refuse(faults);
    else save.start({ ...typed, shown: over });
  };

  return {
    ...form,
    typed,
    isChanged,
    isSaving: save.isPending,
    /** Which parts somebody else has written since; undefined when nobody has, or nothing of ours is unsaved. */
    theirs: isConflict ? elsewhere : undefined,
    /** Why the server did not take it; undefined when it was not reached. */
    refusal: isConflict ? undefined : sentenceOf(errorCodeOf(save.error)),
    /** The box as it stands, in place of what was typed. */
    undo: () => {
      save.forgetError();
      fill(stored);
    },
    overwrite: () => submit(stored),
    send: (event: FormEvent) => {
      event.preventDefault();
      submit();
    },
  };
}

const sentenceOf = (code: ErrorCode | undefined) => code && detailOf(code);
