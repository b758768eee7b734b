import type { ListedClientInvoice } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { toneOf } from './invoice.ts'

const { states, kinds } = words.invoices

/** A credit note is settled from the start, so the badge shows what it is. */
export const InvoiceBadge = ({ invoice: { kind, state } }: { invoice: Pick<ListedClientInvoice, 'kind' | 'state'> }) =>
  kind === 'credit' ? (
    <StateBadge tone="quiet">{kinds.credit}</StateBadge>
  ) : (
    <StateBadge tone={toneOf[state]}>{states[state]}</StateBadge>
  )
