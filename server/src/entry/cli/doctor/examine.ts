/** Goes through the checks: first those that need nothing but the machine, then those that need the database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#kernel/config/config.ts'
import { masterKeyFile } from '#kernel/vault.ts'
import { openForCommand } from '../../installation.ts'
import type { Tool } from '../command.ts'
import { explain } from '../explain.ts'
import { backupsCheck } from './backups.ts'
import { cardsCheck } from './cards.ts'
import { databaseChecks } from './database.ts'
import { guessingCheck } from './guessing.ts'
import { machineChecks, pagesCheck } from './machine.ts'
import { mapCheck } from './map.ts'
import { streetsCheck } from './streets.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** The finding; for a problem, also the fix. */
  readonly says: string
}

export interface Check<P> {
  readonly name: string
  /** Undefined: there is nothing to check here. What it throws is bad. */
  run(patient: P): Promise<Verdict | undefined>
}

export interface Verdict {
  readonly ok: boolean
  readonly says: string
}

export const good = (says: string): Verdict => ({ ok: true, says })
export const bad = (says: string): Verdict => ({ ok: false, says })

const builtPages = join(import.meta.dirname, '../../../../../web/dist')

export async function examine(tool: Pick<Tool, 'config'>, pagesFolder = builtPages): Promise<Finding[]> {
  let config: Config
  try {
    config = tool.config
  } catch (error) {
    // Without valid settings no other check makes sense.
    return [{ check: 'settings', ...bad(explain(error).sentence) }]
  }
  const findings: Finding[] = [{ check: 'settings', ...good('All settings are valid.') }]
  const withoutDatabase = [...machineChecks, pagesCheck(pagesFolder), mapCheck, cardsCheck]
  // Opening the installation would create a missing key and hide the problem.
  if (!existsSync(masterKeyFile(config.dataFolder))) return [...findings, ...(await runChecks(withoutDatabase, config))]
  // It is opened first because it also knows what the operator has set.
  const visit = await openForCommand(config).catch(
    (error): Finding => ({ check: 'database', ...bad(explain(error).sentence) }),
  )
  findings.push(...(await runChecks(withoutDatabase, config)))
  if ('check' in visit) return [...findings, visit]
  try {
    findings.push(...(await runChecks([...databaseChecks, backupsCheck, guessingCheck, streetsCheck], visit.ctx)))
  } finally {
    await visit.close()
  }
  return findings
}

async function runChecks<P>(checks: readonly Check<P>[], patient: P): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const verdict = await run(patient).catch((error) => bad(explain(error).sentence))
    if (verdict) findings.push({ check: name, ...verdict })
  }
  return findings
}
