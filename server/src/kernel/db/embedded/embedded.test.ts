import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, runningEmbedded, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let server: EmbeddedPostgres
let said: string[] = []
const log = (sentence: string) => void said.push(sentence)
const start = (at: string) => startEmbedded(at, { log })

// The tests tell one story of one data folder, because creating a cluster takes most of the time.
describe('the embedded database', { timeout: 300_000 }, () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waymark-embedded-'))
    await chmod(folder, 0o755)
  })

  after(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('is created at the first start, and the application is not its superuser', async () => {
    server = await start(folder)
    const [row] = await query(
      server.url,
      `select current_user as name, rolsuper, rolcreaterole, rolreplication, rolbypassrls,
              current_setting('data_checksums') as checksums, current_setting('timezone') as zone,
              current_setting('server_encoding') as encoding, current_setting('listen_addresses') as listens
       from pg_roles where rolname = current_user`,
    )
    assert.deepEqual(row, {
      name: 'waymark',
      rolsuper: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      checksums: 'on',
      zone: 'UTC',
      encoding: 'UTF8',
      listens: '',
    })
    for (const path of [folder, join(folder, 'keys')]) assert.equal((await stat(path)).mode & 0o777, 0o700, path)
    assert.equal((await stat(join(folder, 'keys', 'database-password'))).mode & 0o777, 0o600)
    if (isRoot) assert.equal((await stat(join(folder, 'postgres'))).uid, 65534)
    await query(server.url, 'create table kept (word text)')
    await keep('first')
  })

  test('tells the command line where it is', async () => {
    assert.equal(await runningEmbedded(folder), server.url)
  })

  test('requires the password', async () => {
    const url = new URL(server.url)
    url.password = 'wrong'
    await assert.rejects(query(url.href, 'select 1'), /password authentication failed/)
  })

  test('refuses a second Waymark on the same folder, even in the same process', async () => {
    const sentence = `The data folder ${folder} is in use by another Waymark (process ${process.pid}). Stop it or set WAYMARK_DATA to another folder.`
    await assert.rejects(start(folder), { message: sentence })
    const other = await ownerProcess(folder)
    assert.deepEqual(await other.line(), `refused ${sentence}`)
    await keep('still alive')
  })

  test('comes back with its data when it is killed', async () => {
    said = []
    const killed = server.pid() ?? assert.fail('It is not running.')
    process.kill(killed, 'SIGKILL')
    await until(() => server.pid() !== undefined && server.pid() !== killed)
    await until(async () => (await runningEmbedded(folder)) === server.url)
    await keep('after the kill')
    assert.equal(said[0], 'PostgreSQL ended unexpectedly (SIGKILL); starting it again.')
    assert.match(said[1] ?? '', /^PostgreSQL is running again after \d+\.\d s\.$/)
    assert.equal(said.length, 2)
  })

  test('comes back when a statement is running whose session survives the kill for a moment', async () => {
    const killed = server.pid() ?? assert.fail('It is not running.')
    const busy = query(server.url, 'select count(*) from generate_series(1, 2000000000)').catch(() => {})
    await until(async () => {
      const rows = await query(
        server.url,
        `select from pg_stat_activity where query like 'select count%generate_series%'`,
      )
      return rows.length > 0
    })
    process.kill(killed, 'SIGKILL')
    await until(() => server.pid() !== undefined && server.pid() !== killed)
    await until(async () => (await runningEmbedded(folder)) === server.url)
    await busy
    await keep('after the second kill')
  })

  test('stops gracefully, and can be stopped again', async () => {
    const pid = server.pid() ?? assert.fail('It is not running.')
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    assert.equal(server.pid(), undefined)
    assert.equal(isAlive(pid), false)
    assert.equal(await runningEmbedded(folder), undefined)
    // PostgreSQL removes its file only when it has written everything.
    await assert.rejects(stat(join(folder, 'postgres', 'postmaster.pid')), { code: 'ENOENT' })
  })

  test('is found again at the next start', async () => {
    said = []
    server = await start(folder)
    await keep('second start')
    assert.deepEqual(said, [])
    await server.stop()
  })

  test('is stopped and restarted when its Waymark was killed', async (t) => {
    const owner = await ownerProcess(folder, t)
    const [, left = ''] = (await owner.line()).split(' ')
    owner.child.kill('SIGKILL')
    await once(owner.child, 'exit')
    assert.equal(isAlive(Number(left)), true, 'PostgreSQL outlives its Waymark.')

    said = []
    server = await start(folder)
    assert.deepEqual(said, [
      `Stopping PostgreSQL (process ${left}), left running by a Waymark process that was killed.`,
    ])
    assert.equal(isAlive(Number(left)), false)
    await keep('after the owner was killed')
    await server.stop()
  })

  test('starts when Waymark and the database were killed together', async (t) => {
    const owner = await ownerProcess(folder, t)
    const [, left = ''] = (await owner.line()).split(' ')
    owner.child.kill('SIGKILL')
    process.kill(Number(left), 'SIGKILL')
    await once(owner.child, 'exit')
    server = await start(folder)
    await keep('after both were killed')
    await server.stop()
  })

  test('ends when its Waymark dies', async (t) => {
    const owner = await ownerProcess(folder, t)
    const [, left = ''] = (await owner.line()).split(' ')
    owner.child.stdin?.end()
    await once(owner.child, 'exit')
    await until(() => !isAlive(Number(left)))
  })

  test('gets a new password when the file is lost', async () => {
    await rm(join(folder, 'keys', 'database-password'))
    server = await start(folder)
    await keep('with a new password')
    await server.stop()
  })

  test('kept everything through all of this', async () => {
    server = await start(folder)
    const rows = await query(server.url, 'select word from kept')
    assert.deepEqual(
      rows.map(({ word }) => word),
      [
        'first',
        'still alive',
        'after the kill',
        'after the second kill',
        'second start',
        'after the owner was killed',
        'after both were killed',
        'with a new password',
      ],
    )
  })

  test('works in a folder that only root may enter, with a path too long for a socket and awkward to quote', async () => {
    await server.stop()
    const far = join(folder, 'only mine, "really"', 'x'.repeat(80))
    await mkdir(far, { recursive: true })
    await chmod(join(folder, 'only mine, "really"'), 0o700)
    said = []
    server = await start(far)
    assert.match(server.url, /@127\.0\.0\.1:\d+\//)
    assert.equal(await runningEmbedded(far), server.url)
    assert.equal((await query(server.url, 'select 1 as one'))[0]?.one, 1)
    assert.match(said.join('\n'), /is too long for a socket, so PostgreSQL listens on 127\.0\.0\.1 instead\./)
  })
})

async function keep(word: string): Promise<void> {
  await query(server.url, 'insert into kept (word) values ($1)', [word])
}

async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(text, values).finally(() => client.end())
  return rows
}

/** Another process that starts the database, reports the result, and ends with its standard input. */
async function ownerProcess(at: string, t?: TestContext): Promise<{ child: ChildProcess; line(): Promise<string> }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
    await startEmbedded(process.argv[1], { log() {} }).then(
      (server) => console.log('started', server.pid()),
      (error) => console.log('refused', error.message),
    )
    process.stdin.resume().on('end', () => process.exit(0))`
  const args = ['--input-type=module', '--eval', program, at]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  t?.after(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const first = once(lines, 'line')
  return {
    child,
    async line() {
      const [line] = await first
      if (!t) child.stdin.end()
      return line
    },
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const endAt = performance.now() + 15_000
  while (!(await condition())) {
    if (performance.now() > endAt) assert.fail(`Not within 15 s: ${condition}`)
    await wait(15)
  }
}

/** A process that has ended stays visible until its parent reaps it, which is not our concern. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z')
  } catch {
    return false
  }
}
