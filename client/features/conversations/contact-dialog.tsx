import { CircleCheck, Flag, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { MemberFacts } from '#client/features/accounts/member-facts.tsx';
import { AdFee, AdTransfer } from '#client/features/announcements/ad-transfer.tsx';
import { contactReturn } from '#client/features/announcements/contact-return.ts';
import { UsualPrices } from '#client/features/announcements/usual-prices.tsx';
import { errorCodeOf, errorMessage, failureMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useDraft } from '#client/platform/forms/drafts.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { MessageInput } from '#src/features/conversations/contract.ts';
import { formatPrice } from '#src/shared/text.ts';
import { Advice } from './advice.tsx';
import { adviceText } from './advice-texts.ts';
import { pathToAd } from './selection.ts';

const SENT_TEXT = 'Meddelande skickat! Säljaren/köparen kommer att få en notifiering.';

const CLOSE_DELAY_MS = 2000;

type Props = {
  ad: PublicAnnouncement;
  onClose: () => void;
  onReport: () => void;
};

export function ContactDialog({ ad, onClose, onReport }: Props) {
  const isMounted = useIsMounted();
  const utils = trpc.useUtils();
  const draft = useDraft(`message ${ad.id}`);
  const { formRef, values, set, errorOf, submit } = useForm({ message_text: draft.text });
  const sending = trpc.marketplace.conversations.send.useMutation({
    onSuccess: () => {
      draft.forget();
      if (!isMounted.current) toast.success(SENT_TEXT);
      utils.marketplace.conversations.invalidate();
    },
    onError: (error) => {
      if (!isMounted.current) toast.error(failureMessage(error, FAILED.message));
      // The ad may have been closed or deleted meanwhile: refetch the list.
      if (errorCodeOf(error)) utils.public.announcements.list.invalidate();
    },
  });

  const input = { ...values, announcement_id: ad.id };
  const send = submit(MessageInput, input, sending);

  return (
    <Dialog open onClose={onClose} title={`Kontakta ${ad.user_name}`}>
      <div className="contact-dialog">
        <AdStrip ad={ad} />
        {sending.isSuccess ? (
          <SentNotice ad={ad} onEnd={onClose} />
        ) : (
          <>
            <form className="contact-dialog-form" ref={formRef} onSubmit={send} noValidate>
              <Field label="Meddelande" required error={errorOf('message_text')}>
                {(ariaProps) => (
                  <TextArea
                    {...ariaProps}
                    name="message_text"
                    rows={5}
                    readOnly={sending.isPending}
                    ref={markAutofocus}
                    value={values.message_text}
                    onChange={(event) => {
                      draft.set(event.target.value);
                      set('message_text', event.target.value);
                    }}
                  />
                )}
              </Field>
              {sending.error && (
                <Alert>
                  <p>{errorMessage(sending.error, FAILED.message)}</p>
                  {errorCodeOf(sending.error) === 'request.unauthorized' && (
                    <Link
                      className="alert-link"
                      to="/marketplace/login"
                      state={{ ...contactReturn(ad), isEnded: true }}
                    >
                      Till inloggningen
                    </Link>
                  )}
                </Alert>
              )}
              <Button
                kind="primary"
                type="submit"
                large
                wide
                busy={sending.isPending}
                icon={<Send size={18} aria-hidden="true" />}
              >
                Skicka meddelande
              </Button>
            </form>
            <Button kind="quiet" wide icon={<Flag size={18} aria-hidden="true" />} onClick={onReport}>
              Rapportera användare
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** `showModal()` focuses the element with this attribute. React only focuses on mount, before the dialog is open. */
const markAutofocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '');

function AdStrip({ ad }: { ad: PublicAnnouncement }): ReactNode {
  const isBuyer = ad.announcement_type === 'sale';
  return (
    <div className="contact-dialog-ad">
      <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
      <p className="contact-dialog-ad-race">
        {ad.event_name} <span>{ad.distance}</span>
      </p>
      <p className="contact-dialog-ad-price">{formatPrice(ad.price)}</p>
      <AdFee ad={ad} />
      <AdTransfer transfer={ad.transfer} isPayer={isBuyer} />
      <UsualPrices ad={ad} />
      <MemberFacts facts={ad.owner_facts} />
      {ad.advice.map((key) => (
        <Advice key={key} text={adviceText(key, isBuyer)} />
      ))}
    </div>
  );
}

/** Takes focus, so that screen readers announce it. */
function SentNotice({ ad, onEnd }: { ad: PublicAnnouncement; onEnd: () => void }) {
  const notice = useRef<HTMLParagraphElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onEndRef = useRef(onEnd);
  useEffect(() => {
    onEndRef.current = onEnd;
  });
  useEffect(() => {
    notice.current?.focus();
    timer.current = setTimeout(() => onEndRef.current(), CLOSE_DELAY_MS);
    return () => clearTimeout(timer.current);
  }, []);
  // A link that somebody is about to press stays.
  const stay = () => clearTimeout(timer.current);
  return (
    <>
      <p className="contact-dialog-sent" role="status" ref={notice} tabIndex={-1}>
        <CircleCheck size={20} aria-hidden="true" />
        {SENT_TEXT}
      </p>
      <ButtonLink to={pathToAd(ad)} onPointerEnter={stay} onFocus={stay}>
        Till konversationen
      </ButtonLink>
    </>
  );
}
