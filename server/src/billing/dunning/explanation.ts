/** Why an account is in its state, and what happens next, for programs and for people. Pure. */
import { type Holder, type Refused, refusedTo } from '#identity/access/access.ts'
import { activationNeeded } from '#identity/access/account.ts'
import type { AppId } from '#kernel/applications.ts'
import { type Milestone, type MilestoneKind, milestonesAhead, type Payer, type Rules } from './dunning.ts'

/**
 * Everything that can happen to an account, by its audit action, each with the rule behind it. A test finds every
 * action in the code and requires a sentence here.
 */
export const explanations = {
  'accounts.create': 'The dealer created the account. It has no client until it is activated.',
  'accounts.invite': 'The dealer had the activation link sent to the client by email.',
  'accounts.change': 'The dealer changed its title, description or applications; its state stays as it was.',
  'accounts.activate':
    'The account was activated. With a plan that has a payment period, the first payment is due one period later.',
  'accounts.block':
    'The account was blocked: by a person, at a date that a person set, or by billing automation once a payment was late.',
  'accounts.unblock': 'A person lifted the block. Automation does not block again for the same due date.',
  'accounts.schedule-block': 'A person set or cancelled the date for blocking the account.',
  'accounts.set-lifecycle':
    'The dealer changed when this account’s payment is due, or when it is reminded or blocked. Steps that have not happened yet follow the new dates.',
  'accounts.change-plan':
    'The account was moved to another plan. The plan’s days for reminder and block apply unless the account has its own.',
  'accounts.notice': 'The client was reminded of the payment, once for each due date.',
  'accounts.due': 'The payment was due. An unpaid due date does not move.',
  'accounts.take-payment':
    'A payment arrived. The due date moved by one period, and a block set by automation was lifted.',
  'accounts.claim': 'The client activated the account with the link and chose an email address and a password.',
  'accounts.open-service-mode': 'The client turned on support access for an application.',
  'accounts.close-service-mode': 'The client turned off support access. Open support sessions ended.',
  'accounts.attach': 'The owner accepted an invitation, and the account moved to the dealer with its units.',
  'accounts.detach':
    'The dealer released the account, or its owner moved to another dealer. It still belongs to its owner.',
  'accounts.remove': 'The account was deleted with everything in it.',
  'accounts.ask-erasure':
    'The client asked to delete the account. It is deleted after a week, unless the client cancels this.',
  'accounts.undo-erasure': 'The client cancelled the deletion of the account.',
  'accounts.erase': 'The account was erased, with everything known about it.',
} as const satisfies Record<string, string>

export type Explained = keyof typeof explanations
export const isExplained = (action: string): action is Explained => action in explanations

export interface PastStep {
  readonly at: Date
  readonly action: Explained
  readonly by: string
  readonly evidence: unknown
}

export interface NextStep {
  readonly at: Date
  readonly what: MilestoneKind | 'scheduled block'
  readonly why: string
}

export type State = 'inactive' | 'active' | 'blocked'

export const stateOf = (payer: Payer): State => (payer.ack === null ? 'inactive' : payer.blocked ? 'blocked' : 'active')

const blockedWhy = {
  person: 'A person blocked it. Only a person can unblock it; a payment can’t.',
  schedule: 'It was blocked on the date a person set. Only a person can unblock it.',
  automation: 'Its payment is overdue. A payment or a person can lift the block.',
} as const

export function why(payer: Payer): string {
  if (payer.ack === null) return 'It is not activated yet.'
  if (!payer.blocked) return 'It is activated and not blocked.'
  return blockedWhy[payer.blockedBy ?? 'person']
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const months = (count: number) => (count === 1 ? '1 month' : `${count} months`)

function whyNext({ kind }: Milestone, { notifyDays, blockDays }: Rules): string {
  if (kind === 'notice') return `The client is notified ${days(notifyDays ?? 0)} before the payment is due.`
  if (kind === 'due') return 'The payment is due.'
  return `Without a payment it is blocked ${days(blockDays ?? 0)} after the due date.`
}

export interface RefusedNow extends Refused {
  readonly by: 'dealer' | 'client'
}

/** What is refused in the current state, in the exact words of the refusal. */
export function refusedNow(account: Holder, apps: readonly AppId[]): readonly RefusedNow[] {
  const dealer = refusedTo(account, apps, 'dealer')
  const inactive = account.ack === null && account.type !== null ? Object.entries(activationNeeded) : []
  return [
    ...dealer.map((refused) => ({ ...refused, by: 'dealer' as const })),
    ...inactive.map(([operation, why]) => ({ operation, why, by: 'dealer' as const })),
    ...refusedTo(account, apps, 'client').map((refused) => ({ ...refused, by: 'client' as const })),
  ]
}

/** What happens if no one does anything, in order of time. */
export function whatNext(payer: Payer, rules: Rules, reached: ReadonlySet<MilestoneKind>): readonly NextStep[] {
  const milestones = milestonesAhead(payer, rules, reached)
    .filter(({ kind }) => kind !== 'block' || !payer.blocked)
    .map((milestone): NextStep => ({ at: milestone.at, what: milestone.kind, why: whyNext(milestone, rules) }))
  const scheduled: NextStep[] =
    payer.blockedAt !== null && !payer.blocked
      ? [{ at: payer.blockedAt, what: 'scheduled block', why: 'A person set this date.' }]
      : []
  return [...milestones, ...scheduled].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Says in a sentence whose values apply. */
export function whoseRules(payer: Payer, { periodMonths, notifyDays, blockDays }: Rules): string {
  const whose = payer.useFleetLifecycle ? 'the account’s own values' : 'the values of its plan'
  const period = periodMonths === null ? 'no payment period' : `a payment period of ${months(periodMonths)}`
  const reminder = notifyDays === null ? 'no reminder' : `a reminder ${days(notifyDays)} before`
  const block = blockDays === null ? 'never a block' : `a block ${days(blockDays)} after`
  return `It follows ${whose}: ${period}, ${reminder}, ${block}.`
}
