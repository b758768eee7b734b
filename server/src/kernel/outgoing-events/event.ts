/** The events for dealers' programs: a closed list, each with the shape of its data. Pure. */
import Type, { type Static, type TObject } from 'typebox'
import { Nullable, Time, TimeOrNull } from '../api/fields.ts'

const account = { account_id: Type.Integer({ description: 'The account.' }) }
const unit = { ...account, unit_id: Type.Integer({ description: 'The unit.' }) }
const app = { app_id: Type.String({ description: 'The application.' }) }
const bill = { ...account, bill_id: Type.String({ description: 'The bill, by the id that the API shows.' }) }
const money = {
  amount_total: Type.Integer({ description: "In the currency's smallest unit." }),
  currency: Type.String(),
}
const mailed = {
  mailed: Type.Boolean({ description: 'Whether the client was emailed; false if it has no address.' }),
}
const due = {
  payment_expected_at: Time,
  block_at: Nullable(Type.Integer({ description: 'When it is blocked if it stays unpaid; null: never.' })),
}
const quota = {
  ...account,
  ...app,
  quota: Type.String({ description: 'The quota: `unit`, or in tags_app `gateway`, `sensor` or `asset`.' }),
  used: Type.Integer(),
  limit: Type.Integer(),
}
const term = {
  paid_until: Type.String({ example: '2027-03-31', description: 'The last paid day, in the dealer’s time zone.' }),
  expires_at: Time,
}
const command = {
  ...unit,
  command_id: Type.String({ description: 'The command, which also shows the response of the tracker.' }),
  command_type: Type.String(),
  client_ref: Nullable(Type.String({ description: "The sender's own reference." })),
}
const by = (...who: string[]) => ({ by: Type.Unsafe<string>({ type: 'string', enum: who }) })

/** Ids and what changed, small and permanent: fields may be added, none is removed. No secret, no location. */
export const eventData = {
  'account.created': Type.Object({
    ...account,
    type: Nullable(Type.Integer({ description: '10: managed by the dealer; null: owned by its client.' })),
    reg_apps: Type.Array(Type.String(), { example: ['b901da51-ce00-4af2-b978-8d0fca8ae1ea'] }),
  }),
  'account.activated': Type.Object({ ...account, ack: Time, payment_expected_at: TimeOrNull }),
  'account.attached': Type.Object({ ...account, attached_at: Time }),
  'account.detached': Type.Object(account),
  'account.notice': Type.Object({ ...account, ...due, ...mailed }),
  'account.due': Type.Object({ ...account, ...due }),
  'account.blocked': Type.Object({ ...account, ...by('person', 'schedule', 'automation'), ...mailed }),
  'account.unblocked': Type.Object({ ...account, ...by('person', 'payment'), ...mailed }),
  'account.plan_changed': Type.Object({
    ...account,
    ...app,
    tariff_plan_id: Type.String(),
    previous_tariff_plan_id: Nullable(Type.String()),
  }),
  'account.add_on_ended': Type.Object({
    ...account,
    name: Type.String({ example: 'Extra units' }),
    quantity: Type.Integer({ description: 'How many of them ended.' }),
    remaining: Type.Integer({ description: 'How many of them the account still has.' }),
  }),
  'bill.created': Type.Object({ ...bill, ...money, expires_at: Time }),
  'bill.sent': Type.Object(bill),
  'bill.paid': Type.Object({
    ...bill,
    ...money,
    late: Type.Boolean({ description: 'Whether it was paid when or after it expired.' }),
  }),
  'bill.expired': Type.Object(bill),
  'invoice.paid': Type.Object({
    ...account,
    invoice_id: Type.String({ description: 'The invoice.' }),
    number: Type.String({ example: '2026-00012' }),
    amount: Type.Integer({ description: "What was paid, in the currency's smallest unit." }),
    open_amount: Type.Integer({ description: 'What is left to pay; 0: the invoice is settled.' }),
    currency: Type.String(),
  }),
  'unit.created': Type.Object({ ...unit, ...app, hw_id: Type.Integer() }),
  'unit.first_message': Type.Object({ ...unit, last_active: Time }),
  'unit.silent': Type.Object({ ...unit, last_active: Time }),
  'unit.term_due': Type.Object({ ...unit, ...term, ...mailed }),
  'unit.term_expired': Type.Object({ ...unit, ...term, ...mailed }),
  'unit.term_renewed': Type.Object({
    ...unit,
    ...term,
    previous_paid_until: Nullable(Type.String({ description: 'The previous last paid day; null: it had no term.' })),
    invoice_id: Nullable(Type.String({ description: 'The invoice that it was renewed with; null: without one.' })),
  }),
  'ident.conflict': Type.Object({
    ...unit,
    reason: Type.Unsafe<'connection_taken' | 'network_changed'>({
      type: 'string',
      enum: ['connection_taken', 'network_changed'],
      description: 'Another address replaced a live peer, or the tracker connected from another network.',
    }),
  }),
  'command.sent': Type.Object(command),
  'command.acknowledged': Type.Object(command),
  'command.failed': Type.Object(command),
  'command.expired': Type.Object(command),
  'quota.near': Type.Object(quota),
  'quota.exceeded': Type.Object(quota),
  'webhook.test': Type.Object({ webhook_id: Type.String() }),
} as const satisfies Record<string, TObject>

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as readonly EventType[]

/** When it happens, in the words of the reference. */
export const eventMeaning: Readonly<Record<EventType, string>> = {
  'account.created': 'An account was created.',
  'account.activated': 'An account became active.',
  'account.attached': 'The owner of an account accepted an invitation: the account moved to the dealer.',
  'account.detached': 'An account left: the dealer released it, or its owner moved to another dealer.',
  'account.notice': 'The payment reminder before a due date was sent.',
  'account.due': 'A payment is due.',
  'account.blocked': 'An account was blocked.',
  'account.unblocked': 'An account was unblocked.',
  'account.plan_changed': 'The client plan of an account changed.',
  'account.add_on_ended': 'An add-on of an account ended, or its quantity fell.',
  'bill.created': 'A bill was issued.',
  'bill.sent': 'The payment link of a bill was emailed to the client.',
  'bill.paid': 'A bill was paid.',
  'bill.expired': 'A bill expired unpaid.',
  'invoice.paid': 'A payment of a client invoice was recorded; it may cover only part of it.',
  'unit.created': 'A unit was created.',
  'unit.first_message': 'The first message of a unit has arrived.',
  'unit.silent': 'A unit has sent nothing for a day, or for the time the operator has set. Sent once per silence.',
  'unit.term_due': 'The term of a unit ends soon.',
  'unit.term_expired':
    'The term of a unit has ended. Its data is still stored; the client doesn’t see it until the unit is renewed.',
  'unit.term_renewed': 'The term of a unit was extended.',
  'ident.conflict':
    'Another peer uses the ident of a unit. Commands to the unit are held for ten minutes. Sent at most once an hour for each unit.',
  'command.sent': 'A command was sent to its tracker.',
  'command.acknowledged': 'A tracker has answered a command.',
  'command.failed': 'A tracker refused a command, did not answer it, or could not be reached.',
  'command.expired': 'A command expired before its tracker connected, and was not sent.',
  'quota.near': 'A quota has reached 80 % of its limit.',
  'quota.exceeded': 'A quota has reached its limit: nothing more can be created.',
  'webhook.test': 'A test event that you requested. It goes to one endpoint only.',
}

/** An event of one type: the type determines its data. */
export type EventOf<T extends EventType = EventType> = {
  [One in T]: { readonly type: One; readonly data: Static<(typeof eventData)[One]> }
}[T]

export interface Event {
  /** The dealer's own count of its events, from 1, without gaps. */
  readonly id: number
  readonly accountId: number | null
  readonly type: EventType
  readonly at: Date
  readonly data: object
}

/** Long enough for a program that was down, short enough to stay small. */
export const keepDays = 30

/** From this share of a quota its dealer gets an event. */
export const nearPercent = 80

/** The use at which a quota is near its limit. */
export const nearCount = (limit: number): number => Math.ceil((limit * nearPercent) / 100)

/** How near a quota is to its limit; an event is sent when it rises. */
export function quotaLevel(used: number, limit: number): 'quota.near' | 'quota.exceeded' | undefined {
  if (used >= limit) return 'quota.exceeded'
  return used >= nearCount(limit) ? 'quota.near' : undefined
}
