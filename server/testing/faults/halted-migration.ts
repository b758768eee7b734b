/** Stops a migration right before its commit, so that its process can be killed there. */
import pg from 'pg'
import { until } from '../until.ts'

async function ask(url: string, statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Outside our schema, so that no backup has it. */
export async function haltAt(url: string, migration: string): Promise<void> {
  await release(url)
  await ask(url, 'create schema if not exists halting')
  await ask(
    url,
    `create or replace function halting.halt() returns trigger language plpgsql as $$ begin
       if new.name = '${migration}' then perform pg_sleep(600); end if;
       return null;
     end $$`,
  )
  await ask(url, 'create trigger halt after insert on migrations for each row execute function halting.halt()')
}

const halted = "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"

/** Its statements have run, and it is not committed. */
export const untilHalted = (url: string): Promise<unknown> =>
  until('The migration', async () => (await ask(url, `select 1 ${halted}`)).length > 0)

/** PostgreSQL notices that the client is gone only when the pause ends, so we end the connection. */
export async function endHalted(url: string): Promise<void> {
  await ask(url, `select pg_terminate_backend(pid, 10000) ${halted}`)
}

export const release = (url: string): Promise<unknown> => ask(url, 'drop trigger if exists halt on migrations')
