/** Settings that the operator changes in its pages: stored, sealed if secret, and in use on all nodes at once. */
import { recordChange } from '#kernel/audit/actions.ts'
import { type Config, configOf, settingProblems } from '#kernel/config/config.ts'
import type { SettingPage } from '#kernel/config/setting-pages.ts'
import { about, pageSettings } from '#kernel/config/settings.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, type Problem, Refusal } from '#kernel/errors.ts'
import * as store from './settings-store.ts'

export interface ShownSetting {
  readonly name: string
  readonly page: SettingPage
  readonly source: 'environment' | 'database' | 'default'
  /** For a secret, only a harmless part; null: not set. */
  readonly value: string | null
  readonly isSecret: boolean
  readonly otherwise: string
  readonly description: string
}

export const listSettings = ({ config }: Pick<Context, 'config'>): readonly ShownSetting[] =>
  pageSettings.map((name) => {
    const { environment, stored } = config.given
    const { page, isSecret = false, description, default: otherwise } = about(name)
    const all = { ...stored, ...environment }
    const source = name in environment ? 'environment' : name in stored ? 'database' : 'default'
    return {
      ...{ name, page: page as SettingPage, source, isSecret, description, otherwise: String(otherwise) },
      value: name in all ? (isSecret ? hidden(all[name] ?? '') : (all[name] ?? null)) : null,
    }
  })

/** The host is not secret, and identifies the server. Path and query may contain a key. */
const hidden = (value: string): string => (value.includes('://') && URL.canParse(value) ? new URL(value).host : '…')

const label = (name: string) => `settings:${name}`

interface Found {
  readonly stored: Readonly<Record<string, string>>
  /** Names of unusable settings: of another version, damaged, or contradicting the environment. */
  readonly ignored: readonly string[]
}

async function readStored({ db, vault, config }: Pick<Context, 'db' | 'vault' | 'config'>): Promise<Found> {
  const { environment } = config.given
  const stored: Record<string, string> = {}
  const ignored: string[] = []
  for (const { name, value, sealed } of await store.list(db)) {
    const text = sealed ? opened(vault, name, sealed) : value
    if (text == null || !pageSettings.includes(name)) ignored.push(name)
    else stored[name] = text
  }
  const problems = () => [...settingProblems({ ...stored, ...environment }).keys()]
  for (const name of problems().filter((one) => one in stored)) {
    delete stored[name]
    ignored.push(name)
  }
  // Without them a pair may be incomplete; then only the environment counts.
  return problems().length === 0 ? { stored, ignored } : { stored: {}, ignored: [...ignored, ...Object.keys(stored)] }
}

function opened(vault: Context['vault'], name: string, sealed: Buffer): string | undefined {
  try {
    return vault.open(sealed, label(name))
  } catch {
    return undefined
  }
}

const loads = new WeakMap<Config, Promise<unknown>>()

/**
 * Puts stored settings into use. Unusable ones are left out, and their names are returned. Loads are serialised:
 * otherwise a slow one could undo a recent change.
 */
export function loadSettings(ctx: Pick<Context, 'db' | 'vault' | 'config'>): Promise<readonly string[]> {
  const before = loads.get(ctx.config) ?? Promise.resolve()
  const load = before
    .catch(() => {})
    .then(async () => {
      const { stored, ignored } = await readStored(ctx)
      take(ctx.config, configOf({ environment: ctx.config.given.environment, stored }))
      return ignored
    })
  loads.set(ctx.config, load)
  return load
}

/** Everyone shares this object, so that a change takes effect without a restart. */
const take = (config: Config, now: Config): Config => Object.assign(config, now)

export interface SettingChange {
  readonly name: string
  /** Null: back to the default. */
  readonly value: string | null
}

/** The settings with these changes; a refusal names the wrong ones. */
export function triedSettings({ config }: Pick<Context, 'config'>, changes: readonly SettingChange[]): Config {
  const stored = changed(config.given.stored, changes)
  const problems = [...settingProblems({ ...stored, ...config.given.environment })].map(
    ([name, { reason }]): Problem => invalidField(name, reason),
  )
  const [first, ...more] = problems
  if (first) throw new Refusal(first, ...more)
  return configOf({ environment: config.given.environment, stored })
}

function changed(stored: Readonly<Record<string, string>>, changes: readonly SettingChange[]) {
  const all: Record<string, string> = { ...stored }
  for (const { name, value } of changes) {
    const text = value?.trim() ?? ''
    if (text === '') delete all[name]
    else all[name] = text
  }
  return all
}

/**
 * A restored copy has the key and the place of the original, and would delete its backups there. Called in the
 * transaction of the restore, so that no server can start on the copy before.
 */
export const turnBackupsOff = store.removeBackupTime

/** Takes effect on all nodes within a moment. */
export async function changeSettings(
  acting: ActorContext,
  changes: readonly SettingChange[],
): Promise<readonly ShownSetting[]> {
  for (const { name } of changes) {
    if (name in acting.config.given.environment) {
      conflict(`${name} is set in the environment of the server. Remove it there first.`, name)
    }
  }
  const before = new Map(listSettings(acting).map((one) => [one.name, one]))
  await inTransaction(acting, async (ctx) => {
    await store.lock(ctx.db)
    const { environment } = ctx.config.given
    const { stored } = await readStored(ctx)
    const config = triedSettings({ config: { ...ctx.config, given: { environment, stored } } }, changes)
    const now = ctx.clock.now()
    for (const { name } of changes) {
      const value = config.given.stored[name]
      if (value === undefined) await store.remove(ctx.db, name)
      else if (about(name).isSecret)
        await store.put(ctx.db, { name, value: null, sealed: ctx.vault.seal(value, label(name)) }, now)
      else await store.put(ctx.db, { name, value, sealed: null }, now)
    }
    const after = new Map(listSettings({ config }).map((one) => [one.name, one]))
    const names = changes.map(({ name }) => name)
    await recordChange(ctx, {
      dealer: null,
      action: 'settings.change',
      subject: 'settings',
      before: Object.fromEntries(names.map((name) => [name, before.get(name)?.value ?? null])),
      after: Object.fromEntries(names.map((name) => [name, after.get(name)?.value ?? null])),
    })
    await store.announce(ctx.db)
  })
  await loadSettings(acting)
  return listSettings(acting)
}
