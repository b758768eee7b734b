/**
 * Several test files in one process, one after the other. Loading the server takes longer than most of its tests, and
 * a process does it once.
 */
import { createHook } from 'node:async_hooks'
import { join, relative } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/**
 * node:test follows every promise and every write to know to which test an error belongs that nobody caught. That takes a
 * tenth of the time. Such an error fails the batch without it, whose files then run again one by one.
 */
const hooks = Object.getPrototypeOf(createHook({})) as { enable(): unknown }
hooks.enable = function enable() {
  return this
}

/** Each file is a suite, so what it opened is closed after its last test and before the next file is loaded. */
export async function runBatch(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    describe(relative(root, file), async () => {
      try {
        await import(pathToFileURL(file).href)
        // Hooks run in the order they were added, so this is the last of the file's own.
        after(() => end())
      } catch (error) {
        end()
        throw error
      }
    })
    await ended
  }
}
