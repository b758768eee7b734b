/** The types of events to choose from. Pure. */
import type { Event } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'

export type EventType = Event['type']

/** Every type exactly once: a new one is a type error here. */
const all: Readonly<Record<EventType, true>> = {
  'account.created': true,
  'account.activated': true,
  'account.attached': true,
  'account.detached': true,
  'account.notice': true,
  'account.due': true,
  'account.blocked': true,
  'account.unblocked': true,
  'account.plan_changed': true,
  'account.add_on_ended': true,
  'bill.created': true,
  'bill.sent': true,
  'bill.paid': true,
  'bill.expired': true,
  'invoice.paid': true,
  'unit.created': true,
  'unit.first_message': true,
  'unit.silent': true,
  'unit.term_due': true,
  'unit.term_expired': true,
  'unit.term_renewed': true,
  'ident.conflict': true,
  'command.sent': true,
  'command.acknowledged': true,
  'command.failed': true,
  'command.expired': true,
  'quota.near': true,
  'quota.exceeded': true,
  'webhook.test': true,
}
export const eventTypes = Object.keys(all) as readonly EventType[]

export const typeGroups = Object.entries(words.developers.webhooks.groups).map(([name, title]) => ({
  name,
  title,
  types: eventTypes.filter((type) => type.startsWith(`${name}.`)),
}))
