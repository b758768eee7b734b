/** PgBouncer, which must be installed, in front of the harness's own PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#testing/ports.ts'

export interface Pooler {
  readonly port: number
  close(): Promise<void>
}

/** Its defaults, except for what it requires. */
export async function openPooler(folder: string, mode: 'session' | 'transaction', target: number): Promise<Pooler> {
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    ...['[databases]', `* = host=127.0.0.1 port=${target} user=postgres`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...[`pool_mode = ${mode}`, 'log_connections = 0', 'log_disconnections = 0'],
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(file, 0o644)
  // As root it refuses to run.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('PgBouncer cannot be started. Is it installed?', { cause: error })
  })
  await Promise.race([failed, answers(child, port)])
  return {
    port,
    async close() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(50)
  }
  throw new Error('PgBouncer ended at once.')
}
