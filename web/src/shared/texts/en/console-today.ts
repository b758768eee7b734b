/** The first page of a dealer's console. */
import { plural } from './plural.ts'

export const today = {
  title: 'Today',
  also: 'home start overview dashboard',
  figures: 'Figures',
  figuresAlso: 'revenue income mrr churn margin overdue statistics chart',
  needs: 'Needs attention',
  nothing: 'All clear',
  nothingHint: 'No overdue clients or invoices, no silent units, no failed webhooks or emails.',
  look: 'View',
  kinds: {
    'company.approve': {
      text: () => 'Your company profile isn’t approved yet',
      hint: 'Fill it in. Clients see it once the operator approves it.',
    },
    'payment-information.verify': {
      text: () => 'Your billing details aren’t verified yet',
      hint: 'Until then you can only sell trial plans.',
    },
    'cards.test': {
      text: () => 'Card payments are in test mode',
      hint: 'No real card is charged. Save the live key of your card processor.',
    },
    'accounts.overdue': {
      text: (count: number) => `${plural(count, 'client is', 'clients are')} overdue`,
      hint: 'Their due date has passed without a payment.',
    },
    'client-invoices.overdue': {
      text: (count: number) => `${plural(count, 'invoice is', 'invoices are')} overdue`,
      hint: 'Their due date has passed, and they are not fully paid.',
    },
    'accounts.block-soon': {
      text: (count: number) => `${plural(count, 'client', 'clients')} will be blocked within a week`,
      hint: 'Send a bill, or give them more time.',
    },
    'units.silent': {
      text: (count: number) => `${plural(count, 'unit is', 'units are')} silent`,
      hint: 'They have reported before, but not for a day.',
    },
    'units.never': {
      text: (count: number) => `${plural(count, 'unit has', 'units have')} never connected`,
      hint: 'They were created over a day ago. Check the set-up of their trackers.',
    },
    'units.turned-away': {
      text: (count: number) => `${plural(count, 'tracker is', 'trackers are')} rejected`,
      hint: 'These devices are registered, but use another protocol or a wrong password.',
    },
    'webhooks.failed': {
      text: (count: number) => `${plural(count, 'webhook delivery', 'webhook deliveries')} failed`,
      hint: 'Fix your endpoint, then resend.',
    },
    'mails.failed': {
      text: (count: number) => `${plural(count, 'email', 'emails')} couldn’t be delivered`,
      hint: 'Check the addresses of these clients.',
    },
    'accounts.waiting': {
      text: (count: number) => `${plural(count, 'client hasn’t', 'clients haven’t')} activated for three days`,
      hint: 'Resend the activation link.',
    },
  },
  money: {
    title: 'Money',
    due: 'Due this week',
    overdue: 'Overdue',
    paid: 'Received this month',
    open: 'Open bills',
    clients: (count: number) => plural(count, 'client', 'clients'),
    bills: (count: number) => plural(count, 'bill', 'bills'),
    unknown: (count: number) => `${plural(count, 'has', 'have')} never paid a bill`,
    invoices: (count: number) => plural(count, 'invoice', 'invoices'),
    overdueInvoices: 'Overdue invoices',
    notKnown: 'Not known',
  },
  clients: {
    title: 'Clients',
    total: 'All',
    waiting: 'Not activated',
    notice: 'Payment reminder sent',
    overdue: 'Overdue',
    soon: 'Blocked within a week',
    blocked: 'Blocked',
  },
  units: { title: 'Units', all: 'All', connected: 'Connected', silent: 'Silent', never: 'Never connected' },
  begin: {
    title: 'Get started',
    text: 'After these steps, your first unit is on the map.',
    done: 'Done',
    open: 'Open',
    waits: 'Not yet verified',
    company: 'Company and billing details',
    steps: {
      plan: 'A plan for your clients',
      client: 'A client with an email address',
      unit: 'A unit for the client’s tracker',
      message: 'The first message from the tracker',
    },
    acts: {
      plan: 'Create plan',
      client: 'Create client',
      unit: 'Create unit',
      message: 'Set up tracker',
    },
  },
}
