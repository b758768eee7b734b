/** The cluster of the embedded PostgreSQL: its owner, its creation, its password and its settings. */
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf, type Identity, type Programs, runProgram, walk } from './embedded-programs.ts'

export interface Cluster extends Programs {
  readonly data: string
  /** False only for tests: nothing is forced to disk, and databases may be created. */
  readonly isDurable: boolean
}

const nobody: Identity = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root, so root runs it as another user; every other user runs it directly. */
export async function chooseIdentity(data: string): Promise<Identity | undefined> {
  const owner = await fs.stat(data).catch(() => undefined)
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${data} belongs to another user (number ${owner.uid}). ` +
          'Start Waymark as that user or as root, or set WAYMARK_DATA to another folder.',
      )
    }
    return undefined
  }
  // A cluster created by an ordinary user stays that user's, so that root and the user can both start it.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  // A cluster belongs to root only if root has copied its files (a restored backup).
  if (owner) for await (const path of walk(data)) await fs.lchown(path, nobody.uid, nobody.gid)
  return nobody
}

export const passwordFile = (root: string) => join(root, 'keys', 'database-password')

/** Creates the cluster if there is none, and a new password if the old one is lost. */
export async function readPassword(cluster: Cluster, root: string, log: (sentence: string) => void): Promise<string> {
  const file = passwordFile(root)
  const known = await fs.readFile(file, 'utf8').catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  const password = known?.trim() || randomBytes(24).toString('hex')
  if (!known) {
    await fs.mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await fs.rm(`${file}.tmp`, { force: true })
    await fs.writeFile(`${file}.tmp`, `${password}\n`, { mode: 0o600, flush: true })
  }
  const version = await fs.readFile(join(cluster.data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await createCluster(cluster, password, log)
  else {
    await refuseOtherVersion(cluster, version.trim())
    // The superuser has no password and cannot log in, so this is the only way; it needs nothing but the files.
    if (!known) await runSql(cluster, cluster.data, [`alter role waymark password '${password}'`])
  }
  // The new password is stored only now that PostgreSQL has it; if interrupted before, it is created again.
  if (!known) {
    await fs.rename(`${file}.tmp`, file)
    await syncFolder(dirname(file))
  }
  return password
}

async function refuseOtherVersion({ native, data }: Cluster, version: string): Promise<void> {
  // This file of PostgreSQL starts with a line such as `# PostgreSQL 18`.
  const text = await fs.readFile(join(native, 'share', 'postgresql', 'postgres.bki'), 'utf8')
  const ours = /^# PostgreSQL (\d+)/.exec(text)?.[1]
  if (ours === version) return
  throw new Error(
    `The database in ${data} was created by PostgreSQL ${version}, but this Waymark includes ${ours}. ` +
      'Make a backup with the Waymark that used it, move that folder away, and restore with this one.',
  )
}

async function createCluster(cluster: Cluster, password: string, log: (sentence: string) => void): Promise<void> {
  const { data, identity, isDurable } = cluster
  if (await fs.stat(data).catch(() => undefined)) {
    throw new Error(
      `The folder ${data} is not a PostgreSQL cluster; move it away or set WAYMARK_DATA to another folder.`,
    )
  }
  log('Creating the database (once, a second or two) …')
  // Created under another name, so that an interrupted creation is never mistaken for a cluster.
  const unfinished = `${data}.tmp`
  await fs.rm(unfinished, { recursive: true, force: true })
  await fs.mkdir(unfinished, { mode: 0o700 })
  if (identity) await fs.chown(unfinished, identity.uid, identity.gid)
  await runProgram(cluster, 'initdb', unfinished, (path) => [
    `--pgdata=${path}`,
    '--username=postgres',
    '--data-checksums',
    '--encoding=UTF8',
    // PostgreSQL's own collations: those of the system change with its updates and would corrupt indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=reject',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ])
  await writeOwned(
    cluster,
    join(unfinished, 'postgresql.conf'),
    "# Yours to change: what you add below overrides Waymark's own settings, which it rewrites at every start.\n" +
      "include_if_exists 'waymark.conf'\n",
  )
  await writeSettings(cluster, unfinished)
  await runSql(cluster, unfinished, [
    `create role waymark login nosuperuser nocreaterole ${isDurable ? 'nocreatedb' : 'createdb'} password '${password}'`,
    // Errors of our own statements are returned to us and may contain what users typed; the log is for the rest.
    "alter role waymark set log_min_messages = 'log'",
    'create database waymark owner waymark',
  ])
  await fs.rename(unfinished, data)
  await syncFolder(dirname(data))
}

/** Runs statements as superuser without a server, one per line: nothing listens and no password is needed. */
const runSql = (cluster: Cluster, data: string, statements: string[]) =>
  runProgram(
    cluster,
    'postgres',
    data,
    (path) => [
      '--single',
      ...['-D', path],
      // Otherwise the program would report success whatever became of the statements.
      ...['-c', 'exit_on_error=on'],
      ...(cluster.isDurable ? [] : ['-F']),
      'postgres',
    ],
    `${statements.join('\n')}\n`,
  )

export async function writeSettings(cluster: Cluster, data: string): Promise<void> {
  const megabyte = 1024 ** 2
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / megabyte
  // An eighth, where a dedicated machine would give a quarter: Waymark and perhaps much else runs on it too.
  const buffers = Math.round(Math.min(Math.max(memory / 8, 64), 1024))
  await writeOwned(
    cluster,
    join(data, 'waymark.conf'),
    `# Written by Waymark at every start. Change postgresql.conf instead.
cluster_name = 'waymark'
max_connections = ${cluster.isDurable ? 100 : 200}
shared_buffers = '${buffers}MB'
effective_cache_size = '${Math.round(Math.max(memory / 2, 128))}MB'
work_mem = '8MB'
maintenance_work_mem = '${Math.round(Math.min(Math.max(memory / 16, 32), 256))}MB'
random_page_cost = 1.1
jit = off
max_wal_size = '2GB'
min_wal_size = '128MB'
checkpoint_timeout = '10min'
synchronous_commit = on
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = ''
log_checkpoints = off
log_error_verbosity = terse
log_min_error_statement = panic
`,
  )
  await writeOwned(
    cluster,
    join(data, 'pg_hba.conf'),
    '# Written by Waymark at every start.\nlocal all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
}

async function writeOwned({ identity }: Cluster, path: string, text: string): Promise<void> {
  await fs.writeFile(path, text, { mode: 0o600 })
  if (identity) await fs.chown(path, identity.uid, identity.gid)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await fs.open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
