import { mailtoUrl } from '../../src/shared/text';

type Props = { email: string; className?: string };

/** The address is encoded, so that it cannot set a subject or other recipients. */
export const MailLink = ({ email, className }: Props) => (
  <a className={className} href={mailtoUrl(email)}>
    {email}
  </a>
);
