/** `npm run fuzz -- <what>`: looks for failures for as long as you let it run. */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startApi, type TestApi } from '#testing/api.ts'
import { fuzzHttp, startFuzzApi } from './http.ts'
import { runModel } from './model/run.ts'
import { fuzzPairs } from './pairs.ts'

const help = `Tests its own Waymark, on its own database, with hostile input.

  npm run fuzz -- http [--requests N] [--only TEXT] bad ids, types and sizes in every field of every route
                                                    (N requests in total, default 200000; only routes with TEXT)
  npm run fuzz -- model [--runs N] [--path P]       two dealers act at random, compared with a model
                                                    (N sequences of up to 100 steps, default 1000)
  npm run fuzz -- pairs [--runs N] [--only TEXT]    every pair of changes of the API at the same moment
                                                    (N times each, once unless said; only rows with TEXT)
  npm run fuzz -- frames [--frames N] [--protocol P]
                                                    changed frames at every decoder, or at those named
                                                    (N each, a million unless said)

  --seed S     the same requests again: a failure prints its seed
  --path P     of a model's failure, which prints it: only that sequence again
  --help       this

Exit code 0: nothing found; 1: something was, and what is said above; 64: a wrong command.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    requests: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    path: { type: 'string' },
    help: { type: 'boolean' },
  },
})

const numberOf = (name: 'requests' | 'runs' | 'seed', otherwise: number): number => {
  const value = values[name] === undefined ? otherwise : Number(values[name])
  return Number.isSafeInteger(value) && value >= 0 ? value : refuse(`--${name} must be a whole number.`)
}

function refuse(sentence: string): never {
  console.error(`${sentence}\n\n${help}`)
  process.exit(64)
}

type Fuzz = (api: TestApi, seed: number) => Promise<string>

const fuzzes: Readonly<Record<string, Fuzz>> = {
  async http(api, seed) {
    const { rows, requests, statuses } = await fuzzHttp(api, {
      requests: numberOf('requests', 200_000),
      seed,
      only: values.only as string | undefined,
      say: (line) => console.error(line),
    })
    const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
    return `${requests} requests over ${rows} rows (${answers.join(', ')}): no 5xx, nothing wrong accepted, nothing changed by a refusal`
  },
  async model(api, seed) {
    const runs = numberOf('runs', 1_000)
    const path = values.path as string | undefined
    const { steps } = await runModel(api, { runs, seed, path, say: (line) => console.error(line) })
    return `${runs} sequences, ${steps} requests: every answer was the one the rules give`
  },
  async pairs(api) {
    const only = values.only as string | undefined
    const rounds = numberOf('runs', 1)
    const { pairs, conflicts } = await fuzzPairs(api, { rounds, only, say: (line) => console.error(line) })
    return `${pairs} pairs, ${conflicts} of their requests refused: no 5xx, and the tables are sound`
  },
}

function mutateFrames(): number {
  const program = join(import.meta.dirname, '../../devices/bin/mutate.ts')
  const words = process.argv.slice(2).filter((word) => word !== 'frames')
  return spawnSync(process.execPath, [program, ...words], { stdio: 'inherit' }).status ?? 1
}

async function main(): Promise<number> {
  const [what = ''] = positionals
  // Decoders need no server: they have their own program.
  if (what === 'frames') return mutateFrames()
  const fuzz = fuzzes[what]
  if (values.help || what === '') {
    console.log(help)
    return what === '' && !values.help ? 64 : 0
  }
  if (!fuzz) return refuse(`There is no fuzz ${what}.`)
  const seed = numberOf('seed', randomInt(2 ** 31))
  const started = Date.now()
  const said = () => `(seed ${seed}, ${((Date.now() - started) / 1000).toFixed(1)} s)`
  const api = await (what === 'http' ? startFuzzApi() : startApi())
  try {
    console.log(`✔ ${what}: ${await fuzz(api, seed)} ${said()}`)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message)
    for (const failure of api.failures) console.error(failure)
    console.log(`✖ ${what}: failed ${said()}`)
    return 1
  } finally {
    await api.close()
  }
}

process.exitCode = await main()
