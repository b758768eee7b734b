/** Breaks its own test installations on purpose and counts what was lost: `npm run chaos -- kill --cycles 60`. */
import { parseArgs } from 'node:util'
import { guess } from './access/guess.ts'
import { revoke } from './access/revoke.ts'
import type { Check } from './check.ts'
import { dues } from './money/dues.ts'
import { forged } from './money/forged.ts'
import { hooks } from './money/hooks.ts'
import { terms } from './money/terms.ts'
import { commands } from './sending/commands.ts'
import { live } from './sending/live.ts'
import { mail } from './sending/mail.ts'
import { webhooks } from './sending/webhooks.ts'
import { failover } from './storing/failover.ts'
import { faults } from './storing/faults.ts'
import { flood } from './storing/flood.ts'
import { kill } from './storing/kill.ts'
import { nodes } from './storing/nodes.ts'
import { upgrade } from './storing/upgrade.ts'
import { upgradeKilled } from './storing/upgrade-killed.ts'

const checks: readonly Check[] = [
  kill,
  faults,
  failover,
  nodes,
  upgrade,
  upgradeKilled,
  mail,
  hooks,
  forged,
  revoke,
  guess,
  webhooks,
  dues,
  terms,
  commands,
  live,
  flood,
]

const usage = (check: Check) => {
  const numbers = Object.entries(check.numbers ?? {}).map(([name, value]) => `[--${name} ${value}]`)
  const switches = Object.entries(check.switches ?? {}).map(([name, about]) => `\n      --${name}: ${about}`)
  const texts = Object.entries(check.texts ?? {}).map(([name, about]) => `\n      --${name}: ${about}`)
  return `  ${[check.name, ...numbers].join(' ')}\n      ${check.about}${texts.join('')}${switches.join('')}`
}

const help = `npm run chaos -- <check> [--seed N] [options]\n\n${checks.map(usage).join('\n\n')}

Each check runs on this machine only, in temporary folders that it removes, shows its progress, and prints one line of
JSON at the end. Exit code: 0 if everything held, 1 if something broke, 2 if the check could not finish.`

/** Shows a sentence and the help instead of a stack trace. */
function refuse(sentence: string): never {
  console.error(`${sentence}\n\n${help}`)
  process.exit(2)
}

function parse() {
  try {
    const options = {
      help: { type: 'boolean' },
      seed: { type: 'string' },
      ...Object.fromEntries(
        checks.flatMap(({ numbers = {} }) => Object.keys(numbers).map((n) => [n, { type: 'string' }])),
      ),
      ...Object.fromEntries(checks.flatMap(({ texts = {} }) => Object.keys(texts).map((n) => [n, { type: 'string' }]))),
      ...Object.fromEntries(
        checks.flatMap(({ switches = {} }) => Object.keys(switches).map((n) => [n, { type: 'boolean' }])),
      ),
    } as Record<string, { type: 'string' | 'boolean' }>
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const { values, positionals } = parse()
if (values.help) {
  console.log(help)
  process.exit(0)
}
const check = checks.find(({ name }) => name === positionals[0]) ?? refuse('Name a check.')

function wholeNumber(name: string, unlessGiven: number): number {
  const value = Number(values[name] ?? unlessGiven)
  return Number.isSafeInteger(value) && value >= 0 ? value : refuse(`--${name} must be a whole number.`)
}

const seed = wholeNumber('seed', Date.now() % 1_000_000)
const options = {
  seed,
  number: (name: string) => wholeNumber(name, check.numbers?.[name] ?? 0),
  isOn: (name: string) => values[name] === true,
  text: (name: string) => values[name] as string | undefined,
}
try {
  const verdict = await check.run(options, (sentence) => process.stderr.write(`${sentence}\n`))
  console.log(JSON.stringify({ check: check.name, seed, ...verdict }))
  process.exit(verdict.pass ? 0 : 1)
} catch (error) {
  console.error(error)
  console.log(JSON.stringify({ check: check.name, seed, pass: null, failure: 'could not finish' }))
  process.exit(2)
}
