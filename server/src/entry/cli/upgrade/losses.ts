/** What the database has now that a backup does not: what going back would lose. */
import type { Opening } from '#kernel/backup/format.ts'
import type { ReadOptions } from '#kernel/backup/options.ts'
import { readTables } from '#kernel/backup/read.ts'

import type { Client } from './visit.ts'

export interface Losses {
  readonly messages: number
  /** Units that have such messages. */
  readonly units_with_messages: number
  /** Rows of the audit log since then. */
  readonly changes: number
  readonly new_clients: number
  readonly new_units: number
  readonly new_invoices: number
  /** Emails that were waiting then and have been sent since: they would be sent a second time. */
  readonly emails_sent_again: number
}

interface Then {
  readonly messages: ReadonlyMap<string, number>
  readonly rows: ReadonlyMap<string, number>
}

export async function findLosses(client: Client, file: string, { at }: Opening, options: ReadOptions): Promise<Losses> {
  const then = await readThen(file, options)
  const count = async (statement: string, values: unknown[] = []) =>
    Number((await client.query(statement, values)).rows[0].count)
  const added = async (table: string) => {
    // An interrupted upgrade has not created every table.
    const { rows: found } = await client.query('select to_regclass($1) as name', [table])
    return found[0].name === null
      ? 0
      : Math.max(0, (await count(`select count(*) from ${table}`)) - (then.rows.get(table) ?? 0))
  }
  const { rows } = await client.query(
    'select unit_id as unit, sum(count) as count from message_chunks group by unit_id',
  )
  const more = rows
    .map(({ unit, count: now }) => Number(now) - (then.messages.get(String(unit)) ?? 0))
    .filter((number) => number > 0)
  return {
    messages: more.reduce((sum, number) => sum + number, 0),
    units_with_messages: more.length,
    changes: await count('select count(*) from audit where at >= $1', [at]),
    new_clients: await added('accounts'),
    new_units: await added('units'),
    new_invoices: await added('client_invoices'),
    emails_sent_again: await count('select count(*) from mails where at < $1 and sent_at >= $1', [at]),
  }
}

/** How many messages each unit had, and how many rows each table. */
async function readThen(file: string, options: ReadOptions): Promise<Then> {
  const messages = new Map<string, number>()
  const closing = await readTables(file, options, async ({ table, columns }, rows) => {
    const [unit, count] = [columns.indexOf('unit_id'), columns.indexOf('count')]
    for await (const chunk of rows) {
      if (table !== 'message_chunks') continue
      // Rows arrive whole. Bytes are in hexadecimal, so a value contains neither tab nor line break.
      for (const row of chunk.toString('latin1').split('\n')) {
        if (row === '') continue
        const values = row.split('\t')
        const id = values[unit]!
        messages.set(id, (messages.get(id) ?? 0) + Number(values[count]))
      }
    }
  })
  return { messages, rows: new Map(closing.tables.map(({ name, rows }) => [name, rows])) }
}
