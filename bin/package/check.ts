/** Uses an archive as someone who has nothing else would: unpack, start, open pages, connect a tracker, stop. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const startMs = 180_000
const port = 28_080
const gatewayPort = 29_000
/** The OsmAnd protocol, which is a web address. */
const osmandPort = gatewayPort + 55

export async function check(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-check-'))
  let server: ChildProcess | undefined
  try {
    // Root runs the database as somebody else, who must get here too.
    chmodSync(folder, 0o755)
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const installed = join(folder, readdirSync(folder)[0]!)
    // An empty PATH but for the shell's own tools: no Node, no npm, no database of this machine.
    const env = {
      ...{ PATH: '/usr/bin:/bin', WAYMARK_DATA: join(folder, 'data'), WAYMARK_HTTP_PORT: String(port) },
      ...{ WAYMARK_GATEWAY_PORT: String(gatewayPort), WAYMARK_DEMO: 'on' },
    }
    server = spawn(join(installed, 'waymark-server'), { env, stdio: ['ignore', 'inherit', 'inherit'] })
    const url = `http://127.0.0.1:${port}`
    await until('Becoming ready', async () => (await fetch(`${url}/readyz`)).ok)
    for (const page of ['/', '/login', '/console', '/operator', '/docs', '/share', '/openapi/provider.json']) {
      const answer = await fetch(url + page)
      if (!answer.ok) throw new Error(`${page} answers ${answer.status}.`)
    }
    const demo = execFileSync(join(installed, 'waymark'), ['demo', '--json'], { env, encoding: 'utf8' })
    const token: string = JSON.parse(demo)[0].access_token
    const headers = { 'x-accesstoken': token, 'content-type': 'application/json' }
    const ask = async <T>(path: string, body?: object): Promise<T> => {
      const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
      const answer = await fetch(url + path, init)
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
      return answer.json() as Promise<T>
    }
    type Unit = { readonly id: number; readonly account_id: number; readonly app_id: string }
    const [known] = await ask<Unit[]>('/provider/units?limit=1&fields=account_id,app_id')
    const { account_id, app_id } = known!
    const unit = await ask<Unit>('/provider/units', { account_id, app_id, hw_id: 5001, name: 'Van', ident: 'check-1' })
    const sent = `id=check-1&lat=55.18&lon=3.42&timestamp=${Math.floor(Date.now() / 1000)}`
    const taken = await fetch(`http://127.0.0.1:${osmandPort}/?${sent}`)
    if (!taken.ok) throw new Error(`The tracker got the answer ${taken.status}.`)
    const telemetry = await ask(`/provider/units/${unit.id}/telemetry`)
    if (!JSON.stringify(telemetry).includes('55.18')) throw new Error('The position is not stored.')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (!/^waymark_messages_stored_total\{protocol="osmand"\} [1-9]/m.test(metrics))
      throw new Error('The message is not counted in /metrics.')
    server.kill('SIGTERM')
    const [code] = await once(server, 'exit')
    if (code !== 0) throw new Error(`Waymark ended with ${code}.`)
    console.log('Pages are served, and a position is stored. 1 passed, 0 failed')
  } finally {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + startMs; Date.now() < end; await wait(500)) {
    if (await isTrue().catch(() => false)) return
  }
  throw new Error(`${what} took too long.`)
}
