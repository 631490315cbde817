import { useState } from 'react';
import { Field } from '#client/ui/field.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { Select, TextArea } from '#client/ui/inputs.tsx';
import { groundOfRule, MARKET_RULES } from '#src/features/statements/rules.ts';

/**
 * `rule` is the index of a rule, `other` for `ground` as typed, `general` for the rules in general, or empty for no
 * choice.
 */
type TypedReasons = { rule: string; ground: string; facts: string };

export const NO_REASONS: TypedReasons = { rule: '', ground: '', facts: '' };

/** As the API takes them. The rules in general have no ground. */
export function reasonsFrom({ rule, ground, facts }: TypedReasons) {
  if (rule === 'other') return { ground: ground.trim(), facts };
  return { ground: rule === '' || rule === 'general' ? '' : groundOfRule(Number(rule)), facts };
}

type Props = {
  reasons: TypedReasons;
  onChange: (name: keyof TypedReasons, value: string) => void;
  /** Whether a ground must be chosen, or is not asked for. Without a choice it is the rules in general. */
  ground?: 'required' | 'none';
  groundError?: string | undefined;
  factsLabel?: string;
  factsHint?: string;
};

export function ReasonFields({ factsLabel = 'Vad som hänt', factsHint, ...props }: Props) {
  const { reasons, onChange, ground } = props;
  return (
    <div className="reason-fields">
      {ground !== 'none' && <GroundFields {...props} />}
      <Field label={factsLabel} optional hint={factsHint}>
        {(ariaProps) => (
          <TextArea
            {...ariaProps}
            name="facts"
            rows={3}
            value={reasons.facts}
            onChange={(event) => onChange('facts', event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

function GroundFields({ reasons, onChange, ground, groundError }: Props) {
  const isRequired = ground === 'required';
  const isTyped = reasons.rule === 'other';
  return (
    <>
      <Field
        label="Grund"
        required={isRequired}
        optional={!isRequired}
        error={isTyped ? undefined : groundError}
      >
        {(ariaProps) => (
          <Select
            {...ariaProps}
            name="rule"
            value={reasons.rule}
            onChange={(event) => onChange('rule', event.target.value)}
          >
            {isRequired && <option value="">Välj grund</option>}
            <option value={isRequired ? 'general' : ''}>Reglerna i allmänhet</option>
            {MARKET_RULES.map(({ id, title }, index) => (
              <option key={id} value={index}>
                {index + 1}. {title}
              </option>
            ))}
            <option value="other">Lag eller annan grund</option>
          </Select>
        )}
      </Field>
      {isTyped && (
        <Field label="Lag eller annan grund" required={isRequired} error={groundError}>
          {(ariaProps) => (
            <TextArea
              {...ariaProps}
              name="ground"
              rows={2}
              value={reasons.ground}
              onChange={(event) => onChange('ground', event.target.value)}
            />
          )}
        </Field>
      )}
    </>
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
          onChange={(name, value) =>
            setTyped((all) => ({ ...all, [id]: { ...NO_REASONS, ...all[id], [name]: value } }))
          }
        />
      </details>
    ),
  };
}
