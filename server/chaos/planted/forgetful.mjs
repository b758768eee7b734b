// Planted bug: a reader that reconnects gets nothing of what it missed. Changes the loaded code only, never a file.
import { registerHooks } from 'node:module'

const right = 'for (const batch of batches) this.#add(stream, batch)'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/http/live/live.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(right)) throw new Error('http/live/live.ts no longer has the line to break.')
    globalThis.isPlanted = true
    return { ...loaded, source: source.replace(right, '') }
  },
})
