/** Simulates years of billing in minutes: `npm run sim -- --seeds 1000 --days 365`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dueAfterPayment } from '#billing/dunning/dunning.ts'
import { startApi } from '#testing/api.ts'
import { checkEInvoices } from '#testing/files/e-invoices.ts'
import { globalTeardown } from '#testing/setup.ts'
import { monthsLater } from './model.ts'
import { liveOnMoney } from './money.ts'
import { liveOnStatements } from './statements.ts'
import { liveThrough } from './world.ts'

const help = `npm run sim -- [--seeds 1000] [--days 365] [--seed N]
npm run sim -- calendar [--cases 1000000] [--seed N]
npm run sim -- money [--accounts 10000] [--dealers 20] [--days 730] [--changes 12] [--kills 100] [--minutes N] [--seed N]
npm run sim -- e-invoices [--cases 500] [--out <folder>] [--seed N]
npm run sim -- statements [--lines 10000] [--seed N]

  Simulates that many accounts hour by hour over that many days on a real database, with payments, manual blocks, changed
  settings and interrupted jobs. Every day each account must be in the state that a second implementation of the rules computes.
  calendar: compares due dates with counting the days one by one.
  money: charges that many clients of that many dealers over that many days, with that many changes a year of each one's
  units, plan and prices, several workers in processes of their own, that many kills of one, and broken connections. Every day must be charged once,
  to the cent as counting day by day says, with numbers that have no gap and a journal that adds up. After --minutes it stops
  and judges the days that it has lived.
  e-invoices: writes that many random invoices as XRechnung, UBL and PDF. Each must hold the rules of EN 16931, and what a
  reader finds in the PDF must be the same numbers. --out keeps the files, for other validators.
  statements: pays that many invoices by bank, with typos, part payments, duplicates and unrelated lines, in
  overlapping files of three formats. No automatic match may be wrong, 95 % of proposals must be right, and the books
  must agree.

Ends in one line of JSON. The exit code is 0 when everything held, 1 when something broke, 2 when it could not be judged.`

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seeds: { type: 'string', default: '1000' },
        days: { type: 'string' },
        accounts: { type: 'string', default: '10000' },
        dealers: { type: 'string', default: '20' },
        changes: { type: 'string', default: '12' },
        kills: { type: 'string', default: '100' },
        minutes: { type: 'string' },
        cases: { type: 'string' },
        out: { type: 'string' },
        lines: { type: 'string', default: '10000' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`)
    return process.exit(2)
  }
}

const { values, positionals } = parse()
if (
  values.help ||
  positionals.length > 1 ||
  !['calendar', 'money', 'e-invoices', 'statements', undefined].includes(positionals[0])
) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
const say = (sentence: string) => process.stderr.write(`${sentence}\n`)
const seed = Number(values.seed)

function conclude(verdict: { pass: boolean } & Record<string, unknown>): never {
  console.log(JSON.stringify(verdict))
  process.exit(verdict.pass ? 0 : 1)
}

function calendar(cases: number): never {
  let state = seed
  const next = (max: number) => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state % max
  }
  let wrong = 0
  for (let index = 0; index < cases; index++) {
    const due = 631_152_000 + next(2_000_000_000) * 3
    const months = 1 + next(120)
    const moved = dueAfterPayment(new Date(due * 1000), months, new Date(due * 1000))
    if (moved === null || moved.getTime() / 1000 !== monthsLater(due, months)) wrong += 1
  }
  conclude({ check: 'calendar', cases, wrong, seed, pass: wrong === 0 })
}

async function eInvoices(cases: number, folder: string | undefined): Promise<never> {
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  const result = await checkEInvoices(cases, seed, say, async (name, content) => {
    if (folder !== undefined) await writeFile(join(folder, name), content)
  })
  return conclude({ check: 'e-invoices', seed, ...result, pass: result.violations.length === 0 })
}

if (positionals[0] === 'calendar') calendar(Number(values.cases ?? 1_000_000))
if (positionals[0] === 'e-invoices') await eInvoices(Number(values.cases ?? 500), values.out)
const api = await startApi()

async function live(what: string | undefined) {
  if (what === 'money') {
    const [accounts, days] = [Number(values.accounts), Number(values.days ?? 730)]
    const [dealers, changes, kills] = [Number(values.dealers), Number(values.changes), Number(values.kills)]
    const limit = values.minutes === undefined ? {} : { minutes: Number(values.minutes) }
    const result = await liveOnMoney(api, { accounts, dealers, days, changes, kills, ...limit, seed, say })
    return { check: 'client invoices', result }
  }
  if (what === 'statements') {
    return { check: 'bank statements', result: await liveOnStatements(api, { lines: Number(values.lines), seed, say }) }
  }
  const [accounts, days] = [Number(values.seeds), Number(values.days ?? 365)]
  return { check: 'a year of billing', result: await liveThrough(api, { accounts, days, seed, say }) }
}

try {
  const { check, result } = await live(positionals[0])
  await api.close()
  await globalTeardown()
  conclude({ check, seed, ...result, pass: result.violations.length === 0 })
} catch (error) {
  console.error(error)
  process.exit(2)
}
