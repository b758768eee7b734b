/** Runs the checks: first those that need only the machine, then those that need the database. */
import { existsSync } from 'node:fs'
import type { Config } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import { masterKeyFile } from '#kernel/vault.ts'
import type { Finding } from '#portals/operator/upkeep/upkeep.ts'
import { openForCommand } from '../installation.ts'
import { backupsCheck } from './backups.ts'
import { cardsCheck } from './cards.ts'
import { bad, type Check, good } from './check.ts'
import { databaseChecks } from './database.ts'
import { explainTrouble } from './explain.ts'
import { guessingCheck } from './guessing.ts'
import { machineChecks } from './machine.ts'
import { mapCheck } from './map.ts'
import { streetsCheck } from './streets.ts'

const withoutDatabase: readonly Check<Config>[] = [...machineChecks, mapCheck]
const withDatabase: readonly Check<Context>[] = [...databaseChecks, backupsCheck, guessingCheck, streetsCheck]
const settingsAreValid: Finding = { check: 'settings', ...good('All settings are valid.') }

/** For a command; `more`: checks that only it can run. Reading `config` may throw. */
export async function examine(
  tool: { readonly config: Config },
  more: readonly Check<Config>[] = [],
): Promise<Finding[]> {
  let config: Config
  try {
    config = tool.config
  } catch (error) {
    // Without valid settings no other check makes sense.
    return [{ check: 'settings', ...bad(explainTrouble(error).sentence) }]
  }
  const first = [...withoutDatabase, ...more, cardsCheck]
  // Opening the installation would create a missing key and hide the problem.
  if (!existsSync(masterKeyFile(config.dataFolder))) return [settingsAreValid, ...(await runChecks(first, config))]
  // Opened first because it also has the operator's settings.
  const visit = await openForCommand(config).catch(
    (error): Finding => ({ check: 'database', ...bad(explainTrouble(error).sentence) }),
  )
  const findings = [settingsAreValid, ...(await runChecks(first, config))]
  if ('check' in visit) return [...findings, visit]
  try {
    return [...findings, ...(await runChecks(withDatabase, visit.ctx))]
  } finally {
    await visit.close()
  }
}

/** For the console: the running server examines itself. */
export const examineServer = async (ctx: Context): Promise<Finding[]> => [
  settingsAreValid,
  ...(await runChecks([...withoutDatabase, cardsCheck], ctx.config)),
  ...(await runChecks(withDatabase, ctx)),
]

async function runChecks<P>(checks: readonly Check<P>[], patient: P): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const verdict = await run(patient).catch((error) => bad(explainTrouble(error).sentence))
    if (verdict) findings.push({ check: name, ...verdict })
  }
  return findings
}
