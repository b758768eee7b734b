import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#testing/until.ts'
import { parseConfig } from '../config/config.ts'
import { type DiskWatch, type Room, readRoom, releaseReserve, watchDisk, watermarkOf } from './disk.ts'
import { silentLog } from './log.ts'
import { createMeters } from './meters.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

const marks: readonly [what: string, settingMib: number, totalBytes: number, mark: number][] = [
  ['a large disk', 512, 500 * gibibyte, 512 * mebibyte],
  ['a disk of 4 GiB', 512, 4 * gibibyte, gibibyte / 5],
  ['a disk of 600 MiB', 512, 600 * mebibyte, 64 * mebibyte],
  ['a higher setting on a large disk', 4096, 500 * gibibyte, 4 * gibibyte],
  ['a lower setting', 32, 500 * gibibyte, 32 * mebibyte],
  ['a setting of 0: never', 0, 500 * gibibyte, 0],
]
for (const [what, settingMib, totalBytes, mark] of marks) {
  test(`trackers are refused below a sensible mark: ${what}`, () => {
    assert.equal(watermarkOf({ diskFreeMinBytes: settingMib * mebibyte }, totalBytes), mark)
  })
}

interface Trial {
  readonly folder: string
  readonly disk: DiskWatch
  readonly lines: string[]
  room: Room
  looks: number
}

async function watching(room: Room, settings: Record<string, string>, work: (trial: Trial) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-disk-'))
  const lines: string[] = []
  const note = (_: unknown, sentence?: string) => void lines.push(sentence ?? '')
  const log = { ...silentLog, warn: note, error: note }
  const config = parseConfig({ WAYMARK_DATA: folder, ...settings })
  const trial = { room, looks: 0 }
  const read = async () => {
    trial.looks += 1
    return trial.room
  }
  const disk = await watchDisk({ config, log, meters: createMeters() }, read, 5, 0)
  try {
    await work(Object.assign(trial, { folder, disk, lines }))
  } finally {
    disk.close()
    // What it was writing when it was closed may come after the first check.
    await until('The folder to be gone', () => {
      rmSync(folder, { recursive: true, force: true })
      return !existsSync(folder)
    })
  }
}

const small = (freeMib: number): Room => ({ freeBytes: freeMib * mebibyte, totalBytes: 600 * mebibyte })

test('below the mark trackers are refused, slightly above it still, and then accepted again', () =>
  watching(small(60), {}, async (trial) => {
    assert.match(trial.disk.shortage() ?? '', /nearly full/)
    trial.room = small(66)
    const seen = trial.looks
    await until('Two more looks', () => trial.looks > seen + 1)
    assert.match(trial.disk.shortage() ?? '', /nearly full/)
    trial.room = small(80)
    await until('Room again', () => trial.disk.shortage() === undefined)
    assert.deepEqual(trial.lines, [
      'The disk is nearly full: trackers are refused. Free up space.',
      'The disk has space again: trackers are accepted.',
    ])
  }))

test('with an external database the folder does not matter', () =>
  watching(small(1), { WAYMARK_DATABASE_URL: 'postgres://db.example/waymark' }, async ({ disk, lines }) => {
    assert.equal(disk.shortage(), undefined)
    assert.deepEqual(lines, [])
  }))

test('a reserve is kept while there is room, and released when the disk is full', () =>
  watching(small(500), {}, async (trial) => {
    const file = join(trial.folder, 'reserve')
    await until('A reserve', () => existsSync(file))
    assert.ok(statSync(file).size >= 37 * mebibyte, 'a sixteenth of a small disk')
    trial.room = small(10)
    await until('Its release', () => !existsSync(file))
    await until('A line in the log', () => trial.lines.some((line) => line.includes('the reserve was released')))
    trial.room = small(500)
    await until('Another reserve', () => existsSync(file))
  }))

test('before a start the reserve is released only if the disk is full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-disk-'))
  const file = join(folder, 'reserve')
  writeFileSync(file, 'x')
  assert.equal(await releaseReserve(folder, await readRoom('/nonexistent')), false)
  assert.equal(await releaseReserve(folder, small(100)), false)
  assert.ok(existsSync(file))
  assert.equal(await releaseReserve(folder, small(1)), true)
  assert.ok(!existsSync(file))
  assert.equal(await releaseReserve(folder, small(1)), false)
  rmSync(folder, { recursive: true })
})

test('the free space of a real disk can be read', async () => {
  const room = await readRoom(tmpdir())
  assert.ok(room && room.totalBytes > 0 && room.freeBytes <= room.totalBytes)
})
