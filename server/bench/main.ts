/** `npm run bench -- <name>`: runs one bench, prints its report, and on request keeps it in docs/proofs.md. */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { apiBench } from './api/bench.ts'
import { appBench } from './app/bench.ts'
import type { Bench, Peer } from './bench.ts'
import { billsBench } from './bills/bench.ts'
import { capacityBench } from './capacity/bench.ts'
import { connectionsBench } from './connections/bench.ts'
import { decodeBench } from './decode/bench.ts'
import { ingestBench } from './ingest/bench.ts'
import { lifecycleBench } from './lifecycle/bench.ts'
import { describeLoad, describeMachine } from './machine.ts'
import { mapsBench } from './maps/bench.ts'
import { nodesBench } from './nodes/bench.ts'
import { peerBench } from './peer/bench.ts'
import { readBench } from './read/bench.ts'
import { reportText, writeProof } from './report.ts'
import { reportsBench } from './reports/bench.ts'

const benches: readonly Bench[] = [
  apiBench,
  ingestBench,
  readBench,
  connectionsBench,
  decodeBench,
  billsBench,
  lifecycleBench,
  appBench,
  nodesBench,
  mapsBench,
  peerBench,
  capacityBench,
  reportsBench,
]

const help = `Usage: npm run bench -- <name> [options]

${benches.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join('\n')}

Options
  --write          put the report into docs/proofs.md
  --rounds N       pairs of rounds per comparison (5)
  --seconds N      seconds per round (3)
  --units N        units in the large database (1000000)
  --messages N     messages in the smallest database of ingest and read (1000000)
  --connections N  idle trackers (10000)
  --large          ingest: also a hundred times --messages; app too; read: ten times. A long run
  --file FILE      maps: a PMTiles file with streets
  --port N         peer: the port where it listens for Teltonika trackers, over TCP
  --host HOST      peer: where it listens (127.0.0.1)
  --idents FILE    peer: an ident on each line, of trackers that it knows; as many connect as there are
                   (350000000000001 to 350000000001000)
  --pid N          peer: one of its processes on this machine, whose processor time and memory count; may repeat
  --profile DIR    write CPU profiles of the measured server into this folder
  --help           this text

Everything runs on this machine alone, in temporary folders that are removed at the end.`

const options = {
  help: { type: 'boolean' },
  write: { type: 'boolean' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  units: { type: 'string', default: '1000000' },
  messages: { type: 'string', default: '1000000' },
  connections: { type: 'string', default: '10000' },
  large: { type: 'boolean', default: false },
  file: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  idents: { type: 'string' },
  pid: { type: 'string', multiple: true },
  profile: { type: 'string' },
} as const

const { values, positionals } = (() => {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`)
    return process.exit(64)
  }
})()

const positive = (name: 'rounds' | 'seconds' | 'units' | 'messages' | 'connections', least: number): number =>
  whole(name, values[name], least)

function whole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  console.error(`--${name} must be a whole number from ${least} on.`)
  process.exit(64)
}

const peerOf = ({ host, port, idents, pid = [] }: typeof values): Peer | undefined =>
  port === undefined
    ? undefined
    : { host, port: whole('port', port, 1), identsFile: idents, pids: pid.map((one) => whole('pid', one, 1)) }

async function main(): Promise<void> {
  const bench = benches.find(({ name }) => name === positionals[0])
  if (values.help || !bench || positionals.length !== 1) {
    console.log(help)
    process.exit(values.help ? 0 : 64)
  }
  const chosen = {
    rounds: positive('rounds', 1),
    roundSeconds: positive('seconds', 1),
    units: positive('units', 10_000),
    messages: positive('messages', 40_000),
    connections: positive('connections', 100),
    isLarge: values.large,
    mapFile: values.file,
    peer: peerOf(values),
    profileFolder: values.profile,
  }
  const say = (sentence: string) => console.error(sentence)
  // The path of a file on this machine means nothing to a reader.
  const words = process.argv.slice(2).filter((word) => word !== '--write')
  const command = ['npm run bench --', ...words.map((word) => basename(word))].join(' ')
  const load = describeLoad()
  const report = await bench.run(chosen, say)
  const text = reportText(report, { command, machine: describeMachine(), load, date: new Date() })
  console.log(text)
  if (!values.write) return
  report.write?.()
  say(`Written to ${writeProof(bench, text)}`)
}

await main()
process.exit(0)
