import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { freePort, freePorts } from '#testing/ports.ts'
import { createSeededDatabase } from '#testing/setup.ts'
import { until } from '#testing/until.ts'
import { readDescriptors, reserveOf, watchDescriptors } from './descriptors.ts'
import { silentLog } from './log.ts'
import { createMeters } from './meters.ts'

async function watching(open: number, limit: number) {
  const lines: string[] = []
  const log = { ...silentLog, warn: (_: unknown, sentence?: string) => void lines.push(sentence ?? '') }
  const descriptors = await watchDescriptors({ log, meters: createMeters() }, async () => ({ open, limit }))
  return { descriptors, lines }
}

test('some descriptors are reserved for HTTP and the database, and an operator is warned before', async (t) => {
  const { descriptors, lines } = await watching(100, 1000)
  t.after(() => descriptors.close())
  let taken = 0
  while (taken < 2000 && descriptors.enter()) taken += 1
  assert.equal(taken, 1000 - 100 - reserveOf(1000))
  assert.deepEqual(lines, [
    'File descriptors are running out. Raise their limit (LimitNOFILE, ulimit -n).',
    'A connection was dropped: file descriptors are running out. Raise LimitNOFILE (ulimit -n).',
  ])
  descriptors.leave()
  assert.ok(descriptors.enter(), 'one that leaves makes room for another')
  assert.ok(!descriptors.enter())
  assert.equal(lines.length, 2, 'the next to be dropped are counted')
})

for (const limit of [Number.POSITIVE_INFINITY, 2 ** 30]) {
  test(`a limit of ${limit} is no limit`, async (t) => {
    const { descriptors, lines } = await watching(1000, limit)
    t.after(() => descriptors.close())
    for (let taken = 0; taken < 10_000; taken++) assert.ok(descriptors.enter())
    assert.deepEqual(lines, [])
  })
}

test('if the system reports no limit, no connection is dropped', async (t) => {
  const descriptors = await watchDescriptors({ log: silentLog, meters: createMeters() }, async () => undefined)
  t.after(() => descriptors.close())
  assert.ok(descriptors.enter())
})

const isLinux = process.platform === 'linux'

test('the system’s figures can be read', async () => {
  const found = await readDescriptors()
  if (isLinux) assert.ok(found && found.open > 0 && found.limit > found.open)
  else assert.equal(found, undefined)
})

test('with more trackers than descriptors HTTP still answers; the rest are dropped, counted and logged', async (t) => {
  const database = await createSeededDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'waymark-descriptors-'))
  const [httpPort, gatewayPort] = [await freePort(), await freePorts()]
  const script = join(import.meta.dirname, '../../../testing/small-node.ts')
  // Both limits: Node would raise the soft one to the hard one.
  const child = spawn('sh', ['-c', 'ulimit -n 400 && exec "$0" "$1"', process.execPath, script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      WAYMARK_DATA: folder,
      WAYMARK_DATABASE_URL: database.url,
      WAYMARK_HTTP_PORT: String(httpPort),
      WAYMARK_GATEWAY_PORT: String(gatewayPort),
      WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS: '5000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const sockets: Socket[] = []
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    // What cannot be dropped now is removed with the whole server of the test run.
    await database.drop().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  await until('The start', () => lines.includes('ready'))

  let ended = 0
  for (let made = 0; made < 600; made++) {
    const socket = connect({ host: '127.0.0.1', port: gatewayPort })
    sockets.push(socket)
    socket.on('error', () => {}).once('close', () => ended++)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  }
  await until('Some being dropped', () => ended > 0)
  const ask = (path: string) => fetch(`http://127.0.0.1:${httpPort}${path}`, { headers: { connection: 'close' } })
  const dropped = async () => {
    const answer = await ask('/metrics')
    assert.equal(answer.status, 200)
    return Number(/^waymark_connections_dropped_total (\d+)$/m.exec(await answer.text())?.[1])
  }
  await until('Being counted', async () => (await dropped()) > 0)
  await until('Being ready', async () => (await ask('/readyz')).status === 200)
  assert.ok(lines.some((line) => line.includes('File descriptors are running out.')))
  assert.equal(lines.filter((line) => line.includes('A connection was dropped')).length, 1, 'one line, not one each')
})
