import { BadSettings } from '#kernel/config/config.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { Refusal } from '#kernel/errors.ts'

export interface Failure {
  readonly exitCode: number
  readonly sentence: string
}

/** Errors in words for the operator, and the exit code. */
export function explainTrouble(error: unknown): Failure {
  if (error instanceof BadSettings) return { exitCode: 78, sentence: error.message }
  if (error instanceof Refusal) return failed(error.problems.map(({ message }) => message).join('\n'))
  const { code = '', message } = error as { code?: string; message: string }
  if (code.startsWith('28')) return failed('The database refuses the user or password. Check WAYMARK_DATABASE_URL.')
  if (code === '3D000') return failed('The database does not exist. Create it, or check WAYMARK_DATABASE_URL.')
  if (code === '25006') return failed('The database is read-only. Point WAYMARK_DATABASE_URL at the primary server.')
  if (code === '42P01') return failed('The database is not set up yet. Start the server once.')
  if (/^XX00[12]$/.test(code)) return failed(`Files of the database are damaged (${message}). Restore a backup.`)
  const ofMachine = machineTroubles[code]
  if (ofMachine) return failed(`${ofMachine} (${message})`)
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  if (isUnavailable(error)) {
    return failed(
      `The database is not responding (${isSqlState ? `${code}: ${message}` : code || message}). Is it running?`,
    )
  }
  if (isSqlState && 'severity' in (error as object)) return failed(`The database reports error ${code}: ${message}`)
  // Our own errors without a code are sentences; anything else is a bug, which its stack explains best.
  if ((error as Error).constructor === Error && code === '') return failed(message)
  return failed(`This should not have happened; please report it.\n${(error as Error).stack ?? message}`)
}

const machineTroubles: Readonly<Record<string, string>> = {
  EIO: 'The disk has I/O errors. Check the kernel log (dmesg), then the disk or volume.',
  ENOSPC: 'The disk is full. Free some space.',
  EDQUOT: "The disk quota of the server's user is used up. Free some space, or raise the quota.",
  EROFS: 'The disk is mounted read-only. Check the kernel log (dmesg), then remount it for writing.',
  EACCES: 'Permission denied. Run this as the user who runs the server.',
  EPERM: 'Permission denied. Run this as the user who runs the server.',
  EMFILE: 'Out of file descriptors. Raise the limit (LimitNOFILE, ulimit -n).',
  ENFILE: 'The machine is out of file descriptors. Raise fs.file-max.',
}

const failed = (sentence: string): Failure => ({ exitCode: 1, sentence })
