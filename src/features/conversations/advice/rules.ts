import { isSuspiciouslyCheap } from '#src/features/announcements/rules.ts';
import type { TransferState } from '#src/features/events/transfer/contract.ts';
import { ADVICE_KEYS, type AdviceKey } from '#src/features/marketplace-settings/contract.ts';
import { fold } from '#src/shared/text.ts';

// Fixed rules and word lists, not guesses: a reader can see from the text why there is advice.

/** Folded. Each is matched as whole words. */
const PAYMENT_WORDS = [
  'swish swisha swishar swishat swishnummer forskott forskottsbetala forskottsbetalning handpenning deposition bankgiro',
  'bankgirot plusgiro plusgirot iban bic clearingnummer kontonummer bankkonto paypal revolut klarna wise moneygram payson',
  'presentkort krypto kryptovaluta bitcoin btc ethereum usdt',
]
  .join(' ')
  .split(' ')
  .concat('western union');

const PAY_WORDS =
  'betala betalar betalat betalt betalning betalningen betalningar betalas overfora overfor overforing insattning pengar pengarna'.split(
    ' ',
  );

const TOP_LEVELS =
  'com|net|org|info|biz|app|xyz|online|site|shop|store|link|click|live|top|pro|dev|me|co|io|ly|gg|to|se|nu|dk|no|fi|eu|uk|de|ru';

const LINKS = [
  /\bh(?:tt|xx)ps?:\/\//i,
  /\bwww\.[\p{L}\p{N}]/iu,
  // Bare addresses. In lower case only: "klart.Se till" is the end of a sentence. Not the domain of an e-mail address.
  new RegExp(
    `(?<![\\p{L}\\p{N}@._-])[\\p{L}\\p{N}-]{2,}(?:\\.[\\p{L}\\p{N}-]+)*\\.(?:${TOP_LEVELS})(?![\\p{L}\\p{N}@])`,
    'u',
  ),
];

const wordsOf = (text: string): string =>
  ` ${fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')} `;

const hasWord = (text: string, words: readonly string[]): boolean => {
  const folded = wordsOf(text);
  return words.some((word) => folded.includes(` ${word} `));
};

type AdvisedMessage = {
  text: string;
  /** The first message of its sender in the conversation. */
  isFirst: boolean;
  /** The state of transfers for the distance today; null if the event is gone. */
  transferState: TransferState | null;
};

/** About a message, for its reader. */
const MESSAGE_RULES: Partial<Record<AdviceKey, (message: AdvisedMessage) => boolean>> = {
  link: ({ text, isFirst }) => isFirst && LINKS.some((pattern) => pattern.test(text)),
  payment_word: ({ text, isFirst }) => isFirst && hasWord(text, PAYMENT_WORDS),
  early_payment: ({ text, transferState }) =>
    transferState === 'not_open' && (hasWord(text, PAYMENT_WORDS) || hasWord(text, PAY_WORDS)),
};

type AdvisedAd = Parameters<typeof isSuspiciouslyCheap>[0];

/** About the ad, for the party that does not own it. */
const AD_RULES: Partial<Record<AdviceKey, (ad: AdvisedAd) => boolean>> = { low_price: isSuspiciouslyCheap };

function matching<Subject>(
  rules: Partial<Record<AdviceKey, (subject: Subject) => boolean>>,
  subject: Subject,
  disabled: readonly string[],
): AdviceKey[] {
  return ADVICE_KEYS.filter((key) => !disabled.includes(key) && rules[key]?.(subject));
}

export const adviceAboutMessage = (message: AdvisedMessage, disabled: readonly string[]): AdviceKey[] =>
  matching(MESSAGE_RULES, message, disabled);

export const adviceAboutAd = (ad: AdvisedAd, disabled: readonly string[]): AdviceKey[] =>
  matching(AD_RULES, ad, disabled);

/** For the reader of the messages: their own have no advice. */
export function withAdvice<Message extends { sender_id: string; message_text: string }>(
  messages: readonly Message[],
  {
    readerId,
    transferState,
    disabled,
  }: { readerId: string; transferState: TransferState | null; disabled: readonly string[] },
): (Message & { advice: AdviceKey[] })[] {
  const first = messages.find(({ sender_id }) => sender_id !== readerId);
  return messages.map((message) => ({
    ...message,
    advice:
      message.sender_id === readerId
        ? []
        : adviceAboutMessage(
            { text: message.message_text, isFirst: message === first, transferState },
            disabled,
          ),
  }));
}
