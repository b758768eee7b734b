import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Parameter } from './actions.ts'

export async function readNewest(db: Db, unitId: number, count: number, isNewestFirst: boolean): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body::text as body from messages where unit_id = ${unitId} order by timestamp desc limit ${count}`.execute(
    db,
  )
  const texts = rows.map((row) => row.body)
  if (!isNewestFirst) texts.reverse()
  return `[${texts.join(',')}]`
}

export async function readTelemetry(db: Db, unitId: number): Promise<Record<string, Parameter>> {
  const row = await db.selectFrom('telemetry').select('parameters').where('unitId', '=', unitId).executeTakeFirst()
  return (row?.parameters ?? {}) as unknown as Record<string, Parameter>
}

export async function removeOfUnit(db: Db, unitId: number): Promise<void> {
  await db.deleteFrom('messages').where('unitId', '=', unitId).execute()
  await db.deleteFrom('telemetry').where('unitId', '=', unitId).execute()
}

export async function removeOfAccount(db: Db, accountId: number): Promise<void> {
  await sql`delete from messages using units where units.id = messages.unit_id and units.account_id = ${accountId}`.execute(
    db,
  )
  await sql`delete from telemetry using units where units.id = telemetry.unit_id and units.account_id = ${accountId}`.execute(
    db,
  )
}
