/** Breaks a running installation on purpose and counts what was lost: `npm run chaos -- kill --cycles 60`. */
import { parseArgs } from 'node:util'
import { killCycles } from './kill.ts'

const help = `npm run chaos -- kill [--cycles 60] [--trackers 40] [--seed N] [--ack-early]

  kill   kill -9 of Waymark and of its PostgreSQL at random moments while trackers send. Every record that was
         acknowledged must be stored, and none twice.
         --ack-early moves the acknowledgement before the commit, to prove that a loss would be seen:
         then the run passes when it finds one.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cycles: { type: 'string', default: '60' },
    trackers: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'ack-early': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help || positionals[0] !== 'kill') {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}

const isPlanted = values['ack-early']
const result = await killCycles({
  cycles: Number(values.cycles),
  trackers: Number(values.trackers),
  seed: Number(values.seed),
  isAckEarly: isPlanted,
  say: (sentence) => process.stderr.write(`${sentence}\n`),
})
const isSound = result.lost === 0 && result.doubled === 0 && result.crashed === 0 && result.acknowledged > 0
const pass = isPlanted ? result.lost > 0 : isSound
console.log(JSON.stringify({ check: isPlanted ? 'kill, acknowledged early' : 'kill', ...result, pass }))
process.exit(pass ? 0 : 1)
