import { simulateLifecycle } from '#billing/dunning/actions.ts'
import { paymentHabits } from '#billing/dunning/simulation.ts'
import { summaryOf } from '#billing/dunning/simulation-summary.ts'
import { applications } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, optional, required } from '../command.ts'
import { count, id, oneOf, text } from '../values.ts'

export const lifecycleCommands = [
  command({
    name: 'lifecycle simulate',
    about: "Simulates a dealer's next months: payment reminders, due dates and blocks. Changes nothing.",
    options: {
      dealer: required(id, 'The dealer.'),
      months: optional(count(24), 'Number of months. Default: 12.', 12),
      account: optional(id, 'Only this account.'),
      plan: optional(
        text('ID'),
        'Only accounts on this client plan; with --account, that account as if it were on this plan.',
      ),
      payments: optional(oneOf(paymentHabits), 'Whether clients pay: none or on_time. Default: none.', 'none' as const),
    },
    async run(tool, { dealer, months, account, plan, payments }) {
      const { ctx } = await tool.open()
      const call: Call = {
        ...ctx,
        actor: operator('lifecycle simulate'),
        dealer,
        apps: applications.map((app) => app.id),
        validate(problems = []) {
          if (problems[0]) throw new Error(problems[0].message)
        },
        progress: (done, total) => tool.report(bar(done, total)),
      }
      const played = await simulateLifecycle(call, { account, plan, months, habit: payments })
      const { totals, expected, withoutAmount, days } = summaryOf(played.accounts)
      const until = seconds(played.until)
      return {
        dealer_id: dealer,
        until,
        accounts: played.accounts.length,
        totals,
        expected,
        without_amount: withoutAmount,
        days,
      }
    },
    show({ accounts, totals, expected, days }) {
      const money =
        expected.map(({ amount, currency }) => `${amount} ${currency} (in its smallest unit)`).join(', ') || 'unknown'
      const busiest = days
        .toSorted((one, other) => other.block - one.block)
        .slice(0, 5)
        .filter(({ block }) => block > 0)
      return [
        `Accounts: ${accounts}. Payment reminders: ${totals.notice}, due: ${totals.due}, blocked: ${totals.block}, unblocked: ${totals.unblock}.`,
        `Expected payments: ${money}.`,
        ...busiest.map(({ date, block }) => `  ${date}: ${block} blocked`),
      ].join('\n')
    },
  }),
]

const width = 24

function bar(done: number, total: number): string {
  const part = total === 0 ? 1 : done / total
  const full = Math.round(part * width)
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done} of ${total} accounts`
}
