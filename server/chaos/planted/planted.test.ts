/**
 * Planted bugs of the chaos runs change code as it is loaded. One that no longer finds its lines would prove nothing.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

for (const [bug, file] of [
  ['ack-early', 'tracking/gateway/session.ts'],
  ['forgetful', 'entry/http/live/live.ts'],
  ['quarantine-all', 'tracking/messages/writing/writer.ts'],
  ['send-first', 'tracking/gateway/listeners/dispatch.ts'],
] as const) {
  test(`${bug} finds the lines it breaks in ${file}`, async () => {
    const loaded = pathToFileURL(join(import.meta.dirname, '../../src', file)).href
    await promisify(execFile)(process.execPath, [
      ...['--import', pathToFileURL(join(import.meta.dirname, `${bug}.mjs`)).href],
      ...[
        '--input-type=module',
        '--eval',
        `await import(${JSON.stringify(loaded)}); if (!globalThis.isPlanted) throw new Error('Nothing is planted.')`,
      ],
    ])
  })
}
