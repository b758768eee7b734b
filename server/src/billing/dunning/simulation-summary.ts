/** The result of the time machine, by day and in total. Pure. */
import type { SimulatedStep } from './simulation.ts'

export interface SimulatedAccount {
  readonly id: number
  readonly steps: readonly SimulatedStep[]
  /** The amount of the last paid bill, if any. */
  readonly lastPaid: { readonly amount: number; readonly currency: string } | null
}

const noCounts = () => ({ notice: 0, due: 0, block: 0, unblock: 0 })

export function summaryOf(accounts: readonly SimulatedAccount[]) {
  const steps = accounts.flatMap(({ id, steps }) => steps.map(({ kind, at }) => ({ id, kind, at: at.getTime() })))
  steps.sort((one, other) => one.at - other.at)
  const totals = noCounts()
  const days = new Map<string, ReturnType<typeof noCounts>>()
  for (const { kind, at } of steps) {
    if (kind === 'payment') continue
    const date = new Date(at).toISOString().slice(0, 10)
    const day = days.get(date) ?? noCounts()
    days.set(date, day)
    totals[kind] += 1
    day[kind] += 1
  }
  return { totals, ...moneyOf(accounts), days: [...days].map(([date, counts]) => ({ date, ...counts })), steps }
}

function moneyOf(accounts: readonly SimulatedAccount[]) {
  const sums = new Map<string, number>()
  let withoutAmount = 0
  for (const { steps, lastPaid } of accounts) {
    const dues = steps.filter(({ kind }) => kind === 'due').length
    if (lastPaid === null) withoutAmount += dues
    else if (dues > 0) sums.set(lastPaid.currency, (sums.get(lastPaid.currency) ?? 0) + dues * lastPaid.amount)
  }
  const expected = [...sums].sort().map(([currency, amount]) => ({ currency, amount }))
  return { expected, withoutAmount }
}
