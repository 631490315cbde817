import { Gavel } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { Tag, type Tone } from '#client/ui/tag.tsx';
import { adStateOf } from '#src/features/notices/admin/rules.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import type { AdminObjection } from '#src/features/objections/contract.ts';
import type { StatementKind } from '#src/features/statements/contract.ts';
import { DEFAULT_GROUND } from '#src/features/statements/rules.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { adLine, titleOfAd } from './ad-texts.ts';

export type CasePaths = { adPath: (id: string) => string; userPath: (id: string) => string };

type ItemProps = {
  heading: ReactNode;
  /** Undefined while the case is open. */
  outcome: { tone: Tone; label: string; text: string } | undefined;
  /** A second tag. */
  note?: string | null;
  text: string;
  onDecide: () => void;
  children: ReactNode;
};

function CaseItem({ heading, outcome, note, text, onDecide, children }: ItemProps) {
  const nameId = useId();
  return (
    <article className="report-item" aria-labelledby={nameId}>
      <div className="report-head">
        <h2 className="report-reason" id={nameId}>
          {heading}
        </h2>
        <Tag tone={outcome?.tone ?? 'warn'}>{outcome?.label ?? 'Ny'}</Tag>
        {note && <Tag tone="plain">{note}</Tag>}
      </div>
      <p className="report-description">{text}</p>
      {children}
      {outcome ? (
        outcome.text && <p className="admin-meta case-outcome">{outcome.text}</p>
      ) : (
        <Button
          className="report-toggle"
          kind="soft"
          icon={<Gavel size={18} aria-hidden="true" />}
          aria-describedby={nameId}
          onClick={onDecide}
        >
          Avgör
        </Button>
      )}
    </article>
  );
}

const joinLines = (...lines: (string | null)[]) => lines.filter(Boolean).join('\n');

type NoticeProps = CasePaths & { notice: AdminNotice; onDecide: () => void };

export function NoticeItem({ notice, onDecide, adPath }: NoticeProps) {
  const {
    announcement_id,
    announcement: ad,
    kept_until,
    decision,
    ground,
    facts,
    reference,
    created_at,
  } = notice;
  return (
    <CaseItem
      heading={
        <>
          Anmäld annons:{' '}
          {announcement_id ? (
            <Link className="admin-link" to={adPath(announcement_id)}>
              {titleOfAd(notice)}
            </Link>
          ) : (
            `${titleOfAd(notice)} (borttagen)`
          )}
        </>
      }
      outcome={decision ? { ...outcomeOf(decision, notice), text: joinLines(ground, facts) } : undefined}
      note={kept_until && `Bevaras till ${formatDay(dayInStockholm(new Date(kept_until)))}`}
      text={notice.explanation}
      onDecide={onDecide}
    >
      {ad && <p className="admin-meta case-about">{adLine(ad)}</p>}
      {kept_until && ad?.description && <p className="case-quote">{ad.description}</p>}
      <p className="admin-meta">
        Av {notice.name}, <MailLink className="admin-link" email={notice.email} /> ·{' '}
        <time dateTime={created_at}>{formatLongMoment(created_at)}</time> · ärende {reference}
      </p>
    </CaseItem>
  );
}

function outcomeOf(decision: 'removed' | 'kept', notice: AdminNotice): { tone: Tone; label: string } {
  if (decision === 'removed') return { tone: 'err', label: 'Fick inte visas' };
  return { tone: 'ok', label: adStateOf(notice) === 'deleted' ? 'Ingen åtgärd' : 'Kvar' };
}

const OBJECTION_TO: Record<StatementKind, string> = {
  ad_hidden: 'Invändning mot dold annons',
  ad_deleted: 'Invändning mot borttagen annons',
  account_suspended: 'Invändning mot avstängning',
};

type ObjectionProps = CasePaths & { objection: AdminObjection; onDecide: () => void };

export function ObjectionItem({ objection, onDecide, userPath }: ObjectionProps) {
  const { kind, user, order_number, event_name, ground, facts, created_at, objected_at } = objection;
  const { objection_decision: decision, objection_answer, reference } = objection;
  const isReversed = decision === 'reversed';
  return (
    <CaseItem
      heading={
        <>
          {OBJECTION_TO[kind]}:{' '}
          <Link className="admin-link" to={userPath(user.id)}>
            {user.full_name}
          </Link>
        </>
      }
      outcome={
        decision
          ? {
              tone: isReversed ? 'ok' : 'err',
              label: isReversed ? 'Beslut ändrat' : 'Beslut står fast',
              text: objection_answer ?? '',
            }
          : undefined
      }
      text={objection.objection}
      onDecide={onDecide}
    >
      <p className="admin-meta case-about">
        {[
          order_number && `${order_number} ${event_name ?? ''}`,
          `Beslutat ${formatLongMoment(created_at)}`,
          ground ?? DEFAULT_GROUND,
          facts,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="admin-meta">
        Invänt <time dateTime={objected_at}>{formatLongMoment(objected_at)}</time> · ärende {reference}
      </p>
    </CaseItem>
  );
}
