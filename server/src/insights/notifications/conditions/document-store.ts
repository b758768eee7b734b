/** Expiring documents of vehicles, as rules see them. */
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import { type ExpiryMark, expiryHour, expiryMarks } from '#tracking/vehicles/expiry.ts'
import type { Stretch } from '../../projections/stretch.ts'

export interface ExpiringDocument {
  readonly id: string
  readonly unitId: number
  readonly name: string
  readonly expiresOn: Day
}

export const documentColumns = sql`vehicle_documents.id, unit_id, vehicle_documents.name, expires_on::text`

/** When a mark is reached, in a time zone. */
const moment = (zone: ReturnType<typeof sql>) =>
  sql`((expires_on - mark) + make_time(${expiryHour}, 0, 0)) at time zone ${zone}`
const marks = sql`unnest(${[...expiryMarks]}::integer[]) as mark`

/** For the SQL of a rule's next moment. */
export const momentsOfRule = sql`
  select ${moment(sql`notification_rules.zone`)} from units
    join vehicle_documents on vehicle_documents.unit_id = units.id cross join ${marks}
  where condition ->> 'type' = 'document' and units.account_id = notification_rules.account_id`

export interface PastMark extends ExpiringDocument {
  readonly mark: ExpiryMark
  readonly at: number
}

export const marksBetween = (
  db: Db,
  unitIds: readonly number[],
  zone: string,
  { from, to }: Stretch,
) => rowsOf<PastMark>(db)`
    select * from (
      select ${documentColumns}, mark, extract(epoch from ${moment(sql`${zone}`)})::float8 as at
      from vehicle_documents cross join ${marks}
      where unit_id = any(${[...unitIds]}::bigint[]) and expires_on is not null) as found
    where at >= ${from} and at < ${to} order by at, id`

export const listOfUnit = (db: Db, unitId: number) => rowsOf<ExpiringDocument>(db)`
    select ${documentColumns} from vehicle_documents where unit_id = ${unitId} and expires_on is not null
    order by expires_on, id`
