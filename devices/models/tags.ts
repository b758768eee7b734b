import type { Model } from '../model.ts'

/** What connects to nothing itself: a tag that gateways hear, and a thing that is where its tag is. */
export const tags: readonly Model[] = [
  { id: 9001, title: 'Bluetooth tag', tags: ['common'], protocol: 'tags' },
  { id: 9002, title: 'Asset', tags: ['common'], protocol: 'tags' },
]
