import { findKey } from '#billing/bills/processor-keys.ts'
import { readInvoicing } from '#billing/client-invoices/actions.ts'
import { standingOf } from '#identity/company/actions.ts'
import type { Call } from '#kernel/context.ts'
import { countUnits } from '#tracking/units/actions.ts'
import { type AccountMoments, readAccounts } from './accounts-store.ts'
import { sumBills } from './bills-store.ts'
import { overdueOf } from './figures.ts'
import { sumOverdue } from './figures-store.ts'
import { countQuiet, type UnitMoments } from './quiet-store.ts'
import * as store from './store.ts'
import { type AttentionItem, attentionItemsOf, type Facts, waitingDays, weekDays } from './today.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

export type Today = Facts & { readonly at: Date; readonly needs: readonly AttentionItem[] }

/** The queries are independent and run at once. Nothing is locked, so they may differ by a moment. */
export async function readToday(call: Call): Promise<Today> {
  const now = call.clock.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const moments: AccountMoments & UnitMoments = {
    now,
    weekAhead: after(weekDays * dayMs),
    waitingSince: after(-waitingDays * dayMs),
    silentBefore: after(-call.config.unitSilentHours * hourMs),
    dayAgo: after(-dayMs),
  }
  const [accounts, bills, { all, active }, { silentIds, ...quiet }, troubles, standing, overdueInvoices, key] =
    await Promise.all([
      readAccounts(call.db, call, moments),
      sumBills(call.db, call, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))),
      countUnits(call, {}),
      countQuiet(call.db, call, moments),
      store.countTroubles(call.db, call, after(-weekDays * dayMs)),
      standingOf(call, call.dealer),
      readOverdue(call),
      findKey(call, call.dealer),
    ])
  const { overdueIds, blockedSoonIds, waitingLong, expected, ...clients } = accounts
  const facts: Facts = {
    money: { ...expected, ...bills },
    clients,
    units: { all, connected: active, ...quiet },
    turnedAway: { count: troubles.turnedAway, ids: troubles.turnedAwayIds },
    failedDeliveries: { count: troubles.failedDeliveries, ids: troubles.failedWebhookIds },
    failedMails: troubles.failedMails,
    overdueInvoices,
    isCompanyApproved: standing.isApproved,
    isPaymentVerified: standing.isVerified,
    isCardTest: key?.livemode === false,
    overdueIds,
    blockedSoonIds,
    silentIds,
    waitingLong,
  }
  return { ...facts, at: now, needs: attentionItemsOf(facts) }
}

/** As in the figures: by the day in the dealer's time zone. */
async function readOverdue(call: Call): Promise<Facts['overdueInvoices']> {
  const { today, settings } = await readInvoicing(call)
  const rows = overdueOf(await sumOverdue(call.db, call, { today, zone: settings.timeZone }))
  return {
    ids: [],
    count: rows.reduce((sum, { invoices }) => sum + invoices, 0),
    amounts: rows.map(({ currency, amount }) => ({ currency, amount })),
  }
}
