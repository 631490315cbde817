import { Fragment } from 'react';
import { mailtoUrl } from '#src/shared/text.ts';

type Props = { email: string; className?: string };

/**
 * The address is encoded, so that it cannot set a subject or other recipients. A long address breaks before `@` or a
 * dot.
 */
export const MailLink = ({ email, className }: Props) => (
  <a className={className} href={mailtoUrl(email)}>
    {email.split(/(?=[@.])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </a>
);
