import type { Model } from '../model.ts'

export const protrack: readonly Model[] = [
  { id: 6101, title: 'VT05', tags: ['vehicle'], protocol: 'gt06' },
  { id: 6102, title: 'VT05S', tags: ['vehicle'], protocol: 'gt06' },
  { id: 6103, title: 'VT08F', tags: ['vehicle'], protocol: 'gt06' },
  { id: 6104, title: 'VT08S', tags: ['vehicle'], protocol: 'gt06' },
]
