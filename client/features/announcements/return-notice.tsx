import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';

type Props = {
  /** The text after "Du var på väg". */
  what: string;
  /** Undefined if it is not listed any more. */
  ad: PublicAnnouncement | undefined;
};

/** Why the dialog that a login interrupted does not open. */
export function ReturnNotice({ what, ad }: Props) {
  const reason = ad ? 'annonsen är reserverad' : 'annonsen finns inte kvar';
  return (
    <p className="return-notice" role="status">
      Du var på väg {what}, men {reason}.
    </p>
  );
}
