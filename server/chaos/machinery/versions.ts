/** Other versions of the code, in folders of their own, with the packages of this clone. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ownRoot = join(import.meta.dirname, '../../..')
const parts = ['server', 'devices', 'package.json', 'package-lock.json', 'web/src/shared/mark.svg']

export interface Version {
  readonly root: string
  readonly commit: string
  readonly migrations: readonly string[]
  remove(): void
}

const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: ownRoot, encoding: 'utf8' }).trim()

/** The version before the newest migration. */
export function commitBeforeNewestMigration(): string {
  return commitBefore(listSql(join(ownRoot, 'server/migrations')).at(-1)!)
}

export function commitBefore(migration: string): string {
  const added = git('log', '-1', '--format=%h', '--diff-filter=A', '--', `server/migrations/${migration}`)
  // One that is not committed yet.
  return added === '' ? 'HEAD' : `${added}~1`
}

function commitOf(ref: string): string {
  try {
    return git('rev-parse', '--short', '--verify', `${ref}^{commit}`)
  } catch (cause) {
    throw new Error(`There is no commit ${ref} here.`, { cause })
  }
}

/** As it was then. */
export function versionAt(ref: string): Version {
  const commit = commitOf(ref)
  return makeVersion(commit, (folder) => {
    const archive = join(folder, 'version.tar')
    git('archive', '--output', archive, commit, ...parts)
    execFileSync('tar', ['-xf', archive, '-C', folder])
    rmSync(archive)
  })
}

/** As it is now, with migrations of the harness. */
export function thisVersionWith(migrations: Readonly<Record<string, string>>): Version {
  return makeVersion(git('rev-parse', '--short', 'HEAD'), (folder) => {
    const isOurs = (path: string) => !path.includes('node_modules')
    for (const part of parts) cpSync(join(ownRoot, part), join(folder, part), { recursive: true, filter: isOurs })
    for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, 'server/migrations', name), sql)
  })
}

/** Its own devices, and this clone's other packages, except the one that would build the pages. */
function makeVersion(commit: string, fill: (folder: string) => void): Version {
  const root = mkdtempSync(join(tmpdir(), 'waymark-version-'))
  fill(root)
  const packages = join(root, 'node_modules')
  mkdirSync(join(packages, '@waymark'), { recursive: true })
  for (const name of readdirSync(join(ownRoot, 'node_modules'))) {
    if (name !== '@waymark' && name !== 'vite') symlinkSync(join(ownRoot, 'node_modules', name), join(packages, name))
  }
  symlinkSync(join(root, 'devices'), join(packages, '@waymark/devices'))
  symlinkSync(join(ownRoot, 'server/node_modules'), join(root, 'server/node_modules'))
  const migrations = listSql(join(root, 'server/migrations'))
  return { root, commit, migrations, remove: () => rmSync(root, { recursive: true, force: true }) }
}

const listSql = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
