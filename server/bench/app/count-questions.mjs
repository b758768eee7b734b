// Counts the server's database queries, without flushes, and writes the count down on request. Jobs are left out: they
// compute trips from what is stored, with or without streams. Only the running copy is changed.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import pg from 'pg'

const counts = { flushes: 0, questions: 0 }
const ask = pg.Client.prototype.query

pg.Client.prototype.query = function query(config, ...rest) {
  // A flush is one pipeline of several steps, without text.
  if (typeof config?.submit === 'function' && config.text === undefined) counts.flushes += 1
  else counts.questions += 1
  return ask.call(this, config, ...rest)
}

process.on('SIGUSR2', () => writeFileSync(process.env.BENCH_COUNTS, JSON.stringify(counts)))

const whole = 'startRunner(installation.ctx, jobs)'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/src/entry/main.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(whole)) throw new Error('The line to change is gone from main.ts.')
    return { ...loaded, source: source.replace(whole, 'startRunner(installation.ctx, jobs.slice(0, 0))') }
  },
})
