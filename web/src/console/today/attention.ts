/** Where one goes to lend a hand. Pure. */
import type { Today } from '../../api/generated.ts'
import { to } from '../../shared/router.ts'
import type { Tone } from '../blocks/StateBadge.tsx'

export type AttentionItem = Today['needs'][number]

/** The list of clients narrowed to a state. */
export const clientsIn = (state: string): string => to('/clients', {}, { state })

/** All of them where a list can be narrowed so, otherwise the first ten, or the page where such things are mended. */
export function addressOf({ kind, ids }: Pick<AttentionItem, 'kind' | 'ids'>): string {
  const some = { ids: ids.join(',') }
  switch (kind) {
    case 'company.approve':
    case 'payment-information.verify':
      return to('/company')
    case 'webhooks.failed':
      return to('/developers')
    case 'mails.failed':
      return to('/clients')
    case 'accounts.overdue':
      return clientsIn('overdue')
    case 'accounts.block-soon':
      return clientsIn('blocked_soon')
    case 'units.silent':
      return to('/units', {}, { state: 'silent' })
    case 'units.turned-away':
      return to('/units', {}, some)
    default:
      return to('/clients', {}, some)
  }
}

export const toneOf = ({ kind }: Pick<AttentionItem, 'kind'>): Tone =>
  kind === 'accounts.waiting' ? 'waiting' : kind === 'accounts.overdue' ? 'bad' : 'warning'
