import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '../api/lists.ts'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'

export interface AuditEntry {
  readonly id: number
  readonly at: Date
  readonly actorKind: string
  readonly actorId: string
  readonly actorName: string | null
  readonly action: string
  readonly subjectId: string
  readonly address: string | null
  readonly requestId: string | null
  readonly before: object | null
  readonly after: object | null
}

export interface AuditFilter {
  readonly ids: readonly number[] | undefined
  readonly accountId: number | undefined
  readonly actor: string | undefined
  readonly action: string | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
}

const id = sql.ref('audit.id')
export const sorts: Sorts = { id: { column: id, type: 'number', of: (entry: AuditEntry) => entry.id } }

/** The account itself, and everything that belongs to it now. */
const subjectsOf = (accountId: number) => sql`array(
  select ${String(accountId)}
  union all select id::text from users where account_id = ${accountId}
  union all select id::text from units where account_id = ${accountId}
  union all select id::text from bills where account_id = ${accountId})`

/**
 * What a client does with its own login concerns only the client, and so does what it does inside an account that it
 * owns: there a dealer looks only when it is let in (docs/decisions/0029). What concerns both is shown.
 */
const isOwnBusiness = sql`(actor_kind = 'client' and (action ~ '^(sessions|credentials|factors)\\.'
  or (accounts.id is not null and accounts.type is distinct from 10
    and action !~ '^(accounts|activation|invitations|subscriptions|users)\\.')))`

/** What an owner of the account may read: not how others sign in, nor every page opened in a support session. */
export interface AccountAudit {
  readonly ids: readonly number[] | undefined
  readonly accountId: number
  readonly userId: string
  readonly from: Date | undefined
  readonly to: Date | undefined
}

export interface AccountEntry {
  readonly id: number
  readonly at: Date
  readonly actorKind: string
  readonly actorName: string | null
  readonly action: string
  readonly subjectId: string
  readonly subjectName: string | null
}

const named = (values: string) => {
  const column = sql.ref(values)
  return sql`coalesce(${column} ->> 'name', ${column} ->> 'title', ${column} ->> 'email')`
}

export async function listOfAccount(db: Db, filter: AccountAudit, page: Page): Promise<AccountEntry[]> {
  const { where, order, limit } = pageClauses(page, id)
  const { ids, accountId, userId, from, to } = filter
  return rowsOf<AccountEntry>(db)`
    select audit.id, at, actor_kind, action, subject_id, coalesce(${named('after')}, ${named('before')}) as subject_name,
      case when actor_kind = 'client' then coalesce(users.name, (
        select gone.before ->> 'name' from audit as gone
        where gone.subject_id = audit.actor_id and gone.action in ('people.remove', 'people.leave') limit 1)) end as actor_name
    from audit left join users on users.id = case when actor_kind = 'client' then actor_id::uuid end
    where (audit.account_id = ${accountId}
        or (audit.account_id is null and subject_id = any(${subjectsOf(accountId)})))
      and action <> 'visits.look' and (actor_id = ${userId} or action !~ '^(sessions|credentials|factors)\\.')
      ${ids ? sql`and audit.id = any(${[...ids]}::bigint[])` : sql``} ${from ? sql`and at >= ${from}` : sql``} ${to ? sql`and at <= ${to}` : sql``}
      and ${where} order by ${order} limit ${limit}`
}

export async function list(db: Db, dealer: number, filter: AuditFilter, page: Page): Promise<AuditEntry[]> {
  const { where, order, limit } = pageClauses(page, id)
  const only = [
    sql`audit.dealer_id = ${dealer}`,
    where,
    sql`not ${isOwnBusiness}`,
    ...(filter.ids ? [sql`audit.id = any(${[...filter.ids]}::bigint[])`] : []),
    ...(filter.accountId === undefined ? [] : [sql`subject_id = any(${subjectsOf(filter.accountId)})`]),
    ...(filter.actor === undefined ? [] : [sql`${filter.actor} in (actor_kind, actor_id)`]),
    ...(filter.action === undefined
      ? []
      : [sql`(action = ${filter.action} or starts_with(action, ${`${filter.action}.`}))`]),
    ...(filter.from ? [sql`at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`at <= ${filter.to}`] : []),
  ]
  return rowsOf<AuditEntry>(db)`
    select audit.id, at, actor_kind, actor_id, action, subject_id, before, after, request_id,
      case when actor_kind <> 'client' then address end as address,
      coalesce(access_tokens.name, staff.name, users.name) as actor_name
    from audit
    left join access_tokens on access_tokens.id = case when actor_kind = 'token' then actor_id::uuid end
    left join staff on staff.id = case when actor_kind = 'staff' then actor_id::uuid end
    left join users on users.id = case when actor_kind = 'client' then actor_id::uuid end
    left join accounts on accounts.id = users.account_id
    where ${sql.join(only, sql` and `)}
    order by ${order} limit ${limit}`
}
