/** The first page of a dealer's console. */
import { plural } from './plural.ts'

export const today = {
  title: 'Today',
  also: 'home start overview dashboard',
  needs: 'Needs your hand',
  nothing: 'Nothing needs your hand',
  nothingHint: 'Clients pay, trackers report, programs get their events.',
  look: 'Look',
  kinds: {
    'company.approve': {
      text: () => 'Your company card is not approved yet',
      hint: 'Fill it in; the operator approves it, and clients see it.',
    },
    'payment-information.verify': {
      text: () => 'Your payment information is not verified yet',
      hint: 'Until then only trial plans can be sold.',
    },
    'accounts.overdue': {
      text: (count: number) => `${plural(count, 'client is', 'clients are')} overdue`,
      hint: 'Their due date has passed and nothing was paid.',
    },
    'accounts.block-soon': {
      text: (count: number) => `${plural(count, 'client', 'clients')} will be blocked within a week`,
      hint: 'Send a bill, or give them more time.',
    },
    'units.silent': {
      text: (count: number) => `${plural(count, 'unit has', 'units have')} fallen silent`,
      hint: 'They reported before, and not for a day.',
    },
    'units.turned-away': {
      text: (count: number) => `${plural(count, 'tracker is', 'trackers are')} turned away`,
      hint: 'Registered, but speaking another protocol or with a wrong password.',
    },
    'webhooks.failed': {
      text: (count: number) => `${plural(count, 'webhook delivery was', 'webhook deliveries were')} given up`,
      hint: 'Mend the receiver, then send them again.',
    },
    'mails.failed': {
      text: (count: number) => `${plural(count, 'mail', 'mails')} could not be delivered`,
      hint: 'Check the addresses of these clients.',
    },
    'accounts.waiting': {
      text: (count: number) => `${plural(count, 'client has', 'clients have')} not begun for three days`,
      hint: 'Send the activation link again.',
    },
  },
  money: {
    title: 'Money',
    due: 'Due this week',
    overdue: 'Overdue',
    paid: 'Paid this month',
    open: 'Open bills',
    clients: (count: number) => plural(count, 'client', 'clients'),
    bills: (count: number) => plural(count, 'bill', 'bills'),
    unknown: (count: number) => `${plural(count, 'has', 'have')} never paid yet`,
    none: 'Nothing',
  },
  clients: {
    title: 'Clients',
    total: 'All',
    waiting: 'Not activated',
    notice: 'Told to pay',
    overdue: 'Overdue',
    soon: 'Blocked within a week',
    blocked: 'Blocked',
  },
  units: { title: 'Units', all: 'All', connected: 'Have connected', silent: 'Silent', never: 'Never connected' },
  begin: {
    title: 'Begin here',
    text: 'Make a plan, then a client on it, then a unit for its tracker: in five minutes something moves on the map.',
    plan: 'Make a plan',
    client: 'Make a client',
  },
}
