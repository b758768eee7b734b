/** Runs one command: words in, text and exit code out. Nothing here depends on a process, so tests can call it. */
import { accessSync, constants } from 'node:fs'
import type { Config } from '#kernel/config/config.ts'
import { masterKeyFile } from '#kernel/vault.ts'
import { requireCurrentSchema } from '../doctor/schema.ts'
import { type CommandInstallation, openForCommand, requireInstallation } from '../installation.ts'
import { BadUsage, type Command, type Tool } from './command.ts'
import { explain } from './commands/explain.ts'
import { details, overview, topic } from './help.ts'
import { parse } from './parse.ts'
import { render } from './print.ts'

export interface World {
  readonly signal: AbortSignal
  /** Throws BadSettings. */
  config(): Config
  /** The answer. */
  write(text: string): void
  /** The error message. */
  complain(text: string): void
  input(): Promise<string>
  report(sentence: string): void
}

export async function run(words: readonly string[], commands: readonly Command[], world: World): Promise<number> {
  try {
    const wish = parse(words, commands)
    if (wish.kind === 'help') {
      world.write(helpOn(wish.topic, commands))
      return 0
    }
    const { command, given, isJson } = wish
    const answer = await withTool(world, (tool) => command.run(tool, given))
    world.write(render(command, answer, isJson))
    return command.isTrouble?.(answer) ? 1 : 0
  } catch (error) {
    const { exitCode, sentence } = explain(error)
    if (error instanceof BadUsage && words.length === 0) world.complain(overview(commands))
    else world.complain(`${sentence}\n`)
    return exitCode
  }
}

function helpOn(about: readonly Command[], all: readonly Command[]): string {
  if (about.length === 1) return details(about[0] as Command)
  return about.length === all.length ? overview(all) : topic(about)
}

async function withTool<R>(world: World, work: (tool: Tool) => Promise<R>): Promise<R> {
  const visits: Promise<CommandInstallation>[] = []
  const tool: Tool = {
    get config() {
      return world.config()
    },
    signal: world.signal,
    input: world.input,
    report: world.report,
    open() {
      const visit = openForCommand(requireKey(world.config()))
      visits.push(visit)
      return visit.then(async (opened) => {
        await requireCurrentSchema(opened.ctx.db)
        return opened
      })
    },
  }
  const stopped = new Promise<never>((_, reject) => {
    world.signal.addEventListener('abort', () => reject(world.signal.reason), { once: true })
  })
  try {
    return await Promise.race([work(tool), stopped])
  } finally {
    for (const visit of await Promise.allSettled(visits)) if (visit.status === 'fulfilled') await visit.value.close()
  }
}

/** The server creates its key; a command that created one would hide that the right one is missing. */
export function requireKey(config: Config): Config {
  requireInstallation(config)
  const file = masterKeyFile(config.dataFolder)
  try {
    accessSync(file, constants.R_OK)
    return config
  } catch (error) {
    const isHidden = (error as NodeJS.ErrnoException).code === 'EACCES'
    if (isHidden) throw new Error(`No permission to read ${file}. Run this as the user who runs the server.`)
    throw new Error(`There is no key at ${file}. Set WAYMARK_DATA to the server's data folder, or restore its key.`)
  }
}
