/** Monitoring reads which backup was the last while another one ends. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseConfig } from '../config/config.ts'
import { readLastBackup, recordLastBackup } from './last.ts'

const dataFolder = await mkdtemp(join(tmpdir(), 'waymark-last-'))
after(() => rm(dataFolder, { recursive: true }))
const config = { ...parseConfig({}), dataFolder }

test('the note of the last backup can always be read, and leaves nothing unfinished', async () => {
  const last = { file: `/backups/${'long'.repeat(50)}`, at: new Date(0).toISOString() }
  await recordLastBackup(config, last)
  for (let round = 0; round < 100; round++) {
    const writing = Promise.all([recordLastBackup(config, last), recordLastBackup(config, last)])
    const seen = await Promise.all(Array.from({ length: 10 }, () => readLastBackup(config)))
    for (const one of seen) assert.deepEqual(one, last)
    await writing
  }
  assert.deepEqual(await readdir(join(dataFolder, 'backups')), ['last.json'])
})
