/** Lines of bank statements in the console beyond the API. Pure. */
import type { BankLine, BankLineProposal } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import type { Tone } from '../blocks/StateBadge.tsx'

const { bank } = words

export const confidenceTones: Readonly<Record<BankLineProposal['confidence'], Tone>> = {
  ...{ certain: 'good', likely: 'good', possible: 'warning' },
}
export const stateTones: Readonly<Record<BankLine['state'], Tone>> = {
  ...{ open: 'waiting', matched: 'good', ignored: 'quiet' },
}

const numbersOf = (parts: BankLine['parts']) => parts.map(({ number }) => number).join(', ')

/** What it pays or seems to pay, in a few words. */
export function paysText({ state, parts, account_title, proposals: [best] }: BankLine): string {
  if (state === 'matched') return bank.pays(numbersOf(parts), account_title ?? '')
  if (state === 'ignored') return ''
  return best ? bank.pays(numbersOf(best.parts), best.account_title) : bank.noProposal
}

export const isLikely = ({ state, proposals: [best] }: BankLine): boolean =>
  state === 'open' && best !== undefined && best.confidence !== 'possible'

/** The request that accepts a proposal. */
export const matchOf = (id: string, { parts, credit, account_id }: BankLineProposal) => ({
  id,
  parts: parts.map(({ invoice_id, amount }) => ({ invoice_id, amount })),
  account_id: credit > 0 ? account_id : null,
})
