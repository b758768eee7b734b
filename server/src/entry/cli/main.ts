/** The process around the command line tool: `npx waymark`. */
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { configFromEnvironment } from '#kernel/config/config.ts'
import { commands } from './commands.ts'
import { run } from './run.ts'

const closingMs = 5_000
const stopping = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.exitCode = 128 + constants.signals[signal]
    stopping.abort(new Error('Stopped.'))
    // What does not close in time is left to its own recovery.
    setTimeout(() => process.exit(), closingMs).unref()
  })
}

// A reader that has seen enough, such as `head`, closes the pipe; that is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** On a terminal, one line that is overwritten; none in a log. */
const line = process.stderr.isTTY ? { isOpen: false, shownMs: 0 } : undefined
const clearLine = () => {
  if (line?.isOpen) process.stderr.write('\r\x1b[K')
  if (line) line.isOpen = false
}

const exitCode = await run(process.argv.slice(2), commands, {
  signal: stopping.signal,
  config: () => configFromEnvironment(),
  input: () => text(process.stdin),
  write(text) {
    clearLine()
    process.stdout.write(text)
  },
  complain(text) {
    clearLine()
    process.stderr.write(text)
  },
  report(sentence) {
    if (!line || performance.now() - line.shownMs < 100) return
    line.shownMs = performance.now()
    line.isOpen = true
    process.stderr.write(`\r\x1b[K${sentence.slice(0, (process.stderr.columns ?? 80) - 1)}`)
  },
})
process.exitCode ??= exitCode
