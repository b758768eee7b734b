/** An installation as a whole: its database, keys and clock, opened for the server or for the command line tool. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { loadSites } from '#identity/domains/actions.ts'
import { createAddresses } from '#insights/addresses/sources.ts'
import { createCards } from '#kernel/cards/processors.ts'
import type { Config } from '#kernel/config/config.ts'
import { shownMapFiles } from '#kernel/config/demo-file.ts'
import type { Context } from '#kernel/context.ts'
import { connect, type Database } from '#kernel/db/connect.ts'
import { runningEmbedded, startEmbedded } from '#kernel/db/embedded/embedded.ts'
import { listen, type PubSub, type Transport } from '#kernel/db/pubsub/pubsub.ts'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { createOutbound } from '#kernel/network/outbound.ts'
import { Sites } from '#kernel/network/sites.ts'
import { readRoom, releaseReserve } from '#kernel/runtime/disk.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { Pressure } from '#kernel/runtime/pressure.ts'
import { addStatement, Traces } from '#kernel/runtime/traces.ts'
import { release } from '#kernel/runtime/version.ts'
import { allSlices, leaseSlices } from '#kernel/slices/leases.ts'
import { type Clock, realClock, testClock } from '#kernel/time/clock.ts'
import { guardedClock } from '#kernel/time/guarded-clock.ts'
import { openVault, readVault } from '#kernel/vault.ts'
import { loadSettings } from '#portals/operator/settings/settings-actions.ts'
import { receiveCardEvent } from './card-events.ts'

export interface Installation {
  readonly ctx: Context
  /** Of PostgreSQL itself, even behind a pooler. */
  readonly databaseUrl: string
  readonly notifications: PubSub
  /** A few connections for the gateway to look up unidentified peers. */
  readonly admissionDb: Context['db']
  close(): Promise<void>
}

/** Opens everything for the server: the embedded database is started here and stopped by `close`. */
export async function openInstallation(config: Config, say: (sentence: string) => void): Promise<Installation> {
  const log = pino({ level: config.logLevel })
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  if (
    config.databaseUrl === undefined &&
    (await releaseReserve(config.dataFolder, await readRoom(config.dataFolder)))
  ) {
    say('The disk is full: released the reserve in the data folder so that PostgreSQL can start. Free some space.')
  }
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataFolder, { log: say }) : undefined
  const pooledUrl = config.databaseUrl ?? (embedded?.url as string)
  const databaseUrl = config.databaseDirectUrl ?? pooledUrl
  const isPooled = config.databaseDirectUrl !== undefined
  const database = connect(pooledUrl, config.databaseConnections, {
    isPooled,
    ...(config.tracesUrl !== undefined && { onStatement: addStatement }),
  })
  const forAdmission = connect(pooledUrl, 3, { isPooled })
  const alone = contextOf(config, database.db, log, guardedClock)
  const ctx = { ...alone, slices: leaseSlices(alone) }
  measurePool(ctx, database)
  const notifications = listen(databaseUrl, await openTransportOf(ctx))
  return {
    ctx,
    databaseUrl,
    notifications,
    admissionDb: forAdmission.db,
    async close() {
      await notifications.close()
      await ctx.traces.close()
      await forAdmission.close()
      await ctx.maps.close()
      await database.close()
      await embedded?.stop()
    },
  }
}

export function measurePool({ meters }: Context, { pool }: Database): void {
  const help = 'Connections of this process to the database.'
  const read = () => Object.entries({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount })
  meters.gauge('database_connections', help, read, 'state')
  meters.gauge('database_waiting', 'Queries that wait for a connection to the database.', () => pool.waitingCount)
}

/** Most installations are one node, and need not load NATS. */
async function openTransportOf({ config, vault, log }: Context): Promise<Transport | undefined> {
  if (config.natsUrl === undefined) return undefined
  const { openTransport } = await import('#kernel/db/pubsub/nats.ts')
  // Without NATS the database publishes, so nothing stops. The URL may contain a password, so it is not logged.
  return openTransport(config.natsUrl, vault.fingerprint, (error) => {
    const reason = (error as { code?: string }).code ?? 'unknown'
    log.warn({ reason }, 'NATS is not responding. Check WAYMARK_NATS_URL.')
  })
}

export interface CommandInstallation {
  readonly ctx: Context
  readonly databaseUrl: string
  close(): Promise<void>
}

/** Before a command looks for a key or opens a database: neither is where no server has ever run. */
export function requireInstallation({ databaseUrl, databaseDirectUrl, dataFolder }: Config): void {
  if (databaseUrl !== undefined || databaseDirectUrl !== undefined || existsSync(join(dataFolder, 'postgres'))) return
  throw new Error(`There is no Waymark in ${dataFolder}. Start the server once, or set WAYMARK_DATA.`)
}

/** Opens it for a command: next to the running server, or with the embedded database started briefly. */
export async function openForCommand(config: Config): Promise<CommandInstallation> {
  requireInstallation(config)
  const log = pino({ level: 'silent' })
  const running = config.databaseDirectUrl ?? config.databaseUrl ?? (await runningEmbedded(config.dataFolder))
  const embedded = running === undefined ? await startEmbedded(config.dataFolder, { log: () => {} }) : undefined
  const databaseUrl = running ?? (embedded?.url as string)
  // Not the server's name, so that commands can detect a running server.
  const database = connect(databaseUrl, 2, { name: 'waymark-cli' })
  let ctx: Context | undefined
  const close = async () => {
    await ctx?.maps.close()
    await database.close()
    await embedded?.stop()
  }
  try {
    // A command is short-lived and does not guard the clock.
    ctx = contextOf(config, database.db, log, () => realClock)
    await ctx.clock.refresh(ctx.db)
    await loadSettings(ctx).catch(ignoreMissingTable)
    await loadSites(ctx).catch(ignoreMissingTable)
    return { ctx, databaseUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Before the migration there are none. */
function ignoreMissingTable(error: { code?: string }): void {
  if (error.code !== '42P01') throw error
}

function contextOf(config: Config, db: Context['db'], log: Context['log'], realTime: () => Clock): Context {
  const clock = config.isTestInstallation ? testClock() : realTime()
  const outbound = createOutbound({ allowed: config.outboundNetworks })
  const clientOutbound = createOutbound({ allowed: config.clientNetworks })
  const meters = createMeters()
  const traces = new Traces(
    config,
    { 'service.name': 'waymark', 'service.version': release(), 'host.name': hostname() },
    log,
    meters,
  )
  const maps = new MapFiles(() => shownMapFiles(config), log)
  const parts = {
    db,
    config,
    log,
    meters,
    traces,
    clock,
    outbound,
    clientOutbound,
    slices: allSlices,
    pressure: new Pressure(),
    maps,
    addresses: createAddresses({ maps, log, meters, geocoder: () => config.geocoder }),
    sites: new Sites(),
    vault: openVault(config.dataFolder),
  }
  return { ...parts, cards: createCards(parts, receiveCardEvent) }
}

/** The key must be the one the database was created with; a new database takes the key of its first start. */
export async function checkKey({ db, vault, config }: Context): Promise<void> {
  await db
    .insertInto('installation')
    .values({ vaultFingerprint: vault.fingerprint })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { vaultFingerprint } = await db.selectFrom('installation').select('vaultFingerprint').executeTakeFirstOrThrow()
  if (vaultFingerprint === vault.fingerprint) return
  // A new key for an old database is useless, and would block restoring the original. Meanwhile a command may have
  // put the right key there.
  if (vault.madeKeyFile && readVault(vault.madeKeyFile).fingerprint === vault.fingerprint) rmSync(vault.madeKeyFile)
  throw new Error(
    `The key of this database is not in ${join(config.dataFolder, 'keys/master.key')}. ` +
      'Without it, no stored password or secret can be used. Put back the original file. ' +
      'If it is lost for good: npx waymark key replace',
  )
}

/** From now on the database belongs to another key. */
export const recordKey = (db: Context['db'], vaultFingerprint: string) =>
  db
    .insertInto('installation')
    .values({ vaultFingerprint })
    .onConflict((oc) => oc.column('isOnly').doUpdateSet({ vaultFingerprint }))
    .execute()
