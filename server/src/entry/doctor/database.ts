/** Checks that ask the database, and the server that runs on it. */
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { canOpenPasswords, listMiscounted, listUnknownModels } from '#tracking/units/actions.ts'
import { bad, type Check, good } from './check.ts'
import { clockCheck } from './clock.ts'
import { clusterCheck } from './cluster.ts'
import { jobChecks } from './jobs.ts'
import { mailCheck } from './mail.ts'
import { quarantineCheck } from './quarantine.ts'
import { readSchemaState } from './schema.ts'
import { isServerThere } from './server-there.ts'

const answerMs = 5_000
const oldestVersion = 150_000

/** Without these, a power failure can lose or corrupt acknowledged data. */
const safeSettings: Readonly<Record<string, readonly string[]>> = {
  data_checksums: ['on'],
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
}

export const databaseChecks: readonly Check<Context>[] = [
  {
    name: 'database',
    async run({ db }) {
      const { rows } = await sql<{ number: string; version: string; knowsCapitals: boolean }>`
        select current_setting('server_version_num') as number, current_setting('server_version') as version,
          lower('Ä') = 'ä' as "knowsCapitals"`.execute(db)
      const { number, version, knowsCapitals } = rows[0]!
      if (Number(number) < oldestVersion) {
        return bad(`PostgreSQL ${version} is too old. Point WAYMARK_DATABASE_URL at version 15 or newer.`)
      }
      if (!knowsCapitals) {
        return bad(
          "With this database's locale, usernames that differ only in the case of a letter such as Ä count as two users. " +
            'Rename such users, back up, create the database again with the locale C.UTF-8, and restore.',
        )
      }
      return good(`PostgreSQL ${version} answers.`)
    },
  },
  {
    name: 'safe writing',
    async run({ db, config }) {
      // The person who set up an external PostgreSQL knows why.
      if (config.databaseUrl !== undefined) return undefined
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name in (${sql.join(Object.keys(safeSettings))})`.execute(db)
      const unsafe = rows.filter(({ name, setting }) => !safeSettings[name]?.includes(setting))
      if (unsafe.length === 0) return good('Checksums, fsync, full_page_writes and synchronous_commit are on.')
      const list = unsafe.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
      return bad(`${list}. Remove that from postgres/postgresql.conf in the data folder, and restart.`)
    },
  },
  {
    name: 'migrations',
    async run({ db }) {
      const { pending, unknown } = await readSchemaState(db)
      if (unknown.length > 0)
        return bad(`The database belongs to a newer Waymark (${unknown.join(', ')}). Use that version.`)
      if (pending.length > 0) return bad(`Not run yet: ${pending.join(', ')}. Restart the server; it runs them.`)
      return good('The schema matches this version.')
    },
  },
  clockCheck,
  {
    name: 'secrets',
    async run(ctx) {
      const isOpen = await canOpenPasswords(ctx)
      if (isOpen === undefined) return good('No unit has a password yet, so the key cannot be checked.')
      return isOpen
        ? good('The key decrypts stored secrets.')
        : bad('The key does not decrypt stored secrets. Restore the matching keys/master.key.')
    },
  },
  {
    name: 'unit counters',
    async run(ctx) {
      const wrong = await listMiscounted(ctx)
      if (wrong.length === 0) return good('Every quota counter matches the number of units.')
      const list = wrong
        .slice(0, 3)
        .map(({ accountId, used, units }) => `account ${accountId}: counter ${used}, units ${units}`)
        .concat(wrong.length > 3 ? ['…'] : [])
      return bad(`Wrong quota counters: ${wrong.length} (${list.join('; ')}). Please report this bug of Waymark.`)
    },
  },
  {
    name: 'device models',
    async run(ctx) {
      const unknown = await listUnknownModels(ctx)
      if (unknown.length === 0) return good('Every unit has a known model.')
      return bad(`Some units have unknown models: ${unknown.join(', ')}. Use a version that knows these models.`)
    },
  },
  { name: 'server', run: checkServer },
  ...jobChecks,
  quarantineCheck,
  clusterCheck,
  mailCheck,
]

async function checkServer(ctx: Context) {
  const { host, httpPort, databaseUrl } = ctx.config
  // A wildcard address cannot be called.
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${httpPort}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) }).catch(() => undefined)
  if (answer) {
    const { reason = 'Its log says why.' } = (await answer.json().catch(() => ({}))) as { reason?: string }
    if (answer.status === 200) return good(`The server at ${url} is ready.`)
    return bad(`${url} answers ${answer.status}: it is not ready. ${reason}`)
  }
  if (!(await isServerThere(ctx))) return good('The server is not running.')
  // With an external database, the server may run on another machine.
  if (databaseUrl !== undefined) return good(`A server uses this database, but none answers at ${url}.`)
  return bad(`The server is running, but does not answer at ${url}. Check WAYMARK_HOST, WAYMARK_HTTP_PORT and its log.`)
}
