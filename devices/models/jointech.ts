import type { Model } from '../model.ts'

export const jointech: readonly Model[] = [
  { id: 3701, title: 'JT705A', tags: ['common'], protocol: 'jt808' },
  { id: 3702, title: 'JT705C', tags: ['common'], protocol: 'jt808' },
]
