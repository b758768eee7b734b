/**
 * The last requests of each dealer's programs, for its developers: gathered, and limited per dealer. Bodies, queries and
 * secrets are never recorded.
 */
import { sql } from 'kysely'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { Call, Context } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type WriteBehind, writeBehind } from '#kernel/db/write-behind.ts'
import { logRepeated } from '#kernel/runtime/log.ts'

export const requestsKept = 1000
const pathMax = 500

interface ApiRequest {
  readonly id: number
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  readonly actorKind: string
  readonly actorId: string
}

export type NewApiRequest = Omit<ApiRequest, 'id'> & { readonly dealerId: number }

export type RequestLog = WriteBehind<NewApiRequest>

export const requestLog = ({ db, log }: Pick<Context, 'db' | 'log'>): RequestLog =>
  writeBehind(
    (requests) => insert(db, requests),
    (error) => logRepeated(log, error, 'Failed to record requests of dealers.'),
  )

/** Surplus rows are deleted at the same time, so no job is needed. A deleted dealer has no log. */
async function insert(db: Db, requests: readonly NewApiRequest[]): Promise<void> {
  const kept = [...Map.groupBy(requests, ({ dealerId }) => dealerId).values()].flatMap((own) =>
    own.slice(-requestsKept),
  )
  const column = <K extends keyof NewApiRequest>(key: K) => kept.map((request) => request[key])
  const dealers = [...new Set(column('dealerId'))]
  await sql`
    insert into api_requests (dealer_id, at, method, path, status, duration_ms, request_id, actor_kind, actor_id)
    select dealer_id, at, method, path, status, duration_ms, request_id, actor_kind, actor_id from unnest(${column('dealerId')}::bigint[], ${column('at')}::timestamptz[], ${column('method')}::text[],
      ${column('path').map((path) => path.slice(0, pathMax))}::text[], ${column('status')}::smallint[], ${column('durationMs')}::real[],
      ${column('requestId')}::text[], ${column('actorKind')}::text[], ${column('actorId')}::text[])
      with ordinality as given (dealer_id, at, method, path, status, duration_ms, request_id, actor_kind, actor_id, place)
    where exists (select from dealers where dealers.id = given.dealer_id) order by place`.execute(db)
  await sql`
    delete from api_requests using unnest(${dealers}::bigint[]) as dealer (id)
    where api_requests.dealer_id = dealer.id and api_requests.id <= (
      select own.id from api_requests own where own.dealer_id = dealer.id
      order by own.id desc offset ${requestsKept} limit 1)`.execute(db)
}

export interface RequestFilter {
  readonly isFailed?: boolean | undefined
  readonly q?: string | undefined
}

const id = sql.ref('api_requests.id')
export const requestSorts: Sorts = { id: { column: id, type: 'number', of: (request: ApiRequest) => request.id } }

export type ListedRequest = ApiRequest & { readonly actorName: string | null }

export async function listRequests(call: Call, filter: RequestFilter, page: Page): Promise<ListedRequest[]> {
  const { where, order, limit } = pageClauses(page, id)
  const pattern = filter.q === undefined ? null : likePattern(filter.q)
  return rowsOf<ListedRequest>(call.db)`
    select api_requests.*, coalesce(access_tokens.name, staff.name) as actor_name
    from api_requests
    left join access_tokens on actor_kind = 'token' and access_tokens.id::text = actor_id
    left join staff on actor_kind = 'staff' and staff.id::text = actor_id
    where api_requests.dealer_id = ${call.dealer} and ${where}
      and (${filter.isFailed ?? null}::boolean is null or (status >= 400) = ${filter.isFailed ?? null}::boolean)
      and (${pattern}::text is null or path ilike ${pattern} or request_id ilike ${pattern})
    order by ${order} limit ${limit}`
}
