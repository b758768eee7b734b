/**
 * `npm run frames -- <folder>` counts how many recorded vectors decode as their check expects. A folder holds
 * `<protocol>.json` with decoder vectors and `<protocol>.frame.json` with framing vectors.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decoderByName, spoken } from '../index.ts'
import type { ProtocolName } from '../protocols/index.ts'
import { type FrameVector, frameMiss, runOpenings, runVectors, type Vector } from './vectors.ts'

const help = `Replays recorded vectors through the decoders and counts those that decode as their check says.

  npm run frames -- <folder> [--protocol <name>] [--misses] [--openings]

  --protocol   only this one; may be given several times
  --misses     also list the vectors that do not, with the reason
  --openings   instead: which of the vectors that name their tracker are recognised on the port of any protocol
  --help       this text

Vectors of one group run in order through one connection. A vector whose checksum was wrong when it was recorded is read
with the checksum ignored. A record without a fix passes a check of its place when it says that it has none. A vector
that expects no position passes when our message has none; the last line counts these and gives the share without them.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    protocol: { type: 'string', multiple: true },
    misses: { type: 'boolean', default: false },
    openings: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const folder = positionals[0]
if (values.help || !folder) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}.`)
  process.exit(2)
}

const read = <T>(file: string): T[] => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T[]) : [])
const share = (passed: number, all: number) => (all === 0 ? '–' : `${((100 * passed) / all).toFixed(1)} %`)
const line = (...cells: readonly (string | number)[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(14) : String(cell).padStart(10))).join('')

// Vectors were recorded at various times; a clock later than all of them is enough for the formats without a date.
const receivedAt = new Date('2026-06-01T00:00:00Z')
const wanted = spoken.filter(({ name }) => !values.protocol || values.protocol.includes(name))

if (values.openings) showOpenings()
else showDecoding()

function showDecoding(): void {
  console.log(line('protocol', 'vectors', 'pass', 'share', 'edited', 'framing', 'pass'))
  const sum = { vectors: 0, passed: 0, kept: 0, framing: 0, framed: 0 }
  const misses: string[] = []
  for (const { name } of wanted) {
    const decoder = decoderByName(name as ProtocolName)!
    const outcomes = runVectors(decoder, read<Vector>(join(folder!, `${name}.json`)), receivedAt)
    const framing = read<FrameVector>(join(folder!, `${name}.frame.json`)).filter((vector) => !vector.disabled)
    const frameMisses = framing.map((vector) => ({ vector, miss: frameMiss(decoder, vector) }))
    const passed = outcomes.filter((outcome) => !outcome.miss).length
    const framed = frameMisses.filter((outcome) => !outcome.miss).length
    const edited = outcomes.filter((outcome) => outcome.vector.checksumOk === false).length
    console.log(line(name, outcomes.length, passed, share(passed, outcomes.length), edited, framing.length, framed))
    sum.vectors += outcomes.length
    sum.passed += passed
    sum.kept += outcomes.filter((outcome) => outcome.isKept).length
    sum.framing += framing.length
    sum.framed += framed
    for (const { vector, miss } of outcomes) {
      if (miss)
        misses.push(`${name} ${vector.check}${vector.model ? ` ${vector.model}` : ''}: ${miss}\n    ${vector.payload}`)
    }
    for (const { vector, miss } of frameMisses) if (miss) misses.push(`${name} framing: ${miss}\n    ${vector.input}`)
  }

  if (values.misses && misses.length > 0) console.log(`\n${misses.join('\n')}`)
  console.log(
    `\n${sum.passed} of ${sum.vectors} vectors decode as their check says (${share(sum.passed, sum.vectors)}); ` +
      `in ${sum.kept} of them no position is expected and we keep a message without one ` +
      `(without them ${share(sum.passed - sum.kept, sum.vectors)}); ` +
      `${sum.framed} of ${sum.framing} streams are cut as recorded.`,
  )
}

/** `wrong`: taken for another protocol. `unsure`: too few bytes, or no protocol. */
function showOpenings(): void {
  console.log(line('protocol', 'openings', 'right', 'unsure', 'wrong'))
  const sum = { openings: 0, right: 0, wrong: 0 }
  const misses: string[] = []
  for (const { name, transport } of wanted) {
    const vectors = read<Vector>(join(folder!, `${name}.json`))
    const openings = runOpenings(decoderByName(name as ProtocolName)!, vectors, transport, receivedAt)
    const right = openings.filter(({ found }) => found === name).length
    const unsure = openings.filter(({ found }) => found === 'more' || found === 'no').length
    const wrong = openings.length - right - unsure
    console.log(line(name, openings.length, right, unsure, wrong))
    sum.openings += openings.length
    sum.right += right
    sum.wrong += wrong
    for (const { vector, found } of openings) {
      if (found !== name) misses.push(`${name}: ${found}\n    ${vector.payload}`)
    }
  }
  if (values.misses && misses.length > 0) console.log(`\n${misses.join('\n')}`)
  console.log(`\n${sum.right} of ${sum.openings} are recognised, ${sum.wrong} are taken for another's.`)
}
