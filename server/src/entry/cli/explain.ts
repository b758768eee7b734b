import { explainTrouble, type Failure } from '../doctor/explain.ts'
import { BadUsage } from './command.ts'

/** As the doctor explains it; a command that was called wrongly names its help. */
export function explain(error: unknown): Failure {
  if (!(error instanceof BadUsage)) return explainTrouble(error)
  const help = `npx waymark help${error.command ? ` ${error.command.name}` : ''}`
  return { exitCode: 2, sentence: `${error.message} (See: ${help})` }
}
