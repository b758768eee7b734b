import { BadSettings } from '#kernel/config/config.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { Refusal } from '#kernel/errors.ts'
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
  if (error instanceof Refusal) return failed(error.problems.map(({ message }) => message).join('\n'))
  const { code = '', message } = error as { code?: string; message: string }
  if (code.startsWith('28')) return failed('The database refuses the user or password. Check WAYMARK_DATABASE_URL.')
  if (code === '3D000') return failed('The database does not exist. Create it, or check WAYMARK_DATABASE_URL.')
  if (code === '25006') return failed('The database can only be read. Name its primary in WAYMARK_DATABASE_URL.')
  if (code === '42P01') return failed('The database is not set up yet. Start the server once: npm start')
  if (/^XX00[12]$/.test(code)) return failed(`Files of the database are damaged (${message}). Restore a backup.`)
  const ofMachine = machineTroubles[code]
  if (ofMachine) return failed(`${ofMachine} (${message})`)
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  if (isUnavailable(error)) {
    return failed(
      `The database does not answer (${isSqlState ? `${code}: ${message}` : code || message}). Is it running?`,
    )
  }
  if (isSqlState && 'severity' in (error as object)) return failed(`The database refuses (${code}): ${message}`)
  // Errors of our own without a code are sentences; anything else is a bug, which its place explains best.
  if ((error as Error).constructor === Error && code === '') return failed(message)
  return failed(`This should not have happened; please report it.\n${(error as Error).stack ?? message}`)
}

const machineTroubles: Readonly<Record<string, string>> = {
  EIO: 'The disk does not read or write any more. Look at the kernel log (dmesg), then at the disk or volume.',
  ENOSPC: 'The disk is full. Make room.',
  EDQUOT: "The disk quota of the server's user is used up. Make room, or raise it.",
  EROFS: 'The disk is mounted read only. Look at the kernel log (dmesg), then mount it for writing.',
  EACCES: 'A file or folder is not ours to use. Run this as the user who runs the server.',
  EPERM: 'A file or folder is not ours to use. Run this as the user who runs the server.',
  EMFILE: 'There are no file descriptors left. Raise their limit (LimitNOFILE, ulimit -n).',
  ENFILE: 'The machine has no file descriptors left. Raise fs.file-max.',
}

const failed = (sentence: string): Failure => ({ exitCode: 1, sentence })
