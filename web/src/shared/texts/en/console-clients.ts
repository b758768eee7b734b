/** Clients: the list, one client, and what can be done with them. */
const many = (count: number, one: string, other: string) => `${count.toLocaleString('en')} ${count === 1 ? one : other}`

export const clients = {
  title: 'Clients',
  things: ['client', 'clients'] as const,
  also: 'accounts customers',
  new: 'New client',
  states: {
    inactive: 'Not activated',
    active: 'Active',
    notice: 'Payment soon',
    overdue: 'Overdue',
    blocked: 'Blocked',
    scheduled: 'Block is set',
  },
  columns: {
    title: 'Client',
    state: 'State',
    application: 'Application',
    plan: 'Plan',
    units: 'Units',
    due: 'Payment due',
    created: 'Created',
    id: 'Id',
  },
  noPlan: 'No plan',
  filters: {
    application: 'Application',
    state: 'State',
    states: { active: 'Active, not blocked', inactive: 'Not activated', blocked: 'Blocked' },
    attached: 'Linked to you',
    attachedYes: 'Linked',
    attachedNo: 'Not linked',
  },
  views: { waiting: 'Waiting for activation', blocked: 'Blocked', newest: 'The newest' },
  empty: {
    title: 'No clients yet',
    text: 'A client is an account with one user who logs in and sees its units. Make one, send it its activation link, and register its trackers.',
  },
  bulk: {
    plan: 'Change plan',
    extend: 'Extend',
    block: 'Block',
    unblock: 'Unblock',
    blocking: 'Blocking clients',
    unblocking: 'Unblocking clients',
    changing: 'Changing plans',
    extending: 'Extending periods',
    blockTitle: (count: number) => `Block ${many(count, 'client', 'clients')}?`,
    blockText: 'Their sessions end at once and they see what to pay. Their trackers are still heard.',
    skipped: (count: number) =>
      `${many(count, 'client is', 'clients are')} not activated or not managed by you, and left alone`,
    blocked: 'clients lose access now',
    unblockTitle: (count: number) => `Let ${many(count, 'client', 'clients')} in again?`,
    unblocked: 'clients get access',
    noneFit: 'None of the selected clients can be changed this way.',
  },
}
