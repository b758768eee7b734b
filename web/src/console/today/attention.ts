/** The page of an item that needs attention. Pure. */
import type { Today } from '../../api/generated.ts'
import { to } from '../../shared/router/router.ts'
import type { Tone } from '../blocks/StateBadge.tsx'

export type AttentionItem = Today['needs'][number]

/** The list of clients filtered by state. */
export const clientsIn = (state: string): string => to('/clients', {}, { state })

/** The list filtered by state, if it has such a filter; otherwise the first ten, or the page where it can be fixed. */
export function addressOf({ kind, ids }: Pick<AttentionItem, 'kind' | 'ids'>): string {
  const some = { ids: ids.join(',') }
  switch (kind) {
    case 'company.approve':
    case 'payment-information.verify':
      return to('/company')
    case 'cards.test':
      return to('/company/:tab', { tab: 'keys' })
    case 'webhooks.failed':
      return to('/developers')
    case 'mails.failed':
      return to('/clients')
    case 'accounts.overdue':
      return clientsIn('overdue')
    case 'accounts.block-soon':
      return clientsIn('blocked_soon')
    case 'client-invoices.overdue':
      return to('/invoices', {}, { state: 'overdue' })
    case 'units.never':
      return to('/units', {}, { state: 'never' })
    case 'units.silent':
      return to('/units', {}, { state: 'silent' })
    case 'units.turned-away':
      return to('/units', {}, some)
    default:
      return to('/clients', {}, some)
  }
}

export const toneOf = ({ kind }: Pick<AttentionItem, 'kind'>): Tone =>
  kind === 'accounts.waiting' ? 'waiting' : kind.endsWith('.overdue') ? 'bad' : 'warning'
