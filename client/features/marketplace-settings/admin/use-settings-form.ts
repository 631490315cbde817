import { useEffect, useState } from 'react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { readAdminDraft, saveAdminDraft } from '#client/platform/forms/admin-drafts.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useAction } from '#client/ui/use-action.tsx';
import {
  type MarketplaceSettings,
  MarketplaceSettingsInput,
} from '#src/features/marketplace-settings/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { newStep, type Step } from './steps-field.tsx';

type Values = {
  info_box_title: string;
  info_box_steps: Step[];
  info_box_warning: string;
  disabled_advice: string[];
};

const DRAFT_NAME = 'settings';

const LABELLED_FIELDS = [
  ['info_box_title', 'Rubrik'],
  ['info_box_steps', 'Steg'],
  ['info_box_warning', 'Varning'],
  ['disabled_advice', 'Råd i konversationer'],
] as const;

const valuesOf = (settings: MarketplaceSettings): Values => ({
  ...settings,
  info_box_steps: settings.info_box_steps.map(newStep),
});

const settingsOf = (values: Values): MarketplaceSettings => ({
  ...values,
  info_box_steps: values.info_box_steps.map(({ text }) => text),
});

type Draft = { values: Values; loadedSettings: MarketplaceSettings };

const differences = (before: MarketplaceSettings, after: MarketplaceSettings): string[] =>
  LABELLED_FIELDS.filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map(
    ([, label]) => label,
  );

/** Unsaved input is kept per admin, also when the session expires: another admin may log in. */
export function useSettingsForm(stored: MarketplaceSettings, adminId: string) {
  const utils = trpc.useUtils();
  const [draft] = useState(() => readAdminDraft<Draft>(adminId, DRAFT_NAME));
  const [loadedSettings, setLoadedSettings] = useState(draft?.loadedSettings ?? stored);
  const form = useForm<Values>(draft?.values ?? valuesOf(stored));
  const { values, set } = form;
  const typedSettings = settingsOf(values);
  const isChanged = differences(loadedSettings, typedSettings).length > 0;
  const changedElsewhere = differences(loadedSettings, stored);
  const isConflict = isChanged && changedElsewhere.length > 0;

  useEffect(() => {
    saveAdminDraft(adminId, DRAFT_NAME, isChanged ? ({ values, loadedSettings } satisfies Draft) : undefined);
    if (!isChanged) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [adminId, isChanged, values, loadedSettings]);

  const loadSettings = (settings: MarketplaceSettings) => {
    setLoadedSettings(settings);
    const newValues = valuesOf(settings);
    set('info_box_title', newValues.info_box_title);
    set('info_box_steps', newValues.info_box_steps);
    set('info_box_warning', newValues.info_box_warning);
    set('disabled_advice', newValues.disabled_advice);
  };

  const save = useAction({
    send: (input: MarketplaceSettingsInput) => utils.client.admin.marketplaceSettings.update.mutate(input),
    successToast: 'Inställningar sparade!',
    failureToast: FAILED.saveSettings,
    onSuccess: (saved) => {
      utils.public.marketplaceSettings.get.setData(undefined, saved);
      saveAdminDraft(adminId, DRAFT_NAME, undefined);
      loadSettings(saved);
    },
    refresh: (_input, isDone) => {
      if (!isDone) void utils.public.marketplaceSettings.get.invalidate();
    },
  });

  // Show the refetched version if there is no unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new stored version
  useEffect(() => {
    if (!isChanged && changedElsewhere.length > 0) loadSettings(stored);
  }, [stored]);

  const submit = (shown: MarketplaceSettings) =>
    form.submit(MarketplaceSettingsInput, { ...typedSettings, shown } as MarketplaceSettingsInput, save);

  return {
    ...form,
    typedSettings,
    isChanged,
    isSaving: save.isPending,
    /** Labels of the parts that another admin has changed; undefined without unsaved input or such changes. */
    conflictingLabels: isConflict ? changedElsewhere : undefined,
    /** Undefined if the server was not reached. */
    formError: isConflict ? undefined : messageOf(errorCodeOf(save.error)),
    undo: () => {
      save.reset();
      loadSettings(stored);
    },
    overwrite: submit(stored),
    send: submit(loadedSettings),
  };
}

const messageOf = (code: ErrorCode | undefined) => code && detailOf(code);
