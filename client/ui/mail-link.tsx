import { mailtoAddress } from '../../src/shared/text';

type Props = { email: string; className?: string };

/** An address to write to; nothing in it can steer the letter. */
export const MailLink = ({ email, className }: Props) => (
  <a className={className} href={mailtoAddress(email)}>
    {email}
  </a>
);
