import { useState } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Conflict } from '#client/ui/conflict.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { kronorOf, MoneyInput } from '#client/ui/money-input.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { AnnouncementEdit, type OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { PRICE_LABELS } from '#src/features/announcements/fields.ts';
import { formatPrice } from '#src/shared/text.ts';
import { DescriptionField } from '../description-field.tsx';
import { PriceRemark } from '../price-remark.tsx';
import { useRefetchOwnAds } from '../use-refetch-own-ads.ts';

const valuesOf = (ad: OwnAnnouncement) => ({
  price: String(ad.price),
  name_change_fee: String(ad.name_change_fee ?? ''),
  description: ad.description ?? '',
});

export function EditDialog({ ad, onClose }: { ad: OwnAnnouncement; onClose: () => void }) {
  const [loadedAd, setLoadedAd] = useState(ad);
  const [conflictingAd, setConflictingAd] = useState<OwnAnnouncement>();
  const initialValues = valuesOf(loadedAd);
  const { formRef, values, set, inputProps, errorOf, submit } = useForm(initialValues);
  const isMounted = useIsMounted();
  const utils = trpc.useUtils();
  const update = useAction({
    send: (input: AnnouncementEdit) => {
      setConflictingAd(undefined);
      return utils.client.marketplace.announcements.update.mutate(input);
    },
    successToast: 'Annons uppdaterad',
    failureToast: FAILED.updateAnnouncement,
    onSuccess: () => {
      if (isMounted.current) onClose();
    },
    onFailure: async (error) => {
      if (errorCodeOf(error) !== 'announcement.changed') return;
      const ads = await utils.marketplace.announcements.mine
        .fetch(undefined, { staleTime: 0 })
        .catch(() => []);
      setConflictingAd(ads.find(({ id }) => id === ad.id));
    },
    refresh: useRefetchOwnAds(),
  });
  // No text in the form for a conflict, which is shown below, or when the server was not reached, which the toast says.
  const formError = conflictingAd ? '' : errorMessage(update.error, '');

  const reset = () => {
    setConflictingAd(undefined);
    update.reset();
  };
  const save = (version: number) => {
    const input = {
      id: ad.id,
      price: kronorOf(values.price),
      // An empty fee means no fee, which the API expects as 0.
      name_change_fee: kronorOf(values.name_change_fee, 0),
      description: values.description,
      version,
    };
    return submit(AnnouncementEdit, input, { ...update, reset });
  };
  const loadAd = (newAd: OwnAnnouncement) => {
    const newValues = valuesOf(newAd);
    setLoadedAd(newAd);
    reset();
    for (const name of Object.keys(newValues) as (keyof typeof newValues)[]) set(name, newValues[name]);
  };

  const isChanged = JSON.stringify(values) !== JSON.stringify(initialValues);

  return (
    <FormDialog
      onClose={onClose}
      unsaved={isChanged}
      title="Redigera annons"
      busy={update.isPending}
      className="edit-ad"
      formRef={formRef}
      onSubmit={save(loadedAd.version)}
    >
      <p className="edit-ad-event">
        {ad.event_name} · {ad.distance}
      </p>
      <div className="form-pair">
        <Field
          label={PRICE_LABELS[ad.announcement_type]}
          required
          error={errorOf('price')}
          hint={<PriceRemark price={kronorOf(values.price)} usual={ad} />}
        >
          {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('price')} />}
        </Field>
        <Field label="Namnbytesavgift" optional error={errorOf('name_change_fee')}>
          {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('name_change_fee')} placeholder="0" />}
        </Field>
      </div>
      <DescriptionField
        {...inputProps('description')}
        value={values.description}
        error={errorOf('description')}
      />
      {formError && <Alert>{formError}</Alert>}
      {conflictingAd && (
        <Conflict
          formRef={formRef}
          text="Annonsen har ändrats i ett annat fönster sedan du öppnade den"
          changedFields={differences(loadedAd, conflictingAd)}
          showTheirsLabel="Visa den andra"
          isSaving={update.isPending}
          onOverwrite={save(conflictingAd.version)}
          onShowTheirs={() => loadAd(conflictingAd)}
        />
      )}
    </FormDialog>
  );
}

function differences(before: OwnAnnouncement, after: OwnAnnouncement): string[] {
  const fee = after.name_change_fee ? formatPrice(after.name_change_fee) : 'ingen';
  return [
    before.price === after.price ? '' : `pris ${formatPrice(after.price)}`,
    before.name_change_fee === after.name_change_fee ? '' : `namnbytesavgift ${fee}`,
    before.description === after.description
      ? ''
      : after.description
        ? `beskrivning ”${after.description}”`
        : 'ingen beskrivning',
  ].filter(Boolean);
}
