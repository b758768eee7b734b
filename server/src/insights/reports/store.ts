import { firstRow, rowsOf } from '#kernel/db/rows.ts'
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
export const listUnits = (db: Db, unitIds: readonly number[]) => rowsOf<ReportUnit>(db)`
    select id, name, type from units where id = any(${[...unitIds]}::bigint[]) order by lower(name), id`

export const findClientName = async (db: Db, accountId: number): Promise<string> =>
  (await firstRow<{ title: string }>(db)`select title from accounts where id = ${accountId}`)?.title ?? ''
