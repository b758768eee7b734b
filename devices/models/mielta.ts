import type { Model } from '../model.ts'

export const mielta: readonly Model[] = [
  { id: 5401, title: 'M1', tags: ['vehicle'], protocol: 'wialon' },
  { id: 5402, title: 'M3', tags: ['vehicle'], protocol: 'wialon' },
  { id: 5403, title: 'M7', tags: ['vehicle'], protocol: 'wialon' },
]
