// Planted bug: the acknowledgement does not wait for the store. Changes the loaded code only, never a file.
import { registerHooks } from 'node:module'

const right = 'const pending = this.#queueReply(decoded, undefined)'
const wrong = 'const pending = this.#queueReply(decoded, true)'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/gateway/session.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(right)) throw new Error('gateway/session.ts no longer has the line to break.')
    globalThis.isPlanted = true
    return { ...loaded, source: source.replace(right, wrong) }
  },
})
