import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { ClientTerms, ReminderSettings, Step } from './reminder.ts'

const key = (dealer: number) => sql`hashtextextended(${`reminders of ${dealer}`}, 0)`

/**
 * Planning a reminder takes a shared lock on the rules of its dealer; changing the rules takes an exclusive one. So an
 * invoice that opens meanwhile is never planned by old rules.
 */
export const holdRules = (db: Db, dealer: number) =>
  sql`select pg_advisory_xact_lock_shared(${key(dealer)})`.execute(db)
export const lockRules = (db: Db, dealer: number) => sql`select pg_advisory_xact_lock(${key(dealer)})`.execute(db)

export type StoredSettings = ReminderSettings & { readonly since: Day }

export const findSettings = (db: Db, dealer: number): Promise<StoredSettings | undefined> =>
  db
    .selectFrom('reminderSettings')
    .select(['isActive', 'isQuietOnWeekends', 'hour', 'currency', 'steps', 'since'])
    .where('dealerId', '=', dealer)
    .executeTakeFirst() as unknown as Promise<StoredSettings | undefined>

export async function saveSettings(db: Db, dealerId: number, settings: StoredSettings): Promise<void> {
  const row = { ...settings, steps: JSON.stringify(settings.steps) }
  await db
    .insertInto('reminderSettings')
    .values({ ...row, dealerId })
    .onConflict((oc) => oc.column('dealerId').doUpdateSet(row))
    .execute()
}

export type StoredTerms = ClientTerms & { readonly since: Day }

export const findTerms = (db: Db, accountId: number): Promise<StoredTerms | undefined> =>
  db
    .selectFrom('clientReminderTerms')
    .select(['kind', 'steps', 'since', 'pausedUntil'])
    .where('accountId', '=', accountId)
    .executeTakeFirst() as unknown as Promise<StoredTerms | undefined>

export async function saveTerms(db: Db, accountId: number, terms: StoredTerms): Promise<void> {
  const row = { ...terms, steps: terms.steps && JSON.stringify(terms.steps) }
  await db
    .insertInto('clientReminderTerms')
    .values({ ...row, accountId })
    .onConflict((oc) => oc.column('accountId').doUpdateSet(row))
    .execute()
}

export const removeTerms = (db: Db, accountId: number) =>
  db.deleteFrom('clientReminderTerms').where('accountId', '=', accountId).execute()

interface Target {
  readonly id: string
  readonly accountId: number
}

export interface Rules {
  /** The id of the invoice. */
  readonly id: string
  readonly steps: readonly Step[]
  readonly since: Day
  readonly isQuietOnWeekends: boolean
  readonly hour: number
  readonly currency: string | null
  readonly kind: ClientTerms['kind'] | null
  readonly ownSteps: readonly Step[] | null
  readonly ownSince: Day | null
  readonly pausedUntil: Day | null
  /** The days of the last step that was sent. */
  readonly lastSent: number | null
}

/**
 * The rules for a dealer's invoices. An invoice without a row gets no reminders: the dealer sends none, the client is
 * deleted or another dealer's, or the invoice is a reminder fee: fees are never charged for fees.
 */
export const listRules = (db: Db, dealer: number, targets: readonly Target[]) => rowsOf<Rules>(db)`
    select target.id, settings.steps, settings.since, is_quiet_on_weekends as "isQuietOnWeekends", hour, currency, kind,
      terms.steps as "ownSteps", terms.since as "ownSince", paused_until as "pausedUntil",
      (select max(days) from client_reminders where invoice_id = target.id) as "lastSent"
    from unnest(${targets.map(({ id }) => id)}::uuid[], ${targets.map(({ accountId }) => accountId)}::bigint[])
      as target (id, account_id)
    join accounts on accounts.id = target.account_id and accounts.dealer_id = ${dealer}
    join reminder_settings as settings on settings.dealer_id = ${dealer}
    left join client_reminder_terms as terms on terms.account_id = accounts.id
    where is_active and not exists (select from client_reminders where fee_invoice_id = target.id)`

export const savePlan = (db: Db, invoiceId: string, lookAt: Date) => savePlans(db, [{ invoiceId, lookAt }])

export async function savePlans(db: Db, plans: readonly { readonly invoiceId: string; readonly lookAt: Date }[]) {
  if (plans.length === 0) return
  await db
    .insertInto('reminderPlans')
    .values(plans)
    .onConflict((oc) => oc.column('invoiceId').doUpdateSet({ lookAt: (eb) => eb.ref('excluded.lookAt') }))
    .execute()
}

export async function removePlans(db: Db, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length > 0) await db.deleteFrom('reminderPlans').where('invoiceId', 'in', invoiceIds).execute()
}

/** Checks every open invoice of a dealer, or of one of its clients, again. */
export async function recheckAll(db: Db, dealer: number, account: number | null, at: Date): Promise<void> {
  const ofAccount = account === null ? sql`` : sql`and account_id = ${account}`
  await sql`
    insert into reminder_plans (invoice_id, look_at)
    select id, ${at}::timestamptz from client_invoices
    where dealer_id = ${dealer} and status = 'open' ${ofAccount} order by id
    on conflict (invoice_id) do update set look_at = excluded.look_at`.execute(db)
}

export const nextCheck = sql`select look_at from reminder_plans order by look_at limit 1`

/** Locks the invoice, as does everyone who changes its open amount. */
export const takeDue = async (db: Db, now: Date, except: readonly string[]): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(db)`
    select invoice_id as id from reminder_plans join client_invoices on client_invoices.id = invoice_id
    where look_at <= ${now} and invoice_id <> all(${[...except]}::uuid[])
    order by look_at limit 1 for no key update of client_invoices skip locked`
  )?.id

export interface SentReminder {
  readonly invoiceId: string
  readonly days: number
  readonly sentAt: Date
  readonly amount: number
  readonly isMailed: boolean
  readonly feeInvoiceId: string | null
}

export const insert = (db: Db, sent: SentReminder) => db.insertInto('clientReminders').values(sent).execute()

export interface ListedReminder extends SentReminder {
  readonly number: string
  readonly currency: string
  readonly fee: number | null
}

/** Of an invoice, or everything that a dealer has sent a client; newest first. */
export function list(
  db: Db,
  { dealer }: Pick<Scope, 'dealer'>,
  of: { readonly invoice: string } | { readonly account: number },
  most: number,
): Promise<ListedReminder[]> {
  const query = db
    .selectFrom('clientReminders as sent')
    .innerJoin('clientInvoices as invoices', 'invoices.id', 'sent.invoiceId')
    .leftJoin('clientInvoices as fees', 'fees.id', 'sent.feeInvoiceId')
    .select(['sent.invoiceId', 'sent.days', 'sent.sentAt', 'sent.amount', 'sent.isMailed', 'sent.feeInvoiceId'])
    .select(['invoices.number', 'invoices.currency', 'fees.total as fee'])
    .where('invoices.dealerId', '=', dealer)
  const found =
    'invoice' in of ? query.where('invoices.id', '=', of.invoice) : query.where('invoices.accountId', '=', of.account)
  return found.orderBy('sent.sentAt', 'desc').orderBy('sent.days', 'desc').limit(most).execute() as unknown as Promise<
    ListedReminder[]
  >
}

/** The open amount of the reminder fees of an invoice. */
export async function openFees(db: Db, invoiceId: string): Promise<number> {
  const row = await firstRow<{ open: number }>(db)`
    select coalesce(sum(total - credited_total - paid_total), 0)::bigint as open
    from client_reminders join client_invoices on client_invoices.id = fee_invoice_id
    where invoice_id = ${invoiceId} and status = 'open'`
  return row!.open
}
