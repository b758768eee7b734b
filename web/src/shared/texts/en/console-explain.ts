/** Why a client is in its state, and what happens next. */
import { plural } from './plural.ts'

const days = (count: number) => plural(count, 'day', 'days')

export const explain = {
  why: 'Current status',
  states: { inactive: 'It is not activated yet.', active: 'It is activated and not blocked.' },
  blockedBy: {
    person: 'A person blocked it. Only a person can unblock it; a payment can’t.',
    schedule: 'It was blocked on the date a person set. Only a person can unblock it.',
    automation: 'Its payment is overdue. A payment or a person can lift the block.',
  },
  rules: 'Rules that apply',
  rulesOf: (isOwn: boolean, rules: string) => `${isOwn ? 'Set for this client' : 'Set in its plan'}: ${rules}.`,
  period: (months: number | null) =>
    months === null ? 'no payment period' : `payment period of ${plural(months, 'month', 'months')}`,
  notify: (count: number | null) => (count === null ? 'no reminder' : `reminder ${days(count)} before`),
  block: (count: number | null) => (count === null ? 'no block' : `block ${days(count)} after`),
  next: 'Next steps without a payment',
  nothingNext: 'None.',
  noDueDate: 'None: this client has no due date. Set one with “Extend”.',
  past: 'Past changes',
  refused: 'Not possible now',
  byWhom: { dealer: 'by you', client: 'by the client' },
  what: { notice: 'Reminder', due: 'Payment due', block: 'Block', 'scheduled block': 'Scheduled block' },
  operations: {
    'accounts.activate': 'Activate',
    'accounts.block': 'Block',
    'accounts.schedule-block': 'Schedule block',
    'accounts.set-lifecycle': 'Set a due date',
    'accounts.remove': 'Delete',
    'accounts.detach': 'Release',
    'bills.issue': 'Create bills',
    'subscriptions.buy': 'Buy premium',
    'users.change': 'Change users',
    'users.set-password': 'Set password',
    'users.view-people': 'See people',
    'users.enter': 'Open with support access',
    'users.enter-as-user': 'Open as the client',
    'units.change': 'Change units',
    'units.remove': 'Delete units',
    'units.read-messages': 'Read messages',
    'units.read-telemetry': 'Read latest values',
    'units.read-channel': 'See the channel',
    'units.share': 'Share units',
    'units.command': 'Send commands',
    'units.read-commands': 'See commands',
    'client.enter': 'Sign in',
    'client.view': 'See units',
    'client.view-bills': 'See bills',
    'client.view-visits': 'See support sessions',
    'client.read-messages': 'Read messages',
    'client.acknowledge': 'Mark as seen',
    'client.read-commands': 'See commands',
    'client.command': 'Send commands',
    'client.arrange': 'Create groups',
    'client.keep-logbook': 'Keep a logbook',
    'client.close-logbook': 'Close the logbook',
    'client.share': 'Share units',
    'client.set-service-mode': 'Allow support access',
    'client.manage-units': 'Manage units',
    'client.buy': 'Buy premium',
    'client.collect': 'Save a card',
    'client.erase': 'Delete account',
    'client.manage-self': 'Change sign-in details',
    'client.manage-account': 'Export the account',
    'client.manage-people': 'Invite people',
  } as Readonly<Record<string, string>>,
  blocked: {
    person: 'A person blocked the account.',
    schedule: 'The account was blocked on the date a person set.',
    automation: 'Billing automation blocked the account because a payment was late.',
  },
  paid: (due: string | null) =>
    due === null
      ? 'A payment arrived. There was no due date to move.'
      : `A payment arrived. The next is due on ${due}.`,
  /** What a step of the past meant, by its name. */
  meant: {
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
  } as Readonly<Record<string, string>>,
}
