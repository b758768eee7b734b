import { BadSettings } from '../config.ts'
import { isUnavailable } from '../db/connect.ts'
import { Refusal } from '../errors.ts'
import { BadUsage } from './command.ts'

export interface Failure {
  readonly exitCode: number
  readonly sentence: string
}

/** What went wrong in words for the operator, and how the process ends. */
export function explain(error: unknown): Failure {
  if (error instanceof BadUsage) {
    const help = `npx waymark help${error.command ? ` ${error.command.name}` : ''}`
    return { exitCode: 2, sentence: `${error.message} (See: ${help})` }
  }
  if (error instanceof BadSettings) return { exitCode: 78, sentence: error.message }
  if (error instanceof Refusal) return failed(error.faults.map(({ message }) => message).join('\n'))
  const { code = '', message } = error as { code?: string; message: string }
  if (code.startsWith('28')) return failed('The database refuses the user or password. Check WAYMARK_DATABASE_URL.')
  if (code === '3D000') return failed('The database does not exist. Create it, or check WAYMARK_DATABASE_URL.')
  if (isUnavailable(error)) return failed(`The database does not answer (${code || message}). Is it running?`)
  if (code === '42P01') return failed('The database is not set up yet. Start the server once: npm start')
  // Errors of our own without a code are sentences; anything else is a bug, which its place explains best.
  if ((error as Error).constructor === Error && code === '') return failed(message)
  return failed(`This should not have happened; please report it.\n${(error as Error).stack ?? message}`)
}

const failed = (sentence: string): Failure => ({ exitCode: 1, sentence })
