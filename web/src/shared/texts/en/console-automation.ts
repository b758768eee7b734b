/** The forecast of billing automation. */
import { plural } from './plural.ts'

export const automation = {
  title: 'Automation',
  also: 'calendar due dates reminders notices blocks what-if forecast',
  explain: 'See what billing automation will do, day by day. This is a preview and changes nothing.',
  months: 'Period',
  monthsOption: (count: number) => plural(count, 'month', 'months'),
  payments: 'If clients',
  paymentsOptions: { none: 'don’t pay', on_time: 'pay on time' },
  plan: 'Plan',
  anyPlan: 'All plans',
  whatIf: 'What if',
  whatIfHint: 'Try other settings for this plan. To save them, open the plan.',
  period: 'Months',
  notify: 'Reminder, days before',
  block: 'Block, days after',
  try: 'Try',
  reset: 'Reset',
  kinds: { notice: 'Reminder', due: 'Due', block: 'Block', unblock: 'Unblock' } as Readonly<Record<string, string>>,
  totals: 'Total',
  accounts: (count: number) => plural(count, 'client', 'clients'),
  expected: 'Expected',
  withoutAmount: (count: number) => `${plural(count, 'due date', 'due dates')} for clients who have never paid a bill`,
  nothing: 'Nothing is scheduled',
  nothingHint:
    'None of these clients has a due date. Set a payment period on a plan, and choose when its clients first pay.',
  toPlans: 'Open plans',
  day: (day: string, count: number) => `${day}: ${plural(count, 'step', 'steps')}`,
  dayTitle: (day: string) => `On ${day}`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
}
