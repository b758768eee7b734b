/** Statements of account, for the dealer and for the client. */
import { requireAccount } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { type Day, isDay } from '#kernel/time/day.ts'
import { readInvoicing } from '../issue.ts'
import { type AccountStatement, statementsOf } from './account-statement.ts'
import * as store from './statement-store.ts'

export interface WholeStatement {
  readonly standings: readonly store.Standing[]
  readonly statements: readonly AccountStatement[]
}

export interface Days {
  readonly from_day?: string
  readonly to_day?: string
}

function requireDays({ from_day, to_day }: Days): { from: Day | undefined; to: Day | undefined } {
  for (const [name, value] of Object.entries({ from_day, to_day })) {
    if (value !== undefined && !isDay(value)) refuse('INVALID_QUERY', `${name} must be a day, like 2027-01-01.`, name)
  }
  return { from: from_day, to: to_day }
}

/** For callers that have already found the account. */
export async function statementFor(
  call: Pick<Call, 'db' | 'clock' | 'dealer'>,
  account: number,
  days: Days,
): Promise<WholeStatement> {
  const { from, to } = requireDays(days)
  const { today } = await readInvoicing(call)
  return {
    standings: await store.listStandings(call.db, call.dealer, account, today),
    statements: statementsOf(await store.listMovements(call.db, call.dealer, account), from, to),
  }
}

export async function readStatement(call: Call, account: number, days: Days): Promise<WholeStatement> {
  await requireAccount(call, account)
  return statementFor(call, account, days)
}

/** For callers that have already found the account: what is open, by currency. */
export const listStandings = (
  call: Pick<Call, 'db' | 'dealer'>,
  account: number,
  today: Day,
): Promise<store.Standing[]> => store.listStandings(call.db, call.dealer, account, today)
