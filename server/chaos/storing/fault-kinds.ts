/** What can go wrong below the message writer, each caused from outside and undone again. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Cluster } from '../machinery/cluster.ts'
import type { Fleet } from '../machinery/ledger.ts'
import type { Site } from '../machinery/site.ts'
import { teltonikaOffset } from '../machinery/tracker.ts'

export interface Faulty {
  readonly site: Site
  readonly cluster: Cluster
  readonly fleet: Fleet
  /** Holds the shift of Waymark's clock in milliseconds. */
  readonly clockFile: string
  /** A small disk of its own under the cluster; undefined where none could be mounted. */
  readonly disk: string | undefined
}

export interface Fault {
  readonly name: string
  /** The database blames the values: such frames may wait in quarantine, and are replayed from there. */
  readonly isAboutValues?: boolean
  /** Nothing that messages need is broken, so trackers must be served meanwhile. */
  readonly isHarmless?: boolean
  /** Returns what undoes it. */
  inject(on: Faulty): Promise<() => Promise<unknown>>
}

const database = 'waymark'

/** One of each class of PostgreSQL's error codes, and more where they mean different things. */
const codes = [
  ...['03000', '08006', '09000', '0A000', '0B000', '0F000', '0L000', '0P000', '0Z000', '20000', '21000'],
  ...['22003', '22P02', '22P05', '23502', '23503', '23505', '23514', '23P01', '24000', '25006', '26000', '27000'],
  ...['28000', '2B000', '2D000', '2F000', '34000', '38000', '39000', '3B000', '3D000', '3F000', '40001', '40P01'],
  ...['42P01', '42703', '42501', '42804', '44000', '53100', '53200', '53300', '54000', '55000', '55P03', '57014'],
  ...['57P01', '57P03', '57P04', '58030', '58P01', '72000', 'F0000', 'HV000', 'P0001', 'XX000', 'XX001', 'XX002'],
]

/** Tables that a flush touches; `frame_chunks` is only for diagnosis, and must never be in the way. */
const tables = ['message_chunks', 'telemetry', 'message_changes', 'message_flushes', 'frame_chunks'] as const
const isDiagnostic = (table: string) => table === 'frame_chunks'
const isAboutValues = (code: string) => code.startsWith('22') || code.startsWith('23') || code.startsWith('54')

const raising = (table: string, code: string): Fault => ({
  name: `${table} answers ${code}`,
  isAboutValues: isAboutValues(code),
  isHarmless: isDiagnostic(table),
  async inject({ cluster }) {
    await cluster.sql(
      `create or replace function chaos_fail() returns trigger language plpgsql as
         $$ begin raise exception 'planted' using errcode = '${code}'; end $$;
       create trigger chaos before insert or update on ${table} for each statement execute function chaos_fail()`,
      database,
    )
    return () => cluster.sql(`drop trigger chaos on ${table}`, database)
  },
})

const renamed = (table: string): Fault => ({
  name: `${table} is renamed`,
  isHarmless: isDiagnostic(table),
  async inject({ cluster }) {
    await cluster.sql(`alter table ${table} rename to chaos_away`, database)
    return () => cluster.sql(`alter table chaos_away rename to ${table}`, database)
  },
})

const columns: Record<(typeof tables)[number], string> = {
  message_chunks: 'data',
  telemetry: 'parameters',
  message_changes: 't0',
  message_flushes: 'lane',
  frame_chunks: 'data',
}

const renamedColumn = (table: (typeof tables)[number]): Fault => ({
  name: `${table} lacks ${columns[table]}`,
  isHarmless: isDiagnostic(table),
  async inject({ cluster }) {
    await cluster.sql(`alter table ${table} rename ${columns[table]} to chaos_away`, database)
    return () => cluster.sql(`alter table ${table} rename chaos_away to ${columns[table]}`, database)
  },
})

const locked = (table: string): Fault => ({
  name: `${table} is locked`,
  // Waiting for it delays nothing that has to be stored.
  isHarmless: isDiagnostic(table),
  async inject({ cluster }) {
    const holder = cluster.sql(
      `set application_name = 'chaos-lock'; begin; lock table ${table}; select pg_sleep(60)`,
      database,
    )
    holder.catch(() => {})
    return () =>
      cluster.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chaos-lock'")
  },
})

const readOnly: Fault = {
  name: 'the database is read-only',
  async inject({ cluster }) {
    const set = async (value: 'on' | 'off') => {
      await cluster.sql(`alter system set default_transaction_read_only = ${value}`)
      await cluster.sql('select pg_reload_conf()')
    }
    await set('on')
    // This is allowed in a read-only transaction.
    return () => set('off')
  },
}

const diskFull: Fault = {
  name: 'the disk is full',
  async inject({ disk }) {
    if (!disk) return async () => {}
    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    spawnSync('fallocate', ['-l', String(bavail * bsize), filler])
    return async () => rmSync(filler, { force: true })
  },
}

const shifted = (days: number): Fault => ({
  name: `the clock of Waymark is ${Math.abs(days)} days ${days > 0 ? 'ahead' : 'behind'}`,
  async inject({ clockFile, fleet }) {
    // The wrong clock would date records; this is about what was stored before.
    for (const tracker of fleet.trackers) tracker.pause(true)
    writeFileSync(clockFile, String(days * 86_400_000))
    return async () => {
      writeFileSync(clockFile, '0')
      for (const tracker of fleet.trackers) tracker.pause(false)
    }
  },
})

const pageBytes = 8192

/** Overwrites the pages of a relation while the database is down. */
async function damage({ cluster }: Faulty, relation: string): Promise<void> {
  const [row] = await cluster.sql(`checkpoint; select pg_relation_filepath('${relation}') as path`, database)
  await cluster.end('SIGINT')
  const file = join(cluster.data, String(row?.path))
  const opened = openSync(file, 'r+')
  const garbage = Buffer.alloc(pageBytes, 0x5a)
  for (let at = 0; at < statSync(file).size; at += pageBytes) writeSync(opened, garbage, 0, pageBytes, at)
  closeSync(opened)
  await cluster.start()
}

const damaged = (relation: string, repair: string, isHarmless: boolean): Fault => ({
  name: `the pages of ${relation} are damaged, and Waymark starts on them`,
  isHarmless,
  async inject(on) {
    await damage(on, relation)
    await on.site.killWaymark()
    await on.site.start()
    return () => on.cluster.sql(repair, database)
  },
})

const descriptorsOut: Fault = {
  name: 'no descriptors are left',
  async inject({ site }) {
    const pid = String(site.pid())
    const limit = (count: number) => spawnSync('prlimit', ['--pid', pid, `--nofile=${count}:`])
    const before = spawnSync('prlimit', ['--pid', pid, '--nofile', '--noheadings', '--raw', '--output=SOFT'])
    limit(readdirSync(`/proc/${pid}/fd`).length + 2)
    const crowd: Socket[] = Array.from({ length: 60 }, () => {
      const socket = connect(site.gatewayPort + teltonikaOffset, '127.0.0.1')
      return socket.on('error', () => {})
    })
    return async () => {
      limit(Number(String(before.stdout).trim()) || 1024)
      for (const socket of crowd) socket.destroy()
    }
  },
}

export const faults: readonly Fault[] = [
  ...tables.map(renamed),
  ...tables.map(renamedColumn),
  ...tables.map(locked),
  readOnly,
  diskFull,
  shifted(400),
  shifted(-400),
  damaged('frame_chunks', 'truncate frame_chunks', true),
  damaged('message_chunks_pkey', 'reindex table message_chunks', false),
  damaged('telemetry_pkey', 'reindex table telemetry', false),
  descriptorsOut,
  ...tables.flatMap((table) => codes.map((code) => raising(table, code))),
]
