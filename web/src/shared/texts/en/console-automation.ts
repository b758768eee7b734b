/** The calendar of what happens by itself, and what would. */
import { plural } from './plural.ts'

export const automation = {
  title: 'Automation',
  also: 'calendar due dates notices blocks what-if time machine forecast',
  explain:
    'What billing automation will do, day by day, worked out by the same rules that will carry it out. Nothing is changed by looking.',
  months: 'How far',
  monthsOption: (count: number) => plural(count, 'month', 'months'),
  payments: 'If clients',
  paymentsOptions: { none: 'do not pay', on_time: 'pay on time' },
  plan: 'Plan',
  anyPlan: 'All plans',
  whatIf: 'What if',
  whatIfHint: 'Try other settings for this plan. They are saved on the plan’s page only.',
  period: 'Months',
  notify: 'Notice, days before',
  block: 'Block, days after',
  try: 'Try',
  reset: 'As it is',
  kinds: { notice: 'Notice', due: 'Due', block: 'Block', unblock: 'Unblock' } as Readonly<Record<string, string>>,
  totals: 'In all',
  accounts: (count: number) => plural(count, 'client', 'clients'),
  expected: 'Expected',
  expectedNone: 'Nothing is known of the amounts yet',
  withoutAmount: (count: number) => `${plural(count, 'due date', 'due dates')} of clients that have never paid a bill`,
  nothing: 'Nothing will happen by itself',
  nothingHint:
    'No client of this choice has a due date. Give a plan a payment period, and its clients get one when they are activated or pay.',
  toPlans: 'To the plans',
  day: (day: string, count: number) => `${day}: ${plural(count, 'step', 'steps')}`,
  dayTitle: (day: string) => `On ${day}`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  stepsCut: 'The first 10,000 steps are listed.',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
}
