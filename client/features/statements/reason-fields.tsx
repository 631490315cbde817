import { useState } from 'react';
import { groundOfRule, MARKET_RULES } from '../../../src/features/statements/rules';
import { Field } from '../../ui/field';
import { FoldSummary } from '../../ui/fold-summary';
import { Select, TextArea } from '../../ui/inputs';

/** `rule` is the index of a rule, `other` for `ground` as typed, or empty for the rules in general. */
export type TypedReasons = { rule: string; ground: string; facts: string };

export const NO_REASONS: TypedReasons = { rule: '', ground: '', facts: '' };

/** As the API takes them. */
export const reasonsFrom = ({ rule, ground, facts }: TypedReasons) => ({
  ground: rule === 'other' ? ground : rule && groundOfRule(Number(rule)),
  facts,
});

type Props = { reasons: TypedReasons; onChange: (reasons: TypedReasons) => void; factsHint?: string };

export function ReasonFields({ reasons, onChange, factsHint }: Props) {
  const change = (part: Partial<TypedReasons>) => onChange({ ...reasons, ...part });
  return (
    <div className="reason-fields">
      <Field label="Grund" optional>
        {(ariaProps) => (
          <Select
            {...ariaProps}
            name="rule"
            value={reasons.rule}
            onChange={(event) => change({ rule: event.target.value })}
          >
            <option value="">Reglerna i allmänhet</option>
            {MARKET_RULES.map(({ id, title }, index) => (
              <option key={id} value={index}>
                {index + 1}. {title}
              </option>
            ))}
            <option value="other">Lag eller annan grund</option>
          </Select>
        )}
      </Field>
      {reasons.rule === 'other' && (
        <Field label="Lag eller annan grund">
          {(ariaProps) => (
            <TextArea
              {...ariaProps}
              name="ground"
              rows={2}
              value={reasons.ground}
              onChange={(event) => change({ ground: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Vad som hänt" optional hint={factsHint}>
        {(ariaProps) => (
          <TextArea
            {...ariaProps}
            name="facts"
            rows={3}
            value={reasons.facts}
            onChange={(event) => change({ facts: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

/**
 * The fields in the question before an act against a member, folded. What was typed about a record is kept until the
 * page is left.
 */
export function useReasons() {
  const [typed, setTyped] = useState<Record<string, TypedReasons>>({});
  const typedFor = (id: string) => typed[id] ?? NO_REASONS;
  return {
    reasonsFor: (id: string) => reasonsFrom(typedFor(id)),
    fieldsFor: (id: string) => (
      <details className="reason-fold">
        <FoldSummary>Skäl till medlemmen</FoldSummary>
        <ReasonFields
          reasons={typedFor(id)}
          factsHint="Skälen mejlas till medlemmen, med hur man invänder."
          onChange={(reasons) => setTyped((all) => ({ ...all, [id]: reasons }))}
        />
      </details>
    ),
  };
}
