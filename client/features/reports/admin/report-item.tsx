import { Check, RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { AdminReport } from '#src/features/reports/admin/contract.ts';
import { REASON_LABELS } from '#src/features/reports/contract.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { formatPrice } from '#src/shared/text.ts';
import { ReportConversation } from './report-conversation.tsx';

type OmittedFacts = 'reported_user' | 'kept_until' | 'kept_facts';

/** They are omitted where the dialog already names the member. */
export type ShownReport = Omit<AdminReport, OmittedFacts> & Partial<Pick<AdminReport, OmittedFacts>>;

export type ReportPaths = { adPath: (id: string) => string; userPath: (id: string) => string };

type Props = ReportPaths & {
  report: ShownReport;
  heading: 'h2' | 'h4';
  busy: boolean;
  onToggleStatus: (report: ShownReport) => void;
};

export function ReportItem({ report, heading: Heading, busy, onToggleStatus, adPath, userPath }: Props) {
  const { reported_user: reported, related_announcement: ad } = report;
  const nameId = useId();
  const isOpen = report.status === 'new';
  return (
    <article className="report-item" aria-labelledby={nameId}>
      <div className="report-head">
        <Heading className="report-reason" id={nameId}>
          {REASON_LABELS[report.reason]}
          {reported && (
            <>
              {': '}
              {reported.id ? (
                <Link className="admin-link" to={userPath(reported.id)}>
                  {reported.full_name}
                </Link>
              ) : (
                reported.full_name
              )}
            </>
          )}
        </Heading>
        <Tag tone={isOpen ? 'warn' : 'ok'}>{isOpen ? 'Ny' : 'Hanterad'}</Tag>
        {report.kept_until && (
          <Tag tone="plain">
            Raderad, bevaras till {formatDay(dayInStockholm(new Date(report.kept_until)))}
          </Tag>
        )}
      </div>
      <p className="report-description">{report.description}</p>
      <p className="admin-meta">
        {ad ? (
          <>
            Annons:{' '}
            {ad.id ? (
              <Link className="admin-link" to={adPath(ad.id)}>
                {ad.order_number} {ad.event_name}
              </Link>
            ) : (
              `${ad.order_number} ${ad.event_name}`
            )}
          </>
        ) : (
          'Ingen annons'
        )}
      </p>
      <p className="admin-meta">
        Av {report.reporter_name}
        {report.reporter_email && (
          <>
            , <MailLink className="admin-link" email={report.reporter_email} />
          </>
        )}{' '}
        · <time dateTime={report.created_at}>{formatLongMoment(report.created_at)}</time>
      </p>
      {report.kept_facts && <KeptFacts facts={report.kept_facts} />}
      <ReportConversation
        reportId={report.id}
        reporterName={report.reporter_name}
        reportedName={reported?.full_name ?? 'Användaren'}
      />
      <Button
        className="report-toggle"
        kind={isOpen ? 'soft' : 'secondary'}
        icon={isOpen ? <Check size={18} aria-hidden="true" /> : <RotateCcw size={18} aria-hidden="true" />}
        busy={busy}
        aria-describedby={nameId}
        onClick={() => onToggleStatus(report)}
      >
        {isOpen ? 'Markera som hanterad' : 'Öppna igen'}
      </Button>
    </article>
  );
}

function KeptFacts({
  facts: { reported_email, announcement },
}: {
  facts: NonNullable<AdminReport['kept_facts']>;
}) {
  return (
    <>
      <p className="admin-meta">
        Den rapporterade: <MailLink className="admin-link" email={reported_email} />
        {announcement && ` · ${announcement.distance}, ${formatPrice(announcement.price)}`}
      </p>
      {announcement?.description && <p className="case-quote">{announcement.description}</p>}
    </>
  );
}
