/** The command as a process: killed halfway, it continues. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '#testing/cli.ts'
import { RangeServer } from '#testing/fakes/range-server.ts'
import { aPlanet } from '#testing/files/planet.ts'
import { until } from '#testing/until.ts'
import { mapCommands } from './map.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-map-command-'))
const server = await RangeServer.open(aPlanet())
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function begin(line: string) {
  const tool = join(import.meta.dirname, '../../../../bin/waymark.mjs')
  const child = spawn(process.execPath, [tool, ...line.split(' ')], {
    env: { PATH: process.env.PATH, WAYMARK_DATA: folder, WAYMARK_MAP_SOURCE: server.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
  return { ended, processId: () => (JSON.parse(readFileSync(note, 'utf8')) as { processId: number }).processId }
}

const waymark = (line: string) => begin(line).ended
const note = join(folder, 'part.pmtiles.part.json')
const wish = 'map extract --bbox -120,10,60,75'

test('killed halfway, it continues, and the file has the bytes of an uninterrupted run', async () => {
  const whole = join(folder, 'whole.pmtiles')
  const saved = await waymark(`${wish} --to ${whole}`)
  assert.deepEqual([saved.code, saved.err], [0, ''])
  assert.match(
    saved.out,
    /^Saved [\d,]+ tiles of zoom 0 to 6 in .*whole\.pmtiles \(\d+\.\d MB\)\.\nTo show it, set WAYMARK_MAP_FILE=/,
  )
  const requests = server.asked.length

  const part = join(folder, 'part.pmtiles')
  server.fault = (request) => (request > requests * 2 - 2 ? 'stall' : undefined)
  const first = begin(`${wish} --to ${part}`)
  await until(
    'a note that something was copied',
    () => existsSync(note) && JSON.parse(readFileSync(note, 'utf8')).tileBytes > 0,
  )
  process.kill(first.processId(), 'SIGKILL')
  await first.ended
  assert.ok(!existsSync(part))

  server.fault = () => undefined
  const second = JSON.parse((await waymark(`${wish} --to ${part} --json`)).out)
  assert.ok(second.continued_at > 0)
  assert.ok(readFileSync(part).equals(readFileSync(whole)))
  assert.ok(!existsSync(note))
})

const inProcess = (line: string) =>
  runCommand(line, mapCommands, { WAYMARK_DATA: folder, WAYMARK_MAP_SOURCE: server.url })

test('a country by its name, as a dry run', async () => {
  const dry = await inProcess('map extract --country Österreich --maxzoom 5 --dry-run')
  assert.deepEqual([dry.code, dry.err], [0, ''])
  assert.match(dry.out, /^The map would have \d+ tiles of zoom 0 to 5 in \d+ kB\. Nothing was copied\.\n$/)
  assert.ok(!existsSync(join(folder, 'map.pmtiles')))
})

for (const [line, sentence] of [
  ['map extract', /needs either --bbox or --country\./],
  ['map extract --bbox 1,2,3,4 --country Austria', /needs either --bbox or --country\./],
  ['map extract --country Austia', /There is no country Austia\. Did you mean Austria\?/],
  ['map extract --bbox 9,48,10,47', /--bbox must be four degrees/],
  ['map extract --country AT --maxzoom 16', /--maxzoom must be a whole number from 0 to 15/],
] as const)
  test(`${line}: ${sentence.source}`, async () => {
    const { code, err } = await inProcess(line)
    assert.equal(code, 2)
    assert.match(err, sentence)
  })
