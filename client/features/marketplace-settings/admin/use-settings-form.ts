import { type FormEvent, useEffect } from 'react';
import {
  type MarketplaceSettings,
  MarketplaceSettingsInput,
} from '../../../../src/features/marketplace-settings/contract';
import { detailOf, type ErrorCode } from '../../../../src/shared/errors';
import { keepAdminDraft, readAdminDraft } from '../../../platform/admin-drafts';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { errorCodeOf, trpc } from '../../../platform/trpc';
import { faultsOf, useForm } from '../../../platform/use-form';
import { useSendOnce } from '../../../platform/use-send-once';
import { newStep, type Step } from './steps-field';

type Values = { info_box_title: string; info_box_steps: Step[]; info_box_warning: string };

const DRAFT = 'settings';

const valuesOf = (settings: MarketplaceSettings): Values => ({
  ...settings,
  info_box_steps: settings.info_box_steps.map(newStep),
});

/** What is typed, as the server takes it. */
const settingsOf = (values: Values): MarketplaceSettings => ({
  ...values,
  info_box_steps: values.info_box_steps.map(({ text }) => text),
});

/** The info box while it is written. What is not saved is kept by the admin's id, also when their session dies. */
export function useSettingsForm(stored: MarketplaceSettings, adminId: string) {
  const utils = trpc.useUtils();
  const form = useForm<Values>(readAdminDraft<Values>(adminId, DRAFT) ?? valuesOf(stored));
  const { values, set } = form;
  const typed = settingsOf(values);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(settingsOf(valuesOf(stored)));

  useEffect(() => {
    keepAdminDraft(adminId, DRAFT, isChanged ? values : undefined);
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [adminId, isChanged, values]);

  const fill = (settings: MarketplaceSettings) => {
    const next = valuesOf(settings);
    set('info_box_title', next.info_box_title);
    set('info_box_steps', next.info_box_steps);
    set('info_box_warning', next.info_box_warning);
  };

  const save = trpc.admin.marketplaceSettings.update.useMutation({
    onSuccess: (saved) => {
      utils.public.marketplaceSettings.get.setData(undefined, saved);
      keepAdminDraft(adminId, DRAFT, undefined);
      fill(saved);
      toast.success('Inställningar sparade!');
    },
    onError: () => toast.error(FAILED.saveSettings),
  });
  const sendOnce = useSendOnce(save);

  return {
    ...form,
    typed,
    isChanged,
    isSaving: save.isPending,
    /** Why the server did not take it; undefined when it was not reached. */
    refusal: sentenceOf(errorCodeOf(save.error)),
    undo: () => {
      save.reset();
      fill(stored);
    },
    send: (event: FormEvent) => {
      event.preventDefault();
      save.reset();
      const faults = faultsOf(MarketplaceSettingsInput, typed);
      if (faults) form.refuse(faults);
      else sendOnce(typed);
    },
  };
}

const sentenceOf = (code: ErrorCode | undefined) => code && detailOf(code);
