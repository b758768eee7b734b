// Planted bug: a command is sent before it is marked as sent. Changes the loaded code only, never a file.
import { registerHooks } from 'node:module'

const changes = [
  ['const isMarked = await markSent(', 'sender.send(bytes); const isMarked = await markSent('],
  ['=== sender && sender.send(bytes)) return', '=== sender) return'],
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/gateway/listeners/dispatch.ts')) return loaded
    let source = String(loaded.source)
    for (const [right, wrong] of changes) {
      if (!source.includes(right)) throw new Error('listeners/dispatch.ts no longer has the line to break.')
      source = source.replace(right, wrong)
    }
    globalThis.isPlanted = true
    return { ...loaded, source }
  },
})
