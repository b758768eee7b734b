import { explainTrouble, type Failure } from '../../doctor/explain.ts'
import { BadUsage } from '../command.ts'

/** In the doctor's words; a wrong command line names its help. */
export function explain(error: unknown): Failure {
  if (!(error instanceof BadUsage)) return explainTrouble(error)
  const help = `npx waymark help${error.command ? ` ${error.command.name}` : ''}`
  return { exitCode: 2, sentence: `${error.message} (See: ${help})` }
}
