/**
 * Builds the service workers of the applications: one file each, at an address above the application. Each begins with
 * a hash of its page, so that a browser finds a new worker for every new page.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const applications = ['client', 'console']

/** Not a module: not every browser with service workers loads modules in them. */
async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..'),
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: 'src/worker/main.ts', formats: ['iife'], name: 'waymarkWorker' },
    },
  })
  const [first] = [made].flat()
  if (!first || !('output' in first)) throw new Error('The service worker was not built.')
  return first.output[0].code
}

export const workers = (): Plugin => ({
  name: 'waymark-workers',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const code = await bundled()
    for (const name of applications) {
      const page = readFileSync(join(dir, `${name}.html`))
      const version = createHash('sha256').update(page).digest('hex').slice(0, 12)
      writeFileSync(join(dir, `${name}-worker.js`), `self.shellVersion='${version}';${code}`)
    }
  },
})
