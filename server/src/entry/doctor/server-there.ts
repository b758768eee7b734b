import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

export async function isServerThere({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'waymark' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
