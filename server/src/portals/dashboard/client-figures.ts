/** Figures of one client: its usage, charges and payments by month, and its units over time. */
import { listStandings } from '#billing/client-invoices/statements/statements.ts'
import { requireAccount } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import * as store from './client-figures-store.ts'
import { firstDay, type Growth, growthOf, monthsUntil } from './figures.ts'
import { calendarOf } from './figures-actions.ts'

interface MonthlyMoney {
  readonly month: string
  readonly invoiced: number
  readonly paid: number
}

export interface ClientFigures {
  readonly usage: store.Usage
  readonly amounts: readonly {
    readonly currency: string
    readonly open: number
    readonly overdue: number
    readonly months: readonly MonthlyMoney[]
  }[]
  readonly units: readonly Growth[]
}

export async function readClientFigures(call: Call, account: number): Promise<ClientFigures> {
  await requireAccount(call, account)
  const calendar = await calendarOf(call)
  const from = firstDay(calendar.today)
  const [usage, money, units, standings] = await Promise.all([
    store.readUsage(call.db, account),
    store.sumMoney(call.db, call.dealer, account, calendar.zone, from),
    store.countUnits(call.db, account, calendar, from),
    listStandings(call, account, calendar.today),
  ])
  const currencies = [...new Set([...money, ...standings].map(({ currency }) => currency))].sort()
  return {
    usage,
    units: growthOf(units.now, units.moves, calendar.today),
    amounts: currencies.map((currency) => {
      const own = money.filter((row) => row.currency === currency)
      const { open = 0, overdue = 0 } = standings.find((one) => one.currency === currency) ?? {}
      const months = monthsUntil(calendar.today).map((month) => {
        const { invoiced = 0, paid = 0 } = own.find((row) => row.month === month) ?? {}
        return { month, invoiced, paid }
      })
      return { currency, open, overdue, months }
    }),
  }
}
