import { openClient } from '#kernel/backup/schema.ts'
import type { Context } from '#kernel/context.ts'
import { migrationLock } from '#kernel/db/migrations/migrate.ts'
import { isServerThere } from '../doctor/server-there.ts'

/** A connection that keeps the database to this command until it ends. Refused while a node runs. */
export async function openAlone(ctx: Pick<Context, 'db'>, databaseUrl: string, signal: AbortSignal) {
  const client = await openClient(databaseUrl, signal)
  try {
    // A node that starts now waits for it.
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (!rows[0].mine)
      throw new Error('Another command is changing this database. Wait until it ends, and run the command again.')
    if (await isServerThere(ctx)) throw new Error('A node is running on this database. Stop all nodes first.')
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}
