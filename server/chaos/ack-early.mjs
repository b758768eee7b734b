// The planted bug: the acknowledgement does not wait for the store. Only the running copy is changed, never a file.
import { registerHooks } from 'node:module'

const right = 'const own = answer(decoded, undefined)'
const wrong = 'const own = answer(decoded, true)'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/gateway/session.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(right)) throw new Error('The line to break is gone from gateway/session.ts.')
    return { ...loaded, source: source.replace(right, wrong) }
  },
})
