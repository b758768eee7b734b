/** The harness's own PostgreSQL, with a superuser who may break it: started, killed, copied to a standby, promoted. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { chooseIdentity } from '#kernel/db/embedded/embedded-cluster.ts'
import { findNative, type Programs, runProgram, startProgram } from '#kernel/db/embedded/embedded-programs.ts'
import { freePort } from '#testing/ports.ts'

const startMs = 30_000

export class Cluster {
  readonly data: string
  readonly port: number
  readonly #programs: Programs
  #server: ChildProcess | undefined

  private constructor(data: string, port: number, programs: Programs) {
    this.data = data
    this.port = port
    this.#programs = programs
  }

  /** An empty cluster in a folder that any user may enter. */
  static async create(folder: string): Promise<Cluster> {
    const data = join(folder, 'primary')
    const identity = await chooseIdentity(data)
    const programs = { identity, native: await findNative(folder, identity, () => {}) }
    mkdirSync(data, { mode: 0o700 })
    if (identity) chownSync(data, identity.uid, identity.gid)
    await runProgram(programs, 'initdb', data, (path) => [
      `--pgdata=${path}`,
      '--username=postgres',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-instructions',
    ])
    const cluster = new Cluster(data, await freePort(), programs)
    cluster.configure("shared_buffers = '64MB'\nmax_wal_senders = 4\nhot_standby = on\nlog_min_messages = panic\n")
    return cluster
  }

  url(database = 'postgres', ...ports: readonly number[]): string {
    const hosts = (ports.length > 0 ? ports : [this.port]).map((port) => `127.0.0.1:${port}`)
    return `postgresql://postgres@${hosts}/${database}`
  }

  configure(lines: string): void {
    appendFileSync(join(this.data, 'postgresql.conf'), lines)
  }

  async start(): Promise<void> {
    this.#server = await startProgram(this.#programs, 'postgres', this.data, (path) => [
      ...['-D', path],
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', `port=${this.port}`],
      ...['-c', 'unix_socket_directories='],
    ])
    this.#server.stderr?.resume()
    const deadline = Date.now() + startMs
    for (;;) {
      const isUp = await this.sql('select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      if (Date.now() > deadline) throw new Error('The PostgreSQL of the harness did not start.')
      await wait(50)
    }
  }

  async sql(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) })
    client.on('error', () => {})
    await client.connect()
    try {
      const result = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
      return (Array.isArray(result) ? result.at(-1)! : result).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Sends SIGKILL, SIGINT (fast) or SIGQUIT (as after a power cut), and waits for the end. */
  async end(signal: 'SIGKILL' | 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const over = once(server, 'exit')
    server.kill(signal)
    await over
  }

  /** A synchronous standby that confirms every commit. Both run. */
  async addStandby(name: string): Promise<Cluster> {
    const data = join(this.data, '..', name)
    const standby = new Cluster(data, await freePort(), this.#programs)
    await this.sql("alter system set synchronous_standby_names = ''; select pg_reload_conf()").catch(() => {})
    const client = new pg.Client({ connectionString: this.url() })
    await client.connect()
    try {
      await client.query("select pg_backup_start('standby', true)")
      cpSync(this.data, data, {
        recursive: true,
        filter: (path) => !/postmaster\.(pid|opts)$|\/pg_wal\/[^/]+$|\/pgsql_tmp/.test(path),
      })
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
      writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
    } finally {
      await client.end()
    }
    rmSync(join(data, 'postgresql.auto.conf'), { force: true })
    writeFileSync(join(data, 'postgresql.auto.conf'), '')
    writeFileSync(join(data, 'standby.signal'), '')
    standby.configure(`primary_conninfo = 'host=127.0.0.1 port=${this.port} user=postgres application_name=${name}'\n`)
    const { identity } = this.#programs
    if (identity) spawnSync('chown', ['-R', `${identity.uid}:${identity.gid}`, data])
    await standby.start()
    const deadline = Date.now() + startMs
    while ((await this.sql('select 1 from pg_stat_replication')).length === 0) {
      if (Date.now() > deadline) throw new Error('The standby did not connect.')
      await wait(50)
    }
    // Two statements in one call share a transaction, in which this one is not allowed.
    await this.sql(`alter system set synchronous_standby_names = '${name}'`)
    await this.sql('select pg_reload_conf()')
    while ((await this.sql("select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0) {
      if (Date.now() > deadline) throw new Error('The standby does not confirm commits.')
      await wait(50)
    }
    return standby
  }

  async promote(): Promise<void> {
    await this.sql('select pg_promote(true, 30)')
  }

  remove(): void {
    rmSync(this.data, { recursive: true, force: true })
  }
}

/** One address in front of the current primary. */
export class Relay {
  readonly port: number
  #target: number
  readonly #sockets = new Set<Socket>()
  readonly #server

  private constructor(port: number, target: number) {
    this.port = port
    this.#target = target
    this.#server = createServer((inner) => {
      const outer = connect(this.#target, '127.0.0.1')
      for (const [socket, other] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          this.#sockets.delete(socket)
          other.destroy()
        })
      }
      inner.pipe(outer).pipe(inner)
    })
  }

  static async open(target: number): Promise<Relay> {
    const relay = new Relay(await freePort(), target)
    relay.#server.listen(relay.port, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  /** Closes old connections; new ones go there. */
  moveTo(target: number): void {
    this.#target = target
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
