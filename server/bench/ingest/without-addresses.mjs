// The server without addresses: nobody wants any, so none is looked up. Only the running copy is changed.
import { registerHooks } from 'node:module'

const begins = '  if (spots.length === 0) return\n'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/addresses/store.ts')) return loaded
    const source = String(loaded.source)
    if (source.split(begins).length !== 3) throw new Error('The lines to change are gone from addresses/store.ts.')
    return { ...loaded, source: source.replaceAll(begins, '  return\n') }
  },
})
