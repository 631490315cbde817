import { Mail, MailOpen, Reply, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import type { AdminContactMessage } from '#src/features/contact/contract.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { mailtoOf } from './mailto.ts';

type Props = {
  message: AdminContactMessage;
  onMark: (is_read: boolean) => void;
  onDelete: () => void;
  onClose: () => void;
};

export function MessageDialog({ message, onMark, onDelete, onClose }: Props) {
  const { subject, name, email, is_read } = message;
  const hasMarked = useRef(false);
  useEffect(() => {
    if (hasMarked.current) return;
    hasMarked.current = true;
    if (!is_read) onMark(true);
  }, [is_read, onMark]);

  return (
    <Dialog
      open
      onClose={onClose}
      title={subject}
      footer={
        <>
          <Button
            kind="quiet"
            className="contact-message-delete"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={onDelete}
          >
            Ta bort
          </Button>
          <Button
            icon={is_read ? <Mail size={18} aria-hidden="true" /> : <MailOpen size={18} aria-hidden="true" />}
            onClick={() => onMark(!is_read)}
          >
            {is_read ? 'Markera som oläst' : 'Markera som läst'}
          </Button>
          <a
            className="button button-primary contact-message-reply"
            href={mailtoOf(message)}
            data-focus-first
          >
            <Reply size={18} aria-hidden="true" />
            Svara
          </a>
        </>
      }
    >
      <p className="contact-message-from">
        <strong>{name}</strong>
        <MailLink email={email} />
        <time dateTime={message.created_at}>{formatLongMoment(message.created_at)}</time>
      </p>
      <p className="contact-message-text">{message.message}</p>
    </Dialog>
  );
}
