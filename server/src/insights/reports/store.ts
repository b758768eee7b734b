import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import type { Raw } from './report.ts'

export interface ReportUnit {
  readonly id: number
  readonly name: string
  readonly type: string | null
  /** Facts of its vehicle, by column. */
  readonly facts?: Readonly<Record<string, Raw>>
}

/** In alphabetical order of names. */
export async function listUnits(db: Db, unitIds: readonly number[]): Promise<ReportUnit[]> {
  const { rows } = await sql<ReportUnit>`
    select id, name, type from units where id = any(${[...unitIds]}::bigint[]) order by lower(name), id`.execute(db)
  return rows
}

export async function findClientName(db: Db, accountId: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from accounts where id = ${accountId}`.execute(db)
  return rows[0]?.title ?? ''
}
