import { type FormEvent, useId, useState } from 'react';
import { AnnouncementEdit, type PublicAnnouncement } from '../../../../src/features/announcements/contract';
import { toldBy, unlessUncertain } from '../../../platform/failures';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
import { faultsOf, useForm } from '../../../platform/use-form';
import { useSendOnce } from '../../../platform/use-send-once';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { kronorOf, MoneyInput } from '../../../ui/money-input';
import { useIsHere } from '../../../ui/use-is-here';
import { DescriptionField } from '../description-field';

/** Another price, fee or description of one's own ad (section 5). What was typed is not lost without a question. */
export function EditDialog({ ad, onClose }: { ad: PublicAnnouncement; onClose: () => void }) {
  const [before] = useState({
    price: String(ad.price),
    name_change_fee: String(ad.name_change_fee ?? ''),
    description: ad.description ?? '',
  });
  const { form, values, text, errorOf, refuse } = useForm(before);
  const formId = useId();
  const isHere = useIsHere();
  const utils = trpc.useUtils();
  const update = trpc.marketplace.announcements.update.useMutation({
    onSuccess: () => {
      toast.success('Annons uppdaterad');
      if (isHere.current) onClose();
    },
    onError: (error) => toast.error(unlessUncertain(error, FAILED.updateAnnouncement)),
    // Also after a failure: it may have been completed or deleted elsewhere. Not waited for: the answer shows at once.
    onSettled: () => {
      void utils.public.announcements.list.invalidate();
      void utils.marketplace.announcements.mine.invalidate();
    },
  });
  const sendOnce = useSendOnce(update);
  // Not reached: the toast has said so.
  const refusal = toldBy(update.error, '');

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const input = {
      id: ad.id,
      price: kronorOf(values.price),
      // Section 5: an empty fee is sent as 0.
      name_change_fee: kronorOf(values.name_change_fee, 0),
      description: values.description,
    };
    const [first] = Object.entries(faultsOf(AnnouncementEdit, input) ?? {});
    if (first) refuse(Object.fromEntries([first]));
    else sendOnce(input);
  };

  const isChanged = JSON.stringify(values) !== JSON.stringify(before);

  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={isChanged}
      title="Redigera annons"
      save={
        <Button kind="primary" type="submit" form={formId} busy={update.isPending}>
          Spara
        </Button>
      }
    >
      <form className="edit-ad" id={formId} ref={form} onSubmit={save} noValidate>
        <p className="edit-ad-what">
          {ad.event_name} · {ad.distance}
        </p>
        <div className="form-pair">
          <Field label="Pris" required error={errorOf('price')}>
            {(wiring) => <MoneyInput {...wiring} {...text('price')} />}
          </Field>
          <Field label="Namnbytesavgift" optional error={errorOf('name_change_fee')}>
            {(wiring) => <MoneyInput {...wiring} {...text('name_change_fee')} placeholder="0" />}
          </Field>
        </div>
        <DescriptionField
          {...text('description')}
          value={values.description}
          error={errorOf('description')}
        />
        {refusal && <Alert>{refusal}</Alert>}
      </form>
    </Dialog>
  );
}
